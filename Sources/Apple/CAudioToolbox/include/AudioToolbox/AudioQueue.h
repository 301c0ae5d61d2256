#pragma once

// Audio Queue Services: playback and recording with buffers.
//
// Any thread, also from within a callback. An invalid argument gives an error and never crashes the
// program: -50 for a missing pointer, -66671 for a queue that was disposed of or never existed. A
// failed call writes nothing through the caller's pointers. Callbacks of one queue come one at a
// time, and never on the render thread.

#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// The four-character code of a queue property.
typedef uint32_t AudioQueuePropertyID;
/// The number of a queue parameter.
typedef uint32_t AudioQueueParameterID;
/// The value of a queue parameter.
typedef float AudioQueueParameterValue;

/// A handle of an audio queue.
typedef struct OpaqueAudioQueue *AudioQueueRef;
/// A handle of a time line, which records a queue's discontinuities.
typedef struct OpaqueAudioQueueTimeline *AudioQueueTimelineRef;
/// A handle of a processing tap.
typedef struct OpaqueAudioQueueProcessingTap *AudioQueueProcessingTapRef;

SORI_CONSTANTS(OSStatus) {
    /// The buffer belongs to another queue.
    kAudioQueueErr_InvalidBuffer = -66687,
    /// The buffer has no data to play.
    kAudioQueueErr_BufferEmpty = -66686,
    /// The queue is being disposed of.
    kAudioQueueErr_DisposalPending = -66685,
    /// There is no such property, or the queue does not have it.
    kAudioQueueErr_InvalidProperty = -66684,
    /// The size of the property's value is wrong.
    kAudioQueueErr_InvalidPropertySize = -66683,
    /// There is no such parameter.
    kAudioQueueErr_InvalidParameter = -66682,
    /// The queue could not be started.
    kAudioQueueErr_CannotStart = -66681,
    /// There is no such device.
    kAudioQueueErr_InvalidDevice = -66680,
    /// The buffer is enqueued and cannot be freed.
    kAudioQueueErr_BufferInQueue = -66679,
    /// The queue must be stopped for this, or must be running.
    kAudioQueueErr_InvalidRunState = -66678,
    /// Only the other direction of queue, input or output, supports this.
    kAudioQueueErr_InvalidQueueType = -66677,
    /// The app has no permission for this.
    kAudioQueueErr_Permissions = -66676,
    /// The property cannot have this value.
    kAudioQueueErr_InvalidPropertyValue = -66675,
    /// Decoding ahead took too long.
    kAudioQueueErr_PrimeTimedOut = -66674,
    /// There is no codec for the format.
    kAudioQueueErr_CodecNotFound = -66673,
    /// The codec that the policy asks for is unavailable.
    kAudioQueueErr_InvalidCodecAccess = -66672,
    /// Media services were reset. Dispose of the queue and make a new one.
    kAudioQueueErr_QueueInvalidated = -66671,
    /// The queue already has a processing tap.
    kAudioQueueErr_TooManyTaps = -66670,
    /// The call is valid only in the tap's callback, or the tap was disposed of.
    kAudioQueueErr_InvalidTapContext = -66669,
    /// No buffer was enqueued to record into, so frames were dropped.
    kAudioQueueErr_RecordUnderrun = -66668,
    /// The flags do not select exactly one position, before or after the effects.
    kAudioQueueErr_InvalidTapType = -66667,
    /// The buffer is already enqueued.
    kAudioQueueErr_BufferEnqueuedTwice = -66666,
    /// The queue cannot be started at the moment.
    kAudioQueueErr_CannotStartYet = -66665,
    /// Buffers cannot be enqueued while the queue stops, resets or is disposed of.
    kAudioQueueErr_EnqueueDuringReset = -66632,
    /// The call is for offline rendering and the queue is not, or the reverse.
    kAudioQueueErr_InvalidOfflineMode = -66626,
};

SORI_CONSTANTS(AudioQueuePropertyID) {
    /// A `UInt32`: whether the device reads from the queue or delivers to it. Read-only; listeners
    /// are called when that begins and ends.
    kAudioQueueProperty_IsRunning = 0x6171726E,  // 'aqrn'
    /// A `double`: the device's sample rate in Hz; read-only.
    kAudioQueueDeviceProperty_SampleRate = 0x61717372,  // 'aqsr'
    /// A `UInt32`: the device's channels; read-only.
    kAudioQueueDeviceProperty_NumberChannels = 0x61716463,  // 'aqdc'
    /// A `CFStringRef`: the port of the queue's route.
    kAudioQueueProperty_CurrentDevice = 0x61716364,  // 'aqcd'
    /// The magic cookie of the decoder; settable before anything is enqueued.
    kAudioQueueProperty_MagicCookie = 0x61716D63,  // 'aqmc'
    /// A `UInt32`: size of the largest recorded packet in bytes; read-only.
    kAudioQueueProperty_MaximumOutputPacketSize = 0x786F7073,  // 'xops'
    /// An `AudioStreamBasicDescription`: the queue's format with all fields filled in; read-only.
    kAudioQueueProperty_StreamDescription = 0x61716674,  // 'aqft'
    /// An `AudioChannelLayout` of the queue's format.
    kAudioQueueProperty_ChannelLayout = 0x6171636C,  // 'aqcl'
    /// A `UInt32`: whether levels are measured; 0 by default.
    kAudioQueueProperty_EnableLevelMetering = 0x61716D65,  // 'aqme'
    /// A list of `AudioQueueLevelMeterState`, one per channel, linear; read-only.
    kAudioQueueProperty_CurrentLevelMeter = 0x61716D76,  // 'aqmv'
    /// A list of `AudioQueueLevelMeterState`, one per channel, in dB; read-only.
    kAudioQueueProperty_CurrentLevelMeterDB = 0x61716D64,  // 'aqmd'
    /// A `UInt32`: frames that are decoded at a time.
    kAudioQueueProperty_DecodeBufferSizeFrames = 0x64636266,  // 'dcbf'
    /// A `UInt32`: the last error of the codec; read-only.
    kAudioQueueProperty_ConverterError = 0x71637665,  // 'qcve'
    /// A `UInt32`: whether play rate and pitch can be changed; settable while stopped. Without
    /// SoundTouch, setting it to 1 fails with `kAudio_UnimplementedError`.
    kAudioQueueProperty_EnableTimePitch = 0x715F7470,  // 'q_tp'
    /// A `UInt32`: the time-pitch algorithm; settable while enabled and stopped.
    kAudioQueueProperty_TimePitchAlgorithm = 0x71747061,  // 'qtpa'
    /// A `UInt32`: whether the time-pitch effect is bypassed.
    kAudioQueueProperty_TimePitchBypass = 0x71747062,  // 'qtpb'
    /// A `UInt32`: the choice of codec; not settable while primed or running.
    kAudioQueueProperty_HardwareCodecPolicy = 0x61716370,  // 'aqcp'
    /// A list of `AudioQueueChannelAssignment`; write-only.
    kAudioQueueProperty_ChannelAssignments = 0x61716361,  // 'aqca'
};

SORI_CONSTANTS(uint32_t) {
    /// Keeps the pitch. Implemented here as `TimeDomain`.
    kAudioQueueTimePitchAlgorithm_Spectral = 0x73706563,  // 'spec'
    /// Keeps the pitch, in the time domain.
    kAudioQueueTimePitchAlgorithm_TimeDomain = 0x7469646F,  // 'tido'
    /// Changes the rate by resampling, so the pitch follows.
    kAudioQueueTimePitchAlgorithm_Varispeed = 0x76737064,  // 'vspd'
    /// Keeps the pitch. The default; implemented here as `TimeDomain`.
    kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency = 0x6C717A6C,  // 'lqzl'
};

SORI_CONSTANTS(uint32_t) {
    /// The system chooses the codec.
    kAudioQueueHardwareCodecPolicy_Default = 0,
    /// Only a software codec.
    kAudioQueueHardwareCodecPolicy_UseSoftwareOnly = 1,
    /// Only a hardware codec.
    kAudioQueueHardwareCodecPolicy_UseHardwareOnly = 2,
    /// A software codec, or a hardware codec if there is none.
    kAudioQueueHardwareCodecPolicy_PreferSoftware = 3,
    /// A hardware codec, or a software codec if there is none.
    kAudioQueueHardwareCodecPolicy_PreferHardware = 4,
};

SORI_CONSTANTS(AudioQueueParameterID) {
    /// Linear gain, 0 to 1.
    kAudioQueueParam_Volume = 1,
    /// Playback speed, 0.5 to 2; needs the time-pitch effect.
    kAudioQueueParam_PlayRate = 2,
    /// Pitch in cents, -2400 to 2400; needs the time-pitch effect.
    kAudioQueueParam_Pitch = 3,
    /// Seconds that later volume changes take.
    kAudioQueueParam_VolumeRampTime = 4,
    /// Pan from -1 (left) to 1 (right).
    kAudioQueueParam_Pan = 13,
};

/// A buffer of an audio queue. The queue owns the memory; the app owns the non-constant fields
/// while the buffer is not enqueued.
struct AudioQueueBuffer {
    /// Capacity in bytes.
    const uint32_t mAudioDataBytesCapacity;
    /// The audio data.
    void *const mAudioData;
    /// Bytes of audio: set by the app for playback, by the queue for recording.
    uint32_t mAudioDataByteSize;
    /// A pointer for the app's use.
    void *mUserData;
    /// Capacity in packet descriptions.
    const uint32_t mPacketDescriptionCapacity;
    /// The packet descriptions; NULL without capacity.
    AudioStreamPacketDescription *const mPacketDescriptions;
    /// Valid packet descriptions.
    uint32_t mPacketDescriptionCount;
};
typedef struct AudioQueueBuffer AudioQueueBuffer;

/// A buffer of a queue. It is valid until it is freed or its queue is disposed of.
typedef AudioQueueBuffer *AudioQueueBufferRef;

/// A parameter value that takes effect with a buffer.
struct AudioQueueParameterEvent {
    AudioQueueParameterID mID;
    AudioQueueParameterValue mValue;
};
typedef struct AudioQueueParameterEvent AudioQueueParameterEvent;

/// The level of a channel: linear 0 to 1, or dB up to 0.
struct AudioQueueLevelMeterState {
    float mAveragePower;
    float mPeakPower;
};
typedef struct AudioQueueLevelMeterState AudioQueueLevelMeterState;

/// The device's channel for one channel of the queue.
struct AudioQueueChannelAssignment {
#if defined(__swift__)
    // The Swift module adds `mDeviceUID`, of the type that it has on Apple's systems.
    const void *mDeviceUID __attribute__((swift_private));
#else
    /// The device's identifier.
    CFStringRef mDeviceUID;
#endif
    /// The channel, from 1.
    uint32_t mChannelNumber;
};
typedef struct AudioQueueChannelAssignment AudioQueueChannelAssignment;

/// The position and kind of a tap, and the state of the audio it gets.
SORI_OPTIONS(uint32_t, AudioQueueProcessingTapFlags) {
    /// The tap is before the queue's effects.
    kAudioQueueProcessingTap_PreEffects = 1U << 0,
    /// The tap is after the queue's effects.
    kAudioQueueProcessingTap_PostEffects = 1U << 1,
    /// The tap only inspects the audio.
    kAudioQueueProcessingTap_Siphon = 1U << 2,
    /// These are the first frames after a start or discontinuity.
    kAudioQueueProcessingTap_StartOfStream = 1U << 8,
    /// These are the last frames before the queue stops.
    kAudioQueueProcessingTap_EndOfStream = 1U << 9,
};

// MARK: Life cycle

/// Disposes of a queue and its buffers.
///
/// With `true`, at once: no callback comes after the return, unless the call is within one. With
/// `false`, when what is enqueued has been played; callbacks stop and other calls fail at once.
OSStatus AudioQueueDispose(AudioQueueRef inAQ, SORI_BOOLEAN inImmediate);

// MARK: Buffers

/// Allocates a buffer with room for `inBufferByteSize` bytes.
OSStatus AudioQueueAllocateBuffer(
    AudioQueueRef inAQ, uint32_t inBufferByteSize, AudioQueueBufferRef *outBuffer);

/// Allocates a buffer with room for packet descriptions.
OSStatus AudioQueueAllocateBufferWithPacketDescriptions(
    AudioQueueRef inAQ, uint32_t inBufferByteSize, uint32_t inNumberPacketDescriptions,
    AudioQueueBufferRef *outBuffer);

/// Frees a buffer that is not enqueued; the others are freed with the queue.
OSStatus AudioQueueFreeBuffer(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);

/// Enqueues a buffer, to be played or filled.
///
/// The descriptions are copied; packets of one size have none. A buffer with room for packet
/// descriptions may hold them instead.
OSStatus AudioQueueEnqueueBuffer(
    AudioQueueRef inAQ, AudioQueueBufferRef inBuffer, uint32_t inNumPacketDescs,
    const AudioStreamPacketDescription *inPacketDescs);

/// Enqueues a buffer with trimming, parameter changes and a start time.
///
/// The start time is in frames of the queue's time, and is that of the first frame after trimming.
OSStatus AudioQueueEnqueueBufferWithParameters(
    AudioQueueRef inAQ, AudioQueueBufferRef inBuffer, uint32_t inNumPacketDescs,
    const AudioStreamPacketDescription *inPacketDescs, uint32_t inTrimFramesAtStart,
    uint32_t inTrimFramesAtEnd, uint32_t inNumParamValues,
    const AudioQueueParameterEvent *inParamValues, const AudioTimeStamp *inStartTime,
    AudioTimeStamp *outActualStartTime);

// MARK: Transport

/// Starts or resumes, at a time of the device or now. Activates the app's session.
OSStatus AudioQueueStart(AudioQueueRef inAQ, const AudioTimeStamp *inStartTime);

/// Decodes enqueued buffers ahead, so that a start is heard at once.
OSStatus AudioQueuePrime(
    AudioQueueRef inAQ, uint32_t inNumberOfFramesToPrepare, uint32_t *outNumberOfFramesPrepared);

/// Stops. With `true`, at once: enqueued buffers return through the callback, on the calling
/// thread, before the call returns. With `false`, when what is enqueued has been played, or the
/// buffers enqueued for recording are full.
OSStatus AudioQueueStop(AudioQueueRef inAQ, SORI_BOOLEAN inImmediate);

/// Pauses until the next start.
OSStatus AudioQueuePause(AudioQueueRef inAQ);

/// Resets the decoder after what is enqueued.
OSStatus AudioQueueFlush(AudioQueueRef inAQ);

/// Returns all buffers through the callback, on the calling thread, and resets the decoder without
/// stopping.
OSStatus AudioQueueReset(AudioQueueRef inAQ);

// MARK: Parameters and properties

/// Gets the value of a parameter; for the volume, its current value within a ramp.
OSStatus AudioQueueGetParameter(
    AudioQueueRef inAQ, AudioQueueParameterID inParamID, AudioQueueParameterValue *outValue);

/// Sets a parameter; the value is clamped to the parameter's range.
OSStatus AudioQueueSetParameter(
    AudioQueueRef inAQ, AudioQueueParameterID inParamID, AudioQueueParameterValue inValue);

/// Reads a property. The caller releases objects in the result.
OSStatus AudioQueueGetProperty(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, void *outData, uint32_t *ioDataSize);

/// Sets a property.
OSStatus AudioQueueSetProperty(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, const void *inData, uint32_t inDataSize);

/// Gets the size of a property in bytes.
OSStatus AudioQueueGetPropertySize(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, uint32_t *outDataSize);

// MARK: Time

/// Makes a time line.
OSStatus AudioQueueCreateTimeline(AudioQueueRef inAQ, AudioQueueTimelineRef *outTimeline);
/// Disposes of a time line.
OSStatus AudioQueueDisposeTimeline(AudioQueueRef inAQ, AudioQueueTimelineRef inTimeline);

/// Gets the device's current time, in frames of the device.
OSStatus AudioQueueDeviceGetCurrentTime(AudioQueueRef inAQ, AudioTimeStamp *outTimeStamp);

/// Fills in the missing clocks of a device time. The device must run.
OSStatus AudioQueueDeviceTranslateTime(
    AudioQueueRef inAQ, const AudioTimeStamp *inTime, AudioTimeStamp *outTime);

/// Gets the nearest time at which the device can start: any time from now on.
OSStatus AudioQueueDeviceGetNearestStartTime(
    AudioQueueRef inAQ, AudioTimeStamp *ioRequestedStartTime, uint32_t inFlags);

// MARK: Offline rendering

/// Switches the queue to offline rendering with `AudioQueueOfflineRender`, as interleaved linear
/// PCM of one or two channels. A NULL format returns to the device.
OSStatus AudioQueueSetOfflineRenderFormat(
    AudioQueueRef inAQ, const AudioStreamBasicDescription *inFormat,
    const AudioChannelLayout *inLayout);

/// Renders the next frames: fewer than asked for at the end of what is enqueued. The first call
/// after a start only prepares, and renders none.
OSStatus AudioQueueOfflineRender(
    AudioQueueRef inAQ, const AudioTimeStamp *inTimestamp, AudioQueueBufferRef ioBuffer,
    uint32_t inNumberFrames);

// MARK: Processing taps

/// Disposes of a tap, while the queue is stopped.
OSStatus AudioQueueProcessingTapDispose(AudioQueueProcessingTapRef inAQTap);

/// Gets the audio before the tap. Only within the tap's callback.
OSStatus AudioQueueProcessingTapGetSourceAudio(
    AudioQueueProcessingTapRef inAQTap, uint32_t inNumberFrames, AudioTimeStamp *ioTimeStamp,
    AudioQueueProcessingTapFlags *outFlags, uint32_t *outNumberFrames, AudioBufferList *ioData);

/// Gets the queue time of the tap's next frame. Only within the tap's callback.
OSStatus AudioQueueProcessingTapGetQueueTime(
    AudioQueueProcessingTapRef inAQTap, double *outQueueSampleTime, uint32_t *outQueueFrameCount);

// Swift sees the following functions from the module AudioToolbox, with Foundation's types and
// callbacks that may run on any thread.
#ifndef __swift__

/// Returns a buffer that has been played to the app.
typedef void (*AudioQueueOutputCallback)(
    void *inUserData, AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);

/// Returns a buffer that has been filled to the app.
typedef void (*AudioQueueInputCallback)(
    void *inUserData, AudioQueueRef inAQ, AudioQueueBufferRef inBuffer,
    const AudioTimeStamp *inStartTime, uint32_t inNumberPacketDescriptions,
    const AudioStreamPacketDescription *inPacketDescs);

/// Reports a new value of a property.
typedef void (*AudioQueuePropertyListenerProc)(
    void *inUserData, AudioQueueRef inAQ, AudioQueuePropertyID inID);

/// The callback of a tap: produces `inNumberFrames` frames, or inspects them. The data are floats,
/// one buffer per channel.
typedef void (*AudioQueueProcessingTapCallback)(
    void *inClientData, AudioQueueProcessingTapRef inAQTap, uint32_t inNumberFrames,
    AudioTimeStamp *ioTimeStamp, AudioQueueProcessingTapFlags *ioFlags,
    uint32_t *outNumberFrames, AudioBufferList *ioData);

/// Makes an audio queue for playback.
///
/// The callback runs on the run loop, in the mode (NULL for the common modes), and only while that
/// runs; without a run loop, on a thread of the queue's own. Playback depends on neither.
OSStatus AudioQueueNewOutput(
    const AudioStreamBasicDescription *inFormat, AudioQueueOutputCallback inCallbackProc,
    void *inUserData, CFRunLoopRef inCallbackRunLoop, CFStringRef inCallbackRunLoopMode,
    uint32_t inFlags, AudioQueueRef *outAQ);

/// Makes an audio queue for recording. A sample rate of zero means the microphone's, which
/// `kAudioQueueProperty_StreamDescription` returns.
///
/// The callback gets the time of the buffer's first frame, the number of its packets (frames for
/// PCM), and packet descriptions where packets have various sizes. At a stop the last buffer may be
/// short, and unused buffers return with no packets.
OSStatus AudioQueueNewInput(
    const AudioStreamBasicDescription *inFormat, AudioQueueInputCallback inCallbackProc,
    void *inUserData, CFRunLoopRef inCallbackRunLoop, CFStringRef inCallbackRunLoopMode,
    uint32_t inFlags, AudioQueueRef *outAQ);

/// Adds a listener that is called after each change of a property.
OSStatus AudioQueueAddPropertyListener(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, AudioQueuePropertyListenerProc inProc,
    void *inUserData);

/// Removes a listener that was added with the same user data.
OSStatus AudioQueueRemovePropertyListener(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, AudioQueuePropertyListenerProc inProc,
    void *inUserData);

/// Gets the queue's time: frames since its start. With a time line, also whether there was a
/// discontinuity since the last call. Either result may be NULL.
OSStatus AudioQueueGetCurrentTime(
    AudioQueueRef inAQ, AudioQueueTimelineRef inTimeline, AudioTimeStamp *outTimeStamp,
    Boolean *outTimelineDiscontinuity);

/// Makes a processing tap. One per queue, made while the queue is stopped.
OSStatus AudioQueueProcessingTapNew(
    AudioQueueRef inAQ, AudioQueueProcessingTapCallback inCallback, void *inClientData,
    AudioQueueProcessingTapFlags inFlags, uint32_t *outMaxFrames,
    AudioStreamBasicDescription *outProcessingFormat, AudioQueueProcessingTapRef *outAQTap);

#endif

SORI_END_DECLARATIONS
