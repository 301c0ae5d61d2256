import CSoundMixer

/// The sum of all voices of one source rate, and the one filter that resamples it to the output
/// rate.
///
/// Resampling is linear, so filtering the sum equals filtering every voice, at the cost of one. The
/// bus is kept half a filter length ahead of the output, and a new voice is added into those
/// frames: frame 0 of a sound is output, without delay, at the output frame at which the voice was
/// started.
struct ResamplingBus {
    private let filter: ResamplingFilter
    private let ownsFilter: Bool
    private let input: ResamplingInput
    private let ownsInput: Bool
    /// The frames that the last block has left, unless the bus was shared.
    private let kept: UnsafeMutablePointer<Float>
    /// The bus that this one is a part of in the present block, with the frames of both.
    private var shared: UnsafeMutablePointer<SharedBus>?
    /// The frames of the present block.
    private var frames: UnsafeMutablePointer<Float>
    /// Where the present block stands among the frames.
    private var window: BusWindow

    /// The voices of this bus.
    private(set) var voices = VoiceList()
    /// The number of frames that voices have been mixed into, after their first ones.
    private(set) var clock = 0
    /// The number of frames consumed by the last block.
    private(set) var passedCount = 0

    /// Creates a bus, and its filter if no other bus has the same. Control thread.
    ///
    /// - Parameter resources: Kept by the caller as long as the bus.
    init(from sourceRate: Double, to outputRate: Double, sharing resources: inout BusResources) {
        let ratio = RateRatio(from: sourceRate, to: outputRate)
        let shared = resources.filter(for: ratio)
        ownsFilter = shared == nil
        filter = shared ?? ResamplingFilter(ratio)
        let capacity =
            filter.tapCount + Int((ratio.value * Double(RenderState.blockFramesMax)).rounded(.up))
            + 2
        (input, ownsInput) = resources.input(capacity: capacity)
        kept = .allocate(capacity: 2 * filter.tapCount)
        frames = input.frames
        window = BusWindow(ratio, tapCount: filter.tapCount)
    }

    /// The number of frames that are mixed already.
    var readyCount: Int {
        @_noLocks @_noAllocation get { window.readyCount }
    }

    /// Frees the memory. Control thread, after the render thread has released the bus.
    func deallocate() {
        if ownsFilter { filter.deallocate() }
        if ownsInput { input.deallocate() }
        kept.deallocate()
    }

    /// Whether the bus has no voice and no sound left to output.
    private var isIdle: Bool {
        @_noLocks @_noAllocation get { voices.first < 0 && window.soundingCount == 0 }
    }

    @_noLocks @_noAllocation
    mutating func join(
        _ slot: Int, _ steady: UnsafeMutablePointer<SteadyVoice>,
        _ places: UnsafeMutablePointer<VoicePlace>
    ) {
        voices.append(slot, steady, places)
    }

    @_noLocks @_noAllocation
    mutating func leave(
        _ slot: Int, _ steady: UnsafeMutablePointer<SteadyVoice>,
        _ places: UnsafeMutablePointer<VoicePlace>
    ) {
        voices.remove(slot, steady, places)
        restartIfIdle()
    }

    /// Takes up the frames that the last block left, and clears those that `outputCount` output
    /// frames need.
    ///
    /// - Parameter shared: Has the frames of this block, together with those of other mixers.
    @_noLocks @_noAllocation
    mutating func prepare(
        outputCount: Int, sharing shared: UnsafeMutablePointer<SharedResampling>?
    ) {
        passedCount = 0
        let wasShared = self.shared != nil
        self.shared = nil
        guard !isIdle else { return }
        // A shared bus has kept its frames itself.
        let keptCount = wasShared ? 0 : window.keptCount
        window.open(outputCount: outputCount)
        // A ratio that needs memory of its own may need it in the next block, if not in this one.
        self.shared = ownsInput ? nil : shared?.pointee.join(window, filter)
        if let shared = self.shared {
            frames = shared.pointee.frames
            sori_add_samples(frames, kept, 2 &* keptCount)
        } else {
            frames = input.frames
            copyFrames(kept, to: frames, frameCount: keptCount)
            input.clear(from: keptCount, to: window.neededCount)
        }
    }

    /// Returns the frame at which a voice continues, or at which a new one starts: the nearest to
    /// its first output frame.
    ///
    /// - Parameter outputOffset: The output frames of this block before a new voice starts.
    @_noLocks @_noAllocation
    func firstFrame(isNew: Bool, outputOffset: Int) -> Int {
        guard isNew else { return readyCount }
        let ratio = window.ratio
        let start = window.position &+ outputOffset &* ratio.numerator
        let whole = start / ratio.denominator
        let isPastHalf = 2 &* (start &- whole &* ratio.denominator) >= ratio.denominator
        return filter.tapCount / 2 &- 1 &+ whole &+ (isPastHalf ? 1 : 0)
    }

    /// Returns the memory from a frame on, and its number of frames.
    @_noLocks @_noAllocation
    func room(from frame: Int) -> (start: UnsafeMutablePointer<Float>, frameCount: Int) {
        (frames + 2 &* frame, window.neededCount &- frame)
    }

    /// Notes that a voice has been mixed up to `frame`.
    @_noLocks @_noAllocation
    mutating func noteSound(upTo frame: Int) {
        window.noteSound(upTo: frame)
    }

    /// Notes that voices have been mixed into the next `frameCount` frames that were not ready.
    @_noLocks @_noAllocation
    mutating func noteSound(ofNewFrames frameCount: Int) {
        noteSound(upTo: readyCount &+ frameCount)
    }

    /// Resamples the next `outputCount` frames into `output`, adding them, and drops the frames
    /// that are not needed any more. A shared bus does both later.
    @_noLocks @_noAllocation
    mutating func filter(into output: UnsafeMutablePointer<Float>, outputCount: Int) {
        guard !isIdle else { return }
        clock &+= window.neededCount &- readyCount
        if let shared {
            shared.pointee.noteSound(upTo: window.soundingCount)
            passedCount = window.close(outputCount: outputCount)
        } else {
            if window.soundingCount > 0 {
                input.addFiltered(to: output, outputCount: outputCount, window, by: filter)
            }
            passedCount = window.close(outputCount: outputCount)
            copyFrames(frames + 2 &* passedCount, to: kept, frameCount: window.keptCount)
        }
        restartIfIdle()
    }

    /// Resets an idle bus, so that the next sound starts like the first.
    @_noLocks @_noAllocation
    private mutating func restartIfIdle() {
        guard isIdle else { return }
        window.restart()
    }
}
