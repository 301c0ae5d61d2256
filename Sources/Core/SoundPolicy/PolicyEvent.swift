public import AudioModel

/// An event that the policy handles.
public enum PolicyEvent: Hashable, Sendable {
    /// An app's process starts, in the background until it is opened.
    case appLaunched(AppID, AppDescription)
    /// The user brings an app to the foreground; the launch notifications are delivered now.
    case appOpened(AppID)
    /// A URL brings an app to the foreground.
    case appOpenedByURL(AppID, String)
    /// The system runs an app in the background for a limited time.
    case appRunInBackground(AppID, BackgroundWork)
    /// The user leaves the foreground app with the home button.
    case appLeft(AppID)
    case appEnded(AppID, Termination)
    case app(AppID, AppRequest)
    /// Something happens to a VoIP call of an app.
    case appCall(AppID, AppCallEvent)
    /// A change of the system that only one app is notified of: its own settings.
    case appSystemChanged(AppID, SystemChange)
    case device(DeviceEvent)
    /// The time of `PolicyMachine.nextDeadline` has been reached.
    case deadlineReached
}

/// An effect that the server performs.
public enum PolicyEffect: Hashable, Sendable {
    /// A stream's verdict is new or has changed. The app obeys the directive, and the stream guard
    /// verifies it.
    case verdict(StreamID, Verdict, StreamDirective)
    case notify(AppID, AppNotification)
    case vibrate(StreamID?)
    case deviceChanged(DeviceChange)
    case appChanged(AppID, AppState)
    /// The app's process is killed without a notification; `appChanged` follows.
    case appKilled(AppID, KillReason)
    case sessionChanged(AppID, isActive: Bool)
    /// One of the device's own sounds begins; the device starts a stream of this kind. Message
    /// tones and key clicks end by themselves.
    case deviceSoundBegins(StreamKind)
    case deviceSoundEnds(StreamKind)
    /// A remote command or a press of a headset's button reached no app.
    case remoteCommandIgnored(IgnoredCommand)
    /// A vibration or a key click does not happen.
    case soundSuppressed(SuppressedSound)
}

/// A change of the device's state, for reports.
public enum DeviceChange: Hashable, Sendable {
    case volume(VolumeKind, Float)
    case route(Route, RouteChangeReason)
    case ringSwitch(RingSwitch)
    case lock(isLocked: Bool)
    case setting(DeviceSetting, isOn: Bool)
    case call(CallState)
    case alarm(isSounding: Bool)
    case timer(isSounding: Bool)
    case assistant(isListening: Bool)
    case emergency(isSounding: Bool)
    case mediaServices(areThere: Bool)
}

/// The state of the phone call.
public enum CallState: String, CaseIterable, Hashable, Sendable {
    case none
    case ringing
    case connected
}

/// The state of the VoIP call of an app.
public enum AppCallState: String, CaseIterable, Hashable, Sendable {
    case ringing
    /// The user has answered, and the app's provider of calls prepares.
    case answering
    /// The user calls somebody, and the app's provider of calls prepares.
    case starting
    case connected
    case held
}

/// The app with a VoIP call, and the state of the call.
public struct AppCallSnapshot: Hashable, Sendable {
    public let app: AppID
    public let state: AppCallState
}

/// The response to one event.
public struct PolicyResponse: Hashable, Sendable {
    /// The effects, in the order in which the server performs them.
    public var effects: [PolicyEffect]
    /// The refusal of an app's request; `nil` when it was granted. A refused request can have
    /// effects: deactivating a busy session stops its sound and is refused all the same.
    public var refusal: SessionError?
    /// Why it was refused; `nil` when it was granted.
    public var reason: RefusalReason?

    public init(
        effects: [PolicyEffect] = [], refusal: SessionError? = nil, reason: RefusalReason? = nil
    ) {
        self.effects = effects
        self.refusal = refusal
        self.reason = reason
    }
}
