/// All gains of a voice, and the straight line that its left and right gain follow at present.
///
/// Each stage has a ramp of its own. Their product is followed in short linear segments of limited
/// slope, so that neither sums of ramps nor jumps of a stage click. Every value is a function of
/// the voice's own frame count: the partition of `render` into blocks does not matter.
struct VoiceGains: BitwiseCopyable {
    var app: GainRamp
    var session: GainRamp
    var duck: GainRamp
    /// The target is 0 while held or stopping, and 1 otherwise.
    var transport: GainRamp
    /// The balance: −1 left … 1 right.
    var pan: GainRamp

    /// The voice's clock in frames, including those in which it was held.
    private(set) var clock = 0

    private(set) var line = GainLine()
    private var lineEnd = Int.max
    /// The values at the end of the line.
    private var nextLeft: Float
    private var nextRight: Float

    /// An upper bound of the moving gains, to which the slope limit is relative.
    private var loudest: Float = 0
    /// The steepest slope of a gain of 1, per frame.
    private let slopeMax: Float

    /// The length of the chords that approximate a product of several ramps, in frames.
    private static let chordFrames = 32
    /// The longest line: keeps frame counts exact in a `Float`.
    private static let lineFramesMax = 4096

    /// - Parameter slopeMax: The steepest slope of a full-scale gain, per frame.
    init(
        app: Float, session: Float, duck: Float, pan: Float, isHeld: Bool, slopeMax: Float
    ) {
        self.app = GainRamp(at: app)
        self.session = GainRamp(at: session)
        self.duck = GainRamp(at: duck)
        transport = GainRamp(at: isHeld ? 0 : 1)
        self.pan = GainRamp(at: pan)
        self.slopeMax = slopeMax
        let gain = isHeld ? 0 : app * session * duck
        nextLeft = gain * min(1, 1 - pan)
        nextRight = gain * min(1, 1 + pan)
        line = GainLine(left: nextLeft, right: nextRight)
    }

    /// Whether no gain moves.
    var isSteady: Bool {
        @_noLocks @_noAllocation get { lineEnd == .max }
    }

    /// Whether the voice has faded out and only a command can resume it.
    var isFadedOut: Bool {
        @_noLocks @_noAllocation get { isSteady && transport.target == 0 }
    }

    /// Begins a fade-in at the present frame, unless the voice is held.
    @_noLocks @_noAllocation
    mutating func fadeIn(over frameCount: Int) {
        guard transport.target > 0 else { return }
        cutLine()
        transport = GainRamp(at: 0)
        transport.move(to: 1, over: frameCount, from: clock)
        (nextLeft, nextRight) = (0, 0)
        followRamps()
    }

    /// Sets the transport's gain of a voice that has not been mixed yet, without a fade.
    @_noLocks @_noAllocation
    mutating func jumpTransport(to gain: Float) {
        cutLine()
        transport = GainRamp(at: gain)
        (nextLeft, nextRight) = product(at: clock)
        followRamps()
    }

    /// Returns the number of frames for which `line` is valid from now on; at least 1.
    ///
    /// Starts the next line when the present one has ended.
    @_noLocks @_noAllocation
    mutating func framesOfLine() -> Int {
        if clock >= lineEnd { startLine() }
        return lineEnd &- clock
    }

    @_noLocks @_noAllocation
    mutating func advance(by frameCount: Int) {
        clock &+= frameCount
        line.frame &+= frameCount
    }

    /// Ends the line here. Call it before a ramp is changed, and `followRamps` after.
    @_noLocks @_noAllocation
    mutating func cutLine() {
        if isSteady {
            loudest = 0
        } else {
            nextLeft = line.left + Float(line.frame) * line.leftStep
            nextRight = line.right + Float(line.frame) * line.rightStep
        }
        lineEnd = clock
    }

    @_noLocks @_noAllocation
    mutating func followRamps() {
        let now = clock
        let bound =
            max(app.value(at: now), app.target) * max(session.value(at: now), session.target)
            * max(duck.value(at: now), duck.target)
            * max(transport.value(at: now), transport.target)
        // A stage that has jumped is no longer in the bound, but still in the audible gain.
        loudest = max(max(loudest, bound), max(nextLeft, nextRight))
    }

    @_noLocks @_noAllocation
    private mutating func startLine() {
        line = GainLine(left: nextLeft, right: nextRight)
        // The minimum slope is inaudible, but ensures an end.
        let slope = max(loudest * slopeMax, 1e-9)
        var frameCount = framesUntilRampsTurn()
        if frameCount == 0 {
            let (left, right) = product(at: clock)
            let distance = max(abs(left - nextLeft), abs(right - nextRight))
            guard distance > 0 else {
                lineEnd = .max
                return
            }
            let frames = min(distance / slope, Float(Self.lineFramesMax - 1))
            frameCount = Int(frames) &+ 1
        }
        let (left, right) = product(at: clock &+ frameCount)
        let changeMax = slope * Float(frameCount)
        nextLeft = approached(left, from: nextLeft, changeMax: changeMax)
        nextRight = approached(right, from: nextRight, changeMax: changeMax)
        line.leftStep = (nextLeft - line.left) / Float(frameCount)
        line.rightStep = (nextRight - line.right) / Float(frameCount)
        lineEnd = clock &+ frameCount
    }

    /// Returns the number of frames for which the product may be approximated by a line; 0 when no
    /// ramp moves.
    @_noLocks @_noAllocation
    private func framesUntilRampsTurn() -> Int {
        var turns = RampTurns()
        turns.add(app, at: clock)
        turns.add(session, at: clock)
        turns.add(duck, at: clock)
        turns.add(transport, at: clock)
        turns.add(pan, at: clock)
        if turns.movingCount == 0 { return 0 }
        // Balance has a corner in the middle, so even alone it is not linear.
        let isLine = turns.movingCount == 1 && pan.endFrame <= clock
        return min(turns.nearestFrames, isLine ? Self.lineFramesMax : Self.chordFrames)
    }

    @_noLocks @_noAllocation
    private func product(at frame: Int) -> (left: Float, right: Float) {
        let gain =
            app.value(at: frame) * session.value(at: frame) * duck.value(at: frame)
            * transport.value(at: frame)
        let balance = pan.value(at: frame)
        return (gain * min(1, 1 - balance), gain * min(1, 1 + balance))
    }
}

/// Returns `target`, or the nearest value that `changeMax` allows.
@_noLocks @_noAllocation
private func approached(_ target: Float, from gain: Float, changeMax: Float) -> Float {
    let change = target - gain
    if change > changeMax { return gain + changeMax }
    if change < -changeMax { return gain - changeMax }
    return target
}

/// A linear segment of the left and right gain.
struct GainLine: BitwiseCopyable {
    /// The gains at the line's first frame.
    var left: Float = 0
    var right: Float = 0
    var leftStep: Float = 0
    var rightStep: Float = 0
    /// The number of the line's frames that have passed.
    var frame = 0

    var isLevel: Bool {
        @_noLocks @_noAllocation get { leftStep == 0 && rightStep == 0 }
    }

    /// Whether both gains are 0 for the whole line.
    var isSilent: Bool {
        @_noLocks @_noAllocation get { isLevel && left == 0 && right == 0 }
    }
}

/// The number of moving ramps, and the frames until the first of them ends.
private struct RampTurns: BitwiseCopyable {
    var movingCount = 0
    var nearestFrames = Int.max

    @_noLocks @_noAllocation
    mutating func add(_ ramp: GainRamp, at frame: Int) {
        let framesLeft = ramp.endFrame &- frame
        guard framesLeft > 0 else { return }
        movingCount &+= 1
        nearestFrames = min(nearestFrames, framesLeft)
    }
}
