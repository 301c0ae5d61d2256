/// What makes a stream inaudible, with the facts that tell it from others of its kind.
public enum SilencingFact: Hashable, Sendable {
    case interrupted(by: Actor)
    /// The session's output was unplugged, which interrupts the Now Playing app.
    case outputUnplugged
    case routeLost
    case deactivated
    case mediaReset
    case suspended
    case inputLost
    /// The interruption has ended, and the app has not resumed the stream.
    case notResumed
    case pausedByApp
    case ringSwitchSilencesSystemSounds
    /// A system sound has ended as it began, because the switch silences it.
    case ringSwitchEndsSystemSounds
    case ringSwitchSilencesRingtone
    case ringSwitchSilencesTimer
    case ringSwitch(SessionCategory)
    case locked(SessionCategory)
    case backgroundCategory(SessionCategory)
    case noBackgroundMode
    case notActive
    case noOutput(SessionCategory)
    case recording(by: AppID)
    case recordingWithoutSystemSounds(by: AppID)
    case microphoneDenied
    case microphoneUndetermined
    case systemInterrupter(Interrupter)
    case appVolumeZero
    case volumeZero(VolumeKind)
    case endedByItself
    case stoppedByApp
    case processGone
    case endedByMediaReset
    /// A fact in words, from another process or a report.
    case described(ReasonKind, String)

    /// The kind of reason that the fact is.
    public var kind: ReasonKind {
        switch self {
        case .interrupted, .outputUnplugged, .systemInterrupter: .interrupted
        case .routeLost: .routeLost
        case .deactivated, .mediaReset, .suspended, .inputLost, .notResumed, .pausedByApp: .paused
        case .ringSwitchSilencesSystemSounds, .ringSwitchEndsSystemSounds,
            .ringSwitchSilencesRingtone, .ringSwitchSilencesTimer, .ringSwitch:
            .ringSwitch
        case .locked: .locked
        case .backgroundCategory, .noBackgroundMode: .background
        case .notActive: .notActive
        case .noOutput: .recordOnlyCategory
        case .recording, .recordingWithoutSystemSounds: .recordingElsewhere
        case .microphoneDenied, .microphoneUndetermined: .microphoneDenied
        case .appVolumeZero: .appVolumeZero
        case .volumeZero: .volumeZero
        case .endedByItself, .stoppedByApp, .endedByMediaReset: .stopped
        case .processGone: .processGone
        case .described(let kind, _): kind
        }
    }

    /// The app or the system event that acts on the stream.
    package var actor: Actor? {
        switch self {
        case .interrupted(let by): by
        case .recording(let app), .recordingWithoutSystemSounds(let app): .app(app)
        case .systemInterrupter(let interrupter): .system(interrupter)
        case .outputUnplugged, .routeLost, .deactivated, .mediaReset, .suspended, .inputLost,
            .notResumed, .pausedByApp, .ringSwitchSilencesSystemSounds, .ringSwitchEndsSystemSounds,
            .ringSwitchSilencesRingtone, .ringSwitchSilencesTimer, .ringSwitch, .locked,
            .backgroundCategory, .noBackgroundMode, .notActive, .noOutput, .microphoneDenied,
            .microphoneUndetermined, .appVolumeZero, .volumeZero, .endedByItself, .stoppedByApp,
            .processGone, .endedByMediaReset, .described:
            nil
        }
    }

    /// The fact as a clause: `the ring switch is silent and the ringtone obeys it`.
    ///
    /// - Parameter name: What the actor is called.
    func sentence(_ name: String) -> String {
        switch self {
        case .interrupted: "the session is interrupted by \(name)"
        case .outputUnplugged: "its output was unplugged, which interrupts the session"
        case .routeLost: "its output was unplugged and the system paused it"
        case .deactivated: "its session was deactivated while it ran"
        case .mediaReset: "the media services were reset, which ends every player"
        case .suspended: "its app was suspended"
        case .inputLost: "its session changed to a category without input"
        case .notResumed: "its interruption has ended and its app has not resumed it"
        case .pausedByApp: "its app paused it"
        case .ringSwitchSilencesSystemSounds:
            "the ring switch is silent and system sounds obey it"
        case .ringSwitchEndsSystemSounds:
            "the ring switch is silent, and a system sound that it silences ends at once"
        case .ringSwitchSilencesRingtone: "the ring switch is silent and the ringtone obeys it"
        case .ringSwitchSilencesTimer: "the ring switch is silent and the timer obeys it"
        case .ringSwitch(let category):
            "the ring switch is silent and category \(category.rawValue) obeys it"
        case .locked(let category):
            "the phone is locked and category \(category.rawValue) obeys that"
        case .backgroundCategory(let category):
            "the app is in the background, where category \(category.rawValue) is silent"
        case .noBackgroundMode:
            "the app is in the background and does not have the audio background mode"
        case .notActive: "the app's session is not active"
        case .noOutput(let category): "category \(category.rawValue) has no output"
        case .recording: "\(name) records, which silences all other output"
        case .recordingWithoutSystemSounds: "\(name) records, which silences system sounds"
        case .microphoneDenied: "the microphone is denied to the app"
        case .microphoneUndetermined:
            "the user has not been asked for permission to use the microphone"
        case .systemInterrupter(let interrupter):
            "system sounds are silent during the \(interrupter.rawValue)"
        case .appVolumeZero: "its app set its volume to zero"
        case .volumeZero(let volume): "the \(volume.rawValue) volume is zero"
        case .endedByItself: "it came to its end"
        case .stoppedByApp: "its app stopped it"
        case .processGone: "its app's process is gone"
        case .endedByMediaReset: "the media services were reset"
        case .described(_, let sentence): sentence
        }
    }
}
