public import Foundation
import SpeechSynthesis

/// The slowest rate of speech.
public let AVSpeechUtteranceMinimumSpeechRate: Float = 0
/// The fastest rate of speech.
public let AVSpeechUtteranceMaximumSpeechRate: Float = 1
/// The voice's own rate of speech.
public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5

/// A text to be spoken, with its voice and prosody.
///
/// What is changed after the utterance has been enqueued has no effect. One thread at a time.
open class AVSpeechUtterance: NSObject, NSCopying, NSSecureCoding {
    /// The voice; `nil` stands for the voice of the user's language.
    open var voice: AVSpeechSynthesisVoice?
    /// The rate, from `AVSpeechUtteranceMinimumSpeechRate` to `AVSpeechUtteranceMaximumSpeechRate`.
    /// Has no effect on markup.
    open var rate = AVSpeechUtteranceDefaultSpeechRate
    /// The factor of the voice's own pitch, 0.5…2. Has no effect on markup.
    open var pitchMultiplier: Float = 1
    /// The volume, 0…1. Has no effect on markup.
    open var volume: Float = 1
    /// Whether an assistive technology's settings take the place of these; there is none here.
    open var prefersAssistiveTechnologySettings = false
    /// Silence before the speech, in seconds.
    open var preUtteranceDelay: TimeInterval = 0
    /// Silence between the speech and the next utterance's, in seconds.
    open var postUtteranceDelay: TimeInterval = 0

    /// The text without markup.
    public let speechString: String
    /// The text with its attributes.
    public let attributedSpeechString: NSAttributedString

    let text: SpeechText
    /// The document of markup; `nil` for plain text.
    private let markup: String?

    /// Makes an utterance of a text.
    public convenience init(string: String) {
        self.init(SpeechText(string), NSAttributedString(string: string), markup: nil)
    }

    /// Makes an utterance of an attributed text; its attributes do not change the speech.
    public convenience init(attributedString string: NSAttributedString) {
        self.init(SpeechText(string.string), string, markup: nil)
    }

    /// Makes an utterance of a document in the Speech Synthesis Markup Language.
    ///
    /// - Returns: `nil` unless it is one well-formed `speak` element.
    public convenience init?(ssmlRepresentation string: String) {
        guard let text = SpeechText(ssml: string) else { return nil }
        self.init(text, NSAttributedString(string: text.string), markup: string)
    }

    private init(_ text: SpeechText, _ attributed: NSAttributedString, markup: String?) {
        self.text = text
        self.markup = markup
        speechString = text.string
        attributedSpeechString = attributed
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = AVSpeechUtterance(text, attributedSpeechString, markup: markup)
        copy.voice = voice
        copy.rate = rate
        copy.pitchMultiplier = pitchMultiplier
        copy.volume = volume
        copy.prefersAssistiveTechnologySettings = prefersAssistiveTechnologySettings
        copy.preUtteranceDelay = preUtteranceDelay
        copy.postUtteranceDelay = postUtteranceDelay
        return copy
    }

    // MARK: Coding

    public static var supportsSecureCoding: Bool { true }

    /// Writes the text without its attributes, the voice and the prosody.
    open func encode(with coder: NSCoder) {
        if let markup {
            coder.encode(markup as NSString, forKey: CodingName.markup)
        } else {
            coder.encode(speechString as NSString, forKey: CodingName.text)
        }
        if let voice { coder.encode(voice, forKey: CodingName.voice) }
        coder.encode(rate, forKey: CodingName.rate)
        coder.encode(pitchMultiplier, forKey: CodingName.pitch)
        coder.encode(volume, forKey: CodingName.volume)
        coder.encode(prefersAssistiveTechnologySettings, forKey: CodingName.assistive)
        coder.encode(preUtteranceDelay, forKey: CodingName.before)
        coder.encode(postUtteranceDelay, forKey: CodingName.after)
    }

    /// Reads an utterance; `nil` without a text.
    public required init?(coder: NSCoder) {
        let text: SpeechText
        if let document = coder.text(CodingName.markup) {
            guard let parsed = SpeechText(ssml: document) else { return nil }
            (text, markup) = (parsed, document)
        } else if let plain = coder.text(CodingName.text) {
            (text, markup) = (SpeechText(plain), nil)
        } else {
            return nil
        }
        self.text = text
        speechString = text.string
        attributedSpeechString = NSAttributedString(string: text.string)
        super.init()
        if coder.containsValue(forKey: CodingName.voice) {
            voice = coder.decodeObject(of: AVSpeechSynthesisVoice.self, forKey: CodingName.voice)
        }
        rate = coder.decodeFloat(forKey: CodingName.rate)
        pitchMultiplier = coder.decodeFloat(forKey: CodingName.pitch)
        volume = coder.decodeFloat(forKey: CodingName.volume)
        prefersAssistiveTechnologySettings = coder.decodeBool(forKey: CodingName.assistive)
        preUtteranceDelay = coder.decodeDouble(forKey: CodingName.before)
        postUtteranceDelay = coder.decodeDouble(forKey: CodingName.after)
    }

    private enum CodingName {
        static let markup = "markup"
        static let text = "text"
        static let voice = "voice"
        static let rate = "rate"
        static let pitch = "pitch"
        static let volume = "volume"
        static let assistive = "assistive"
        static let before = "before"
        static let after = "after"
    }

    /// The voice to speak with; `nil` when this machine has none.
    var chosenVoice: SpeechVoice? { voice?.voice ?? AVSpeechSynthesisVoice.defaultVoice }

    /// How the voice speaks; markup has its own prosody.
    var settings: SpeechReader.Settings {
        markup != nil
            ? SpeechReader.Settings()
            : SpeechReader.Settings(
                rate: Double(rate), pitch: Double(pitchMultiplier), volume: Double(volume))
    }
}

extension NSCoder {
    /// The text of a key; `nil` without one.
    func text(_ key: String) -> String? {
        guard containsValue(forKey: key) else { return nil }
        return decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
    }
}
