import Foundation

// The names of <AudioToolbox/AudioSession.h> that C declares as Core Foundation's strings. Never
// changed, so any thread may read them.
//
// Source: the names, the public header; the texts, dictionaries that third parties have printed.
// Those of Bluetooth, USB and HDMI and of the sources are ours (`docs/facts.md`).

// Keys of the dictionary of a route change; the old and the new route have the next group's.

public nonisolated(unsafe) let kAudioSession_RouteChangeKey_Reason: CFString =
    "OutputDeviceDidChange_Reason"
public nonisolated(unsafe) let kAudioSession_AudioRouteChangeKey_PreviousRouteDescription:
    CFString =
        "ActiveAudioRouteDidChange_OldDetailedRoute"
public nonisolated(unsafe) let kAudioSession_AudioRouteChangeKey_CurrentRouteDescription: CFString =
    "ActiveAudioRouteDidChange_NewDetailedRoute"

// Keys of a route's dictionary: two lists of dictionaries, each with the type of one port.

public nonisolated(unsafe) let kAudioSession_AudioRouteKey_Inputs: CFString =
    "RouteDetailedDescription_Inputs"
public nonisolated(unsafe) let kAudioSession_AudioRouteKey_Outputs: CFString =
    "RouteDetailedDescription_Outputs"
public nonisolated(unsafe) let kAudioSession_AudioRouteKey_Type: CFString =
    "RouteDetailedDescription_PortType"

// Types of inputs.

public nonisolated(unsafe) let kAudioSessionInputRoute_LineIn: CFString =
    "LineIn"
public nonisolated(unsafe) let kAudioSessionInputRoute_BuiltInMic: CFString =
    "MicrophoneBuiltIn"
public nonisolated(unsafe) let kAudioSessionInputRoute_HeadsetMic: CFString =
    "MicrophoneWired"
public nonisolated(unsafe) let kAudioSessionInputRoute_BluetoothHFP: CFString =
    "MicrophoneBluetooth"
public nonisolated(unsafe) let kAudioSessionInputRoute_USBAudio: CFString =
    "USB"

// Types of outputs.

public nonisolated(unsafe) let kAudioSessionOutputRoute_LineOut: CFString =
    "LineOut"
public nonisolated(unsafe) let kAudioSessionOutputRoute_Headphones: CFString =
    "Headphones"
public nonisolated(unsafe) let kAudioSessionOutputRoute_BluetoothHFP: CFString =
    "HeadsetBT"
public nonisolated(unsafe) let kAudioSessionOutputRoute_BluetoothA2DP: CFString =
    "HeadphonesBT"
public nonisolated(unsafe) let kAudioSessionOutputRoute_BuiltInReceiver: CFString =
    "Receiver"
public nonisolated(unsafe) let kAudioSessionOutputRoute_BuiltInSpeaker: CFString =
    "Speaker"
public nonisolated(unsafe) let kAudioSessionOutputRoute_USBAudio: CFString =
    "USB"
public nonisolated(unsafe) let kAudioSessionOutputRoute_HDMI: CFString =
    "HDMI"
public nonisolated(unsafe) let kAudioSessionOutputRoute_AirPlay: CFString =
    "AirTunes"

// Keys of a source's and of a destination's dictionary.

public nonisolated(unsafe) let kAudioSession_InputSourceKey_ID: CFString =
    "InputSourceID"
public nonisolated(unsafe) let kAudioSession_InputSourceKey_Description: CFString =
    "InputSourceDescription"
public nonisolated(unsafe) let kAudioSession_OutputDestinationKey_ID: CFString =
    "OutputDestinationID"
public nonisolated(unsafe) let kAudioSession_OutputDestinationKey_Description: CFString =
    "OutputDestinationDescription"
