import CSoundMixer

/// A voice as the render thread mixes it while nothing happens to it: one cache line that a block
/// reads and does not write.
///
/// What happened until a frame of the bus's clock is settled in the `RenderVoice`; from there on
/// the voice follows from the clock alone, for `frameCount` frames.
struct SteadyVoice: BitwiseCopyable {
    /// The voice's block at `origin`.
    var block = sori_voice_block()
    /// The frame on the bus's clock until which everything is settled.
    var origin = 0
    /// The number of frames from `origin` on for which the voice is steady; −1 when it is not, and
    /// has to be looked at even in a block that has no frame for its bus.
    var frameCount = -1
    /// The next voice of the same bus, in the order of their start; −1 after the last one.
    var next = -1
    /// Whether its source stands still: the voice is held, or has ended.
    var isHeld = true
    /// Whether its gains are not 0.
    var isSounding = false
    /// The exponent of the bytes of a frame of its samples, a power of two.
    var frameShift: UInt8 = 0

    @_noLocks @_noAllocation
    init() {}

    /// The block `passedCount` frames after `origin`.
    @inline(__always) @_noLocks @_noAllocation
    func block(after passedCount: Int) -> sori_voice_block {
        var block = block
        block.samples += passedCount &<< Int(frameShift)
        block.time += Float(passedCount)
        return block
    }
}

/// What a block does not need of a voice.
struct VoicePlace: BitwiseCopyable {
    /// The voice before it in its list; −1 before the first one.
    var previous = -1
    /// The output frame until which the voice is measured without being asked.
    var measuredUntil = 0

    @_noLocks @_noAllocation
    init() {}
}

/// The voices of one bus in the order of their start, which is the order of summation.
struct VoiceList: BitwiseCopyable {
    private(set) var first = -1
    private var last = -1

    @_noLocks @_noAllocation
    init() {}

    @_noLocks @_noAllocation
    mutating func append(
        _ slot: Int, _ voices: UnsafeMutablePointer<SteadyVoice>,
        _ places: UnsafeMutablePointer<VoicePlace>
    ) {
        voices[slot].next = -1
        places[slot].previous = last
        if last < 0 { first = slot } else { voices[last].next = slot }
        last = slot
    }

    @_noLocks @_noAllocation
    mutating func remove(
        _ slot: Int, _ voices: UnsafeMutablePointer<SteadyVoice>,
        _ places: UnsafeMutablePointer<VoicePlace>
    ) {
        let (previous, next) = (places[slot].previous, voices[slot].next)
        if previous < 0 { first = next } else { voices[previous].next = next }
        if next < 0 { last = previous } else { places[next].previous = previous }
    }
}

/// Voices that are mixed in one pass.
struct VoiceBatch: BitwiseCopyable {
    private let blocks: UnsafeMutablePointer<sori_voice_block>
    private var count = 0

    /// The largest number of voices in a pass: they fit into a quarter of the first cache.
    private static let countMax = 256

    init() {
        blocks = .allocate(capacity: Self.countMax)
    }

    func deallocate() {
        blocks.deallocate()
    }

    /// Adds a voice.
    ///
    /// - Returns: Whether the batch is full and has to be mixed.
    @inline(__always) @_noLocks @_noAllocation
    mutating func append(_ block: sori_voice_block) -> Bool {
        blocks[count] = block
        count &+= 1
        return count == Self.countMax
    }

    /// Mixes the voices into `bus`, and forgets them.
    @_noLocks @_noAllocation
    mutating func mix(into bus: UnsafeMutablePointer<Float>, frameCount: Int) {
        guard count > 0 else { return }
        sori_mix_voices(blocks, count, bus, frameCount)
        count = 0
    }
}
