/// An audio queue that supports a processing tap.
public protocol TappedQueue: AudioQueueCore {
    /// Inserts a tap; on a queue that records, before the encoder.
    ///
    /// - Throws: `invalidRunState` unless stopped, `tooManyTaps` when there is one.
    func addTap(
        isAfterEffects: Bool, isSiphon: Bool, _ process: @escaping ProcessingTap.Process
    ) throws(AudioQueueError) -> ProcessingTap

    /// Most frames that a tap is called for.
    var tapFramesMax: Int { get }

    /// Removes a tap.
    ///
    /// - Throws: `invalidRunState` unless stopped.
    func removeTap(_ tap: ProcessingTap) throws(AudioQueueError)
}

/// A processing tap: app code that inspects or changes a queue's audio.
///
/// The code runs where the queue decodes or encodes, ahead of playback; never on the render thread.
///
/// Ownership: the turn of the tap's queue guards the mutable state.
public final class ProcessingTap: @unchecked Sendable {
    /// Whether the tap is after the time-pitch effect rather than before it.
    public let isAfterEffects: Bool
    /// Whether the tap only inspects: its input passes through unchanged.
    public let isSiphon: Bool
    /// Channels of the queue.
    public let channelCount: Int
    /// Sample rate of the queue, in Hz.
    public let sampleRate: Double
    /// Queue time of the first frame of the current call.
    private var time = 0

    /// The app's code.
    ///
    /// - Parameters:
    ///   - frameCount: Frames requested.
    ///   - beginsStream: Whether these are the first since the queue was started or reset.
    ///   - channels: One pointer per channel, to `frameCount` samples: the audio for a siphon,
    ///     otherwise room for the output.
    /// - Returns: Frames produced.
    public typealias Process =
        @Sendable (
            _ tap: ProcessingTap, _ frameCount: Int, _ beginsStream: Bool,
            _ channels: [UnsafeMutablePointer<Float>]
        ) -> Int

    private let body: Process
    private let lock: QueueLock
    private var isRunning = false
    private var beginsStream = true
    /// Whether the frames read last were the last of a stream.
    public private(set) var isAtEnd = false
    /// The tap's input; set only while the app's code runs.
    private var pull: Source?

    /// Writes interleaved frames, at most as many as asked for, and says whether the stream ends
    /// with them.
    typealias Source = (UnsafeMutablePointer<Float>, Int) -> (frameCount: Int, isAtEnd: Bool)

    /// Most frames that the app may request at a time.
    static let pulledFramesMax = 1 << 16

    /// - Parameter lock: The lock of the tap's queue, which is released while `body` runs.
    init(
        isAfterEffects: Bool, isSiphon: Bool, channelCount: Int, sampleRate: Double,
        _ lock: QueueLock, _ body: @escaping Process
    ) {
        self.isAfterEffects = isAfterEffects
        self.isSiphon = isSiphon
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        self.lock = lock
        self.body = body
    }

    func streamBegins() {
        beginsStream = true
    }

    /// Runs the app's code to produce frames. With the queue's lock held.
    ///
    /// - Parameters:
    ///   - samples: Room for `frameCount` interleaved frames.
    ///   - source: The tap's input.
    /// - Returns: Frames produced.
    func process(
        _ samples: UnsafeMutablePointer<Float>, _ frameCount: Int, channelCount: Int, at time: Int,
        _ source: Source
    ) -> Int {
        guard frameCount > 0, pull == nil else { return 0 }
        self.time = time
        isAtEnd = false
        let planes = UnsafeMutablePointer<Float>.allocate(capacity: frameCount * channelCount)
        planes.initialize(repeating: 0, count: frameCount * channelCount)
        defer { planes.deallocate() }
        let channels = (0..<channelCount).map { planes + $0 * frameCount }
        let begins = beginsStream
        if isSiphon {
            let (count, isLast) = source(samples, frameCount)
            isAtEnd = isLast
            guard count > 0 else { return 0 }
            beginsStream = false
            separate(samples, frameCount: count, into: channels)
            isRunning = true
            defer { isRunning = false }
            _ = lock.unlocked { body(self, count, begins, channels) }
            return count
        }
        let made = withoutActuallyEscaping(source) { source in
            pull = source
            isRunning = true
            defer {
                pull = nil
                isRunning = false
            }
            return lock.unlocked { body(self, frameCount, begins, channels) }
        }
        let count = min(max(made, 0), frameCount)
        if count > 0 { beginsStream = false }
        for channel in 0..<channelCount {
            for frame in 0..<count {
                samples[frame * channelCount + channel] = channels[channel][frame]
            }
        }
        return count
    }

    /// Reads the audio before the tap. Only from within the app's code.
    ///
    /// - Parameter channels: One pointer per channel, to room for `frameCount` samples.
    /// - Returns: Frames read; fewer than asked for where a buffer ends.
    /// - Throws: `invalidTapContext` outside the app's code, `wrongArgument`.
    public func source(
        frameCount: Int, into channels: [UnsafeMutablePointer<Float>]
    ) throws(AudioQueueError) -> Int {
        guard let pull else { throw .invalidTapContext }
        guard channels.count == channelCount, frameCount >= 0 else { throw .wrongArgument }
        let count = min(frameCount, Self.pulledFramesMax)
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(count * channelCount, 1))
        defer { samples.deallocate() }
        let (given, isLast) = pull(samples, count)
        isAtEnd = isLast
        separate(samples, frameCount: given, into: channels)
        return given
    }

    /// Queue time of the first frame of the current call.
    ///
    /// - Throws: `invalidTapContext` outside the app's code.
    public func queueTime() throws(AudioQueueError) -> Int {
        guard isRunning else { throw .invalidTapContext }
        return time
    }

    /// Whether the next frames are the first of a stream.
    public var isAtStart: Bool { beginsStream }

    private func separate(
        _ samples: UnsafeMutablePointer<Float>, frameCount: Int,
        into channels: [UnsafeMutablePointer<Float>]
    ) {
        for channel in 0..<channelCount {
            for frame in 0..<frameCount {
                channels[channel][frame] = samples[frame * channelCount + channel]
            }
        }
    }
}
