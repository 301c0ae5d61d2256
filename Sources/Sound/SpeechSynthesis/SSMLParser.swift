#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension SpeechText {
    /// Makes a text from a document in the Speech Synthesis Markup Language.
    ///
    /// Understood are `speak`, `p`, `s`, `break`, `prosody`, `emphasis`, `sub`, `mark`; the text in
    /// other elements is spoken as it is.
    ///
    /// - Returns: `nil` unless it is one well-formed `speak` element.
    package init?(ssml: String) {
        var parser = SSMLParser()
        guard let text = parser.parse(ssml) else { return nil }
        self = text
    }
}

/// Builds a text from the tags of a document.
private struct SSMLParser {
    private struct Element {
        var name: String
        var prosody: SpeechText.Prosody
        var alias: String?
        /// The text's length where the element began.
        var start: Int
    }

    private var string = ""
    private var length = 0
    private var segments: [SpeechText.Segment] = []
    private var elements: [Element] = []

    /// The deepest nesting of elements.
    private static let depthMax = 64

    mutating func parse(_ document: String) -> SpeechText? {
        var scanner = XMLScanner(document)
        var hasRoot = false
        while let token = scanner.next() {
            switch token {
            case .text(let text):
                if elements.isEmpty {
                    guard text.allSatisfy(\.isWhitespace) else { return nil }
                } else {
                    append(text)
                }
            case .open(let name, let attributes, let isEmpty):
                if elements.isEmpty {
                    guard name == "speak", !hasRoot else { return nil }
                    hasRoot = true
                }
                guard elements.count < Self.depthMax else { return nil }
                open(name, attributes)
                if isEmpty { close() }
            case .close(let name):
                guard elements.last?.name == name else { return nil }
                close()
            }
        }
        guard hasRoot, elements.isEmpty, !scanner.isBroken else { return nil }
        return SpeechText(string: string, segments: segments)
    }

    private mutating func append(_ text: String) {
        let text = Self.collapsed(text, after: string.last)
        guard !text.isEmpty, let element = elements.last else { return }
        let start = length
        string += text
        length += text.utf16.count
        guard element.alias == nil else { return }
        add(start..<length, .text, element.prosody)
    }

    private mutating func add(
        _ range: Range<Int>, _ content: SpeechText.Segment.Content, _ prosody: SpeechText.Prosody
    ) {
        if content == .text, let last = segments.last, last.content == .text,
            last.prosody == prosody, last.range.upperBound == range.lowerBound
        {
            segments[segments.count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
            segments.append(SpeechText.Segment(range: range, content: content, prosody: prosody))
        }
    }

    /// The text with each run of white space as one space, and none after another.
    private static func collapsed(_ text: String, after last: Character?) -> String {
        var result = ""
        var wasSpace = last?.isWhitespace ?? true
        for character in text {
            if character.isWhitespace {
                if !wasSpace { result += " " }
                wasSpace = true
            } else {
                result.append(character)
                wasSpace = false
            }
        }
        return result
    }

    private mutating func open(_ name: String, _ attributes: [String: String]) {
        var element = Element(
            name: name, prosody: elements.last?.prosody ?? SpeechText.Prosody(),
            alias: elements.last?.alias, start: length)
        switch name {
        case "break":
            let seconds = Self.pause(attributes)
            segments.append(
                SpeechText.Segment(range: length..<length, content: .pause(seconds)))
        case "mark":
            if let mark = attributes["name"] {
                segments.append(
                    SpeechText.Segment(range: length..<length, content: .bookmark(mark)))
            }
        case "prosody": Self.apply(attributes, to: &element.prosody)
        case "emphasis": Self.emphasise(attributes["level"], &element.prosody)
        case "sub": element.alias = element.alias ?? attributes["alias"]
        default: break
        }
        elements.append(element)
    }

    private mutating func close() {
        guard let element = elements.popLast() else { return }
        switch element.name {
        case "p", "s":
            // Text that follows must not run on.
            if string.last?.isWhitespace == false { appendSeparator(element.prosody) }
        case "sub" where elements.last?.alias == nil:
            if let alias = element.alias, element.start < length {
                add(element.start..<length, .alias(alias), element.prosody)
            }
        default: break
        }
    }

    private mutating func appendSeparator(_ prosody: SpeechText.Prosody) {
        guard elements.last?.alias == nil else { return }
        let start = length
        string += "\n"
        length += 1
        add(start..<length, .text, prosody)
    }

    // MARK: Attributes

    private static func pause(_ attributes: [String: String]) -> Double {
        if let time = attributes["time"] {
            if time.hasSuffix("ms") { return (Double(time.dropLast(2)) ?? 0) / 1000 }
            if time.hasSuffix("s") { return Double(time.dropLast()) ?? 0 }
            return 0
        }
        switch attributes["strength"] {
        case "none": return 0
        case "x-weak": return 0.1
        case "weak": return 0.2
        case "strong": return 0.8
        case "x-strong": return 1.2
        default: return 0.4
        }
    }

    private static func emphasise(_ level: String?, _ prosody: inout SpeechText.Prosody) {
        switch level {
        case "strong": prosody.pitch *= 1.15
        case "none", "reduced": break
        default: prosody.pitch *= 1.08
        }
    }

    private static func apply(
        _ attributes: [String: String], to prosody: inout SpeechText.Prosody
    ) {
        if let rate = attributes["rate"] {
            let named = [
                "x-slow": 0.5, "slow": 0.75, "medium": 1, "fast": 1.3, "x-fast": 1.7,
            ]
            prosody.rate *= limited(named[rate] ?? factor(rate, isRelative: false))
        }
        if let pitch = attributes["pitch"] {
            let named = ["x-low": 0.6, "low": 0.8, "medium": 1, "high": 1.25, "x-high": 1.6]
            prosody.pitch *= limited(named[pitch] ?? factor(pitch, isRelative: true))
        }
        if let volume = attributes["volume"] {
            let named = [
                "silent": 0, "x-soft": 0.25, "soft": 0.5, "medium": 1, "loud": 1, "x-loud": 1,
            ]
            prosody.volume *= min(named[volume] ?? gain(volume), 1)
        }
    }

    private static func limited(_ factor: Double) -> Double { min(max(factor, 0.1), 10) }

    /// The factor of `+20%`, `80%`, `+2st` or `1.5`; 1 for what is none of them.
    ///
    /// - Parameter isRelative: Whether a percentage without a sign is a change too.
    private static func factor(_ text: String, isRelative: Bool) -> Double {
        if text.hasSuffix("st"), let semitones = number(text.dropLast(2)) {
            return exp2(semitones / 12)
        }
        if text.hasSuffix("%"), let percent = number(text.dropLast()) {
            let isChange = isRelative || text.hasPrefix("+") || text.hasPrefix("-")
            return isChange ? 1 + percent / 100 : percent / 100
        }
        guard !isRelative, let factor = number(text[...]), factor > 0 else { return 1 }
        return factor
    }

    private static func gain(_ text: String) -> Double {
        if text.hasSuffix("dB"), let decibels = number(text.dropLast(2)) {
            return pow(10, decibels / 20)
        }
        return number(text[...]).map { max($0 / 100, 0) } ?? 1
    }

    private static func number(_ text: Substring) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}
