import DeviceActions

/// A `for each` line: the names that it gives, and a row of values for each case.
struct CaseTable {
    var names: [(text: String, column: Int)] = []
    var rows: [[Token]] = []
    /// The line in the scenario's own file.
    var line = 0

    /// Limit of the names of one table.
    static let nameCountMax = 16
}

extension LineCursor {
    /// Parses the text after `let`: a name, `=` and a value.
    mutating func valueDefinition() throws(LineError) -> (name: String, column: Int, value: Token) {
        let column = column
        let name = try valueName()
        guard accept("=") else { throw unexpected() }
        let value = try value()
        try expectEndOfLine()
        return (name, column, value)
    }

    /// The name at the cursor, if it is one of a value.
    private var namedValue: String? {
        bareWord.flatMap { valueNameAtStart(of: $0) == $0 ? $0 : nil }
    }

    private mutating func valueName() throws(LineError) -> String {
        guard let name = namedValue else {
            var error = unexpected("a name for a value (a letter, then letters, digits and '_')")
            if bareWord?.contains("=") == true {
                error.message += "; blanks stand around '='"
            }
            throw error
        }
        advance()
        return name
    }

    private mutating func value() throws(LineError) -> Token {
        let expected = "a value (a word, a number, a time, a list or a string in double quotes)"
        guard let current, current.kind != .semicolon else { throw unexpected(expected) }
        guard current.text.utf8.count <= ValueTable.byteCountMax else {
            throw LineError(
                column: column,
                message: "expected a value of at most \(ValueTable.byteCountMax) bytes, found "
                    + "\(current.text.utf8.count)")
        }
        advance()
        return current
    }

    /// Parses the text after `for`: `each NAME in VALUE,VALUE`, or several names, and then as many
    /// values between the commas.
    mutating func caseTable() throws(LineError) -> CaseTable {
        try expect("each")
        var table = CaseTable()
        repeat {
            let column = column
            let name = try valueName()
            guard !table.names.contains(where: { $0.text == name }) else {
                throw LineError(column: column, message: "expected \(quote(name)) only once")
            }
            guard table.names.count < CaseTable.nameCountMax else {
                throw LineError(
                    column: column,
                    message: "expected at most \(CaseTable.nameCountMax) names in one table")
            }
            table.names.append((name, column))
            _ = accept(",")
        } while !accept("in")
        repeat {
            let column = column
            let row = try tableRow(of: table.names.map(\.text))
            guard !table.rows.contains(where: { $0.map(\.text) == row.map(\.text) }) else {
                let words = row.map(\.text).joined(separator: " ")
                throw LineError(column: column, message: "expected \(quote(words)) only once")
            }
            table.rows.append(row)
            guard table.rows.count <= StoryCase.countMax else {
                throw LineError(
                    column: column, message: "expected at most \(StoryCase.countMax) cases")
            }
        } while accept(",")
        guard current == nil else {
            throw unexpected("the end of the line")
        }
        return table
    }

    private mutating func tableRow(of names: [String]) throws(LineError) -> [Token] {
        var row: [Token] = []
        for name in names {
            guard bareWord != ",", current != nil else {
                throw unexpected("a value of '\(name)'")
            }
            row.append(try value())
        }
        return row
    }
}

extension Token {
    /// The values of a list, each with a comma after it that is a token of its own. What a `for each`
    /// line has written itself comes without commas.
    var splitAtCommas: [Token] {
        guard kind == .bare, !references.isEmpty, text.contains(",") else { return [self] }
        var parts: [Token] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            var token = self
            if !parts.isEmpty {
                token.text = ","
                parts.append(token)
            }
            token.text = String(part)
            if !part.isEmpty { parts.append(token) }
        }
        return parts
    }
}

extension ScenarioParser {
    /// Puts values in the place of the names in a line's tokens.
    ///
    /// - Returns: `nil` when a definition could not be read, and the line cannot be checked.
    mutating func resolve(_ tokens: [Token]) throws(LineError) -> [Token]? {
        guard tokens.contains(where: { !$0.references.isEmpty }) else { return tokens }
        if tokens[0].text == LineKind.value.rawValue, tokens.count > 1,
            let reference = tokens[1].references.first
        {
            throw LineError(
                column: tokens[1].column,
                message: "expected a name for a value alone, found \(quote(tokens[1].text)); did "
                    + "you mean '\(reference.name)'?")
        }
        var resolved: [Token] = []
        var byteCount = 0
        for token in tokens {
            guard !token.references.isEmpty else {
                resolved.append(token)
                continue
            }
            for reference in token.references where values.isUnknown(reference.name) {
                guard let line = laterLine(thatDefines: reference.name) else { continue }
                throw LineError(
                    column: reference.column,
                    message: "expected '$\(reference.name)' below the line that defines it (line "
                        + "\(line))")
            }
            guard let value = try values.resolve(token) else { return nil }
            byteCount += value.text.utf8.count
            guard byteCount <= Self.lineByteCountMax else {
                throw LineError(
                    column: token.column,
                    message: "expected a line of at most \(Self.lineByteCountMax) bytes with the "
                        + "values of its names")
            }
            resolved.append(value)
        }
        readByteCount += byteCount
        guard readByteCount <= Self.readByteCountMax else {
            throw LineError(
                column: tokens[0].column,
                message: "expected a story of at most \(Self.readByteCountMax) bytes with the "
                    + "values of its names")
        }
        return resolved
    }

    /// The number of a line below the present one, in the same file, that defines a name.
    private func laterLine(thatDefines name: String) -> Int? {
        let lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated().dropFirst(lineNumber) {
            let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard let keyword = words.first.map({ String(decoding: $0, as: UTF8.self) }),
                keyword == LineKind.value.rawValue || keyword == LineKind.table.rawValue
            else { continue }
            let names = words.dropFirst().map { String(decoding: $0, as: UTF8.self) }
                .prefix { $0 != "in" && $0 != "=" }
            if names.contains(where: { $0 == name || $0 == name + "," }) { return index + 1 }
        }
        return nil
    }

    /// Parses the text after `let`.
    mutating func parseLet(_ cursor: inout LineCursor) throws(LineError) {
        let (name, column, value) = try cursor.valueDefinition()
        try define(name, column: column, as: value, isOfTable: false)
    }

    @discardableResult
    private mutating func define(
        _ name: String, column: Int, as token: Token, isOfTable: Bool
    ) throws(LineError) -> Bool {
        try values.define(
            name,
            as: ValueTable.Value(
                text: token.text, kind: token.kind, path: path, line: lineNumber, column: column,
                depth: includes.depth, isOfTable: isOfTable))
    }

    /// Parses the text after `for`, and takes the row of the present case.
    mutating func parseTable(_ cursor: inout LineCursor) throws(LineError) {
        var table = try cursor.caseTable()
        table.line = includes.mainLine ?? lineNumber
        try take(table)
    }

    private mutating func take(_ table: CaseTable) throws(LineError) {
        // A file may be included twice.
        let first = values[table.names[0].text]
        if let first, first.isOfTable, first.path == path, first.line == lineNumber { return }
        let replaced = table.names.filter { name in
            values[name.text].map { $0.depth < includes.depth } ?? false
        }
        if replaced.count == table.names.count { return }
        if let name = replaced.first {
            throw LineError(
                column: name.column,
                message: "expected that the including file defines all of the table's names or "
                    + "none, found '\(name.text)' defined there")
        }
        let count = tables.reduce(table.rows.count) { $0 * $1.rows.count }
        guard count <= StoryCase.countMax else {
            throw LineError(
                column: table.names[0].column,
                message: "expected at most \(StoryCase.countMax) cases, found \(count): the "
                    + "product of \(tables.count + 1) tables")
        }
        let row = table.rows[tables.count < rowIndices.count ? rowIndices[tables.count] : 0]
        tables.append(table)
        for (name, token) in zip(table.names, row) {
            try define(name.text, column: name.column, as: token, isOfTable: true)
            scenario.storyCase.values.append(.init(name: name.text, value: token.text))
        }
    }

    /// Reports names of the scenario's own that no line uses, the first of each line.
    mutating func judgeNames() {
        var reportedLine = 0
        for (name, value) in values.unused where value.line != reportedLine {
            reportedLine = value.line
            let keyword = value.isOfTable ? "for each" : "let"
            report(
                ScenarioError(
                    path: path, line: value.line, column: value.column,
                    message: "expected a line that uses '$\(name)', found none; leave '\(keyword)' "
                        + "out, or write '$\(name)' where the value belongs"))
        }
    }
}
