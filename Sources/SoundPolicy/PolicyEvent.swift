import AudioModel

/// Everything that can happen to the policy.
public enum PolicyEvent: Hashable, Sendable {
    /// A process starts, in the background until it is opened.
    case appLaunched(AppID, AppDescription)
    /// The user brings it to the foreground; launches are told here.
    case appOpened(AppID)
    /// As `appOpened`, for a URL.
    case appOpenedByURL(AppID, String)
    /// The system lets it run in the background for a while.
    case appRunInBackground(AppID, BackgroundWork)
    /// The home button.
    case appLeft(AppID)
    case appEnded(AppID, Termination)
    case app(AppID, AppRequest)
    case device(DeviceEvent)
    /// The time of `PolicyMachine.nextDeadline` has come.
    case deadlineReached
}

/// What the user, the network or a plug does to the device.
public enum DeviceEvent: Hashable, Sendable {
    case ringSwitchMoved(RingSwitch)
    case volumePressed(VolumeButton)
    /// Set by the user elsewhere than with the buttons: Settings, a remote control.
    case volumeSet(VolumeKind, Float)
    case settingChanged(DeviceSetting, isOn: Bool)
    case portPlugged(Port)
    /// Of AirPlay receivers: within reach, or out of it.
    case portUnplugged(Port)
    /// The user's choice in the route picker; the speaker for none of the accessories.
    case routePicked(Port)
    case callArrived
    /// Shown as a banner over the app in front, which stays in use.
    case callArrivedAsBanner
    case callAnswered
    case callDeclined
    case callEnded
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
    /// The process that plays for every app is gone, and with it all that they had made.
    case mediaServicesLost
    case mediaServicesReset
    /// The system takes back the memory of what is suspended.
    case memoryLow
    /// The app in front needs so many megabytes: others are ended until they are there.
    case memoryNeeded(megabytes: Int)
    case overlayOpened(Overlay)
    case overlayClosed(Overlay)
    /// A notification shown over the app in front, which stays in use.
    case bannerShown
    case systemChanged(SystemChange)
    /// From the lock screen or the control centre.
    case remoteCommand(RemoteCommand)
    /// Presses of a headset's button in quick succession.
    case headsetPressed(times: Int)
    /// Its tone plays once.
    case messageArrived
    /// A key of the device's keyboard.
    case keyClicked
}

/// What the server is to do.
public enum PolicyEffect: Hashable, Sendable {
    /// A stream's verdict is new or has changed; its app and the stream guard are to follow it.
    case verdict(StreamID, Verdict, StreamDirective)
    case notify(AppID, AppNotification)
    case vibrate(StreamID?)
    case deviceChanged(DeviceChange)
    case appChanged(AppID, AppState)
    /// Its process is ended without a word to it; `appChanged` follows.
    case appKilled(AppID, KillReason)
    case sessionChanged(AppID, isActive: Bool)
    /// The device's own sound begins; whoever sounds it starts a stream of this kind. Message tones
    /// and key clicks end by themselves.
    case deviceSoundBegins(StreamKind)
    case deviceSoundEnds(StreamKind)
    /// A remote command or a press of a headset's button was for no app.
    case remoteCommandIgnored(IgnoredCommand)
    /// A vibration or a key click does not happen.
    case soundSuppressed(SuppressedSound)
}

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

public enum CallState: String, CaseIterable, Hashable, Sendable {
    case none
    case ringing
    case connected
}

/// The answer to one event.
public struct PolicyResponse: Hashable, Sendable {
    /// In the order in which they are to be performed.
    public var effects: [PolicyEffect]
    /// Why an app's request was refused; `nil` when it was granted. A refusal can have effects:
    /// deactivating a busy session stops its sound and is refused all the same.
    public var refusal: SessionError?

    public init(effects: [PolicyEffect] = [], refusal: SessionError? = nil) {
        self.effects = effects
        self.refusal = refusal
    }
}
