/// A queue that has a place for the app's code.
public protocol TappedQueue: AudioQueueCore {
    /// Puts the app's code into the queue's audio; of a queue that records, before it is coded.
    ///
    /// - Throws: `invalidRunState` unless stopped, `tooManyTaps` when there is one.
    func addTap(
        isAfterEffects: Bool, isSiphon: Bool, _ process: @escaping ProcessingTap.Process
    ) throws(AudioQueueError) -> ProcessingTap

    /// Frames that a tap is asked for at most.
    var tapFramesMax: Int { get }

    /// - Throws: `invalidRunState` unless stopped.
    func removeTap(_ tap: ProcessingTap) throws(AudioQueueError)
}

/// A place in a queue where the app's own code gets the audio: to look at it, or to change it.
///
/// The code runs where the queue decodes: ahead of what is heard, never on the render thread.
public final class ProcessingTap: @unchecked Sendable {
    /// After the time-pitch effect rather than before it.
    public let isAfterEffects: Bool
    /// Only looks: what it is given goes on as it is.
    public let isSiphon: Bool
    public let channelCount: Int
    public let sampleRate: Double
    /// The queue's, of the first frame that the app's code is asked for.
    private var time = 0

    /// The app's code.
    ///
    /// - Parameters:
    ///   - frameCount: Frames wanted.
    ///   - beginsStream: Whether these are the first since the queue was started or reset.
    ///   - channels: One pointer a channel, to `frameCount` samples: the audio for a siphon, and
    ///     room for it otherwise.
    /// - Returns: Frames given.
    public typealias Process =
        @Sendable (
            _ tap: ProcessingTap, _ frameCount: Int, _ beginsStream: Bool,
            _ channels: [UnsafeMutablePointer<Float>]
        ) -> Int

    private let body: Process
    private var isRunning = false
    private var beginsStream = true
    /// Whether what was given last was the last of a stream.
    public private(set) var isAtEnd = false
    /// While the app's code runs.
    private var pull: Source?

    /// Gives interleaved frames, at most as many as asked for, and says whether the stream ends
    /// with them.
    typealias Source = (UnsafeMutablePointer<Float>, Int) -> (frameCount: Int, isAtEnd: Bool)

    /// Frames that the app may ask for at a time.
    static let pulledFramesMax = 1 << 16

    public init(
        isAfterEffects: Bool, isSiphon: Bool, channelCount: Int, sampleRate: Double,
        _ body: @escaping Process
    ) {
        self.isAfterEffects = isAfterEffects
        self.isSiphon = isSiphon
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        self.body = body
    }

    func streamBegins() {
        beginsStream = true
    }

    /// Has the app's code make frames.
    ///
    /// - Parameters:
    ///   - samples: Room for `frameCount` interleaved frames.
    /// - Returns: Frames made.
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
            _ = body(self, count, begins, channels)
            return count
        }
        let made = withoutActuallyEscaping(source) { source in
            pull = source
            isRunning = true
            defer {
                pull = nil
                isRunning = false
            }
            return body(self, frameCount, begins, channels)
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

    /// Gets the audio that comes before the tap; from within the app's code only.
    ///
    /// - Parameter channels: One pointer a channel, to room for `frameCount` samples.
    /// - Returns: Frames given: fewer than asked for where a buffer ends.
    public func source(
        frameCount: Int, into channels: [UnsafeMutablePointer<Float>]
    ) throws(AudioQueueError) -> Int {
        guard let pull else { throw .invalidTapContext }
        guard channels.count == channelCount, frameCount >= 0 else { throw .wrongArgument }
        let count = min(frameCount, Self.pulledFramesMax)
        let samples = UnsafeMutablePointer<Float>.allocate(
            capacity: max(count * channelCount, 1))
        defer { samples.deallocate() }
        let (given, isLast) = pull(samples, count)
        isAtEnd = isLast
        separate(samples, frameCount: given, into: channels)
        return given
    }

    /// The queue's time of the first frame that the app's code is asked for.
    public func queueTime() throws(AudioQueueError) -> Int {
        guard isRunning else { throw .invalidTapContext }
        return time
    }

    /// Whether the next frames given are the first of a stream.
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
