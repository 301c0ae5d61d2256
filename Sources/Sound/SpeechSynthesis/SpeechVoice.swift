/// A voice that can speak.
package struct SpeechVoice: Hashable, Sendable {
    /// The unique identifier, `org.espeak-ng.voice.` and the name of the voice's file.
    package var identifier: String
    /// The name in English, as `German`.
    package var name: String
    /// The BCP-47 tag with a region where the language has one, as `de-DE`.
    package var language: String
    package var gender: Gender
    /// The name of the voice's file, which selects it in the library.
    var file: String

    package enum Gender: Sendable {
        case unspecified
        case male
        case female
    }

    /// The voices of this machine in the order of their languages; empty without the library.
    package static let all: [SpeechVoice] = EspeakLibrary.listVoices().compactMap(SpeechVoice.init)
        .sorted { ($0.language, $0.identifier) < ($1.language, $1.identifier) }

    /// The frames a second of all speech.
    package static let sampleRate = 22050.0

    static let identifierPrefix = "org.espeak-ng.voice."

    /// - Returns: `nil` for voices that read another language's letters, which no tag names.
    init?(_ listed: EspeakLibrary.ListedVoice) {
        guard !listed.file.lowercased().contains("latn") else { return nil }
        file = listed.file
        name = listed.name.trimmingSpaces
        gender = listed.gender
        language = LanguageTag.ofVoice(listed.language)
        identifier =
            Self.identifierPrefix + listed.file.split(separator: "/").joined(separator: ".")
    }

    /// The voice with an identifier.
    package static func find(identifier: String) -> SpeechVoice? {
        all.first { $0.identifier == identifier }
    }

    /// The best voice for a BCP-47 tag: of this language and region, or else of the language in its
    /// usual region.
    package static func find(language: String) -> SpeechVoice? {
        let tag = LanguageTag.canonical(language)
        if let exact = all.first(where: { $0.language == tag }) { return exact }
        guard let wanted = LanguageTag.substitute(for: tag) else { return nil }
        return all.first { $0.language == wanted }
            ?? all.first { LanguageTag.primary($0.language) == LanguageTag.primary(tag) }
    }
}

/// BCP-47 language tags, with the regions that Apple's voices have.
enum LanguageTag {
    /// The usual region of a language.
    private static let regions: [String: String] = [
        "af": "ZA", "ar": "001", "bg": "BG", "bn": "IN", "bs": "BA", "ca": "ES", "cs": "CZ",
        "cy": "GB", "da": "DK", "de": "DE", "el": "GR", "en": "US", "es": "ES", "et": "EE",
        "eu": "ES", "fa": "IR", "fi": "FI", "fr": "FR", "ga": "IE", "gd": "GB", "gu": "IN",
        "he": "IL", "hi": "IN", "hr": "HR", "hu": "HU", "hy": "AM", "id": "ID", "is": "IS",
        "it": "IT", "ja": "JP", "ka": "GE", "kk": "KZ", "kn": "IN", "ko": "KR", "lb": "LU",
        "lt": "LT", "lv": "LV", "mk": "MK", "ml": "IN", "mr": "IN", "ms": "MY", "mt": "MT",
        "nb": "NO", "ne": "NP", "nl": "NL", "pa": "IN", "pl": "PL", "pt": "PT", "ro": "RO",
        "ru": "RU", "sk": "SK", "sl": "SI", "sq": "AL", "sr": "RS", "sv": "SE", "sw": "KE",
        "ta": "IN", "te": "IN", "th": "TH", "tr": "TR", "uk": "UA", "ur": "PK", "uz": "UZ",
        "vi": "VN",
    ]
    /// Chinese languages, which Apple's voices name by the region.
    private static let chinese = ["cmn": "zh-CN", "yue": "zh-HK"]

    static func primary(_ tag: String) -> String {
        String(tag.prefix { $0 != "-" })
    }

    /// The tag of one of the library's voices.
    static func ofVoice(_ language: String) -> String {
        let tag = canonical(language)
        if let chinese = chinese[tag] { return chinese }
        guard !tag.contains("-"), let region = regions[tag] else { return tag }
        return "\(tag)-\(region)"
    }

    /// The tag with the usual cases: `zh-Hans-CN`; an underscore counts as a hyphen.
    static func canonical(_ tag: String) -> String {
        var subtags: [String] = []
        for part in tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).prefix(8) {
            let isRegion = !subtags.isEmpty && part.count == 2 && subtags.last != "x"
            let isScript = !subtags.isEmpty && part.count == 4 && subtags.last != "x"
            subtags.append(
                isRegion
                    ? part.uppercased()
                    : isScript
                        ? part.prefix(1).uppercased() + part.dropFirst().lowercased()
                        : part.lowercased())
        }
        return subtags.joined(separator: "-")
    }

    /// The tag of the voices to use where none has the tag itself; `nil` when it names no language.
    static func substitute(for tag: String) -> String? {
        let language = primary(tag)
        switch language {
        case "": return nil
        case "zh", "cmn": return "zh-CN"
        case "yue": return "zh-HK"
        case "no": return "nb-NO"
        case "en": return tag == "en" ? "en-US" : "en-GB"
        case "es": return tag == "es" ? "es-ES" : "es-419"
        default: return regions[language].map { "\(language)-\($0)" } ?? language
        }
    }
}

extension String {
    /// The text without spaces at its ends.
    var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
