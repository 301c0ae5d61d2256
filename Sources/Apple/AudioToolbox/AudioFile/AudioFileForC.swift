public import AudioCallbacks
import CAudioToolbox
public import CoreAudioTypes

// C entry points of the functions of <AudioToolbox/AudioFile.h> that take Core Foundation types.
// `@usableFromInline` keeps their symbols in a shared library.

@c(AudioFileOpenURL)
@usableFromInline
func openAudioFileForC(
    _ inFileRef: UnsafeRawPointer?, _ inPermissions: Int8, _ inFileTypeHint: UInt32,
    _ outAudioFile: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    guard let inFileRef else { return kAudio_ParamError }
    // C code can pass any number.
    guard let permissions = AudioFilePermissions(rawValue: inPermissions) else {
        return kAudio_ParamError
    }
    return openAudioFile(permissions, inFileTypeHint, outAudioFile) { filePath(ofCFURL: inFileRef) }
}

@c(AudioFileCreateWithURL)
@usableFromInline
func createAudioFileForC(
    _ inFileRef: UnsafeRawPointer?, _ inFileType: UInt32, _ inFormat: UnsafeRawPointer?,
    _ inFlags: UInt32, _ outAudioFile: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    guard let inFileRef else { return kAudio_ParamError }
    return createAudioFile(
        inFileType, inFormat?.assumingMemoryBound(to: AudioStreamBasicDescription.self),
        AudioFileFlags(rawValue: inFlags), outAudioFile
    ) { filePath(ofCFURL: inFileRef) }
}

@c(AudioFileOpenWithCallbacks)
@usableFromInline
func openAudioFileWithCallbacksForC(
    _ inClientData: UnsafeMutableRawPointer?, _ inReadFunc: AudioFile_ReadProc?,
    _ inWriteFunc: AudioFile_WriteProc?, _ inGetSizeFunc: AudioFile_GetSizeProc?,
    _ inSetSizeFunc: AudioFile_SetSizeProc?,
    _ inFileTypeHint: UInt32, _ outAudioFile: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    openAudioFile(
        FileCallbacks(inClientData, inReadFunc, inWriteFunc, inGetSizeFunc, inSetSizeFunc),
        inFileTypeHint, outAudioFile)
}

@c(AudioFileInitializeWithCallbacks)
@usableFromInline
func initializeAudioFileWithCallbacksForC(
    _ inClientData: UnsafeMutableRawPointer?, _ inReadFunc: AudioFile_ReadProc?,
    _ inWriteFunc: AudioFile_WriteProc?, _ inGetSizeFunc: AudioFile_GetSizeProc?,
    _ inSetSizeFunc: AudioFile_SetSizeProc?,
    _ inFileType: UInt32, _ inFormat: UnsafeRawPointer?, _ inFlags: UInt32,
    _ outAudioFile: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    createAudioFile(
        FileCallbacks(inClientData, inReadFunc, inWriteFunc, inGetSizeFunc, inSetSizeFunc),
        inFileType, inFormat?.assumingMemoryBound(to: AudioStreamBasicDescription.self),
        AudioFileFlags(rawValue: inFlags), outAudioFile)
}
