/// A time-stretching and pitch-shifting effect: frames in, a different number of frames out. One
/// thread at a time.
public protocol TimePitchProcessor: AnyObject {
    /// Playback speed of frames written from now on; 1 is the original.
    var rate: Double { get set }
    /// Pitch shift of frames written from now on, in cents.
    var pitchCents: Double { get set }
    /// Frames that can be read now.
    var readyFrameCount: Int { get }
    /// Frames that can still be read from what was written, the ready ones included.
    var pendingFrameCount: Int { get }

    /// Writes all frames: interleaved, full scale ±1.
    ///
    /// - Returns: Whether they were accepted.
    func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Bool
    /// Reads up to `frameCount` interleaved frames.
    ///
    /// - Returns: Frames read.
    func read(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int
    /// Makes everything written so far readable; frames written next start a new sound.
    ///
    /// - Returns: Whether it could.
    func flush() -> Bool
    /// Drops everything inside.
    func reset()
}

/// Makes the time-pitch effect of a queue; `nil` when there is none, or none for this sample rate
/// or channel count.
public typealias TimePitchMaker =
    @Sendable (
        _ algorithm: TimePitchAlgorithm, _ sampleRate: Double, _ channelCount: Int
    ) -> (any TimePitchProcessor)?

/// A time-pitch algorithm. Raw values are Apple's.
public enum TimePitchAlgorithm: UInt32, CaseIterable, Hashable, Sendable {
    case spectral = 0x7370_6563
    case timeDomain = 0x7469_646F
    case varispeed = 0x7673_7064
    case lowQualityZeroLatency = 0x6C71_7A6C

    /// The default of a phone.
    ///
    /// Source: the public header; a desktop's default is `spectral`.
    public static let phoneDefault = TimePitchAlgorithm.lowQualityZeroLatency
}
