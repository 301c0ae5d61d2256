package import AudioModel

/// The words that may stand at one position, each with its value.
package struct KeywordTable<Value: Sendable>: Sendable {
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

extension KeywordTable where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    init(_ what: String) {
        self.init(what, Value.allCases.map { ($0.rawValue, $0) })
    }
}

/// The vocabularies of the scenario language.
package enum Words {
    static let switches = KeywordTable<RingSwitch>("a position of the switch")
    static let microphone = KeywordTable<MicrophonePermission>("a permission")
    static let systemSoundRules = KeywordTable<SystemSoundRule>("a rule")
    /// Whether interruption ends are lost.
    static let interruptionEnds = KeywordTable(
        "'told' or 'lost'", [("told", false), ("lost", true)])
    package static let settings = KeywordTable<DeviceSetting>("a setting")
    static let onOff = KeywordTable("'on' or 'off'", [("on", true), ("off", false)])
    static let profiles = KeywordTable(
        "a profile", PhoneProfile.allCases.map { (String($0.rawValue), $0) })

    package static let categories = KeywordTable<SessionCategory>("a category")
    package static let modes = KeywordTable<SessionMode>("a mode")
    package static let options = KeywordTable(
        "an option", SessionOptions.named.map { ($0.name, $0.option) },
        aliases: [("allowBluetoothHFP", .allowBluetooth)])
    package static let policies = KeywordTable(
        "a policy", RouteSharingPolicy.allCases.map { ($0.rawValue, $0) },
        aliases: [("longForm", .longFormAudio)])
    package static let reactions = KeywordTable<AppReaction>("a reaction")
    static let roles = KeywordTable<AppRole>(
        "a role", [("nowPlaying", .nowPlaying), ("musicPlayer", .musicPlayer)])
    package static let backgroundModes = KeywordTable(
        "a background mode",
        [
            "audio", "voip", "fetch", "location", "newsstand-content", "external-accessory",
            "bluetooth-central", "bluetooth-peripheral", "remote-notification", "processing",
            "nearby-interaction", "push-to-talk",
        ].map { ($0, $0) })

    package static let players = KeywordTable<PlayerKind>("a kind of player")
    static let overrides = KeywordTable<PortOverride>("an override")
    static let preferences = KeywordTable<SessionPreference>("a preference")
    static let buttons = KeywordTable<VolumeButton>("a volume button")

    /// The ports that a scenario may name; microphones come with them.
    package static let ports = KeywordTable(
        "a port",
        PortKind.allCases.filter { $0 != .builtInMicrophone && $0 != .headsetMicrophone }
            .map { ($0.rawValue, $0) })

    package static let reasons = KeywordTable<ReasonKind>("a reason")
    package static let interrupters = KeywordTable(
        "an interrupter",
        [Interrupter.call, .alarm, .timer, .assistant, .emergency].map { ($0.rawValue, $0) })
    static let phoneSounds = KeywordTable<PhoneSound>("a sound of the phone")
    static let appStates = KeywordTable(
        "a state",
        [AppState.active, .inactive, .background, .suspended, .notRunning].map { ($0.word, $0) })
    package static let interruptionReasons = KeywordTable(
        "a reason of an interruption", InterruptionReason.allCases.map { ($0.word, $0) })
    package static let routeChangeReasons = KeywordTable(
        "a reason of a route change", RouteChangeReason.allCases.map { ($0.word, $0) })
    package static let callbacks = KeywordTable<WatchedCallback>("what an app is told")
    package static let commands = KeywordTable<RemoteCommandKind>("a command")
    package static let works = KeywordTable<BackgroundWork>("a work in the background")
    package static let changes = KeywordTable<SystemChange>("a change")
    package static let lifeCycleEvents = KeywordTable<LifeCycleEvent>("a life-cycle event")
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
