public import AudioModel

// Descriptions of events, for the causes in a verdict's reasons.

extension DeviceEvent {
    /// A clause in the past tense: `the ring switch was moved to silent`.
    public var sentence: String {
        switch self {
        case .ringSwitchMoved(let position): "the ring switch was moved to \(position.rawValue)"
        case .volumePressed(let button): "volume \(button.rawValue) was pressed"
        case .volumeSet(let kind, let volume): "the \(kind.rawValue) volume was set to \(volume)"
        case .settingChanged(let setting, let isOn):
            "the setting \(setting.rawValue) was switched \(isOn ? "on" : "off")"
        case .portPlugged(let port): "\(port): plugged in"
        case .portUnplugged(let port): "\(port): unplugged"
        case .routePicked(let port): "\(port): picked as the output"
        case .callArrived: "a call arrived"
        case .callArrivedAsBanner: "a call arrived as a banner"
        case .callAnswered: "the call was answered"
        case .callDeclined: "the call was declined"
        case .callEnded: "the call ended"
        case .callEndedByRemoteParty: "the remote party ended the call"
        case .alarmFired: "the alarm fired"
        case .alarmDismissed: "the alarm was dismissed"
        case .alarmSnoozed: "the alarm was snoozed"
        case .timerFired: "the timer fired"
        case .timerDismissed: "the timer was dismissed"
        case .assistantBegan: "the assistant began"
        case .assistantEnded: "the assistant ended"
        case .emergencyBegan: "an emergency alert began"
        case .emergencyEnded: "the emergency alert ended"
        case .mediaServicesLost: "the media services were lost"
        case .mediaServicesReset: "the media services were reset"
        case .memoryLow: "memory ran low"
        case .memoryNeeded(let megabytes): "\(megabytes) MB of memory were needed"
        case .overlayOpened(let overlay): "the \(overlay.words) appeared"
        case .overlayClosed(let overlay): "the \(overlay.words) was dismissed"
        case .bannerShown: "a banner was shown"
        case .systemChanged(let change): "\(change.rawValue) changed"
        case .turned(let orientation): "the phone was turned to \(orientation.rawValue)"
        case .batteryChanged(let battery):
            "the battery was at \(battery.percent) %, \(battery.state.rawValue)"
        case .proximityChanged(let isNear):
            "something \(isNear ? "came close to" : "left") the proximity sensor"
        case .remoteCommand(let command): "the user pressed \(command.words)"
        case .headsetPressed(times: 1): "the headset's button was pressed"
        case .headsetPressed(let times): "the headset's button was pressed \(times) times"
        case .headsetHeld(presses: 1): "the headset's button was held"
        case .headsetHeld(let presses):
            "the headset's button was pressed \(presses) times and held"
        case .headsetReleased: "the headset's button was released"
        case .messageArrived: "a message arrived"
        case .keyClicked: "a key was pressed"
        case .locked: "the phone was locked"
        case .unlocked: "the phone was unlocked"
        }
    }
}

extension Overlay {
    var words: String {
        switch self {
        case .alert: "alert"
        case .notificationCentre: "notification centre"
        case .controlCentre: "control centre"
        case .appSwitcher: "app switcher"
        }
    }
}

extension AppRequest {
    /// A clause in the past tense without a subject: `activated its session`.
    var sentence: String {
        switch self {
        case .setCategory(let category, _, _, _): "set category \(category.rawValue)"
        case .setMode(let mode): "set mode \(mode.rawValue)"
        case .activate: "activated its session"
        case .deactivate(notifyingOthers: true): "deactivated its session, notifying others"
        case .deactivate(notifyingOthers: false): "deactivated its session without notifying"
        case .startStream: "started a sound"
        case .prepareStream: "prepared a player"
        case .pauseStream: "paused the sound"
        case .resumeStream: "resumed the sound"
        case .stopStream: "stopped the sound"
        case .setStreamVolume(_, let volume): "set the sound's volume to \(volume)"
        case .letStreamOutliveApp: "let the sound outlive its process"
        case .streamEnded: "played the sound to its end"
        case .vibrate: "asked for a vibration"
        case .setMediaVolume(let volume): "moved its volume slider to \(volume)"
        case .allowHapticsAndSystemSoundsDuringRecording(let allows):
            "\(allows ? "allowed" : "forbade") system sounds while it records"
        case .overrideOutput(.speaker): "sent its output to the speaker"
        case .overrideOutput(.none): "gave up its choice of the speaker"
        case .prefer(.noInterruptions, let isOn):
            "\(isOn ? "asked" : "stopped asking") not to be interrupted by banners"
        case .prefer(.disconnectInterruption, let isOn):
            "\(isOn ? "asked" : "refused") to be interrupted when its output is unplugged"
        case .setPreferredInput(let port?): "asked for the input \(port)"
        case .setPreferredInput(nil): "left the choice of input to the system"
        case .beginBackgroundTask: "began a background task"
        case .endBackgroundTask: "ended a background task"
        case .openURL: "opened a URL of another app"
        case .returned(let callback): "returned from \(callback.rawValue)"
        case .startPlayer: "started a music player"
        case .openPlayer: "opened the music player"
        case .call(let event): event.report
        case .prepareCall: "prepares a call"
        case .enableRemoteCommands([]): "stopped taking remote commands"
        case .enableRemoteCommands(let commands):
            "takes the remote commands " + commands.kinds.map(\.rawValue).joined(separator: ", ")
        }
    }
}

extension AppCallEvent {
    /// The event as a clause: `a call of Chat was answered`.
    package func sentence(about app: String) -> String {
        switch self {
        case .arrived: "\(app) received a call"
        case .started: "\(app) started a call"
        case .answered: "the call of \(app) was answered"
        case .declined: "the call of \(app) was declined"
        case .ended: "the call of \(app) ended"
        case .held: "the call of \(app) was put on hold"
        case .resumed: "the call of \(app) was taken up again"
        }
    }
}

extension AppCallEvent {
    /// The event as a report of the app's provider, a clause without its subject.
    fileprivate var report: String {
        switch self {
        case .arrived: "reported a call"
        case .started: "started a call"
        case .answered: "answered its call"
        case .declined: "declined its call"
        case .ended: "ended its call"
        case .held: "put its call on hold"
        case .resumed: "took its call up again"
        }
    }
}

extension PolicyEvent {
    /// The event as a clause with its subject: `Game activated its session`.
    package func sentence(about subject: String) -> String {
        switch self {
        case .appLaunched: "\(subject) was launched"
        case .appOpened: "\(subject) was opened"
        case .appOpenedByURL: "\(subject) was opened by a URL"
        case .appRunInBackground(_, let work): "\(subject) was run for \(work.rawValue)"
        case .appLeft: "\(subject) was left"
        case .appEnded(_, .quit): "\(subject) quit"
        case .appEnded(_, .killed): "\(subject) was killed"
        case .appEnded(_, .crashed): "\(subject) crashed"
        case .app(_, let request): "\(subject) \(request.sentence)"
        case .appCall(_, let event): event.sentence(about: subject)
        case .appSystemChanged(_, let change): "\(change.rawValue) of \(subject) changed"
        case .device(let device): device.sentence
        case .deadlineReached: "time passed"
        }
    }
}

extension PolicyMachine {
    /// The name of the app that the event is about; empty for the device.
    func subject(of event: PolicyEvent) -> String {
        switch event {
        case .appLaunched(_, let description): description.name
        case .appOpened(let app), .appOpenedByURL(let app, _), .appRunInBackground(let app, _),
            .appLeft(let app), .appEnded(let app, _), .app(let app, _), .appCall(let app, _),
            .appSystemChanged(let app, _):
            name(of: app)
        case .device, .deadlineReached: ""
        }
    }

    func name(of app: AppID) -> String {
        app == .phone ? "the phone" : apps[app]?.description.name ?? "an app"
    }

    func name(of actor: Actor) -> String {
        switch actor {
        case .app(let app): name(of: app)
        case .system(let interrupter): "the \(interrupter.rawValue)"
        }
    }
}
