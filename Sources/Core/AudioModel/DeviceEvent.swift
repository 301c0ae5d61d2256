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
    /// The user turns the device.
    case turned(DeviceOrientation)
    case batteryChanged(Battery)
    /// Something comes close to the proximity sensor, as the user's ear does, or leaves it.
    case proximityChanged(isNear: Bool)
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

extension DeviceEvent {
    /// Number of presses of a headset's button that have a meaning.
    public static let headsetPresses = 1...3
    /// Number of presses that have a meaning when the last of them is held.
    public static let headsetHolds = 1...3
}
