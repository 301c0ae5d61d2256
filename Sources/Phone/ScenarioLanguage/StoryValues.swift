import AudioModel
import DeviceActions

/// Parses values between keywords.
extension LineCursor {
    // MARK: Numbers

    mutating func decibels() throws(LineError) -> Double {
        try number("a gain in decibels from -200 to 200") { (-200...200).contains($0) }
    }

    mutating func frequency() throws(LineError) -> Double {
        try number(Self.frequencyWords) { Self.isFrequency($0) }
    }

    mutating func time() throws(LineError) -> HostTime {
        guard let word = bareWord, let time = Self.time(word[...]) else {
            var error = unexpectedNumber(Self.timeWords)
            if let word = bareWord, word.hasSuffix("s"), Self.time(word.dropLast()) != nil {
                error.message += "; a time has no unit: '\(word.dropLast())'"
            }
            throw error
        }
        advance()
        return time
    }

    /// Parses `T..T`, with or without blanks around the dots.
    ///
    /// - Returns: The two times and the column of the second.
    mutating func span() throws(LineError) -> (from: HostTime, to: HostTime, toColumn: Int) {
        guard let first = current, first.kind == .bare else {
            throw unexpectedNumber("a span of time as in 1..2.5")
        }
        let dots = first.text.firstTwoDots
        guard let from = Self.time(first.text[..<(dots?.lowerBound ?? first.text.endIndex)]) else {
            throw unexpectedNumber("a span of time as in 1..2.5")
        }
        advance()
        var rest = dots.map { first.text[$0.upperBound...] } ?? ""
        var restColumn = first.endColumn - rest.unicodeScalars.count
        if dots == nil {
            guard let word = bareWord, word.hasPrefix("..") else { throw unexpected("'..'") }
            rest = word.dropFirst(2)
            restColumn = column + 2
            advance()
        }
        if rest.isEmpty {
            restColumn = column
            return (from, try time(), restColumn)
        }
        guard let to = Self.time(rest) else {
            throw LineError(
                column: restColumn,
                message: "expected \(Self.timeWords), found \(quote(String(rest)))"
                    + DecimalText.hint(about: String(rest)))
        }
        return (from, to, restColumn)
    }

    static let timeWords = "a time in seconds from 0 to \(DecimalText.text(Scenario.durationMax))"
    static let frequencyWords =
        "a frequency in hertz above 0 and below \(DecimalText.text(SoundSpec.frequencyLimit))"

    static func time(_ text: Substring) -> HostTime? {
        guard let time = text.contains(":") ? clockTime(text) : DecimalText.time(text),
            time <= Scenario.durationMax
        else { return nil }
        return time
    }

    /// Parses minutes and seconds, `m:ss`, or hours with them, `h:mm:ss`; seconds may have a
    /// fraction.
    private static func clockTime(_ text: Substring) -> HostTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var sum: Int64 = 0
        for (index, part) in parts.enumerated() {
            let digits = part.prefix { $0.isASCII && $0.isNumber }
            let isLast = index == parts.count - 1
            guard index == 0 || digits.count == 2, isLast || digits.endIndex == part.endIndex,
                let value = DecimalText.time(part), index == 0 || value < .seconds(60)
            else { return nil }
            let (scaled, overflow) = sum.multipliedReportingOverflow(by: 60)
            guard !overflow, scaled <= .max - value.nanoseconds else { return nil }
            sum = scaled + value.nanoseconds
        }
        return HostTime(nanoseconds: sum)
    }

    static func isFrequency(_ value: Double) -> Bool {
        value > 0 && value < SoundSpec.frequencyLimit
    }

    // MARK: Names

    /// Parses the name of an app and records its use.
    mutating func appName() throws(LineError) -> String {
        let column = column
        let name = try declaredAppName()
        note(app: name, column: column)
        return name
    }

    /// Parses the name of an app with an apostrophe and an s, and records its use.
    mutating func ownerName() throws(LineError) -> String {
        let column = column
        guard let current, current.text.hasSuffix("'s") else {
            throw unexpected("the name of an app with 's after it, as in Music's")
        }
        let name = try declaredAppName(withoutLast: 2)
        note(app: name, column: column)
        return name
    }

    /// Parses the name of an app in its declaration.
    ///
    /// - Parameter count: The number of characters of the word that do not belong to the name.
    mutating func declaredAppName(withoutLast count: Int = 0) throws(LineError) -> String {
        let name = String((current?.text ?? "").dropLast(count))
        guard let current, current.kind == .bare || current.kind == .quoted, isAppName(name)
        else {
            var error = unexpected(
                "the name of an app (an upper-case letter or one without case, then letters, "
                    + "digits, '-' and '_')", candidates: known.apps)
            if bareWord == "phone" { error.message += ", which is reserved" }
            throw error
        }
        advance()
        return name
    }

    /// Parses the name of a stream of `app`; records its use unless the action starts the stream.
    mutating func streamName(of app: String, isNew: Bool = false) throws(LineError) -> String {
        let column = column
        guard let current, current.kind == .bare || current.kind == .quoted,
            isStreamName(current.text)
        else {
            throw unexpected(
                "the name of a stream (a lower-case letter or one without case, then letters, "
                    + "digits, '-' and '_')", candidates: isNew ? [] : known.streams[app] ?? [])
        }
        advance()
        if isNew {
            noteNewStream(column: column)
        } else {
            note(app: app, stream: current.text, column: column)
        }
        return current.text
    }

    /// Parses the scenario's name for a background task.
    mutating func taskName() throws(LineError) -> String {
        guard let current, current.kind == .bare || current.kind == .quoted,
            isStreamName(current.text)
        else {
            throw unexpected(
                "the name of a task (a lower-case letter or one without case, then letters, "
                    + "digits, '-' and '_')")
        }
        advance()
        return current.text
    }

    mutating func url() throws(LineError) -> String {
        guard let current, current.kind == .quoted, !current.text.isEmpty else {
            throw unexpected("a URL in double quotes")
        }
        advance()
        return current.text
    }

    // MARK: Sounds

    /// Parses a sound that the phone has itself: a path or a generated sound.
    mutating func ownSound() throws(LineError) -> SoundSpec {
        let column = column
        let sound = try sound()
        guard case .address = sound else { return sound }
        throw LineError(
            column: column,
            message: "expected a sound of the phone, found the address of a server's; only "
                + "'plays … with avplayer' plays one")
    }

    /// Parses a path, a generated sound or the address of a server's. Text in quotes is a path or an
    /// address.
    mutating func sound() throws(LineError) -> SoundSpec {
        let expected =
            "a sound (a path, 'tone:HZ', 'tone:HZ/SECONDS', 'noise', 'noise/SECONDS' "
            + "or 'silence/SECONDS')"
        guard let current, !current.text.isEmpty else { throw unexpected(expected) }
        switch current.kind {
        case .bare:
            guard current.text != "as" else { throw unexpected(expected) }
            let sound = try generatedSound(current)
            advance()
            return sound ?? fileOrAddress(current.text)
        case .quoted:
            advance()
            return fileOrAddress(current.text)
        case .code, .semicolon:
            throw unexpected(expected)
        }
    }

    private func fileOrAddress(_ text: String) -> SoundSpec {
        isWebAddress(text) ? .address(text) : .file(text)
    }

    private func generatedSound(_ token: Token) throws(LineError) -> SoundSpec? {
        let parts = token.text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts[0]
        if token.text == "tone" {
            throw LineError(
                column: token.column,
                message: "expected 'tone:HZ' or 'tone:HZ/SECONDS', found 'tone'"
            )
        }
        guard head == "noise" || head == "silence" || head.hasPrefix("tone:") else { return nil }
        var seconds: Double?
        if parts.count > 1 {
            seconds = try part(parts[1], of: token, "a length in seconds above 0") {
                $0 > 0 && $0 <= SoundSpec.secondsMax
            }
        }
        if head == "noise" { return .noise(seconds: seconds) }
        if head == "silence" {
            guard let seconds else {
                throw LineError(
                    column: token.column, message: "expected 'silence/SECONDS', found 'silence'")
            }
            return .silence(seconds: seconds)
        }
        let hertz = try part(
            head.dropFirst("tone:".count), of: token, Self.frequencyWords, where: Self.isFrequency)
        return .tone(hertz: hertz, seconds: seconds)
    }

    /// Parses a number inside a word.
    private func part(
        _ text: Substring, of token: Token, _ what: String, where isValid: (Double) -> Bool
    ) throws(LineError) -> Double {
        guard let value = DecimalText.double(text), isValid(value) else {
            let offset = token.text.unicodeScalars.distance(
                from: token.text.startIndex, to: text.startIndex)
            throw LineError(
                column: token.column + offset,
                message: "expected \(what), found "
                    + (text.isEmpty ? "nothing" : quote(String(text)))
                    + DecimalText.hint(about: String(text))
                    + "; a file of that name goes in double quotes")
        }
        return value
    }
}

extension String {
    /// The range of the first `..`.
    fileprivate var firstTwoDots: Range<Index>? {
        let dot = UInt8(ascii: ".")
        var index = utf8.startIndex
        while index < utf8.endIndex {
            let next = utf8.index(after: index)
            if utf8[index] == dot, next < utf8.endIndex, utf8[next] == dot {
                return index..<utf8.index(after: next)
            }
            index = next
        }
        return nil
    }
}
