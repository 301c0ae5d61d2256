/// A request of an app to the server. The answer is immediate: granted, or refused with a
/// `SessionError`.
public enum AppRequest: Hashable, Sendable {
    case setCategory(SessionCategory, SessionMode, SessionOptions, RouteSharingPolicy)
    case setMode(SessionMode)
    case activate
    case deactivate(notifyingOthers: Bool)

    /// Starts a stream; activates the session first for kinds that a session governs. `appVolume`
    /// is the app's own volume, linear.
    case startStream(number: Int, StreamKind, appVolume: Float)
    /// Prepares a player without playing it, which activates the session.
    case prepareStream(number: Int, StreamKind, appVolume: Float)
    case pauseStream(number: Int)
    case resumeStream(number: Int)
    case stopStream(number: Int)
    case setStreamVolume(number: Int, Float)
    /// Lets a system sound continue when its app's process ends.
    case letStreamOutliveApp(number: Int)
    /// Reports that the stream's sound has played to its end.
    case streamEnded(number: Int)

    /// A vibration without a sound (`kSystemSoundID_Vibrate`).
    case vibrate
    /// Sets the media volume, as the slider of an in-app volume view does.
    case setMediaVolume(Float)
    /// Whether system sounds and haptics may play while this session records.
    case allowHapticsAndSystemSoundsDuringRecording(Bool)
    /// Overrides the output port temporarily with the built-in speaker, or ends the override.
    case overrideOutput(PortOverride)
    case prefer(SessionPreference, Bool)
    /// Sets the input to use where there is a choice; `nil` leaves the choice to the system.
    case setPreferredInput(Port?)

    /// Begins a background task. Refused with `resourceNotAvailable` when no background time is
    /// available.
    case beginBackgroundTask(BackgroundTaskID)
    /// Ends a background task. Unknown identifiers are ignored.
    case endBackgroundTask(BackgroundTaskID)
    /// Opens a URL in another app, which comes to the foreground. Refused with
    /// `resourceNotAvailable` unless the requesting app is active.
    case openURL(String)
    /// Reports that the app's code has returned from a callback
    /// (`AppDescription.answersCallbacks`).
    case returned(from: WatchedCallback)
    /// Replaces the set of remote commands that the app takes.
    case enableRemoteCommands(RemoteCommands)
    /// Lets a music player, which is another app in the background, begin to play because the user
    /// of the requesting app wants it. Without effect unless the app may do so.
    case startPlayer(AppID)
    /// Brings the app of the system's music player to the foreground, as a request to show it.
    /// Without effect unless the requesting app is active.
    case openPlayer(AppID)

    /// The app's provider of calls (CallKit) reports what has become of the app's VoIP call, which
    /// is from then on the provider's: the user's acts reach it as `AppNotification.callRequested`.
    /// Refused with `resourceNotAvailable` where there is nothing for the event to act on.
    case call(AppCallEvent)
    /// The user begins a call from the app, and its provider prepares it: until `call(.started)` or
    /// `call(.ended)` the app cannot activate its session. Refused like `call(.started)`.
    case prepareCall
}

extension AppRequest {
    /// The stream that the request starts or prepares.
    package var startedStream: Int? {
        switch self {
        case .startStream(let number, _, _), .prepareStream(let number, _, _): number
        default: nil
        }
    }

    /// The stream that the request ends.
    package var endedStream: Int? {
        switch self {
        case .stopStream(let number), .streamEnded(let number): number
        default: nil
        }
    }
}
