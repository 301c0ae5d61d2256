/// A setting of the phone that affects sound, on or off; all are on by default. Raw values are the
/// scenario language's words.
public enum DeviceSetting: String, CaseIterable, Hashable, Codable, Sendable {
    case vibrateOnRing = "vibrate-on-ring"
    case vibrateOnSilent = "vibrate-on-silent"
    case changeWithButtons = "change-with-buttons"
    case keyboardClicks = "keyboard-clicks"
}

/// A position of the ring/silent switch. Raw values are the scenario language's words.
public enum RingSwitch: String, CaseIterable, Hashable, Sendable {
    case ring
    case silent
}

/// The user's decision on the use of the microphone. Raw values are the scenario language's words.
public enum MicrophonePermission: String, CaseIterable, Hashable, Sendable {
    case undetermined
    case denied
    case granted
}

/// One of the device's volumes.
public enum VolumeKind: String, CaseIterable, Hashable, Sendable {
    case media
    case ringer
    case call
}
