/// All that multiplies a voice, and the straight line its left and right gain follow now.
///
/// The stages move each on a ramp of its own. Their product is followed in short straight segments
/// whose slope is limited, so that no sum of ramps and no jump of a stage can click. Every value
/// is a function of the voice's own frame count: how `render` was cut into blocks changes nothing.
struct VoiceGains: BitwiseCopyable {
    var app: GainRamp
    var session: GainRamp
    var duck: GainRamp
    /// 0 while held or stopping, else 1.
    var transport: GainRamp
    /// −1 left … 1 right.
    var pan = GainRamp(at: 0)

    /// Frames of the voice's time so far, those in which it was held included.
    private(set) var clock = 0

    private(set) var line = GainLine()
    private var lineEnd = Int.max
    /// Where the line leads.
    private var nextLeft: Float
    private var nextRight: Float

    /// No product under way exceeds it: the slope's limit is measured by it.
    private var loudest: Float = 0
    /// Steepest slope of a gain of 1, a frame.
    private let slopeMax: Float

    /// A product of several ramps is no line; it is followed in chords of this many frames.
    private static let chordFrames = 32
    /// Keeps frame counts exact in a `Float`.
    private static let lineFramesMax = 4096

    /// - Parameter slopeMax: Steepest slope of a full-scale gain, a frame.
    init(app: Float, session: Float, duck: Float, isHeld: Bool, slopeMax: Float) {
        self.app = GainRamp(at: app)
        self.session = GainRamp(at: session)
        self.duck = GainRamp(at: duck)
        transport = GainRamp(at: isHeld ? 0 : 1)
        self.slopeMax = slopeMax
        nextLeft = isHeld ? 0 : app * session * duck
        nextRight = nextLeft
        line = GainLine(left: nextLeft, right: nextRight)
    }

    /// Whether nothing moves any more.
    var isSteady: Bool {
        @_noLocks @_noAllocation get { lineEnd == .max }
    }

    /// Whether the voice has faded out and nothing but a command can bring it back.
    var isFadedOut: Bool {
        @_noLocks @_noAllocation get { isSteady && transport.target == 0 }
    }

    /// Frames for which `line` holds from now on; at least 1.
    ///
    /// Starts the next line when the last one has run out.
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

    /// Cuts the line here: call it before a ramp is changed, and `followRamps` after.
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
        loudest = max(loudest, bound)
    }

    @_noLocks @_noAllocation
    private mutating func startLine() {
        line = GainLine(left: nextLeft, right: nextRight)
        // So small a slope is no sound, but it ends.
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

    /// Frames for which the product may be taken as a line: 0 when no ramp moves.
    @_noLocks @_noAllocation
    private func framesUntilRampsTurn() -> Int {
        var turns = RampTurns()
        turns.add(app, at: clock)
        turns.add(session, at: clock)
        turns.add(duck, at: clock)
        turns.add(transport, at: clock)
        turns.add(pan, at: clock)
        if turns.movingCount == 0 { return 0 }
        // Balance bends in the middle, so even alone it is no line.
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

/// `target`, or as far towards it as `changeMax` allows.
@_noLocks @_noAllocation
private func approached(_ target: Float, from gain: Float, changeMax: Float) -> Float {
    let change = target - gain
    if change > changeMax { return gain + changeMax }
    if change < -changeMax { return gain - changeMax }
    return target
}

/// Left and right gain along a straight line.
struct GainLine: BitwiseCopyable {
    /// At the line's first frame.
    var left: Float = 0
    var right: Float = 0
    var leftStep: Float = 0
    var rightStep: Float = 0
    /// Frames of the line already gone.
    var frame = 0

    var isLevel: Bool {
        @_noLocks @_noAllocation get { leftStep == 0 && rightStep == 0 }
    }
}

/// How many ramps move, and when the first of them stops.
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
