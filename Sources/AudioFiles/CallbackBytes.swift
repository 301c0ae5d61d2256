import AudioFormats
import Foundation
import Synchronization

/// The bytes that an app's own functions read, and write where it gives such functions.
///
/// The functions are called one at a time, on the thread that wants the bytes: usually they move
/// one file's position and then read. One of them may itself call for the same file.
public final class CallbackBytes: ByteSource, ByteSink {
    /// What reading or writing gave: how many bytes, or a result that is not zero.
    public struct Transfer: Sendable {
        public var status: Int32
        public var byteCount: UInt32

        public init(status: Int32, byteCount: UInt32) {
            self.status = status
            self.byteCount = byteCount
        }
    }

    public typealias Read =
        @Sendable (_ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer) -> Transfer
    public typealias Write =
        @Sendable (_ offset: Int64, _ bytes: UnsafeRawBufferPointer) -> Transfer
    /// Returns a result, zero when it went well.
    public typealias SetSize = @Sendable (_ byteCount: Int64) -> Int32

    private let readBytes: Read
    private let writeBytes: Write?
    private let setSize: SetSize?
    private let lock = NSRecursiveLock()
    private let size: Mutex<Int64>
    /// Asked for at a time: counts have 32 bits, and buffers an end.
    private static let pieceByteCountMax = 1 << 24

    /// - Parameter byteCount: As the app's function said when the file was opened; from then on it
    ///   is known from what is written.
    public init(
        byteCount: Int64, read: @escaping Read, write: Write? = nil, setSize: SetSize? = nil
    ) {
        size = Mutex(max(byteCount, 0))
        readBytes = read
        writeBytes = write
        self.setSize = setSize
    }

    public var byteCount: Int64 { size.withLock { $0 } }

    /// - Throws: `cannotRead`, with the app's own result for a number.
    public func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        let byteCount = byteCount
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

    /// - Throws: `cannotWrite`, with the app's own result for a number; zero when its function took
    ///   nothing.
    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FormatError) {
        guard let writeBytes else { throw FormatError(.cannotWrite(errno: 0)) }
        var done = 0
        while done < bytes.count {
            let end = min(done + Self.pieceByteCountMax, bytes.count)
            let piece = UnsafeRawBufferPointer(rebasing: bytes[done..<end])
            let (at, overflow) = offset.addingReportingOverflow(Int64(done))
            guard !overflow else { throw FormatError(.tooLarge("file")) }
            let writing = lock.withLock { writeBytes(at, piece) }
            let count = min(Int(writing.byteCount), piece.count)
            guard writing.status == 0, count > 0 else {
                throw FormatError(.cannotWrite(errno: writing.status), offset: at)
            }
            done += count
            size.withLock { $0 = max($0, at + Int64(count)) }
        }
    }

    public func setByteCount(_ byteCount: Int64) throws(FormatError) {
        // What the app has already need not be said.
        guard byteCount != self.byteCount else { return }
        guard let setSize else { throw FormatError(.cannotWrite(errno: 0)) }
        let status = lock.withLock { setSize(byteCount) }
        guard status == 0 else { throw FormatError(.cannotWrite(errno: status)) }
        size.withLock { $0 = byteCount }
    }
}
