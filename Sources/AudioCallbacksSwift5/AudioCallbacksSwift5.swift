import CAudioToolbox
import CoreAudioTypes

// The types of AudioToolbox's callbacks, as clients in the language modes before Swift 6 see them:
// without `@Sendable`, as Apple's importer shows them, so that a callback which is written in a
// main-actor class and kept in a variable of the type compiles. Such a program is not stopped when
// the callback is called on another thread; those modes do not check that at run time. See the
// module AudioCallbacks.

/// Hands in packets: puts them into `ioData`, and their count into `ioNumberDataPackets`, which
/// holds how many would do. They must stay where they are until the next call. None and no error
/// mean that the input has ended.
@available(swift, obsoleted: 6)
public typealias AudioConverterComplexInputDataProc =
    @convention(c) (
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
@available(swift, obsoleted: 6)
public typealias AudioFile_ReadProc =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inPosition: Int64, _ requestCount: UInt32,
        _ buffer: UnsafeMutableRawPointer, _ actualCount: UnsafeMutablePointer<UInt32>
    ) -> OSStatus

/// Writes bytes from `inPosition` on. It is called again for those that it did not take.
@available(swift, obsoleted: 6)
public typealias AudioFile_WriteProc =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inPosition: Int64, _ requestCount: UInt32,
        _ buffer: UnsafeRawPointer, _ actualCount: UnsafeMutablePointer<UInt32>
    ) -> OSStatus

/// Returns the size of what is read as a file, in bytes.
@available(swift, obsoleted: 6)
public typealias AudioFile_GetSizeProc =
    @convention(c) (_ inClientData: UnsafeMutableRawPointer) -> Int64

/// Cuts what is written as a file, or extends it, to a size in bytes.
@available(swift, obsoleted: 6)
public typealias AudioFile_SetSizeProc =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inSize: Int64
    ) -> OSStatus

/// Reports that a property of a stream is known now.
@available(swift, obsoleted: 6)
public typealias AudioFileStream_PropertyListenerProc =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inAudioFileStream: AudioFileStreamID,
        _ inPropertyID: AudioFileStreamPropertyID,
        _ ioFlags: UnsafeMutablePointer<AudioFileStreamPropertyFlags>
    ) -> Void

/// Receives packets that stand one after the other in `inInputData`, which is gone when it returns.
/// Packets of one size come without descriptions.
@available(swift, obsoleted: 6)
public typealias AudioFileStream_PacketsProc =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inNumberBytes: UInt32,
        _ inNumberPackets: UInt32, _ inInputData: UnsafeRawPointer,
        _ inPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) -> Void

/// Returns a buffer that has been played to the app.
@available(swift, obsoleted: 6)
public typealias AudioQueueOutputCallback =
    @convention(c) (
        _ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef,
        _ inBuffer: AudioQueueBufferRef
    ) -> Void

/// Returns a buffer that has been played to the app, on a dispatch queue.
@available(swift, obsoleted: 6)
public typealias AudioQueueOutputCallbackBlock =
    (_ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef) -> Void

/// Reports that a property of a queue has a new value.
@available(swift, obsoleted: 6)
public typealias AudioQueuePropertyListenerProc =
    @convention(c) (
        _ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID
    ) -> Void

/// Returns a buffer that has been filled to the app.
///
/// `inNumberPacketDescriptions` is the number of packets also where there are no descriptions.
@available(swift, obsoleted: 6)
public typealias AudioQueueInputCallback =
    @convention(c) (
        _ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef,
        _ inBuffer: AudioQueueBufferRef, _ inStartTime: UnsafePointer<AudioTimeStamp>,
        _ inNumberPacketDescriptions: UInt32,
        _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
    ) -> Void

/// Returns a buffer that has been filled to the app, on a dispatch queue.
@available(swift, obsoleted: 6)
public typealias AudioQueueInputCallbackBlock =
    (
        _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef,
        _ inStartTime: UnsafePointer<AudioTimeStamp>, _ inNumberPacketDescriptions: UInt32,
        _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
    ) -> Void

/// Makes frames for a tap, or looks at them. The data are floats, a buffer a channel.
@available(swift, obsoleted: 6)
public typealias AudioQueueProcessingTapCallback =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer?, _ inAQTap: AudioQueueProcessingTapRef,
        _ inNumberFrames: UInt32, _ ioTimeStamp: UnsafeMutablePointer<AudioTimeStamp>,
        _ ioFlags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>,
        _ outNumberFrames: UnsafeMutablePointer<UInt32>,
        _ ioData: UnsafeMutablePointer<AudioBufferList>
    ) -> Void

/// Runs each time a sound has ended, on a run loop of the app's choice.
@available(swift, obsoleted: 6)
public typealias AudioServicesSystemSoundCompletionProc =
    @convention(c) (
        _ inSystemSoundID: SystemSoundID, _ inClientData: UnsafeMutableRawPointer?
    ) -> Void

/// Reports that an interruption begins (1) or has ended (0).
@available(swift, obsoleted: 6)
public typealias AudioSessionInterruptionListener =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer?, _ inInterruptionState: UInt32
    ) -> Void

/// Reports that a property of the session has a new value: at `inData`, or, where it is an object,
/// `inData` itself.
@available(swift, obsoleted: 6)
public typealias AudioSessionPropertyListener =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer?, _ inID: AudioSessionPropertyID,
        _ inDataSize: UInt32, _ inData: UnsafeRawPointer?
    ) -> Void
