import AudioModel

/// What happened in one story: everything that the printed forms show. Times are story time.
public struct StoryReport: Sendable {
    public var title: String
    /// The scenario file's path as given.
    public var path: String
    public var duration: HostInterval
    /// In the order in which they first sounded; the device's own last.
    public var streams: [StreamLane] = []
    /// In order of time.
    public var told: [ToldRecord] = []
    /// What happened to the device: switch, volumes, plugs, calls, lock. In order of time.
    public var device: [DeviceRecord] = []
    /// What each app did and went through: `opens`, `activates`, `suspended`. In order of time.
    public var apps: [AppRecord] = []
    /// What happened that changed anything, in plain words. In order of time.
    public var events: [EventRecord] = []
    /// Interrupted apps' chances to activate, at each change. In order of time.
    public var activationOutlooks: [ActivationOutlook] = []
    /// In the order of the file.
    public var expectations: [ExpectationResult] = []
    /// Unexpected errors, expected ones that did not come, samples that contradict the policy.
    public var failures: [StoryFailure] = []
    /// Acts that changed nothing; the story may hold all the same. In order of time.
    public var warnings: [StoryWarning] = []

    public init(title: String, path: String, duration: HostInterval) {
        self.title = title
        self.path = path
        self.duration = duration
    }

    public var isOK: Bool { failures.isEmpty && expectations.allSatisfy(\.isOK) }
}

/// One stream's life.
public struct StreamLane: Sendable {
    public var app: String
    public var name: String
    /// What it plays, as the scenario says it: `tone:440`, `sounds/lesson.wav`.
    public var sound: String
    public var kind: StreamKind
    /// From its start to its end, without gaps.
    public var spans: [StreamSpan] = []
    /// Peaks for drawing: one value for each `waveformStep`, from `waveformStart` on.
    public var waveformStart: HostTime = .zero
    public var waveformStep: HostInterval = .milliseconds(10)
    /// Largest absolute sample of the source in each step, 0…1.
    public var sourcePeaks: [Float] = []
    /// Largest absolute sample of its contribution to the output in each step, 0…1.
    public var outputPeaks: [Float] = []

    public init(app: String, name: String, sound: String, kind: StreamKind) {
        self.app = app
        self.name = name
        self.sound = sound
        self.kind = kind
    }

    /// `Player.song`; the device's own are `phone.ringtone` and so on.
    public var fullName: String { app + "." + name }
}

/// A stretch of time in which one verdict held.
public struct StreamSpan: Sendable {
    public var from: HostTime
    public var to: HostTime
    public var verdict: Verdict
    /// The actor in words: an app's name, or `call`, `alarm`, `timer`.
    public var by: String?

    public init(from: HostTime, to: HostTime, verdict: Verdict, by: String?) {
        self.from = from
        self.to = to
        self.verdict = verdict
        self.by = by
    }
}

public struct ToldRecord: Sendable {
    public var at: HostTime
    public var app: String
    /// In the scenario language's words: `interruption.began`.
    public var event: String
    /// `reason default`, `shouldResume`, the route change's reason, the volume; may be empty.
    public var detail: String
    /// What `applicationState` was for the app.
    public var state: AppState
    /// The event that led to it, as in `EventRecord`; empty if none was recorded.
    public var cause: String

    public init(
        at: HostTime, app: String, event: String, detail: String, state: AppState = .active,
        cause: String = ""
    ) {
        self.at = at
        self.app = app
        self.event = event
        self.detail = detail
        self.state = state
        self.cause = cause
    }
}

public struct DeviceRecord: Sendable {
    public var at: HostTime
    /// In words: `switch silent`, `media 0.75`, `call arrives`, `route headphones`, `vibrates`.
    public var change: String
    /// Whether it is about what did not happen: a vibration or a key click, with its reason.
    public var isSuppressed: Bool

    public init(at: HostTime, change: String, isSuppressed: Bool = false) {
        self.at = at
        self.change = change
        self.isSuppressed = isSuppressed
    }
}

public struct AppRecord: Sendable {
    public var at: HostTime
    public var app: String
    /// `opens`, `activates`, `is suspended`, `fails to activate: …`.
    public var what: String
    /// The event that led to it, as in `EventRecord`; empty if none was recorded.
    public var cause: String

    public init(at: HostTime, app: String, what: String, cause: String = "") {
        self.at = at
        self.app = app
        self.what = what
        self.cause = cause
    }
}

/// One thing that an app, the user or the world did.
public struct EventRecord: Sendable {
    public var at: HostTime
    /// The app that acts, or the interrupter that comes or goes; empty for other events.
    public var actor: String
    /// In plain words: `Guide activated its session`, `the media volume was set to 0.5`.
    public var sentence: String

    public init(at: HostTime, actor: String, sentence: String) {
        self.at = at
        self.actor = actor
        self.sentence = sentence
    }
}

public struct ExpectationResult: Sendable {
    public var line: Int
    /// One claim as written, with its span: `at 3.0 App.song silent because ring-switch`.
    public var text: String
    /// The stretch or the moment it is about; `nil` for one about the whole story.
    public var span: ClosedRange<HostTime>?
    public var isOK: Bool
    /// What was found, in words, with its time; also when it holds.
    public var found: String

    public init(
        line: Int, text: String, span: ClosedRange<HostTime>? = nil, isOK: Bool, found: String
    ) {
        self.line = line
        self.text = text
        self.span = span
        self.isOK = isOK
        self.found = found
    }
}

/// Something in a story that was probably not meant so, and is no failure.
public struct StoryWarning: Sendable {
    public var at: HostTime
    /// The place of the act in the scenario.
    public var location: SourceLocation
    public var message: String

    public init(at: HostTime, location: SourceLocation, message: String) {
        self.at = at
        self.location = location
        self.message = message
    }
}

public struct StoryFailure: Sendable {
    public var at: HostTime
    /// The scenario's line that led to it; zero when no line did.
    public var line: Int
    /// The column of the act that failed; zero when none did.
    public var column: Int
    public var message: String

    public init(at: HostTime, line: Int, column: Int = 0, message: String) {
        self.at = at
        self.line = line
        self.column = column
        self.message = message
    }
}
