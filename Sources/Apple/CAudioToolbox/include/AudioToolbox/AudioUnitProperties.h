#pragma once

// The properties of audio units, and the values that they have.

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AudioFile.h>

SORI_BEGIN_DECLARATIONS

// MARK: Properties of all units

SORI_CONSTANTS(AudioUnitPropertyID) {
    /// A property list: the state of the unit, as an `.aupreset` file has it.
    kAudioUnitProperty_ClassInfo = 0,
    /// An `AudioUnitConnection`; write-only, input scope. It replaces a callback or a connection.
    kAudioUnitProperty_MakeConnection = 1,
    /// A `double`: the sample rate of a bus.
    kAudioUnitProperty_SampleRate = 2,
    /// A list of `AudioUnitParameterID`: the parameters of a scope; read-only.
    kAudioUnitProperty_ParameterList = 3,
    /// An `AudioUnitParameterInfo` of the parameter that is given as the element; read-only.
    kAudioUnitProperty_ParameterInfo = 4,
    /// A `float`: the share of the time that rendering takes; read-only.
    kAudioUnitProperty_CPULoad = 6,
    /// An `AudioStreamBasicDescription`: the format of a bus.
    kAudioUnitProperty_StreamFormat = 8,
    /// A `UInt32`: the number of busses of a scope.
    kAudioUnitProperty_ElementCount = 11,
    /// A `double`: seconds from an input frame to its output; read-only.
    kAudioUnitProperty_Latency = 12,
    /// A list of `AUChannelInfo`: the channel counts that go together; read-only.
    kAudioUnitProperty_SupportedNumChannels = 13,
    /// A `UInt32`: the most frames of a render call.
    kAudioUnitProperty_MaximumFramesPerSlice = 14,
    /// A `CFArrayRef` of strings: the names of the values of an indexed parameter.
    kAudioUnitProperty_ParameterValueStrings = 16,
    /// An `AudioChannelLayout` of a bus.
    kAudioUnitProperty_AudioChannelLayout = 19,
    /// A `double`: seconds of sound after the end of the input; read-only.
    kAudioUnitProperty_TailTime = 20,
    /// A `UInt32`: whether an effect passes its input unchanged.
    kAudioUnitProperty_BypassEffect = 21,
    /// An `OSStatus`: the last error of rendering. Reading clears it.
    kAudioUnitProperty_LastRenderError = 22,
    /// An `AURenderCallbackStruct`: the source of an input bus.
    kAudioUnitProperty_SetRenderCallback = 23,
    /// A `CFArrayRef` of `AUPreset` pointers; read-only.
    kAudioUnitProperty_FactoryPresets = 24,
    /// A `CFStringRef`: what the host calls the unit's place.
    kAudioUnitProperty_ContextName = 25,
    /// A `UInt32`, 0 to 127, as `kRenderQuality_High`.
    kAudioUnitProperty_RenderQuality = 26,
    /// A `HostCallbackInfo`.
    kAudioUnitProperty_HostCallbacks = 27,
    /// A `UInt32`: whether the unit processes its input where it is.
    kAudioUnitProperty_InPlaceProcessing = 29,
    /// A `CFStringRef`: the name of a bus.
    kAudioUnitProperty_ElementName = 30,
    /// A list of `AudioChannelLayoutTag`; read-only.
    kAudioUnitProperty_SupportedChannelLayoutTags = 32,
    /// An `AudioUnitParameterStringFromValue`; read-only.
    kAudioUnitProperty_ParameterStringFromValue = 33,
    /// An `AudioUnitParameterIDName`: a name of limited length; read-only.
    kAudioUnitProperty_ParameterIDName = 34,
    /// An `AudioUnitParameterNameInfo`: the name of a group of parameters; read-only.
    kAudioUnitProperty_ParameterClumpName = 35,
    /// An `AUPreset`: -1 for one of the user's. Setting a factory preset's number loads it.
    kAudioUnitProperty_PresentPreset = 36,
    /// A `UInt32`: whether rendering is not in real time.
    kAudioUnitProperty_OfflineRender = 37,
    /// An `AudioUnitParameterValueFromString`; read-only.
    kAudioUnitProperty_ParameterValueFromString = 38,
    /// A `double`: seconds until the output of the unit is heard.
    kAudioUnitProperty_PresentationLatency = 40,
    /// A list of `AUDependentParameter`; read-only.
    kAudioUnitProperty_DependentParameters = 45,
    /// A `CFArrayRef` of the names of MIDI outputs; read-only.
    kAudioUnitProperty_MIDIOutputCallbackInfo = 47,
    /// The receiver of MIDI that the unit makes.
    kAudioUnitProperty_MIDIOutputCallback = 48,
    /// An `AUInputSamplesInOutputCallbackStruct`.
    kAudioUnitProperty_InputSamplesInOutput = 49,
    /// A property list: the state of the unit within a document.
    kAudioUnitProperty_ClassInfoFromDocument = 50,
    /// A `UInt32`: whether a bus has memory of its own; 1 at first.
    kAudioUnitProperty_ShouldAllocateBuffer = 51,
    /// A list of `AudioUnitFrequencyResponseBin`; read-only.
    kAudioUnitProperty_FrequencyResponse = 52,
    /// An `AudioUnitParameterHistoryInfo`; read-only.
    kAudioUnitProperty_ParameterHistoryInfo = 53,
    /// A `CFStringRef`: the user's name of the unit.
    kAudioUnitProperty_NickName = 54,
    /// A block that gets the unit's view controller; there is none here.
    kAudioUnitProperty_RequestViewController = 56,
    /// A `CFArrayRef` of parameters for a short view; read-only.
    kAudioUnitProperty_ParametersForOverview = 57,
    /// A `UInt32`: whether the unit takes MIDI Polyphonic Expression; read-only.
    kAudioUnitProperty_SupportsMPE = 58,
    /// A block that is told of the context of rendering.
    kAudioUnitProperty_RenderContextObserver = 60,
    /// A `double`: the sample time of the last render call; read-only.
    kAudioUnitProperty_LastRenderSampleTime = 61,
    /// A `UInt32`: whether the unit runs in another process: 0 here.
    kAudioUnitProperty_LoadedOutOfProcess = 62,
    kAudioUnitProperty_MIDIOutputEventListCallback = 63,
    kAudioUnitProperty_AudioUnitMIDIProtocol = 64,
    kAudioUnitProperty_HostMIDIProtocol = 65,
    kAudioUnitProperty_MIDIOutputBufferSizeHint = 66,
};

/// Properties of units that apps share, which they do not here.
SORI_CONSTANTS(AudioUnitPropertyID) {
    kAudioUnitProperty_RemoteControlEventListener = 100,
    kAudioUnitProperty_IsInterAppConnected = 101,
    kAudioUnitProperty_PeerURL = 102,
};

// The keys of `kAudioUnitProperty_ClassInfo`.
#define kAUPresetVersionKey "version"
#define kAUPresetTypeKey "type"
#define kAUPresetSubtypeKey "subtype"
#define kAUPresetManufacturerKey "manufacturer"
#define kAUPresetDataKey "data"
#define kAUPresetNameKey "name"
#define kAUPresetRenderQualityKey "render-quality"
#define kAUPresetCPULoadKey "cpu-load"
#define kAUPresetElementNameKey "element-name"
#define kAUPresetExternalFileRefs "file-references"
#define kAUPresetPartKey "part"

/// The output of a unit as the source of another one's input.
struct AudioUnitConnection {
    /// The unit that supplies; NULL removes the connection.
    AudioUnit sourceAudioUnit;
    uint32_t sourceOutputNumber;
    uint32_t destInputNumber;
};
typedef struct AudioUnitConnection AudioUnitConnection;

/// Channel counts that go together: -1 for any number; twice -1 for any, but equal.
struct AUChannelInfo {
    int16_t inChannels;
    int16_t outChannels;
};
typedef struct AUChannelInfo AUChannelInfo;

/// The source of an input, or the receiver of notifications.
struct AURenderCallbackStruct {
    SORI_CALLBACK_FIELD(AURenderCallback, inputProc);
    /// What the callback gets as its first argument.
    void *inputProcRefCon;
};
typedef struct AURenderCallbackStruct AURenderCallbackStruct;

/// A preset.
struct AUPreset {
    /// The number of a factory preset, or -1.
    int32_t presetNumber;
    SORI_OBJECT_FIELD(CFStringRef, presetName);
};
typedef struct AUPreset AUPreset;

/// Values of `kAudioUnitProperty_RenderQuality`.
enum {
    kRenderQuality_Max = 127,
    kRenderQuality_High = 96,
    kRenderQuality_Medium = 64,
    kRenderQuality_Low = 32,
    kRenderQuality_Min = 0
};

enum { kNumberOfResponseFrequencies = 1024 };

/// How much of a frequency a unit lets pass.
struct AudioUnitFrequencyResponseBin {
    double mFrequency;
    double mMagnitude;
};
typedef struct AudioUnitFrequencyResponseBin AudioUnitFrequencyResponseBin;

// Swift sees these callbacks from the module AudioToolbox: they may run on any thread there.
#ifndef __swift__
typedef OSStatus (*HostCallback_GetBeatAndTempo)(
    void *inHostUserData, Float64 *outCurrentBeat, Float64 *outCurrentTempo);
typedef OSStatus (*HostCallback_GetMusicalTimeLocation)(
    void *inHostUserData, UInt32 *outDeltaSampleOffsetToNextBeat, Float32 *outTimeSig_Numerator,
    UInt32 *outTimeSig_Denominator, Float64 *outCurrentMeasureDownBeat);
typedef OSStatus (*HostCallback_GetTransportState)(
    void *inHostUserData, Boolean *outIsPlaying, Boolean *outTransportStateChanged,
    Float64 *outCurrentSampleInTimeLine, Boolean *outIsCycling, Float64 *outCycleStartBeat,
    Float64 *outCycleEndBeat);
typedef OSStatus (*HostCallback_GetTransportState2)(
    void *inHostUserData, Boolean *outIsPlaying, Boolean *outIsRecording,
    Boolean *outTransportStateChanged, Float64 *outCurrentSampleInTimeLine,
    Boolean *outIsCycling, Float64 *outCycleStartBeat, Float64 *outCycleEndBeat);
#endif

/// What a host tells its units about its music. Each callback may be NULL.
struct HostCallbackInfo {
    void *hostUserData;
    SORI_CALLBACK_FIELD(HostCallback_GetBeatAndTempo, beatAndTempoProc);
    SORI_CALLBACK_FIELD(HostCallback_GetMusicalTimeLocation, musicalTimeLocationProc);
    SORI_CALLBACK_FIELD(HostCallback_GetTransportState, transportStateProc);
    SORI_CALLBACK_FIELD(HostCallback_GetTransportState2, transportStateProc2);
};
typedef struct HostCallbackInfo HostCallbackInfo;

/// A parameter that changes with another one.
struct AUDependentParameter {
    AudioUnitScope mScope;
    AudioUnitParameterID mParameterID;
};
typedef struct AUDependentParameter AUDependentParameter;

struct AUInputSamplesInOutputCallbackStruct {
    SORI_CALLBACK_FIELD(AUInputSamplesInOutputCallback, inputToOutputCallback);
    void *userData;
};
typedef struct AUInputSamplesInOutputCallbackStruct AUInputSamplesInOutputCallbackStruct;

struct AudioUnitParameterHistoryInfo {
    float updatesPerSecond;
    float historyDurationInSeconds;
};
typedef struct AudioUnitParameterHistoryInfo AudioUnitParameterHistoryInfo;

// MARK: Parameters

/// What a parameter's value counts.
SORI_ENUMERATION(uint32_t, AudioUnitParameterUnit) {
    kAudioUnitParameterUnit_Generic = 0,
    kAudioUnitParameterUnit_Indexed = 1,
    kAudioUnitParameterUnit_Boolean = 2,
    kAudioUnitParameterUnit_Percent = 3,
    kAudioUnitParameterUnit_Seconds = 4,
    kAudioUnitParameterUnit_SampleFrames = 5,
    kAudioUnitParameterUnit_Phase = 6,
    kAudioUnitParameterUnit_Rate = 7,
    kAudioUnitParameterUnit_Hertz = 8,
    kAudioUnitParameterUnit_Cents = 9,
    kAudioUnitParameterUnit_RelativeSemiTones = 10,
    kAudioUnitParameterUnit_MIDINoteNumber = 11,
    kAudioUnitParameterUnit_MIDIController = 12,
    kAudioUnitParameterUnit_Decibels = 13,
    kAudioUnitParameterUnit_LinearGain = 14,
    kAudioUnitParameterUnit_Degrees = 15,
    kAudioUnitParameterUnit_EqualPowerCrossfade = 16,
    kAudioUnitParameterUnit_MixerFaderCurve1 = 17,
    kAudioUnitParameterUnit_Pan = 18,
    kAudioUnitParameterUnit_Meters = 19,
    kAudioUnitParameterUnit_AbsoluteCents = 20,
    kAudioUnitParameterUnit_Octaves = 21,
    kAudioUnitParameterUnit_BPM = 22,
    kAudioUnitParameterUnit_Beats = 23,
    kAudioUnitParameterUnit_Milliseconds = 24,
    kAudioUnitParameterUnit_Ratio = 25,
    kAudioUnitParameterUnit_CustomUnit = 26,
    kAudioUnitParameterUnit_MIDI2Controller = 27,
};

/// What can be done with a parameter, and how its values are shown.
SORI_OPTIONS(uint32_t, AudioUnitParameterOptions) {
    /// Whoever asked for the information releases its strings.
    kAudioUnitParameterFlag_CFNameRelease = 1U << 4,
    kAudioUnitParameterFlag_OmitFromPresets = 1U << 13,
    kAudioUnitParameterFlag_PlotHistory = 1U << 14,
    kAudioUnitParameterFlag_MeterReadOnly = 1U << 15,
    /// The bits that say how a slider runs.
    kAudioUnitParameterFlag_DisplayMask = 7U << 16 | 1U << 22,
    kAudioUnitParameterFlag_DisplaySquareRoot = 1U << 16,
    kAudioUnitParameterFlag_DisplaySquared = 2U << 16,
    kAudioUnitParameterFlag_DisplayCubed = 3U << 16,
    kAudioUnitParameterFlag_DisplayCubeRoot = 4U << 16,
    kAudioUnitParameterFlag_DisplayExponential = 5U << 16,
    kAudioUnitParameterFlag_HasClump = 1U << 20,
    kAudioUnitParameterFlag_ValuesHaveStrings = 1U << 21,
    kAudioUnitParameterFlag_DisplayLogarithmic = 1U << 22,
    kAudioUnitParameterFlag_IsHighResolution = 1U << 23,
    kAudioUnitParameterFlag_NonRealTime = 1U << 24,
    kAudioUnitParameterFlag_CanRamp = 1U << 25,
    kAudioUnitParameterFlag_ExpertMode = 1U << 26,
    kAudioUnitParameterFlag_HasCFNameString = 1U << 27,
    kAudioUnitParameterFlag_IsGlobalMeta = 1U << 28,
    kAudioUnitParameterFlag_IsElementMeta = 1U << 29,
    kAudioUnitParameterFlag_IsReadable = 1U << 30,
    kAudioUnitParameterFlag_IsWritable = 1U << 31,
};

/// What there is to know of a parameter.
struct AudioUnitParameterInfo {
    /// The name in ASCII.
    char name[52];
    /// The unit's name, for `kAudioUnitParameterUnit_CustomUnit`.
    SORI_OBJECT_FIELD(CFStringRef, unitName);
    uint32_t clumpID;
    SORI_OBJECT_FIELD(CFStringRef, cfNameString);
    AudioUnitParameterUnit unit;
    AudioUnitParameterValue minValue;
    AudioUnitParameterValue maxValue;
    AudioUnitParameterValue defaultValue;
    AudioUnitParameterOptions flags;
};
typedef struct AudioUnitParameterInfo AudioUnitParameterInfo;

enum { kAudioUnitClumpID_System = 0 };

/// How the values of a parameter are shown.
static __inline__ AudioUnitParameterOptions GetAudioUnitParameterDisplayType(
    AudioUnitParameterOptions flags)
{
    return (AudioUnitParameterOptions)(
        (uint32_t)flags & (uint32_t)kAudioUnitParameterFlag_DisplayMask);
}

/// Flags with another way to show the values.
static __inline__ AudioUnitParameterOptions SetAudioUnitParameterDisplayType(
    AudioUnitParameterOptions flags, AudioUnitParameterOptions displayType)
{
    return (AudioUnitParameterOptions)(
        ((uint32_t)flags & ~(uint32_t)kAudioUnitParameterFlag_DisplayMask) |
        (uint32_t)displayType);
}

#define AudioUnitDisplayTypeIsLogarithmic(flags) \
    (GetAudioUnitParameterDisplayType((flags)) == kAudioUnitParameterFlag_DisplayLogarithmic)
#define AudioUnitDisplayTypeIsSquareRoot(flags) \
    (GetAudioUnitParameterDisplayType((flags)) == kAudioUnitParameterFlag_DisplaySquareRoot)
#define AudioUnitDisplayTypeIsSquared(flags) \
    (GetAudioUnitParameterDisplayType((flags)) == kAudioUnitParameterFlag_DisplaySquared)
#define AudioUnitDisplayTypeIsCubed(flags) \
    (GetAudioUnitParameterDisplayType((flags)) == kAudioUnitParameterFlag_DisplayCubed)
#define AudioUnitDisplayTypeIsCubeRoot(flags) \
    (GetAudioUnitParameterDisplayType((flags)) == kAudioUnitParameterFlag_DisplayCubeRoot)
#define AudioUnitDisplayTypeIsExponential(flags) \
    (GetAudioUnitParameterDisplayType((flags)) == kAudioUnitParameterFlag_DisplayExponential)

enum { kAudioUnitParameterName_Full = -1 };

/// The name of a parameter or of a clump, at most `inDesiredLength` characters long.
struct AudioUnitParameterNameInfo {
    AudioUnitParameterID inID;
    int32_t inDesiredLength;
    SORI_OBJECT_FIELD(CFStringRef, outName);
};
typedef struct AudioUnitParameterNameInfo AudioUnitParameterNameInfo;
typedef struct AudioUnitParameterNameInfo AudioUnitParameterIDName;

/// The text of a value; of the present one for NULL.
struct AudioUnitParameterStringFromValue {
    AudioUnitParameterID inParamID;
    const AudioUnitParameterValue *inValue;
    SORI_OBJECT_FIELD(CFStringRef, outString);
};
typedef struct AudioUnitParameterStringFromValue AudioUnitParameterStringFromValue;

/// The value of a text.
struct AudioUnitParameterValueFromString {
    AudioUnitParameterID inParamID;
    SORI_OBJECT_FIELD(CFStringRef, inString);
    AudioUnitParameterValue outValue;
};
typedef struct AudioUnitParameterValueFromString AudioUnitParameterValueFromString;

/// What a host does on behalf of a shared unit.
SORI_ENUMERATION(uint32_t, AudioUnitRemoteControlEvent) {
    kAudioUnitRemoteControlEvent_TogglePlayPause = 1,
    kAudioUnitRemoteControlEvent_ToggleRecord = 2,
    kAudioUnitRemoteControlEvent_Rewind = 3,
};

#if defined(__BLOCKS__) && __BLOCKS__ && !defined(__swift__)
typedef void (^AudioUnitRemoteControlEventListener)(AudioUnitRemoteControlEvent event);
#endif

// MARK: Converters and output units

SORI_CONSTANTS(AudioUnitPropertyID) {
    /// A `UInt32`, as `kAudioUnitSampleRateConverterComplexity_Normal`.
    kAudioUnitProperty_SampleRateConverterComplexity = 3014,
};

SORI_CONSTANTS(uint32_t) {
    kAudioUnitSampleRateConverterComplexity_Linear = 0x6C696E65,     // 'line'
    kAudioUnitSampleRateConverterComplexity_Normal = 0x6E6F726D,     // 'norm'
    kAudioUnitSampleRateConverterComplexity_Mastering = 0x62617473,  // 'bats'
};

SORI_CONSTANTS(AudioUnitPropertyID) {
    /// The device's number, on desktop computers; missing here.
    kAudioOutputUnitProperty_CurrentDevice = 2000,
    /// A `UInt32`: whether the unit runs; read-only. Listeners are called when that changes.
    kAudioOutputUnitProperty_IsRunning = 2001,
    /// A list of `SInt32`: the source of each channel, -1 for silence.
    kAudioOutputUnitProperty_ChannelMap = 2002,
    /// A `UInt32`: whether element 0 of the output scope or element 1 of the input scope is used.
    kAudioOutputUnitProperty_EnableIO = 2003,
    /// An `AudioOutputUnitStartAtTimeParams`.
    kAudioOutputUnitProperty_StartTime = 2004,
    /// An `AURenderCallbackStruct` that is called when there is input.
    kAudioOutputUnitProperty_SetInputCallback = 2005,
    /// A `UInt32`: whether an element is used; read-only.
    kAudioOutputUnitProperty_HasIO = 2006,
    /// A `UInt32`: whether sample times start at 0; 1 at first.
    kAudioOutputUnitProperty_StartTimestampsAtZero = 2007,
    kAudioOutputUnitProperty_OSWorkgroup = 2015,
};

/// Properties of output units that apps share, which they do not here.
SORI_CONSTANTS(AudioUnitPropertyID) {
    kAudioOutputUnitProperty_MIDICallbacks = 2010,
    kAudioOutputUnitProperty_HostReceivesRemoteControlEvents = 2011,
    kAudioOutputUnitProperty_RemoteControlToHost = 2012,
    kAudioOutputUnitProperty_HostTransportState = 2013,
    kAudioOutputUnitProperty_NodeComponentDescription = 2014,
};

/// When an output unit starts.
struct AudioOutputUnitStartAtTimeParams {
    AudioTimeStamp mTimestamp;
    uint32_t mFlags;
};
typedef struct AudioOutputUnitStartAtTimeParams AudioOutputUnitStartAtTimeParams;

SORI_CONSTANTS(AudioUnitPropertyID) {
    /// A `UInt32`: whether the microphone is delivered as it is.
    kAUVoiceIOProperty_BypassVoiceProcessing = 2100,
    /// A `UInt32`: whether the gain of the microphone is controlled; 1 at first.
    kAUVoiceIOProperty_VoiceProcessingEnableAGC = 2101,
    /// A `UInt32`: whether other sounds are lowered; replaced by the configuration below.
    kAUVoiceIOProperty_DuckNonVoiceAudio = 2102,
    /// A `UInt32`, 0 to 127; without effect.
    kAUVoiceIOProperty_VoiceProcessingQuality = 2103,
    /// A `UInt32`: whether what is said is left out.
    kAUVoiceIOProperty_MuteOutput = 2104,
    /// A block that is told when somebody speaks into the muted microphone.
    kAUVoiceIOProperty_MutedSpeechActivityEventListener = 2106,
    /// An `AUVoiceIOOtherAudioDuckingConfiguration`.
    kAUVoiceIOProperty_OtherAudioDuckingConfiguration = 2108,
};

/// What happens at the muted microphone.
SORI_ENUMERATION(uint32_t, AUVoiceIOSpeechActivityEvent) {
    kAUVoiceIOSpeechActivityHasStarted = 0,
    kAUVoiceIOSpeechActivityHasEnded = 1,
};

#if defined(__BLOCKS__) && __BLOCKS__ && !defined(__swift__)
typedef void (^AUVoiceIOMutedSpeechActivityEventListener)(AUVoiceIOSpeechActivityEvent event);
#endif

/// How far other sounds are lowered.
SORI_ENUMERATION(uint32_t, AUVoiceIOOtherAudioDuckingLevel) {
    kAUVoiceIOOtherAudioDuckingLevelDefault = 0,
    kAUVoiceIOOtherAudioDuckingLevelMin = 10,
    kAUVoiceIOOtherAudioDuckingLevelMid = 20,
    kAUVoiceIOOtherAudioDuckingLevelMax = 30,
};

/// How other sounds are lowered while a voice unit runs.
struct AUVoiceIOOtherAudioDuckingConfiguration {
    /// Whether they are lowered only while somebody speaks.
    SORI_BOOLEAN_FIELD(mEnableAdvancedDucking);
    AUVoiceIOOtherAudioDuckingLevel mDuckingLevel;
};
typedef struct AUVoiceIOOtherAudioDuckingConfiguration AUVoiceIOOtherAudioDuckingConfiguration;

// MARK: Equaliser

SORI_CONSTANTS(AudioUnitPropertyID) {
    /// A `UInt32`: the number of bands; settable before the unit is initialised.
    kAUNBandEQProperty_NumberOfBands = 2200,
    /// A `UInt32`: the most bands, 16; read-only.
    kAUNBandEQProperty_MaxNumberOfBands = 2201,
    /// Five `double` for each band; read-only.
    kAUNBandEQProperty_BiquadCoefficients = 2203,
};

// MARK: Mixers

SORI_CONSTANTS(AudioUnitPropertyID) {
    /// A list of `float`: the volumes of the matrix mixer; read-only. A row for each input, then
    /// the outputs' own; the last column holds the inputs' own, its end the master volume.
    kAudioUnitProperty_MatrixLevels = 3006,
    /// A `UInt32`: whether levels are measured.
    kAudioUnitProperty_MeteringMode = 3007,
    /// Two `UInt32`: the numbers of input and output channels; read-only.
    kAudioUnitProperty_MatrixDimensions = 3009,
    /// An `AudioUnitMeterClipping`; read-only.
    kAudioUnitProperty_MeterClipping = 3011,
    /// An `AudioTimeStamp`.
    kAudioUnitProperty_InputAnchorTimeStamp = 3016,
};

/// What a meter saw.
struct AudioUnitMeterClipping {
    float peakValueSinceLastCall;
    SORI_BOOLEAN_FIELD(sawInfinity);
    SORI_BOOLEAN_FIELD(sawNotANumber);
};
typedef struct AudioUnitMeterClipping AudioUnitMeterClipping;

/// Properties of the spatial mixer.
SORI_CONSTANTS(AudioUnitPropertyID) {
    /// A `UInt32`, an `AUReverbRoomType`.
    kAudioUnitProperty_ReverbRoomType = 10,
    /// A `UInt32`: whether the mixer's own reverb is used.
    kAudioUnitProperty_UsesInternalReverb = 1005,
    /// A `UInt32`, an `AUSpatializationAlgorithm`, of an input.
    kAudioUnitProperty_SpatializationAlgorithm = 3000,
    /// A `UInt32`, `AUSpatialMixerRenderingFlags`, of an input.
    kAudioUnitProperty_SpatialMixerRenderingFlags = 3003,
    /// A `UInt32`, an `AUSpatialMixerSourceMode`, of an input.
    kAudioUnitProperty_SpatialMixerSourceMode = 3005,
    /// `MixerDistanceParams` of an input.
    kAudioUnitProperty_SpatialMixerDistanceParams = 3010,
    /// A `UInt32`, an `AUSpatialMixerAttenuationCurve`, of an input.
    kAudioUnitProperty_SpatialMixerAttenuationCurve = 3013,
    /// A `UInt32`, an `AUSpatialMixerOutputType`.
    kAudioUnitProperty_SpatialMixerOutputType = 3100,
    /// A `UInt32`, an `AUSpatialMixerPointSourceInHeadMode`.
    kAudioUnitProperty_SpatialMixerPointSourceInHeadMode = 3103,
    /// A `UInt32`: whether the listener's head is followed.
    kAudioUnitProperty_SpatialMixerEnableHeadTracking = 3111,
    /// A `UInt32`, an `AUSpatialMixerPersonalizedHRTFMode`.
    kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode = 3113,
};

SORI_ENUMERATION(uint32_t, AUSpatializationAlgorithm) {
    kSpatializationAlgorithm_EqualPowerPanning = 0,
    kSpatializationAlgorithm_SphericalHead = 1,
    kSpatializationAlgorithm_HRTF = 2,
    kSpatializationAlgorithm_SoundField = 3,
    kSpatializationAlgorithm_VectorBasedPanning = 4,
    kSpatializationAlgorithm_StereoPassThrough = 5,
    kSpatializationAlgorithm_HRTFHQ = 6,
    kSpatializationAlgorithm_UseOutputType = 7,
};

SORI_ENUMERATION(uint32_t, AUSpatialMixerSourceMode) {
    kSpatialMixerSourceMode_SpatializeIfMono = 0,
    kSpatialMixerSourceMode_Bypass = 1,
    kSpatialMixerSourceMode_PointSource = 2,
    kSpatialMixerSourceMode_AmbienceBed = 3,
};

SORI_ENUMERATION(uint32_t, AUReverbRoomType) {
    kReverbRoomType_SmallRoom = 0,
    kReverbRoomType_MediumRoom = 1,
    kReverbRoomType_LargeRoom = 2,
    kReverbRoomType_MediumHall = 3,
    kReverbRoomType_LargeHall = 4,
    kReverbRoomType_Plate = 5,
    kReverbRoomType_MediumChamber = 6,
    kReverbRoomType_LargeChamber = 7,
    kReverbRoomType_Cathedral = 8,
    kReverbRoomType_LargeRoom2 = 9,
    kReverbRoomType_MediumHall2 = 10,
    kReverbRoomType_MediumHall3 = 11,
    kReverbRoomType_LargeHall2 = 12,
};

SORI_ENUMERATION(uint32_t, AUSpatialMixerAttenuationCurve) {
    kSpatialMixerAttenuationCurve_Power = 0,
    kSpatialMixerAttenuationCurve_Exponential = 1,
    kSpatialMixerAttenuationCurve_Inverse = 2,
    kSpatialMixerAttenuationCurve_Linear = 3,
};

SORI_OPTIONS(uint32_t, AUSpatialMixerRenderingFlags) {
    kSpatialMixerRenderingFlags_InterAuralDelay = 1U << 0,
    kSpatialMixerRenderingFlags_DistanceAttenuation = 1U << 2,
};

SORI_ENUMERATION(uint32_t, AUSpatialMixerOutputType) {
    kSpatialMixerOutputType_Headphones = 1,
    kSpatialMixerOutputType_BuiltInSpeakers = 2,
    kSpatialMixerOutputType_ExternalSpeakers = 3,
};

SORI_ENUMERATION(uint32_t, AUSpatialMixerPointSourceInHeadMode) {
    kSpatialMixerPointSourceInHeadMode_Mono = 0,
    kSpatialMixerPointSourceInHeadMode_Bypass = 1,
};

SORI_ENUMERATION(uint32_t, AUSpatialMixerPersonalizedHRTFMode) {
    kSpatialMixerPersonalizedHRTFMode_Off = 0,
    kSpatialMixerPersonalizedHRTFMode_On = 1,
    kSpatialMixerPersonalizedHRTFMode_Auto = 2,
};

/// How a source becomes softer with its distance.
struct MixerDistanceParams {
    /// Metres up to which it is not softer.
    float mReferenceDistance;
    /// Metres from which it does not become softer any more.
    float mMaxDistance;
    /// Decibels at that distance.
    float mMaxAttenuation;
};
typedef struct MixerDistanceParams MixerDistanceParams;

/// Properties of the spatial mixer by their older names.
SORI_CONSTANTS(AudioUnitPropertyID) {
    kAudioUnitProperty_DopplerShift = 3002,
    kAudioUnitProperty_3DMixerRenderingFlags = 3003,
    kAudioUnitProperty_3DMixerDistanceAtten = 3004,
    kAudioUnitProperty_3DMixerDistanceParams = 3010,
    kAudioUnitProperty_ReverbPreset = 3012,
    kAudioUnitProperty_3DMixerAttenuationCurve = 3013,
};

SORI_OPTIONS(uint32_t, AU3DMixerRenderingFlags) {
    k3DMixerRenderingFlags_InterAuralDelay = 1U << 0,
    k3DMixerRenderingFlags_DopplerShift = 1U << 1,
    k3DMixerRenderingFlags_DistanceAttenuation = 1U << 2,
    k3DMixerRenderingFlags_DistanceFilter = 1U << 3,
    k3DMixerRenderingFlags_DistanceDiffusion = 1U << 4,
    k3DMixerRenderingFlags_LinearDistanceAttenuation = 1U << 5,
    k3DMixerRenderingFlags_ConstantReverbBlend = 1U << 6,
};

SORI_ENUMERATION(uint32_t, AU3DMixerAttenuationCurve) {
    k3DMixerAttenuationCurve_Power = 0,
    k3DMixerAttenuationCurve_Exponential = 1,
    k3DMixerAttenuationCurve_Inverse = 2,
    k3DMixerAttenuationCurve_Linear = 3,
};

// MARK: Players

SORI_CONSTANTS(AudioUnitPropertyID) {
    /// A `ScheduledAudioSlice` to play; write-only.
    kAudioUnitProperty_ScheduleAudioSlice = 3300,
    /// An `AudioTimeStamp`: when slices and regions start; a sample time of -1 for now.
    kAudioUnitProperty_ScheduleStartTimeStamp = 3301,
    /// An `AudioTimeStamp`: frames since the start, -1 before it; read-only.
    kAudioUnitProperty_CurrentPlayTime = 3302,
};

SORI_OPTIONS(uint32_t, AUScheduledAudioSliceFlags) {
    kScheduledAudioSliceFlag_Complete = 0x01,
    kScheduledAudioSliceFlag_BeganToRender = 0x02,
    kScheduledAudioSliceFlag_BeganToRenderLate = 0x04,
    kScheduledAudioSliceFlag_Loop = 0x08,
    kScheduledAudioSliceFlag_Interrupt = 0x10,
    kScheduledAudioSliceFlag_InterruptAtLoop = 0x20,
};

typedef struct ScheduledAudioSlice ScheduledAudioSlice;
typedef struct ScheduledAudioFileRegion ScheduledAudioFileRegion;

#ifndef __swift__
/// Reports that a slice has been played or dropped.
typedef void (*ScheduledAudioSliceCompletionProc)(
    void *userData, ScheduledAudioSlice *bufferList);

/// Reports that a region has been read, or why it was not.
typedef void (*ScheduledAudioFileRegionCompletionProc)(
    void *userData, ScheduledAudioFileRegion *fileRegion, OSStatus result);
#endif

/// Samples to play at a time. They and this structure must stay until it is complete.
struct ScheduledAudioSlice {
    /// When it starts, in frames from the start of the player; without one, after the previous.
    AudioTimeStamp mTimeStamp;
    SORI_CALLBACK_FIELD(ScheduledAudioSliceCompletionProc, mCompletionProc);
    void *mCompletionProcUserData;
    /// What became of it.
    AUScheduledAudioSliceFlags mFlags;
    uint32_t mReserved;
    void *mReserved2;
    uint32_t mNumberFrames;
    AudioBufferList *mBufferList;
};

SORI_CONSTANTS(AudioUnitPropertyID) {
    /// A list of `AudioFileID`: the files that regions may be of.
    kAudioUnitProperty_ScheduledFileIDs = 3310,
    /// A `ScheduledAudioFileRegion` to play; write-only.
    kAudioUnitProperty_ScheduledFileRegion = 3311,
    /// A `UInt32`: frames to read ahead; 0 for the default.
    kAudioUnitProperty_ScheduledFilePrime = 3312,
    /// A `UInt32`: frames of a buffer.
    kAudioUnitProperty_ScheduledFileBufferSizeFrames = 3313,
    /// A `UInt32`: the number of buffers.
    kAudioUnitProperty_ScheduledFileNumberBuffers = 3314,
};

/// A part of a file to play at a time.
struct ScheduledAudioFileRegion {
    /// When it starts, in frames from the start of the player.
    AudioTimeStamp mTimeStamp;
    SORI_CALLBACK_FIELD(ScheduledAudioFileRegionCompletionProc, mCompletionProc);
    void *mCompletionProcUserData;
    AudioFileID mAudioFile;
    /// How often it is repeated; `UINT32_MAX` for ever.
    uint32_t mLoopCount;
    /// The first frame, at the file's sample rate.
    int64_t mStartFrame;
    /// The number of frames; `UINT32_MAX` up to the file's end.
    uint32_t mFramesToPlay;
};

// MARK: Instruments

SORI_CONSTANTS(AudioUnitPropertyID) {
    /// A `UInt32`: the number of instruments; read-only.
    kMusicDeviceProperty_InstrumentCount = 1000,
    /// A `CFStringRef`: an instrument's name; read-only.
    kMusicDeviceProperty_InstrumentName = 1001,
    /// A `UInt32`: an instrument's number; read-only.
    kMusicDeviceProperty_InstrumentNumber = 1004,
    /// A `CFStringRef`: the name of the sound bank; read-only.
    kMusicDeviceProperty_BankName = 1007,
    /// A `CFURLRef`: the sound bank's file.
    kMusicDeviceProperty_SoundBankURL = 1100,
};

SORI_CONSTANTS(AudioUnitPropertyID) {
    /// A `UInt32`: whether program changes load instruments ahead instead of choosing them.
    kAUMIDISynthProperty_EnablePreload = 4119,
};

SORI_CONSTANTS(AudioUnitPropertyID) {
    /// An `AUSamplerBankPresetData`; write-only.
    kAUSamplerProperty_LoadPresetFromBank = 4100,
    /// The older name of the same.
    kAUSamplerProperty_BankAndPreset = 4100,
    /// A `CFArrayRef` of `CFURLRef`: sounds to make an instrument of; write-only.
    kAUSamplerProperty_LoadAudioFiles = 4101,
    /// An `AUSamplerInstrumentData`; write-only.
    kAUSamplerProperty_LoadInstrument = 4102,
};

/// An instrument in a file.
struct AUSamplerInstrumentData {
    SORI_OBJECT_FIELD(CFURLRef, fileURL);
    /// The kind of file, as `kInstrumentType_SF2Preset`.
    uint8_t instrumentType;
    uint8_t bankMSB;
    uint8_t bankLSB;
    uint8_t presetID;
};
typedef struct AUSamplerInstrumentData AUSamplerInstrumentData;

/// An instrument in a sound bank.
struct AUSamplerBankPresetData {
    SORI_OBJECT_FIELD(CFURLRef, bankURL);
    uint8_t bankMSB;
    uint8_t bankLSB;
    uint8_t presetID;
    uint8_t reserved;
};
typedef struct AUSamplerBankPresetData AUSamplerBankPresetData;

/// Kinds of instrument files.
enum {
    kInstrumentType_DLSPreset = 1,
    kInstrumentType_SF2Preset = 1,
    kInstrumentType_AUPreset = 2,
    kInstrumentType_Audiofile = 3,
    kInstrumentType_EXS24 = 4
};

/// The banks of General MIDI.
enum {
    kAUSampler_DefaultPercussionBankMSB = 0x78,
    kAUSampler_DefaultMelodicBankMSB = 0x79,
    kAUSampler_DefaultBankLSB = 0x00
};

// MARK: Deferred rendering

SORI_CONSTANTS(AudioUnitPropertyID) {
    kAudioUnitProperty_DeferredRendererPullSize = 3320,
    kAudioUnitProperty_DeferredRendererExtraLatency = 3321,
    kAudioUnitProperty_DeferredRendererWaitFrames = 3322,
};

SORI_END_DECLARATIONS
