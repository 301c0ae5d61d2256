import AudioModel

/// Something that happens: an app or the phone's user and world do it.
public enum Action: Hashable, Sendable {
    case app(String, AppAct)
    case phone(PhoneAct)

    /// The app whose act it is.
    public var appName: String? {
        if case .app(let name, _) = self { name } else { nil }
    }

    /// The verb as written, for messages: `plays`, `call arrives as banner`.
    public var name: String {
        switch self {
        case .app(_, let act): act.name
        case .phone(let act): act.name
        }
    }
}

/// What an app or the user of the app does.
public enum AppAct: Hashable, Sendable {
    case opens
    case opensURL(String)
    case leaves
    /// The system lets it run in the background, and launches it for that if need be.
    case isWoken(BackgroundWork)
    /// Does not return from what it is told from now on, or only after so many seconds.
    case hangs(WatchedCallback, seconds: Double?)
    /// Its own name for the background task.
    case beginsTask(String)
    case endsTask(String)
    /// `quits`, `is killed` and `crashes`.
    case ends(Termination)

    case plays(StreamStart)
    case pauses(stream: String)
    case resumes(stream: String)
    case stops(stream: String)
    case setsVolume(stream: String, Double)
    /// Makes a player ready without sounding.
    case prepares(SoundSpec, stream: String)
    /// Opens an input stream; the sound is what the microphone hears.
    case records(stream: String, from: SoundSpec?)

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
    /// The remote commands that it takes from now on.
    case setsCommands(RemoteCommands)
}

/// The details of `plays`.
public struct StreamStart: Hashable, Sendable {
    public var sound: SoundSpec
    /// Begins with a lower-case letter; the app's own name for the stream.
    public var stream: String
    /// The app's own, 0…1.
    public var volume: Double
    public var loops: LoopCount
    /// 0.5…2, keeping the pitch.
    public var rate: Double
    public var player: PlayerKind

    public init(
        _ sound: SoundSpec,
        as stream: String,
        volume: Double = 1,
        loops: LoopCount = .more(0),
        rate: Double = 1,
        player: PlayerKind = .player
    ) {
        self.sound = sound
        self.stream = stream
        self.volume = volume
        self.loops = loops
        self.rate = rate
        self.player = player
    }
}

public enum LoopCount: Hashable, Sendable {
    /// So many times after the first, 0…`Scenario.loopsMax`.
    case more(Int)
    /// Written −1.
    case forever
}

/// What an app plays with; raw values are the language's words.
public enum PlayerKind: String, CaseIterable, Hashable, Sendable {
    case player
    case queue
    case unit

    public var streamKind: StreamKind {
        switch self {
        case .player: .player
        case .queue: .queue
        case .unit: .unit
        }
    }
}

/// What the user does with the phone, or the world with it.
public enum PhoneAct: Hashable, Sendable {
    case ringSwitch(RingSwitch)
    case press(VolumeButton, times: Int)
    /// An app's volume view: moves the media volume.
    case slider(Double)
    case mediaVolume(Double)
    case ringerVolume(Double)
    case setting(DeviceSetting, Bool)

    case plug(Port)
    case unplug(Port)
    /// The user's choice in the route picker.
    case route(Port)

    case callArrives(asBanner: Bool)
    case callIsAnswered
    case callIsDeclined
    case callEnds
    case alarmFires
    case alarmIsDismissed
    case alarmIsSnoozed
    case timerFires
    case timerIsDismissed
    case assistantBegins
    case assistantEnds
    case emergencyBegins
    case emergencyEnds

    case lock
    case unlock
    case memoryLow
    /// The app in front needs so many megabytes.
    case memoryNeeded(Int)
    case overlayOpens(Overlay)
    case overlayCloses(Overlay)
    case bannerAppears
    case changes(SystemChange)
    case mediaServicesReset

    /// From the lock screen or the control centre.
    case remoteCommand(RemoteCommand)
    /// The button of a headset; see `headsetPresses`.
    case headsetPress(times: Int)
    case messageArrives
    /// A key of the phone's keyboard.
    case keyboardClicks

    /// How often in a row the button of a headset can be pressed.
    public static let headsetPresses = 1...3
}

extension AppAct {
    /// The verb as written.
    public var name: String {
        switch self {
        case .opens: "opens"
        case .opensURL: "opens url"
        case .isWoken: "is woken"
        case .hangs: "hangs"
        case .beginsTask: "begins task"
        case .endsTask: "ends task"
        case .leaves: "leaves"
        case .ends(.quit): "quits"
        case .ends(.killed): "is killed"
        case .ends(.crashed): "crashes"
        case .plays: "plays"
        case .pauses: "pauses"
        case .resumes: "resumes"
        case .stops: "stops"
        case .setsVolume: "sets"
        case .prepares: "prepares"
        case .records: "records"
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
        }
    }

    /// The stream that the act starts or is about.
    public var stream: String? {
        switch self {
        case .plays(let start): start.stream
        case .pauses(let stream), .resumes(let stream), .stops(let stream),
            .setsVolume(let stream, _), .prepares(_, let stream), .records(let stream, _):
            stream
        case .sounds(_, let stream), .alerts(_, let stream): stream
        default: nil
        }
    }

    /// The sound that the act names.
    public var sound: SoundSpec? {
        switch self {
        case .plays(let start): start.sound
        case .prepares(let sound, _), .sounds(let sound, _), .alerts(let sound, _): sound
        case .records(_, let sound): sound
        default: nil
        }
    }

    /// Whether the act gives its stream a name, so that later acts and claims may use it.
    public var startsStream: Bool {
        switch self {
        case .plays, .prepares, .records: true
        case .sounds(_, let stream), .alerts(_, let stream): stream != nil
        default: false
        }
    }

    /// Whether the app runs afterwards though it did not before.
    public var startsApp: Bool {
        switch self {
        case .opens, .opensURL, .isWoken: true
        default: false
        }
    }

    /// Whether an app can be refused it, so that `fails` may follow.
    public var canFail: Bool {
        switch self {
        case .plays, .resumes, .prepares, .records: true
        case .setsCategory, .setsMode, .activates, .deactivates, .overrides, .prefers: true
        case .beginsTask: true
        default: false
        }
    }
}

extension PhoneAct {
    /// The verb as written.
    public var name: String {
        switch self {
        case .ringSwitch: "switch"
        case .press: "press volume"
        case .slider: "slider"
        case .mediaVolume: "media"
        case .ringerVolume: "ringer"
        case .setting: "setting"
        case .plug: "plug"
        case .unplug: "unplug"
        case .route: "route"
        case .callArrives(asBanner: false): "call arrives"
        case .callArrives(asBanner: true): "call arrives as banner"
        case .callIsAnswered: "call is answered"
        case .callIsDeclined: "call is declined"
        case .callEnds: "call ends"
        case .alarmFires: "alarm fires"
        case .alarmIsDismissed: "alarm is dismissed"
        case .alarmIsSnoozed: "alarm is snoozed"
        case .timerFires: "timer fires"
        case .timerIsDismissed: "timer is dismissed"
        case .assistantBegins: "assistant begins"
        case .assistantEnds: "assistant ends"
        case .emergencyBegins: "emergency begins"
        case .emergencyEnds: "emergency ends"
        case .lock: "lock"
        case .unlock: "unlock"
        case .memoryLow: "memory low"
        case .memoryNeeded: "memory needed"
        case .overlayOpens(.alert): "alert appears"
        case .overlayCloses(.alert): "alert is dismissed"
        case .overlayOpens(let overlay): "\(overlay.rawValue) opens"
        case .overlayCloses(let overlay): "\(overlay.rawValue) closes"
        case .bannerAppears: "banner appears"
        case .changes: "change"
        case .mediaServicesReset: "media-services reset"
        case .remoteCommand: "user presses"
        case .headsetPress: "headset press"
        case .messageArrives: "message arrives"
        case .keyboardClicks: "keyboard clicks"
        }
    }
}
