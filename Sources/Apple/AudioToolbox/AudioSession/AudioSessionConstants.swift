public import Foundation

// The string constants of <AudioToolbox/AudioSession.h>. Immutable, so any thread may read them.
//
// Source: the names, the public header; the texts, dictionaries that third parties have printed.
// The texts for Bluetooth, USB, HDMI and the sources are ours (`docs/facts.md`).

// Keys of the dictionary of a route change.

/// The reason for the route change: a number.
public nonisolated(unsafe) let kAudioSession_RouteChangeKey_Reason: CFString =
    "OutputDeviceDidChange_Reason"
/// The description of the previous route: a dictionary.
public nonisolated(unsafe) let kAudioSession_AudioRouteChangeKey_PreviousRouteDescription:
    CFString = "ActiveAudioRouteDidChange_OldDetailedRoute"
/// The description of the current route: a dictionary.
public nonisolated(unsafe) let kAudioSession_AudioRouteChangeKey_CurrentRouteDescription: CFString =
    "ActiveAudioRouteDidChange_NewDetailedRoute"

// Keys of a route's dictionary.

/// The inputs: an array of port dictionaries.
public nonisolated(unsafe) let kAudioSession_AudioRouteKey_Inputs: CFString =
    "RouteDetailedDescription_Inputs"
/// The outputs: an array of port dictionaries.
public nonisolated(unsafe) let kAudioSession_AudioRouteKey_Outputs: CFString =
    "RouteDetailedDescription_Outputs"
/// The type of a port: a string.
public nonisolated(unsafe) let kAudioSession_AudioRouteKey_Type: CFString =
    "RouteDetailedDescription_PortType"

// Types of inputs.

/// A line input.
public nonisolated(unsafe) let kAudioSessionInputRoute_LineIn: CFString = "LineIn"
/// The built-in microphone.
public nonisolated(unsafe) let kAudioSessionInputRoute_BuiltInMic: CFString = "MicrophoneBuiltIn"
/// The microphone of a wired headset.
public nonisolated(unsafe) let kAudioSessionInputRoute_HeadsetMic: CFString = "MicrophoneWired"
/// A Bluetooth hands-free device.
public nonisolated(unsafe) let kAudioSessionInputRoute_BluetoothHFP: CFString =
    "MicrophoneBluetooth"
/// A USB device.
public nonisolated(unsafe) let kAudioSessionInputRoute_USBAudio: CFString = "USB"

// Types of outputs.

/// A line output.
public nonisolated(unsafe) let kAudioSessionOutputRoute_LineOut: CFString = "LineOut"
/// Headphones, or the earpieces of a wired headset.
public nonisolated(unsafe) let kAudioSessionOutputRoute_Headphones: CFString = "Headphones"
/// A Bluetooth hands-free device.
public nonisolated(unsafe) let kAudioSessionOutputRoute_BluetoothHFP: CFString = "HeadsetBT"
/// A Bluetooth A2DP device.
public nonisolated(unsafe) let kAudioSessionOutputRoute_BluetoothA2DP: CFString = "HeadphonesBT"
/// The telephone receiver.
public nonisolated(unsafe) let kAudioSessionOutputRoute_BuiltInReceiver: CFString = "Receiver"
/// The built-in speaker.
public nonisolated(unsafe) let kAudioSessionOutputRoute_BuiltInSpeaker: CFString = "Speaker"
/// A USB device.
public nonisolated(unsafe) let kAudioSessionOutputRoute_USBAudio: CFString = "USB"
/// An HDMI display.
public nonisolated(unsafe) let kAudioSessionOutputRoute_HDMI: CFString = "HDMI"
/// An AirPlay device.
public nonisolated(unsafe) let kAudioSessionOutputRoute_AirPlay: CFString = "AirTunes"

// Keys of the dictionaries of input sources and output destinations.

/// The identifier of an input source: a number.
public nonisolated(unsafe) let kAudioSession_InputSourceKey_ID: CFString = "InputSourceID"
/// The name of an input source: a string.
public nonisolated(unsafe) let kAudioSession_InputSourceKey_Description: CFString =
    "InputSourceDescription"
/// The identifier of an output destination: a number.
public nonisolated(unsafe) let kAudioSession_OutputDestinationKey_ID: CFString =
    "OutputDestinationID"
/// The name of an output destination: a string.
public nonisolated(unsafe) let kAudioSession_OutputDestinationKey_Description: CFString =
    "OutputDestinationDescription"
