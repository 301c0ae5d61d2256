/// The category of an audio session, which decides how its sound obeys the ring switch, other apps
/// and the background.
///
/// Apple's seven modern categories and the two that only the first iPhones had.
public enum SessionCategory: String, CaseIterable, Hashable, Sendable {
    /// iPhone OS 2 only; behaves as ambient.
    case userInterfaceSoundEffects
    case ambient
    /// The category of an app that never sets one.
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

/// The options of a category. Bit values are Apple's.
public struct SessionOptions: OptionSet, Hashable, Sendable {
    public var rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let mixWithOthers = SessionOptions(rawValue: 0x1)
    public static let duckOthers = SessionOptions(rawValue: 0x2)
    public static let allowBluetooth = SessionOptions(rawValue: 0x4)
    public static let defaultToSpeaker = SessionOptions(rawValue: 0x8)
    /// Includes the bit of `mixWithOthers`.
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

/// Whether long-form content shares one output with other apps' content of that kind.
public enum RouteSharingPolicy: String, CaseIterable, Hashable, Sendable {
    case `default`
    case longFormAudio
    case independent
    case longFormVideo
}

/// A temporary override of an app's output port. Raw values are the scenario language's words.
public enum PortOverride: String, CaseIterable, Hashable, Sendable {
    case speaker
    case none
}

/// A preference of an app about its own interruptions. Raw values are the scenario language's
/// words.
public enum SessionPreference: String, CaseIterable, Hashable, Sendable {
    /// Calls that ring as a banner do not interrupt the app before they are answered.
    case noInterruptions
    /// The loss of the output device interrupts the Now Playing app; on by default.
    case disconnectInterruption
}
