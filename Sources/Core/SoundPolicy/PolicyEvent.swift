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
    case device(DeviceEvent)
    /// The time of `PolicyMachine.nextDeadline` has been reached.
    case deadlineReached
}

/// An event of the device: an action of the user, the network or an accessory.
public enum DeviceEvent: Hashable, Sendable {
    case ringSwitchMoved(RingSwitch)
    case volumePressed(VolumeButton)
    /// The user sets a volume without the buttons: in Settings or on a remote control.
    case volumeSet(VolumeKind, Float)
    case settingChanged(DeviceSetting, isOn: Bool)
    /// A port is plugged in; an AirPlay receiver comes within reach.
    case portPlugged(Port)
    /// A port is unplugged; an AirPlay receiver is out of reach.
    case portUnplugged(Port)
    /// The user picks an output in the route picker; the speaker for none of the accessories.
    case routePicked(Port)
    case callArrived
    /// A call shown as a banner over the foreground app, which stays active.
    case callArrivedAsBanner
    case callAnswered
    case callDeclined
    /// The user hangs up.
    case callEnded
    /// The remote party hangs up.
    case callEndedByRemoteParty
    case alarmFired
    case alarmDismissed
    case alarmSnoozed
    case timerFired
    case timerDismissed
    case assistantBegan
    case assistantEnded
    case emergencyBegan
    case emergencyEnded
    case locked
    case unlocked
    /// The media server ends, and with it all players and sessions.
    case mediaServicesLost
    case mediaServicesReset
    /// The system frees the memory of suspended apps.
    case memoryLow
    /// The foreground app needs this much memory; other apps are ended to free it.
    case memoryNeeded(megabytes: Int)
    case overlayOpened(Overlay)
    case overlayClosed(Overlay)
    /// A notification shown as a banner over the foreground app, which stays active.
    case bannerShown
    case systemChanged(SystemChange)
    /// The user gives a command on the lock screen or in the control centre.
    case remoteCommand(RemoteCommand)
    /// The user presses a headset's button one or more times in quick succession.
    case headsetPressed(times: Int)
    /// The user presses a headset's button a number of times, and holds it at the last press: once
    /// is a long press.
    case headsetHeld(presses: Int)
    /// The user releases a headset's button that is held.
    case headsetReleased
    /// A message arrives; its tone plays once.
    case messageArrived
    /// A key of the on-screen keyboard is pressed.
    case keyClicked
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
