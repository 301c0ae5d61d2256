import DeviceActions

/// The names that a story gives to values with `let` and `for each`.
///
/// A file's own value replaces that of a file that it includes: a `let` before the `include` for the
/// headers in there too, one after it for the lines that follow.
struct ValueTable {
    /// What a name stands for.
    struct Value {
        var text: String
        var kind: Token.Kind
        var path: String
        var line: Int
        var column: Int
        /// The number of files between the scenario's own and the one that defines it.
        var depth: Int
        /// Whether a `for each` gives it.
        var isOfTable: Bool
        var isUsed = false
    }

    /// Limit of a value in bytes.
    static let byteCountMax = 1_000
    /// Limit of the number of names.
    static let countMax = 1_000

    private var values: [String: Value] = [:]
    /// The names in the order of their definitions.
    private var names: [String] = []
    /// Names with definitions that have errors.
    private var brokenNames: Set<String> = []
    /// Whether all definitions could be read; otherwise an unknown name may be one of them.
    var knowsAllNames = true

    subscript(name: String) -> Value? { values[name] }

    /// Defines a name, unless the file that includes the present one has defined it.
    ///
    /// - Returns: Whether the value holds.
    mutating func define(_ name: String, as value: Value) throws(LineError) -> Bool {
        func place(_ other: Value) -> String {
            other.path == value.path ? "line \(other.line)" : "\(other.path):\(other.line)"
        }
        guard let other = values[name] else {
            guard names.count < Self.countMax else {
                throw LineError(
                    column: value.column, message: "expected at most \(Self.countMax) names")
            }
            names.append(name)
            values[name] = value
            return true
        }
        if other.depth < value.depth { return false }
        if other.depth > value.depth {
            guard !other.isOfTable else {
                throw LineError(
                    column: value.column,
                    message: "expected '\(name)' before the 'include' whose 'for each' it replaces "
                        + "(\(place(other)))")
            }
            values[name] = value
            return true
        }
        // A file may be included twice.
        if (other.path, other.line) == (value.path, value.line), value.depth > 0 { return true }
        throw LineError(
            column: value.column,
            message: "expected '\(name)' only once; it is defined in \(place(other))")
    }

    /// Notes that a definition cannot be read; lines that use the name are not checked.
    mutating func noteBroken(_ name: String) {
        if brokenNames.count < Self.countMax { brokenNames.insert(name) }
    }

    /// Whether a name is certainly not defined above.
    func isUnknown(_ name: String) -> Bool {
        values[name] == nil && knowsAllNames && brokenNames.count < Self.countMax
            && !brokenNames.contains(name)
    }

    /// The value of a name, which is used.
    ///
    /// - Returns: `nil` when its definition could not be read.
    mutating func use(_ reference: ValueReference) throws(LineError) -> Value? {
        let name = reference.name
        if values[name] != nil {
            values[name]?.isUsed = true
            return values[name]
        }
        guard isUnknown(name) else { return nil }
        let written = names.map { "$" + $0 }
        let nearest = NearMiss.nearestWords(to: "$" + name, among: written)
        let list =
            names.isEmpty ? " (there is none)" : Listing.choices(written, besides: nearest)
        throw LineError(
            column: reference.column,
            message: "expected a name that a line above defines with 'let' or 'for each'\(list), "
                + "found \(quote("$" + name))"
                + (nearest.isEmpty && names.isEmpty
                    ? "; a dollar sign in a string is '\\$'" : Listing.suggestion(nearest)))
    }

    /// The scenario's own names that no line uses, with their definitions.
    var unused: [(name: String, value: Value)] {
        guard knowsAllNames else { return [] }
        return names.compactMap { name in
            guard let value = values[name], !value.isUsed, value.depth == 0 else { return nil }
            return (name, value)
        }
    }

    /// Puts values in the place of a token's names.
    ///
    /// - Returns: `nil` when a definition could not be read.
    mutating func resolve(_ token: Token) throws(LineError) -> Token? {
        var result = token
        var text: [UInt8] = []
        let written = Array(token.text.utf8)
        var position = 0
        for reference in token.references {
            guard let value = try use(reference) else { return nil }
            text += written[position..<reference.bytes.lowerBound]
            text += value.text.utf8
            position = reference.bytes.upperBound
            if reference.bytes == written.indices, token.kind != .quoted {
                result.kind = value.kind
                result.isQuotedValue = value.kind == .quoted
            } else if value.kind == .quoted {
                result.kind = .quoted
            }
        }
        result.text = String(decoding: text + written[position...], as: UTF8.self)
        return result
    }

    /// What the names in the token at a column stand for, for the message about it: ` ($category is
    /// 'ambiant', line 3)`. Empty for a token without names.
    func note(about tokens: [Token], at column: Int, in path: String) -> String {
        let token = tokens.first { $0.column <= column && column < $0.endColumn }
        var seen: [String] = []
        let words = (token?.references ?? []).compactMap { reference -> String? in
            guard let value = values[reference.name], !seen.contains(reference.name) else {
                return nil
            }
            seen.append(reference.name)
            let place = value.path == path ? "line \(value.line)" : "\(value.path):\(value.line)"
            return "$\(reference.name) is \(quote(value.text)), \(place)"
        }
        return words.isEmpty ? "" : " (\(words.joined(separator: "; ")))"
    }
}
