import AudioCodecs
import AudioConversion
public import AudioModel
public import ChannelLayouts
import Foundation
import Synchronization

/// An audio file that a client reads or writes as frames of linear PCM.
///
/// Any thread may use it. Calls wait for each other, except `writeAsynchronously`, which never
/// waits.
///
/// Ownership: `lock` guards the side and the pending error; the two `Mutex` values guard
/// themselves.
public final class ExtendedAudioFile: @unchecked Sendable {
    /// The direction of a file, with the object that reads or writes it.
    public enum Side {
        case reading(ExtendedFileReading)
        case writing(ExtendedFileWriting)
    }

    // Recursive: callbacks of the app, which provide the file's bytes, may call for the same file.
    private let lock = NSRecursiveLock()
    private let side: Side
    private var isDisposed = false
    /// An error of an asynchronous write that the app has not been told yet.
    private var pendingWriteError: ExtendedFileError?
    private let asynchronous = Mutex<AsyncFrameQueue?>(nil)
    private let keptSettings = Mutex(CodecSettings())

    /// - Parameter file: Must stay open while this object is used.
    public init(reading file: OpenAudioFile) throws(ExtendedFileError) {
        do throws(AudioFileError) {
            // The reader is all that reading needs of the file.
            let reader = try file.reading { $0 }
            side = .reading(
                try file.translating { () throws(FormatError) in
                    try ExtendedFileReading(reader) { AudioFileError($0, from: file.source) }
                })
        } catch {
            throw .file(error)
        }
    }

    /// - Parameters:
    ///   - file: Must stay open while this object is used. Its existing audio is kept.
    ///   - layout: `nil` for the file's own.
    /// - Throws: `.file(.notPermitted)` for a file opened for reading only.
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

    /// Wraps a file that is being written.
    public init(writing file: ExtendedFileWriting) {
        side = .writing(file)
    }

    /// Runs `body` with exclusive access to the file.
    ///
    /// - Throws: `notOpen` after `dispose`, or what `body` throws.
    public func access<Answer>(
        _ body: (Side) throws(ExtendedFileError) -> Answer
    ) throws(ExtendedFileError) -> Answer {
        lock.lock()
        defer { lock.unlock() }
        guard !isDisposed else { throw .notOpen }
        return try body(side)
    }

    /// The codec settings. Any thread.
    public var settings: CodecSettings { keptSettings.withLock { $0 } }

    /// Keeps the codec manufacturer that the app asks for.
    ///
    /// - Throws: `codecUnavailable` for hardware codecs: there are none here.
    public func setCodecManufacturer(_ maker: FourCC) throws(ExtendedFileError) {
        guard maker != CodecSettings.hardwareManufacturer else { throw .codecUnavailable }
        keptSettings.withLock { $0.maker = maker }
    }

    /// Keeps the size of the I/O buffer.
    ///
    /// - Throws: `wrongArgument` for zero and for more than 64 MiB.
    public func setBufferByteCount(_ byteCount: UInt32) throws(ExtendedFileError) {
        guard (1...CodecSettings.bufferByteCountMax).contains(byteCount) else {
            throw .wrongArgument
        }
        keptSettings.withLock { $0.bufferByteCount = byteCount }
    }

    // MARK: Frames

    /// Reads the next frames; see `ExtendedFileReading.read`.
    ///
    /// - Throws: `.file(.notPermitted)` for a file that is being written, or what reading throws.
    public func read(
        _ count: Int, into buffers: [UnsafeMutableRawBufferPointer]
    ) throws(ExtendedFileError) -> Int {
        try access { side throws(ExtendedFileError) in
            guard case .reading(let file) = side else { throw .file(.notPermitted) }
            return try file.read(count, into: buffers)
        }
    }

    /// Writes frames, after all frames of earlier asynchronous writes.
    ///
    /// - Throws: `.file(.notPermitted)` for a file that is being read, an earlier asynchronous
    ///   error, or what writing throws.
    public func write(
        _ count: Int, from buffers: [UnsafeRawBufferPointer]
    ) throws(ExtendedFileError) {
        endAsynchronousWriting()
        try access { side throws(ExtendedFileError) in
            guard case .writing(let file) = side else { throw .file(.notPermitted) }
            try throwPendingWriteError()
            try file.write(count, from: buffers)
        }
    }

    /// Allocates what `writeAsynchronously` needs. A second call does nothing.
    ///
    /// - Throws: `.file(.notPermitted)` for a file that is being read, `clientFormatNotLinear`.
    public func prepareAsynchronousWriting() throws(ExtendedFileError) {
        try access { side throws(ExtendedFileError) in
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

    /// Queues frames for a writing thread. Only copies, once asynchronous writing has been
    /// prepared; the first call prepares it otherwise.
    ///
    /// - Parameter buffers: As for `write`.
    /// - Throws: `asynchronousWriteTooLarge` or `asynchronousWriteOverflow`; no frame is queued
    ///   then.
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

    /// The client format; does not block once asynchronous writing has been prepared.
    public func asynchronousFormat() throws(ExtendedFileError) -> StreamFormat {
        if let ready = asynchronous.withLock({ $0 }) { return ready.format }
        return try access { $0.clientFormat }
    }

    /// Whether asynchronous writing has been prepared, which fixes the client format.
    public var isWritingAsynchronously: Bool { asynchronous.withLock { $0 != nil } }

    private func writeWaiting(_ count: Int, _ buffers: [UnsafeRawBufferPointer]) {
        do throws(ExtendedFileError) {
            try access { side throws(ExtendedFileError) in
                guard case .writing(let file) = side, pendingWriteError == nil else { return }
                try file.write(count, from: buffers)
            }
        } catch {
            lock.withLock { pendingWriteError = error }
        }
    }

    private func throwPendingWriteError() throws(ExtendedFileError) {
        guard let failure = pendingWriteError else { return }
        pendingWriteError = nil
        throw failure
    }

    private func endAsynchronousWriting() {
        let frames = asynchronous.withLock { frames in
            defer { frames = nil }
            return frames
        }
        frames?.close()
    }

    /// Ends the use of the file; a file that is written is completed.
    ///
    /// - Throws: What could not be written, asynchronous writes included. The file is closed even
    ///   then.
    public func dispose() throws(ExtendedFileError) {
        endAsynchronousWriting()
        try access { side throws(ExtendedFileError) in
            isDisposed = true
            guard case .writing(let file) = side else { return }
            try file.finish()
            try throwPendingWriteError()
        }
    }

    // MARK: Position

    /// Sets the position of the next read.
    ///
    /// - Parameter frame: A valid frame of the file (priming excluded), at the file's sample rate.
    /// - Throws: `wrongSeek` outside the file, and for a file that is being written.
    public func seek(toFrame frame: Int64) throws(ExtendedFileError) {
        try access { side throws(ExtendedFileError) in
            guard case .reading(let file) = side else { throw .wrongSeek }
            try file.seek(toFrame: frame)
        }
    }

    /// The file's frame that is read or written next, at the file's sample rate.
    public var position: Int64 {
        get throws(ExtendedFileError) {
            try access { side in
                switch side {
                case .reading(let file): file.position
                case .writing(let file): file.frameCount
                }
            }
        }
    }
}
