public import AudioCallbacks
public import CAudioToolbox
public import CoreAudioTypes
public import Foundation

// The functions of <AudioToolbox/AudioFile.h> that C declares with Core Foundation types, with the
// types that Swift sees on Apple's systems.

/// Opens an audio file. The file type is recognised from the contents; the hints 'MPG3' and 'adts'
/// allow a search for the first frame when they do not tell.
///
/// - Parameters:
///   - inFileRef: A file URL; a URL without a scheme is taken as a path.
///   - outAudioFile: Receives the file's handle; unchanged on failure.
/// - Returns: −43 when the file does not exist, `'typ?'` when it is not an audio file, `'dta?'`
///   when it is damaged.
@discardableResult
public func AudioFileOpenURL(
    _ inFileRef: CFURL, _ inPermissions: AudioFilePermissions,
    _ inFileTypeHint: AudioFileTypeID, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
    openAudioFile(inPermissions, inFileTypeHint, outAudioFile) { filePath(of: inFileRef) }
}

/// Creates an audio file of the type `inFileType`, whatever its name's extension.
///
/// - Parameters:
///   - inFileRef: A file URL; a URL without a scheme is taken as a path.
///   - outAudioFile: Receives the file's handle, for reading and writing; unchanged on failure.
/// - Returns: `'prm?'` when the file exists and `inFlags` does not erase it, `'typ?'` for a type
///   that is not written, `'fmt?'` for a format that the type cannot hold. Nothing on disk has
///   changed then.
@discardableResult
public func AudioFileCreateWithURL(
    _ inFileRef: CFURL, _ inFileType: AudioFileTypeID,
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: AudioFileFlags,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
    createAudioFile(inFileType, inFormat, inFlags, outAudioFile) { filePath(of: inFileRef) }
}

/// Opens an audio file through the app's callbacks. They run during calls for this file, on the
/// calling thread and one at a time.
///
/// - Parameters:
///   - inClientData: Passed to the callbacks unchanged.
///   - inWriteFunc: Together with `inSetSizeFunc` opens the file for writing too, if its type can
///     be written.
///   - outAudioFile: Receives the file's handle; unchanged on failure.
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

/// Creates an audio file through the app's callbacks, all four of which are required. Previous
/// contents are cut off.
///
/// - Returns: The same statuses as `AudioFileCreateWithURL`.
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
    init(
        _ clientData: UnsafeMutableRawPointer?, _ read: AudioFile_ReadProc?,
        _ write: AudioFile_WriteProc?, _ size: AudioFile_GetSizeProc?,
        _ setSize: AudioFile_SetSizeProc?
    ) {
        // A pointer and an optional pointer are the same to C.
        self.init(
            clientData: clientData, read: read.map { unsafeBitCast($0, to: Read.self) },
            write: write.map { unsafeBitCast($0, to: Write.self) },
            size: size.map { unsafeBitCast($0, to: Size.self) },
            setSize: setSize.map { unsafeBitCast($0, to: SetSize.self) })
    }
}
