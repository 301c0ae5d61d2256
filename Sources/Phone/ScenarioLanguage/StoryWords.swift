package import AudioModel
package import DeviceActions

// The vocabularies of stories.

extension Words {
    static let microphone = KeywordTable<MicrophonePermission>("a permission")
    static let camera = KeywordTable<CameraPermission>("a permission")
    static let systemSoundRules = KeywordTable<SystemSoundRule>("a rule")
    /// Whether interruption ends are lost.
    static let interruptionEnds = KeywordTable(
        "'told' or 'lost'", [("told", false), ("lost", true)])
    /// The generations, and all of them as `nil`.
    static let profiles = KeywordTable<PhoneProfile?>(
        "a profile", PhoneProfile.allCases.map { (String($0.rawValue), $0) } + [("all", nil)])
    package static let policies = KeywordTable(
        "a policy", RouteSharingPolicy.allCases.map { ($0.rawValue, $0) },
        aliases: [("longForm", .longFormAudio)])
    static let interfaceOrientations = KeywordTable(
        "an orientation", InterfaceOrientation.allCases.map { ($0.word, $0) })
    package static let reactions = KeywordTable<AppReaction>("a reaction")
    static let roles = KeywordTable<AppRole>(
        "a role", [("nowPlaying", .nowPlaying), ("musicPlayer", .musicPlayer)])
    package static let players = KeywordTable<PlayerKind>("a kind of player")
    package static let reasons = KeywordTable<ReasonKind>("a reason")
    package static let interrupters = KeywordTable(
        "an interrupter",
        [Interrupter.call, .alarm, .timer, .assistant, .emergency].map { ($0.rawValue, $0) })
    static let phoneSounds = KeywordTable<PhoneSound>("a sound of the phone")
    static let appStates = KeywordTable(
        "a state",
        [AppState.active, .inactive, .background, .suspended, .notRunning].map { ($0.words, $0) })
    package static let interruptionReasons = KeywordTable(
        "a reason of an interruption", InterruptionReason.allCases.map { ($0.word, $0) })
    package static let routeChangeReasons = KeywordTable(
        "a reason of a route change", RouteChangeReason.allCases.map { ($0.word, $0) })
    package static let callbacks = KeywordTable<WatchedCallback>("what an app is told")
    package static let works = KeywordTable<BackgroundWork>("a work in the background")
    package static let lifeCycleEvents = KeywordTable<LifeCycleEvent>("a life-cycle event")
}
