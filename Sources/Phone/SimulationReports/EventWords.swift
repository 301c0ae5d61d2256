package import AudioModel
import SoundPolicy

extension DeviceEvent {
    /// What happened, in the scenario language's words.
    package var words: String {
        switch self {
        case .ringSwitchMoved(let position): "switch \(position.rawValue)"
        case .volumePressed(let button): "press volume \(button.rawValue)"
        case .volumeSet(let kind, let volume): "\(kind.rawValue) \(shortest(volume))"
        case .settingChanged(let setting, let isOn):
            "setting \(setting.rawValue) \(isOn ? "on" : "off")"
        case .portPlugged(let port): "plug \(port)"
        case .portUnplugged(let port): "unplug \(port)"
        case .routePicked(let port): "route \(port) is picked"
        case .callArrived: "call arrives"
        case .callArrivedAsBanner: "call arrives as banner"
        case .callAnswered: "call is answered"
        case .callDeclined: "call is declined"
        case .callEnded: "call ends"
        case .callEndedByRemoteParty: "call ends by remote party"
        case .alarmFired: "alarm fires"
        case .alarmDismissed: "alarm is dismissed"
        case .alarmSnoozed: "alarm is snoozed"
        case .timerFired: "timer fires"
        case .timerDismissed: "timer is dismissed"
        case .assistantBegan: "assistant begins"
        case .assistantEnded: "assistant ends"
        case .emergencyBegan: "emergency begins"
        case .emergencyEnded: "emergency ends"
        case .locked: "lock"
        case .unlocked: "unlock"
        case .mediaServicesLost: "media services are lost"
        case .mediaServicesReset: "media services are reset"
        case .memoryLow: "memory is low"
        case .memoryNeeded(let megabytes): "memory needed \(megabytes)"
        case .overlayOpened(.alert): "alert appears"
        case .overlayClosed(.alert): "alert is dismissed"
        case .overlayOpened(let overlay): "\(overlay.rawValue) opens"
        case .overlayClosed(let overlay): "\(overlay.rawValue) closes"
        case .bannerShown: "banner appears"
        case .remoteCommand(let command): "user presses \(command.words)"
        case .headsetPressed(let times): "headset press \(times)"
        case .headsetHeld(presses: 1): "headset press long"
        case .headsetHeld(let presses): "headset hold \(presses)"
        case .headsetReleased: "headset release"
        case .messageArrived: "message arrives"
        case .keyClicked: "keyboard clicks"
        case .systemChanged(let change): "change \(change.rawValue)"
        }
    }
}
