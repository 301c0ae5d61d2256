import AudioCodecs
import AudioFormats
import AudioModel
import ChannelLayouts
import Dispatch
import Glibc
import Playback
import Synchronization

/// Decodes a stream that arrives through a pipe: standard input or a FIFO.
///
/// A thread of its own reads and decodes at most some seconds ahead.
///
/// Ownership: the mutex guards what the reading thread and the player share; the parser and the
/// decoder belong to the reading thread once `init` has returned.
final class StreamInput: FrameInput, @unchecked Sendable {
    let format: StreamFormat
    let channelLayout: ChannelLayout?
    var channelCount: Int { Int(format.channelCount) }

    private let descriptor: Int32
    private let parser: AudioStreamParser
    private let decoder: any PacketDecoder
    private var trimmer: StreamTrimmer
    /// Whether a reader waits for a stream that delivers nothing; otherwise it gets silence.
    private let isWaitedFor: Bool
    private let isCancelled: @Sendable () -> Bool
    private let state = Mutex(State())
    /// Is signalled when frames have arrived, and when there is room for more.
    private let arrival = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: 0)

    private struct State {
        var samples: [Float] = []
        /// Samples at the beginning of `samples` that have been read.
        var readCount = 0
        var hasEnded = false
        var isCancelled = false
        var failure: FormatError?
        var missing: MissingAudio?
        var waitsForRoom = false

        var count: Int { samples.count - readCount }
    }

    private static let pieceBytes = 1 << 14
    /// Samples that are decoded ahead.
    private static let aheadSamplesMax = 1 << 19
    /// A stream that delivers nothing is silent after this time, unless it is waited for.
    private static let silenceAfter = DispatchTimeInterval.milliseconds(50)
    private static let headerBytesMax = 1 << 24

    /// Waits until the header has arrived.
    ///
    /// - Parameters:
    ///   - path: The path of a FIFO, or `-` for standard input.
    ///   - isWaitedFor: Whether reads wait for frames that come late, as an output does that is not
    ///     in real time.
    ///   - isCancelled: Returns whether to give up.
    init(
        path: String, isWaitedFor: Bool, isCancelled: @escaping @Sendable () -> Bool
    ) throws(FormatError) {
        self.isWaitedFor = isWaitedFor
        self.isCancelled = isCancelled
        // A FIFO that nothing writes to yet must not keep this thread from a cancellation.
        descriptor =
            path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FormatError(.cannotOpen(errno: errno)) }
        let parser = AudioStreamParser(readsGaplessTag: true)
        self.parser = parser
        do throws(FormatError) {
            let reader = try Self.readHeader(descriptor, parser, isCancelled)
            format = reader.format
            channelLayout = reader.channelLayout
            trimmer = StreamTrimmer(
                channelCount: Int(reader.format.channelCount), primingFrames: reader.primingFrames)
            decoder = try reader.makeDecoder()
        } catch {
            close(descriptor)
            throw error
        }
        DispatchQueue(label: "sori.stream").async { [weak self] in
            while let next = self?.readMore(), next {}
        }
    }

    deinit {
        close(descriptor)
    }

    private static func readHeader(
        _ descriptor: Int32, _ parser: AudioStreamParser, _ isCancelled: () -> Bool
    ) throws(FormatError) -> AudioFileReader {
        var byteCount = 0
        var hasEnded = false
        while true {
            do throws(AudioStreamError) {
                while let event = try parser.nextEvent() {
                    if case .ready(let reader) = event { return reader }
                }
            } catch {
                throw Self.error(error)
            }
            guard byteCount < headerBytesMax else { throw FormatError(.tooLarge("header")) }
            guard !hasEnded, let bytes = try Self.read(descriptor, isCancelled) else {
                throw FormatError(.endsEarly("header"))
            }
            guard !bytes.isEmpty else {
                // The header may be whole, without a frame behind it.
                guard byteCount > 0 else { throw FormatError(.endsEarly("header")) }
                parser.finish()
                hasEnded = true
                continue
            }
            byteCount += bytes.count
            try append(bytes, to: parser)
        }
    }

    private static func append(
        _ bytes: [UInt8], to parser: AudioStreamParser
    ) throws(FormatError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(AudioStreamError) in try parser.append(bytes) }
        }
        if case .failure(let error) = result { throw Self.error(error) }
    }

    private static func error(_ error: AudioStreamError) -> FormatError {
        switch error {
        case .format(let error), .notOptimized(let error): error
        default: FormatError(.badField("stream"))
        }
    }

    /// - Returns: The next bytes; none at the end; `nil` when it was cancelled.
    private static func read(
        _ descriptor: Int32, _ isCancelled: () -> Bool
    ) throws(FormatError) -> [UInt8]? {
        while !isCancelled() {
            var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, 100) > 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: pieceBytes)
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count >= 0 { return Array(bytes[..<count]) }
            guard errno == EINTR || errno == EAGAIN else {
                throw FormatError(.cannotRead(errno: errno))
            }
        }
        return nil
    }

    // MARK: The reading thread

    /// - Returns: Whether there may be more.
    private func readMore() -> Bool {
        var failure: FormatError?
        do throws(FormatError) {
            if try decodeMore() { return true }
        } catch {
            failure = error
        }
        let last = trimmer.finish(parser.validEnd)
        let missing = parser.missingAudio(after: trimmer.frameCount)
        state.withLock {
            $0.samples += last
            $0.failure = failure
            $0.missing = missing
            $0.hasEnded = true
        }
        arrival.signal()
        return false
    }

    private func decodeMore() throws(FormatError) -> Bool {
        let isFull = state.withLock { state in
            state.waitsForRoom = state.count > Self.aheadSamplesMax
            return state.waitsForRoom
        }
        if isFull {
            _ = room.wait(timeout: .now() + .milliseconds(200))
            return true
        }
        do throws(AudioStreamError) {
            if let event = try parser.nextEvent() {
                if case .packets(let packets) = event { decode(packets) }
                return true
            }
        } catch {
            throw Self.error(error)
        }
        var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Comes back now and then, so that a stream that is let go of ends.
        guard poll(&input, 1, 100) > 0 else { return true }
        guard let bytes = try Self.read(descriptor, { false }), !isFinished else { return false }
        if bytes.isEmpty { parser.finish() } else { try Self.append(bytes, to: parser) }
        isFinished = bytes.isEmpty
        return true
    }

    /// Whether the stream's end has been read.
    private var isFinished = false

    private func decode(_ packets: StreamedPackets) {
        let channelCount = channelCount
        let fixedFrames = Int(format.framesPerPacket)
        var samples: [Float] = []
        packets.bytes.withUnsafeBytes { bytes in
            func decode(_ packet: UnsafeRawBufferPointer, _ frameCount: Int) {
                guard frameCount > 0, frameCount <= 1 << 20 else { return }
                let start = samples.count
                samples += [Float](repeating: 0, count: frameCount * channelCount)
                samples.withUnsafeMutableBufferPointer {
                    guard let base = $0.baseAddress else { return }
                    decoder.decodeWhole(
                        packet, into: base + start, frameCount: frameCount,
                        channelCount: channelCount)
                }
            }
            guard let descriptions = packets.descriptions else {
                // Packets of one frame need no calls of their own.
                let count = fixedFrames > 1 ? packets.packetCount : 1
                let byteCount = bytes.count / max(count, 1)
                for index in 0..<count {
                    let start = index * byteCount
                    decode(
                        UnsafeRawBufferPointer(rebasing: bytes[start..<start + byteCount]),
                        fixedFrames > 1 ? fixedFrames : packets.packetCount)
                }
                return
            }
            for description in descriptions {
                let start = Int(description.startOffset)
                let end = start + Int(description.byteCount)
                guard start >= 0, end <= bytes.count else { continue }
                let variable = Int(description.variableFrameCount)
                decode(
                    UnsafeRawBufferPointer(rebasing: bytes[start..<end]),
                    variable > 0 ? variable : fixedFrames)
            }
        }
        let valid = trimmer.append(samples, end: parser.validEnd)
        guard !valid.isEmpty else { return }
        state.withLock { $0.samples += valid }
        arrival.signal()
    }

    // MARK: The player's thread

    /// What was missing when the stream ended; `nil` before.
    var missingAudio: MissingAudio? { state.withLock { $0.missing } }

    func seek(toFrame frame: Int64) {}

    /// Ends the wait of a reader: for it the stream has ended.
    func cancel() { state.withLock { $0.isCancelled = true } }

    /// Reads what has arrived. When nothing does for a while, it waits on, or reads silence.
    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        var deadline = DispatchTime.now() + Self.silenceAfter
        while true {
            let (count, hasEnded, failure) = take(into: samples, frameCount: frameCount)
            if count > 0 { return count }
            if let failure { throw failure }
            if hasEnded { return 0 }
            guard arrival.wait(timeout: deadline) != .success else { continue }
            guard isWaitedFor else {
                samples.update(repeating: 0, count: frameCount * channelCount)
                return frameCount
            }
            if isCancelled() || state.withLock({ $0.isCancelled }) { return 0 }
            deadline = .now() + Self.silenceAfter
        }
    }

    private func take(
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
            missingAudio: { stream.missingAudio }, cancel: { stream.cancel() }
        ) { stream }
    }
}
