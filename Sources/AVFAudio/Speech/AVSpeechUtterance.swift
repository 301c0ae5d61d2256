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
open class AVSpeechUtterance: NSObject, NSCopying {
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
    private let isMarkup: Bool

    /// Makes an utterance of a text.
    public convenience init(string: String) {
        self.init(SpeechText(string), NSAttributedString(string: string), isMarkup: false)
    }

    /// Makes an utterance of an attributed text; its attributes do not change the speech.
    public convenience init(attributedString string: NSAttributedString) {
        self.init(SpeechText(string.string), string, isMarkup: false)
    }

    /// Makes an utterance of a document in the Speech Synthesis Markup Language.
    ///
    /// - Returns: `nil` unless it is one well-formed `speak` element.
    public convenience init?(ssmlRepresentation string: String) {
        guard let text = SpeechText(ssml: string) else { return nil }
        self.init(text, NSAttributedString(string: text.string), isMarkup: true)
    }

    private init(_ text: SpeechText, _ attributed: NSAttributedString, isMarkup: Bool) {
        self.text = text
        self.isMarkup = isMarkup
        speechString = text.string
        attributedSpeechString = attributed
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = AVSpeechUtterance(text, attributedSpeechString, isMarkup: isMarkup)
        copy.voice = voice
        copy.rate = rate
        copy.pitchMultiplier = pitchMultiplier
        copy.volume = volume
        copy.prefersAssistiveTechnologySettings = prefersAssistiveTechnologySettings
        copy.preUtteranceDelay = preUtteranceDelay
        copy.postUtteranceDelay = postUtteranceDelay
        return copy
    }

    /// The voice to speak with; `nil` when this machine has none.
    var chosenVoice: SpeechVoice? { voice?.voice ?? AVSpeechSynthesisVoice.defaultVoice }

    /// How the voice speaks; markup has its own prosody.
    var settings: SpeechReader.Settings {
        isMarkup
            ? SpeechReader.Settings()
            : SpeechReader.Settings(
                rate: Double(rate), pitch: Double(pitchMultiplier), volume: Double(volume))
    }
}
