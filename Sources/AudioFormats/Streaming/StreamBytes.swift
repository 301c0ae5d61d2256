import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What has come of a stream and is still needed, as a source for the parsers of headers.
///
/// Bytes at the start that tables stand in are kept, and one part further on; of the others only
/// those from the next packet on. Any thread may use it.
final class StreamBytes: ByteSource {
    private struct State {
        var head: [UInt8] = []
        /// Another part that is kept, from `partStart` on.
        var part: [UInt8] = []
        var partStart: Int64 = 0
        /// From `windowStart` on; the first `dropped` of them are gone already.
        var window: [UInt8] = []
        var dropped = 0
        var windowStart: Int64 = 0
        /// Nothing before it is wanted, whether it has come or not.
        var wantedStart: Int64 = 0
        var byteCount = ContainerLimits.fileBytesMax
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// Of the whole stream: as its header says, and as it turns out at its end.
    var byteCount: Int64 { state.withLock { $0.byteCount } }
    var isStillArriving: Bool { state.withLock { !$0.hasEnded } }

    /// Where what has come so far ends.
    var heldEnd: Int64 {
        state.withLock { $0.windowStart + Int64($0.window.count - $0.dropped) }
    }

    /// Of them, what the head does not keep.
    var windowByteCount: Int { state.withLock { $0.window.count - $0.dropped } }

    func append(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            let end = state.windowStart + Int64(state.window.count - state.dropped)
            let skipped = Int(min(max(state.wantedStart - end, 0), Int64(bytes.count)))
            if skipped > 0 {
                // Nothing is held then.
                state.windowStart += Int64(skipped)
            }
            state.window.append(contentsOf: bytes.dropFirst(skipped))
        }
    }

    /// Says how long the stream is.
    func setByteCount(_ byteCount: Int64) {
        state.withLock { $0.byteCount = byteCount }
    }

    /// Nothing more will come.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.byteCount = state.windowStart + Int64(state.window.count - state.dropped)
        }
    }

    /// Keeps the first bytes, up to `end`, for as long as the stream lives.
    func keepHead(until end: Int64) {
        state.withLock { state in
            guard state.windowStart == 0, state.dropped == 0 else { return }
            state.head = Array(state.window.prefix(Int(end)))
        }
    }

    /// Keeps a part until another one is kept.
    func keep(_ bytes: [UInt8], from start: Int64) {
        state.withLock { ($0.part, $0.partStart) = (bytes, start) }
    }

    /// Lets go of what comes before an offset, also of what is still to come.
    func drop(before offset: Int64) {
        state.withLock { state in
            state.wantedStart = max(state.wantedStart, offset)
            let held = Int64(state.window.count - state.dropped)
            let count = Int(min(max(offset - state.windowStart, 0), held))
            state.dropped += count
            state.windowStart += Int64(count)
            // Moving the rest each time would take the square of the time.
            let worthMoving = 1 << 16
            if state.dropped == state.window.count {
                state.window.removeAll(keepingCapacity: state.dropped <= worthMoving)
                state.dropped = 0
            } else if state.dropped > worthMoving, state.dropped > state.window.count / 2 {
                state.window.removeFirst(state.dropped)
                state.dropped = 0
            }
        }
    }

    /// Goes on at another place of the stream, or at the same one behind a gap.
    func jump(to offset: Int64, byteCount: Int64) {
        state.withLock { state in
            state.window = []
            state.dropped = 0
            state.windowStart = offset
            state.wantedStart = offset
            state.byteCount = byteCount
            state.hasEnded = false
        }
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        guard offset >= 0, !buffer.isEmpty else { return 0 }
        return state.withLock { state in
            if offset >= state.windowStart {
                let skipped = offset - state.windowStart
                let held = Int64(state.window.count - state.dropped)
                guard skipped < held else { return 0 }
                let count = Int(min(Int64(buffer.count), held - skipped))
                let start = state.dropped + Int(skipped)
                state.window.withUnsafeBytes {
                    buffer.copyMemory(from: .init(rebasing: $0[start..<start + count]))
                }
                return count
            }
            if offset < Int64(state.head.count) {
                return copyBytes(of: state.head, from: Int(offset), into: buffer)
            }
            let partEnd = state.partStart + Int64(state.part.count)
            guard (state.partStart..<partEnd).contains(offset) else { return 0 }
            return copyBytes(of: state.part, from: Int(offset - state.partStart), into: buffer)
        }
    }
}

/// - Returns: Bytes copied, from one that is there on.
private func copyBytes(
    of bytes: [UInt8], from start: Int, into buffer: UnsafeMutableRawBufferPointer
) -> Int {
    let count = min(buffer.count, bytes.count - start)
    bytes.withUnsafeBytes {
        buffer.copyMemory(from: .init(rebasing: $0[start..<start + count]))
    }
    return count
}

extension FormatError {
    /// Bytes are wanted that have not come yet.
    static func shortage(until end: Int64) -> FormatError {
        FormatError(.cannotRead(errno: EAGAIN), offset: end)
    }

    /// Where the bytes end that have not come yet; nil for real errors.
    var shortageEnd: Int64? {
        reason == .cannotRead(errno: EAGAIN) ? offset : nil
    }
}

/// Limits that keep a stream's memory and time within bounds.
enum StreamLimits {
    /// The tables of a sound of a day fit; more is kept of no stream.
    static let headBytesMax: Int64 = 1 << 25
    static let packetBytesMax: Int64 = 1 << 24
    /// Packets handed out at a time.
    static let packetsMax = 4096
    /// Of packets handed out at a time, unless one alone is larger.
    static let packetsBytesMax = 1 << 20
}
