import AudioEffects

/// Adds a block with a gain that moves in a straight line and reaches `end` at the last frame.
///
/// A gain that does not move is one product a sample, so that sums are exact.
@_noLocks @_noAllocation
func addRamped(
    _ input: UnsafePointer<Float>, frameCount: Int, gainFrom start: Float, to end: Float,
    into output: UnsafeMutablePointer<Float>
) {
    if start == end {
        for frame in 0..<frameCount { output[frame] += input[frame] * end }
        return
    }
    let step = (end - start) / Float(frameCount)
    for frame in 0..<frameCount {
        // Computed back from the end, so that the target is met exactly.
        let gain = end - step * Float(frameCount &- 1 &- frame)
        output[frame] += input[frame] * gain
    }
}

/// Writes a block with a gain that moves in a straight line and reaches `end` at the last frame.
///
/// At unity gain the samples stay the same to the bit, the sign of a zero too.
@_noLocks @_noAllocation
func copyRamped(
    _ input: UnsafePointer<Float>, frameCount: Int, gainFrom start: Float, to end: Float,
    into output: UnsafeMutablePointer<Float>
) {
    for frame in 0..<frameCount { output[frame] = input[frame] }
    scale(output, frameCount: frameCount, gainFrom: start, to: end)
}

/// Multiplies a block by a gain that moves in a straight line and reaches `end` at the last frame.
@_noLocks @_noAllocation
func scale(
    _ samples: UnsafeMutablePointer<Float>, frameCount: Int, gainFrom start: Float, to end: Float
) {
    if start == end {
        if end != 1 { for frame in 0..<frameCount { samples[frame] *= end } }
        return
    }
    let step = (end - start) / Float(frameCount)
    for frame in 0..<frameCount {
        samples[frame] *= end - step * Float(frameCount &- 1 &- frame)
    }
}

/// A fade of a branch: a gain of 0…1 that moves to its target by a fixed step a frame.
struct Fade: BitwiseCopyable {
    private(set) var level: Float
    /// 0 or 1.
    var target: Float
    private let step: Float

    /// - Parameter frameCount: The length of a whole fade, in frames; 0 jumps.
    init(level: Float, target: Float, frameCount: Int) {
        self.level = level
        self.target = target
        step = frameCount > 0 ? 1 / Float(frameCount) : 1
    }

    /// Ends the fade at once.
    @_noLocks @_noAllocation
    mutating func open() {
        target = 1
        level = 1
    }

    /// Whether the fade neither moves nor changes samples.
    var isOpen: Bool {
        @_noLocks @_noAllocation get { level == 1 && target == 1 }
    }

    /// Whether the fade has reached silence.
    var isClosed: Bool {
        @_noLocks @_noAllocation get { level == 0 && target == 0 }
    }

    /// Applies the next frames of the fade.
    @_noLocks @_noAllocation
    mutating func apply(to samples: PlanarSamples, channelCount: Int, frameCount: Int) {
        let start = level
        for channel in 0..<channelCount {
            level = start
            let target = samples[channel]
            for frame in 0..<frameCount {
                advance()
                target[frame] *= level
            }
        }
    }

    @inline(__always) @_noLocks @_noAllocation
    private mutating func advance() {
        if level < target {
            level = level + step < target ? level + step : target
        } else if level > target {
            level = level - step > target ? level - step : target
        }
    }
}
