import CAudioToolbox
import CoreAudioTypes

// The function of <AudioToolbox/AudioConverter.h> that takes a function of the app's, for C. It is
// usable from inlined code only so that a shared library keeps it.

@c(AudioConverterFillComplexBuffer)
@usableFromInline
func fillComplexBufferForC(
    _ inAudioConverter: OpaquePointer?,
    _ inInputDataProc: (
        @Sendable @convention(c) (
            OpaquePointer, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<AudioBufferList>,
            UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
            UnsafeMutableRawPointer?
        ) -> Int32
    )?,
    _ inInputDataProcUserData: UnsafeMutableRawPointer?,
    _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>?,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>?,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    fillComplexBuffer(
        inAudioConverter, inInputDataProc, inInputDataProcUserData, ioOutputDataPacketSize,
        outOutputData, outPacketDescription)
}
