import CSoundMixer

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
    private let wholeStep: Int
    private let partStep: Int

    /// Interleaved frames, starting with the first one that the next output frame needs.
    private let frames: UnsafeMutablePointer<Float>
    /// The same frames deinterleaved, refilled for each block.
    private let left: UnsafeMutablePointer<Float>
    private let right: UnsafeMutablePointer<Float>

    /// The number of frames that are mixed already.
    private var readyCount = 0
    /// The number of frames that the present block needs.
    private var neededCount = 0
    /// The end of the frames that are not silent.
    private var soundingCount = 0
    /// The position of the next output frame between two bus frames, in units of `1 /
    /// ratio.denominator`.
    private var position = 0

    /// The number of voices of this bus.
    private var voiceCount = 0
    /// The number of frames consumed by the last block.
    private(set) var passedCount = 0

    /// Creates a bus and its filter. Control thread.
    init(from sourceRate: Double, to outputRate: Double) {
        ratio = RateRatio(from: sourceRate, to: outputRate)
        filter = ResamplingFilter(ratio)
        wholeStep = ratio.numerator / ratio.denominator
        partStep = ratio.numerator % ratio.denominator
        let capacity =
            filter.tapCount + Int((ratio.value * Double(RenderState.blockFramesMax)).rounded(.up))
            + 2
        frames = .allocate(capacity: 2 * capacity)
        frames.initialize(repeating: 0, count: 2 * capacity)
        left = .allocate(capacity: capacity)
        left.initialize(repeating: 0, count: capacity)
        right = .allocate(capacity: capacity)
        right.initialize(repeating: 0, count: capacity)
    }

    /// Frees the memory. Control thread, after the render thread has released the bus.
    func deallocate() {
        filter.deallocate()
        frames.deallocate()
        left.deallocate()
        right.deallocate()
    }

    /// Whether the bus has no voice and no sound left to output.
    private var isIdle: Bool {
        @_noLocks @_noAllocation get { voiceCount == 0 && soundingCount == 0 }
    }

    @_noLocks @_noAllocation
    mutating func join() {
        voiceCount &+= 1
    }

    @_noLocks @_noAllocation
    mutating func leave() {
        voiceCount &-= 1
        restartIfIdle()
    }

    /// Clears the frames that `outputCount` output frames need.
    @_noLocks @_noAllocation
    mutating func prepare(outputCount: Int) {
        passedCount = 0
        guard !isIdle else { return }
        let lastOffset = (position &+ (outputCount &- 1) &* ratio.numerator) / ratio.denominator
        neededCount = lastOffset &+ filter.tapCount
        (frames + 2 &* readyCount).update(repeating: 0, count: 2 &* (neededCount &- readyCount))
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
        (frames + 2 &* frame, neededCount &- frame)
    }

    /// Notes that a voice has been mixed up to `frame`.
    @_noLocks @_noAllocation
    mutating func noteSound(upTo frame: Int) {
        soundingCount = max(soundingCount, frame)
    }

    /// Resamples the next `outputCount` frames into `output`, adding them, and drops the frames
    /// that are not needed any more.
    @_noLocks @_noAllocation
    mutating func filter(into output: UnsafeMutablePointer<Float>, outputCount: Int) {
        guard !isIdle else { return }
        let end = position &+ outputCount &* ratio.numerator
        passedCount = end / ratio.denominator
        readyCount = neededCount &- passedCount
        if soundingCount > 0 {
            let isMono = separateChannels()
            if filter.isExact {
                addExact(to: output, outputCount: outputCount, isMono: isMono)
            } else {
                addBlended(to: output, outputCount: outputCount, isMono: isMono)
            }
            moveFramesDown()
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

    /// Moves the remaining frames to the front.
    @_noLocks @_noAllocation
    private func moveFramesDown() {
        let source = frames + 2 &* passedCount
        for index in 0..<(2 &* readyCount) { frames[index] = source[index] }
    }

    /// - Returns: Whether both channels are identical, bit for bit.
    @_noLocks @_noAllocation
    private func separateChannels() -> Bool {
        var differences = SIMD4<UInt32>(repeating: 0)
        let wholeCount = neededCount & ~3
        var frame = 0
        while frame < wholeCount {
            let four = UnsafeRawPointer(frames + 2 &* frame).loadUnaligned(as: SIMD8<Float>.self)
            let (leftFour, rightFour) = (four.evenHalf, four.oddHalf)
            UnsafeMutableRawPointer(left + frame).storeBytes(of: leftFour, as: SIMD4<Float>.self)
            UnsafeMutableRawPointer(right + frame).storeBytes(of: rightFour, as: SIMD4<Float>.self)
            differences |=
                unsafeBitCast(leftFour, to: SIMD4<UInt32>.self)
                ^ unsafeBitCast(rightFour, to: SIMD4<UInt32>.self)
            frame &+= 4
        }
        var difference = differences[0] | differences[1] | differences[2] | differences[3]
        while frame < neededCount {
            left[frame] = frames[2 &* frame]
            right[frame] = frames[2 &* frame &+ 1]
            difference |= left[frame].bitPattern ^ right[frame].bitPattern
            frame &+= 1
        }
        return difference == 0
    }

    @_noLocks @_noAllocation
    private func addExact(to output: UnsafeMutablePointer<Float>, outputCount: Int, isMono: Bool) {
        var polyphase = sori_polyphase(
            weights: filter.weights, tap_count: filter.tapCount, phase: position,
            phase_count: ratio.denominator, whole_step: wholeStep, part_step: partStep)
        sori_add_filtered(output, outputCount, &polyphase, left, isMono ? nil : right)
    }

    @_noLocks @_noAllocation
    private func addBlended(to output: UnsafeMutablePointer<Float>, outputCount: Int, isMono: Bool)
    {
        let phasesPerPart = Double(filter.phaseCount) / Double(ratio.denominator)
        var part = position
        var frame = 0
        for index in 0..<outputCount {
            let phase = Double(part) * phasesPerPart
            let wholePhase = min(Int(phase), filter.phaseCount &- 1)
            let blend = Float(phase - Double(wholePhase))
            let weights = filter.weights + wholePhase &* filter.tapCount
            let before = weightedSum(at: frame, weights, isMono: isMono)
            let after = weightedSum(at: frame, weights + filter.tapCount, isMono: isMono)
            output[2 &* index] += before.left + (after.left - before.left) * blend
            output[2 &* index &+ 1] += before.right + (after.right - before.right) * blend
            frame &+= wholeStep
            part &+= partStep
            if part >= ratio.denominator {
                part &-= ratio.denominator
                frame &+= 1
            }
        }
    }

    @inline(__always) @_noLocks @_noAllocation
    private func weightedSum(
        at frame: Int, _ weights: UnsafePointer<Float>, isMono: Bool
    ) -> (left: Float, right: Float) {
        let tapCount = filter.tapCount
        if isMono {
            var sum = SIMD8<Float>(repeating: 0)
            var tap = 0
            while tap < tapCount {
                sum += load(weights + tap) * load(left + frame + tap)
                tap &+= 8
            }
            let both = total(sum)
            return (both, both)
        }
        var leftSum = SIMD8<Float>(repeating: 0)
        var rightSum = SIMD8<Float>(repeating: 0)
        var tap = 0
        while tap < tapCount {
            let eight = load(weights + tap)
            leftSum += eight * load(left + frame + tap)
            rightSum += eight * load(right + frame + tap)
            tap &+= 8
        }
        return (total(leftSum), total(rightSum))
    }
}

@inline(__always) @_noLocks @_noAllocation
private func load(_ samples: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<Float>.self)
}

@inline(__always) @_noLocks @_noAllocation
private func total(_ eight: SIMD8<Float>) -> Float {
    let four = eight.lowHalf + eight.highHalf
    let two = four.lowHalf + four.highHalf
    return two[0] + two[1]
}
