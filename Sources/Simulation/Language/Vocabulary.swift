import AudioModel

/// The words that may stand at one position, each with its value.
package struct Vocabulary<Value: Sendable>: Sendable {
    /// What the words stand for, for messages: `a category`.
    package let what: String
    /// The words in the order in which messages list them.
    package let entries: [(word: String, value: Value)]
    /// Words that are accepted, but neither listed nor printed.
    package let aliases: [(word: String, value: Value)]

    init(
        _ what: String,
        _ entries: [(word: String, value: Value)],
        aliases: [(word: String, value: Value)] = []
    ) {
        self.what = what
        self.entries = entries
        self.aliases = aliases
    }

    package var words: [String] { entries.map(\.word) }

    package func value(of word: String) -> Value? {
        (entries.first { $0.word == word } ?? aliases.first { $0.word == word })?.value
    }
}

extension Vocabulary where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    init(_ what: String) {
        self.init(what, Value.allCases.map { ($0.rawValue, $0) })
    }
}

/// The vocabularies of the scenario language.
package enum Words {
    static let switches = Vocabulary<RingSwitch>("a position of the switch")
    static let microphone = Vocabulary<MicrophonePermission>("a permission")
    package static let settings = Vocabulary<DeviceSetting>("a setting")
    static let onOff = Vocabulary("'on' or 'off'", [("on", true), ("off", false)])
    static let profiles = Vocabulary(
        "a profile", PhoneProfile.allCases.map { (String($0.rawValue), $0) })

    package static let categories = Vocabulary<SessionCategory>("a category")
    package static let modes = Vocabulary<SessionMode>("a mode")
    package static let options = Vocabulary(
        "an option", SessionOptions.named.map { ($0.name, $0.option) },
        aliases: [("allowBluetoothHFP", .allowBluetooth)])
    package static let policies = Vocabulary(
        "a policy", RouteSharingPolicy.allCases.map { ($0.rawValue, $0) },
        aliases: [("longForm", .longFormAudio)])
    package static let reactions = Vocabulary<AppReaction>("a reaction")
    static let roles = Vocabulary<AppRole>(
        "a role", [("nowPlaying", .nowPlaying), ("musicPlayer", .musicPlayer)])
    package static let backgroundModes = Vocabulary(
        "a background mode",
        [
            "audio", "voip", "fetch", "location", "newsstand-content", "external-accessory",
            "bluetooth-central", "bluetooth-peripheral", "remote-notification", "processing",
            "nearby-interaction", "push-to-talk",
        ].map { ($0, $0) })

    package static let players = Vocabulary<PlayerKind>("a kind of player")
    static let overrides = Vocabulary<PortOverride>("an override")
    static let preferences = Vocabulary<SessionPreference>("a preference")
    static let buttons = Vocabulary<VolumeButton>("a volume button")

    /// The ports that a scenario may name; microphones come with them.
    package static let ports = Vocabulary(
        "a port",
        PortKind.allCases.filter { $0 != .builtInMicrophone && $0 != .headsetMicrophone }
            .map { ($0.rawValue, $0) })

    package static let reasons = Vocabulary<ReasonKind>("a reason")
    package static let interrupters = Vocabulary(
        "an interrupter",
        [Interrupter.call, .alarm, .timer, .assistant, .emergency].map { ($0.rawValue, $0) })
    static let phoneSounds = Vocabulary<PhoneSound>("a sound of the phone")
    static let appStates = Vocabulary(
        "a state",
        [AppState.active, .inactive, .background, .suspended, .notRunning]
            .map { ($0.word, $0) })
    package static let interruptionReasons = Vocabulary(
        "a reason of an interruption", InterruptionReason.allCases.map { ($0.word, $0) })
    package static let routeChangeReasons = Vocabulary(
        "a reason of a route change", RouteChangeReason.allCases.map { ($0.word, $0) })
    package static let callbacks = Vocabulary<WatchedCallback>("what an app is told")
    package static let commands = Vocabulary<RemoteCommand>("a command")
    package static let works = Vocabulary<BackgroundWork>("a work in the background")
    package static let changes = Vocabulary<SystemChange>("a change")
    package static let lifeCycleEvents = Vocabulary<LifeCycleEvent>("a life-cycle event")
}

extension AppState {
    /// The language's word for the state.
    var word: String { self == .notRunning ? "not-running" : rawValue }
}

extension InterruptionReason {
    /// Apple's case name.
    var word: String {
        switch self {
        case .default: "default"
        case .appWasSuspended: "appWasSuspended"
        case .builtInMicMuted: "builtInMicMuted"
        case .routeDisconnected: "routeDisconnected"
        }
    }
}

extension RouteChangeReason {
    /// Apple's case name.
    var word: String {
        switch self {
        case .unknown: "unknown"
        case .newDeviceAvailable: "newDeviceAvailable"
        case .oldDeviceUnavailable: "oldDeviceUnavailable"
        case .categoryChange: "categoryChange"
        case .override: "override"
        case .wakeFromSleep: "wakeFromSleep"
        case .noSuitableRouteForCategory: "noSuitableRouteForCategory"
        case .routeConfigurationChange: "routeConfigurationChange"
        }
    }
}
