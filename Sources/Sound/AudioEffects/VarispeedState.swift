/// A position in the input that moves at a speed, which glides to its target.
struct TapeMotion: BitwiseCopyable {
    /// The input frame before the position, and the position's distance from it.
    private(set) var whole: Int
    private(set) var fraction = 0.0
    private(set) var rate = 1.0
    private var target = 1.0
    private var step = 0.0
    private var framesLeft = 0
    /// Whether the glide leads to a whole position, at which rate 1 needs no filter.
    private var isAligning = false

    init(at whole: Int) {
        self.whole = whole
    }

    /// Whether the frame at the position passes unchanged.
    var isExact: Bool {
        @_noLocks @_noAllocation get { rate == 1 && fraction == 0 }
    }

    /// Starts gliding to a speed.
    ///
    /// - Parameter frameCount: The number of output frames to get there; 0 jumps.
    @_noLocks @_noAllocation
    mutating func move(to newRate: Double, over frameCount: Int) {
        guard newRate != target || frameCount == 0 else { return }
        target = newRate
        isAligning = false
        framesLeft = frameCount
        step = frameCount > 0 ? (newRate - rate) / Double(frameCount) : 0
        if frameCount == 0 { rate = newRate }
    }

    /// Moves on by one output frame.
    ///
    /// - Parameter alignmentFrames: The number of frames in which rate 1 gets to a whole position.
    @_noLocks @_noAllocation
    mutating func advance(alignmentFrames: Int) {
        fraction += rate
        let passed = Int(fraction)
        whole &+= passed
        fraction -= Double(passed)
        if framesLeft > 0 {
            framesLeft &-= 1
            if isAligning {
                if framesLeft == 0 { align() }
            } else {
                rate = framesLeft == 0 ? target : rate + step
            }
        } else if target == 1, fraction != 0 {
            isAligning = true
            framesLeft = alignmentFrames
            rate = 1 + (1 - fraction) / Double(alignmentFrames)
        }
    }

    @_noLocks @_noAllocation
    private mutating func align() {
        if fraction > 0.5 { whole &+= 1 }
        fraction = 0
        rate = target
        isAligning = false
    }

    /// Renumbers the input frames.
    @_noLocks @_noAllocation
    mutating func drop(_ frameCount: Int) {
        whole &-= frameCount
    }
}

/// What a varispeed remembers, and its arithmetic.
struct VarispeedState {
    private let channelCount: Int
    private let rampFrames: Int
    private let capacity: Int
    /// The input of all channels, one after the other; before the first frame there is silence.
    private let input: UnsafeMutablePointer<Float>
    /// The end of the input.
    private var filledCount: Int
    private var motion: TapeMotion
    private let kernel: SincKernel
    private let weights: UnsafeMutablePointer<Float>
    private var isFresh = true

    /// The number of input frames on each side of a position, at the highest speed.
    private static let reachMax = SincKernel.reach(rate: Double(Varispeed.rateRange.upperBound))
    /// The number of further input frames that there is room for, so that they are moved seldom.
    private static let slackFrames = 4096

    init(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        let sampleRate = sampleRate.asSampleRate
        self.channelCount = channelCount
        rampFrames = max(Int(sampleRate * settingRampSeconds), 1)
        let longest = Int(Varispeed.rateRange.upperBound) * (max(maximumFrameCount, 0) + 1)
        capacity = 4 * Self.reachMax + longest + Self.slackFrames
        // The filter may load up to 7 frames after the last one, with weights of 0.
        input = .allocate(capacity: capacity * channelCount + 8)
        input.initialize(repeating: 0, count: capacity * channelCount + 8)
        weights = .allocate(capacity: 2 * Self.reachMax + 8)
        weights.initialize(repeating: 0, count: 2 * Self.reachMax + 8)
        kernel = SincKernel()
        filledCount = Self.reachMax
        motion = TapeMotion(at: Self.reachMax)
    }

    func deallocate() {
        input.deallocate()
        weights.deallocate()
        kernel.deallocate()
    }

    mutating func reset() {
        input.update(repeating: 0, count: capacity * channelCount + 8)
        filledCount = Self.reachMax
        motion = TapeMotion(at: Self.reachMax)
        isFresh = true
    }

    @_noLocks @_noAllocation
    mutating func update(rate: Double) {
        motion.move(to: rate, over: isFresh ? 0 : rampFrames)
        isFresh = false
    }

    /// Whether the present frame passes unchanged.
    var isExact: Bool {
        @_noLocks @_noAllocation get { motion.isExact }
    }

    @_noLocks @_noAllocation
    func neededInputFrames(for outputFrameCount: Int) -> Int {
        var motion = self.motion
        var end = 0
        for _ in 0..<max(outputFrameCount, 0) {
            end = max(end, self.end(of: motion))
            motion.advance(alignmentFrames: rampFrames)
        }
        return max(end &- filledCount, 0)
    }

    /// Returns the end of the input frames that the present output frame needs.
    @inline(__always) @_noLocks @_noAllocation
    private func end(of motion: TapeMotion) -> Int {
        motion.whole &+ 1 &+ (motion.isExact ? 0 : SincKernel.reach(rate: motion.rate))
    }

    @_noLocks @_noAllocation
    mutating func append(_ samples: PlanarSamples, frameCount: Int) {
        if filledCount &+ frameCount > capacity { dropPassedFrames() }
        let count = min(frameCount, capacity &- filledCount)
        guard count > 0 else { return }
        for channel in 0..<channelCount {
            let target = input + channel &* capacity + filledCount
            for index in 0..<count { target[index] = samples[channel][index].withoutExtremes }
        }
        filledCount &+= count
    }

    /// Moves the frames that are still needed to the front.
    @_noLocks @_noAllocation
    private mutating func dropPassedFrames() {
        let passed = min(motion.whole &- reachMax, filledCount)
        guard passed > 0 else { return }
        for channel in 0..<channelCount {
            let first = input + channel &* capacity
            for index in 0..<(filledCount &- passed) { first[index] = first[index &+ passed] }
        }
        filledCount &-= passed
        motion.drop(passed)
    }

    private var reachMax: Int {
        @_noLocks @_noAllocation get { SincKernel.reach(rate: 4) }
    }

    @_noLocks @_noAllocation
    mutating func read(_ output: PlanarSamples, frameCount: Int) {
        for index in 0..<frameCount {
            readFrame(output, at: index)
            motion.advance(alignmentFrames: rampFrames)
        }
    }

    @inline(__always) @_noLocks @_noAllocation
    private func readFrame(_ output: PlanarSamples, at index: Int) {
        guard end(of: motion) <= filledCount else {
            for channel in 0..<channelCount { output[channel][index] = 0 }
            return
        }
        if motion.isExact {
            for channel in 0..<channelCount {
                output[channel][index] = input[channel &* capacity &+ motion.whole]
            }
            return
        }
        let reach = SincKernel.reach(rate: motion.rate)
        let count = kernel.writeWeights(
            fraction: motion.fraction, cutoff: SincKernel.cutoff(rate: motion.rate), reach: reach,
            to: weights)
        let first = input + (motion.whole &- reach &+ 1)
        for channel in 0..<channelCount {
            output[channel][index] = weightedSum(first + channel &* capacity, count)
        }
    }

    @inline(__always) @_noLocks @_noAllocation
    private func weightedSum(_ samples: UnsafePointer<Float>, _ count: Int) -> Float {
        var sum = SIMD8<Float>(repeating: 0)
        var tap = 0
        while tap < count {
            sum += load(weights + tap) * load(samples + tap)
            tap &+= 8
        }
        let four = sum.lowHalf + sum.highHalf
        return (four[0] + four[2]) + (four[1] + four[3])
    }

    @inline(__always) @_noLocks @_noAllocation
    private func load(_ samples: UnsafePointer<Float>) -> SIMD8<Float> {
        UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<Float>.self)
    }
}
