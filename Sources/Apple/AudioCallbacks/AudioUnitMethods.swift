public import CAudioToolbox
public import CoreAudioTypes

// The types of the methods that a component of the app's own has, in Swift 6. See
// AudioCallbacks.swift.

/// Initialises.
@available(swift, introduced: 6)
public typealias AudioUnitInitializeProc =
    @Sendable @convention(c) (_ self: UnsafeMutableRawPointer) -> OSStatus

/// Undoes the initialisation.
@available(swift, introduced: 6)
public typealias AudioUnitUninitializeProc =
    @Sendable @convention(c) (_ self: UnsafeMutableRawPointer) -> OSStatus

/// Gets the size of a property, and whether it can be set.
@available(swift, introduced: 6)
public typealias AudioUnitGetPropertyInfoProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ prop: AudioUnitPropertyID, _ scope: AudioUnitScope,
        _ elem: AudioUnitElement, _ outDataSize: UnsafeMutablePointer<UInt32>?,
        _ outWritable: UnsafeMutablePointer<Bool>?
    ) -> OSStatus

/// Reads a property.
@available(swift, introduced: 6)
public typealias AudioUnitGetPropertyProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope,
        _ inElement: AudioUnitElement, _ outData: UnsafeMutableRawPointer,
        _ ioDataSize: UnsafeMutablePointer<UInt32>
    ) -> OSStatus

/// Sets a property.
@available(swift, introduced: 6)
public typealias AudioUnitSetPropertyProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope,
        _ inElement: AudioUnitElement, _ inData: UnsafeRawPointer, _ inDataSize: UInt32
    ) -> OSStatus

/// Adds a listener.
@available(swift, introduced: 6)
public typealias AudioUnitAddPropertyListenerProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ prop: AudioUnitPropertyID,
        _ proc: AudioUnitPropertyListenerProc, _ userData: UnsafeMutableRawPointer
    ) -> OSStatus

/// Removes all listeners with the callback.
@available(swift, introduced: 6)
public typealias AudioUnitRemovePropertyListenerProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ prop: AudioUnitPropertyID,
        _ proc: AudioUnitPropertyListenerProc
    ) -> OSStatus

/// Removes a listener.
@available(swift, introduced: 6)
public typealias AudioUnitRemovePropertyListenerWithUserDataProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ prop: AudioUnitPropertyID,
        _ proc: AudioUnitPropertyListenerProc, _ userData: UnsafeMutableRawPointer?
    ) -> OSStatus

/// Adds a callback to be told of renderings.
@available(swift, introduced: 6)
public typealias AudioUnitAddRenderNotifyProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ proc: AURenderCallback,
        _ userData: UnsafeMutableRawPointer?
    ) -> OSStatus

/// Removes a callback that is told of renderings.
@available(swift, introduced: 6)
public typealias AudioUnitRemoveRenderNotifyProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ proc: AURenderCallback,
        _ userData: UnsafeMutableRawPointer?
    ) -> OSStatus

/// Schedules changes of parameters.
@available(swift, introduced: 6)
public typealias AudioUnitScheduleParametersProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ events: UnsafePointer<AudioUnitParameterEvent>,
        _ numEvents: UInt32
    ) -> OSStatus

/// Drops tails and histories.
@available(swift, introduced: 6)
public typealias AudioUnitResetProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement
    ) -> OSStatus

/// Renders packets.
@available(swift, introduced: 6)
public typealias AudioUnitComplexRenderProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer,
        _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
        _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inOutputBusNumber: UInt32,
        _ inNumberOfPackets: UInt32, _ outNumberOfPackets: UnsafeMutablePointer<UInt32>,
        _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>,
        _ ioData: UnsafeMutablePointer<AudioBufferList>, _ outMetadata: UnsafeMutableRawPointer,
        _ outMetadataByteSize: UnsafeMutablePointer<UInt32>
    ) -> OSStatus

/// Processes samples in place.
@available(swift, introduced: 6)
public typealias AudioUnitProcessProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer,
        _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
        _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inNumberFrames: UInt32,
        _ ioData: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus

/// Processes several inputs into several outputs.
@available(swift, introduced: 6)
public typealias AudioUnitProcessMultipleProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer,
        _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
        _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inNumberFrames: UInt32,
        _ inNumberInputBufferLists: UInt32,
        _ inInputBufferLists: UnsafeMutablePointer<UnsafePointer<AudioBufferList>>,
        _ inNumberOutputBufferLists: UInt32,
        _ ioOutputBufferLists: UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>>
    ) -> OSStatus

/// Gets a parameter.
@available(swift, introduced: 6)
public typealias AudioUnitGetParameterProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope,
        _ inElement: AudioUnitElement, _ outValue: UnsafeMutablePointer<AudioUnitParameterValue>
    ) -> OSStatus

/// Sets a parameter.
@available(swift, introduced: 6)
public typealias AudioUnitSetParameterProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope,
        _ inElement: AudioUnitElement, _ inValue: AudioUnitParameterValue,
        _ inBufferOffsetInFrames: UInt32
    ) -> OSStatus

/// Renders.
@available(swift, introduced: 6)
public typealias AudioUnitRenderProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer,
        _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
        _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inOutputBusNumber: UInt32,
        _ inNumberFrames: UInt32, _ ioData: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus

/// Starts an output unit.
@available(swift, introduced: 6)
public typealias AudioOutputUnitStartProc =
    @Sendable @convention(c) (_ self: UnsafeMutableRawPointer) -> OSStatus

/// Stops an output unit.
@available(swift, introduced: 6)
public typealias AudioOutputUnitStopProc =
    @Sendable @convention(c) (_ self: UnsafeMutableRawPointer) -> OSStatus

/// Takes a MIDI message.
@available(swift, introduced: 6)
public typealias MusicDeviceMIDIEventProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ inStatus: UInt32, _ inData1: UInt32, _ inData2: UInt32,
        _ inOffsetSampleFrame: UInt32
    ) -> OSStatus

/// Takes a system-exclusive message.
@available(swift, introduced: 6)
public typealias MusicDeviceSysExProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ inData: UnsafePointer<UInt8>, _ inLength: UInt32
    ) -> OSStatus

/// Starts a note.
@available(swift, introduced: 6)
public typealias MusicDeviceStartNoteProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ inInstrument: MusicDeviceInstrumentID,
        _ inGroupID: MusicDeviceGroupID, _ outNoteInstanceID: UnsafeMutablePointer<NoteInstanceID>,
        _ inOffsetSampleFrame: UInt32, _ inParams: UnsafePointer<MusicDeviceNoteParams>
    ) -> OSStatus

/// Stops a note.
@available(swift, introduced: 6)
public typealias MusicDeviceStopNoteProc =
    @Sendable @convention(c) (
        _ self: UnsafeMutableRawPointer, _ inGroupID: MusicDeviceGroupID,
        _ inNoteInstanceID: NoteInstanceID, _ inOffsetSampleFrame: UInt32
    ) -> OSStatus
