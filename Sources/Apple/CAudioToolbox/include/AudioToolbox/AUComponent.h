#pragma once

// The types of audio units, Apple's own units, and the statuses of their calls.

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
    kAudioUnitSubType_AUiPodEQ = 0x69706571,              // 'ipeq'

    // Mixers.
    kAudioUnitSubType_MultiChannelMixer = 0x6D636D78,     // 'mcmx'
    kAudioUnitSubType_MatrixMixer = 0x6D786D78,           // 'mxmx'
    kAudioUnitSubType_SpatialMixer = 0x3364656D,          // '3dem'

    // Generators.
    kAudioUnitSubType_ScheduledSoundPlayer = 0x7373706C,  // 'sspl'
    kAudioUnitSubType_AudioFilePlayer = 0x6166706C,       // 'afpl'

    // Instruments.
    kAudioUnitSubType_Sampler = 0x73616D70,               // 'samp'
    kAudioUnitSubType_MIDISynth = 0x6D73796E,             // 'msyn'
};

/// Statuses of audio units.
SORI_CONSTANTS(OSStatus) {
    kAudioUnitErr_InvalidProperty = -10879,
    kAudioUnitErr_InvalidParameter = -10878,
    kAudioUnitErr_InvalidElement = -10877,
    kAudioUnitErr_NoConnection = -10876,
    kAudioUnitErr_FailedInitialization = -10875,
    kAudioUnitErr_TooManyFramesToProcess = -10874,
    kAudioUnitErr_InvalidFile = -10871,
    kAudioUnitErr_UnknownFileType = -10870,
    kAudioUnitErr_FileNotSpecified = -10869,
    kAudioUnitErr_FormatNotSupported = -10868,
    kAudioUnitErr_Uninitialized = -10867,
    kAudioUnitErr_InvalidScope = -10866,
    kAudioUnitErr_PropertyNotWritable = -10865,
    kAudioUnitErr_CannotDoInCurrentContext = -10863,
    kAudioUnitErr_InvalidPropertyValue = -10851,
    kAudioUnitErr_PropertyNotInUse = -10850,
    kAudioUnitErr_Initialized = -10849,
    kAudioUnitErr_InvalidOfflineRender = -10848,
    kAudioUnitErr_Unauthorized = -10847,
};

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

SORI_END_DECLARATIONS
