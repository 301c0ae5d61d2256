import AudioCallbacks
import CAudioToolbox
import CoreAudioTypes

// What <AudioToolbox/AudioConverter.h> declares with a function of the app's or with C's truth
// values, as Swift on Apple's systems sees it.

/// Converts what the function hands in, which is called on the thread of the call.
///
/// - Parameters:
///   - ioOutputDataPacketSize: How many packets are wanted; becomes how many there are.
///   - outOutputData: Its buffers' sizes are how much there is room for, and become how much was
///     written.
/// - Returns: What the function returned, if that stopped the conversion: what there was until
///   then has been converted.
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

/// The size of a property, and whether it can be set. Either pointer may be nil.
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
