// The text of events, as the scenario language, the device service and messages write it.

extension DeviceEvent {
    /// The event's text without its argument: `memory needed`.
    ///
    /// It is the beginning of `text`, and the same for events that differ in an argument only.
    public var name: String {
        switch self {
        case .ringSwitchMoved: "switch"
        case .volumePressed: "press volume"
        case .volumeSet(let kind, _): kind.rawValue
        case .settingChanged: "setting"
        case .portPlugged: "plug"
        case .portUnplugged: "unplug"
        case .routePicked: "route"
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
        case .memoryLow: "memory low"
        case .memoryNeeded: "memory needed"
        case .overlayOpened(.alert): "alert appears"
        case .overlayClosed(.alert): "alert is dismissed"
        case .overlayOpened(let overlay): "\(overlay.rawValue) opens"
        case .overlayClosed(let overlay): "\(overlay.rawValue) closes"
        case .bannerShown: "banner appears"
        case .systemChanged: "change"
        case .turned: "phone turns"
        case .batteryChanged: "battery"
        case .proximityChanged: "proximity"
        case .remoteCommand: "user presses"
        case .headsetPressed: "headset press"
        case .headsetHeld(presses: 1): "headset press long"
        case .headsetHeld: "headset hold"
        case .headsetReleased: "headset release"
        case .messageArrived: "message arrives"
        case .keyClicked: "keyboard clicks"
        }
    }

    /// The event in the scenario language's words: `switch silent`.
    ///
    /// The text of an event that is not among `examples` is for messages only.
    public var text: String { argument.map { "\(name) \($0)" } ?? name }

    /// The event in the same words, easier to read in messages: with numbers rounded, and ports and
    /// commands in full.
    package var words: String {
        switch self {
        case .volumeSet(_, let volume): "\(name) \(shortest(volume))"
        case .portPlugged(let port), .portUnplugged(let port): "\(name) \(port)"
        case .routePicked(let port): "route \(port) is picked"
        case .memoryLow: "memory is low"
        case .remoteCommand(let command): "\(name) \(command.words)"
        default: text
        }
    }

    private var argument: String? {
        switch self {
        case .ringSwitchMoved(let position): position.rawValue
        case .volumePressed(let button): button.rawValue
        case .volumeSet(_, let volume): DecimalText.text(volume)
        case .settingChanged(let setting, let isOn): "\(setting.rawValue) \(isOn ? "on" : "off")"
        case .portPlugged(let port), .portUnplugged(let port), .routePicked(let port): port.text
        case .memoryNeeded(let megabytes): "\(megabytes)"
        case .systemChanged(let change): change.rawValue
        case .turned(let orientation): orientation.rawValue
        case .batteryChanged(let battery): "\(battery.percent) \(battery.state.rawValue)"
        case .proximityChanged(let isNear): isNear ? "near" : "far"
        case .remoteCommand(let command): command.words(number: DecimalText.text)
        case .headsetHeld(presses: 1): nil
        case .headsetPressed(let count), .headsetHeld(let count): "\(count)"
        default: nil
        }
    }

    /// The events that a user of the scenario language can name: one event of each `name`, in the
    /// order in which messages list their words.
    ///
    /// The others have no words of their own there: the volume of calls is set with the buttons,
    /// and the media services are lost and reset in one action.
    public static let examples: [DeviceEvent] =
        [
            .ringSwitchMoved(.ring), .volumePressed(.up), .volumeSet(.media, 1),
            .volumeSet(.ringer, 1), .settingChanged(.vibrateOnRing, isOn: true),
            .portPlugged(.headphones), .portUnplugged(.headphones), .routePicked(.speaker),
            .callArrived, .callArrivedAsBanner, .callEnded, .callEndedByRemoteParty, .callAnswered,
            .callDeclined,
            .alarmFired, .alarmDismissed, .alarmSnoozed, .timerFired, .timerDismissed,
            .assistantBegan, .assistantEnded, .emergencyBegan, .emergencyEnded,
            .locked, .unlocked, .memoryLow, .memoryNeeded(megabytes: 1),
            .overlayOpened(.alert), .overlayClosed(.alert), .bannerShown,
            .systemChanged(.orientation), .turned(.portrait), .batteryChanged(Battery(1)),
            .proximityChanged(isNear: true), .remoteCommand(.play),
            .headsetReleased, .headsetHeld(presses: 2), .headsetHeld(presses: 1),
            .headsetPressed(times: 1), .messageArrived, .keyClicked,
        ]
        + [Overlay.notificationCentre, .controlCentre, .appSwitcher].flatMap {
            [.overlayOpened($0), .overlayClosed($0)]
        }
}

extension Port {
    /// The port in the scenario language's words, with an unusual name in quotes.
    package var text: String {
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        }
        return isPlain ? description : kind.rawValue + ":" + name.inQuotes
    }
}

extension String {
    /// The text as a string of the scenario language.
    package var inQuotes: String {
        var result = "\""
        for (scalar, next) in zip(unicodeScalars, unicodeScalars.dropFirst().map { $0 } + [" "]) {
            // A dollar sign before a name would stand for a value.
            let isReference = scalar == "$" && (next.properties.isAlphabetic || next == "{")
            if scalar == "\"" || scalar == "\\" || isReference { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}
