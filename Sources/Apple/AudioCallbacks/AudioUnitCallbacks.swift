public import CAudioToolbox
public import CoreAudioTypes

// The callback types of audio units in Swift 6. See AudioCallbacks.swift.

/// Supplies samples to a unit's input, or is told of each rendering. `ioData` is `nil` where only
/// the time matters, as in an input callback.
@available(swift, introduced: 6)
public typealias AURenderCallback =
    @Sendable @convention(c) (
        _ inRefCon: UnsafeMutableRawPointer,
        _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
        _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inBusNumber: UInt32,
        _ inNumberFrames: UInt32, _ ioData: UnsafeMutablePointer<AudioBufferList>?
    ) -> OSStatus

/// Reports a new value of a unit's property, on the thread that changed it.
@available(swift, introduced: 6)
public typealias AudioUnitPropertyListenerProc =
    @Sendable @convention(c) (
        _ inRefCon: UnsafeMutableRawPointer, _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID,
        _ inScope: AudioUnitScope, _ inElement: AudioUnitElement
    ) -> Void

/// Reports which input frame became which output frame.
@available(swift, introduced: 6)
public typealias AUInputSamplesInOutputCallback =
    @Sendable @convention(c) (
        _ inRefCon: UnsafeMutableRawPointer, _ inOutputTimeStamp: UnsafePointer<AudioTimeStamp>,
        _ inInputSample: Float64, _ inNumberInputSamples: Float64
    ) -> Void

/// Makes the methods of a new instance of a registered component; `nil` if that failed.
@available(swift, introduced: 6)
public typealias AudioComponentFactoryFunction =
    @Sendable @convention(c) (_ inDesc: UnsafePointer<AudioComponentDescription>) ->
    UnsafeMutablePointer<AudioComponentPlugInInterface>?

/// Tells a unit the host's beat and tempo.
@available(swift, introduced: 6)
public typealias HostCallback_GetBeatAndTempo =
    @Sendable @convention(c) (
        _ inHostUserData: UnsafeMutableRawPointer?,
        _ outCurrentBeat: UnsafeMutablePointer<Float64>?,
        _ outCurrentTempo: UnsafeMutablePointer<Float64>?
    ) -> OSStatus

/// Tells a unit the host's place in a bar.
@available(swift, introduced: 6)
public typealias HostCallback_GetMusicalTimeLocation =
    @Sendable @convention(c) (
        _ inHostUserData: UnsafeMutableRawPointer?,
        _ outDeltaSampleOffsetToNextBeat: UnsafeMutablePointer<UInt32>?,
        _ outTimeSig_Numerator: UnsafeMutablePointer<Float32>?,
        _ outTimeSig_Denominator: UnsafeMutablePointer<UInt32>?,
        _ outCurrentMeasureDownBeat: UnsafeMutablePointer<Float64>?
    ) -> OSStatus

/// Tells a unit what the host's transport does.
@available(swift, introduced: 6)
public typealias HostCallback_GetTransportState =
    @Sendable @convention(c) (
        _ inHostUserData: UnsafeMutableRawPointer?, _ outIsPlaying: UnsafeMutablePointer<Bool>?,
        _ outTransportStateChanged: UnsafeMutablePointer<Bool>?,
        _ outCurrentSampleInTimeLine: UnsafeMutablePointer<Float64>?,
        _ outIsCycling: UnsafeMutablePointer<Bool>?,
        _ outCycleStartBeat: UnsafeMutablePointer<Float64>?,
        _ outCycleEndBeat: UnsafeMutablePointer<Float64>?
    ) -> OSStatus

/// Tells a unit what the host's transport does, recording included.
@available(swift, introduced: 6)
public typealias HostCallback_GetTransportState2 =
    @Sendable @convention(c) (
        _ inHostUserData: UnsafeMutableRawPointer?, _ outIsPlaying: UnsafeMutablePointer<Bool>?,
        _ outIsRecording: UnsafeMutablePointer<Bool>?,
        _ outTransportStateChanged: UnsafeMutablePointer<Bool>?,
        _ outCurrentSampleInTimeLine: UnsafeMutablePointer<Float64>?,
        _ outIsCycling: UnsafeMutablePointer<Bool>?,
        _ outCycleStartBeat: UnsafeMutablePointer<Float64>?,
        _ outCycleEndBeat: UnsafeMutablePointer<Float64>?
    ) -> OSStatus

/// Reports that a slice has been played or dropped.
@available(swift, introduced: 6)
public typealias ScheduledAudioSliceCompletionProc =
    @Sendable @convention(c) (
        _ userData: UnsafeMutableRawPointer?,
        _ bufferList: UnsafeMutablePointer<ScheduledAudioSlice>
    ) -> Void

/// Reports that a region has been read, or why it was not.
@available(swift, introduced: 6)
public typealias ScheduledAudioFileRegionCompletionProc =
    @Sendable @convention(c) (
        _ userData: UnsafeMutableRawPointer?,
        _ fileRegion: UnsafeMutablePointer<ScheduledAudioFileRegion>, _ result: OSStatus
    ) -> Void

/// Reports a new value of a parameter, on a run loop of the app's choice.
@available(swift, introduced: 6)
public typealias AUParameterListenerProc =
    @Sendable @convention(c) (
        _ inUserData: UnsafeMutableRawPointer?, _ inObject: UnsafeMutableRawPointer?,
        _ inParameter: UnsafePointer<AudioUnitParameter>, _ inValue: AudioUnitParameterValue
    ) -> Void

/// Reports a new value of a parameter, on a dispatch queue.
@available(swift, introduced: 6)
public typealias AUParameterListenerBlock =
    @Sendable (
        _ inObject: UnsafeMutableRawPointer?, _ inParameter: UnsafePointer<AudioUnitParameter>,
        _ inValue: AudioUnitParameterValue
    ) -> Void

/// Reports a new value, a gesture or a property, on a run loop of the app's choice.
@available(swift, introduced: 6)
public typealias AUEventListenerProc =
    @Sendable @convention(c) (
        _ inUserData: UnsafeMutableRawPointer?, _ inObject: UnsafeMutableRawPointer?,
        _ inEvent: UnsafePointer<AudioUnitEvent>, _ inEventHostTime: UInt64,
        _ inParameterValue: AudioUnitParameterValue
    ) -> Void

/// Reports a new value, a gesture or a property, on a dispatch queue.
@available(swift, introduced: 6)
public typealias AUEventListenerBlock =
    @Sendable (
        _ inObject: UnsafeMutableRawPointer?, _ inEvent: UnsafePointer<AudioUnitEvent>,
        _ inEventHostTime: UInt64, _ inParameterValue: AudioUnitParameterValue
    ) -> Void

/// Reports that somebody speaks into the muted microphone.
@available(swift, introduced: 6)
public typealias AUVoiceIOMutedSpeechActivityEventListener =
    @Sendable (_ event: AUVoiceIOSpeechActivityEvent) -> Void

/// Reports what a host wants of a shared unit.
@available(swift, introduced: 6)
public typealias AudioUnitRemoteControlEventListener =
    @Sendable (_ event: AudioUnitRemoteControlEvent) -> Void
