/// A parameter that an app can change during playback. Raw values are Apple's.
public enum QueueParameter: UInt32, CaseIterable, Hashable, Sendable {
    /// Linear gain, 0…1.
    case volume = 1
    /// Playback speed, 0.5…2; 1 is the original.
    case playRate = 2
    /// Pitch in cents, −2400…2400.
    case pitch = 3
    /// Seconds that a volume change takes from now on.
    case volumeRampTime = 4
    /// Pan from −1 (left) to 1 (right).
    case pan = 13

    /// The parameter's valid values.
    ///
    /// Source: the public header's comments on the parameters.
    public var range: ClosedRange<Float> {
        switch self {
        case .volume: 0...1
        case .playRate: 0.5...2
        case .pitch: -2400...2400
        case .volumeRampTime: 0...Self.rampSecondsMax
        case .pan: -1...1
        }
    }

    /// Longest volume ramp in seconds; longer ones are shortened to it.
    public static let rampSecondsMax: Float = 3600

    /// The parameter's value in a new queue.
    public var defaultValue: Float {
        switch self {
        case .volume, .playRate: 1
        case .pitch, .volumeRampTime, .pan: 0
        }
    }

    /// The nearest value in the range; NaN gives the default.
    public func allowed(_ value: Float) -> Float {
        value.isNaN ? defaultValue : min(max(value, range.lowerBound), range.upperBound)
    }
}

/// The parameters of one queue.
struct QueueParameters {
    private var set: [QueueParameter: Float] = [:]

    subscript(parameter: QueueParameter) -> Float {
        get { set[parameter] ?? parameter.defaultValue }
        set { set[parameter] = newValue }
    }
}
