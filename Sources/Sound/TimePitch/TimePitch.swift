import CTimePitchShim

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A time stretcher and pitch shifter: changes the speed and the pitch of a sound independently.
///
/// Uses SoundTouch (package trait `SoundTouch`), which works in the time domain by overlapping
/// segments. It buffers about 100 ms of sound, without adding to the output's length. One thread at
/// a time; not for the render thread.
///
/// The output's length is exact: all that was written before a change of rate or pitch is output at
/// the former settings, to its last frame, with its exact duration rounded to a frame over all. The
/// engine itself would apply a new rate to its buffered sound too; so it is flushed and restarted
/// at each change. Sound at its own rate and pitch passes unchanged.
public final class TimePitch {
    /// The effect of a change of speed on the pitch.
    public enum Algorithm: Hashable, Sendable {
        /// The pitch does not change.
        case timeDomain
        /// The pitch follows the speed, as on a tape; `pitchCents` is ignored.
        case varispeed
    }

    /// Whether the package was built with the engine; its library is opened when the first one is
    /// made.
    public static let isAvailable = sori_time_pitch_is_there()
    /// The valid speed factors.
    ///
    /// Source: the ranges of Apple's time-pitch units.
    public static let rateRange = 1.0 / 32...32.0
    /// The valid pitch changes in cents, two octaves up and down.
    ///
    /// Source: the ranges of Apple's time-pitch units.
    public static let pitchCentsRange = -2400.0...2400.0
    /// The valid numbers of channels.
    public static let channelRange: ClosedRange<Int> = 1...16

    /// The number of interleaved channels.
    public let channelCount: Int
    /// The algorithm, fixed at creation.
    public let algorithm: Algorithm
    /// The speed factor; values out of range are clamped.
    public var rate: Double = 1 {
        didSet {
            rate = Self.clamped(rate, to: Self.rateRange, or: oldValue)
            if rate != oldValue { apply() }
        }
    }
    /// The pitch change in cents; values out of range are clamped.
    public var pitchCents: Double = 0 {
        didSet {
            pitchCents = Self.clamped(pitchCents, to: Self.pitchCentsRange, or: oldValue)
            if pitchCents != oldValue, algorithm == .timeDomain { apply() }
        }
    }

    private let engine: OpaquePointer
    private let sampleRate: Double
    /// The engine's present rate, which applies to written frames.
    private var engineRate = 1.0
    /// Whether speed and pitch are unchanged, so that the engine is bypassed.
    private var passesThrough = true
    /// The exact output length of all written frames, since the start or a reset.
    private var exactFrameCount = 0.0
    /// The number of frames that the engine has output or that bypassed it, since then.
    private var outputFrameCount = 0
    /// Output frames that have not been read yet; they precede the engine's.
    private var made: SampleQueue
    /// The most recent input of the engine since it was last flushed.
    private var recent: [Float] = []
    /// The continuation of the sound before a change, which fades out under the following sound.
    private var tail = FadingTail()

    /// - Parameter sampleRate: The sample rate in frames a second: 1…384,000.
    /// - Returns: `nil` without the engine, for other rates and channel counts, and when memory is
    ///   short.
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
        self.sampleRate = sampleRate
        made = SampleQueue(channelCount: channelCount)
    }

    deinit {
        sori_time_pitch_free(engine)
    }

    private static func clamped(
        _ value: Double, to range: ClosedRange<Double>, or former: Double
    ) -> Double {
        value.isNaN ? former : min(max(value, range.lowerBound), range.upperBound)
    }

    /// Allocates memory, so that until rate or pitch change nothing in Swift allocates while at most
    /// `frameCount` frames are written and read in turn. The engine's own queues grow to their size
    /// when as much is written for the first time.
    public func reserve(frameCount: Int) {
        made.reserve(frameCount: 2 * frameCount)
        recent.reserveCapacity(4 * recentCountMax + frameCount * channelCount)
    }

    /// Applies the settings to all frames that are written from now on.
    private func apply() {
        bringOut(withTail: true)
        engineRate = rate
        passesThrough = rate == 1 && (pitchCents == 0 || algorithm == .varispeed)
        switch algorithm {
        case .timeDomain: sori_time_pitch_set(engine, rate, 1, pitchCents / 1200)
        case .varispeed: sori_time_pitch_set(engine, 1, rate, 0)
        }
    }

    /// Writes frames; all of them are accepted. The caller has to read the output, which otherwise
    /// grows without limit.
    ///
    /// - Parameter samples: `frameCount × channelCount` interleaved samples, full scale ±1.
    /// - Returns: Whether there was memory. If not, the buffered sound is lost.
    @discardableResult
    public func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Bool {
        guard frameCount > 0 else { return true }
        exactFrameCount += Double(frameCount) / engineRate
        guard !passesThrough else {
            made.append(samples, frameCount: frameCount) { tail.mix(into: $0, channelCount, $1) }
            outputFrameCount += frameCount
            return true
        }
        keep(samples, frameCount)
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, Self.pieceFramesMax)
            let start = samples + done * channelCount
            guard sori_time_pitch_write(engine, start, UInt32(count)) else { return false }
            done += count
        }
        return true
    }

    /// The number of frames passed to the engine at a time, because it counts in 32 bits.
    private static let pieceFramesMax = 1 << 16
    /// The duration of recent input that is kept for flushing the engine.
    private static let recentSeconds = 0.5
    /// The duration of the cross-fade from one rate to the next, and into a sound's own end.
    private static let tailSeconds = 0.005
    /// The number of padding frames passed to the engine at a time while it is flushed, and their
    /// longest duration: the engine buffers a tenth of a second, times the rate.
    private static let paddingFrames = 256
    private static let paddingSecondsMax = 0.3

    private var recentCountMax: Int { Int(sampleRate * Self.recentSeconds) * channelCount }

    private func keep(_ samples: UnsafePointer<Float>, _ frameCount: Int) {
        let countMax = recentCountMax
        // Not `suffix`: as a sequence's it would make an array.
        let count = min(frameCount * channelCount, countMax)
        recent += UnsafeBufferPointer(
            start: samples + (frameCount * channelCount - count), count: count)
        if recent.count > 4 * countMax { recent.removeFirst(recent.count - countMax) }
    }

    /// The number of frames that `read` would return now.
    public var readyFrameCount: Int { made.frameCount + Int(sori_time_pitch_ready(engine)) }

    /// The number of frames that `read` will return for all written frames, including the ready
    /// ones.
    public var pendingFrameCount: Int { made.frameCount + enginePendingCount }

    /// The number of frames that the engine has yet to output.
    private var enginePendingCount: Int {
        max(Int(exactFrameCount.rounded()) - outputFrameCount, 0)
    }

    /// Reads output frames.
    ///
    /// - Parameter samples: Room for `frameCount × channelCount` samples.
    /// - Returns: The number of frames read; fewer than requested when more must be written first.
    public func read(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        let before = made.take(into: samples, frameCount: frameCount)
        guard before < frameCount else { return before }
        return before + readEngine(into: samples + before * channelCount, frameCount - before)
    }

    private func readEngine(into samples: UnsafeMutablePointer<Float>, _ frameCount: Int) -> Int {
        let count = Int(sori_time_pitch_read(engine, samples, UInt32(clamping: frameCount)))
        tail.mix(into: samples, channelCount, count)
        outputFrameCount += count
        return count
    }

    /// Flushes the engine. Afterwards the output has the exact length of all written frames, and
    /// its last frames are those of the sound, so that it ends without a jump. The next write
    /// starts a new sound.
    @discardableResult
    public func flush() -> Bool {
        let isWhole = bringOut(withTail: false)
        tail = FadingTail()
        return isWhole
    }

    /// Discards all buffered sound.
    public func reset() {
        sori_time_pitch_clear(engine)
        made.removeAll()
        recent.removeAll(keepingCapacity: true)
        tail = FadingTail()
        (exactFrameCount, outputFrameCount) = (0, 0)
    }

    /// Flushes the engine into `made`, to the exact frame.
    ///
    /// - Parameter withTail: Whether another sound follows immediately.
    /// - Returns: Whether there was memory.
    @discardableResult
    private func bringOut(withTail: Bool) -> Bool {
        guard !recent.isEmpty else { return true }
        let owed = enginePendingCount
        let tailFrames = withTail ? Int(sampleRate * Self.tailSeconds) : 0
        let isWhole = pad(until: owed + tailFrames)
        var samples = [Float](repeating: 0, count: (owed + tailFrames) * channelCount)
        samples.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            // Frames that the engine does not deliver are silent, but are counted.
            outputFrameCount += owed - readEngine(into: start, owed)
            if !withTail { closeSound(start, frameCount: owed) }
            made.append(start, frameCount: owed)
            guard tailFrames > 0 else { return }
            let rest = start + owed * channelCount
            let count = Int(sori_time_pitch_read(engine, rest, UInt32(tailFrames)))
            tail = FadingTail(rest, frameCount: count, channelCount)
        }
        sori_time_pitch_clear(engine)
        recent.removeAll(keepingCapacity: true)
        return isWhole
    }

    /// Makes the last frames end as the written sound does. Varispeed does not overlap segments, so
    /// its end needs no correction.
    private func closeSound(_ output: UnsafeMutablePointer<Float>, frameCount: Int) {
        guard algorithm == .timeDomain else { return }
        let end = SoundEnd(
            samples: recent, channelCount: channelCount, step: exp2(pitchCents / 1200))
        end.close(output, frameCount: frameCount, fadeFrames: Int(sampleRate * Self.tailSeconds))
    }

    /// Pads the engine's input until `frameCount` frames are ready: with the recent input reversed
    /// in time, so that the padding is as loud as the sound.
    private func pad(until frameCount: Int) -> Bool {
        var left = Int(sampleRate * Self.paddingSecondsMax * max(engineRate, 1))
        var mirrored = [Float](repeating: 0, count: Self.paddingFrames * channelCount)
        var end = recent.count / channelCount
        while Int(sori_time_pitch_ready(engine)) < frameCount, left > 0 {
            for frame in 0..<Self.paddingFrames {
                end -= 1
                for channel in 0..<channelCount {
                    mirrored[frame * channelCount + channel] =
                        end >= 0 ? recent[end * channelCount + channel] : 0
                }
            }
            guard sori_time_pitch_write(engine, mirrored, UInt32(Self.paddingFrames)) else {
                return false
            }
            left -= Self.paddingFrames
        }
        return true
    }
}
