import AudioFormats
import Foundation

/// The bytes that an app's own functions read.
///
/// The functions are called one at a time, on the thread that wants the bytes: usually they move
/// one file's position and then read. One of them may itself call for the same file.
public final class CallbackBytes: ByteSource {
    /// What reading gave: how many bytes, or a result that is not zero.
    public struct Reading: Sendable {
        public var status: Int32
        public var byteCount: UInt32

        public init(status: Int32, byteCount: UInt32) {
            self.status = status
            self.byteCount = byteCount
        }
    }

    public typealias Read =
        @Sendable (_ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer) -> Reading

    /// Asked for once, when the file is opened.
    public let byteCount: Int64
    private let readBytes: Read
    private let lock = NSRecursiveLock()
    /// Asked for at a time: counts have 32 bits, and buffers an end.
    private static let pieceByteCountMax = 1 << 24

    public init(byteCount: Int64, read: @escaping Read) {
        self.byteCount = max(byteCount, 0)
        readBytes = read
    }

    /// - Throws: `cannotRead`, with the app's own result for a number.
    public func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        guard offset >= 0, offset < byteCount else { return 0 }
        let wanted = Int(min(Int64(buffer.count), byteCount - offset))
        var done = 0
        while done < wanted {
            let end = min(done + Self.pieceByteCountMax, wanted)
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<end])
            let at = offset + Int64(done)
            let reading = lock.withLock { readBytes(at, room) }
            guard reading.status == 0 else {
                throw FormatError(.cannotRead(errno: reading.status), offset: at)
            }
            // More than there was room for is a mistake of the app's.
            let count = min(Int(reading.byteCount), room.count)
            guard count > 0 else { break }
            done += count
        }
        return done
    }
}
