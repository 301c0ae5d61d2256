import AudioModel
import SoundPolicy
import Testing

@Suite("A refusal")
struct RefusalReasonTests {
    struct Refusal: CustomTestStringConvertible, Sendable {
        var request: AppRequest
        var reason: RefusalReason
        var testDescription: String { reason.sentence }
    }

    private static func refusal(
        _ request: AppRequest, _ error: SessionError, _ rule: Rule, _ sentence: String
    ) -> Refusal {
        Refusal(
            request: request,
            reason: RefusalReason(error, rule: rule.rawValue, sentence: sentence))
    }

    static let categories = [
        refusal(
            .setCategory(.playback, .default, .allowBluetooth, .default), .badParam,
            .optionsMustFit,
            "option allowBluetooth needs category record or playAndRecord; the category is playback"
        ),
        refusal(
            .setCategory(.record, .default, [.mixWithOthers, .defaultToSpeaker], .default),
            .badParam, .optionsMustFit,
            "option mixWithOthers needs category ambient, playback, playAndRecord or multiRoute; "
                + "option defaultToSpeaker needs category playAndRecord; the category is record"),
        refusal(
            .setCategory(.playback, .default, SessionOptions(rawValue: 0x10), .default), .badParam,
            .optionsMustFit,
            "the bits of option interruptSpokenAudioAndMixWithOthers are set in part; set both "
                + "(0x11) or none"),
        refusal(
            .setCategory(.playback, .default, SessionOptions(rawValue: 0x800), .default),
            .badParam, .optionsMustFit, "the options have unknown bits (0x800)"),
        refusal(
            .setMode(.voiceChat), .badParam, .modeMustFit,
            "mode voiceChat needs category playAndRecord; the category is soloAmbient"),
        refusal(
            .setCategory(.playback, .spokenAudio, [], .default), .badParam, .modeMustFit,
            "mode spokenAudio is not in generation 8; it is from 13 on"),
        refusal(
            .setCategory(.ambient, .default, [], .longFormAudio), .badParam, .policyMustFit,
            "policy longFormAudio needs category playback; the category is ambient"),
        refusal(
            .setCategory(.playback, .default, .duckOthers, .longFormVideo), .badParam,
            .policyMustFit, "policy longFormVideo needs no options; the options are duckOthers"),
        refusal(
            .setCategory(.playback, .default, [], .independent), .badParam, .policyMustFit,
            "policy independent is the system's to set; an app sets default, longFormAudio or "
                + "longFormVideo"),
        refusal(
            .startStream(number: 9, .recorder, appVolume: 1), .cannotStartRecording,
            .inputNeedsCategory,
            "recording needs category record, playAndRecord or multiRoute; the category is "
                + "soloAmbient"),
    ]

    @Test("names what does not fit, and what is allowed", arguments: categories)
    func category(refusal: Refusal) {
        var configuration = PolicyConfiguration()
        configuration.profile = .ios8
        configuration.acceptsUnsupportedModes = false
        var phone = Phone(configuration)
        phone.launch(.game, Session(category: .soloAmbient))
        let response = phone.after(.zero, .app(.game, refusal.request))
        #expect(response.refusal == refusal.reason.error)
        #expect(response.reason == refusal.reason)
        // The next request that is granted has no reason.
        #expect(phone.after(.zero, .app(.game, .setMode(.default))).reason == nil)
    }

    @Test("of an activation names what stands in its way")
    func activation() throws {
        var phone = Phone()
        phone.launch(.game, Session(category: .playAndRecord))
        phone.launch(.music, Session(category: .playback))
        phone.after(.zero, .app(.music, .activate))
        phone.after(.zero, .device(.callArrived))
        let inCall = try #require(phone.after(.zero, .app(.game, .activate)).reason)
        #expect(inCall.rule == Rule.interrupterBlocksActivation.rawValue)
        #expect(inCall.sentence.contains("playAndRecord records, which no app may during a call"))
        let mixing = try #require(phone.after(.zero, .app(.music, .activate)).reason)
        #expect(mixing.sentence.contains("the call lasts") && mixing.error == .insufficientPriority)
    }
}
