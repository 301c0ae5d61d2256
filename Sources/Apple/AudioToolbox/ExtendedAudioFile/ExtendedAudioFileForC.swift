import CAudioToolbox
public import CoreAudioTypes

// C entry points of the functions of <AudioToolbox/ExtendedAudioFile.h> that take Core Foundation
// types. `@usableFromInline` keeps their symbols in a shared library.

@c(ExtAudioFileOpenURL)
@usableFromInline
func openExtendedFileForC(
    _ inURL: UnsafeRawPointer?, _ outExtAudioFile: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    guard let inURL else { return kAudio_ParamError }
    return openExtendedFile(outExtAudioFile) { filePath(ofCFURL: inURL) }
}

@c(ExtAudioFileCreateWithURL)
@usableFromInline
func createExtendedFileForC(
    _ inURL: UnsafeRawPointer?, _ inFileType: UInt32, _ inStreamDesc: UnsafeRawPointer?,
    _ inChannelLayout: UnsafeRawPointer?, _ inFlags: UInt32,
    _ outExtAudioFile: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    guard let inURL else { return kAudio_ParamError }
    return createExtendedFile(
        inFileType, inStreamDesc?.assumingMemoryBound(to: AudioStreamBasicDescription.self),
        inChannelLayout?.assumingMemoryBound(to: AudioChannelLayout.self), inFlags,
        outExtAudioFile
    ) { filePath(ofCFURL: inURL) }
}

@c(ExtAudioFileGetPropertyInfo)
@usableFromInline
func extendedFilePropertyInfoForC(
    _ inExtAudioFile: OpaquePointer?, _ inPropertyID: UInt32,
    _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<UInt8>?
) -> OSStatus {
    extendedFilePropertyInfo(inExtAudioFile, inPropertyID) { size, isWritable in
        outSize?.pointee = size
        outWritable?.pointee = isWritable ? 1 : 0
    }
}
