#pragma once

// Audio Session Services: what an app's sound is for, what interrupts it, and where it goes.
//
// Every function may be called on any thread, also from within its own callbacks. A wrong argument
// gives an error; it never stops the program. When a call fails, nothing is written through the
// caller's pointers. Before `AudioSessionInitialize` every function returns '!ini'.

#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

typedef uint32_t AudioSessionPropertyID;

SORI_CONSTANTS(OSStatus) {
    kAudioSessionNoError = 0,
    kAudioSessionNotInitialized = 0x21696E69,      // '!ini'
    kAudioSessionAlreadyInitialized = 0x696E6974,  // 'init'
    kAudioSessionInitializationError = 0x696E693F, // 'ini?'
    /// No such property, or not in this direction, or not with this value.
    kAudioSessionUnsupportedPropertyError = 0x7074793F, // 'pty?'
    kAudioSessionBadPropertySizeError = 0x2173697A,     // '!siz'
    kAudioSessionNotActiveError = 0x21616374,           // '!act'
    kAudioSessionNoHardwareError = 0x6E6F6877,          // 'nohw'
    /// The older name.
    kAudioServicesNoHardwareError = 0x6E6F6877, // 'nohw'
    kAudioSessionNoCategorySet = 0x3F636174,            // '?cat'
    /// The category has no such mode or override.
    kAudioSessionIncompatibleCategory = 0x21636174, // '!cat'
    kAudioSessionUnspecifiedError = 0x77686174,     // 'what'
};

SORI_CONSTANTS(uint32_t) {
    kAudioSessionEndInterruption = 0,
    kAudioSessionBeginInterruption = 1,
};

/// Whether an app that was interrupted should go on by itself.
typedef uint32_t AudioSessionInterruptionType;

SORI_CONSTANTS(AudioSessionInterruptionType) {
    kAudioSessionInterruptionType_ShouldResume = 0x6972736D,     // 'irsm'
    kAudioSessionInterruptionType_ShouldNotResume = 0x2172736D,  // '!rsm'
};

SORI_CONSTANTS(uint32_t) {
    /// For `AudioSessionSetActiveWithFlags`, when the session ends: others that were interrupted
    /// may go on.
    kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation = 1U << 0,
};

// A property whose value is an object is read as a pointer to it that the caller releases; a
// listener is given the object itself, and a pointer to a value of any other type.
SORI_CONSTANTS(AudioSessionPropertyID) {
    /// A `Float64`, frames a second: a wish. The next is a `Float32`, seconds: a wish.
    kAudioSessionProperty_PreferredHardwareSampleRate = 0x68777372,        // 'hwsr'
    kAudioSessionProperty_PreferredHardwareIOBufferDuration = 0x696F6264,  // 'iobd'
    /// A `UInt32`: one of the categories below. Setting it takes back mode and overrides.
    kAudioSessionProperty_AudioCategory = 0x61636174,  // 'acat'
    /// A `CFStringRef`, such as "Headphone" or "SpeakerAndMicrophone". To be read and listened to.
    kAudioSessionProperty_AudioRoute = 0x726F7574,  // 'rout'
    /// For listeners alone: a `CFDictionaryRef` with the keys below.
    kAudioSessionProperty_AudioRouteChange = 0x726F6368,  // 'roch'
    /// A `Float64`, frames a second. To be read, as the next nine.
    kAudioSessionProperty_CurrentHardwareSampleRate = 0x63687372,  // 'chsr'
    /// A `UInt32`; also for listeners, as the next two.
    kAudioSessionProperty_CurrentHardwareInputNumberChannels = 0x63686963,   // 'chic'
    kAudioSessionProperty_CurrentHardwareOutputNumberChannels = 0x63686F63,  // 'choc'
    /// A `Float32`, 0…1: the volume that the buttons move.
    kAudioSessionProperty_CurrentHardwareOutputVolume = 0x63686F76,  // 'chov'
    /// A `Float32`, seconds; so are the next two.
    kAudioSessionProperty_CurrentHardwareInputLatency = 0x63696C74,      // 'cilt'
    kAudioSessionProperty_CurrentHardwareOutputLatency = 0x636F6C74,     // 'colt'
    kAudioSessionProperty_CurrentHardwareIOBufferDuration = 0x63686264,  // 'chbd'
    /// A `UInt32`: whether any other app sounds.
    kAudioSessionProperty_OtherAudioIsPlaying = 0x6F746872,  // 'othr'
    /// A `UInt32`: whether there is any microphone. Also for listeners.
    kAudioSessionProperty_AudioInputAvailable = 0x61696176,  // 'aiav'
    /// A `UInt32`, to be set alone: where the output goes until the route changes.
    kAudioSessionProperty_OverrideAudioRoute = 0x6F767264,  // 'ovrd'
    /// For listeners alone, a `UInt32`: the media services are gone, and with them every queue.
    kAudioSessionProperty_ServerDied = 0x64696564,  // 'died'
    /// A `UInt32`; so are the next three. Others are lowered while this session is active.
    kAudioSessionProperty_OtherMixableAudioShouldDuck = 0x6475636B,  // 'duck'
    /// With `MediaPlayback` and `PlayAndRecord`.
    kAudioSessionProperty_OverrideCategoryMixWithOthers = 0x636D6978,  // 'cmix'
    /// With `PlayAndRecord`: the speaker, where nothing is plugged in.
    kAudioSessionProperty_OverrideCategoryDefaultToSpeaker = 0x6373706B,  // 'cspk'
    /// With `PlayAndRecord` and `RecordAudio`.
    kAudioSessionProperty_OverrideCategoryEnableBluetoothInput = 0x63626C75,  // 'cblu'
    /// An `AudioSessionInterruptionType`, which can be read while the listener is told of an end.
    kAudioSessionProperty_InterruptionType = 0x74797065,  // 'type'
    /// A `UInt32`: one of the modes below.
    kAudioSessionProperty_Mode = 0x6D6F6465,  // 'mode'
    /// A `CFArrayRef` of dictionaries with the keys below; so is the next. Both are empty here.
    kAudioSessionProperty_InputSources = 0x73726373,        // 'srcs'
    kAudioSessionProperty_OutputDestinations = 0x64737473,  // 'dsts'
    /// A `CFNumberRef`: one of those; so is the next.
    kAudioSessionProperty_InputSource = 0x69737263,        // 'isrc'
    kAudioSessionProperty_OutputDestination = 0x6F647374,  // 'odst'
    /// A `UInt32`: no microphone here lets its gain be set.
    kAudioSessionProperty_InputGainAvailable = 0x69676176,  // 'igav'
    /// A `Float32`, 0…1.
    kAudioSessionProperty_InputGainScalar = 0x69677363,  // 'igsc'
    /// A `CFDictionaryRef` with the keys below. To be read.
    kAudioSessionProperty_AudioRouteDescription = 0x63726172,  // 'crar'
};

SORI_CONSTANTS(uint32_t) {
    /// Behaves as `AmbientSound`.
    kAudioSessionCategory_UserInterfaceSoundEffects = 0x75696678,  // 'uifx'
    kAudioSessionCategory_AmbientSound = 0x616D6269,               // 'ambi'
    /// What an app has that sets none.
    kAudioSessionCategory_SoloAmbientSound = 0x736F6C6F,  // 'solo'
    kAudioSessionCategory_MediaPlayback = 0x6D656469,     // 'medi'
    /// Behaves as `MediaPlayback`.
    kAudioSessionCategory_LiveAudio = 0x6C697665,        // 'live'
    kAudioSessionCategory_RecordAudio = 0x72656361,      // 'reca'
    kAudioSessionCategory_PlayAndRecord = 0x706C6172,    // 'plar'
    kAudioSessionCategory_AudioProcessing = 0x70726F63,  // 'proc'
};

SORI_CONSTANTS(uint32_t) {
    kAudioSessionMode_Default = 0x64666C74,         // 'dflt'
    kAudioSessionMode_VoiceChat = 0x76636374,       // 'vcct'
    kAudioSessionMode_VideoRecording = 0x76726364,  // 'vrcd'
    kAudioSessionMode_Measurement = 0x6D736D74,     // 'msmt'
    kAudioSessionMode_GameChat = 0x676D6374,        // 'gmct'
};

SORI_CONSTANTS(uint32_t) {
    kAudioSessionOverrideAudioRoute_None = 0,
    kAudioSessionOverrideAudioRoute_Speaker = 0x73706B72,  // 'spkr'
};

/// Why a route changed; there is no 5.
SORI_CONSTANTS(uint32_t) {
    kAudioSessionRouteChangeReason_Unknown = 0,
    kAudioSessionRouteChangeReason_NewDeviceAvailable = 1,
    /// Time to pause.
    kAudioSessionRouteChangeReason_OldDeviceUnavailable = 2,
    kAudioSessionRouteChangeReason_CategoryChange = 3,
    kAudioSessionRouteChangeReason_Override = 4,
    kAudioSessionRouteChangeReason_WakeFromSleep = 6,
    kAudioSessionRouteChangeReason_NoSuitableRouteForCategory = 7,
    kAudioSessionRouteChangeReason_RouteConfigurationChange = 8,
};

// Keys of the dictionary of a route change: the reason, a `CFNumberRef`, and the route before, a
// `CFStringRef` as of `kAudioSessionProperty_AudioRoute`. Both are C strings, for `CFSTR`.
#define kAudioSession_AudioRouteChangeKey_Reason "OutputDeviceDidChange_Reason"
#define kAudioSession_AudioRouteChangeKey_OldRoute "OutputDeviceDidChange_OldRoute"

/// Makes the session the app's own or gives it up. An app that holds a higher priority may refuse.
OSStatus AudioSessionSetActive(SORI_BOOLEAN active);

OSStatus AudioSessionSetActiveWithFlags(SORI_BOOLEAN active, uint32_t inFlags);

/// The size must be that of the property's type, neither less nor more: '!siz'.
OSStatus AudioSessionGetProperty(
    AudioSessionPropertyID inID, uint32_t *ioDataSize, void *outData);

/// As for the size of what is read.
OSStatus AudioSessionSetProperty(
    AudioSessionPropertyID inID, uint32_t inDataSize, const void *inData);

OSStatus AudioSessionGetPropertySize(AudioSessionPropertyID inID, uint32_t *outDataSize);

/// Removes every listener of the property; withdrawn soon after the first systems.
OSStatus AudioSessionRemovePropertyListener(AudioSessionPropertyID inID);

// Swift sees the following from the module AudioToolbox itself: with Foundation's types, and with
// callbacks that may be written anywhere.
#ifndef __swift__

/// An interruption begins (1) or has ended (0).
typedef void (*AudioSessionInterruptionListener)(void *inClientData, uint32_t inInterruptionState);

/// A property has a new value.
typedef void (*AudioSessionPropertyListener)(
    void *inClientData, AudioSessionPropertyID inID, uint32_t inDataSize, const void *inData);

/// To be called once, before any other function here.
///
/// The listener and those of properties come on the run loop (NULL for the main one), in the mode
/// (NULL for the default one), in the order of what they tell. Returns 'init' when it was called
/// before.
OSStatus AudioSessionInitialize(
    CFRunLoopRef inRunLoop, CFStringRef inRunLoopMode,
    AudioSessionInterruptionListener inInterruptionListener, void *inClientData);

/// The same function with the same data is one listener, however often it is added.
OSStatus AudioSessionAddPropertyListener(
    AudioSessionPropertyID inID, AudioSessionPropertyListener inProc, void *inClientData);

/// Once it has returned on the run loop's thread, the listener is not called any more.
OSStatus AudioSessionRemovePropertyListenerWithUserData(
    AudioSessionPropertyID inID, AudioSessionPropertyListener inProc, void *inClientData);

// More keys of the dictionary of a route change, and of that of a route: two lists of dictionaries,
// each with the type of one port.
#define kAudioSession_RouteChangeKey_Reason CFSTR("OutputDeviceDidChange_Reason")
#define kAudioSession_AudioRouteChangeKey_PreviousRouteDescription \
    CFSTR("ActiveAudioRouteDidChange_OldDetailedRoute")
#define kAudioSession_AudioRouteChangeKey_CurrentRouteDescription \
    CFSTR("ActiveAudioRouteDidChange_NewDetailedRoute")
#define kAudioSession_AudioRouteKey_Inputs CFSTR("RouteDetailedDescription_Inputs")
#define kAudioSession_AudioRouteKey_Outputs CFSTR("RouteDetailedDescription_Outputs")
#define kAudioSession_AudioRouteKey_Type CFSTR("RouteDetailedDescription_PortType")

// Types of ports.
#define kAudioSessionInputRoute_LineIn CFSTR("LineIn")
#define kAudioSessionInputRoute_BuiltInMic CFSTR("MicrophoneBuiltIn")
#define kAudioSessionInputRoute_HeadsetMic CFSTR("MicrophoneWired")
#define kAudioSessionInputRoute_BluetoothHFP CFSTR("MicrophoneBluetooth")
#define kAudioSessionInputRoute_USBAudio CFSTR("USB")
#define kAudioSessionOutputRoute_LineOut CFSTR("LineOut")
#define kAudioSessionOutputRoute_Headphones CFSTR("Headphones")
#define kAudioSessionOutputRoute_BluetoothHFP CFSTR("HeadsetBT")
#define kAudioSessionOutputRoute_BluetoothA2DP CFSTR("HeadphonesBT")
#define kAudioSessionOutputRoute_BuiltInReceiver CFSTR("Receiver")
#define kAudioSessionOutputRoute_BuiltInSpeaker CFSTR("Speaker")
#define kAudioSessionOutputRoute_USBAudio CFSTR("USB")
#define kAudioSessionOutputRoute_HDMI CFSTR("HDMI")
#define kAudioSessionOutputRoute_AirPlay CFSTR("AirTunes")

// Keys of a source's and of a destination's dictionary.
#define kAudioSession_InputSourceKey_ID CFSTR("InputSourceID")
#define kAudioSession_InputSourceKey_Description CFSTR("InputSourceDescription")
#define kAudioSession_OutputDestinationKey_ID CFSTR("OutputDestinationID")
#define kAudioSession_OutputDestinationKey_Description CFSTR("OutputDestinationDescription")

#endif

SORI_END_DECLARATIONS
