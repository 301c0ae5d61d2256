import AudioFormats
import Synchronization

/// A stream that an app parses. Its packets are handed over on the thread that brings the bytes.
///
/// While that happens the app may ask for anything, bring more bytes, or close the stream.
public final class OpenAudioStream: Sendable {
    private struct State {
        let parser: AudioStreamParser
        /// Brought while others are being parsed, the oldest first.
        var waiting: [Piece] = []
        var isParsing = false
        var isClosed = false
        /// Each makes what is left of earlier bytes worthless.
        var seekCount = 0
    }

    private struct Piece {
        var bytes: [UInt8]
        var isLast: Bool
        var isDiscontinuous: Bool
    }

    private let state: Mutex<State>
    /// Copied and parsed at a time.
    private static let sliceByteCountMax = 1 << 18

    /// - Parameter hint: What the stream is where its first bytes do not tell.
    public init(hint: ContainerKind?) {
        state = Mutex(State(parser: AudioStreamParser(hint: hint)))
    }

    /// Takes bytes, and hands over what they complete.
    ///
    /// - Parameters:
    ///   - piece: nil says that no more will come.
    ///   - deliver: Called without a lock. Bytes that come meanwhile, from it or another thread,
    ///     are parsed after these.
    public func parse(
        _ piece: UnsafeRawBufferPointer?, isDiscontinuous: Bool,
        deliver: (AudioStreamEvent) -> Void
    ) throws(AudioStreamError) {
        let mayParse = state.withLock { state in
            guard state.isParsing else {
                state.isParsing = true
                return true
            }
            state.waiting.append(
                Piece(
                    bytes: piece.map { Array($0) } ?? [], isLast: piece == nil,
                    isDiscontinuous: isDiscontinuous))
            return false
        }
        guard mayParse else { return }
        defer {
            state.withLock { state in
                state.isParsing = false
                state.waiting = []
            }
        }
        try feed(piece, isDiscontinuous: isDiscontinuous, deliver)
        while let next = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) {
            var failure: AudioStreamError?
            next.bytes.withUnsafeBytes { bytes in
                do throws(AudioStreamError) {
                    try feed(
                        next.isLast ? nil : bytes, isDiscontinuous: next.isDiscontinuous, deliver)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
        }
    }

    private func feed(
        _ piece: UnsafeRawBufferPointer?, isDiscontinuous: Bool,
        _ deliver: (AudioStreamEvent) -> Void
    ) throws(AudioStreamError) {
        let seekCount = state.withLock { $0.seekCount }
        var rest = piece ?? UnsafeRawBufferPointer(start: nil, count: 0)
        var isDiscontinuous = isDiscontinuous
        repeat {
            let slice = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.sliceByteCountMax))
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(slice.count))
            let isGap = isDiscontinuous
            isDiscontinuous = false
            try locked { state throws(AudioStreamError) in
                try state.parser.append(slice, isDiscontinuous: isGap)
                if piece == nil { state.parser.finish() }
            }
            while let event = try nextEvent(seekCount) { deliver(event) }
        } while !rest.isEmpty && state.withLock { $0.seekCount == seekCount && !$0.isClosed }
    }

    private func nextEvent(_ seekCount: Int) throws(AudioStreamError) -> AudioStreamEvent? {
        try locked { state throws(AudioStreamError) in
            guard !state.isClosed, state.seekCount == seekCount else { return nil }
            return try state.parser.nextEvent()
        }
    }

    /// Makes a packet the next. Bytes that were brought before are forgotten.
    public func seek(toPacket packet: Int64) throws(AudioStreamError) -> AudioStreamPosition {
        try locked { state throws(AudioStreamError) in
            let place = try state.parser.seek(toPacket: packet)
            state.seekCount += 1
            state.waiting = []
            return place
        }
    }

    /// Nothing is handed over from now on.
    public func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Looks at what is known of the stream.
    public func asking<Answer: Sendable>(
        _ body: (borrowing AudioStreamParser) -> Answer
    ) -> Answer {
        state.withLock { body($0.parser) }
    }

    private func locked<Answer: Sendable>(
        _ body: (inout State) throws(AudioStreamError) -> Answer
    ) throws(AudioStreamError) -> Answer {
        let result: Result<Answer, AudioStreamError> = state.withLock { state in
            do throws(AudioStreamError) {
                return .success(try body(&state))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

/// The streams that a program has open, each by a number that is never used again.
public final class AudioStreamTable: Sendable {
    private struct State {
        var streams: [UInt: OpenAudioStream] = [:]
        var lastNumber: UInt = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// - Returns: The stream's number: not zero.
    public func add(_ stream: OpenAudioStream) -> UInt {
        state.withLock { state in
            state.lastNumber += 1
            state.streams[state.lastNumber] = stream
            return state.lastNumber
        }
    }

    /// nil when there is none, or not any more.
    public func stream(_ number: UInt) -> OpenAudioStream? {
        state.withLock { $0.streams[number] }
    }

    public func remove(_ number: UInt) -> OpenAudioStream? {
        state.withLock { $0.streams.removeValue(forKey: number) }
    }
}
