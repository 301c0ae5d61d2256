/// The sum of all voices of one source rate, and the one filter that resamples it to the output
/// rate.
///
/// Resampling is linear, so filtering the sum equals filtering every voice, at the cost of one. The
/// bus is kept half a filter length ahead of the output, and a new voice is added into those
/// frames: frame 0 of a sound is output, without delay, at the output frame at which the voice was
/// started.
struct ResamplingBus {
    private let ratio: RateRatio
    private let filter: ResamplingFilter
    private let ownsFilter: Bool
    private let input: ResamplingInput
    private let ownsInput: Bool
    /// The frames that the last block did not use up; valid if `soundingCount` is not 0.
    private let kept: UnsafeMutablePointer<Float>

    /// The number of frames that are mixed already.
    private(set) var readyCount = 0
    /// The number of frames that the present block needs.
    private var neededCount = 0
    /// The end of the frames that are not silent.
    private var soundingCount = 0
    /// The position of the next output frame between two bus frames, in units of `1 /
    /// ratio.denominator`.
    private var position = 0

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
        ratio = RateRatio(from: sourceRate, to: outputRate)
        let shared = resources.filter(for: ratio)
        ownsFilter = shared == nil
        filter = shared ?? ResamplingFilter(ratio)
        let capacity =
            filter.tapCount + Int((ratio.value * Double(RenderState.blockFramesMax)).rounded(.up))
            + 2
        (input, ownsInput) = resources.input(capacity: capacity)
        kept = .allocate(capacity: 2 * filter.tapCount)
    }

    /// Frees the memory. Control thread, after the render thread has released the bus.
    func deallocate() {
        if ownsFilter { filter.deallocate() }
        if ownsInput { input.deallocate() }
        kept.deallocate()
    }

    /// Whether the bus has no voice and no sound left to output.
    private var isIdle: Bool {
        @_noLocks @_noAllocation get { voices.first < 0 && soundingCount == 0 }
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
    @_noLocks @_noAllocation
    mutating func prepare(outputCount: Int) {
        passedCount = 0
        guard !isIdle else { return }
        let lastOffset = (position &+ (outputCount &- 1) &* ratio.numerator) / ratio.denominator
        neededCount = lastOffset &+ filter.tapCount
        let keptCount = soundingCount > 0 ? readyCount : 0
        copyFrames(kept, to: input.frames, frameCount: keptCount)
        let cleared = input.frames + 2 &* keptCount
        cleared.update(repeating: 0, count: 2 &* (neededCount &- keptCount))
    }

    /// Returns the frame at which a voice continues, or at which a new one starts: the nearest to
    /// its first output frame.
    ///
    /// - Parameter outputOffset: The output frames of this block before a new voice starts.
    @_noLocks @_noAllocation
    func firstFrame(isNew: Bool, outputOffset: Int) -> Int {
        guard isNew else { return readyCount }
        let start = position &+ outputOffset &* ratio.numerator
        let whole = start / ratio.denominator
        let isPastHalf = 2 &* (start &- whole &* ratio.denominator) >= ratio.denominator
        return filter.tapCount / 2 &- 1 &+ whole &+ (isPastHalf ? 1 : 0)
    }

    /// Returns the memory from a frame on, and its number of frames.
    @_noLocks @_noAllocation
    func room(from frame: Int) -> (start: UnsafeMutablePointer<Float>, frameCount: Int) {
        (input.frames + 2 &* frame, neededCount &- frame)
    }

    /// Notes that a voice has been mixed up to `frame`.
    @_noLocks @_noAllocation
    mutating func noteSound(upTo frame: Int) {
        soundingCount = max(soundingCount, frame)
    }

    /// Notes that voices have been mixed into the next `frameCount` frames that were not ready.
    @_noLocks @_noAllocation
    mutating func noteSound(ofNewFrames frameCount: Int) {
        noteSound(upTo: readyCount &+ frameCount)
    }

    /// Resamples the next `outputCount` frames into `output`, adding them, and drops the frames
    /// that are not needed any more.
    ///
    /// - Parameter shared: Filters the frames later, together with those of other mixers.
    @_noLocks @_noAllocation
    mutating func filter(
        into output: UnsafeMutablePointer<Float>, outputCount: Int,
        sharing shared: UnsafeMutablePointer<SharedResampling>?
    ) {
        guard !isIdle else { return }
        let end = position &+ outputCount &* ratio.numerator
        passedCount = end / ratio.denominator
        clock &+= neededCount &- readyCount
        readyCount = neededCount &- passedCount
        if soundingCount > 0 {
            let isShared = shared?.pointee.add(
                input.frames, frameCount: neededCount, filter: filter, ratio, position: position)
            if isShared != true {
                input.addFiltered(
                    to: output, outputCount: outputCount, frameCount: neededCount, by: filter,
                    ratio, position: position)
            }
            copyFrames(input.frames + 2 &* passedCount, to: kept, frameCount: readyCount)
            soundingCount = max(soundingCount &- passedCount, 0)
        }
        position = end &- passedCount &* ratio.denominator
        restartIfIdle()
    }

    /// Resets an idle bus, so that the next sound starts like the first.
    @_noLocks @_noAllocation
    private mutating func restartIfIdle() {
        guard isIdle else { return }
        position = 0
        readyCount = 0
    }
}
