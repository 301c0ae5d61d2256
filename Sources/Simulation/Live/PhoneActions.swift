import AudioFormats
import AudioModel
import SoundClient
import SoundMixer
import SoundPolicy

// Actions of the user and the environment on a live phone, and the reasons why one is impossible.

extension LivePhone {
    /// The reason why an action is impossible now; `nil` if it is possible.
    func problem(with action: Action) -> String? {
        switch action {
        case .phone(let act): problem(with: act)
        case .app(let name, .opens), .app(let name, .opensURL): problem(withOpening: name)
        case .app(let name, .isWoken):
            installed.contains { $0.name == name } ? nil : "there is no \(name)"
        case .app(_, .hangs): "built-in apps do not hang"
        case .app(let name, let act): problem(with: act, by: name)
        }
    }

    private func problem(with act: PhoneAct) -> String? {
        switch act {
        case .unplug(let port) where port.kind.isBuiltIn: "\(port) is part of the phone"
        case .headsetPress where !server.inspect { $0.hasHeadsetButton }:
            "no headset with a button is connected"
        case .route(let port):
            server.inspect { $0.mayBePicked(port) } ? nil : "\(port) is not plugged in"
        default: missingObject(of: act)
        }
    }

    private func missingObject(of act: PhoneAct) -> String? {
        let event = act == .unlock ? DeviceEvent.unlocked : act.deviceEvent
        return event.flatMap { event in server.inspect { $0.missingObject(of: event) } }
    }

    private func problem(withOpening name: String) -> String? {
        guard installed.contains(where: { $0.name == name }) else { return "there is no \(name)" }
        return server.inspect { $0.isLocked } ? "the phone is locked" : nil
    }

    private func problem(with act: AppAct, by name: String) -> String? {
        guard let app = app(named: name) else { return "\(name) is not running" }
        if case .ends = act { return nil }
        if case .resumes(let stream) = act, app.lostQueues.contains(stream) {
            return "\(name).\(stream) went with the media services; start a new queue"
        }
        if act.startsStream, let stream = act.stream, app.isTaken(stream) {
            return "\(name).\(stream) still lasts; stop it first"
        }
        return state(of: app) == .suspended
            ? "\(name) is suspended, and nothing runs in it" : nil
    }

    func perform(_ act: PhoneAct) throws(SessionError) {
        switch act {
        case .press(let button, let times):
            for _ in 0..<times { server.send(.volumePressed(button)) }
        case .slider(let volume): try moveSlider(to: Float(volume))
        case .unlock: unlock()
        case .mediaServicesReset:
            server.send(.mediaServicesLost)
            for app in apps { app.loseQueues() }
            server.send(.mediaServicesReset)
        default: if let event = act.deviceEvent { server.send(event) }
        }
    }

    private func moveSlider(to volume: Float) throws(SessionError) {
        let foreground = apps.first { [.active, .inactive].contains(state(of: $0)) }
        guard let foreground else { return server.send(.volumeSet(.media, volume)) }
        try foreground.sound.request(.setMediaVolume(volume))
    }

    private func unlock() {
        guard server.inspect({ $0.isLocked }) else { return }
        for app in apps where state(of: app) == .background { app.pauseWhatLockSilenced() }
        server.send(.unlocked)
    }
}

extension PhoneAct {
    /// The single event that the action consists of; `nil` if it is more than one event, or depends
    /// on the app in front.
    var deviceEvent: DeviceEvent? {
        switch self {
        case .ringSwitch(let position): .ringSwitchMoved(position)
        case .mediaVolume(let volume): .volumeSet(.media, Float(volume))
        case .ringerVolume(let volume): .volumeSet(.ringer, Float(volume))
        case .setting(let setting, let isOn): .settingChanged(setting, isOn: isOn)
        case .plug(let port): .portPlugged(port)
        case .unplug(let port): .portUnplugged(port)
        case .route(let port): .routePicked(port)
        case .callArrives(let asBanner): asBanner ? .callArrivedAsBanner : .callArrived
        case .callIsAnswered: .callAnswered
        case .callIsDeclined: .callDeclined
        case .callEnds: .callEnded
        case .alarmFires: .alarmFired
        case .alarmIsDismissed: .alarmDismissed
        case .alarmIsSnoozed: .alarmSnoozed
        case .timerFires: .timerFired
        case .timerIsDismissed: .timerDismissed
        case .assistantBegins: .assistantBegan
        case .assistantEnds: .assistantEnded
        case .emergencyBegins: .emergencyBegan
        case .emergencyEnds: .emergencyEnded
        case .lock: .locked
        case .memoryLow: .memoryLow
        case .memoryNeeded(let megabytes): .memoryNeeded(megabytes: megabytes)
        case .overlayOpens(let overlay): .overlayOpened(overlay)
        case .overlayCloses(let overlay): .overlayClosed(overlay)
        case .bannerAppears: .bannerShown
        case .changes(let change): .systemChanged(change)
        case .remoteCommand(let command): .remoteCommand(command)
        case .headsetPress(let times): .headsetPressed(times: times)
        case .messageArrives: .messageArrived
        case .keyboardClicks: .keyClicked
        case .press, .slider, .unlock, .mediaServicesReset: nil
        }
    }
}
