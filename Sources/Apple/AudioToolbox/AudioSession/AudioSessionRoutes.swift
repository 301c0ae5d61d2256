import AudioModel
import CAudioToolbox
import Foundation

// Routes in the form of Audio Session Services.

/// A route's name on systems before iOS 5: one word for output and input together.
///
/// Source: from memory, and third parties' programs that compare it (`docs/facts.md`).
func legacyName(of route: Route) -> String {
    let hasInput = !route.inputs.isEmpty
    guard let output = route.outputs.first else {
        return route.inputs.first.map(legacyInputType) ?? ""
    }
    switch output.kind {
    case .speaker: return hasInput ? "SpeakerAndMicrophone" : "Speaker"
    case .receiver: return hasInput ? "ReceiverAndMicrophone" : "Receiver"
    case .headphones: return hasInput ? "HeadphonesAndMicrophone" : "Headphone"
    case .headset:
        if route.inputs.contains(.headsetMicrophone) { return "HeadsetInOut" }
        return hasInput ? "HeadphonesAndMicrophone" : "Headset"
    case .lineout, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE, .usb, .hdmi, .car, .airplay:
        return legacyOutputType(of: output)
    case .builtInMicrophone, .headsetMicrophone: return ""  // Not output ports.
    }
}

/// The dictionary of `kAudioSessionProperty_AudioRouteDescription`.
func legacyDescription(of route: Route) -> NSDictionary {
    dictionary([
        (kAudioSession_AudioRouteKey_Inputs, list(route.inputs.map(legacyInputType))),
        (kAudioSession_AudioRouteKey_Outputs, list(route.outputs.map(legacyOutputType))),
    ])
}

/// The dictionary for a listener of `kAudioSessionProperty_AudioRouteChange`.
func legacyRouteChange(
    _ reason: RouteChangeReason, from previous: Route, to current: Route
) -> NSDictionary {
    dictionary([
        (kAudioSession_RouteChangeKey_Reason, NSNumber(value: Int32(reason.rawValue))),
        (
            kAudioSession_AudioRouteChangeKey_OldRoute as NSString,
            legacyName(of: previous) as NSString
        ),
        ("OutputDeviceDidChange_NewRoute" as NSString, legacyName(of: current) as NSString),
        (
            kAudioSession_AudioRouteChangeKey_PreviousRouteDescription,
            legacyDescription(of: previous)
        ),
        (kAudioSession_AudioRouteChangeKey_CurrentRouteDescription, legacyDescription(of: current)),
    ])
}

private func legacyOutputType(of port: AudioModel.Port) -> String {
    let type =
        switch port.kind {
        case .speaker: kAudioSessionOutputRoute_BuiltInSpeaker
        case .receiver: kAudioSessionOutputRoute_BuiltInReceiver
        case .headphones, .headset: kAudioSessionOutputRoute_Headphones
        case .lineout: kAudioSessionOutputRoute_LineOut
        case .bluetoothA2DP, .bluetoothLE: kAudioSessionOutputRoute_BluetoothA2DP
        case .bluetoothHFP, .car: kAudioSessionOutputRoute_BluetoothHFP
        case .usb: kAudioSessionOutputRoute_USBAudio
        case .hdmi: kAudioSessionOutputRoute_HDMI
        case .airplay: kAudioSessionOutputRoute_AirPlay
        case .builtInMicrophone, .headsetMicrophone: "" as NSString
        }
    return type as String
}

private func legacyInputType(of port: AudioModel.Port) -> String {
    let type =
        switch port.kind {
        case .headset, .headsetMicrophone: kAudioSessionInputRoute_HeadsetMic
        case .bluetoothHFP, .bluetoothA2DP, .bluetoothLE, .car:
            kAudioSessionInputRoute_BluetoothHFP
        case .usb: kAudioSessionInputRoute_USBAudio
        case .lineout: kAudioSessionInputRoute_LineIn
        case .builtInMicrophone, .speaker, .receiver, .headphones, .hdmi, .airplay:
            kAudioSessionInputRoute_BuiltInMic
        }
    return type as String
}

private func list(_ types: [String]) -> NSArray {
    let list = NSMutableArray()
    for type in types {
        list.add(dictionary([(kAudioSession_AudioRouteKey_Type, type as NSString)]))
    }
    return list
}

/// Built from objects only, so that C can read it.
private func dictionary(_ entries: [(key: NSString, value: NSObject)]) -> NSDictionary {
    let dictionary = NSMutableDictionary()
    for (key, value) in entries { dictionary.setObject(value, forKey: key) }
    return dictionary
}
