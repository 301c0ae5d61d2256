public import AudioCodecs
public import AudioFormats
import Foundation
import Synchronization

/// The bytes of a file that an app provides through callbacks for reading and, optionally, writing.
///
/// Callbacks run one at a time, on the thread that needs the bytes: most set a file position and
/// then read. A callback may call for the same file again.
public final class CallbackBytes: ByteSource, ByteSink {
    /// The result of one callback: a byte count, or a status that is not zero.
    public struct Transfer: Sendable {
        /// Zero, or the callback's error.
        public var status: Int32
        /// Bytes read or written.
        public var byteCount: UInt32

        /// Makes a result.
        public init(status: Int32, byteCount: UInt32) {
            self.status = status
            self.byteCount = byteCount
        }
    }

    /// Reads bytes at `offset`.
    public typealias Read =
        @Sendable (_ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer) -> Transfer
    /// Writes bytes at `offset`.
    public typealias Write =
        @Sendable (_ offset: Int64, _ bytes: UnsafeRawBufferPointer) -> Transfer
    /// Sets the file's size in bytes; returns a status, zero for success.
    public typealias SetSize = @Sendable (_ byteCount: Int64) -> Int32

    private let readBytes: Read
    private let writeBytes: Write?
    private let setSize: SetSize?
    private let lock = NSRecursiveLock()
    private let size: Mutex<Int64>
    /// Most bytes of one callback: counts have 32 bits.
    private static let pieceByteCountMax = 1 << 24

    /// - Parameter byteCount: The initial size; writes then update it.
    public init(
        byteCount: Int64, read: @escaping Read, write: Write? = nil, setSize: SetSize? = nil
    ) {
        size = Mutex(max(byteCount, 0))
        readBytes = read
        writeBytes = write
        self.setSize = setSize
    }

    /// The size of the file in bytes. Any thread.
    public var byteCount: Int64 { size.withLock { $0 } }

    /// - Throws: `cannotRead`, with the app's status as its number.
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
            // A count larger than the room is an error of the app.
            let count = min(Int(reading.byteCount), room.count)
            guard count > 0 else { break }
            done += count
        }
        return done
    }

    /// - Throws: `cannotWrite`, with the app's status as its number; zero when the callback wrote
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

    /// Truncates or extends the file through the app's callback.
    ///
    /// - Throws: `cannotWrite`, with the app's status as its number.
    public func setByteCount(_ byteCount: Int64) throws(FormatError) {
        // Only a change of size is passed to the app.
        guard byteCount != self.byteCount else { return }
        guard let setSize else { throw FormatError(.cannotWrite(errno: 0)) }
        let status = lock.withLock { setSize(byteCount) }
        guard status == 0 else { throw FormatError(.cannotWrite(errno: status)) }
        size.withLock { $0 = byteCount }
    }
}
