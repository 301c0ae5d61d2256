public import Foundation
import SpeechSynthesis

/// The quality of a voice.
public enum AVSpeechSynthesisVoiceQuality: Int, Sendable {
    case `default` = 1
    case enhanced = 2
    case premium = 3
}

/// The gender of a voice.
public enum AVSpeechSynthesisVoiceGender: Int, Sendable {
    case unspecified = 0
    case male = 1
    case female = 2
}

/// The identifier of Apple's voice Alex, which is not on this machine.
public let AVSpeechSynthesisVoiceIdentifierAlex = "com.apple.speech.voice.Alex"

/// The key of a phonetic notation in an attributed string, in the International Phonetic Alphabet.
public let AVSpeechSynthesisIPANotationAttribute = "AVSpeechSynthesisIPANotationAttribute"

/// A voice that speaks one language.
///
/// Ownership: immutable.
public final class AVSpeechSynthesisVoice: NSObject, NSSecureCoding, @unchecked Sendable {
    let voice: SpeechVoice

    init(_ voice: SpeechVoice) {
        self.voice = voice
    }

    /// The voices of this machine; empty without the library that speaks.
    public class func speechVoices() -> [AVSpeechSynthesisVoice] {
        SpeechVoice.all.map { AVSpeechSynthesisVoice($0) }
    }

    /// The BCP-47 tag of the user's language and region, as `en-US`.
    public class func currentLanguageCode() -> String {
        let identifier = Locale.current.identifier
        let tag = String(identifier.prefix { $0 != "." && $0 != "@" })
        let parts = tag.split(whereSeparator: { $0 == "_" || $0 == "-" })
        guard let language = parts.first, language.count == 2 || language.count == 3 else {
            return "en-US"
        }
        guard parts.count > 1 else {
            return SpeechVoice.find(language: tag)?.language ?? String(language)
        }
        return parts.joined(separator: "-")
    }

    /// Makes the best voice for a BCP-47 tag; `nil` stands for the user's language.
    ///
    /// - Returns: `nil` when no voice speaks the language.
    public convenience init?(language languageCode: String?) {
        let voice =
            languageCode.map { SpeechVoice.find(language: $0) } ?? Self.defaultVoice
        guard let voice else { return nil }
        self.init(voice)
    }

    /// Makes the voice with an identifier, as `identifier` of another voice has it.
    ///
    /// - Returns: `nil` when there is no such voice.
    public convenience init?(identifier: String) {
        guard let voice = SpeechVoice.find(identifier: identifier) else { return nil }
        self.init(voice)
    }

    // MARK: Coding

    public static var supportsSecureCoding: Bool { true }

    private static let codingName = "identifier"

    /// Writes the identifier.
    public func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: Self.codingName)
    }

    /// Reads a voice; `nil` for one that this machine does not have.
    public convenience init?(coder: NSCoder) {
        guard let name = coder.text(Self.codingName) else { return nil }
        self.init(identifier: name)
    }

    // MARK: The voice

    /// The voice of the user's language, or else of American English.
    static var defaultVoice: SpeechVoice? {
        SpeechVoice.find(language: currentLanguageCode()) ?? SpeechVoice.find(language: "en-US")
            ?? SpeechVoice.all.first
    }

    /// The BCP-47 tag of the voice's language and region.
    public var language: String { voice.language }
    /// The unique identifier.
    public var identifier: String { voice.identifier }
    /// The name of the voice.
    public var name: String { voice.name }
    /// The quality; all voices here have the default one.
    public var quality: AVSpeechSynthesisVoiceQuality { .default }
    /// The gender of the voice.
    public var gender: AVSpeechSynthesisVoiceGender {
        switch voice.gender {
        case .unspecified: .unspecified
        case .male: .male
        case .female: .female
        }
    }

    /// The properties of a voice that are not its language.
    public struct Traits: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// A voice that sounds unlike a person.
        public static let isNoveltyVoice = Traits(rawValue: 1)
        /// The user's own voice.
        public static let isPersonalVoice = Traits(rawValue: 2)
    }

    /// The traits of the voice; none of the voices here has one.
    public var voiceTraits: Traits { [] }

    /// The format of the buffers that `AVSpeechSynthesizer.write` makes with this voice, with the
    /// keys of `AVAudioFormat.settings`.
    public var audioFileSettings: [String: Any] { SpeechWriter.format.settings }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? AVSpeechSynthesisVoice)?.voice == voice
    }

    public override var hash: Int { voice.hashValue }

    public override var description: String {
        "[AVSpeechSynthesisVoice] Language: \(language), Name: \(name), Quality: Default"
            + " [\(identifier)]"
    }
}
