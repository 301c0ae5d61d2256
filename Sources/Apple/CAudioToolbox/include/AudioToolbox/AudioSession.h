#pragma once

// Audio Session Services: the purpose of an app's sound, its interruptions and its route.
//
// Any thread, also from within callbacks. An invalid argument gives an error and never crashes the
// program. A failed call writes nothing through the caller's pointers. Before
// `AudioSessionInitialize` every function returns '!ini'.

#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// The four-character code of a session property.
typedef uint32_t AudioSessionPropertyID;

SORI_CONSTANTS(OSStatus) {
    /// The call succeeded.
    kAudioSessionNoError = 0,
    /// `AudioSessionInitialize` has not been called.
    kAudioSessionNotInitialized = 0x21696E69,  // '!ini'
    /// `AudioSessionInitialize` was called before.
    kAudioSessionAlreadyInitialized = 0x696E6974,  // 'init'
    /// The session could not be initialised.
    kAudioSessionInitializationError = 0x696E693F,  // 'ini?'
    /// The property is unknown, does not allow this access, or does not accept this value.
    kAudioSessionUnsupportedPropertyError = 0x7074793F, // 'pty?'
    /// The size of the property's value is wrong.
    kAudioSessionBadPropertySizeError = 0x2173697A,  // '!siz'
    /// The session must be active for this.
    kAudioSessionNotActiveError = 0x21616374,  // '!act'
    /// The audio device that this needs is missing.
    kAudioSessionNoHardwareError = 0x6E6F6877,  // 'nohw'
    /// The older name of `kAudioSessionNoHardwareError`.
    kAudioServicesNoHardwareError = 0x6E6F6877, // 'nohw'
    /// A category must be set first.
    kAudioSessionNoCategorySet = 0x3F636174,  // '?cat'
    /// The category does not allow the mode or override.
    kAudioSessionIncompatibleCategory = 0x21636174, // '!cat'
    /// The call failed for another reason.
    kAudioSessionUnspecifiedError = 0x77686174,  // 'what'
};

SORI_CONSTANTS(uint32_t) {
    /// The interruption ended.
    kAudioSessionEndInterruption = 0,
    /// An interruption began; the session is no longer active.
    kAudioSessionBeginInterruption = 1,
};

/// Whether an interrupted app should resume by itself.
typedef uint32_t AudioSessionInterruptionType;

SORI_CONSTANTS(AudioSessionInterruptionType) {
    /// The interruption ended and the app may resume playback.
    kAudioSessionInterruptionType_ShouldResume = 0x6972736D,  // 'irsm'
    /// The interruption ended and playback should wait for the user.
    kAudioSessionInterruptionType_ShouldNotResume = 0x2172736D,  // '!rsm'
};

SORI_CONSTANTS(uint32_t) {
    /// For deactivation with `AudioSessionSetActiveWithFlags`: lets the sessions that this one
    /// interrupted resume.
    kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation = 1U << 0,
};

// For a property of a Core Foundation type, `AudioSessionGetProperty` returns a reference that the
// caller releases, and a listener's `inData` is the reference itself. For any other type `inData`
// points to the value.
SORI_CONSTANTS(AudioSessionPropertyID) {
    /// Preferred sample rate, a `Float64` in Hz.
    kAudioSessionProperty_PreferredHardwareSampleRate = 0x68777372,        // 'hwsr'
    /// Preferred I/O buffer duration, a `Float32` in seconds.
    kAudioSessionProperty_PreferredHardwareIOBufferDuration = 0x696F6264,  // 'iobd'
    /// A `UInt32`: a `kAudioSessionCategory_…` value. Setting it resets mode and overrides.
    kAudioSessionProperty_AudioCategory = 0x61636174,  // 'acat'
    /// A `CFStringRef`, such as "Headphone" or "SpeakerAndMicrophone". For reading and listeners.
    kAudioSessionProperty_AudioRoute = 0x726F7574,  // 'rout'
    /// For listeners only: a `CFDictionaryRef` with `kAudioSession_AudioRouteChangeKey_…` keys.
    kAudioSessionProperty_AudioRouteChange = 0x726F6368,  // 'roch'
    /// A `Float64`, read-only: sample rate in Hz.
    kAudioSessionProperty_CurrentHardwareSampleRate = 0x63687372,  // 'chsr'
    /// A `UInt32`, read-only, with listeners: number of input channels.
    kAudioSessionProperty_CurrentHardwareInputNumberChannels = 0x63686963,   // 'chic'
    /// A `UInt32`, read-only, with listeners: number of output channels.
    kAudioSessionProperty_CurrentHardwareOutputNumberChannels = 0x63686F63,  // 'choc'
    /// A `Float32`, 0…1, read-only, with listeners: the volume that the buttons set.
    kAudioSessionProperty_CurrentHardwareOutputVolume = 0x63686F76,  // 'chov'
    /// A `Float32`, read-only: input latency in seconds.
    kAudioSessionProperty_CurrentHardwareInputLatency = 0x63696C74,      // 'cilt'
    /// A `Float32`, read-only: output latency in seconds.
    kAudioSessionProperty_CurrentHardwareOutputLatency = 0x636F6C74,     // 'colt'
    /// A `Float32`, read-only: duration of one render cycle in seconds.
    kAudioSessionProperty_CurrentHardwareIOBufferDuration = 0x63686264,  // 'chbd'
    /// A `UInt32`, read-only: whether another app is playing.
    kAudioSessionProperty_OtherAudioIsPlaying = 0x6F746872,  // 'othr'
    /// A `UInt32`, read-only, with listeners: whether the device has a microphone.
    kAudioSessionProperty_AudioInputAvailable = 0x61696176,  // 'aiav'
    /// A `UInt32`, write-only: an override of the output until the route changes.
    kAudioSessionProperty_OverrideAudioRoute = 0x6F767264,  // 'ovrd'
    /// A `UInt32`, for listeners only: the media services were terminated; every audio queue is
    /// invalid.
    kAudioSessionProperty_ServerDied = 0x64696564,  // 'died'
    /// A `UInt32`: whether other apps are ducked while this session is active.
    kAudioSessionProperty_OtherMixableAudioShouldDuck = 0x6475636B,  // 'duck'
    /// A `UInt32`, for `MediaPlayback` and `PlayAndRecord`: whether the session mixes with others.
    kAudioSessionProperty_OverrideCategoryMixWithOthers = 0x636D6978,  // 'cmix'
    /// A `UInt32`, for `PlayAndRecord`: whether the speaker is the default output instead of the
    /// receiver.
    kAudioSessionProperty_OverrideCategoryDefaultToSpeaker = 0x6373706B,  // 'cspk'
    /// A `UInt32`, for `PlayAndRecord` and `RecordAudio`: whether Bluetooth inputs are allowed.
    kAudioSessionProperty_OverrideCategoryEnableBluetoothInput = 0x63626C75,  // 'cblu'
    /// An `AudioSessionInterruptionType`, readable during the listener's call at an interruption's
    /// end.
    kAudioSessionProperty_InterruptionType = 0x74797065,  // 'type'
    /// A `UInt32`: a `kAudioSessionMode_…` value.
    kAudioSessionProperty_Mode = 0x6D6F6465,  // 'mode'
    /// A `CFArrayRef` of dictionaries with `kAudioSession_InputSourceKey_…` keys; always empty
    /// here.
    kAudioSessionProperty_InputSources = 0x73726373,        // 'srcs'
    /// A `CFArrayRef` of dictionaries with `kAudioSession_OutputDestinationKey_…` keys; always
    /// empty here.
    kAudioSessionProperty_OutputDestinations = 0x64737473,  // 'dsts'
    /// A `CFNumberRef`: the selected input source.
    kAudioSessionProperty_InputSource = 0x69737263,        // 'isrc'
    /// A `CFNumberRef`: the selected output destination.
    kAudioSessionProperty_OutputDestination = 0x6F647374,  // 'odst'
    /// A `UInt32`: always 0; no microphone here has a settable gain.
    kAudioSessionProperty_InputGainAvailable = 0x69676176,  // 'igav'
    /// A `Float32`, 0…1: the input gain.
    kAudioSessionProperty_InputGainScalar = 0x69677363,  // 'igsc'
    /// A `CFDictionaryRef`, read-only, with `kAudioSession_AudioRouteKey_…` keys.
    kAudioSessionProperty_AudioRouteDescription = 0x63726172,  // 'crar'
};

SORI_CONSTANTS(uint32_t) {
    /// Like `AmbientSound`.
    kAudioSessionCategory_UserInterfaceSoundEffects = 0x75696678,  // 'uifx'
    /// Incidental sound: silenced by the ring/silent switch; mixes with others.
    kAudioSessionCategory_AmbientSound = 0x616D6269,               // 'ambi'
    /// The default: silenced by the ring/silent switch; interrupts others.
    kAudioSessionCategory_SoloAmbientSound = 0x736F6C6F,  // 'solo'
    /// Sound that is central to the app: plays with the switch on silent.
    kAudioSessionCategory_MediaPlayback = 0x6D656469,     // 'medi'
    /// Like `MediaPlayback`.
    kAudioSessionCategory_LiveAudio = 0x6C697665,        // 'live'
    /// Recording without playback.
    kAudioSessionCategory_RecordAudio = 0x72656361,      // 'reca'
    /// Simultaneous recording and playback.
    kAudioSessionCategory_PlayAndRecord = 0x706C6172,    // 'plar'
    /// Offline processing, without playback or recording.
    kAudioSessionCategory_AudioProcessing = 0x70726F63,  // 'proc'
};

SORI_CONSTANTS(uint32_t) {
    /// No special use.
    kAudioSessionMode_Default = 0x64666C74,  // 'dflt'
    /// Two-way voice communication.
    kAudioSessionMode_VoiceChat = 0x76636374,  // 'vcct'
    /// Recording of the audio of a video.
    kAudioSessionMode_VideoRecording = 0x76726364,  // 'vrcd'
    /// Measurement, with as little processing of the audio as possible.
    kAudioSessionMode_Measurement = 0x6D736D74,  // 'msmt'
    /// Voice chat in a game.
    kAudioSessionMode_GameChat = 0x676D6374,  // 'gmct'
};

SORI_CONSTANTS(uint32_t) {
    /// The route follows the category.
    kAudioSessionOverrideAudioRoute_None = 0,
    /// The speaker replaces the receiver.
    kAudioSessionOverrideAudioRoute_Speaker = 0x73706B72,  // 'spkr'
};

/// Why a route changed; 5 is unused.
SORI_CONSTANTS(uint32_t) {
    /// The reason is unknown.
    kAudioSessionRouteChangeReason_Unknown = 0,
    /// A device was connected.
    kAudioSessionRouteChangeReason_NewDeviceAvailable = 1,
    /// An output was disconnected: apps should pause.
    kAudioSessionRouteChangeReason_OldDeviceUnavailable = 2,
    /// The category changed.
    kAudioSessionRouteChangeReason_CategoryChange = 3,
    /// The app overrode the route.
    kAudioSessionRouteChangeReason_Override = 4,
    /// The device woke from sleep.
    kAudioSessionRouteChangeReason_WakeFromSleep = 6,
    /// No connected device suits the category.
    kAudioSessionRouteChangeReason_NoSuitableRouteForCategory = 7,
    /// A port of the same route changed its configuration.
    kAudioSessionRouteChangeReason_RouteConfigurationChange = 8,
};

// Keys of the dictionary of a route change: the reason, a `CFNumberRef`, and the previous route, a
// `CFStringRef` as for `kAudioSessionProperty_AudioRoute`. Both are C strings, for `CFSTR`.
#define kAudioSession_AudioRouteChangeKey_Reason "OutputDeviceDidChange_Reason"
#define kAudioSession_AudioRouteChangeKey_OldRoute "OutputDeviceDidChange_OldRoute"

/// Activates or deactivates the session. Returns '!pri' while a sound of higher priority, such as a
/// call, prevents the activation.
OSStatus AudioSessionSetActive(SORI_BOOLEAN active);

/// Activates or deactivates the session. `inFlags` is 0 or
/// `kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation`.
OSStatus AudioSessionSetActiveWithFlags(SORI_BOOLEAN active, uint32_t inFlags);

/// Reads a property. The size must be exactly that of the property's type: '!siz'.
OSStatus AudioSessionGetProperty(
    AudioSessionPropertyID inID, uint32_t *ioDataSize, void *outData);

/// Sets a property. The size must be exactly that of the property's type: '!siz'.
OSStatus AudioSessionSetProperty(
    AudioSessionPropertyID inID, uint32_t inDataSize, const void *inData);

/// Gets the size of a property in bytes.
OSStatus AudioSessionGetPropertySize(AudioSessionPropertyID inID, uint32_t *outDataSize);

/// Removes every listener of the property. Deprecated since iPhone OS 2.0.
OSStatus AudioSessionRemovePropertyListener(AudioSessionPropertyID inID);

// Hidden from Swift: the Swift module AudioToolbox declares the following functions with
// Foundation's types.
#ifndef __swift__

/// Reports that an interruption begins (1) or has ended (0).
typedef void (*AudioSessionInterruptionListener)(void *inClientData, uint32_t inInterruptionState);

/// Reports a new value of a property.
typedef void (*AudioSessionPropertyListener)(
    void *inClientData, AudioSessionPropertyID inID, uint32_t inDataSize, const void *inData);

/// Initialises the app's session; called once before any other function here.
///
/// All listeners run on the run loop (NULL for the main one), in the mode (NULL for the default
/// one), in the order of the events. Returns 'init' when the session is initialised already.
OSStatus AudioSessionInitialize(
    CFRunLoopRef inRunLoop, CFStringRef inRunLoopMode,
    AudioSessionInterruptionListener inInterruptionListener, void *inClientData);

/// Adds a listener of a property. The same function with the same data is added only once.
OSStatus AudioSessionAddPropertyListener(
    AudioSessionPropertyID inID, AudioSessionPropertyListener inProc, void *inClientData);

/// Removes a listener. Once it has returned on the run loop's thread, the listener is not called.
OSStatus AudioSessionRemovePropertyListenerWithUserData(
    AudioSessionPropertyID inID, AudioSessionPropertyListener inProc, void *inClientData);

// Further keys of the dictionary of a route change, and keys of a route's dictionary: two arrays of
// port dictionaries, each with the port's type.
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

// Keys of the dictionaries of input sources and output destinations.
#define kAudioSession_InputSourceKey_ID CFSTR("InputSourceID")
#define kAudioSession_InputSourceKey_Description CFSTR("InputSourceDescription")
#define kAudioSession_OutputDestinationKey_ID CFSTR("OutputDestinationID")
#define kAudioSession_OutputDestinationKey_Description CFSTR("OutputDestinationDescription")

#endif

SORI_END_DECLARATIONS
