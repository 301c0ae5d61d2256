import AudioModel

/// A command's arguments, parsed into operands and options.
package struct Arguments: Equatable, Sendable {
    package private(set) var operands: [String] = []
    /// Values by long option name; a switch has an empty value.
    private var values: [String: String] = [:]
    /// The words that run the command: `sori sim`.
    private let invocation: String

    /// - Throws: A `ProgramError` about the first argument that does not fit.
    package init(parsing words: [String], _ syntax: CommandSyntax) throws(ProgramError) {
        invocation = syntax.invocation
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if word == "--" {
                operands += words[index...]
                break
            }
            guard Self.isOption(word) else {
                operands.append(word)
                continue
            }
            let (name, attached) = Self.split(word)
            guard let option = syntax.option(name) else {
                throw unknown(name, syntax)
            }
            var value = attached
            if option.valueName != nil, value == nil, index < words.count,
                syntax.option(Self.split(words[index]).name) == nil
            {
                value = words[index]
                index += 1
            }
            try take(option, value)
        }
        try checkCounts(syntax)
    }

    package func has(_ name: String) -> Bool { values[name] != nil }
    package func value(_ name: String) -> String? { values[name] }

    /// Parses the number given with an option.
    ///
    /// - Throws: A `ProgramError` when it is not a decimal number within `range`.
    package func number(_ name: String, in range: ClosedRange<Double>) throws(ProgramError)
        -> Double?
    {
        guard let text = value(name) else { return nil }
        let isDecimal = text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        guard isDecimal, let number = Double(text), range.contains(number) else {
            throw wrongUse(
                "\(name) takes a number \(Self.words(range)), not '\(text)'",
                advice: "see '\(invocation) --help'")
        }
        return number
    }

    /// Parses a time given with an option: `83.5`, `1:23.5` or `1:02:03`, in seconds.
    ///
    /// - Throws: A `ProgramError` when it is none, or longer than a day.
    package func time(_ name: String) throws(ProgramError) -> Double? {
        guard let text = value(name) else { return nil }
        guard let seconds = Self.seconds(text) else {
            throw wrongUse(
                "\(name) takes a time such as 83.5, 1:23 or 1:02:03, not '\(text)'",
                advice: "see '\(invocation) --help'")
        }
        return seconds
    }

    /// The seconds of a time such as `83.5`, `1:23.5` or `1:02:03`; `nil` for none, or for more than
    /// a day.
    package static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.enumerated().map { index, part -> Double? in
            let isLast = index == parts.count - 1
            let isPlain = part.allSatisfy {
                $0.isASCII && ($0.isNumber || isLast && $0 == ".")
            }
            guard isPlain, let number = Double(part), index == 0 || number < 60 else {
                return nil
            }
            return number
        }
        let seconds = numbers.reduce(0.0) { sum, number in
            number.map { sum * 60 + $0 } ?? .nan
        }
        return parts.count <= 3 && (0...86_400).contains(seconds) ? seconds : nil
    }

    package func integer(_ name: String, in range: ClosedRange<Int>) throws(ProgramError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw wrongUse(
                "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), "
                    + "not '\(text)'",
                advice: "see '\(invocation) --help'")
        }
        return number
    }

    /// Parses an option that takes the raw values of an enumeration.
    ///
    /// - Parameter noun: A noun for the value, for messages.
    package func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ noun: String
    ) throws(ProgramError) -> Value? {
        guard let word = value(name) else { return nil }
        if let value = Value(rawValue: word) { return value }
        throw wrongUse(
            "unknown \(noun) '\(word)'",
            advice: advice(insteadOf: word, among: Value.allCases.map(\.rawValue)))
    }

    /// The location for error messages.
    package var place: String { invocation }

    /// An error about these arguments.
    package func wrongUse(_ what: String, advice: String) -> ProgramError {
        ProgramError(.wrongUse, what, in: place, advice: advice)
    }

    private static func words(_ range: ClosedRange<Double>) -> String {
        let lower = Numeral.short(range.lowerBound, places: 3)
        return range.upperBound.isFinite
            ? "from \(lower) to \(Numeral.short(range.upperBound, places: 3))"
            : "of at least \(lower)"
    }

    /// Whether a word is an option; a negative number is not.
    private static func isOption(_ word: String) -> Bool {
        guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
        return !(second.isASCII && second.isNumber)
    }

    /// Splits `--wav=F` like `--wav F`.
    private static func split(_ word: String) -> (name: String, value: String?) {
        guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else {
            return (word, nil)
        }
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }

    private mutating func take(
        _ option: OptionSyntax, _ value: String?
    ) throws(ProgramError) {
        if let valueName = option.valueName {
            guard let value, !value.isEmpty else {
                throw wrongUse(
                    "\(option.name) needs a value", advice: "write \(option.name) \(valueName)")
            }
            guard values[option.name] == nil else {
                throw wrongUse("\(option.name) is given twice", advice: "keep one of them")
            }
            values[option.name] = value
        } else {
            guard value == nil else {
                throw wrongUse(
                    "\(option.name) takes no value", advice: "write \(option.name) alone")
            }
            values[option.name] = ""
        }
    }

    private func checkCounts(_ syntax: CommandSyntax) throws(ProgramError) {
        let counts = syntax.operands.counts
        let isAlone = syntax.options.contains { $0.standsAlone && values[$0.name] != nil }
        guard operands.count >= counts.lowerBound || isAlone else {
            throw wrongUse("\(syntax.operands.name) is missing", advice: "write \(syntax.usage)")
        }
        guard operands.count <= counts.upperBound else {
            throw wrongUse(
                "'\(operands[counts.upperBound])' is one word too many",
                advice: "write \(syntax.usage)")
        }
        for option in syntax.options where option.isRequired && values[option.name] == nil {
            throw wrongUse("\(option.usage) is missing", advice: "write \(syntax.usage)")
        }
    }

    private func unknown(_ name: String, _ syntax: CommandSyntax) -> ProgramError {
        let known = (syntax.options + CommandSyntax.everywhere).map(\.name)
        return wrongUse(
            "unknown option '\(name)'",
            advice: CommandLineTool.advice(
                insteadOf: name, among: known, otherwise: "see '\(invocation) --help'"))
    }
}
