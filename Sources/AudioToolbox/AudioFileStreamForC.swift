import CAudioToolbox
import CoreAudioTypes

// C entry points of the functions of <AudioToolbox/AudioFileStream.h> that Swift sees with other
// types. `@usableFromInline` keeps their symbols in a shared library.

@c(AudioFileStreamOpen)
@usableFromInline
func openAudioFileStreamForC(
    _ inClientData: UnsafeMutableRawPointer?,
    _ inPropertyListenerProc: (
        @Sendable @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer, UInt32, UnsafeMutableRawPointer
        ) -> Void
    )?,
    _ inPacketsProc: (
        @Sendable @convention(c) (
            UnsafeMutableRawPointer?, UInt32, UInt32, UnsafeRawPointer, UnsafeMutableRawPointer?
        ) -> Void
    )?,
    _ inFileTypeHint: UInt32, _ outAudioFileStream: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    openAudioFileStream(
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
