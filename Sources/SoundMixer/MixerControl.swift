/// What control knows of one voice. Its source lives here until the render thread is done with it.
struct ControlVoice {
    let id: Mixer.VoiceID
    let source: VoiceSource
    let busIndex: Int?
    /// Nothing brings it back: later holds and resumes are not worth a command.
    var isEnding = false
    /// Commands that found the queue full, at most one of a kind: the last one counts.
    var waiting: [MixerCommand] = []
}

/// A bus as control has it.
struct ControlBus {
    let sampleRate: Double
    let bus: UnsafeMutablePointer<ResamplingBus>
    /// Voices not collected yet.
    var voiceCount = 0
    /// The bus that had this place before, until the render thread has let go of it.
    var predecessor: UnsafeMutablePointer<ResamplingBus>?

    init(from sampleRate: Double, to outputRate: Double) {
        self.sampleRate = sampleRate
        bus = .allocate(capacity: 1)
        bus.initialize(to: ResamplingBus(from: sampleRate, to: outputRate))
    }

    mutating func freePredecessor() {
        guard let predecessor else { return }
        predecessor.pointee.deallocate()
        predecessor.deallocate()
        self.predecessor = nil
    }

    mutating func free() {
        freePredecessor()
        bus.pointee.deallocate()
        bus.deallocate()
    }
}

extension MixerCommand {
    /// Two commands to one voice with the same subject: the later one makes the earlier void.
    var subject: Int {
        switch self {
        case .moveGain(_, let stage, _, _): stage.rawValue
        case .movePan: Mixer.GainStage.allCases.count
        case .hold, .resume, .stop, .cut: Mixer.GainStage.allCases.count + 1
        // Never kept waiting: the caller is told instead.
        case .start, .placeBus: Mixer.GainStage.allCases.count + 2
        }
    }
}
