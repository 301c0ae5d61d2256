public import AudioCodecs
public import AudioFormats
public import AudioModel
import Synchronization

/// An audio file that an app has open. Any thread, several at a time.
public final class OpenAudioFile: Sendable {
    /// The access that an app asked for.
    public enum Permission: Sendable {
        case read
        case write
        case readWrite
    }

    /// `nil` for a file opened for reading only.
    let written: WrittenFile?
    /// The reader of a file opened for reading only; replaced when the app selects another track.
    private let onlyReader: Mutex<AudioFileReader?>
    let source: any ByteSource
    private let permission: Permission
    private let hint: ContainerKind?
    /// Apple's `AudioFileTypeID` of the file.
    public let fileType: FourCC

    // MARK: Opening

    /// Opens a file.
    ///
    /// - Parameter hint: The file type where the first bytes do not tell: MP3 or ADTS, for reading.
    /// - Throws: `notSupported` when files of its type, or with such packets, cannot be written;
    ///   `unknownFileType`, `noSuchFile`, `notPermitted` and errors of the file's contents.
    public convenience init(
        path: String, for permission: Permission = .read, hint: ContainerKind? = nil
    ) throws(AudioFileError) {
        let storage: FileSink
        let reader: AudioFileReader
        do throws(FormatError) {
            guard permission != .read else {
                try self.init(reading: try FileBytes(path: path), hint: hint)
                return
            }
            storage = try FileSink(existing: path)
            // A recording that was stopped is continued, and not overwritten.
            reader = try AudioFileReader(storage, recoversUnfinished: true)
        } catch {
            throw AudioFileError(error)
        }
        try self.init(continuing: storage, reader, for: permission)
    }

    /// Opens any bytes for reading.
    ///
    /// - Parameter hint: The file type where the first bytes do not tell.
    public convenience init(
        _ source: any ByteSource, hint: ContainerKind? = nil
    ) throws(AudioFileError) {
        do throws(FormatError) {
            try self.init(reading: source, hint: hint)
        } catch {
            throw AudioFileError(error, from: source)
        }
    }

    /// Opens a file behind an app's callbacks for reading and writing, or for reading only where
    /// such files cannot be written.
    ///
    /// - Parameter hint: The file type where the first bytes do not tell.
    public convenience init(
        writable storage: CallbackBytes, hint: ContainerKind? = nil
    ) throws(AudioFileError) {
        let reader: AudioFileReader
        do throws(FormatError) {
            reader = try AudioFileReader(storage)
        } catch {
            if error.reason == .unknownContainer, hint != nil {
                try self.init(storage, hint: hint)
                return
            }
            throw AudioFileError(error, from: storage)
        }
        do throws(AudioFileError) {
            try self.init(continuing: storage, reader, for: .readWrite)
        } catch {
            guard error == .notSupported else { throw error }
            try self.init(storage)
        }
    }

    /// Creates a file on disk.
    ///
    /// - Parameters:
    ///   - mayReplace: Whether an existing file is emptied.
    ///   - isPageAligned: Whether the audio begins on a page boundary.
    ///   - isEmptyUntilUpdated: Whether the header states an empty file until the file is closed,
    ///     where it would state audio of unknown size.
    /// - Throws: `alreadyThere`, `unknownFileType` for file types that are not written,
    ///   `unsupportedCoding` for formats that the type cannot hold; nothing on disk has changed
    ///   then.
    public convenience init(
        creating path: String, _ type: FourCC, _ format: StreamFormat, mayReplace: Bool,
        isPageAligned: Bool, isEmptyUntilUpdated: Bool = false
    ) throws(AudioFileError) {
        let (kind, format) = try Self.writable(type, format)
        let storage: FileSink
        do throws(FormatError) {
            storage = try FileSink(path: path, mayReplace: mayReplace)
        } catch {
            throw AudioFileError(error)
        }
        try self.init(
            WrittenFile(
                storage, kind: kind, format: format, isPageAligned: isPageAligned,
                isEmptyUntilUpdated: isEmptyUntilUpdated), type, storage)
    }

    /// Creates a file behind an app's callbacks; its previous contents are cut off.
    public convenience init(
        creating storage: CallbackBytes, _ type: FourCC, _ format: StreamFormat,
        isPageAligned: Bool
    ) throws(AudioFileError) {
        let (kind, format) = try Self.writable(type, format)
        do throws(FormatError) {
            try storage.setByteCount(0)
        } catch {
            throw AudioFileError(error, from: storage)
        }
        try self.init(
            WrittenFile(storage, kind: kind, format: format, isPageAligned: isPageAligned), type,
            storage)
    }

    private static func writable(
        _ type: FourCC, _ format: StreamFormat
    ) throws(AudioFileError) -> (ContainerKind, StreamFormat) {
        guard let kind = ContainerKind.allCases.first(where: { $0.fileTypeID == type }),
            kind.isWrittenForApps
        else { throw .unknownFileType }
        let format = format.completed
        do throws(FormatError) { try kind.check(format) } catch { throw .unsupportedCoding }
        return (kind, format)
    }

    private init(_ written: WrittenFile, _ type: FourCC, _ source: any ByteSource) {
        self.written = written
        onlyReader = Mutex(nil)
        self.source = source
        permission = .readWrite
        hint = nil
        fileType = type
    }

    private init(
        reading source: any ByteSource, hint: ContainerKind?
    ) throws(FormatError) {
        let reader = try AudioFileReader(source, hint: hint)
        // Apps know a file type only by Apple's identifier.
        guard let type = reader.containerKind.fileTypeID else {
            throw FormatError(.containerNotRead(reader.containerKind))
        }
        written = nil
        onlyReader = Mutex(reader)
        self.source = source
        permission = .read
        self.hint = hint
        fileType = type
    }

    private init(
        continuing storage: any WrittenFile.Storage, _ reader: AudioFileReader,
        for permission: Permission
    ) throws(AudioFileError) {
        guard let type = reader.containerKind.fileTypeID else { throw .unknownFileType }
        written = try WrittenFile(continuing: reader, in: storage)
        onlyReader = Mutex(nil)
        source = storage
        self.permission = permission
        hint = nil
        fileType = type
    }

    /// Closes the file; the header of a file that is written is brought up to date.
    public func close() throws(AudioFileError) {
        try written?.close()
    }

    // MARK: Reading

    /// Gives access to the reader; the header of a file that is written is brought up to date
    /// first.
    ///
    /// - Parameter body: Must not keep the reader.
    public func reading<Answer>(
        _ body: (AudioFileReader) throws(AudioFileError) -> Answer
    ) throws(AudioFileError) -> Answer {
        if let written { return try written.reading(body) }
        guard let reader = onlyReader.withLock({ $0 }) else { throw .notOpen }
        return try body(reader)
    }

    /// Makes a reader of the file as it is now, to be kept.
    ///
    /// - Throws: `notPermitted` for a file that is written.
    public func separateReader() throws(AudioFileError) -> AudioFileReader {
        guard let reader = onlyReader.withLock({ $0 }) else { throw .notPermitted }
        return reader
    }

    /// Gives access to the reader and translates errors for the app.
    public func access<Answer>(
        _ body: (AudioFileReader) throws(FormatError) -> Answer
    ) throws(AudioFileError) -> Answer {
        try reading { reader throws(AudioFileError) in
            try self.translating { () throws(FormatError) in try body(reader) }
        }
    }

    /// Translates the errors of `body`, which uses a reader it already has.
    public func translating<Answer>(
        _ body: () throws(FormatError) -> Answer
    ) throws(AudioFileError) -> Answer {
        do throws(FormatError) { return try body() } catch {
            throw AudioFileError(error, from: source)
        }
    }

    /// Reads bytes of the audio.
    ///
    /// - Parameter start: Offset from the first audio byte; not negative.
    /// - Returns: Bytes read; fewer than `buffer` holds only at the end of the audio.
    /// - Throws: `notSupported` for files without byte positions, `notPermitted`,
    ///   `positionOutOfRange`.
    public func readBytes(
        at start: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioFileError) -> Int {
        guard permission != .write else { throw .notPermitted }
        guard start >= 0 else { throw .positionOutOfRange }
        guard try reading({ reader throws(AudioFileError) in reader.hasByteOffsets }) else {
            throw .notSupported
        }
        return try access { reader throws(FormatError) in
            let left = max(reader.spannedByteCount - start, 0)
            let count = Int(min(Int64(buffer.count), left))
            guard count > 0 else { return 0 }
            return try reader.readBytes(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: start)
        }
    }

    /// Reads whole packets; see `AudioFileReader.readPackets(startingAt:count:into:descriptions:)`.
    ///
    /// - Parameter byteCount: Size of `buffer`; `nil` when it holds `count` packets of the largest
    ///   size.
    /// - Throws: `wrongArgument` when the first packet is larger than the buffer of `byteCount`, and
    ///   for packets of different sizes without descriptions.
    public func readPackets(
        startingAt index: Int64, count: Int, into buffer: UnsafeMutableRawPointer,
        byteCount: Int?, descriptions: UnsafeMutableBufferPointer<PacketDescription>?
    ) throws(AudioFileError) -> PacketRead {
        guard permission != .write else { throw .notPermitted }
        guard index >= 0 else { throw .packetOutOfRange }
        var isRefused = false
        let read = try access { reader throws(FormatError) in
            if byteCount != nil, descriptions == nil, reader.format.bytesPerPacket == 0 {
                isRefused = true
                return PacketRead()
            }
            // Callers size their buffers by either value. Headers can be wrong, and files can
            // change.
            let largest = min(try reader.maximumPacketSize(), try reader.packetSizeUpperBound())
            let room = byteCount ?? count.multipliedClamping(by: Int(largest))
            let read = try reader.readPackets(
                startingAt: index, count: count,
                into: UnsafeMutableRawBufferPointer(
                    start: buffer, count: min(room, Int(UInt32.max))),
                descriptions: descriptions)
            if read.packetCount == 0, byteCount != nil, reader.format.bytesPerPacket == 0,
                let wanted = try reader.packetByteCount(index)
            {
                isRefused = wanted > room
            }
            return read
        }
        guard !isRefused else { throw .wrongArgument }
        return read
    }

    /// Selects another of the file's tracks.
    ///
    /// - Parameter index: From zero.
    /// - Throws: `wrongArgument`.
    public func useTrack(_ index: Int) throws(AudioFileError) {
        guard written == nil else {
            // A file that is written has one track.
            guard index == 0 else { throw .wrongArgument }
            return
        }
        let count = try reading { reader throws(AudioFileError) in reader.soundTrackCount }
        guard index < count else { throw .wrongArgument }
        do throws(FormatError) {
            let reader = try AudioFileReader(source, soundTrack: index, hint: hint)
            onlyReader.withLock { $0 = reader }
        } catch {
            throw AudioFileError(error, from: source)
        }
    }
}

extension Int {
    /// Saturating product of counts that are not negative.
    fileprivate func multipliedClamping(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}
