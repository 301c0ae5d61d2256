public import AudioModel
public import ScenarioLanguage

/// The results of one story: everything that the printed forms show. Times are story time.
public struct StoryReport: Sendable {
    /// The scenario's title, with the values of its case.
    public var title: String
    /// The case of the scenario that was run.
    public var storyCase = StoryCase()
    /// The scenario file's path as given.
    public var path: String
    /// The generation of iOS that the phone behaved like; `nil` if it is not known.
    public var profile: PhoneProfile?
    /// Whether the story was run with other generations too, so that its name tells the run's.
    public var isOneOfProfiles = false
    /// What comes out otherwise than with the generation before; `nil` for nothing, and for the first.
    public var turn: ProfileTurn?
    /// The scenario's text as it was read, for the page; empty if it is not known.
    public var source = ""
    /// Seconds that the run took on the machine's clock; zero if it was not measured.
    public var wallSeconds = 0.0
    /// The length of the story.
    public var duration: HostInterval
    /// The streams in the order in which they first sounded; the device's own last.
    public var streams: [StreamLane] = []
    /// The notifications of apps, in order of time.
    public var told: [NotificationRecord] = []
    /// The device's changes: switch, volumes, plugs, calls, lock. In order of time.
    public var device: [DeviceRecord] = []
    /// The apps' actions and states: `opens`, `activates`, `suspended`. In order of time.
    public var apps: [AppActionRecord] = []
    /// The ends of apps in the background that had no handler to save their state when they entered
    /// it. A story's apps have none to observe; `SimulatedPhone` fills it.
    public var unsavedEnds: [AppActionRecord] = []
    /// The launches that lasted longer than five seconds. In order of time.
    public var slowLaunches: [AppActionRecord] = []
    /// Calls of apps that would fail on a device without an error. A story's apps call nothing;
    /// `SimulatedPhone` fills it.
    public var runtimeIssues: [Advice] = []
    /// What the story lets the user, its apps and their surroundings do. In order of time.
    public var acts: [ActRecord] = []
    /// The audio sessions of the apps, at each change. In order of time.
    public var sessions: [SessionRecord] = []
    /// The events that changed anything, in plain words. In order of time.
    public var events: [EventRecord] = []
    /// Interrupted apps' chances to activate, at each change. In order of time.
    public var activationOutlooks: [ActivationOutlook] = []
    /// The results of the expectations, in the order of the file.
    public var expectations: [ExpectationResult] = []
    /// Unexpected errors, missing expected errors, and samples that contradict the policy.
    public var failures: [StoryFailure] = []
    /// The lines that rest on choices which the run was asked to name, in the order of the file; `nil`
    /// if it was asked to name none.
    public var restingLines: [RestingLine]?
    /// The number of choices that the run was asked to name and the story does not set itself.
    public var triedChoiceCount = 0
    /// Actions that changed nothing, which is no failure. In order of time.
    public var warnings: [StoryWarning] = []

    public init(title: String, path: String, duration: HostInterval) {
        self.title = title
        self.path = path
        self.duration = duration
    }

    /// The title; with the generation where the story was run with several: `A call, profile 6`.
    public var name: String {
        guard isOneOfProfiles, let profile else { return title }
        return "\(title), \(profile.words)"
    }

    /// Whether every expectation holds and nothing failed.
    public var isOK: Bool { failures.isEmpty && expectations.allSatisfy(\.isOK) }
}

extension PhoneProfile {
    /// `profile 6`, as stories write it.
    package var words: String { "profile \(rawValue)" }
}

/// A stream from its start to its end.
public struct StreamLane: Sendable {
    /// The name of the stream's app.
    public var app: String
    /// The name of the stream.
    public var name: String
    /// The sound as the scenario names it: `tone:440`, `sounds/lesson.wav`.
    public var sound: String
    /// The kind of stream.
    public var kind: StreamKind
    /// The spans from its start to its end, without gaps.
    public var spans: [StreamSpan] = []
    /// Time of the first peak.
    public var waveformStart: HostTime = .zero
    /// Time between peaks.
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

    /// The full name, such as `Player.song`, or `phone.ringtone` for the device's own streams.
    public var fullName: String { app + "." + name }
}

/// A stretch of time in which one verdict held.
public struct StreamSpan: Sendable {
    /// Beginning of the span.
    public var from: HostTime
    /// End of the span.
    public var to: HostTime
    /// The policy's verdict throughout the span.
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

/// A notification that an app received.
public struct NotificationRecord: Sendable {
    /// Time of the notification.
    public var at: HostTime
    /// The app's name.
    public var app: String
    /// The notification in the scenario language's words: `interruption.began`.
    public var event: String
    /// Details: `reason default`, `shouldResume`, the route change's reason, the volume; may be empty.
    public var detail: String
    /// The app's `applicationState` at the notification.
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

/// A change of the device.
public struct DeviceRecord: Sendable {
    /// Time of the change.
    public var at: HostTime
    /// The change: `switch silent`, `media 0.75`, `call arrives`, `route headphones`, `vibrates`.
    public var change: String
    /// Whether it is about what did not happen: a vibration or a key click, with its reason.
    public var isSuppressed: Bool

    public init(at: HostTime, change: String, isSuppressed: Bool = false) {
        self.at = at
        self.change = change
        self.isSuppressed = isSuppressed
    }
}

/// An action or a state of an app.
public struct AppActionRecord: Sendable {
    /// Time of the action.
    public var at: HostTime
    /// The app's name.
    public var app: String
    /// The action in words: `opens`, `activates`, `is suspended`, `fails to activate: …`.
    public var what: String
    /// The event that led to it, as in `EventRecord`; empty if none was recorded.
    public var cause: String
    /// Whether it is about a request of the app that the phone refused, with the reason.
    public var isRefusal: Bool

    /// The words for an app that begins to look for other outputs, or ends that.
    package static let detectionOn = "detects routes on"
    package static let detectionOff = "detects routes off"

    public init(
        at: HostTime, app: String, what: String, cause: String = "", isRefusal: Bool = false
    ) {
        self.at = at
        self.app = app
        self.what = what
        self.cause = cause
        self.isRefusal = isRefusal
    }
}

/// A line of the story that does something.
public struct ActRecord: Sendable {
    /// Time of the act.
    public var at: HostTime
    /// The app that acts; `phone` for acts of the user and of the surroundings.
    public var actor: String
    /// The act without its actor, as the scenario language writes it: `receives call`.
    public var words: String
    /// The scenario's line, from 1; zero for acts that no line stands for.
    public var line: Int
    /// Whether it changed nothing: there was nothing to act on, or it was refused.
    public var isWithoutEffect = false

    public init(at: HostTime, actor: String, words: String, line: Int) {
        self.at = at
        self.actor = actor
        self.words = words
        self.line = line
    }
}

/// An app's audio session from a moment on.
public struct SessionRecord: Sendable, Hashable {
    /// Time of the change.
    public var at: HostTime
    /// The app's name.
    public var app: String
    /// The session's category, mode and options in words: `playback, mixWithOthers`.
    public var words: String
    public var isActive: Bool

    public init(at: HostTime, app: String, words: String, isActive: Bool) {
        self.at = at
        self.app = app
        self.words = words
        self.isActive = isActive
    }
}

/// An action of an app, the user or the environment.
public struct EventRecord: Sendable {
    /// Time of the event.
    public var at: HostTime
    /// The app that acts, or the interrupter that comes or goes; empty for other events.
    public var actor: String
    /// A sentence: `Guide activated its session`, `the media volume was set to 0.5`.
    public var sentence: String

    public init(at: HostTime, actor: String, sentence: String) {
        self.at = at
        self.actor = actor
        self.sentence = sentence
    }
}

/// The result of one expectation.
public struct ExpectationResult: Sendable {
    /// The expectation's line in the scenario, from 1.
    public var line: Int
    /// The condition as written, with its span: `at 3.0 App.song silent because ring-switch`.
    public var text: String
    /// The span or the moment; `nil` for the whole story.
    public var span: ClosedRange<HostTime>?
    /// Whether the expectation holds.
    public var isOK: Bool
    /// The finding in words, with its time; also when the expectation holds.
    public var found: String
    /// The time of the finding; `nil` where it is about the whole span.
    public var foundAt: HostTime?
    /// The scenario's line of the earlier failure that this one follows from; `nil` for a first
    /// cause, and while the expectation holds.
    public var followsFrom: Int?

    public init(
        line: Int, text: String, span: ClosedRange<HostTime>? = nil, isOK: Bool, found: String,
        foundAt: HostTime? = nil
    ) {
        self.foundAt = foundAt
        self.line = line
        self.text = text
        self.span = span
        self.isOK = isOK
        self.found = found
    }
}

extension ExpectationResult {
    /// The time at which a failed expectation is certain to fail: when it was contradicted, or the
    /// end of its span if what it asks for never came.
    package func failureTime(in duration: HostInterval) -> HostTime {
        foundAt ?? span?.upperBound ?? .zero + duration
    }
}

/// A probable mistake in a story that is not a failure.
public struct StoryWarning: Sendable {
    /// Time of the action.
    public var at: HostTime
    /// The action's location in the scenario.
    public var location: SourceLocation
    /// The warning as a sentence.
    public var message: String

    public init(at: HostTime, location: SourceLocation, message: String) {
        self.at = at
        self.location = location
        self.message = message
    }
}

/// A failure of a story besides its expectations.
public struct StoryFailure: Sendable {
    /// Time of the failure.
    public var at: HostTime
    /// The scenario's line that led to it; zero if none did.
    public var line: Int
    /// The column of the action that failed; zero if none did.
    public var column: Int
    /// The action that failed, as the scenario has it; empty where none did.
    public var action = ""
    /// The failure as a sentence, which begins with the action.
    public var message: String
    /// The scenario's line of the earlier failure that this one follows from; `nil` for a first
    /// cause.
    public var followsFrom: Int?

    public init(at: HostTime, line: Int, column: Int = 0, message: String) {
        self.at = at
        self.line = line
        self.column = column
        self.message = message
    }
}
