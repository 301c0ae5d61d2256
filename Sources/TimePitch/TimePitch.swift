import CTimePitchShim

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Plays a sound faster or slower, higher or lower, each without the other: frames go in, other
/// frames come out.
///
/// On SoundTouch (package trait `SoundTouch`). Works in time, by cutting and overlapping: about
/// 100 ms of sound are held inside, and not added to what comes out. One thread at a time; not for
/// the render thread.
///
/// The count is exact: what was written before a change of rate or pitch keeps the former, to its
/// last frame, and gives as many frames as it then lasts, to a frame over everything. The engine
/// itself takes a new rate for what it holds, too; so at each change it is emptied, and begins
/// anew. Sound at its own rate and pitch passes as it is.
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
            if rate != oldValue { apply() }
        }
    }
    /// Hundredths of a semitone up; likewise.
    public var pitchCents: Double = 0 {
        didSet {
            pitchCents = Self.clamped(pitchCents, to: Self.pitchCentsRange, or: oldValue)
            if pitchCents != oldValue, algorithm == .timeDomain { apply() }
        }
    }

    private let engine: OpaquePointer
    private let sampleRate: Double
    /// As the engine has it; the rate that counts for what is written.
    private var engineRate = 1.0
    /// Whether nothing is to be changed, and so the engine has nothing to do.
    private var passesThrough = true
    /// Frames that everything written lasts, since the start or a reset.
    private var exactFrameCount = 0.0
    /// Frames that came out of the engine or passed it, since then.
    private var madeFrameCount = 0
    /// Frames that are made and wait to be read, before those in the engine.
    private var made: SampleLine
    /// What the engine was last given, since it was emptied.
    private var recent: [Float] = []
    /// How the sound before a change would have gone on: it fades out under what follows.
    private var tail = FadingTail()

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
        self.sampleRate = sampleRate
        made = SampleLine(channelCount: channelCount)
    }

    deinit {
        sori_time_pitch_free(engine)
    }

    private static func clamped(
        _ value: Double, to range: ClosedRange<Double>, or former: Double
    ) -> Double {
        value.isNaN ? former : min(max(value, range.lowerBound), range.upperBound)
    }

    /// Has the settings count for what is written from now on.
    private func apply() {
        bringOut(withTail: true)
        engineRate = rate
        passesThrough = rate == 1 && (pitchCents == 0 || algorithm == .varispeed)
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
        guard frameCount > 0 else { return true }
        exactFrameCount += Double(frameCount) / engineRate
        guard !passesThrough else {
            made.append(samples, frameCount: frameCount) { tail.mix(into: $0, channelCount, $1) }
            madeFrameCount += frameCount
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

    /// Given to the engine at a time: it keeps its numbers in 32 bits.
    private static let pieceFramesMax = 1 << 16
    /// Of the sound that was written last, kept to bring out the rest.
    private static let recentSeconds = 0.5
    /// Of the fade from one rate to the next, and into a sound's own end.
    private static let tailSeconds = 0.005
    /// Given to the engine at a time while the rest is brought out, and for how long at most: what
    /// it holds lasts a tenth of a second, times the rate.
    private static let paddingFrames = 256
    private static let paddingSecondsMax = 0.3

    private func keep(_ samples: UnsafePointer<Float>, _ frameCount: Int) {
        let countMax = Int(sampleRate * Self.recentSeconds) * channelCount
        recent += UnsafeBufferPointer(start: samples, count: frameCount * channelCount)
            .suffix(countMax)
        if recent.count > 4 * countMax { recent.removeFirst(recent.count - countMax) }
    }

    /// Frames that `read` would give now.
    public var readyFrameCount: Int { made.frameCount + Int(sori_time_pitch_ready(engine)) }

    /// Frames that `read` will give of what was written, with those that are ready.
    public var owedFrameCount: Int { made.frameCount + engineOwes }

    /// Frames that the engine is still to give.
    private var engineOwes: Int {
        max(Int(exactFrameCount.rounded()) - madeFrameCount, 0)
    }

    /// - Parameter samples: Room for `frameCount × channelCount` samples.
    /// - Returns: Frames read; fewer than wanted when more must be written first.
    public func read(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        let before = made.take(into: samples, frameCount: frameCount)
        guard before < frameCount else { return before }
        return before + readEngine(into: samples + before * channelCount, frameCount - before)
    }

    private func readEngine(into samples: UnsafeMutablePointer<Float>, _ frameCount: Int) -> Int {
        let count = Int(sori_time_pitch_read(engine, samples, UInt32(clamping: frameCount)))
        tail.mix(into: samples, channelCount, count)
        madeFrameCount += count
        return count
    }

    /// Brings out what is still inside: afterwards as many frames have come out as what was written
    /// lasts, and the last of them are the sound's own last ones, so that it ends where its wave
    /// does. What is written next starts a new sound.
    @discardableResult
    public func flush() -> Bool {
        let isWhole = bringOut(withTail: false)
        tail = FadingTail()
        return isWhole
    }

    /// Forgets everything that is inside.
    public func reset() {
        sori_time_pitch_clear(engine)
        made.removeAll()
        recent = []
        tail = FadingTail()
        (exactFrameCount, madeFrameCount) = (0, 0)
    }

    /// Empties the engine into `made`, to the frame.
    ///
    /// - Parameter withTail: Whether another sound follows right after.
    /// - Returns: Whether there was memory.
    @discardableResult
    private func bringOut(withTail: Bool) -> Bool {
        guard !recent.isEmpty else { return true }
        let owed = engineOwes
        let tailFrames = withTail ? Int(sampleRate * Self.tailSeconds) : 0
        let isWhole = pad(until: owed + tailFrames)
        var samples = [Float](repeating: 0, count: (owed + tailFrames) * channelCount)
        samples.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            // What the engine does not give is silent, and counts all the same.
            madeFrameCount += owed - readEngine(into: start, owed)
            if !withTail { closeSound(start, frameCount: owed) }
            made.append(start, frameCount: owed)
            guard tailFrames > 0 else { return }
            let rest = start + owed * channelCount
            let count = Int(sori_time_pitch_read(engine, rest, UInt32(tailFrames)))
            tail = FadingTail(rest, frameCount: count, channelCount)
        }
        sori_time_pitch_clear(engine)
        recent = []
        return isWhole
    }

    /// Has the last frames end as what was written does. A tape's pieces are not overlapped: they end
    /// so by themselves.
    private func closeSound(_ output: UnsafeMutablePointer<Float>, frameCount: Int) {
        guard algorithm == .timeDomain else { return }
        let end = SoundEnd(
            samples: recent, channelCount: channelCount, step: exp2(pitchCents / 1200))
        end.close(
            output, frameCount: frameCount, fadeFrames: Int(sampleRate * Self.tailSeconds))
    }

    /// Gives the engine more, until it has so many frames ready: the sound that was written last,
    /// backwards, so that what is heard of it is as loud as what it stands for.
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
