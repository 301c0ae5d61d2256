import AudioFiles
import AudioFormats
import AudioModel
import CAudioToolbox
import CoreAudioTypes
import Synchronization

// Extended Audio File Services; <AudioToolbox/ExtendedAudioFile.h> declares and documents them.

/// The program's open extended audio files.
private let extendedFiles = ExtendedFileTable()

/// The audio file below each extended audio file, by the handle of the latter.
private let underlyingFiles = Mutex<[UInt: UnderlyingFile]>([:])

/// The audio file that an extended audio file reads or writes.
///
/// Ownership: the `underlyingFiles` mutex guards all values; the handles are never dereferenced.
struct UnderlyingFile: @unchecked Sendable {
    /// The file's handle.
    var id: AudioFileID?
    /// Whether the extended audio file opened it, and so closes it.
    var isOwned: Bool
    /// The converter's handle, made when the app first asks for it.
    var converter: AudioConverterRef?
}

// MARK: Opening and closing

/// Implements `ExtAudioFileOpenURL` for Swift and C.
func openExtendedFile(
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>?, path: () -> String?
) -> OSStatus {
    extendedFileStatus { () throws(ExtendedFileError) in
        guard let outExtAudioFile else { throw .missingArgument }
        guard let path = path() else { throw .file(.noSuchFile) }
        let below = try openUnderlyingFile { () throws(AudioFileError) in
            try OpenAudioFile(path: path)
        }
        outExtAudioFile.pointee = added(
            try ExtendedAudioFile(reading: below),
            UnderlyingFile(id: opened(below), isOwned: true))
    }
}

private func openUnderlyingFile(
    _ open: () throws(AudioFileError) -> OpenAudioFile
) throws(ExtendedFileError) -> OpenAudioFile {
    do throws(AudioFileError) { return try open() } catch { throw .file(error) }
}

/// Implements `ExtAudioFileCreateWithURL` for Swift and C.
func createExtendedFile(
    _ type: AudioFileTypeID, _ format: UnsafePointer<AudioStreamBasicDescription>?,
    _ layout: UnsafePointer<AudioChannelLayout>?, _ flags: UInt32,
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>?, path: () -> String?
) -> OSStatus {
    extendedFileStatus { () throws(ExtendedFileError) in
        guard let format, let outExtAudioFile else { throw .missingArgument }
        guard let path = path() else { throw .file(.noSuchFile) }
        let wanted = StreamFormat(format.pointee)
        let layout = try layout.map { layout throws(ExtendedFileError) in
            try ChannelLayout(describedBy: layout, channelCount: wanted.channelCount)
        }
        let flags = AudioFileFlags(rawValue: flags)
        let below = try openUnderlyingFile { () throws(AudioFileError) in
            try OpenAudioFile(
                creating: path, FourCC(rawValue: type), wanted,
                mayReplace: flags.contains(.eraseFile),
                isPageAligned: !flags.contains(.dontPageAlignAudioData))
        }
        outExtAudioFile.pointee = added(
            try ExtendedAudioFile(writing: below, layout: layout),
            UnderlyingFile(id: opened(below), isOwned: true))
    }
}

@c @implementation
public func ExtAudioFileWrapAudioFileID(
    _ inFileID: AudioFileID!, _ inForWriting: Bool,
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>!
) -> OSStatus {
    extendedFileStatus { () throws(ExtendedFileError) in
        guard let outExtAudioFile else { throw .missingArgument }
        let below = try openUnderlyingFile { () throws(AudioFileError) in try file(inFileID) }
        outExtAudioFile.pointee = added(
            inForWriting
                ? try ExtendedAudioFile(writing: below) : try ExtendedAudioFile(reading: below),
            UnderlyingFile(id: inFileID, isOwned: false))
    }
}

@c @implementation
public func ExtAudioFileDispose(_ inExtAudioFile: ExtAudioFileRef!) -> OSStatus {
    extendedFileStatus { () throws(ExtendedFileError) in
        let number = try number(inExtAudioFile)
        let file = try extendedFiles.remove(number)
        let below = underlyingFiles.withLock { $0.removeValue(forKey: number) }
        disposeOfConverter(below?.converter)
        var problem: ExtendedFileError?
        do throws(ExtendedFileError) { try file.dispose() } catch { problem = error }
        // Closes the file even after an error; the app may have closed it already.
        if let below, below.isOwned, let below = try? openFiles.remove(UInt(bitPattern: below.id)) {
            do throws(AudioFileError) { try below.close() } catch {
                problem = problem ?? .file(error)
            }
        }
        if let problem { throw problem }
    }
}

private func added(_ file: ExtendedAudioFile, _ below: UnderlyingFile) -> ExtAudioFileRef? {
    let number = extendedFiles.add(file)
    underlyingFiles.withLock { $0[number] = below }
    // A handle in the shape of a pointer; never dereferenced.
    return ExtAudioFileRef(bitPattern: number)
}

private func number(_ reference: ExtAudioFileRef?) throws(ExtendedFileError) -> UInt {
    guard let reference else { throw .missingArgument }
    return UInt(bitPattern: reference)
}

func extendedFile(_ reference: ExtAudioFileRef?) throws(ExtendedFileError) -> ExtendedAudioFile {
    try extendedFiles.file(try number(reference))
}

/// - Returns: `nil` for a handle that is not open.
func underlyingFile(_ reference: ExtAudioFileRef?) -> UnderlyingFile? {
    underlyingFiles.withLock { $0[UInt(bitPattern: reference)] }
}

func changeUnderlyingFile(_ reference: ExtAudioFileRef?, _ change: (inout UnderlyingFile) -> Void) {
    underlyingFiles.withLock { files in
        guard var below = files[UInt(bitPattern: reference)] else { return }
        change(&below)
        files[UInt(bitPattern: reference)] = below
    }
}

// MARK: Frames

@c @implementation
public func ExtAudioFileRead(
    _ inExtAudioFile: ExtAudioFileRef!, _ ioNumberFrames: UnsafeMutablePointer<UInt32>!,
    _ ioData: UnsafeMutablePointer<AudioBufferList>!
) -> OSStatus {
    extendedFileStatus { () throws(ExtendedFileError) in
        let file = try extendedFile(inExtAudioFile)
        guard let ioNumberFrames, let ioData else { throw .missingArgument }
        let format = try file.asking { $0.clientFormat }
        let list = BufferList(ioData)
        let rooms = try list.rooms(format)
        let bytesPerFrame = max(Int(format.bytesPerFrame), 1)
        let fitting = rooms.map { $0.count / bytesPerFrame }.min() ?? 0
        let wanted = Int(ioNumberFrames.pointee)
        // Zero frames would look like the end of the file.
        guard wanted == 0 || fitting > 0 else { throw .wrongArgument }
        let count = try file.read(min(wanted, fitting), into: rooms)
        list.setByteCounts(count * bytesPerFrame)
        ioNumberFrames.pointee = UInt32(count)
    }
}

@c @implementation
public func ExtAudioFileWrite(
    _ inExtAudioFile: ExtAudioFileRef!, _ inNumberFrames: UInt32,
    _ ioData: UnsafePointer<AudioBufferList>!
) -> OSStatus {
    extendedFileStatus { () throws(ExtendedFileError) in
        let file = try extendedFile(inExtAudioFile)
        guard let ioData else { throw .missingArgument }
        let format = try file.asking { $0.clientFormat }
        let list = BufferList(UnsafeMutablePointer(mutating: ioData))
        try list.withContents(of: Int(inNumberFrames), format) {
            buffers throws(ExtendedFileError) in
            try file.write(Int(inNumberFrames), from: Array(buffers))
        }
    }
}

@c @implementation
public func ExtAudioFileWriteAsync(
    _ inExtAudioFile: ExtAudioFileRef!, _ inNumberFrames: UInt32,
    _ ioData: UnsafePointer<AudioBufferList>!
) -> OSStatus {
    extendedFileStatus { () throws(ExtendedFileError) in
        let file = try extendedFile(inExtAudioFile)
        guard let ioData, inNumberFrames > 0 else {
            guard inNumberFrames == 0 else { throw .missingArgument }
            return try file.prepareAsynchronousWriting()
        }
        let format = try file.asynchronousFormat()
        let list = BufferList(UnsafeMutablePointer(mutating: ioData))
        try list.withContents(of: Int(inNumberFrames), format) {
            buffers throws(ExtendedFileError) in
            try file.writeAsynchronously(Int(inNumberFrames), from: buffers)
        }
    }
}

// MARK: Position

@c @implementation
public func ExtAudioFileSeek(_ inExtAudioFile: ExtAudioFileRef!, _ inFrameOffset: Int64) -> OSStatus
{
    extendedFileStatus { () throws(ExtendedFileError) in
        try extendedFile(inExtAudioFile).seek(toFrame: inFrameOffset)
    }
}

@c @implementation
public func ExtAudioFileTell(
    _ inExtAudioFile: ExtAudioFileRef!, _ outFrameOffset: UnsafeMutablePointer<Int64>!
) -> OSStatus {
    extendedFileStatus { () throws(ExtendedFileError) in
        let file = try extendedFile(inExtAudioFile)
        guard let outFrameOffset else { throw .missingArgument }
        outFrameOffset.pointee = try file.position
    }
}
