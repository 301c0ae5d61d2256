import AudioCallbacks
import CAudioToolbox
import CoreAudioTypes
import Foundation

// The functions of <AudioToolbox/AudioFile.h> that C declares with Core Foundation's types, as
// Swift on Apple's systems sees them.

/// Opens a file. Its kind is told by its content. Where that does not tell, the hints 'MPG3' and
/// 'adts' have it searched for its first frame.
///
/// - Parameters:
///   - inFileRef: A file's. One without a scheme is taken as a path.
///   - outAudioFile: Becomes the open file; left alone on failure.
/// - Returns: −43 when there is no such file, `'typ?'` when it is not an audio file, `'dta?'` when
///   it is a damaged one.
@discardableResult
public func AudioFileOpenURL(
    _ inFileRef: CFURL, _ inPermissions: AudioFilePermissions,
    _ inFileTypeHint: AudioFileTypeID, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
    openAudioFile(inPermissions, inFileTypeHint, outAudioFile) { filePath(of: inFileRef) }
}

/// Makes a file. Its kind is told by `inFileType` alone, whatever its name ends in.
///
/// - Parameters:
///   - inFileRef: A file's. One without a scheme is taken as a path.
///   - outAudioFile: Becomes the open file, for reading and writing; left alone on failure.
/// - Returns: `'prm?'` when there is one already and `inFlags` does not have it erased, `'typ?'` for
///   a type that is not written, `'fmt?'` for a format that it cannot hold; then nothing on disk has
///   changed.
@discardableResult
public func AudioFileCreateWithURL(
    _ inFileRef: CFURL, _ inFileType: AudioFileTypeID,
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: AudioFileFlags,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
    createAudioFile(inFileType, inFormat, inFlags, outAudioFile) { filePath(of: inFileRef) }
}

/// Opens what the app's own functions read. They are called during calls for this file only, on the
/// thread of the call and one at a time.
///
/// - Parameters:
///   - inClientData: Given to the functions as it is.
///   - inWriteFunc: With `inSetSizeFunc`, makes the file one that can be written, where
///     `AudioFileOpenURL` could open such a file for that.
///   - outAudioFile: Becomes the open file; left alone on failure.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioFileOpenWithCallbacks(
    _ inClientData: UnsafeMutableRawPointer?, _ inReadFunc: AudioFile_ReadProc?,
    _ inWriteFunc: AudioFile_WriteProc?, _ inGetSizeFunc: AudioFile_GetSizeProc?,
    _ inSetSizeFunc: AudioFile_SetSizeProc?, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
    openAudioFile(
        FileCallbacks(inClientData, inReadFunc, inWriteFunc, inGetSizeFunc, inSetSizeFunc),
        inFileTypeHint, outAudioFile)
}

/// Makes a file of what the app's own functions write; all four are needed. What there was is cut
/// off.
///
/// - Returns: As `AudioFileCreateWithURL`.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioFileInitializeWithCallbacks(
    _ inClientData: UnsafeMutableRawPointer?, _ inReadFunc: AudioFile_ReadProc?,
    _ inWriteFunc: AudioFile_WriteProc?, _ inGetSizeFunc: AudioFile_GetSizeProc?,
    _ inSetSizeFunc: AudioFile_SetSizeProc?, _ inFileType: AudioFileTypeID,
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: AudioFileFlags,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
    createAudioFile(
        FileCallbacks(inClientData, inReadFunc, inWriteFunc, inGetSizeFunc, inSetSizeFunc),
        inFileType, inFormat, inFlags, outAudioFile)
}

extension FileCallbacks {
    fileprivate init(
        _ clientData: UnsafeMutableRawPointer?, _ read: AudioFile_ReadProc?,
        _ write: AudioFile_WriteProc?, _ size: AudioFile_GetSizeProc?,
        _ setSize: AudioFile_SetSizeProc?
    ) {
        // A pointer and an optional one are the same to C.
        self.init(
            clientData: clientData, read: read.map { unsafeBitCast($0, to: Read.self) },
            write: write.map { unsafeBitCast($0, to: Write.self) },
            size: size.map { unsafeBitCast($0, to: Size.self) },
            setSize: setSize.map { unsafeBitCast($0, to: SetSize.self) })
    }
}
