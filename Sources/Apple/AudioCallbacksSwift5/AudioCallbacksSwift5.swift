public import CAudioToolbox
public import CoreAudioTypes

// The callback types of AudioToolbox for clients in language modes before Swift 6: without
// `@Sendable`, as Apple's importer declares them, so that a callback that a main-actor class keeps
// in a variable of the type compiles. These modes do not check at run time that such a callback
// runs on the main actor. See the module AudioCallbacks.

/// Supplies input packets: sets the buffers of `ioData`, and `ioNumberDataPackets`, which holds the
/// number wanted. The data must stay valid until the next call. Zero packets with `noErr` end the
/// input. Runs on the thread that converts.
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

/// Reads bytes from `inPosition` on. Fewer bytes than requested mean the end of the file. A status
/// other than zero becomes the result of the call that needed the bytes.
@available(swift, obsoleted: 6)
public typealias AudioFile_ReadProc =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inPosition: Int64, _ requestCount: UInt32,
        _ buffer: UnsafeMutableRawPointer, _ actualCount: UnsafeMutablePointer<UInt32>
    ) -> OSStatus

/// Writes bytes from `inPosition` on; called again for the bytes that it did not write.
@available(swift, obsoleted: 6)
public typealias AudioFile_WriteProc =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inPosition: Int64, _ requestCount: UInt32,
        _ buffer: UnsafeRawPointer, _ actualCount: UnsafeMutablePointer<UInt32>
    ) -> OSStatus

/// Returns the size of the file in bytes.
@available(swift, obsoleted: 6)
public typealias AudioFile_GetSizeProc =
    @convention(c) (_ inClientData: UnsafeMutableRawPointer) -> Int64

/// Truncates or extends the file to `inSize` bytes.
@available(swift, obsoleted: 6)
public typealias AudioFile_SetSizeProc =
    @convention(c) (_ inClientData: UnsafeMutableRawPointer, _ inSize: Int64) -> OSStatus

/// Receives a property of a stream that has become known.
@available(swift, obsoleted: 6)
public typealias AudioFileStream_PropertyListenerProc =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inAudioFileStream: AudioFileStreamID,
        _ inPropertyID: AudioFileStreamPropertyID,
        _ ioFlags: UnsafeMutablePointer<AudioFileStreamPropertyFlags>
    ) -> Void

/// Receives packets, stored back to back in `inInputData`, which is valid during the call. Packets
/// of one size come without descriptions.
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

/// Reports a new value of a queue property.
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

/// Produces frames for a tap, or inspects them. The data are floats, one buffer per channel.
@available(swift, obsoleted: 6)
public typealias AudioQueueProcessingTapCallback =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer?, _ inAQTap: AudioQueueProcessingTapRef,
        _ inNumberFrames: UInt32, _ ioTimeStamp: UnsafeMutablePointer<AudioTimeStamp>,
        _ ioFlags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>,
        _ outNumberFrames: UnsafeMutablePointer<UInt32>,
        _ ioData: UnsafeMutablePointer<AudioBufferList>
    ) -> Void

/// Receives a user event that is about to be heard, with the beats of the slice that was rendered
/// with it. On an internal thread.
@available(swift, obsoleted: 6)
public typealias MusicSequenceUserCallback =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer?, _ inSequence: MusicSequence,
        _ inTrack: MusicTrack, _ inEventTime: MusicTimeStamp,
        _ inEventData: UnsafePointer<MusicEventUserData>, _ inStartSliceBeat: MusicTimeStamp,
        _ inEndSliceBeat: MusicTimeStamp
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
    @convention(c) (_ inClientData: UnsafeMutableRawPointer?, _ inInterruptionState: UInt32) -> Void

/// Reports a new value of a session property: `inData` points to it, or is the object itself.
@available(swift, obsoleted: 6)
public typealias AudioSessionPropertyListener =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer?, _ inID: AudioSessionPropertyID,
        _ inDataSize: UInt32, _ inData: UnsafeRawPointer?
    ) -> Void
