/// A number that moves to its target in a straight line, so that a change does not click.
struct LinearRamp: BitwiseCopyable {
    private(set) var target: Float
    private var stepPerFrame: Float = 0
    /// The number of frames until the target is reached.
    private(set) var framesLeft = 0

    @_noLocks @_noAllocation
    init(at value: Float) {
        target = value
    }

    /// Whether the target has been reached.
    var isLevel: Bool {
        @_noLocks @_noAllocation get { framesLeft == 0 }
    }

    /// Returns the value at a frame from now.
    @inline(__always) @_noLocks @_noAllocation
    func value(at frame: Int) -> Float {
        let left = framesLeft &- frame
        // Computed back from the end, so that the target is met exactly.
        return left <= 0 ? target : target - stepPerFrame * Float(left)
    }

    /// Starts a new ramp at the present value, unless it leads to the target already.
    ///
    /// - Parameter frameCount: The ramp's length in frames; 0 jumps.
    @_noLocks @_noAllocation
    mutating func move(to value: Float, over frameCount: Int) {
        guard value != target else {
            if frameCount == 0 { framesLeft = 0 }
            return
        }
        let start = self.value(at: 0)
        target = value
        framesLeft = frameCount
        stepPerFrame = frameCount > 0 ? (value - start) / Float(frameCount) : 0
    }

    /// Returns the number of frames of a segment in which the value is either level or moving.
    @_noLocks @_noAllocation
    func segment(_ frameCount: Int) -> Int {
        framesLeft > 0 ? min(frameCount, framesLeft) : frameCount
    }

    /// Moves on by a number of frames.
    @_noLocks @_noAllocation
    mutating func advance(by frameCount: Int) {
        framesLeft = max(framesLeft &- frameCount, 0)
    }
}

/// The duration of a cross-fade after a change of a setting.
let settingRampSeconds = 0.01

extension Float {
    /// The sample; silence where it is NaN or 120 dB above full scale.
    var withoutExtremes: Float {
        @inline(__always) @_noLocks @_noAllocation get { magnitude <= 0x1p20 ? self : 0 }
    }

    /// The sample for a feedback loop: at most 120 dB above full scale, and silence below −400 dB,
    /// before it becomes a denormal number.
    var forFeedback: Float {
        @inline(__always) @_noLocks @_noAllocation get {
            let bounded = Swift.min(Swift.max(self, -0x1p20), 0x1p20)
            return bounded.magnitude >= 1e-20 ? bounded : 0
        }
    }
}
