import AudioModel

/// Something that is said to be so, at a moment, throughout a span, or at no time at all.
public enum Claim: Hashable, Sendable {
    case stream(StreamReference, StreamClaim)
    /// The strongest spectral line of the output lies here, within 1 %.
    case heard(hertz: Double)
    case heardSilence
    case told(app: String, ToldEvent)
    case notTold(app: String, ToldEvent)
    case vibrates
    case doesNotVibrate
    case mediaVolume(Double)
    case ringerVolume(Double)
    case route(Port)
    case app(String, AppState)
    /// Only ever written with `never`.
    case clicks

    /// Whether `expect never` may say it: not when it is a denial already.
    public var canBeNever: Bool {
        switch self {
        case .notTold, .doesNotVibrate: false
        default: true
        }
    }

    /// Whether a moment or a span may say it.
    public var canHaveTime: Bool { self != .clicks }
}

/// A stream by its names.
public enum StreamReference: Hashable, Sendable {
    case app(String, stream: String)
    case phone(PhoneSound)
}

/// The phone's own sounds; raw values are the language's words after `phone.`.
public enum PhoneSound: String, CaseIterable, Hashable, Sendable {
    case ringtone
    case alarm
    case timer
    /// The other party.
    case call
    case emergency
    case message
    /// Of a key of its keyboard.
    case click

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

/// What is claimed of one stream.
public enum StreamClaim: Hashable, Sendable {
    case audible
    case silent(because: ReasonKind?)
    case paused
    case stopped
    case interrupted(by: Culprit?)
    case ducked(by: Culprit?)
    /// `within` is the tolerance in decibels, where one is given.
    case gain(GainPart, decibels: Double, within: Double?)
    /// Only of a stream that `records` has started, as the next.
    case records(RecordedSound)
    /// The recording comes to its end: it is stopped, or its process is gone.
    case recordingEnds
}

/// What is claimed of the samples that an app is given by its microphone.
public enum RecordedSound: Hashable, Sendable {
    /// Whenever there is something to hear, it is recorded.
    case audible
    /// Nothing audible is recorded, whatever the reason.
    case silence
    /// The strongest spectral line of what is recorded lies here, within 1 %.
    case tone(hertz: Double)
}

/// Which of a stream's factors a gain claim is about.
public enum GainPart: String, CaseIterable, Hashable, Sendable {
    /// All factors from source to output.
    case whole
    case duck
    case session
}

/// Who interrupts or ducks.
public enum Culprit: Hashable, Sendable {
    case app(String)
    case system(Interrupter)
}

/// What an app can be told.
public enum ToldEvent: Hashable, Sendable {
    case interruptionBegan(reason: InterruptionReason?)
    /// Nil: with either flag.
    case interruptionEnded(shouldResume: Bool?)
    case routeChange(RouteChangeReason)
    case hint(begins: Bool)
    case mediaServicesLost
    case mediaServicesReset
    case volume(Double)
    /// Nil: whatever `applicationState` is then.
    case lifeCycle(LifeCycleEvent, in: AppState? = nil)
    case changed(SystemChange)
    case command(RemoteCommand)
}

/// The moments of an app's life that it is told of; raw values are the language's words.
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

/// An error that an act is expected to get.
public struct ExpectedFailure: Hashable, Sendable {
    /// Never 0.
    public var status: Int32

    public init(status: Int32) {
        self.status = status
    }

    public init(_ error: SessionError) {
        status = error.rawValue
    }
}
