/// What most calls about a voice need to know of it.
struct VoiceSlot {
    /// The voice in this slot, or `noVoice`.
    var id = Self.noVoice
    /// The rate of its source in frames a second.
    var sampleRate = 0.0

    /// The identifier of no voice. Its slot is beyond those of every mixer.
    static let noVoice = Mixer.VoiceID(serial: 0, slot: Mixer.VoiceID.slotMask)
}

/// The rest of the control side's state of one voice. It keeps the source alive until the render
/// thread has released the voice.
struct ControlVoice {
    let source: VoiceSource
    let busIndex: Int?
    /// Whether the voice is ending; later holds and resumes are then ignored.
    var isEnding = false
    /// Commands that did not fit into the command queue, the last one of each kind.
    var waiting: [MixerCommand] = []
}

/// The control side's state of one bus.
struct ControlBus {
    let sampleRate: Double
    let bus: UnsafeMutablePointer<ResamplingBus>
    /// The number of voices that are not collected yet.
    var voiceCount = 0
    /// The bus that was in this slot before, until the render thread has released it.
    var predecessor: UnsafeMutablePointer<ResamplingBus>?

    init(from sampleRate: Double, to outputRate: Double, sharing resources: inout BusResources) {
        self.sampleRate = sampleRate
        bus = .allocate(capacity: 1)
        bus.initialize(
            to: ResamplingBus(from: sampleRate, to: outputRate, sharing: &resources))
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
    /// The subject of a command: a later command to the same voice with the same subject replaces
    /// the earlier one.
    var subject: Int {
        switch kind {
        case .moveGain: stage.rawValue
        case .movePan: Mixer.GainStage.allCases.count
        case .hold, .resume, .stop, .cut: Mixer.GainStage.allCases.count + 1
        // Never queued: the caller gets an error instead.
        case .start, .placeBus: Mixer.GainStage.allCases.count + 2
        }
    }
}
