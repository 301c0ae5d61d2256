import CTimePitchShim

/// Plays a sound faster or slower, higher or lower, each without the other: frames go in, other
/// frames come out.
///
/// On SoundTouch (package trait `SoundTouch`). Works in time, by cutting and overlapping: latency
/// about 100 ms of sound, which is held inside and not added to what comes out. One thread at a
/// time; not for the render thread.
public final class TimePitch {
    /// What a change of speed does to the pitch.
    public enum Algorithm: Hashable, Sendable {
        /// The pitch stays.
        case timeDomain
        /// The pitch goes with the speed, as on a tape; `pitchCents` counts for nothing.
        case varispeed
    }

    /// Whether there is an engine to do it with.
    public static let isAvailable = sori_time_pitch_is_there()
    /// Times as fast. Source: the ranges of Apple's time-pitch units.
    public static let rateRange = 1.0 / 32...32.0
    /// Source: as above, two octaves either way.
    public static let pitchCentsRange = -2400.0...2400.0
    public static let channelRange: ClosedRange<Int> = 1...16

    public let channelCount: Int
    public let algorithm: Algorithm
    /// Times as fast; a value out of range is taken as the nearest in it.
    public var rate: Double = 1 {
        didSet {
            rate = Self.clamped(rate, to: Self.rateRange, or: oldValue)
            apply()
        }
    }
    /// Hundredths of a semitone up; likewise.
    public var pitchCents: Double = 0 {
        didSet {
            pitchCents = Self.clamped(pitchCents, to: Self.pitchCentsRange, or: oldValue)
            apply()
        }
    }

    private let engine: OpaquePointer

    /// - Parameter sampleRate: Frames a second: 1…384,000.
    /// - Returns: nil without the engine, for other rates and channels, and when memory is short.
    public init?(
        sampleRate: Double, channelCount: Int, algorithm: Algorithm = .timeDomain
    ) {
        guard Self.channelRange.contains(channelCount), (1...384_000).contains(sampleRate),
            let engine = sori_time_pitch_new(
                UInt32(sampleRate.rounded()), UInt32(channelCount))
        else { return nil }
        self.engine = engine
        self.channelCount = channelCount
        self.algorithm = algorithm
    }

    deinit {
        sori_time_pitch_free(engine)
    }

    private static func clamped(
        _ value: Double, to range: ClosedRange<Double>, or former: Double
    ) -> Double {
        value.isNaN ? former : min(max(value, range.lowerBound), range.upperBound)
    }

    private func apply() {
        switch algorithm {
        case .timeDomain: sori_time_pitch_set(engine, rate, 1, pitchCents / 1200)
        case .varispeed: sori_time_pitch_set(engine, 1, rate, 0)
        }
    }

    /// Takes frames, all of them: what they become waits to be read, and must be, or it grows.
    ///
    /// - Parameter samples: `frameCount × channelCount` interleaved samples, full scale ±1.
    /// - Returns: Whether there was memory. If not, what was held is lost.
    @discardableResult
    public func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Bool {
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, Self.pieceFramesMax)
            let start = samples + done * channelCount
            guard sori_time_pitch_write(engine, start, UInt32(count)) else { return false }
            done += count
        }
        return true
    }

    /// Given to the engine at a time: it keeps its numbers in 32 bits.
    private static let pieceFramesMax = 1 << 16

    /// Frames that `read` would give now.
    public var readyFrameCount: Int { Int(sori_time_pitch_ready(engine)) }

    /// - Parameter samples: Room for `frameCount × channelCount` samples.
    /// - Returns: Frames read; fewer than wanted when more must be written first.
    public func read(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        Int(sori_time_pitch_read(engine, samples, UInt32(clamping: frameCount)))
    }

    /// Brings out what is still inside: afterwards as many frames have come out as what was written
    /// lasts, to a frame a change of rate. What is written next starts a new sound.
    @discardableResult
    public func flush() -> Bool {
        sori_time_pitch_flush(engine)
    }

    /// Forgets everything that is inside.
    public func reset() {
        sori_time_pitch_clear(engine)
    }
}
