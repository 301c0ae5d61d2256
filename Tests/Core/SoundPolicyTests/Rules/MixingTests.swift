import AudioModel
import SoundPolicy
import Testing

/// A session's class by its effect on other sessions.
enum SessionClass: String, CaseIterable, Sendable {
    case alone, aloneSpoken, mixing, mixingSpoken, ducking, spokenInterrupting
    case spokenInterruptingAndDucking

    var session: Session {
        switch self {
        case .alone: Session(category: .playback)
        case .aloneSpoken: Session(category: .playback, mode: .spokenAudio)
        case .mixing: Session(category: .playback, options: .mixWithOthers)
        case .mixingSpoken:
            Session(category: .playback, mode: .spokenAudio, options: .mixWithOthers)
        case .ducking:
            Session(category: .playback, options: effective(.duckOthers, with: .playback))
        case .spokenInterrupting:
            Session(category: .playback, options: .interruptSpokenAudioAndMixWithOthers)
        case .spokenInterruptingAndDucking:
            Session(
                category: .playback,
                options: [.interruptSpokenAudioAndMixWithOthers, .duckOthers])
        }
    }

    /// The classes that the activation of B interrupts, when B is of this class.
    ///
    /// Typed by hand from the Audio Session Programming Guide, "Fine-Tuning the Category", and the
    /// public header; whether a spoken session that mixes is interrupted is our choice.
    var interrupted: [SessionClass] {
        switch self {
        case .alone, .aloneSpoken: [.alone, .aloneSpoken]
        case .mixing, .mixingSpoken, .ducking: []
        case .spokenInterrupting, .spokenInterruptingAndDucking: [.aloneSpoken, .mixingSpoken]
        }
    }

    var ducks: Bool { self == .ducking || self == .spokenInterruptingAndDucking }
}

@Suite("The activation of B, while A is active,")
struct MixingTests {
    @Test(
        "interrupts A as the matrix says", arguments: SessionClass.allCases, SessionClass.allCases)
    func interruption(b: SessionClass, a: SessionClass) {
        #expect(
            interrupts(b.session, a.session, rules: RuleSet(off: [])) == b.interrupted.contains(a))
    }

    @Test("ducks A where B asks for it", arguments: SessionClass.allCases)
    func ducking(b: SessionClass) {
        #expect(ducksOthers(b.session.category, b.session.options) == b.ducks)
    }

    @Test(
        "does the same in the machine, and tells A of an interruption only",
        arguments: SessionClass.allCases, SessionClass.allCases)
    func machine(b: SessionClass, a: SessionClass) {
        // Given A, playing.
        var phone = Phone()
        phone.launch(.music, a.session, modes: ["audio"])
        phone.start(.song)
        // When B becomes active, without a sound.
        phone.launch(.game, b.session)
        let response = phone.after(.milliseconds(100), .app(.game, .activate))
        // Then A is interrupted, ducked or left alone.
        let isInterrupted = b.interrupted.contains(a)
        let isDucked = b.ducks && !isInterrupted
        #expect(response.refusal == nil)
        #expect(
            phone.machine.verdict(of: .song)?.state
                == (isInterrupted ? .interrupted : isDucked ? .ducked : .audible))
        let told = response.notifications(to: .music)
        #expect(told == (isInterrupted ? [.interruptionBegan(reason: .default)] : []))
        #expect(phone.machine.session(of: .music)?.isActive == !isInterrupted)
    }
}
