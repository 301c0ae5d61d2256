#pragma once

// Audio units: types, Apple's own units, statuses, and the calls that all units have.
//
// Properties and parameters may be used on any thread, also within a callback. A handle that was
// disposed of or never given out gives -50.

#include <AudioToolbox/AudioComponent.h>

SORI_BEGIN_DECLARATIONS

/// Types of components that are audio units.
SORI_CONSTANTS(uint32_t) {
    kAudioUnitType_Output = 0x61756F75,             // 'auou'
    kAudioUnitType_MusicDevice = 0x61756D75,        // 'aumu'
    kAudioUnitType_MusicEffect = 0x61756D66,        // 'aumf'
    kAudioUnitType_FormatConverter = 0x61756663,    // 'aufc'
    kAudioUnitType_Effect = 0x61756678,             // 'aufx'
    kAudioUnitType_Mixer = 0x61756D78,              // 'aumx'
    kAudioUnitType_Panner = 0x6175706E,             // 'aupn'
    kAudioUnitType_Generator = 0x6175676E,          // 'augn'
    kAudioUnitType_OfflineEffect = 0x61756F6C,      // 'auol'
    kAudioUnitType_MIDIProcessor = 0x61756D69,      // 'aumi'
    kAudioUnitType_SpeechSynthesizer = 0x61757370,  // 'ausp'
    kAudioUnitType_RemoteEffect = 0x61757278,       // 'aurx'
    kAudioUnitType_RemoteGenerator = 0x61757267,    // 'aurg'
    kAudioUnitType_RemoteInstrument = 0x61757269,   // 'auri'
    kAudioUnitType_RemoteMusicEffect = 0x6175726D,  // 'aurm'
};

SORI_CONSTANTS(uint32_t) {
    kAudioUnitManufacturer_Apple = 0x6170706C,  // 'appl'
};

/// Apple's audio units of each type.
SORI_CONSTANTS(uint32_t) {
    // Outputs.
    kAudioUnitSubType_GenericOutput = 0x67656E72,         // 'genr'
    kAudioUnitSubType_RemoteIO = 0x72696F63,              // 'rioc'
    kAudioUnitSubType_VoiceProcessingIO = 0x7670696F,     // 'vpio'

    // Format converters.
    kAudioUnitSubType_AUConverter = 0x636F6E76,           // 'conv'
    kAudioUnitSubType_NewTimePitch = 0x6E757470,          // 'nutp'
    kAudioUnitSubType_DeferredRenderer = 0x64656672,      // 'defr'
    kAudioUnitSubType_Splitter = 0x73706C74,              // 'splt'
    kAudioUnitSubType_MultiSplitter = 0x6D73706C,         // 'mspl'
    kAudioUnitSubType_Merger = 0x6D657267,                // 'merg'
    kAudioUnitSubType_Varispeed = 0x76617269,             // 'vari'
    kAudioUnitSubType_AUiPodTime = 0x6970746D,            // 'iptm'
    kAudioUnitSubType_AUiPodTimeOther = 0x6970746F,       // 'ipto'
    kAudioUnitSubType_RoundTripAAC = 0x72616163,          // 'raac'

    // Effects.
    kAudioUnitSubType_PeakLimiter = 0x6C6D7472,           // 'lmtr'
    kAudioUnitSubType_DynamicsProcessor = 0x64636D70,     // 'dcmp'
    kAudioUnitSubType_LowPassFilter = 0x6C706173,         // 'lpas'
    kAudioUnitSubType_HighPassFilter = 0x68706173,        // 'hpas'
    kAudioUnitSubType_BandPassFilter = 0x62706173,        // 'bpas'
    kAudioUnitSubType_HighShelfFilter = 0x68736866,       // 'hshf'
    kAudioUnitSubType_LowShelfFilter = 0x6C736866,        // 'lshf'
    kAudioUnitSubType_ParametricEQ = 0x706D6571,          // 'pmeq'
    kAudioUnitSubType_Distortion = 0x64697374,            // 'dist'
    kAudioUnitSubType_Delay = 0x64656C79,                 // 'dely'
    kAudioUnitSubType_SampleDelay = 0x73646C79,           // 'sdly'
    kAudioUnitSubType_NBandEQ = 0x6E626571,               // 'nbeq'
    kAudioUnitSubType_Reverb2 = 0x72766232,               // 'rvb2'
    kAudioUnitSubType_AUSoundIsolation = 0x766F6973,      // 'vois'
    kAudioUnitSubType_AUiPodEQ = 0x69706571,              // 'ipeq'

    // Mixers.
    kAudioUnitSubType_MultiChannelMixer = 0x6D636D78,     // 'mcmx'
    kAudioUnitSubType_MatrixMixer = 0x6D786D78,           // 'mxmx'
    kAudioUnitSubType_SpatialMixer = 0x3364656D,          // '3dem'
    kAudioUnitSubType_AU3DMixerEmbedded = 0x3364656D,     // '3dem'

    // Generators.
    kAudioUnitSubType_ScheduledSoundPlayer = 0x7373706C,  // 'sspl'
    kAudioUnitSubType_AudioFilePlayer = 0x6166706C,       // 'afpl'

    // Instruments.
    kAudioUnitSubType_Sampler = 0x73616D70,               // 'samp'
    kAudioUnitSubType_MIDISynth = 0x6D73796E,             // 'msyn'
};

/// What a render call is part of, and what became of it.
SORI_OPTIONS(uint32_t, AudioUnitRenderActionFlags) {
    /// A render notification comes before rendering.
    kAudioUnitRenderAction_PreRender = 1U << 2,
    /// A render notification comes after rendering.
    kAudioUnitRenderAction_PostRender = 1U << 3,
    /// The buffers hold silence: a hint, the samples are zero as well.
    kAudioUnitRenderAction_OutputIsSilence = 1U << 4,
    /// An offline unit looks at its input first.
    kAudioOfflineUnitRenderAction_Preflight = 1U << 5,
    /// An offline unit renders.
    kAudioOfflineUnitRenderAction_Render = 1U << 6,
    /// An offline unit has finished.
    kAudioOfflineUnitRenderAction_Complete = 1U << 7,
    /// Rendering failed; set with `kAudioUnitRenderAction_PostRender`.
    kAudioUnitRenderAction_PostRenderError = 1U << 8,
    /// The arguments need no check.
    kAudioUnitRenderAction_DoNotCheckRenderArgs = 1U << 9,
};

/// Statuses of audio units and components.
SORI_CONSTANTS(OSStatus) {
    /// The unit has no such property.
    kAudioUnitErr_InvalidProperty = -10879,
    /// The unit has no such parameter.
    kAudioUnitErr_InvalidParameter = -10878,
    /// The scope has no such element.
    kAudioUnitErr_InvalidElement = -10877,
    /// An input has no source.
    kAudioUnitErr_NoConnection = -10876,
    /// The unit could not be initialised.
    kAudioUnitErr_FailedInitialization = -10875,
    /// More frames are wanted than `kAudioUnitProperty_MaximumFramesPerSlice` allows.
    kAudioUnitErr_TooManyFramesToProcess = -10874,
    /// The file cannot be read.
    kAudioUnitErr_InvalidFile = -10871,
    /// The kind of file is unknown.
    kAudioUnitErr_UnknownFileType = -10870,
    /// No file was set.
    kAudioUnitErr_FileNotSpecified = -10869,
    /// The unit does not take the format.
    kAudioUnitErr_FormatNotSupported = -10868,
    /// The unit must be initialised for this.
    kAudioUnitErr_Uninitialized = -10867,
    /// The property or parameter does not have the scope.
    kAudioUnitErr_InvalidScope = -10866,
    /// The property cannot be set.
    kAudioUnitErr_PropertyNotWritable = -10865,
    /// This cannot be done now, as within rendering.
    kAudioUnitErr_CannotDoInCurrentContext = -10863,
    /// The property cannot have this value.
    kAudioUnitErr_InvalidPropertyValue = -10851,
    /// The property has no value.
    kAudioUnitErr_PropertyNotInUse = -10850,
    /// The unit must not be initialised for this.
    kAudioUnitErr_Initialized = -10849,
    /// The unit cannot render offline now.
    kAudioUnitErr_InvalidOfflineRender = -10848,
    /// The app may not do this.
    kAudioUnitErr_Unauthorized = -10847,
    /// The buffer for outgoing MIDI is full.
    kAudioUnitErr_MIDIOutputBufferFull = -66753,
    /// Rendering took too long.
    kAudioUnitErr_RenderTimeout = -66745,
    /// There is no such extension.
    kAudioUnitErr_ExtensionNotFound = -66744,
    /// The parameter cannot have this value.
    kAudioUnitErr_InvalidParameterValue = -66743,
    /// The path cannot be used.
    kAudioUnitErr_InvalidFilePath = -66742,
    /// A key is missing in a dictionary.
    kAudioUnitErr_MissingKey = -66741,
    /// Another unit of the app already processes voice.
    kAudioUnitErr_MultipleVoiceProcessors = -66635,

    /// The instance was not made in time.
    kAudioComponentErr_InstanceTimedOut = -66754,
    /// A component of this description is already registered.
    kAudioComponentErr_DuplicateDescription = -66752,
    /// Components of this type are not possible here.
    kAudioComponentErr_UnsupportedType = -66751,
    /// There are too many instances.
    kAudioComponentErr_TooManyInstances = -66750,
    /// The instance is dead: media services were reset. Dispose of it and make a new one.
    kAudioComponentErr_InstanceInvalidated = -66749,
    /// The app may not use the component.
    kAudioComponentErr_NotPermitted = -66748,
    /// Initialisation took too long.
    kAudioComponentErr_InitializationTimedOut = -66747,
    /// The component's format is invalid.
    kAudioComponentErr_InvalidFormat = -66746,
};

/// Older statuses of instruments.
SORI_CONSTANTS(OSStatus) {
    kAudioUnitErr_IllegalInstrument = -10873,
    kAudioUnitErr_InstrumentTypeNotFound = -10872,
};

/// A handle of an audio unit.
typedef AudioComponentInstance AudioUnit;

/// The number of a property of an audio unit.
typedef uint32_t AudioUnitPropertyID;
/// The number of a parameter of an audio unit.
typedef uint32_t AudioUnitParameterID;
/// A part of an audio unit, one of the scopes below.
typedef uint32_t AudioUnitScope;
/// The index of an element of a scope, such as a bus.
typedef uint32_t AudioUnitElement;
/// The value of a parameter.
typedef float AudioUnitParameterValue;

/// The parts of an audio unit.
SORI_CONSTANTS(AudioUnitScope) {
    kAudioUnitScope_Global = 0,
    kAudioUnitScope_Input = 1,
    kAudioUnitScope_Output = 2,
    kAudioUnitScope_Group = 3,
    kAudioUnitScope_Part = 4,
    kAudioUnitScope_Note = 5,
    kAudioUnitScope_Layer = 6,
    kAudioUnitScope_LayerItem = 7,
};

// MARK: Structures

/// The kind of a parameter event.
SORI_ENUMERATION(uint32_t, AUParameterEventType) {
    /// A value at one frame.
    kParameterEvent_Immediate = 1,
    /// A straight line between two values.
    kParameterEvent_Ramped = 2,
};

/// A change of a parameter within the next slice.
struct AudioUnitParameterEvent {
    AudioUnitScope scope;
    AudioUnitElement element;
    AudioUnitParameterID parameter;
    AUParameterEventType eventType;
    union {
        /// For `kParameterEvent_Ramped`.
        struct {
            /// The frame at which the ramp starts; negative for one that runs already.
            int32_t startBufferOffset;
            uint32_t durationInFrames;
            AudioUnitParameterValue startValue;
            AudioUnitParameterValue endValue;
        } ramp;
        /// For `kParameterEvent_Immediate`.
        struct {
            uint32_t bufferOffset;
            AudioUnitParameterValue value;
        } immediate;
    } eventValues;
};
typedef struct AudioUnitParameterEvent AudioUnitParameterEvent;

/// A parameter of a unit.
struct AudioUnitParameter {
    AudioUnit mAudioUnit;
    AudioUnitParameterID mParameterID;
    AudioUnitScope mScope;
    AudioUnitElement mElement;
};
typedef struct AudioUnitParameter AudioUnitParameter;

/// A property of a unit.
struct AudioUnitProperty {
    AudioUnit mAudioUnit;
    AudioUnitPropertyID mPropertyID;
    AudioUnitScope mScope;
    AudioUnitElement mElement;
};
typedef struct AudioUnitProperty AudioUnitProperty;

// Swift sees these callbacks from the module AudioToolbox: they may run on any thread there.
#ifndef __swift__

/// Supplies samples to a unit's input, or is told of each rendering. `ioData` is NULL where only
/// the time matters, as in an input callback.
typedef OSStatus (*AURenderCallback)(
    void *inRefCon, AudioUnitRenderActionFlags *ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inBusNumber, UInt32 inNumberFrames, AudioBufferList *ioData);

/// Reports a new value of a property, on the thread that changed it.
typedef void (*AudioUnitPropertyListenerProc)(
    void *inRefCon, AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope,
    AudioUnitElement inElement);

/// Reports which input frame became which output frame.
typedef void (*AUInputSamplesInOutputCallback)(
    void *inRefCon, const AudioTimeStamp *inOutputTimeStamp, Float64 inInputSample,
    Float64 inNumberInputSamples);

#endif

// MARK: Life cycle

/// Initialises a unit: allocates what it needs to render its formats. Once more, it has no effect.
OSStatus AudioUnitInitialize(AudioUnit inUnit);

/// Frees what `AudioUnitInitialize` allocated. Properties, parameters and connections stay.
OSStatus AudioUnitUninitialize(AudioUnit inUnit);

/// Drops tails, histories and schedules. Parameters stay.
OSStatus AudioUnitReset(AudioUnit inUnit, AudioUnitScope inScope, AudioUnitElement inElement);

// MARK: Properties and parameters

/// Reads a property. `ioDataSize` holds the size of the buffer, then the bytes written. The caller
/// releases objects in the result.
OSStatus AudioUnitGetProperty(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    void *outData, uint32_t *ioDataSize);

/// Sets a property; with NULL and 0, removes what was set.
OSStatus AudioUnitSetProperty(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    const void *inData, uint32_t inDataSize);

/// Gets the value of a parameter; within a ramp, the one that is reached.
OSStatus AudioUnitGetParameter(
    AudioUnit inUnit, AudioUnitParameterID inID, AudioUnitScope inScope,
    AudioUnitElement inElement, AudioUnitParameterValue *outValue);

/// Sets a parameter, at a frame of the next slice.
OSStatus AudioUnitSetParameter(
    AudioUnit inUnit, AudioUnitParameterID inID, AudioUnitScope inScope,
    AudioUnitElement inElement, AudioUnitParameterValue inValue,
    uint32_t inBufferOffsetInFrames);

/// Schedules changes of parameters for the next slice. A ramp is scheduled for each of its slices.
OSStatus AudioUnitScheduleParameters(
    AudioUnit inUnit, const AudioUnitParameterEvent *inParameterEvent,
    uint32_t inNumParamEvents);

// MARK: Rendering

/// Renders a slice of an output. Buffers without memory get the unit's own, which is valid until
/// its next rendering.
OSStatus AudioUnitRender(
    AudioUnit inUnit, AudioUnitRenderActionFlags *ioActionFlags,
    const AudioTimeStamp *inTimeStamp, uint32_t inOutputBusNumber, uint32_t inNumberFrames,
    AudioBufferList *ioData);

/// Processes samples in place, without the unit's inputs.
OSStatus AudioUnitProcess(
    AudioUnit inUnit, AudioUnitRenderActionFlags *ioActionFlags,
    const AudioTimeStamp *inTimeStamp, uint32_t inNumberFrames, AudioBufferList *ioData);

/// Processes the samples of several inputs into several outputs.
OSStatus AudioUnitProcessMultiple(
    AudioUnit inUnit, AudioUnitRenderActionFlags *ioActionFlags,
    const AudioTimeStamp *inTimeStamp, uint32_t inNumberFrames,
    uint32_t inNumberInputBufferLists, const AudioBufferList **inInputBufferLists,
    uint32_t inNumberOutputBufferLists, AudioBufferList **ioOutputBufferLists);

// Swift sees the following functions from the module AudioToolbox, with Foundation's types and
// callbacks that may run on any thread.
#ifndef __swift__

/// Gets the size of a property in bytes, and whether it can be set. Either pointer may be NULL.
OSStatus AudioUnitGetPropertyInfo(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    UInt32 *outDataSize, Boolean *outWritable);

/// Adds a listener that is called after each change of a property.
OSStatus AudioUnitAddPropertyListener(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitPropertyListenerProc inProc,
    void *inProcUserData);

/// Removes a listener that was added with the same user data.
OSStatus AudioUnitRemovePropertyListenerWithUserData(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitPropertyListenerProc inProc,
    void *inProcUserData);

/// Removes all listeners with the callback, whatever their user data.
OSStatus AudioUnitRemovePropertyListener(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitPropertyListenerProc inProc);

/// Adds a callback that is called before and after each rendering of the unit.
OSStatus AudioUnitAddRenderNotify(
    AudioUnit inUnit, AURenderCallback inProc, void *inProcUserData);

/// Removes a callback that was added with the same user data.
OSStatus AudioUnitRemoveRenderNotify(
    AudioUnit inUnit, AURenderCallback inProc, void *inProcUserData);

/// Offers an output unit to other apps: fails with -66751, because apps do not share units here.
OSStatus AudioOutputUnitPublish(
    const AudioComponentDescription *inDesc, CFStringRef inName, UInt32 inVersion,
    AudioUnit inOutputUnit);

/// The name of the notification that components were registered or are gone.
#define kAudioComponentRegistrationsChangedNotification \
    CFSTR("AudioComponentRegistrationsChanged")
/// The name of the notification that instances are dead.
#define kAudioComponentInstanceInvalidationNotification \
    CFSTR("AudioComponentInstanceInvalidation")

#endif

// MARK: Methods

/// The selectors of a unit's methods, for `AudioComponentPlugInInterface.Lookup`.
enum {
    kAudioUnitRange = 0x0000,
    kAudioUnitInitializeSelect = 0x0001,
    kAudioUnitUninitializeSelect = 0x0002,
    kAudioUnitGetPropertyInfoSelect = 0x0003,
    kAudioUnitGetPropertySelect = 0x0004,
    kAudioUnitSetPropertySelect = 0x0005,
    kAudioUnitGetParameterSelect = 0x0006,
    kAudioUnitSetParameterSelect = 0x0007,
    kAudioUnitResetSelect = 0x0009,
    kAudioUnitAddPropertyListenerSelect = 0x000A,
    kAudioUnitRemovePropertyListenerSelect = 0x000B,
    kAudioUnitRenderSelect = 0x000E,
    kAudioUnitAddRenderNotifySelect = 0x000F,
    kAudioUnitRemoveRenderNotifySelect = 0x0010,
    kAudioUnitScheduleParametersSelect = 0x0011,
    kAudioUnitRemovePropertyListenerWithUserDataSelect = 0x0012,
    kAudioUnitComplexRenderSelect = 0x0013,
    kAudioUnitProcessSelect = 0x0014,
    kAudioUnitProcessMultipleSelect = 0x0015
};

#ifndef __swift__

typedef OSStatus (*AudioUnitInitializeProc)(void *self);
typedef OSStatus (*AudioUnitUninitializeProc)(void *self);
typedef OSStatus (*AudioUnitGetPropertyInfoProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitScope scope, AudioUnitElement elem,
    UInt32 *outDataSize, Boolean *outWritable);
typedef OSStatus (*AudioUnitGetPropertyProc)(
    void *self, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    void *outData, UInt32 *ioDataSize);
typedef OSStatus (*AudioUnitSetPropertyProc)(
    void *self, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    const void *inData, UInt32 inDataSize);
typedef OSStatus (*AudioUnitAddPropertyListenerProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc, void *userData);
typedef OSStatus (*AudioUnitRemovePropertyListenerProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc);
typedef OSStatus (*AudioUnitRemovePropertyListenerWithUserDataProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc, void *userData);
typedef OSStatus (*AudioUnitAddRenderNotifyProc)(
    void *self, AURenderCallback proc, void *userData);
typedef OSStatus (*AudioUnitRemoveRenderNotifyProc)(
    void *self, AURenderCallback proc, void *userData);
typedef OSStatus (*AudioUnitScheduleParametersProc)(
    void *self, const AudioUnitParameterEvent *events, UInt32 numEvents);
typedef OSStatus (*AudioUnitResetProc)(
    void *self, AudioUnitScope inScope, AudioUnitElement inElement);
typedef OSStatus (*AudioUnitComplexRenderProc)(
    void *self, AudioUnitRenderActionFlags *ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inOutputBusNumber, UInt32 inNumberOfPackets, UInt32 *outNumberOfPackets,
    AudioStreamPacketDescription *outPacketDescriptions, AudioBufferList *ioData,
    void *outMetadata, UInt32 *outMetadataByteSize);
typedef OSStatus (*AudioUnitProcessProc)(
    void *self, AudioUnitRenderActionFlags *ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inNumberFrames, AudioBufferList *ioData);
typedef OSStatus (*AudioUnitProcessMultipleProc)(
    void *self, AudioUnitRenderActionFlags *ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inNumberFrames, UInt32 inNumberInputBufferLists,
    const AudioBufferList **inInputBufferLists, UInt32 inNumberOutputBufferLists,
    AudioBufferList **ioOutputBufferLists);
typedef OSStatus (*AudioUnitGetParameterProc)(
    void *self, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    AudioUnitParameterValue *outValue);
typedef OSStatus (*AudioUnitSetParameterProc)(
    void *self, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    AudioUnitParameterValue inValue, UInt32 inBufferOffsetInFrames);
typedef OSStatus (*AudioUnitRenderProc)(
    void *self, AudioUnitRenderActionFlags *ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inOutputBusNumber, UInt32 inNumberFrames, AudioBufferList *ioData);

#endif

SORI_END_DECLARATIONS
