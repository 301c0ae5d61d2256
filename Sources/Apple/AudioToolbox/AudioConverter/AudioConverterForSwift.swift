public import AudioCallbacks
public import CAudioToolbox
public import CoreAudioTypes

// The functions of <AudioToolbox/AudioConverter.h> with a callback or C's `Boolean`, with the types
// that Swift sees on Apple's systems.

/// Converts packets that the callback supplies. The callback runs on the calling thread.
///
/// - Parameters:
///   - ioOutputDataPacketSize: On entry the packets wanted, on return the packets converted.
///   - outOutputData: On entry the sizes of its buffers in bytes, on return the bytes written.
/// - Returns: The callback's status if that stopped the conversion; packets converted until then
///   are in the buffers.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioConverterFillComplexBuffer(
    _ inAudioConverter: AudioConverterRef?,
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

/// Gets the size of a property in bytes, and whether it can be set. Either pointer may be `nil`.
///
/// - Returns: `'prop'` for a property that the converter does not have.
@discardableResult
public func AudioConverterGetPropertyInfo(
    _ inAudioConverter: AudioConverterRef?, _ inPropertyID: AudioConverterPropertyID,
    _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    converterPropertyInfo(inAudioConverter, inPropertyID) { size, isWritable in
        outSize?.pointee = size
        outWritable?.pointee = DarwinBoolean(isWritable)
    }
}
