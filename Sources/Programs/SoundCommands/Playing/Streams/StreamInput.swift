import AudioCodecs
import AudioFormats
import AudioModel
import ChannelLayouts
import Dispatch
import Glibc
import Playback
import Synchronization

/// Decodes a stream that arrives: through standard input or a FIFO, or from a server. Any thread.
///
/// A thread of its own reads and decodes at most some seconds ahead; it ends when the input is
/// released.
final class StreamInput: FrameInput, Sendable {
    let format: StreamFormat
    let channelLayout: ChannelLayout?
    var channelCount: Int { Int(format.channelCount) }

    private let frames: DecodedFrames
    private let pipe: any ByteStream
    /// Whether a reader waits for a stream that delivers nothing; otherwise it gets silence.
    private let isWaitedFor: Bool

    /// A stream that delivers nothing is silent after this time, unless it is waited for.
    private static let silenceAfter = DispatchTimeInterval.milliseconds(50)

    /// Waits until the header has arrived.
    ///
    /// - Parameter isWaitedFor: Whether reads wait for frames that come late, as an output does that
    ///   is not in real time.
    init(_ pipe: any ByteStream, isWaitedFor: Bool) throws(FormatError) {
        self.isWaitedFor = isWaitedFor
        self.pipe = pipe
        let decoder = try openStream { buffer throws(FormatError) in try pipe.read(into: buffer) }
        format = decoder.reader.format
        channelLayout = decoder.reader.channelLayout
        let frames = DecodedFrames(channelCount: Int(decoder.reader.format.channelCount))
        self.frames = frames
        frames.set(decoder.tags)
        let work = DecodingWork(decoder: decoder, frames: frames, pipe: pipe)
        DispatchQueue(label: "sori.stream").async { work.run() }
    }

    deinit {
        pipe.end()
    }

    /// What was missing when the stream ended; `nil` before.
    var missingAudio: MissingAudio? { frames.missing }
    /// What the stream has said about itself.
    var tags: FileTags { frames.tags }

    func seek(toFrame frame: Int64) {}

    /// Ends the wait of a reader: for it the stream has ended.
    func cancel() { pipe.end() }

    /// Reads what has arrived. When nothing does for a while, it waits on, or reads silence.
    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        var deadline = DispatchTime.now() + Self.silenceAfter
        while true {
            let (count, hasEnded, failure) = frames.take(into: samples, frameCount: frameCount)
            if count > 0 { return count }
            if let failure { throw failure }
            if hasEnded { return 0 }
            guard !frames.waits(until: deadline) else { continue }
            guard isWaitedFor else {
                samples.update(repeating: 0, count: frameCount * channelCount)
                return frameCount
            }
            if pipe.hasToEnd { return 0 }
            deadline = .now() + Self.silenceAfter
        }
    }
}

/// The reading thread's part of a stream.
///
/// Ownership: the decoder belongs to the reading thread.
private final class DecodingWork: @unchecked Sendable {
    private let decoder: any StreamDecoder
    private let frames: DecodedFrames
    private let pipe: any ByteStream

    init(decoder: any StreamDecoder, frames: DecodedFrames, pipe: any ByteStream) {
        self.decoder = decoder
        self.frames = frames
        self.pipe = pipe
    }

    func run() {
        var failure: FormatError?
        do throws(FormatError) {
            while !pipe.hasToEnd, let samples = try decoder.next() {
                guard !samples.isEmpty else { continue }
                frames.append(samples)
                frames.set(decoder.tags)
                while frames.areFull, !pipe.hasToEnd { frames.waitForRoom() }
            }
        } catch {
            failure = error
        }
        frames.end(failure, decoder.missingAudio)
    }
}

/// The frames that are decoded ahead, between the reading thread and the player. Any thread.
private final class DecodedFrames: Sendable {
    private let channelCount: Int
    private let state = Mutex(State())
    /// Is signalled when frames have arrived, and when there is room for more.
    private let arrival = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: 0)

    private struct State {
        var samples: [Float] = []
        /// Samples at the beginning of `samples` that have been read.
        var readCount = 0
        var hasEnded = false
        var failure: FormatError?
        var missing: MissingAudio?
        var tags = FileTags()
        var waitsForRoom = false

        var count: Int { samples.count - readCount }
    }

    /// Samples that are decoded ahead.
    private static let aheadSamplesMax = 1 << 19
    private static let roomWait = DispatchTimeInterval.milliseconds(200)

    init(channelCount: Int) {
        self.channelCount = channelCount
    }

    var missing: MissingAudio? { state.withLock { $0.missing } }
    var tags: FileTags { state.withLock { $0.tags } }

    // MARK: The reading thread

    func set(_ tags: FileTags) { state.withLock { $0.tags = tags } }

    func append(_ samples: [Float]) {
        state.withLock { $0.samples += samples }
        arrival.signal()
    }

    var areFull: Bool {
        state.withLock { state in
            state.waitsForRoom = state.count > Self.aheadSamplesMax
            return state.waitsForRoom
        }
    }

    /// Comes back now and then, so that a stream that is released ends.
    func waitForRoom() { _ = room.wait(timeout: .now() + Self.roomWait) }

    func end(_ failure: FormatError?, _ missing: MissingAudio?) {
        state.withLock {
            $0.failure = failure
            $0.missing = missing
            $0.hasEnded = true
        }
        arrival.signal()
    }

    // MARK: The player's thread

    /// - Returns: Whether something has come before the deadline.
    func waits(until deadline: DispatchTime) -> Bool {
        arrival.wait(timeout: deadline) == .success
    }

    func take(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) -> (count: Int, hasEnded: Bool, failure: FormatError?) {
        let channelCount = channelCount
        let (result, wakes) = state.withLock { state in
            let count = min(frameCount, state.count / channelCount)
            state.samples.withUnsafeBufferPointer {
                guard let base = $0.baseAddress, count > 0 else { return }
                samples.update(from: base + state.readCount, count: count * channelCount)
            }
            state.readCount += count * channelCount
            if state.readCount > 1 << 16 {
                state.samples.removeFirst(state.readCount)
                state.readCount = 0
            }
            return ((count, state.hasEnded, state.failure), state.waitsForRoom)
        }
        if wakes { room.signal() }
        return result
    }
}

extension SoundInput {
    init(_ stream: StreamInput) {
        self.init(
            streamOf: stream.format, channelLayout: stream.channelLayout,
            missingAudio: { stream.missingAudio }, tags: { stream.tags },
            cancel: { stream.cancel() }
        ) { stream }
    }
}
