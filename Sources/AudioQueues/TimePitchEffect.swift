/// Changes a sound's speed and pitch: frames go in, other frames come out. One thread at a time.
public protocol TimePitchEffect: AnyObject {
    /// Times as fast, for what is written from now on.
    var rate: Double { get set }
    /// Hundredths of a semitone up, likewise.
    var pitchCents: Double { get set }
    /// Frames that `read` would give now.
    var readyFrameCount: Int { get }
    /// Frames that `read` will give of what was written, with those that are ready.
    var pendingFrameCount: Int { get }

    /// Takes all frames. Interleaved, full scale ±1.
    func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Bool
    func read(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int
    /// Brings out what is still inside; what is written next starts a new sound.
    func flush() -> Bool
    func reset()
}

/// Makes the effect for a queue that has it enabled; `nil` when there is none, or none for these
/// numbers.
public typealias TimePitchMaker =
    @Sendable (
        _ algorithm: TimePitchAlgorithm, _ sampleRate: Double, _ channelCount: Int
    ) -> (any TimePitchEffect)?

/// Raw values are Apple's.
public enum TimePitchAlgorithm: UInt32, CaseIterable, Hashable, Sendable {
    case spectral = 0x7370_6563
    case timeDomain = 0x7469_646F
    case varispeed = 0x7673_7064
    case lowQualityZeroLatency = 0x6C71_7A6C

    /// What a phone has. Source: the public header; a desktop has `spectral`.
    public static let phoneDefault = TimePitchAlgorithm.lowQualityZeroLatency
}
