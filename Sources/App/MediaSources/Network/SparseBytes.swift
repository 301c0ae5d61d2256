import AudioCodecs
import AudioFormats
import Glibc
import Synchronization

/// The parts of a file that have arrived: its beginning, one later part, and a window that moves on.
/// Any thread.
final class SparseBytes: ByteSource {
    private struct Part {
        var start: Int64
        var bytes: [UInt8]
        var end: Int64 { start + Int64(bytes.count) }
    }

    let byteCount: Int64
    private let parts = Mutex<[Part]>([])

    /// Parts that are kept: the newest is the window.
    private static let partsMax = 4

    init(byteCount: Int64) {
        self.byteCount = byteCount
    }

    /// Adds bytes: to the part that ends where they begin, or as another one.
    ///
    /// - Returns: `false` when there are too many parts.
    func append(_ bytes: ArraySlice<UInt8>, at offset: Int64) -> Bool {
        parts.withLock { parts in
            if let index = parts.lastIndex(where: { $0.end == offset }) {
                parts[index].bytes += bytes
                return true
            }
            guard parts.count < Self.partsMax else { return false }
            parts.append(Part(start: offset, bytes: Array(bytes)))
            return true
        }
    }

    /// Replaces the window by an empty one that begins at an offset.
    func moveWindow(to offset: Int64, isFirst: Bool) {
        parts.withLock { parts in
            if !isFirst, !parts.isEmpty { parts.removeLast() }
            parts.append(Part(start: offset, bytes: []))
        }
    }

    /// Drops what is before an offset in the window.
    func dropWindow(before offset: Int64) {
        parts.withLock { parts in
            guard let last = parts.indices.last, offset > parts[last].start else { return }
            let count = min(Int(offset - parts[last].start), parts[last].bytes.count)
            // Moving the rest every time would take quadratic time.
            guard count > 1 << 16 || count == parts[last].bytes.count else { return }
            parts[last].bytes.removeFirst(count)
            parts[last].start += Int64(count)
        }
    }

    var heldByteCount: Int { parts.withLock { $0.reduce(0) { $0 + $1.bytes.count } } }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        guard offset >= 0, offset < byteCount, !buffer.isEmpty else { return 0 }
        let end = min(offset + Int64(buffer.count), byteCount)
        let missing: Int64? = parts.withLock { parts in
            var next = offset
            while next < end {
                guard let part = parts.last(where: { $0.start <= next && next < $0.end }) else {
                    return next
                }
                let count = Int(min(end, part.end) - next)
                let start = Int(next - part.start)
                part.bytes.withUnsafeBytes { bytes in
                    UnsafeMutableRawBufferPointer(rebasing: buffer[Int(next - offset)...])
                        .copyMemory(from: .init(rebasing: bytes[start..<start + count]))
                }
                next += Int64(count)
            }
            return nil
        }
        if let missing { throw FormatError(.cannotRead(errno: EAGAIN), offset: missing) }
        return Int(end - offset)
    }
}

extension FormatError {
    /// The offset of the byte that has not arrived; `nil` for other errors.
    var missingByte: Int64? { reason == .cannotRead(errno: EAGAIN) ? offset : nil }
}
