public import AudioModel

/// A condition about the story, tested at a moment, throughout a span, or at no time at all.
public enum Condition: Hashable, Sendable {
    case stream(StreamReference, StreamCondition)
    /// The output's strongest spectral line is at this frequency, within 1 %.
    case heard(hertz: Double)
    case heardSilence
    case told(app: String, ExpectedNotification)
    case notTold(app: String, ExpectedNotification)
    case vibrates
    case doesNotVibrate
    case mediaVolume(Double)
    case ringerVolume(Double)
    case route(Port)
    case app(String, AppState)
    /// The interface of an app has this orientation.
    case interface(app: String, InterfaceOrientation)
    /// The output clicks; only written with `never`.
    case clicks

    /// Whether `expect never` may use the condition, which must not itself be negative.
    public var canBeNever: Bool {
        switch self {
        case .notTold, .doesNotVibrate: false
        default: true
        }
    }

    /// Whether the condition may have a moment or a span.
    public var canHaveTime: Bool { self != .clicks }
}

/// A reference to a stream by name.
public enum StreamReference: Hashable, Sendable {
    case app(String, stream: String)
    case phone(PhoneSound)
}

/// The phone's own sounds; raw values are the language's words after `phone.`.
public enum PhoneSound: String, CaseIterable, Hashable, Sendable {
    case ringtone
    case alarm
    case timer
    /// The voice of the other party.
    case call
    case emergency
    case message
    /// The click of a key of the keyboard.
    case click

    /// The kind of stream that plays the sound.
    public var streamKind: StreamKind {
        switch self {
        case .ringtone: .ringtone
        case .alarm: .alarm
        case .timer: .timer
        case .call: .callAudio
        case .emergency: .emergencyAlert
        case .message: .messageTone
        case .click: .keyClick
        }
    }
}

/// A condition about one stream.
public enum StreamCondition: Hashable, Sendable {
    case audible
    case silent(because: ReasonKind?)
    case paused
    case stopped
    case interrupted(by: Suspect?)
    case ducked(by: Suspect?)
    /// A gain in decibels; `within` is the tolerance in decibels, if the scenario gives one.
    case gain(GainPart, decibels: Double, within: Double?)
    /// The samples of a stream that `records` has started.
    case records(RecordedSound)
    /// A recording goes on: it receives what the microphone hears, be it silence.
    case recording
    /// The recording ends: it is stopped, or its process ends.
    case recordingEnds
    /// A film that `films` has started goes on: the camera's pictures come.
    case films
    /// An `AVPlayer` waits: for bytes of a server, or to have enough of them.
    case waiting
    /// An `AVPlayer` has failed or broken off: of a server that has not what it wants, or no network.
    case failed
    /// The zoom factor of a film, within 1 %.
    case zoom(Double)
}

/// A condition about the samples that an app receives from its microphone.
public enum RecordedSound: Hashable, Sendable {
    /// Whenever the microphone picks up sound, it is recorded.
    case audible
    /// Nothing audible is recorded, for whatever reason.
    case silence
    /// The recording's strongest spectral line is at this frequency, within 1 %.
    case tone(hertz: Double)
}

/// The factor or factors of a stream's gain that a condition is about.
public enum GainPart: String, CaseIterable, Hashable, Sendable {
    /// The product of all factors from source to output.
    case whole
    case duck
    case session
}

/// The cause of an interruption or of ducking.
public enum Suspect: Hashable, Sendable {
    case app(String)
    case system(Interrupter)
}

/// A notification that an app can receive.
public enum ExpectedNotification: Hashable, Sendable {
    case interruptionBegan(reason: InterruptionReason?)
    /// An interruption's end; `nil` matches either value of `shouldResume`.
    case interruptionEnded(shouldResume: Bool?)
    case routeChange(RouteChangeReason)
    case hint(begins: Bool)
    case mediaServicesLost
    case mediaServicesReset
    case volume(Double)
    /// A life cycle event; a `nil` state matches every `applicationState`.
    case lifeCycle(LifeCycleEvent, in: AppState? = nil)
    case changed(SystemChange)
    case command(RemoteCommand)
}

/// The life cycle notifications; raw values are the language's words.
public enum LifeCycleEvent: String, CaseIterable, Hashable, Sendable {
    case willFinishLaunching
    case didFinishLaunching
    case openURL
    case didBecomeActive
    case willResignActive
    case didEnterBackground
    case willEnterForeground
    case willTerminate
    case didReceiveMemoryWarning
    case willChangeStatusBarFrame
    case didChangeStatusBarFrame
    case backgroundTaskExpires
}

/// The error that an action is expected to return.
public struct ExpectedFailure: Hashable, Sendable {
    /// The status code; never 0.
    public var status: Int32

    public init(status: Int32) {
        self.status = status
    }

    public init(_ error: SessionError) {
        status = error.rawValue
    }
}
