import AudioModel
import SoundPolicy

// What the user does with the phone, and the world with it. Apps have been told of it when a
// function returns; what sounds follows as time passes.

extension SimulatedPhone {
    // MARK: Apps

    /// Brings an app to the foreground, as a tap on its icon does.
    public func open(_ app: App) {
        stage.prepareForAct()
        guard !isLocked else { return note("\(app.name) cannot be opened: the phone is locked") }
        guard app.state != .notRunning else {
            return note("\(app.name) cannot be opened: it is not running; launch it anew")
        }
        stage.server.open(app.staged.id)
        stage.runDue()
    }

    /// Opens an app for a URL of its.
    public func open(_ app: App, url: String) {
        stage.prepareForAct()
        guard !isLocked else { return note("\(app.name) cannot be opened: the phone is locked") }
        guard app.state != .notRunning else {
            return note("\(app.name) cannot be opened: it is not running; launch it anew")
        }
        stage.server.open(app.staged.id, url: url)
        stage.runDue()
    }

    /// Lets an app run in the background for some work, as the system does when there is some.
    public func runInBackground(_ app: App, for work: BackgroundWork) {
        stage.prepareForAct()
        guard app.state != .notRunning else { return note("\(app.name) is not running") }
        stage.server.runInBackground(app.staged.id, for: work)
        stage.runDue()
    }

    /// Leaves the app in front for the home screen.
    public func home() {
        stage.prepareForAct()
        guard let app = apps.first(where: { [.active, .inactive].contains($0.state) }) else {
            return note("no app is in front that could be left")
        }
        stage.server.leave(app.staged.id)
        stage.runDue()
    }

    /// The user removes the app from the switcher: it is told, and is gone.
    public func quit(_ app: App) { end(app, .quit) }

    /// The system ends the app.
    public func kill(_ app: App) { end(app, .killed) }

    /// The app's process dies where it stands; nothing is told.
    public func crash(_ app: App) { end(app, .crashed) }

    private func end(_ app: App, _ termination: Termination) {
        stage.prepareForAct()
        guard app.state != .notRunning else { return note("\(app.name) is not running") }
        // It is told before it is gone.
        stage.server.end(app.staged.id, termination)
        stage.runDue()
    }

    // MARK: Switch, buttons, volumes

    public func flipSwitch(_ position: RingSwitch) { happen(.ringSwitchMoved(position)) }

    public func press(_ button: VolumeButton, times: Int = 1) {
        for _ in 0..<max(times, 0) { happen(.volumePressed(button)) }
    }

    /// Moves a volume as Settings do, 0…1.
    public func setVolume(_ volume: Double, of kind: VolumeKind = .media) {
        happen(.volumeSet(kind, Float(volume)))
    }

    public func set(_ setting: DeviceSetting, on isOn: Bool) {
        happen(.settingChanged(setting, isOn: isOn))
    }

    // MARK: Outputs

    /// Plugs something in, or connects it; of AirPlay receivers: it comes within reach.
    public func plug(_ output: Output) { happen(.portPlugged(output)) }

    public func unplug(_ output: Output) {
        guard !output.kind.isBuiltIn else {
            return note("\(output) is part of the phone and cannot be unplugged")
        }
        happen(.portUnplugged(output))
    }

    /// The user's choice in the route picker.
    public func pick(_ output: Output) {
        guard stage.server.inspect({ $0.mayBePicked(output) }) else {
            return note("\(output) is not plugged in and cannot be picked")
        }
        happen(.routePicked(output))
    }

    // MARK: Calls and alarms

    /// A call rings.
    ///
    /// - Parameter asBanner: Shown over the app in front, which stays in use.
    public func receiveCall(asBanner: Bool = false) {
        happen(asBanner ? .callArrivedAsBanner : .callArrived)
    }

    public func answerCall() { happen(.callAnswered) }
    public func declineCall() { happen(.callDeclined) }
    /// Hangs up, or the other party does.
    public func endCall() { happen(.callEnded) }

    public func fireAlarm() { happen(.alarmFired) }
    public func dismissAlarm() { happen(.alarmDismissed) }
    public func snoozeAlarm() { happen(.alarmSnoozed) }
    public func fireTimer() { happen(.timerFired) }
    public func dismissTimer() { happen(.timerDismissed) }

    public func summonAssistant() { happen(.assistantBegan) }
    public func dismissAssistant() { happen(.assistantEnded) }
    public func beginEmergencyAlert() { happen(.emergencyBegan) }
    public func endEmergencyAlert() { happen(.emergencyEnded) }

    // MARK: Remote control

    /// The user presses a button of the lock screen or the control centre, for the app that plays.
    public func press(_ command: RemoteCommand) { happen(.remoteCommand(command)) }

    /// The user presses the button of a headset: once to play and pause, and for calls; twice for
    /// the next track, three times for the previous one.
    public func pressHeadset(times: Int = 1) {
        guard hasHeadsetButton else { return note("no headset with a button is connected") }
        happen(.headsetPressed(times: times))
    }

    private var hasHeadsetButton: Bool {
        stage.server.inspect { $0.hasHeadsetButton }
    }

    /// The app that remote commands are for: the last of those that take any to have begun to play,
    /// with a session that does not mix.
    public var nowPlayingApp: App? {
        let id = stage.server.inspect { $0.nowPlayingApp }
        return apps.first { $0.staged.id == id }
    }

    // MARK: What the phone says

    /// A message's tone plays once, or the phone vibrates.
    public func receiveMessage() { happen(.messageArrived) }

    /// A key of the phone's keyboard clicks.
    public func clickKey() { happen(.keyClicked) }

    // MARK: The rest

    public func lock() { happen(.locked) }
    /// Unlocks; the app that was in front is in front again.
    public func unlock() { happen(.unlocked) }

    /// The process that plays for every app dies and comes back: whatever they had made is gone.
    public func resetMediaServices() {
        happen(.mediaServicesLost)
        happen(.mediaServicesReset)
    }

    /// Apps are warned, and those that are suspended may be ended.
    public func runLowOnMemory() { happen(.memoryLow) }

    /// What microphones hear from now on: a tone without end, with a peak of 0.25.
    public func makeSound(hertz: Double) {
        stage.prepareForAct()
        room.change(to: .tone(hertz: hertz, seconds: 1), loops: true, at: stage.frame)
    }

    /// What microphones hear from now on, once.
    ///
    /// - Parameter samples: Mono, 48,000 a second, full scale ±1; none for silence.
    public func makeSound(_ samples: [Float]) {
        stage.prepareForAct()
        let sound = SoundBuffer(
            frameCount: samples.count, channelCount: 1, sampleRate: RoomSound.sampleRate
        ) { buffer in
            _ = buffer.update(fromContentsOf: samples)
        }
        room.change(to: sound, loops: false, at: stage.frame)
    }

    /// The app in front needs memory: others are ended until it is there.
    public func takeMemory(megabytes: Int) { happen(.memoryNeeded(megabytes: megabytes)) }

    // MARK: What lies over the app in front

    public func showAlert() { happen(.overlayOpened(.alert)) }
    public func dismissAlert() { happen(.overlayClosed(.alert)) }
    /// Pulls something over the app in front.
    public func openOverlay(_ overlay: Overlay) { happen(.overlayOpened(overlay)) }
    public func closeOverlay(_ overlay: Overlay) { happen(.overlayClosed(overlay)) }
    /// A notification over the app in front, which stays in use.
    public func showBanner() { happen(.bannerShown) }

    /// Something of the system's changes that every app is told: its settings, the locale, the
    /// orientation.
    public func change(_ change: SystemChange) { happen(.systemChanged(change)) }

    private func happen(_ event: DeviceEvent) {
        stage.prepareForAct()
        if let words = stage.server.inspect({ $0.missingObject(of: event) }) {
            note("'\(event.words)' does nothing: \(words)")
        }
        stage.server.send(event)
        stage.runDue()
    }
}

// What can be seen of the phone.

extension SimulatedPhone {
    public var isLocked: Bool { stage.server.inspect { $0.isLocked } }
    public var ringSwitch: RingSwitch { stage.server.inspect { $0.ringSwitch } }

    /// 0…1.
    public func volume(of kind: VolumeKind) -> Double {
        Double(stage.server.inspect { $0.currentVolume(kind) })
    }

    /// Where the sound goes now.
    public var outputs: [Output] { stage.server.inspect { $0.route }.outputs }

    /// When it vibrated; the last 5,000 times at least.
    public var vibrations: [Duration] { watch.vibrations.map(\.duration) }

    /// What happened to it, oldest first: `1.500  call arrives`.
    public var history: [String] {
        watch.happenings.map { "\($0.time.secondsText)  \($0.words)" }
    }
}
