#pragma once

// Audio Queue Services: playing and recording by buffers.
//
// Every function may be called on any thread, also from within a callback. A wrong argument gives
// an error; it never stops the program: -50 for a missing pointer, -66671 for a queue that was
// disposed of or never was one. When a call fails, nothing is written through the caller's
// pointers. Callbacks come one at a time for one queue, and never on the thread that renders.

#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

typedef uint32_t AudioQueuePropertyID;
typedef uint32_t AudioQueueParameterID;
typedef float AudioQueueParameterValue;

/// A queue.
typedef struct OpaqueAudioQueue *AudioQueueRef;
/// A line of time on which a queue's gaps are noted.
typedef struct OpaqueAudioQueueTimeline *AudioQueueTimelineRef;
/// A place in a queue where an app gets the audio.
typedef struct OpaqueAudioQueueProcessingTap *AudioQueueProcessingTapRef;

SORI_CONSTANTS(OSStatus) {
    kAudioQueueErr_InvalidBuffer = -66687,
    kAudioQueueErr_BufferEmpty = -66686,
    kAudioQueueErr_DisposalPending = -66685,
    kAudioQueueErr_InvalidProperty = -66684,
    kAudioQueueErr_InvalidPropertySize = -66683,
    kAudioQueueErr_InvalidParameter = -66682,
    kAudioQueueErr_CannotStart = -66681,
    kAudioQueueErr_InvalidDevice = -66680,
    kAudioQueueErr_BufferInQueue = -66679,
    kAudioQueueErr_InvalidRunState = -66678,
    kAudioQueueErr_InvalidQueueType = -66677,
    kAudioQueueErr_Permissions = -66676,
    kAudioQueueErr_InvalidPropertyValue = -66675,
    kAudioQueueErr_PrimeTimedOut = -66674,
    kAudioQueueErr_CodecNotFound = -66673,
    kAudioQueueErr_InvalidCodecAccess = -66672,
    kAudioQueueErr_QueueInvalidated = -66671,
    kAudioQueueErr_TooManyTaps = -66670,
    kAudioQueueErr_InvalidTapContext = -66669,
    kAudioQueueErr_RecordUnderrun = -66668,
    kAudioQueueErr_InvalidTapType = -66667,
    kAudioQueueErr_BufferEnqueuedTwice = -66666,
    kAudioQueueErr_CannotStartYet = -66665,
    kAudioQueueErr_EnqueueDuringReset = -66632,
    kAudioQueueErr_InvalidOfflineMode = -66626,
};

SORI_CONSTANTS(AudioQueuePropertyID) {
    /// A `UInt32`: whether the device takes from the queue, or gives to it. Read-only; its
    /// listeners are called when that really begins and ends.
    kAudioQueueProperty_IsRunning = 0x6171726E,  // 'aqrn'
    /// A `double`, frames a second; read-only.
    kAudioQueueDeviceProperty_SampleRate = 0x61717372,  // 'aqsr'
    /// A `UInt32`; read-only.
    kAudioQueueDeviceProperty_NumberChannels = 0x61716463,  // 'aqdc'
    /// A `CFStringRef`: the name of the port that is played to or recorded from.
    kAudioQueueProperty_CurrentDevice = 0x61716364,  // 'aqcd'
    /// Bytes that a decoder must have beside the format; to be set before anything is enqueued.
    kAudioQueueProperty_MagicCookie = 0x61716D63,  // 'aqmc'
    /// A `UInt32`: bytes of the largest packet that is recorded; read-only.
    kAudioQueueProperty_MaximumOutputPacketSize = 0x786F7073,  // 'xops'
    /// An `AudioStreamBasicDescription`: the queue's format in full; read-only.
    kAudioQueueProperty_StreamDescription = 0x61716674,  // 'aqft'
    /// An `AudioChannelLayout`.
    kAudioQueueProperty_ChannelLayout = 0x6171636C,  // 'aqcl'
    /// A `UInt32`: whether levels are measured; not at first.
    kAudioQueueProperty_EnableLevelMetering = 0x61716D65,  // 'aqme'
    /// A list of `AudioQueueLevelMeterState`, one a channel, linear; read-only.
    kAudioQueueProperty_CurrentLevelMeter = 0x61716D76,  // 'aqmv'
    /// The same in decibels.
    kAudioQueueProperty_CurrentLevelMeterDB = 0x61716D64,  // 'aqmd'
    /// A `UInt32`: frames that are decoded at a time.
    kAudioQueueProperty_DecodeBufferSizeFrames = 0x64636266,  // 'dcbf'
    /// A `UInt32`: the last error of the converter; read-only.
    kAudioQueueProperty_ConverterError = 0x71637665,  // 'qcve'
    /// A `UInt32`: whether speed and pitch can be changed; to be set while stopped. Built without
    /// SoundTouch, setting it to 1 fails with `kAudio_UnimplementedError`.
    kAudioQueueProperty_EnableTimePitch = 0x715F7470,  // 'q_tp'
    /// A `UInt32`: how; to be set while enabled and stopped.
    kAudioQueueProperty_TimePitchAlgorithm = 0x71747061,  // 'qtpa'
    /// A `UInt32`: whether the audio goes by the time-pitch effect.
    kAudioQueueProperty_TimePitchBypass = 0x71747062,  // 'qtpb'
    /// A `UInt32`; not to be set while primed or running.
    kAudioQueueProperty_HardwareCodecPolicy = 0x61716370,  // 'aqcp'
    /// A list of `AudioQueueChannelAssignment`; write-only.
    kAudioQueueProperty_ChannelAssignments = 0x61716361,  // 'aqca'
};

SORI_CONSTANTS(uint32_t) {
    kAudioQueueTimePitchAlgorithm_Spectral = 0x73706563,               // 'spec'
    kAudioQueueTimePitchAlgorithm_TimeDomain = 0x7469646F,             // 'tido'
    kAudioQueueTimePitchAlgorithm_Varispeed = 0x76737064,              // 'vspd'
    kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency = 0x6C717A6C,  // 'lqzl'
};

SORI_CONSTANTS(uint32_t) {
    kAudioQueueHardwareCodecPolicy_Default = 0,
    kAudioQueueHardwareCodecPolicy_UseSoftwareOnly = 1,
    kAudioQueueHardwareCodecPolicy_UseHardwareOnly = 2,
    kAudioQueueHardwareCodecPolicy_PreferSoftware = 3,
    kAudioQueueHardwareCodecPolicy_PreferHardware = 4,
};

SORI_CONSTANTS(AudioQueueParameterID) {
    /// 0 to 1, linear.
    kAudioQueueParam_Volume = 1,
    /// 0.5 to 2; needs the time-pitch effect.
    kAudioQueueParam_PlayRate = 2,
    /// -2400 to 2400 hundredths of a semitone; likewise.
    kAudioQueueParam_Pitch = 3,
    /// Seconds that later changes of the volume take.
    kAudioQueueParam_VolumeRampTime = 4,
    /// -1 left to 1 right.
    kAudioQueueParam_Pan = 13,
};

/// A piece of audio on its way between an app and a queue. The queue owns the memory; the fields
/// that are not constant are the app's while the buffer is not enqueued.
struct AudioQueueBuffer {
    const uint32_t mAudioDataBytesCapacity;
    void *const mAudioData;
    /// Set by the app to play, by the queue to record.
    uint32_t mAudioDataByteSize;
    void *mUserData;
    const uint32_t mPacketDescriptionCapacity;
    AudioStreamPacketDescription *const mPacketDescriptions;
    uint32_t mPacketDescriptionCount;
};
typedef struct AudioQueueBuffer AudioQueueBuffer;

typedef AudioQueueBuffer *AudioQueueBufferRef;

/// A parameter's value that takes effect with a buffer.
struct AudioQueueParameterEvent {
    AudioQueueParameterID mID;
    AudioQueueParameterValue mValue;
};
typedef struct AudioQueueParameterEvent AudioQueueParameterEvent;

/// How loud a channel is: 0 to 1, or decibels up to 0.
struct AudioQueueLevelMeterState {
    float mAveragePower;
    float mPeakPower;
};
typedef struct AudioQueueLevelMeterState AudioQueueLevelMeterState;

/// A device's channel that one of the queue's is played on.
struct AudioQueueChannelAssignment {
    /// A `CFStringRef`.
    const void *mDeviceUID;
    /// From one.
    uint32_t mChannelNumber;
};
typedef struct AudioQueueChannelAssignment AudioQueueChannelAssignment;

/// Where a tap is, what it does, and what is true of the audio it is given.
SORI_OPTIONS(uint32_t, AudioQueueProcessingTapFlags) {
    kAudioQueueProcessingTap_PreEffects = 1U << 0,
    kAudioQueueProcessingTap_PostEffects = 1U << 1,
    /// It only looks.
    kAudioQueueProcessingTap_Siphon = 1U << 2,
    kAudioQueueProcessingTap_StartOfStream = 1U << 8,
    kAudioQueueProcessingTap_EndOfStream = 1U << 9,
};

// MARK: Life

/// Stops a queue and frees what is its own, its buffers included.
///
/// With `true`, now: no callback comes after the return, unless the call comes from one. With
/// `false`, when what is enqueued has been played; callbacks end and other calls fail at once.
OSStatus AudioQueueDispose(AudioQueueRef inAQ, SORI_BOOLEAN inImmediate);

// MARK: Buffers

OSStatus AudioQueueAllocateBuffer(
    AudioQueueRef inAQ, uint32_t inBufferByteSize, AudioQueueBufferRef *outBuffer);

/// Makes a buffer with room for descriptions of packets.
OSStatus AudioQueueAllocateBufferWithPacketDescriptions(
    AudioQueueRef inAQ, uint32_t inBufferByteSize, uint32_t inNumberPacketDescriptions,
    AudioQueueBufferRef *outBuffer);

/// Frees a buffer that is not enqueued; the others go with the queue.
OSStatus AudioQueueFreeBuffer(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);

/// Puts a buffer at the end of the line: to be played, or to be filled.
///
/// The descriptions are copied; where packets are alike there are none. A buffer that has room for
/// descriptions of its own may hold them instead.
OSStatus AudioQueueEnqueueBuffer(
    AudioQueueRef inAQ, AudioQueueBufferRef inBuffer, uint32_t inNumPacketDescs,
    const AudioStreamPacketDescription *inPacketDescs);

/// The same for a part of the buffer, with parameters that take effect with it, at a time.
///
/// The start time is in frames of the queue's time, and leaves trimmed frames out.
OSStatus AudioQueueEnqueueBufferWithParameters(
    AudioQueueRef inAQ, AudioQueueBufferRef inBuffer, uint32_t inNumPacketDescs,
    const AudioStreamPacketDescription *inPacketDescs, uint32_t inTrimFramesAtStart,
    uint32_t inTrimFramesAtEnd, uint32_t inNumParamValues,
    const AudioQueueParameterEvent *inParamValues, const AudioTimeStamp *inStartTime,
    AudioTimeStamp *outActualStartTime);

// MARK: Transport

/// Starts or goes on, at a time of the device's or now. Activates the app's session.
OSStatus AudioQueueStart(AudioQueueRef inAQ, const AudioTimeStamp *inStartTime);

/// Decodes ahead what is enqueued, so that a start is heard at once.
OSStatus AudioQueuePrime(
    AudioQueueRef inAQ, uint32_t inNumberOfFramesToPrepare, uint32_t *outNumberOfFramesPrepared);

/// With `true`, now: what is enqueued comes back through the callback, on the calling thread,
/// before the return. With `false`, when what is enqueued has been played.
OSStatus AudioQueueStop(AudioQueueRef inAQ, SORI_BOOLEAN inImmediate);

/// Holds everything where it is, until a start.
OSStatus AudioQueuePause(AudioQueueRef inAQ);

/// Lets the decoder begin anew after what is enqueued.
OSStatus AudioQueueFlush(AudioQueueRef inAQ);

/// Takes everything out of the line, through the callback and on the calling thread, and begins
/// anew without stopping.
OSStatus AudioQueueReset(AudioQueueRef inAQ);

// MARK: Parameters and properties

OSStatus AudioQueueGetParameter(
    AudioQueueRef inAQ, AudioQueueParameterID inParamID, AudioQueueParameterValue *outValue);

/// A value out of range is taken as the nearest in it.
OSStatus AudioQueueSetParameter(
    AudioQueueRef inAQ, AudioQueueParameterID inParamID, AudioQueueParameterValue inValue);

/// Objects in the result are the caller's to release.
OSStatus AudioQueueGetProperty(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, void *outData, uint32_t *ioDataSize);

OSStatus AudioQueueSetProperty(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, const void *inData, uint32_t inDataSize);

OSStatus AudioQueueGetPropertySize(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, uint32_t *outDataSize);

// MARK: Time

OSStatus AudioQueueCreateTimeline(AudioQueueRef inAQ, AudioQueueTimelineRef *outTimeline);
OSStatus AudioQueueDisposeTimeline(AudioQueueRef inAQ, AudioQueueTimelineRef inTimeline);

/// What the device plays or records now, in frames of its own.
OSStatus AudioQueueDeviceGetCurrentTime(AudioQueueRef inAQ, AudioTimeStamp *outTimeStamp);

/// Fills in the clocks that a time of the device's leaves out. The device must run.
OSStatus AudioQueueDeviceTranslateTime(
    AudioQueueRef inAQ, const AudioTimeStamp *inTime, AudioTimeStamp *outTime);

/// The nearest time at which the device could start; it can at any.
OSStatus AudioQueueDeviceGetNearestStartTime(
    AudioQueueRef inAQ, AudioTimeStamp *ioRequestedStartTime, uint32_t inFlags);

// MARK: Offline

/// Has the queue rendered by `AudioQueueOfflineRender` instead of by a device, as linear PCM of
/// one or two interleaved channels. No format goes back to the device.
OSStatus AudioQueueSetOfflineRenderFormat(
    AudioQueueRef inAQ, const AudioStreamBasicDescription *inFormat,
    const AudioChannelLayout *inLayout);

/// Renders the next frames: fewer than asked for where what is enqueued ends. The first call after
/// a start makes ready, and gives none.
OSStatus AudioQueueOfflineRender(
    AudioQueueRef inAQ, const AudioTimeStamp *inTimestamp, AudioQueueBufferRef ioBuffer,
    uint32_t inNumberFrames);

// MARK: Taps

OSStatus AudioQueueProcessingTapDispose(AudioQueueProcessingTapRef inAQTap);

/// Gets the audio before the tap. From within the tap's callback only.
OSStatus AudioQueueProcessingTapGetSourceAudio(
    AudioQueueProcessingTapRef inAQTap, uint32_t inNumberFrames, AudioTimeStamp *ioTimeStamp,
    AudioQueueProcessingTapFlags *outFlags, uint32_t *outNumberFrames, AudioBufferList *ioData);

/// The queue's time of the tap's next frame. From within the tap's callback only.
OSStatus AudioQueueProcessingTapGetQueueTime(
    AudioQueueProcessingTapRef inAQTap, double *outQueueSampleTime, uint32_t *outQueueFrameCount);

// Swift sees the following from the module AudioToolbox itself: with Foundation's types, and with
// callbacks that may be written anywhere.
#ifndef __swift__

/// A buffer has been played, and is the app's again.
typedef void (*AudioQueueOutputCallback)(
    void *inUserData, AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);

/// A buffer has been filled, and is the app's again.
typedef void (*AudioQueueInputCallback)(
    void *inUserData, AudioQueueRef inAQ, AudioQueueBufferRef inBuffer,
    const AudioTimeStamp *inStartTime, uint32_t inNumberPacketDescriptions,
    const AudioStreamPacketDescription *inPacketDescs);

/// A property has a new value.
typedef void (*AudioQueuePropertyListenerProc)(
    void *inUserData, AudioQueueRef inAQ, AudioQueuePropertyID inID);

/// A tap's code: makes `inNumberFrames` frames, or is given them to look at. The data are floats,
/// a buffer a channel.
typedef void (*AudioQueueProcessingTapCallback)(
    void *inClientData, AudioQueueProcessingTapRef inAQTap, uint32_t inNumberFrames,
    AudioTimeStamp *ioTimeStamp, AudioQueueProcessingTapFlags *ioFlags,
    uint32_t *outNumberFrames, AudioBufferList *ioData);

/// Makes a queue that plays.
///
/// The callback comes on the run loop, in the mode (NULL for the common ones), and only while that
/// runs; without a run loop, on a thread of the queue's own. Playing depends on neither.
OSStatus AudioQueueNewOutput(
    const AudioStreamBasicDescription *inFormat, AudioQueueOutputCallback inCallbackProc,
    void *inUserData, CFRunLoopRef inCallbackRunLoop, CFStringRef inCallbackRunLoopMode,
    uint32_t inFlags, AudioQueueRef *outAQ);

/// Makes a queue that records. A sample rate of zero means the microphone's; the property
/// `kAudioQueueProperty_StreamDescription` tells which that is.
///
/// The callback is given the time of the buffer's first frame, the number of its packets (of PCM,
/// frames), and, where packets differ in size, their descriptions. At a stop the last buffer may be
/// short, and buffers that were not begun come back with no packets.
OSStatus AudioQueueNewInput(
    const AudioStreamBasicDescription *inFormat, AudioQueueInputCallback inCallbackProc,
    void *inUserData, CFRunLoopRef inCallbackRunLoop, CFStringRef inCallbackRunLoopMode,
    uint32_t inFlags, AudioQueueRef *outAQ);

OSStatus AudioQueueAddPropertyListener(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, AudioQueuePropertyListenerProc inProc,
    void *inUserData);

OSStatus AudioQueueRemovePropertyListener(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, AudioQueuePropertyListenerProc inProc,
    void *inUserData);

/// The queue's time: frames since its start. With a line of time, also whether there was a gap on
/// it since it was last asked. NULL for what is not wanted.
OSStatus AudioQueueGetCurrentTime(
    AudioQueueRef inAQ, AudioQueueTimelineRef inTimeline, AudioTimeStamp *outTimeStamp,
    Boolean *outTimelineDiscontinuity);

/// Gives an app the queue's audio. One tap a queue, made while it is stopped.
OSStatus AudioQueueProcessingTapNew(
    AudioQueueRef inAQ, AudioQueueProcessingTapCallback inCallback, void *inClientData,
    AudioQueueProcessingTapFlags inFlags, uint32_t *outMaxFrames,
    AudioStreamBasicDescription *outProcessingFormat, AudioQueueProcessingTapRef *outAQTap);

#endif

SORI_END_DECLARATIONS
