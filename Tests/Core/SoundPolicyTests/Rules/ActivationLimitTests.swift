import AudioModel
import SoundPolicy
import Testing

/// One attempt to activate a session, and its result.
struct Attempt: Sendable, CustomStringConvertible {
    var description: String
    var session: Session
    var circumstances: ActivationConditions
    var refusal: SessionError?

    init(
        _ description: String, _ category: SessionCategory, _ options: SessionOptions = [],
        _ interrupter: Interrupter? = nil, foreground: Bool = true, audioMode: Bool = false,
        woken: Bool = false, rival: Bool = false, refused refusal: SessionError? = nil
    ) {
        self.description = description
        session = Session(category: category, options: options)
        circumstances = ActivationConditions(
            interrupter: interrupter, isForeground: foreground, hasAudioMode: audioMode,
            isWokenToResume: woken, isOtherNonMixableActive: rival)
        self.refusal = refusal
    }
}

@Suite("An activation")
struct ActivationLimitTests {
    static let inForeground = [
        Attempt("with nobody else", .playback),
        Attempt("with a rival", .playback, rival: true),
        Attempt("of a session that mixes, with a rival", .ambient, rival: true),
        Attempt("without the audio mode", .soloAmbient),
    ]

    static let underInterrupters = [
        Attempt("of playback in a call", .playback, [], .call, refused: .insufficientPriority),
        Attempt("of a game in a call", .soloAmbient, [], .call, refused: .insufficientPriority),
        Attempt("of playback in an alarm", .playback, [], .alarm, refused: .insufficientPriority),
        Attempt("of playback in a timer", .playback, [], .timer, refused: .insufficientPriority),
        Attempt("of record in a call", .record, [], .call, refused: .insufficientPriority),
        Attempt("of record in an alarm", .record, [], .alarm, refused: .insufficientPriority),
        Attempt("of ambient in a call", .ambient, [], .call),
        Attempt("of playback that mixes, in a call", .playback, .mixWithOthers, .call),
        Attempt(
            "of play-and-record that mixes, in a call", .playAndRecord, .mixWithOthers, .call,
            refused: .insufficientPriority),
        Attempt(
            "of multi-route that mixes, in a call", .multiRoute, .mixWithOthers, .call,
            refused: .insufficientPriority),
        Attempt(
            "of play-and-record that mixes, in an alarm", .playAndRecord, .mixWithOthers, .alarm),
        Attempt(
            "woken to resume, but a call has come", .playback, [], .call, foreground: false,
            audioMode: true, woken: true, refused: .insufficientPriority),
    ]

    static let inBackground = [
        Attempt("alone, with the audio mode", .playback, foreground: false, audioMode: true),
        Attempt(
            "with the audio mode and a rival", .playback, foreground: false, audioMode: true,
            rival: true, refused: .cannotInterruptOthers),
        Attempt(
            "without the audio mode", .playback, foreground: false,
            refused: .cannotInterruptOthers),
        Attempt(
            "without the audio mode, with a rival", .playback, foreground: false, rival: true,
            refused: .cannotInterruptOthers),
        Attempt(
            "woken to resume, with a rival", .playback, foreground: false, audioMode: true,
            woken: true, rival: true),
        Attempt(
            "woken to resume, without the audio mode", .playback, foreground: false, woken: true),
        Attempt(
            "of a session that mixes, with the audio mode", .playback, .mixWithOthers,
            foreground: false, audioMode: true, rival: true),
        Attempt(
            "of a session that mixes, without the audio mode", .playback, .mixWithOthers,
            foreground: false, refused: .cannotStartPlaying),
        Attempt(
            "of ambient, without the audio mode", .ambient, foreground: false,
            refused: .cannotStartPlaying),
        Attempt(
            "of ambient, woken to resume, without the audio mode", .ambient, foreground: false,
            woken: true),
    ]

    @Test("in the foreground is granted", arguments: inForeground)
    func foreground(attempt: Attempt) { check(attempt) }

    @Test("while the system interrupts is for those who mix", arguments: underInterrupters)
    func interrupters(attempt: Attempt) { check(attempt) }

    @Test("in the background needs the mode, and no rival", arguments: inBackground)
    func background(attempt: Attempt) { check(attempt) }

    @Test("of a recording beside a call and the assistant is refused for the call")
    func callFirst() {
        let circumstances = ActivationConditions(
            interrupter: .call, isForeground: true, hasAudioMode: false, isWokenToResume: false,
            isOtherNonMixableActive: false, isAssistantListening: true)
        for options: SessionOptions in [[], .mixWithOthers] {
            let session = Session(category: .playAndRecord, options: options)
            let refusal = activationObstacle(session, circumstances, rules: RuleSet(off: []))?.error
            #expect(refusal == .insufficientPriority)
        }
    }

    private func check(_ attempt: Attempt) {
        #expect(
            activationObstacle(attempt.session, attempt.circumstances, rules: RuleSet(off: []))?
                .error
                == attempt.refusal)
    }
}
