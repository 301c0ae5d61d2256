public import AudioCallbacks
import CAudioToolbox
public import CoreAudioTypes

// C entry points of the functions of <AudioToolbox/AudioFileStream.h> that Swift sees with other
// types. `@usableFromInline` keeps their symbols in a shared library.

@c(AudioFileStreamOpen)
@usableFromInline
func openAudioFileStreamForC(
    _ inClientData: UnsafeMutableRawPointer?,
    _ inPropertyListenerProc: AudioFileStream_PropertyListenerProc?,
    _ inPacketsProc: AudioFileStream_PacketsProc?,
    _ inFileTypeHint: UInt32, _ outAudioFileStream: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    AudioFileStreamOpen(
        inClientData, inPropertyListenerProc, inPacketsProc, inFileTypeHint, outAudioFileStream)
}

@c(AudioFileStreamGetPropertyInfo)
@usableFromInline
func audioFileStreamPropertyInfoForC(
    _ inAudioFileStream: OpaquePointer?, _ inPropertyID: UInt32,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<UInt8>?
) -> OSStatus {
    var isWritable: DarwinBoolean = false
    let status = AudioFileStreamGetPropertyInfo(
        inAudioFileStream, inPropertyID, outPropertyDataSize, &isWritable)
    if status == noErr { outWritable?.pointee = isWritable.boolValue ? 1 : 0 }
    return status
}
