#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
public import AudioCodecs
import Synchronization

/// Bytes that can be written at any offset: a file, memory, or an app's callbacks.
public protocol ByteSink: Sendable {
    /// Writes all of `bytes`; a gap before `offset` is filled with zeros.
    ///
    /// - Parameter offset: Not negative.
    /// - Throws: `cannotWrite` or `tooLarge`.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FormatError)

    /// Truncates, or extends with zeros.
    ///
    /// - Throws: `cannotWrite` or `tooLarge`.
    func setByteCount(_ byteCount: Int64) throws(FormatError)
}

extension ByteSink {
    func write(_ bytes: [UInt8], at offset: Int64) throws(FormatError) {
        try bytes.withUnsafeBufferPointer { bytes throws(FormatError) in
            try write(UnsafeRawBufferPointer(bytes), at: offset)
        }
    }
}

/// A sink in memory, readable at any time. Thread-safe.
public final class MemorySink: ByteSink, ByteSource {
    private let held: Mutex<[UInt8]>

    /// Creates a sink.
    ///
    /// - Parameter bytes: Initial content.
    public init(_ bytes: [UInt8] = []) {
        held = Mutex(bytes)
    }

    public var byteCount: Int64 { Int64(held.withLock { $0.count }) }

    public func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        try MemoryBytes(bytes).read(into: buffer, at: offset)
    }

    /// A copy of the bytes written so far.
    public var bytes: [UInt8] { held.withLock { $0 } }

    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FormatError) {
        let (end, overflow) = offset.addingReportingOverflow(Int64(bytes.count))
        guard offset >= 0, !overflow, end <= ContainerLimits.fileBytesMax else {
            throw FormatError(.tooLarge("file"))
        }
        held.withLock { held in
            let missing = Int(end) - held.count
            if missing > 0 { held.append(contentsOf: repeatElement(0, count: missing)) }
            held.replaceSubrange(Int(offset)..<Int(end), with: bytes)
        }
    }

    public func setByteCount(_ byteCount: Int64) throws(FormatError) {
        guard (0...ContainerLimits.fileBytesMax).contains(byteCount) else {
            throw FormatError(.tooLarge("file"))
        }
        held.withLock { held in
            let missing = Int(byteCount) - held.count
            if missing > 0 {
                held.append(contentsOf: repeatElement(0, count: missing))
            } else {
                held.removeLast(-missing)
            }
        }
    }
}

/// A file on disk for writing, readable at any time.
public final class FileSink: ByteSink, ByteSource {
    private let descriptor: Int32
    /// Length that the system last gave, or that writing has led to since.
    private let lastByteCount: Atomic<Int64>

    /// Creates the file, or truncates an existing one.
    ///
    /// - Parameter mayReplace: Whether an existing file is overwritten.
    /// - Throws: `cannotOpen`, or `notAFile` for folders, pipes and devices.
    public convenience init(path: String, mayReplace: Bool = true) throws(FormatError) {
        try self.init(path, O_CREAT | (mayReplace ? 0 : O_EXCL))
        try setByteCount(0)
    }

    /// Opens an existing file.
    ///
    /// - Throws: `cannotOpen`, or `notAFile` for folders, pipes and devices.
    public convenience init(existing path: String) throws(FormatError) {
        try self.init(path, 0)
    }

    private init(_ path: String, _ flags: Int32) throws(FormatError) {
        let (opened, byteCount) = try openRegularFile(path, O_RDWR | flags)
        descriptor = opened
        lastByteCount = Atomic(byteCount)
    }

    deinit {
        close(descriptor)
    }

    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FormatError) {
        guard let start = bytes.baseAddress else { return }
        var done = 0
        while done < bytes.count {
            let count = pwrite(
                descriptor, start + done, bytes.count - done, off_t(offset) + off_t(done))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                throw FormatError(.cannotWrite(errno: errno), offset: offset + Int64(done))
            }
            done += count
            lastByteCount.max(offset + Int64(done), ordering: .relaxed)
        }
    }

    public func setByteCount(_ byteCount: Int64) throws(FormatError) {
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else {
            throw FormatError(.cannotWrite(errno: errno))
        }
        lastByteCount.store(byteCount, ordering: .relaxed)
    }

    /// Current length in bytes. When the system reports an error, it is the last known length: a
    /// read then throws the error, where a length of zero would look like an empty file.
    public var byteCount: Int64 {
        var status = stat()
        if fstat(descriptor, &status) == 0 {
            lastByteCount.store(Int64(status.st_size), ordering: .relaxed)
        }
        return lastByteCount.load(ordering: .relaxed)
    }

    public func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        try readBytes(of: descriptor, into: buffer, at: offset)
    }
}
