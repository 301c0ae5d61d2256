/// What an app's sound is for; decides how it meets the switch, other apps and the background.
///
/// Apple's seven modern categories and the two that only the first iPhones had.
public enum SessionCategory: String, CaseIterable, Hashable, Sendable {
    /// iPhone OS 2 only; behaves as ambient.
    case userInterfaceSoundEffects
    case ambient
    /// What the system gives an app that never asks.
    case soloAmbient
    case playback
    /// iPhone OS 2 only; behaves as playback.
    case liveAudio
    case record
    case playAndRecord
    case audioProcessing
    case multiRoute
}

/// A refinement of the category.
public enum SessionMode: String, CaseIterable, Hashable, Sendable {
    case `default`
    case voiceChat
    case gameChat
    case videoRecording
    case measurement
    case moviePlayback
    case videoChat
    case spokenAudio
    case voicePrompt
}

/// Choices within a category. Bit values are Apple's.
public struct SessionOptions: OptionSet, Hashable, Sendable {
    public var rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let mixWithOthers = SessionOptions(rawValue: 0x1)
    public static let duckOthers = SessionOptions(rawValue: 0x2)
    public static let allowBluetooth = SessionOptions(rawValue: 0x4)
    public static let defaultToSpeaker = SessionOptions(rawValue: 0x8)
    /// Contains the mix bit.
    public static let interruptSpokenAudioAndMixWithOthers = SessionOptions(rawValue: 0x11)
    public static let allowBluetoothA2DP = SessionOptions(rawValue: 0x20)
    public static let allowAirPlay = SessionOptions(rawValue: 0x40)
    public static let overrideMutedMicrophoneInterruption = SessionOptions(rawValue: 0x80)

    /// Every option with its Swift name, in the order of the bits.
    public static let named: [(name: String, option: SessionOptions)] = [
        ("mixWithOthers", .mixWithOthers),
        ("duckOthers", .duckOthers),
        ("allowBluetooth", .allowBluetooth),
        ("defaultToSpeaker", .defaultToSpeaker),
        ("interruptSpokenAudioAndMixWithOthers", .interruptSpokenAudioAndMixWithOthers),
        ("allowBluetoothA2DP", .allowBluetoothA2DP),
        ("allowAirPlay", .allowAirPlay),
        ("overrideMutedMicrophoneInterruption", .overrideMutedMicrophoneInterruption),
    ]
}

/// Whether long-form content shares one output location with others of its kind.
public enum RouteSharingPolicy: String, CaseIterable, Hashable, Sendable {
    case `default`
    case longFormAudio
    case independent
    case longFormVideo
}

/// The Settings that matter for sound, each on or off; all on unless the user changed them.
public enum DeviceSetting: String, CaseIterable, Hashable, Codable, Sendable {
    case vibrateOnRing = "vibrate-on-ring"
    case vibrateOnSilent = "vibrate-on-silent"
    case changeWithButtons = "change-with-buttons"
    case keyboardClicks = "keyboard-clicks"
}

public enum RingSwitch: String, CaseIterable, Hashable, Sendable {
    case ring
    case silent
}

public enum MicrophonePermission: String, CaseIterable, Hashable, Sendable {
    case undetermined
    case denied
    case granted
}

/// Which volume a button, a slider or a factor is about.
public enum VolumeKind: String, CaseIterable, Hashable, Sendable {
    case media
    case ringer
    case call
}

/// What an app may send its output to for the time being. Raw values are the scenario language's
/// words.
public enum PortOverride: String, CaseIterable, Hashable, Sendable {
    case speaker
    case none
}

/// What an app may ask of the system about its own interruptions. Raw values are the scenario
/// language's words.
public enum SessionPreference: String, CaseIterable, Hashable, Sendable {
    /// Calls that ring as a banner do not interrupt before they are answered.
    case noInterruptions
    /// Losing the output device interrupts the Now-Playing app: so it is unless refused.
    case disconnectInterruption
}

/// The generation of system whose rules the phone follows; raw values are the scenario language's
/// words.
public enum PhoneProfile: Int, CaseIterable, Hashable, Comparable, Sendable {
    case ios3 = 3
    case ios6 = 6
    case ios8 = 8
    case ios13 = 13
    case ios17 = 17
    case ios26 = 26

    public static func < (left: PhoneProfile, right: PhoneProfile) -> Bool {
        left.rawValue < right.rawValue
    }
}
