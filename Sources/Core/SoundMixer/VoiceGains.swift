/// All gains of a voice, and the straight line that its left and right gain follow at present.
///
/// Each stage has a ramp of its own. Their product is followed in short linear segments of limited
/// slope, so that neither sums of ramps nor jumps of a stage click. Every value is a function of
/// the voice's own frame count: the partition of `render` into blocks does not matter.
struct VoiceGains: BitwiseCopyable {
    private var app: GainRamp
    private var session: GainRamp
    private var duck: GainRamp
    /// The target is 0 while held or stopping, and 1 otherwise.
    private(set) var transport: GainRamp
    /// The balance: −1 left … 1 right.
    private var pan: GainRamp
    /// The frame from which on no ramp moves.
    private var restFrame = 0

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

    /// Whether the voice has faded out and only a command can resume it. Its other gains may move.
    var isFadedOut: Bool {
        @inline(__always) @_noLocks @_noAllocation get {
            transport.target == 0 && transport.endFrame <= clock && line.isSilent
        }
    }

    /// Whether `moveOnly` may start a ramp now.
    @inline(__always) @_noLocks @_noAllocation
    func mayMoveOnly(over frameCount: Int) -> Bool {
        restFrame <= clock && frameCount > 0 && frameCount <= Self.lineFramesMax
    }

    /// Starts a ramp of one stage at its present value.
    @inline(never) @_noLocks @_noAllocation
    mutating func moveGain(_ stage: Mixer.GainStage, to gain: Float, over frameCount: Int) {
        cutLine()
        switch stage {
        case .app: app.move(to: gain, over: frameCount, from: clock)
        case .session: session.move(to: gain, over: frameCount, from: clock)
        case .duck: duck.move(to: gain, over: frameCount, from: clock)
        }
        followRamps(until: clock &+ frameCount)
    }

    /// Starts the only ramp that moves, and its line, which lasts as long.
    ///
    /// The result is that of `moveGain` and `startLine`, but for the rounding of the steepest slope;
    /// what is known of the other ramps is not computed. Only if `mayMoveOnly`.
    @inline(__always) @_noLocks @_noAllocation
    mutating func moveOnly(_ stage: Mixer.GainStage, to gain: Float, over frameCount: Int) {
        // Kept in registers: what is stored in two parts cannot soon be loaded as one.
        let gains = presentGains
        let loudestBefore = isSteady ? 0 : loudest
        restFrame = clock &+ frameCount
        let (bound, target): (Float, Float)
        switch stage {
        case .app:
            bound =
                app.moveFromRest(to: gain, over: frameCount, from: clock) * session.target
                * duck.target
            target = gain * session.target * duck.target
        case .session:
            bound =
                app.target * session.moveFromRest(to: gain, over: frameCount, from: clock)
                * duck.target
            target = app.target * gain * duck.target
        case .duck:
            bound =
                app.target * session.target
                * duck.moveFromRest(to: gain, over: frameCount, from: clock)
            target = app.target * session.target * gain
        }
        loudest = Self.loudest(loudestBefore, bound * transport.target, gains)
        directLine(
            from: gains, to: balanced(target * transport.target, pan.target), over: frameCount,
            slope: slope)
    }

    /// Starts a ramp of the balance at its present value.
    @_noLocks @_noAllocation
    mutating func movePan(to target: Float, over frameCount: Int) {
        cutLine()
        pan.move(to: target, over: frameCount, from: clock)
        followRamps(until: clock &+ frameCount)
    }

    /// Starts a ramp of the transport's gain at its present value.
    @_noLocks @_noAllocation
    mutating func moveTransport(to gain: Float, over frameCount: Int) {
        cutLine()
        transport.move(to: gain, over: frameCount, from: clock)
        followRamps(until: clock &+ frameCount)
    }

    /// Begins a fade-in at the present frame, unless the voice is held.
    @_noLocks @_noAllocation
    mutating func fadeIn(over frameCount: Int) {
        guard transport.target > 0 else { return }
        cutLine()
        transport = GainRamp(at: 0)
        transport.move(to: 1, over: frameCount, from: clock)
        (nextLeft, nextRight) = (0, 0)
        followRamps(until: clock &+ frameCount)
    }

    /// Sets the transport's gain of a voice that has not been mixed yet, without a fade.
    @_noLocks @_noAllocation
    mutating func jumpTransport(to gain: Float) {
        cutLine()
        transport = GainRamp(at: gain)
        (nextLeft, nextRight) = product(at: clock)
        followRamps(until: clock)
    }

    /// Returns the number of frames for which `line` is valid from now on; at least 1.
    ///
    /// Starts the next line when the present one has ended.
    @inline(__always) @_noLocks @_noAllocation
    mutating func framesOfLine() -> Int {
        if clock >= lineEnd { startLine() }
        return lineEnd &- clock
    }

    @inline(__always) @_noLocks @_noAllocation
    mutating func advance(by frameCount: Int) {
        clock &+= frameCount
        line.frame &+= frameCount
    }

    /// Ends the line here, before a ramp is changed.
    @inline(__always) @_noLocks @_noAllocation
    private mutating func cutLine() {
        (nextLeft, nextRight) = presentGains
        if isSteady { loudest = 0 }
        lineEnd = clock
    }

    /// The gains at the present frame.
    private var presentGains: (left: Float, right: Float) {
        @inline(__always) @_noLocks @_noAllocation get {
            if isSteady || clock >= lineEnd { return (nextLeft, nextRight) }
            return (
                line.left + Float(line.frame) * line.leftStep,
                line.right + Float(line.frame) * line.rightStep
            )
        }
    }

    /// Notes that a ramp has been changed.
    ///
    /// - Parameter endFrame: The frame from which on it does not move.
    @inline(__always) @_noLocks @_noAllocation
    private mutating func followRamps(until endFrame: Int) {
        restFrame = max(restFrame, endFrame)
        let bound =
            app.largestValue(from: clock) * session.largestValue(from: clock)
            * duck.largestValue(from: clock) * transport.largestValue(from: clock)
        loudest = Self.loudest(loudest, bound, (nextLeft, nextRight))
    }

    /// Returns the upper bound of the moving gains after a change.
    ///
    /// - Parameters:
    ///   - earlier: The bound before it.
    ///   - bound: The product of the largest values of the ramps from here on.
    ///   - gains: At present. A stage that has jumped is no longer in `bound`, but still in these.
    @inline(__always) @_noLocks @_noAllocation
    private static func loudest(
        _ earlier: Float, _ bound: Float, _ gains: (left: Float, right: Float)
    ) -> Float {
        larger(larger(earlier, bound), larger(gains.left, gains.right))
    }

    /// The steepest slope of the present gains, per frame.
    private var slope: Float {
        @inline(__always) @_noLocks @_noAllocation get {
            // The minimum is inaudible, but ensures an end.
            max(loudest * slopeMax, 1e-9)
        }
    }

    @inline(never) @_noLocks @_noAllocation
    private mutating func startLine() {
        let slope = slope
        var frameCount = framesUntilRampsTurn()
        if frameCount == 0 {
            let (left, right) = product(at: clock)
            let distance = max(abs(left - nextLeft), abs(right - nextRight))
            guard distance > 0 else {
                line = GainLine(left: nextLeft, right: nextRight)
                lineEnd = .max
                return
            }
            let frames = min(distance / slope, Float(Self.lineFramesMax - 1))
            frameCount = Int(frames) &+ 1
        }
        directLine(
            from: (nextLeft, nextRight), to: product(at: clock &+ frameCount), over: frameCount,
            slope: slope)
    }

    /// Starts a line to gains that it reaches in `frameCount` frames if the slope suffices.
    @inline(__always) @_noLocks @_noAllocation
    private mutating func directLine(
        from gains: (left: Float, right: Float), to targets: (left: Float, right: Float),
        over frameCount: Int, slope: Float
    ) {
        let changeMax = slope * Float(frameCount)
        let left = approached(targets.left, from: gains.left, changeMax: changeMax)
        let right = approached(targets.right, from: gains.right, changeMax: changeMax)
        line = GainLine(left: gains.left, right: gains.right)
        line.leftStep = (left - gains.left) / Float(frameCount)
        line.rightStep = (right - gains.right) / Float(frameCount)
        (nextLeft, nextRight) = (left, right)
        lineEnd = clock &+ frameCount
    }

    /// Returns the number of frames for which the product may be approximated by a line; 0 when no
    /// ramp moves.
    @inline(__always) @_noLocks @_noAllocation
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

    @inline(__always) @_noLocks @_noAllocation
    private func product(at frame: Int) -> (left: Float, right: Float) {
        let gain =
            app.value(at: frame) * session.value(at: frame) * duck.value(at: frame)
            * transport.value(at: frame)
        return balanced(gain, pan.value(at: frame))
    }
}

/// Returns the gains of both sides at a balance, −1 left … 1 right.
@inline(__always) @_noLocks @_noAllocation
private func balanced(_ gain: Float, _ balance: Float) -> (left: Float, right: Float) {
    (gain * min(1, 1 - balance), gain * min(1, 1 + balance))
}

/// Returns the larger number by one comparison, where `max` takes care of NaN.
@inline(__always) @_noLocks @_noAllocation
private func larger(_ first: Float, _ second: Float) -> Float {
    first > second ? first : second
}

/// Returns `target`, or the nearest value that `changeMax` allows.
@inline(__always) @_noLocks @_noAllocation
private func approached(_ target: Float, from gain: Float, changeMax: Float) -> Float {
    let change = target - gain
    if abs(change) <= changeMax { return target }
    return change > 0 ? gain + changeMax : gain - changeMax
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
        @inline(__always) @_noLocks @_noAllocation get { areZero(leftStep, rightStep) }
    }

    /// Whether both gains are 0 for the whole line.
    var isSilent: Bool {
        @inline(__always) @_noLocks @_noAllocation get { isLevel && areZero(left, right) }
    }
}

/// Whether both numbers are 0, of either sign.
@inline(__always) @_noLocks @_noAllocation
private func areZero(_ first: Float, _ second: Float) -> Bool {
    (first.bitPattern | second.bitPattern) &<< 1 == 0
}

/// The number of moving ramps, and the frames until the first of them ends.
private struct RampTurns: BitwiseCopyable {
    var movingCount = 0
    var nearestFrames = Int.max

    @inline(__always) @_noLocks @_noAllocation
    mutating func add(_ ramp: GainRamp, at frame: Int) {
        let framesLeft = ramp.endFrame &- frame
        guard framesLeft > 0 else { return }
        movingCount &+= 1
        nearestFrames = min(nearestFrames, framesLeft)
    }
}
