public import AudioModel

/// One thing that an app did and that the guidelines for sound advise against.
public struct Advice: Sendable, Equatable {
    /// Time of what the app did.
    public var at: HostTime
    /// The app's name.
    public var app: String
    /// The guideline.
    public var guideline: Guideline
    /// What the app did, as a sentence.
    public var observation: String

    public init(at: HostTime, app: String, guideline: Guideline, observation: String) {
        self.at = at
        self.app = app
        self.guideline = guideline
        self.observation = observation
    }
}

/// A guideline for an app's sound that can be checked by what the app does.
///
/// Source: Apple, Human Interface Guidelines, "Playing audio"; Audio Session Programming Guide;
/// App Programming Guide for iOS, "App States"; for the last four, which concern calls that fail on
/// a device without an error, reports from devices (docs/facts.md). The sentences are ours.
public enum Guideline: String, CaseIterable, Sendable {
    case alertsForAlerts = "alerts-for-alerts"
    case steadyCategory = "steady-category"
    case silentAfterUnplug = "silent-after-unplug"
    case idleSession = "idle-session"
    case backgroundMode = "background-mode"
    case volumeButtons = "volume-buttons"
    case resumeAfterInterruption = "resume-after-interruption"
    case neverQuit = "never-quit"
    case slowLaunch = "slow-launch"
    case routeDetectionInFront = "route-detection-in-front"
    case saveState = "save-state"
    case closeProtected = "close-protected"
    case converterChannels = "converter-channels"
    case stopOutsideHandlers = "stop-outside-handlers"
    case stopPlayersWithEngine = "stop-players-with-engine"
    case pauseInterruptedRecording = "pause-interrupted-recording"

    /// Whether the guideline concerns an app's calls, which a story's scripted apps do not make.
    public var concernsCalls: Bool {
        switch self {
        case .saveState, .closeProtected, .converterChannels, .stopOutsideHandlers,
            .stopPlayersWithEngine,
            .pauseInterruptedRecording:
            true
        case .alertsForAlerts, .steadyCategory, .silentAfterUnplug, .idleSession,
            .backgroundMode, .volumeButtons, .resumeAfterInterruption, .neverQuit, .slowLaunch,
            .routeDetectionInFront:
            false
        }
    }

    /// The guideline as a sentence.
    public var sentence: String {
        switch self {
        case .alertsForAlerts:
            "An alert sound tells of something that needs attention; feedback is a system sound."
        case .steadyCategory:
            "A session's category is set before its sound starts, and stays while it sounds."
        case .silentAfterUnplug:
            "Sound that was private in headphones does not go on from the speaker."
        case .idleSession:
            "A session that plays and records nothing is inactive, so that others can sound."
        case .backgroundMode:
            "An app whose sound goes on in the background declares that it does."
        case .volumeButtons:
            "The volume belongs to the user: an app does not answer the buttons with its own."
        case .resumeAfterInterruption:
            "What an interruption paused goes on after it, when the system says that it should."
        case .saveState:
            "An app saves its state when it enters the background, where it may end without notice."
        case .closeProtected:
            "A protected file is closed before the phone protects it, and opened again after that."
        case .routeDetectionInFront:
            "An app looks for other outputs only while it is in front, because that costs power."
        case .neverQuit: "An app does not quit by itself; to the user that is a crash."
        case .slowLaunch: "An app is ready for its user within five seconds of its launch."
        case .converterChannels:
            "A converter between layouts without a common channel gives silence, and no error."
        case .stopOutsideHandlers:
            "A player node is not stopped in a completion handler, where a device deadlocks."
        case .stopPlayersWithEngine:
            "A player node that played when its engine stopped is silent until its own stop."
        case .pauseInterruptedRecording:
            "A recorder that is only interrupted loses what it has when it records again."
        }
    }

    /// What to do instead.
    public var remedy: String {
        switch self {
        case .alertsForAlerts: "Use AudioServicesPlaySystemSound for feedback."
        case .steadyCategory: "Set the category once, at launch, or stop the sound first."
        case .silentAfterUnplug:
            "Pause on a route change with the reason oldDeviceUnavailable."
        case .idleSession:
            "Deactivate the session with notifyOthersOnDeactivation when the sound is over."
        case .backgroundMode:
            "Set the category playback and list audio in UIBackgroundModes, or pause on "
                + "didEnterBackground."
        case .volumeButtons:
            "Leave the sound's volume as it is, and show an MPVolumeView for a slider."
        case .resumeAfterInterruption:
            "Activate the session and play again on interruption.ended with shouldResume."
        case .saveState:
            "Save it in applicationDidEnterBackground or in an observer of "
                + "didEnterBackgroundNotification, and restore it at the launch."
        case .closeProtected:
            "Close it in applicationProtectedDataWillBecomeUnavailable, or protect it with "
                + "completeUnlessOpen."
        case .routeDetectionInFront:
            "Set isRouteDetectionEnabled of the AVRouteDetector to false on didEnterBackground."
        case .neverQuit: "Remove the call of exit, and show what is wrong instead."
        case .slowLaunch:
            "Return from didFinishLaunching at once, and open files and sounds after it."
        case .converterChannels:
            "Set channelMap or downmix, or use formats whose layouts name the same channels."
        case .stopOutsideHandlers:
            "Call stop on a queue of the app's own, as in DispatchQueue.main.async."
        case .stopPlayersWithEngine:
            "Call stop of the player when the engine stops; schedule and play after its start."
        case .pauseInterruptedRecording:
            "Call pause of the recorder on interruption.began; after stop, record to another file."
        }
    }
}
