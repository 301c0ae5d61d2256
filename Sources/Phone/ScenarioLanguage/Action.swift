public import AudioModel
public import DeviceActions

/// An action of an app, of the phone's user, of its environment or of its network.
public enum Action: Hashable, Sendable {
    case app(String, AppAct)
    case phone(PhoneAct)
    case network(NetworkAct)

    /// The name of the app that acts; `nil` for other actions.
    public var appName: String? {
        if case .app(let name, _) = self { name } else { nil }
    }

    /// The verb as written, for messages: `plays`, `call arrives as banner`.
    public var name: String {
        switch self {
        case .app(_, let act): act.name
        case .phone(let act): act.name
        case .network(let act): act.name
        }
    }
}

/// An action of an app or of its user.
public enum AppAct: Hashable, Sendable {
    case opens
    case opensURL(String)
    case leaves
    /// The system lets the app run in the background, and launches it first if it does not run.
    case isWoken(BackgroundWork)
    /// The app does not return from a callback from now on, or only after some seconds.
    case hangs(WatchedCallback, seconds: Double?)
    /// The app begins a background task, named by the scenario.
    case beginsTask(String)
    case endsTask(String)
    /// The app ends: `quits`, `is killed` or `crashes`.
    case ends(Termination)
    /// The user removes the app from the phone: it ends, and its next opening installs it again.
    case isRemoved
    /// Something happens to a VoIP call of the app.
    case call(AppCallEvent)

    case plays(StreamStart)
    case pauses(stream: String)
    case resumes(stream: String)
    case stops(stream: String)
    case setsVolume(stream: String, Double)
    /// Prepares a player without starting it.
    case prepares(SoundSpec, stream: String)
    /// Opens an input stream; the sound is what the microphone picks up.
    case records(stream: String, from: SoundSpec?)
    /// Films with the camera, if wanted with the microphone too. `stops` ends it.
    case films(stream: String, withMicrophone: Bool)
    /// Zooms to a factor: at once, or at a rate of doublings a second.
    case zooms(to: Double, rate: Double?)

    case sounds(SoundSpec, stream: String?)
    case alerts(SoundSpec, stream: String?)
    case vibrates

    case setsCategory(
        SessionCategory, mode: SessionMode, options: SessionOptions, policy: RouteSharingPolicy)
    case setsMode(SessionMode)
    case activates
    case deactivates(notifying: Bool)
    case overrides(PortOverride)
    case prefers(SessionPreference, Bool)
    /// Sets the remote commands that the app accepts from now on.
    case setsCommands(RemoteCommands)
    /// Lets another app, a music player, play, as a button of the app does.
    case startsPlayer(String)
    /// The user changes one of the app's settings in the Settings app.
    case changesSetting(key: String, value: String)
    /// The user picks an output in the picker that the app's route button opens.
    case picksRoute(Port)
    /// The app begins to look for other outputs, or ends that (`AVRouteDetector`).
    case detectsRoutes(Bool)
}

/// The arguments of `plays`.
public struct StreamStart: Hashable, Sendable {
    /// The sound that the stream plays.
    public var sound: SoundSpec
    /// The scenario's name for the stream; begins with a lower-case letter.
    public var stream: String
    /// The app's volume for the stream, 0…1.
    public var volume: Double
    /// The number of repetitions.
    public var loops: LoopCount
    /// Playback speed at the same pitch, 0.5…2.
    public var rate: Double
    /// The kind of player; `nil` for that of the run, which is an `AVAudioPlayer` by default.
    public var player: PlayerKind?

    public init(
        _ sound: SoundSpec,
        as stream: String,
        volume: Double = 1,
        loops: LoopCount = .more(0),
        rate: Double = 1,
        player: PlayerKind? = nil
    ) {
        self.sound = sound
        self.stream = stream
        self.volume = volume
        self.loops = loops
        self.rate = rate
        self.player = player
    }
}

/// The number of repetitions of a sound.
public enum LoopCount: Hashable, Sendable {
    /// Number of repetitions after the first playback, 0…`Scenario.loopsMax`.
    case more(Int)
    /// Endless repetition, written −1.
    case forever
}

/// The kind of player that an app uses; raw values are the language's words.
public enum PlayerKind: String, CaseIterable, Hashable, Sendable {
    /// An `AVAudioPlayer`.
    case player
    /// An audio queue.
    case queue
    /// An output unit with the app's own render callback.
    case unit
    /// An `AVAudioEngine` with an `AVAudioPlayerNode`.
    case engine
    /// An `MPMusicPlayerController`; its player follows the phone's events by itself.
    case music
    /// An `AVPlayer`; the only one that plays what servers have.
    case avplayer

    /// The kind of stream that the player starts.
    public var streamKind: StreamKind {
        switch self {
        case .player, .music, .avplayer: .player
        case .queue: .queue
        // An engine's output node is an output unit.
        case .unit, .engine: .unit
        }
    }
}

extension AppAct {
    /// The verb as written in a scenario.
    public var name: String {
        switch self {
        case .opens: "opens"
        case .opensURL: "opens url"
        case .isWoken: "is woken"
        case .hangs: "hangs"
        case .beginsTask: "begins task"
        case .endsTask: "ends task"
        case .leaves: "leaves"
        case .call(let event): "\(event.rawValue) call"
        case .ends(.quit): "quits"
        case .ends(.killed): "is killed"
        case .ends(.crashed): "crashes"
        case .isRemoved: "is removed"
        case .plays: "plays"
        case .pauses: "pauses"
        case .resumes: "resumes"
        case .stops: "stops"
        case .setsVolume: "sets"
        case .prepares: "prepares"
        case .records: "records"
        case .films: "films"
        case .zooms: "zooms"
        case .sounds: "sounds"
        case .alerts: "alerts"
        case .vibrates: "vibrates"
        case .setsCategory: "category"
        case .setsMode: "mode"
        case .activates: "activates"
        case .deactivates: "deactivates"
        case .overrides: "overrides"
        case .prefers: "prefers"
        case .setsCommands: "commands"
        case .startsPlayer: "starts player"
        case .changesSetting: "setting"
        case .picksRoute: "picks"
        case .detectsRoutes: "detects routes"
        }
    }

    /// The name of the stream that the action starts or refers to.
    public var stream: String? {
        switch self {
        case .plays(let start): start.stream
        case .pauses(let stream), .resumes(let stream), .stops(let stream),
            .setsVolume(let stream, _), .prepares(_, let stream), .records(let stream, _),
            .films(let stream, _):
            stream
        case .sounds(_, let stream), .alerts(_, let stream): stream
        default: nil
        }
    }

    /// The sound in the action.
    public var sound: SoundSpec? {
        switch self {
        case .plays(let start): start.sound
        case .prepares(let sound, _), .sounds(let sound, _), .alerts(let sound, _): sound
        case .records(_, let sound): sound
        default: nil
        }
    }

    /// Whether the action names a new stream, which later actions and conditions may use.
    public var startsStream: Bool {
        switch self {
        case .plays, .prepares, .records, .films: true
        case .sounds(_, let stream), .alerts(_, let stream): stream != nil
        default: false
        }
    }

    /// Whether the app runs after the action even if it did not before.
    public var startsApp: Bool {
        switch self {
        case .opens, .opensURL, .isWoken, .call(.arrived): true
        default: false
        }
    }

    /// Whether the system can refuse the action, so that `fails` may follow.
    public var canFail: Bool {
        switch self {
        case .plays, .resumes, .prepares, .records: true
        case .setsCategory, .setsMode, .activates, .deactivates, .overrides, .prefers: true
        case .beginsTask: true
        default: false
        }
    }
}
