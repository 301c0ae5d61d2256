/// What an app asks of the server. Answered at once: done, or refused with a `SessionError`.
public enum AppRequest: Hashable, Sendable {
    case setCategory(SessionCategory, SessionMode, SessionOptions, RouteSharingPolicy)
    case setMode(SessionMode)
    case activate
    case deactivate(notifyingOthers: Bool)

    /// Starts a stream; activates the session first for kinds under a session.
    /// `appVolume` is the app's own, linear.
    case startStream(number: Int, StreamKind, appVolume: Float)
    /// Prepares a player without sounding, which activates the session.
    case prepareStream(number: Int, StreamKind)
    case pauseStream(number: Int)
    case resumeStream(number: Int)
    case stopStream(number: Int)
    case setStreamVolume(number: Int, Float)
    /// Lets a system sound go on when its app's process ends.
    case letStreamOutliveApp(number: Int)
    /// The stream's sound has come to its end by itself.
    case streamEnded(number: Int)

    /// A vibration asked for by itself (`kSystemSoundID_Vibrate`).
    case vibrate
    /// An in-app volume view's slider.
    case setMediaVolume(Float)
    /// Whether system sounds and haptics are let through while this session records.
    case allowHapticsAndSystemSoundsDuringRecording(Bool)
    /// Sends the output to the loudspeaker for the time being, or back.
    case overrideOutput(PortOverride)
    case prefer(SessionPreference, Bool)
    /// The microphone to take where there is a choice; nil for the system's own.
    case setPreferredInput(Port?)

    /// Asks for time in the background. Refused with `resourceNotAvailable` where there is none.
    case beginBackgroundTask(BackgroundTaskID)
    /// Unknown ones are ignored.
    case endBackgroundTask(BackgroundTaskID)
    /// Opens a URL that another app shows, which comes to the front. Refused with
    /// `resourceNotAvailable` unless the app is in front itself.
    case openURL(String)
    /// The app's code has returned from what it was told (`AppDescription.answersCallbacks`).
    case returned(from: WatchedCallback)
    /// The remote commands that the app takes from now on.
    case enableRemoteCommands(RemoteCommands)
}
