/// The frames at which steps begin, one after the other, while the tempo changes.
///
/// A step lasts as long as the tempo says when it begins. Nothing is lost by rounding: the frames of
/// a constant tempo do not drift, however long it lasts.
public struct StepTimeline: Sendable {
    /// The tempos that a timeline can have, in beats a minute.
    public static let tempos = 30.0...240.0

    private let sampleRate: Double
    /// The tempo in beats a minute.
    public private(set) var tempo: Double
    /// The number of the next step.
    public private(set) var nextStep = 0
    /// The frame at which the present tempo began, not rounded, and the number of steps since.
    private var origin: Double
    private var stepsSinceOrigin = 0

    /// - Parameters:
    ///   - tempo: In beats a minute; limited to `tempos`.
    ///   - sampleRate: In Hz.
    ///   - firstFrame: The frame of step 0.
    public init(tempo: Double, sampleRate: Double, firstFrame: Int64 = 0) {
        self.sampleRate = sampleRate
        self.tempo = Self.limited(tempo)
        origin = Double(firstFrame)
    }

    /// The frame at which the next step begins.
    public var nextFrame: Int64 { Int64(exactFrame.rounded()) }

    private var exactFrame: Double {
        let framesPerStep = sampleRate * 60 / (tempo * Double(Pattern.stepsPerBeat))
        return origin + Double(stepsSinceOrigin) * framesPerStep
    }

    /// Goes on to the step behind the next one.
    public mutating func advance() {
        nextStep += 1
        stepsSinceOrigin += 1
    }

    /// Changes the tempo from the next step on, which begins where it would have begun.
    ///
    /// - Parameter tempo: In beats a minute; limited to `tempos`.
    public mutating func setTempo(_ tempo: Double) {
        origin = exactFrame
        stepsSinceOrigin = 0
        self.tempo = Self.limited(tempo)
    }

    private static func limited(_ tempo: Double) -> Double {
        min(max(tempo, tempos.lowerBound), tempos.upperBound)
    }
}
