public import AudioCallbacks
import CAudioToolbox
public import CoreAudioTypes

// C entry points of the functions of <AudioToolbox/AudioConverter.h> that Swift sees with other
// types. `@usableFromInline` keeps their symbols in a shared library.

@c(AudioConverterFillComplexBuffer)
@usableFromInline
func fillComplexBufferForC(
    _ inAudioConverter: OpaquePointer?,
    _ inInputDataProc: AudioConverterComplexInputDataProc?,
    _ inInputDataProcUserData: UnsafeMutableRawPointer?,
    _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>?,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>?,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    fillComplexBuffer(
        inAudioConverter, inInputDataProc, inInputDataProcUserData, ioOutputDataPacketSize,
        outOutputData, outPacketDescription)
}

@c(AudioConverterGetPropertyInfo)
@usableFromInline
func converterPropertyInfoForC(
    _ inAudioConverter: OpaquePointer?, _ inPropertyID: UInt32,
    _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<UInt8>?
) -> OSStatus {
    converterPropertyInfo(inAudioConverter, inPropertyID) { size, isWritable in
        outSize?.pointee = size
        outWritable?.pointee = isWritable ? 1 : 0
    }
}
