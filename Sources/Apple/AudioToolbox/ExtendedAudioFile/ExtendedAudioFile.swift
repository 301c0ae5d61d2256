import AudioFiles
import AudioModel
public import CAudioToolbox
import ChannelLayouts
public import CoreAudioTypes

// Extended Audio File Services; <AudioToolbox/ExtendedAudioFile.h> declares and documents them.

/// The program's open extended audio files.
let extendedFiles = HandleTable<OpenExtendedFile>()

/// An open extended audio file and the handles that belong to it.
///
/// Ownership: the table guards all values; the handles are never dereferenced.
struct OpenExtendedFile: @unchecked Sendable {
    let file: ExtendedAudioFile
    /// The handle of the audio file that it reads or writes.
    let audioFile: AudioFileID?
    /// Whether the extended audio file opened `audioFile`, and so closes it.
    let isOwned: Bool
    /// The converter's handle, made when the app first asks for it.
    var converter: AudioConverterRef?
}

// MARK: Opening and closing

/// Implements `ExtAudioFileOpenURL` for Swift and C.
func openExtendedFile(
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>?, path: () -> String?
) -> OSStatus {
    status { () throws(ExtendedFileError) in
        guard let outExtAudioFile else { throw .missingArgument }
        guard let path = path() else { throw .file(.noSuchFile) }
        let below = try openUnderlyingFile { () throws(AudioFileError) in
            try OpenAudioFile(path: path)
        }
        let file = try ExtendedAudioFile(reading: below)
        outExtAudioFile.pointee = extendedFiles.add(
            OpenExtendedFile(file: file, audioFile: openFiles.add(below), isOwned: true))
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
    status { () throws(ExtendedFileError) in
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
        let file = try ExtendedAudioFile(writing: below, layout: layout)
        outExtAudioFile.pointee = extendedFiles.add(
            OpenExtendedFile(file: file, audioFile: openFiles.add(below), isOwned: true))
    }
}

@c @implementation
public func ExtAudioFileWrapAudioFileID(
    _ inFileID: AudioFileID!, _ inForWriting: Bool,
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>!
) -> OSStatus {
    status { () throws(ExtendedFileError) in
        guard let outExtAudioFile else { throw .missingArgument }
        let below = try openUnderlyingFile { () throws(AudioFileError) in try file(inFileID) }
        let extended =
            inForWriting
            ? try ExtendedAudioFile(writing: below) : try ExtendedAudioFile(reading: below)
        outExtAudioFile.pointee = extendedFiles.add(
            OpenExtendedFile(file: extended, audioFile: inFileID, isOwned: false))
    }
}

@c @implementation
public func ExtAudioFileDispose(_ inExtAudioFile: ExtAudioFileRef!) -> OSStatus {
    status { () throws(ExtendedFileError) in
        guard let inExtAudioFile else { throw .missingArgument }
        guard let open = extendedFiles.remove(inExtAudioFile) else { throw .notOpen }
        openConverters.remove(open.converter)?.dispose()
        var failure: ExtendedFileError?
        do throws(ExtendedFileError) { try open.file.dispose() } catch { failure = error }
        // Closes the file even after an error; the app may have closed it already.
        if open.isOwned, let audioFile = openFiles.remove(open.audioFile) {
            do throws(AudioFileError) { try audioFile.close() } catch {
                failure = failure ?? .file(error)
            }
        }
        if let failure { throw failure }
    }
}

func extendedFile(_ reference: ExtAudioFileRef?) throws(ExtendedFileError) -> ExtendedAudioFile {
    guard let reference else { throw .missingArgument }
    guard let open = extendedFiles[reference] else { throw .notOpen }
    return open.file
}

// MARK: Frames

@c @implementation
public func ExtAudioFileRead(
    _ inExtAudioFile: ExtAudioFileRef!, _ ioNumberFrames: UnsafeMutablePointer<UInt32>!,
    _ ioData: UnsafeMutablePointer<AudioBufferList>!
) -> OSStatus {
    status { () throws(ExtendedFileError) in
        let file = try extendedFile(inExtAudioFile)
        guard let ioNumberFrames, let ioData else { throw .missingArgument }
        let format = try file.access { $0.clientFormat }
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
    status { () throws(ExtendedFileError) in
        let file = try extendedFile(inExtAudioFile)
        guard let ioData else { throw .missingArgument }
        let format = try file.access { $0.clientFormat }
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
    status { () throws(ExtendedFileError) in
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
    status { () throws(ExtendedFileError) in
        try extendedFile(inExtAudioFile).seek(toFrame: inFrameOffset)
    }
}

@c @implementation
public func ExtAudioFileTell(
    _ inExtAudioFile: ExtAudioFileRef!, _ outFrameOffset: UnsafeMutablePointer<Int64>!
) -> OSStatus {
    status { () throws(ExtendedFileError) in
        let file = try extendedFile(inExtAudioFile)
        guard let outFrameOffset else { throw .missingArgument }
        outFrameOffset.pointee = try file.position
    }
}
