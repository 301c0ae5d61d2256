public import AudioCodecs

/// Bytes that can be read at any offset: a file, memory, or an app's callbacks.
///
/// Reads may come from any thread.
public protocol ByteSource: Sendable {
    /// Length in bytes when the source was opened.
    var byteCount: Int64 { get }
    /// Whether missing bytes may still arrive, as in a stream; a read past the end is then no sign
    /// of damage.
    var isStillArriving: Bool { get }

    /// Copies bytes starting at `offset`.
    ///
    /// - Parameter offset: Not negative; may lie past the end.
    /// - Returns: Number of bytes copied; fewer than `buffer` holds only at the end of the source.
    /// - Throws: `cannotRead` when the system reports an error.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int
}

extension ByteSource {
    public var isStillArriving: Bool { false }
}

/// A byte source in memory.
public struct MemoryBytes: ByteSource {
    private let bytes: [UInt8]

    /// Creates a source of these bytes.
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
