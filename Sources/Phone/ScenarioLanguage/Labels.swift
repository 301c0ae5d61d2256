import AudioModel
import DeviceActions

/// A mention of a timed line's label, or its definition.
struct LabelUse {
    var name: String
    var column: Int
}

/// The labels of a story's timed lines: `at 5 ring: call arrives`.
struct LabelTable {
    private var lines: [String: (time: HostTime, line: Int)] = [:]
    /// The labels in the order of their lines.
    private var names: [String] = []

    mutating func define(_ label: LabelUse, at time: HostTime, line: Int) throws(LineError) {
        if let other = lines[label.name] {
            throw LineError(
                column: label.column,
                message: "expected the label '\(label.name)' only once; line \(other.line) has it")
        }
        lines[label.name] = (time, line)
        names.append(label.name)
    }

    /// The time of the line with a label.
    ///
    /// - Parameter knowsAll: Whether all timed lines could be read.
    /// - Returns: `nil` where a line that cannot be read may have the label.
    func time(of label: LabelUse, knowsAll: Bool) throws(LineError) -> HostTime? {
        if let line = lines[label.name] { return line.time }
        guard knowsAll else { return nil }
        let nearest = NearMiss.nearestWords(to: label.name, among: names)
        let list =
            names.isEmpty
            ? " (there is none: 'at 5 \(label.name): …' would be one)"
            : Listing.choices(names, besides: nearest)
        throw LineError(
            column: label.column,
            message: "expected the label of a timed line\(list), found \(quote(label.name))"
                + Listing.suggestion(nearest))
    }
}

extension LineCursor {
    /// Parses the label before the first act of a line; `nil` if there is none.
    mutating func label() throws(LineError) -> LabelUse? {
        guard let word = bareWord, word.utf8.last == UInt8(ascii: ":") else {
            try refuseHalfALabel()
            return nil
        }
        let name = String(word.dropLast())
        guard isStreamName(name) else {
            throw unexpected(
                "an act, or a label before it (a lower-case letter or one without case, then "
                    + "letters, digits, '-' and '_', and ':')")
        }
        defer { advance() }
        return LabelUse(name: name, column: column)
    }

    /// Refuses `ring:call`, and `ring :`.
    private func refuseHalfALabel() throws(LineError) {
        guard let word = bareWord else { return }
        let name = word.prefix { $0 != ":" }
        guard isStreamName(String(name)), name.endIndex < word.endIndex || following?.text == ":"
        else { return }
        let rest = word[name.endIndex...].dropFirst()
        throw LineError(
            column: column,
            message: "expected an act, or a label with ':' and a blank after it, found "
                + "\(quote(word)); did you mean '\(name):\(rest.isEmpty ? "" : " " + rest)'?")
    }

    /// Parses the text after `within`: `2 s of LABEL`.
    mutating func timeLimit() throws(LineError) -> (interval: HostInterval, label: LabelUse) {
        let column = column
        let time: HostTime
        // With or without a blank before the unit.
        if let word = bareWord, word.utf8.last == UInt8(ascii: "s"),
            let written = Self.time(word.dropLast())
        {
            time = written
            advance()
        } else {
            time = try self.time()
            try expect("s")
        }
        guard time > .zero else {
            throw LineError(column: column, message: "expected a time above 0, found '0'")
        }
        try expect("of")
        if bareWord == "line", following.map({ DecimalText.integer($0.text[...]) != nil }) == true {
            throw LineError(
                column: self.column,
                message:
                    "expected the label of a timed line, found the number of one, which changes; "
                    + "write 'at 5 ring: …' there, and 'ring' here")
        }
        guard let current, current.kind == .bare, isStreamName(current.text) else {
            throw unexpected(
                "the label of a timed line, such as 'ring' of 'at 5 ring: call arrives'")
        }
        defer { advance() }
        return (time - .zero, LabelUse(name: current.text, column: self.column))
    }
}
