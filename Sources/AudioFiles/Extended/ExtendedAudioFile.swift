import AudioConversion
import AudioFormats
import AudioModel
import Foundation
import Synchronization

/// An audio file that a client reads or writes as frames of linear PCM.
///
/// Any thread may use it. Calls wait for each other, but for `writeAsynchronously`, which waits for
/// nothing.
public final class ExtendedAudioFile: @unchecked Sendable {
    public enum Side {
        case reading(ExtendedFileReading)
        case writing(ExtendedFileWriting)
    }

    // An app's own functions, which a file may be read through, can call for the same file.
    private let lock = NSRecursiveLock()
    private let side: Side
    private var isDisposed = false
    /// What went wrong since the app was last told, while nobody waited for it.
    private var pendingWriteError: ExtendedFileError?
    private let asynchronous = Mutex<AsyncFrameQueue?>(nil)
    private let keptSettings = Mutex(CodecSettings())

    /// - Parameter file: Stays open at least as long.
    public init(reading file: OpenAudioFile) throws(ExtendedFileError) {
        do throws(AudioFileError) {
            // What reads a file needs nothing else of it.
            let reader = try file.reading { $0 }
            side = .reading(
                ExtendedFileReading(reader) { error in
                    do throws(AudioFileError) {
                        return try file.translating { () throws(FormatError) in throw error }
                    } catch {
                        return error
                    }
                })
        } catch {
            throw .file(error)
        }
    }

    /// - Parameters:
    ///   - file: Stays open at least as long. What is in it already stays there.
    ///   - layout: nil for what the file has.
    /// - Throws: `.file(.notPermitted)` for a file that is only read.
    public convenience init(
        writing file: OpenAudioFile, layout: ChannelLayout? = nil
    ) throws(ExtendedFileError) {
        let writing: ExtendedFileWriting
        do throws(AudioFileError) {
            writing = ExtendedFileWriting(
                try FileDestination(file), format: try file.writtenFile().state().format)
        } catch {
            throw .file(error)
        }
        if let layout { try writing.setChannelLayout(layout) }
        self.init(writing: writing)
    }

    public init(writing file: ExtendedFileWriting) {
        side = .writing(file)
    }

    /// Runs what needs the file for itself.
    public func asking<Answer>(
        _ body: (Side) throws(ExtendedFileError) -> Answer
    ) throws(ExtendedFileError) -> Answer {
        lock.lock()
        defer { lock.unlock() }
        guard !isDisposed else { throw .notOpen }
        return try body(side)
    }

    public var settings: CodecSettings { keptSettings.withLock { $0 } }

    /// - Throws: `codecUnavailable` for coders in hardware, of which there are none here.
    public func setCodecManufacturer(_ maker: FourCC) throws(ExtendedFileError) {
        guard maker != CodecSettings.hardwareManufacturer else { throw .codecUnavailable }
        keptSettings.withLock { $0.maker = maker }
    }

    /// - Throws: `wrongArgument` for none, and for more than is ever of use.
    public func setBufferByteCount(_ byteCount: UInt32) throws(ExtendedFileError) {
        guard (1...CodecSettings.bufferByteCountMax).contains(byteCount) else {
            throw .wrongArgument
        }
        keptSettings.withLock { $0.bufferByteCount = byteCount }
    }

    // MARK: Frames

    /// Reads the next frames; see `ExtendedFileReading.read`.
    ///
    /// - Throws: `.file(.notPermitted)` for a file that is being written.
    public func read(
        _ count: Int, into buffers: [UnsafeMutableRawBufferPointer]
    ) throws(ExtendedFileError) -> Int {
        try asking { side throws(ExtendedFileError) in
            guard case .reading(let file) = side else { throw .file(.notPermitted) }
            return try file.read(count, into: buffers)
        }
    }

    /// Writes frames, after those that wait.
    ///
    /// - Throws: `.file(.notPermitted)` for a file that is being read.
    public func write(
        _ count: Int, from buffers: [UnsafeRawBufferPointer]
    ) throws(ExtendedFileError) {
        endAsynchronousWriting()
        try asking { side throws(ExtendedFileError) in
            guard case .writing(let file) = side else { throw .file(.notPermitted) }
            try throwPendingWriteError()
            try file.write(count, from: buffers)
        }
    }

    /// Gets ready to write from a thread that must not wait. Doing it again does nothing.
    public func prepareAsynchronousWriting() throws(ExtendedFileError) {
        try asking { side throws(ExtendedFileError) in
            guard case .writing(let file) = side else { throw .file(.notPermitted) }
            guard file.clientFormat.id == .linearPCM else { throw .clientFormatNotLinear }
            asynchronous.withLock { frames in
                guard frames == nil else { return }
                frames = AsyncFrameQueue(file.clientFormat) { [weak self] count, buffers in
                    self?.writeWaiting(count, buffers)
                }
            }
        }
    }

    /// Leaves frames to be written by another thread. Takes no more time than copying them does,
    /// once writing this way has been prepared; it is by the first call at the latest.
    ///
    /// - Parameter buffers: As for `write`.
    /// - Throws: `asynchronousWriteTooLarge`, `asynchronousWriteOverflow`, of which nothing is taken.
    public func writeAsynchronously(
        _ count: Int, from buffers: UnsafeBufferPointer<UnsafeRawBufferPointer>
    ) throws(ExtendedFileError) {
        var ready = asynchronous.withLock { $0 }
        if ready == nil {
            try prepareAsynchronousWriting()
            ready = asynchronous.withLock { $0 }
        }
        guard let ready else { throw .notOpen }
        switch ready.add(count, from: buffers) {
        case .taken: return
        case .full: throw .asynchronousWriteOverflow
        case .tooMany: throw .asynchronousWriteTooLarge
        }
    }

    /// The client's format, without waiting for anybody once writing this way has been prepared.
    public func asynchronousFormat() throws(ExtendedFileError) -> StreamFormat {
        if let ready = asynchronous.withLock({ $0 }) { return ready.format }
        return try asking { $0.clientFormat }
    }

    /// Whether frames are written in this way, whose format cannot be changed any more.
    public var isWritingAsynchronously: Bool { asynchronous.withLock { $0 != nil } }

    private func writeWaiting(_ count: Int, _ buffers: [UnsafeRawBufferPointer]) {
        do throws(ExtendedFileError) {
            try asking { side throws(ExtendedFileError) in
                guard case .writing(let file) = side, pendingWriteError == nil else { return }
                try file.write(count, from: buffers)
            }
        } catch {
            lock.withLock { pendingWriteError = error }
        }
    }

    private func throwPendingWriteError() throws(ExtendedFileError) {
        guard let problem = pendingWriteError else { return }
        pendingWriteError = nil
        throw problem
    }

    private func endAsynchronousWriting() {
        let frames = asynchronous.withLock { frames in
            defer { frames = nil }
            return frames
        }
        frames?.close()
    }

    /// Ends the use of the file; one that is written becomes complete.
    ///
    /// - Throws: What could not be written, also of what nobody waited for. The file is closed then
    ///   as well.
    public func dispose() throws(ExtendedFileError) {
        endAsynchronousWriting()
        try asking { side throws(ExtendedFileError) in
            isDisposed = true
            guard case .writing(let file) = side else { return }
            try file.finish()
            try throwPendingWriteError()
        }
    }

    // MARK: The place in the file

    /// - Parameter frame: Of the file, of those to be heard.
    /// - Throws: `wrongSeek` outside of the file, and for one that is being written.
    public func seek(toFrame frame: Int64) throws(ExtendedFileError) {
        try asking { side throws(ExtendedFileError) in
            guard case .reading(let file) = side else { throw .wrongSeek }
            try file.seek(toFrame: frame)
        }
    }

    /// The file's frame that is read or written next.
    public var position: Int64 {
        get throws(ExtendedFileError) {
            try asking { side in
                switch side {
                case .reading(let file): file.position
                case .writing(let file): file.frameCount
                }
            }
        }
    }
}
