/// A command from the control side to the render thread. A new voice is already in its slot.
///
/// A struct and not an enum with associated values, so that copying one takes three moves and no
/// call: a control thread may send thousands in a block.
struct MixerCommand: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
        case start
        /// Starts a ramp of a stage's gain, or of the balance.
        case moveGain, movePan
        case hold, resume, stop, cut
        /// Puts a bus in a slot; no voice uses the slot's previous bus any more.
        case placeBus
    }

    /// The length of a ramp in frames, or the address of a bus.
    private let word: Int
    /// The target of a ramp.
    let value: Float
    private let number: UInt32
    let kind: Kind
    /// The stage of `moveGain`.
    let stage: Mixer.GainStage

    @inline(__always)
    init(_ kind: Kind, slot: Int) {
        self.init(kind, slot: slot, to: 0, frameCount: 0)
    }

    /// Creates the command of a ramp to `value`.
    @inline(__always)
    init(
        _ kind: Kind, _ stage: Mixer.GainStage = .app, slot: Int, to value: Float, frameCount: Int
    ) {
        word = frameCount
        self.value = value
        number = UInt32(truncatingIfNeeded: slot)
        self.kind = kind
        self.stage = stage
    }

    /// Creates the command that puts a bus in the slot `index`.
    init(placing bus: UnsafeMutablePointer<ResamplingBus>, index: Int) {
        word = Int(bitPattern: bus)
        value = 0
        number = UInt32(truncatingIfNeeded: index)
        kind = .placeBus
        stage = .app
    }

    /// The slot of the voice, or the index of the bus.
    var slot: Int {
        @inline(__always) @_noLocks @_noAllocation get { Int(number) }
    }

    /// The length of a ramp in frames.
    var frameCount: Int {
        @inline(__always) @_noLocks @_noAllocation get { word }
    }

    /// The bus that is placed.
    var bus: UnsafeMutablePointer<ResamplingBus>? {
        @_noLocks @_noAllocation get { UnsafeMutablePointer(bitPattern: word) }
    }
}

/// A report from the render thread to the control side.
enum RenderReport: BitwiseCopyable {
    case voiceDone(slot: Int, wasStopped: Bool)
    /// The slot's previous bus will not be used again.
    case busReplaced(index: Int)
}
