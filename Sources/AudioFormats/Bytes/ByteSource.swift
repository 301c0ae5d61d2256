/// Bytes that can be read at any offset: a file, memory, or an app's callbacks.
///
/// Any thread may read. `byteCount` is the length when the source was opened.
public protocol ByteSource: Sendable {
    var byteCount: Int64 { get }
    /// Whether bytes that are missing now may be there later: then wanting them is no sign of
    /// damage.
    var isStillArriving: Bool { get }

    /// Copies bytes from `offset` on.
    ///
    /// - Parameter offset: Not negative; may lie past the end.
    /// - Returns: Bytes copied. Fewer than `buffer` holds only at the end of the source.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int
}

extension ByteSource {
    public var isStillArriving: Bool { false }
}

/// Bytes in memory.
public struct MemoryBytes: ByteSource {
    private let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public var byteCount: Int64 { Int64(bytes.count) }

    public func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        guard offset >= 0, offset < byteCount, !buffer.isEmpty else { return 0 }
        let start = Int(offset)
        let count = min(buffer.count, bytes.count - start)
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: .init(rebasing: $0[start..<start + count]))
        }
        return count
    }
}
