import AudioCodecs
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The bytes of a stream that are still needed, as a source for the header parsers.
///
/// Retains the start of the stream with its tables, one further part, and all bytes from the next
/// packet on. Thread-safe.
final class StreamBytes: ByteSource {
    private struct State {
        var head: [UInt8] = []
        /// Another retained part, starting at `partStart`.
        var part: [UInt8] = []
        var partStart: Int64 = 0
        /// Bytes from `windowStart` on, after the first `dropped` released ones.
        var window: [UInt8] = []
        var dropped = 0
        var windowStart: Int64 = 0
        /// Bytes before this offset are not needed, even if they have not arrived.
        var wantedStart: Int64 = 0
        var byteCount = ContainerLimits.fileBytesMax
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// Length of the stream: stated in its header, and exact after its end.
    var byteCount: Int64 { state.withLock { $0.byteCount } }
    var isStillArriving: Bool { state.withLock { !$0.hasEnded } }

    /// End of the bytes that have arrived.
    var heldEnd: Int64 {
        state.withLock { $0.windowStart + Int64($0.window.count - $0.dropped) }
    }

    /// Number of bytes retained outside the head.
    var windowByteCount: Int { state.withLock { $0.window.count - $0.dropped } }

    func append(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            let end = state.windowStart + Int64(state.window.count - state.dropped)
            let skipped = Int(min(max(state.wantedStart - end, 0), Int64(bytes.count)))
            if skipped > 0 {
                // The window is empty then.
                state.windowStart += Int64(skipped)
            }
            state.window.append(contentsOf: bytes.dropFirst(skipped))
        }
    }

    /// Sets the length of the stream.
    func setByteCount(_ byteCount: Int64) {
        state.withLock { $0.byteCount = byteCount }
    }

    /// Marks the end of the stream.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.byteCount = state.windowStart + Int64(state.window.count - state.dropped)
        }
    }

    /// Retains the first bytes, up to `end`, as long as the stream exists.
    func keepHead(until end: Int64) {
        state.withLock { state in
            guard state.windowStart == 0, state.dropped == 0 else { return }
            state.head = Array(state.window.prefix(Int(end)))
        }
    }

    /// Retains a part, replacing the previous one.
    func keep(_ bytes: [UInt8], from start: Int64) {
        state.withLock { ($0.part, $0.partStart) = (bytes, start) }
    }

    /// Releases the bytes before an offset, including those that have not arrived.
    func drop(before offset: Int64) {
        state.withLock { state in
            state.wantedStart = max(state.wantedStart, offset)
            let held = Int64(state.window.count - state.dropped)
            let count = Int(min(max(offset - state.windowStart, 0), held))
            state.dropped += count
            state.windowStart += Int64(count)
            // Moving the rest every time would take quadratic time.
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

    /// Continues at another offset of the stream, or at the same one after a gap.
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

/// Copies bytes from index `start`, which must exist.
///
/// - Returns: Number of bytes copied.
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
    /// The pseudo-error for bytes that have not arrived yet.
    static func shortage(until end: Int64) -> FormatError {
        FormatError(.cannotRead(errno: EAGAIN), offset: end)
    }

    /// End of the bytes that have not arrived; nil for other errors.
    var shortageEnd: Int64? {
        reason == .cannotRead(errno: EAGAIN) ? offset : nil
    }
}

/// Limits that bound a stream's memory and time.
enum StreamLimits {
    /// Bytes retained of a stream's start; the tables of a day of audio fit.
    static let headBytesMax: Int64 = 1 << 25
    static let packetBytesMax: Int64 = 1 << 24
    /// Bytes retained of the chunks behind the audio.
    static let tailBytesMax = 1 << 16
    /// Bytes of tags that may follow the frames of MP3.
    static let trailingTagBytesMax: Int64 = 1 << 16
    /// Frames held back at the end of audio with a packet table that is still to come.
    static let heldBackFrames: Int64 = 4096
    /// Number of packets delivered at a time.
    static let packetsMax = 4096
    /// Bytes of packets delivered at a time, unless one packet is larger.
    static let packetsBytesMax = 1 << 20
}
