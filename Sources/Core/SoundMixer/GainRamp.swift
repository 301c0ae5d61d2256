/// A linear gain ramp to a target, as a function of the voice's own clock.
struct GainRamp: BitwiseCopyable {
    private(set) var target: Float
    private var stepPerFrame: Float = 0
    /// The frame at which the target is reached.
    private(set) var endFrame = 0

    @_noLocks @_noAllocation
    init(at gain: Float) {
        target = gain
    }

    @inline(__always) @_noLocks @_noAllocation
    func value(at frame: Int) -> Float {
        let framesLeft = endFrame &- frame
        // Computed back from the end, so that the target is met exactly.
        return framesLeft <= 0 ? target : target - stepPerFrame * Float(framesLeft)
    }

    /// Returns the largest value from a frame on.
    @inline(__always) @_noLocks @_noAllocation
    func largestValue(from frame: Int) -> Float {
        guard endFrame > frame else { return target }
        let value = value(at: frame)
        return value > target ? value : target
    }

    /// Starts a new ramp of a gain that does not move.
    ///
    /// - Parameter frameCount: The ramp's length in frames, at least 1.
    /// - Returns: The largest value from `frame` on.
    @inline(__always) @_noLocks @_noAllocation
    mutating func moveFromRest(to gain: Float, over frameCount: Int, from frame: Int) -> Float {
        let start = target
        stepPerFrame = (gain - start) / Float(frameCount)
        target = gain
        endFrame = frame &+ frameCount
        return start > gain ? start : gain
    }

    /// Starts a new ramp at the gain's present value.
    ///
    /// - Parameter frameCount: The ramp's length in frames; 0 jumps.
    @inline(__always) @_noLocks @_noAllocation
    mutating func move(to gain: Float, over frameCount: Int, from frame: Int) {
        let start = value(at: frame)
        target = gain
        endFrame = frame &+ frameCount
        stepPerFrame = frameCount > 0 ? (gain - start) / Float(frameCount) : 0
    }
}
