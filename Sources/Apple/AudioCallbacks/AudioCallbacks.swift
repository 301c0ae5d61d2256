public import CAudioToolbox
public import CoreAudioTypes

// The callback types of AudioToolbox for clients in the Swift 6 language mode; the module
// AudioCallbacksSwift5 has the same names for the others. There are two modules because one cannot
// declare a name twice, even for different language versions.
//
// `@Sendable` keeps the compiler from assuming that a closure written on the main actor runs there,
// which would trap on another thread. Such a closure's uses of the main actor become errors.

/// Supplies input packets: sets the buffers of `ioData`, and `ioNumberDataPackets`, which holds the
/// number wanted. The data must stay valid until the next call. Zero packets with `noErr` end the
/// input. Runs on the thread that converts.
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

/// Reads bytes from `inPosition` on. Fewer bytes than requested mean the end of the file. A status
/// other than zero becomes the result of the call that needed the bytes.
@available(swift, introduced: 6)
public typealias AudioFile_ReadProc =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inPosition: Int64, _ requestCount: UInt32,
        _ buffer: UnsafeMutableRawPointer, _ actualCount: UnsafeMutablePointer<UInt32>
    ) -> OSStatus

/// Writes bytes from `inPosition` on; called again for the bytes that it did not write.
@available(swift, introduced: 6)
public typealias AudioFile_WriteProc =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inPosition: Int64, _ requestCount: UInt32,
        _ buffer: UnsafeRawPointer, _ actualCount: UnsafeMutablePointer<UInt32>
    ) -> OSStatus

/// Returns the size of the file in bytes.
@available(swift, introduced: 6)
public typealias AudioFile_GetSizeProc =
    @Sendable @convention(c) (_ inClientData: UnsafeMutableRawPointer) -> Int64

/// Truncates or extends the file to `inSize` bytes.
@available(swift, introduced: 6)
public typealias AudioFile_SetSizeProc =
    @Sendable @convention(c) (_ inClientData: UnsafeMutableRawPointer, _ inSize: Int64) -> OSStatus

/// Receives a property of a stream that has become known.
@available(swift, introduced: 6)
public typealias AudioFileStream_PropertyListenerProc =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inAudioFileStream: AudioFileStreamID,
        _ inPropertyID: AudioFileStreamPropertyID,
        _ ioFlags: UnsafeMutablePointer<AudioFileStreamPropertyFlags>
    ) -> Void

/// Receives packets, stored back to back in `inInputData`, which is valid during the call. Packets
/// of one size come without descriptions.
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

/// Reports a new value of a queue property.
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

/// Produces frames for a tap, or inspects them. The data are floats, one buffer per channel.
@available(swift, introduced: 6)
public typealias AudioQueueProcessingTapCallback =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer?, _ inAQTap: AudioQueueProcessingTapRef,
        _ inNumberFrames: UInt32, _ ioTimeStamp: UnsafeMutablePointer<AudioTimeStamp>,
        _ ioFlags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>,
        _ outNumberFrames: UnsafeMutablePointer<UInt32>,
        _ ioData: UnsafeMutablePointer<AudioBufferList>
    ) -> Void

/// Receives a user event that is about to be heard, with the beats of the slice that was rendered
/// with it. On an internal thread.
@available(swift, introduced: 6)
public typealias MusicSequenceUserCallback =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer?, _ inSequence: MusicSequence,
        _ inTrack: MusicTrack, _ inEventTime: MusicTimeStamp,
        _ inEventData: UnsafePointer<MusicEventUserData>, _ inStartSliceBeat: MusicTimeStamp,
        _ inEndSliceBeat: MusicTimeStamp
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

/// Reports a new value of a session property: `inData` points to it, or is the object itself.
@available(swift, introduced: 6)
public typealias AudioSessionPropertyListener =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer?, _ inID: AudioSessionPropertyID,
        _ inDataSize: UInt32, _ inData: UnsafeRawPointer?
    ) -> Void
