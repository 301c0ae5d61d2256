import CAudioToolbox
import CoreAudioTypes

// The types of AudioToolbox's callbacks, as clients in the Swift 6 language mode see them; the
// module AudioCallbacksSwift5 has the same names for the others. They are two modules because one
// may not declare a name twice, whatever the language versions are that it is available in.
//
// `@Sendable` keeps a closure that is written on the main actor from being taken to run there:
// called on another thread, as these are, it could stop the program. What such a closure touches of
// the main actor is an error when it is compiled instead.

/// Hands in packets: puts them into `ioData`, and their count into `ioNumberDataPackets`, which
/// holds how many would do. They must stay where they are until the next call. None and no error
/// mean that the input has ended.
@available(swift, introduced: 6)
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

/// Copies bytes of what is to be read as a file, from `inPosition` on. Fewer than asked for are
/// taken for the end. What it returns but zero is the result of the call that needed the bytes.
@available(swift, introduced: 6)
public typealias AudioFile_ReadProc =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inPosition: Int64, _ requestCount: UInt32,
        _ buffer: UnsafeMutableRawPointer, _ actualCount: UnsafeMutablePointer<UInt32>
    ) -> OSStatus

/// Writes bytes from `inPosition` on. It is called again for those that it did not take.
@available(swift, introduced: 6)
public typealias AudioFile_WriteProc =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inPosition: Int64, _ requestCount: UInt32,
        _ buffer: UnsafeRawPointer, _ actualCount: UnsafeMutablePointer<UInt32>
    ) -> OSStatus

/// Returns the size of what is read as a file, in bytes.
@available(swift, introduced: 6)
public typealias AudioFile_GetSizeProc =
    @Sendable @convention(c) (_ inClientData: UnsafeMutableRawPointer) -> Int64

/// Cuts what is written as a file, or extends it, to a size in bytes.
@available(swift, introduced: 6)
public typealias AudioFile_SetSizeProc =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inSize: Int64
    ) -> OSStatus

/// Reports that a property of a stream is known now.
@available(swift, introduced: 6)
public typealias AudioFileStream_PropertyListenerProc =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inAudioFileStream: AudioFileStreamID,
        _ inPropertyID: AudioFileStreamPropertyID,
        _ ioFlags: UnsafeMutablePointer<AudioFileStreamPropertyFlags>
    ) -> Void

/// Receives packets that stand one after the other in `inInputData`, which is gone when it returns.
/// Packets of one size come without descriptions.
@available(swift, introduced: 6)
public typealias AudioFileStream_PacketsProc =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inNumberBytes: UInt32,
        _ inNumberPackets: UInt32, _ inInputData: UnsafeRawPointer,
        _ inPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) -> Void

/// Returns a buffer that has been played to the app.
@available(swift, introduced: 6)
public typealias AudioQueueOutputCallback =
    @Sendable @convention(c) (
        _ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef,
        _ inBuffer: AudioQueueBufferRef
    ) -> Void

/// Returns a buffer that has been played to the app, on a dispatch queue.
@available(swift, introduced: 6)
public typealias AudioQueueOutputCallbackBlock =
    @Sendable (_ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef) -> Void

/// Reports that a property of a queue has a new value.
@available(swift, introduced: 6)
public typealias AudioQueuePropertyListenerProc =
    @Sendable @convention(c) (
        _ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID
    ) -> Void

/// Returns a buffer that has been filled to the app.
///
/// `inNumberPacketDescriptions` is the number of packets also where there are no descriptions.
@available(swift, introduced: 6)
public typealias AudioQueueInputCallback =
    @Sendable @convention(c) (
        _ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef,
        _ inBuffer: AudioQueueBufferRef, _ inStartTime: UnsafePointer<AudioTimeStamp>,
        _ inNumberPacketDescriptions: UInt32,
        _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
    ) -> Void

/// Returns a buffer that has been filled to the app, on a dispatch queue.
@available(swift, introduced: 6)
public typealias AudioQueueInputCallbackBlock =
    @Sendable (
        _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef,
        _ inStartTime: UnsafePointer<AudioTimeStamp>, _ inNumberPacketDescriptions: UInt32,
        _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
    ) -> Void

/// Makes frames for a tap, or looks at them. The data are floats, a buffer a channel.
@available(swift, introduced: 6)
public typealias AudioQueueProcessingTapCallback =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer?, _ inAQTap: AudioQueueProcessingTapRef,
        _ inNumberFrames: UInt32, _ ioTimeStamp: UnsafeMutablePointer<AudioTimeStamp>,
        _ ioFlags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>,
        _ outNumberFrames: UnsafeMutablePointer<UInt32>,
        _ ioData: UnsafeMutablePointer<AudioBufferList>
    ) -> Void

/// Runs each time a sound has ended, on a run loop of the app's choice.
@available(swift, introduced: 6)
public typealias AudioServicesSystemSoundCompletionProc =
    @Sendable @convention(c) (
        _ inSystemSoundID: SystemSoundID, _ inClientData: UnsafeMutableRawPointer?
    ) -> Void

/// Reports that an interruption begins (1) or has ended (0).
@available(swift, introduced: 6)
public typealias AudioSessionInterruptionListener =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer?, _ inInterruptionState: UInt32
    ) -> Void

/// Reports that a property of the session has a new value: at `inData`, or, where it is an object,
/// `inData` itself.
@available(swift, introduced: 6)
public typealias AudioSessionPropertyListener =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer?, _ inID: AudioSessionPropertyID,
        _ inDataSize: UInt32, _ inData: UnsafeRawPointer?
    ) -> Void
