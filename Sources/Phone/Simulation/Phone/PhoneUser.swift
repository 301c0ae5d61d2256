public import AudioModel
import SoundClient
import SoundPolicy
import SoundServer

// Actions of the user and of the environment. Notifications have been delivered when a function
// returns; the sound follows as time passes.

extension SimulatedPhone {
    // MARK: Apps

    /// Brings an app to the foreground, like a tap on its icon.
    public func open(_ app: App) {
        stage.loop.prepareForAct()
        guard !isLocked else { return note("\(app.name) cannot be opened: the phone is locked") }
        guard app.state != .notRunning else {
            return note("\(app.name) cannot be opened: it is not running; launch it again")
        }
        stage.server.open(app.staged.id)
        stage.loop.runDue()
    }

    /// Opens an app with a URL.
    public func open(_ app: App, url: String) {
        stage.loop.prepareForAct()
        guard !isLocked else { return note("\(app.name) cannot be opened: the phone is locked") }
        guard app.state != .notRunning else {
            return note("\(app.name) cannot be opened: it is not running; launch it again")
        }
        stage.server.open(app.staged.id, url: url)
        stage.loop.runDue()
    }

    /// Lets an app run in the background for some work, as the system does when there is work.
    public func runInBackground(_ app: App, for work: BackgroundWork) {
        stage.loop.prepareForAct()
        guard app.state != .notRunning else { return note("\(app.name) is not running") }
        stage.server.runInBackground(app.staged.id, for: work)
        stage.loop.runDue()
    }

    /// Leaves the app in front for the home screen.
    public func home() {
        stage.loop.prepareForAct()
        guard let app = apps.first(where: { [.active, .inactive].contains($0.state) }) else {
            return note("no app is in front that could be left")
        }
        stage.server.leave(app.staged.id)
        stage.loop.runDue()
    }

    /// Removes the app from the app switcher: the app is notified and ends.
    ///
    /// The state that it has saved for its next launch is forgotten.
    public func quit(_ app: App) {
        end(app, .quit)
        installed(app.identifier).discard()
    }

    /// Ends the app as the system does, without a notification.
    public func kill(_ app: App) { end(app, .killed) }

    /// Crashes the app: its process ends without any notification.
    public func crash(_ app: App) { end(app, .crashed) }

    private func end(_ app: App, _ termination: Termination) {
        stage.loop.prepareForAct()
        guard app.state != .notRunning else { return note("\(app.name) is not running") }
        // The notification is delivered before the process ends.
        stage.server.end(app.staged.id, termination)
        stage.loop.runDue()
    }

    // MARK: Switch, buttons, volumes

    /// Moves the ring/silent switch.
    public func flipSwitch(_ position: RingSwitch) { happen(.ringSwitchMoved(position)) }

    /// Presses a volume button, once or several times.
    public func press(_ button: VolumeButton, times: Int = 1) {
        for _ in 0..<max(times, 0) { happen(.volumePressed(button)) }
    }

    /// Sets a volume of 0…1 as Settings does.
    public func setVolume(_ volume: Double, of kind: VolumeKind = .media) {
        happen(.volumeSet(kind, Float(volume)))
    }

    /// Switches a setting of the phone on or off.
    public func set(_ setting: DeviceSetting, on isOn: Bool) {
        happen(.settingChanged(setting, isOn: isOn))
    }

    // MARK: Outputs

    /// Plugs an accessory in or connects it; an AirPlay receiver comes within reach.
    public func plug(_ output: Output) { happen(.portPlugged(output)) }

    /// Unplugs or disconnects an accessory.
    public func unplug(_ output: Output) {
        guard !output.kind.isBuiltIn else {
            return note("\(output) is part of the phone and cannot be unplugged")
        }
        happen(.portUnplugged(output))
    }

    /// Picks an output in the route picker, whether an app's button has opened it or the user the
    /// control centre. A sheet that an app has opened is closed.
    public func pick(_ output: Output) {
        let isShown = routePickerApp != nil
        if isShown, !routeChoices.contains(where: { $0.output == output }) {
            note("\(output) is not among the outputs of the route picker")
        } else if !stage.server.inspect({ $0.mayBePicked(output) }) {
            note("\(output) is not plugged in and cannot be picked")
        } else {
            happen(.routePicked(output))
        }
        guard isShown else { return }
        dismissRouteSheet()
        stage.loop.runDue()
    }

    // MARK: Calls and alarms

    /// Receives a call, which rings.
    ///
    /// - Parameter asBanner: Whether it is shown as a banner, so that the app in front stays in
    ///   use.
    public func receiveCall(asBanner: Bool = false) {
        happen(asBanner ? .callArrivedAsBanner : .callArrived)
    }

    /// Answers the ringing call.
    public func answerCall() { happen(.callAnswered) }
    /// Declines the ringing call.
    public func declineCall() { happen(.callDeclined) }
    /// Ends the call.
    ///
    /// - Parameter party: The party that hangs up. A VoIP call that a telephone call has put on hold
    ///   resumes when the user hangs up; when the remote party does, it stays on hold until the user
    ///   resumes it (``resumeCall(of:)``).
    public func endCall(by party: CallParty = .user) {
        happen(party == .user ? .callEnded : .callEndedByRemoteParty)
    }

    /// Lets an alarm ring.
    public func fireAlarm() { happen(.alarmFired) }
    /// Stops the ringing alarm.
    public func dismissAlarm() { happen(.alarmDismissed) }
    /// Snoozes the ringing alarm.
    public func snoozeAlarm() { happen(.alarmSnoozed) }
    /// Lets a timer ring.
    public func fireTimer() { happen(.timerFired) }
    /// Stops the ringing timer.
    public func dismissTimer() { happen(.timerDismissed) }

    /// Starts the voice assistant.
    public func summonAssistant() { happen(.assistantBegan) }
    /// Ends the voice assistant.
    public func dismissAssistant() { happen(.assistantEnded) }
    /// Begins an emergency alert.
    public func beginEmergencyAlert() { happen(.emergencyBegan) }
    /// Ends the emergency alert.
    public func endEmergencyAlert() { happen(.emergencyEnded) }

    // MARK: Remote control

    /// Presses a button of the lock screen or Control Center, which reaches the now-playing app.
    public func press(_ command: RemoteCommand) { happen(.remoteCommand(command)) }

    /// Presses the button of a headset: once for play, pause and calls; twice for the next track,
    /// three times for the previous one.
    public func pressHeadset(times: Int = 1) {
        guard hasHeadsetButton else { return note("no headset with a button is connected") }
        happen(.headsetPressed(times: times))
    }

    /// Presses the button of a headset a number of times and holds it at the last press: once, a long
    /// press, begins the assistant or declines a ringing call; at the second press it seeks forward
    /// and at the third backward, until `releaseHeadset()`.
    public func holdHeadset(presses: Int = 1) {
        guard hasHeadsetButton else { return note("no headset with a button is connected") }
        happen(.headsetHeld(presses: presses))
    }

    /// Releases the button of a headset that is held, which ends a seek.
    public func releaseHeadset() { happen(.headsetReleased) }

    private var hasHeadsetButton: Bool {
        stage.server.inspect { $0.hasHeadsetButton }
    }

    /// The app that remote commands reach: the last app to start playing, among those that accept
    /// commands and have a session that does not mix.
    public var nowPlayingApp: App? {
        let id = stage.server.inspect { $0.nowPlayingApp }
        return apps.first { $0.staged.id == id }
    }

    // MARK: Sounds of the phone

    /// Receives a message: its tone plays once, or the phone vibrates.
    public func receiveMessage() { happen(.messageArrived) }

    /// Clicks a key of the phone's keyboard.
    public func clickKey() { happen(.keyClicked) }

    // MARK: Lock, memory, microphone

    /// Locks the phone.
    public func lock() { happen(.locked) }
    /// Unlocks the phone; the app that was in front returns to the front.
    public func unlock() { happen(.unlocked) }

    /// Resets the media services: the audio server restarts, and all queues and players are lost.
    public func resetMediaServices() {
        happen(.mediaServicesLost)
        happen(.mediaServicesReset)
    }

    /// Warns apps of low memory; suspended apps may be ended.
    public func runLowOnMemory() { happen(.memoryLow) }

    /// Plays a tone into the microphones from now on, without end, with a peak of 0.25.
    public func makeSound(hertz: Double) {
        stage.loop.prepareForAct()
        room.change(to: .tone(hertz: hertz, seconds: 1), loops: true, at: stage.frame)
    }

    /// Plays samples into the microphones once, from now on.
    ///
    /// - Parameter samples: Mono at 48 kHz, full scale ±1; empty for silence.
    public func makeSound(_ samples: [Float]) {
        stage.loop.prepareForAct()
        let sound = SoundBuffer(
            frameCount: samples.count, channelCount: 1, sampleRate: RoomSound.sampleRate
        ) { buffer in
            _ = buffer.update(fromContentsOf: samples)
        }
        room.change(to: sound, loops: false, at: stage.frame)
    }

    /// Allocates memory for the app in front: other apps are ended until enough is free.
    public func takeMemory(megabytes: Int) { happen(.memoryNeeded(megabytes: megabytes)) }

    // MARK: Overlays

    /// Shows a system alert over the app in front, which becomes inactive.
    public func showAlert() { happen(.overlayOpened(.alert)) }
    /// Closes the system alert.
    public func dismissAlert() { happen(.overlayClosed(.alert)) }
    /// Opens an overlay over the app in front.
    public func openOverlay(_ overlay: Overlay) { happen(.overlayOpened(overlay)) }
    /// Closes an overlay.
    public func closeOverlay(_ overlay: Overlay) { happen(.overlayClosed(overlay)) }
    /// Shows a notification banner over the app in front, which stays in use.
    public func showBanner() { happen(.bannerShown) }

    /// Changes a system property that all apps are notified of: settings, locale, orientation.
    public func change(_ change: SystemChange) { happen(.systemChanged(change)) }

    func happen(_ event: DeviceEvent) {
        stage.loop.prepareForAct()
        if let words = stage.server.inspect({ $0.missingObject(of: event) }) {
            note("'\(event.words)' does nothing: \(words)")
        }
        stage.server.send(event)
        // Files that can be read again are open before an app hears of it.
        openProtectedFiles()
        switch event {
        case .portPlugged, .portUnplugged:
            for app in apps where app.state != .notRunning {
                app.staged.sound.routeDetection.routesMayHaveChanged()
            }
        default: break
        }
        stage.loop.runDue()
    }
}

// The phone's visible state.

extension SimulatedPhone {
    /// Whether the phone is locked.
    public var isLocked: Bool { stage.server.inspect { $0.isLocked } }
    /// The position of the ring/silent switch.
    public var ringSwitch: RingSwitch { stage.server.inspect { $0.ringSwitch } }

    /// The volume of a kind, 0…1.
    public func volume(of kind: VolumeKind) -> Double {
        Double(stage.server.inspect { $0.currentVolume(kind) })
    }

    /// The current outputs.
    public var outputs: [Output] { stage.server.inspect { $0.route }.outputs }

    /// Times of vibrations; at least the last 5,000.
    public var vibrations: [Duration] { watch.vibrations.map(\.duration) }

    /// The phone's events, oldest first: `1.500  call arrives`.
    public var history: [String] {
        watch.happenings.map { "\($0.time.secondsText)  \($0.words)" }
    }
}
