public import AudioCodecs
public import AudioFormats
import Synchronization

/// An audio file stream that an app parses. Packets are delivered on the thread that supplies the
/// bytes.
///
/// During a delivery the app may read properties, supply more bytes, or close the stream.
public final class OpenAudioStream: Sendable {
    private struct State {
        let parser: AudioStreamParser
        /// Bytes supplied while others are being parsed, oldest first.
        var waiting: [Piece] = []
        var isParsing = false
        var isClosed = false
        /// Number of seeks; a seek invalidates the rest of earlier bytes.
        var seekCount = 0
    }

    private struct Piece {
        var bytes: [UInt8]
        var isLast: Bool
        var isDiscontinuous: Bool
    }

    private let state: Mutex<State>
    /// Most bytes copied and parsed at a time.
    private static let sliceByteCountMax = 1 << 18

    /// - Parameter hint: The file type where the first bytes do not tell.
    public init(hint: ContainerKind?) {
        state = Mutex(State(parser: AudioStreamParser(hint: hint)))
    }

    /// Parses bytes and delivers properties and packets.
    ///
    /// - Parameters:
    ///   - piece: `nil` ends the stream.
    ///   - isDiscontinuous: Whether the bytes do not continue the previous ones.
    ///   - deliver: Called without a lock. Bytes that arrive meanwhile, from it or another thread,
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

    /// Seeks to a packet: the bytes supplied next are from there. Earlier bytes are dropped.
    public func seek(toPacket packet: Int64) throws(AudioStreamError) -> AudioStreamPosition {
        try locked { state throws(AudioStreamError) in
            let place = try state.parser.seek(toPacket: packet)
            state.seekCount += 1
            state.waiting = []
            return place
        }
    }

    /// Ends all deliveries.
    public func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Gives access to the parser's state.
    public func access<Answer: Sendable>(
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
