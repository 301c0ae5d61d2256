import CAudioToolbox
import CoreAudioTypes

// What <AudioToolbox/AudioConverter.h> declares with a function of the app's or with C's truth
// values, as Swift on Apple's systems sees it.

/// Hands in packets: puts them into `ioData`, and their count into `ioNumberDataPackets`, which
/// holds how many would do. They must stay where they are until the next call. None and no error
/// mean that the input has ended.
///
/// `@Sendable` keeps a closure that is written on the main actor from stopping the program when
/// it is called on another thread.
public typealias AudioConverterComplexInputDataProc =
    @Sendable @convention(c) (
        _ inAudioConverter: AudioConverterRef,
        _ ioNumberDataPackets: UnsafeMutablePointer<UInt32>,
        _ ioData: UnsafeMutablePointer<AudioBufferList>,
        _ outDataPacketDescription: UnsafeMutablePointer<
            UnsafeMutablePointer<AudioStreamPacketDescription>?
        >?,
        _ inUserData: UnsafeMutableRawPointer?
    ) -> OSStatus

/// Converts what the function hands in, which is called on the thread of the call.
///
/// - Parameters:
///   - ioOutputDataPacketSize: How many packets are wanted; becomes how many there are.
///   - outOutputData: Its buffers' sizes are how much there is room for, and become how much was
///     written.
/// - Returns: What the function returned, if that stopped the conversion: what there was until
///   then has been converted.
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
