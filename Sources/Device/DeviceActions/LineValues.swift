package import AudioModel

/// Parses numbers, settings, ports and lists between keywords.
extension LineCursor {
    // MARK: Numbers

    /// Parses a decimal number.
    ///
    /// - Parameter what: What is expected, with its range in words.
    package mutating func number(
        _ what: String, where isValid: (Double) -> Bool
    ) throws(LineError) -> Double {
        guard let word = bareWord, let value = DecimalText.double(word[...]), isValid(value) else {
            throw unexpectedNumber(what)
        }
        advance()
        return value
    }

    package mutating func volume() throws(LineError) -> Double {
        try number("a volume from 0 to 1") { (0...1).contains($0) }
    }

    package func unexpectedNumber(_ what: String) -> LineError {
        var error = unexpected(what)
        if let bareWord { error.message += DecimalText.hint(about: bareWord) }
        return error
    }

    package mutating func megabytes() throws(LineError) -> Int {
        guard let bareWord, let count = DecimalText.integer(bareWord[...]),
            (1...PhoneAct.megabytesMax).contains(count)
        else { throw unexpectedNumber("megabytes from 1 to \(PhoneAct.megabytesMax)") }
        advance()
        return count
    }

    // MARK: Settings, ports and lists

    /// Parses the text after `setting`, in a header or in an action.
    package mutating func setting() throws(LineError) -> (setting: DeviceSetting, isOn: Bool) {
        let setting = try expect(Words.settings)
        return (setting, try expectOnOff())
    }

    /// - Parameter isPlug: Whether only ports that can be plugged in are allowed.
    package mutating func port(isPlug: Bool = false) throws(LineError) -> Port {
        let vocabulary = Words.ports
        let words = vocabulary.entries.filter { !isPlug || !$0.value.isBuiltIn }
            .map { $0.value == .airplay ? $0.word + ":NAME" : $0.word }
        let what = isPlug ? "a port that can be plugged" : vocabulary.what
        let expected = what + choices(of: words)
        guard let current, current.kind == .bare || current.kind == .quoted else {
            throw unexpected(expected)
        }
        let port =
            namedPort(current.text)
            ?? (current.kind == .bare
                ? vocabulary.value(of: current.text).map { Port($0) } : nil)
        guard let port, !isPlug || !port.kind.isBuiltIn,
            port.kind != .airplay || !port.name.isEmpty
        else { throw unexpected(expected, candidates: words) }
        advance()
        return port
    }

    /// Parses `hdmi:NAME`; the device's own ports have no names.
    private func namedPort(_ text: String) -> Port? {
        guard let colon = text.firstIndex(of: ":"),
            let kind = Words.ports.value(of: String(text[..<colon])), !kind.isBuiltIn
        else { return nil }
        let name = String(text[colon...].dropFirst())
        return isPortName(name) ? Port(kind, name: name) : nil
    }

    /// Parses words joined by commas without blanks, each at most once.
    package mutating func list<Value>(
        of vocabulary: KeywordTable<Value>
    ) throws(LineError) -> [(word: String, value: Value)] {
        guard let word = bareWord else {
            throw unexpected(vocabulary.what + choices(of: vocabulary.words))
        }
        var column = column
        var found: [(word: String, value: Value)] = []
        for part in word.split(separator: ",", omittingEmptySubsequences: false) {
            let part = String(part)
            guard let value = vocabulary.value(of: part) else {
                let nearest = NearMiss.nearestWords(to: part, among: vocabulary.words)
                let choices = Listing.choices(vocabulary.words, besides: nearest)
                throw LineError(
                    column: column,
                    message: "expected \(vocabulary.what)\(choices), found "
                        + (part.isEmpty ? "nothing between commas" : quote(part))
                        + Listing.suggestion(nearest))
            }
            guard !found.contains(where: { $0.word == part }) else {
                throw LineError(column: column, message: "expected \(quote(part)) only once")
            }
            found.append((part, value))
            column += part.unicodeScalars.count + 1
        }
        advance()
        return found
    }
}
