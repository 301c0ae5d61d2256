import AudioCodecs

/// Bytes that arrive once, in order; their end is not known before.
///
/// Ownership: the thread that demuxes uses it exclusively.
final class SequentialBytes: ByteSource, @unchecked Sendable {
    private let next: (UnsafeMutableRawBufferPointer) throws(FormatError) -> Int
    private(set) var readCount: Int64 = 0

    /// - Parameter next: Waits for bytes and copies them; zero at the end.
    init(_ next: @escaping (UnsafeMutableRawBufferPointer) throws(FormatError) -> Int) {
        self.next = next
    }

    var byteCount: Int64 { ContainerLimits.fileBytesMax }
    var isStillArriving: Bool { true }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        guard offset == readCount, !buffer.isEmpty else { return 0 }
        let count = try next(buffer)
        readCount += Int64(count)
        return count
    }
}
