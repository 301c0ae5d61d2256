import AudioFormats
import AudioModel
import SoundClient
import SoundMixer
import SoundPolicy

// Actions of a story's apps and its user.

extension Story {
    func perform(_ timed: TimedAction) {
        var status: Int32?
        var name = ""
        let failureCount = records.failures.count
        if isResumeOfLostQueue(timed.action) {
            (status, name) = (Self.queueInvalidated, " (the queue is invalidated)")
        } else {
            do throws(SessionError) {
                switch timed.action {
                case .app(let app, let act): try perform(act, by: app)
                case .phone(let act): try perform(act)
                }
            } catch {
                status = error.rawValue
                name = " (\(error))"
            }
        }
        switch (timed.fails, status) {
        case (nil, nil): break
        case (let expected?, let found?) where expected.status == found: break
        case (let expected?, let found?):
            fail("\(timed.text): expected error \(expected.status), found \(found)\(name)")
        case (let expected?, nil):
            // An action that was not attempted has already reported why.
            guard records.failures.count == failureCount else { return }
            fail("\(timed.text): expected error \(expected.status), but it succeeded")
        case (nil, let found?): fail("\(timed.text): failed with error \(found)\(name)")
        }
    }

    func fail(_ message: String) {
        records.failures.append(
            StoryFailure(
                at: clock.now, line: currentLocation.line, column: currentLocation.column,
                message: message))
    }

    private func warn(_ message: String) {
        records.warnings.append(
            StoryWarning(at: clock.now, location: currentLocation, message: message))
    }

    /// The status of `kAudioQueueErr_QueueInvalidated`.
    private static let queueInvalidated: Int32 = -66671

    /// Whether the action resumes a queue that a media-services reset ended.
    private func isResumeOfLostQueue(_ action: Action) -> Bool {
        guard case .app(let name, .resumes(let stream)) = action,
            let app = apps.first(where: { $0.declaration.name == name })
        else { return false }
        return app.lostQueues.contains(stream)
    }

    // MARK: The phone

    /// Warns of an action that changes nothing.
    private func warnOfMissingObject(_ act: PhoneAct) {
        let event = act == .unlock ? DeviceEvent.unlocked : act.deviceEvent
        guard let event, let words = server.inspect({ $0.missingObject(of: event) }) else { return }
        warn("'\(act)' does nothing: \(words)")
    }

    private func resetMediaServices() {
        server.send(.mediaServicesLost)
        if !configuration.rulesOff.contains(.mediaResetEndsSessions) {
            for app in apps {
                app.loseQueues { number in
                    records.noteEnd(
                        of: StreamID(app: app.id, number: number),
                        because: "the media services were reset")
                }
            }
        }
        server.send(.mediaServicesReset)
    }

    private func perform(_ act: PhoneAct) throws(SessionError) {
        warnOfMissingObject(act)
        switch act {
        case .ringSwitch(let position): server.send(.ringSwitchMoved(position))
        case .press(let button, let times):
            for _ in 0..<times { server.send(.volumePressed(button)) }
        case .slider(let volume): try moveSlider(to: Float(volume))
        case .mediaVolume(let volume): server.send(.volumeSet(.media, Float(volume)))
        case .ringerVolume(let volume): server.send(.volumeSet(.ringer, Float(volume)))
        case .setting(let setting, let isOn): server.send(.settingChanged(setting, isOn: isOn))
        case .plug(let port): server.send(.portPlugged(port))
        case .unplug(let port):
            if port.kind.isBuiltIn {
                fail("\(port) is part of the phone and cannot be unplugged")
            } else {
                server.send(.portUnplugged(port))
            }
        case .route(let port): pick(port)
        case .callArrives(let asBanner):
            server.send(asBanner ? .callArrivedAsBanner : .callArrived)
        case .callIsAnswered: server.send(.callAnswered)
        case .callIsDeclined: server.send(.callDeclined)
        case .callEnds: server.send(.callEnded)
        case .alarmFires: server.send(.alarmFired)
        case .alarmIsDismissed: server.send(.alarmDismissed)
        case .alarmIsSnoozed: server.send(.alarmSnoozed)
        case .timerFires: server.send(.timerFired)
        case .timerIsDismissed: server.send(.timerDismissed)
        case .lock: server.send(.locked)
        case .unlock: unlock()
        case .assistantBegins: server.send(.assistantBegan)
        case .assistantEnds: server.send(.assistantEnded)
        case .emergencyBegins: server.send(.emergencyBegan)
        case .emergencyEnds: server.send(.emergencyEnded)
        case .mediaServicesReset: resetMediaServices()
        case .memoryLow: server.send(.memoryLow)
        case .memoryNeeded(let megabytes): server.send(.memoryNeeded(megabytes: megabytes))
        case .overlayOpens(let overlay): server.send(.overlayOpened(overlay))
        case .overlayCloses(let overlay): server.send(.overlayClosed(overlay))
        case .bannerAppears: server.send(.bannerShown)
        case .changes(let change): server.send(.systemChanged(change))
        case .remoteCommand(let command): server.send(.remoteCommand(command))
        case .headsetPress(let times): server.send(.headsetPressed(times: times))
        case .messageArrives: server.send(.messageArrived)
        case .keyboardClicks: server.send(.keyClicked)
        }
    }

    private func pick(_ port: Port) {
        let isThere = server.inspect { $0.mayBePicked(port) }
        guard isThere else { return fail("\(port) is not plugged in and cannot be picked") }
        server.send(.routePicked(port))
    }

    private func unlock() {
        guard server.inspect({ $0.isLocked }) else { return }
        for app in apps where server.inspect({ $0.state(of: app.id) }) == .background {
            app.pauseWhatLockSilenced()
        }
        server.send(.unlocked)
    }

    /// Moves the volume view of the foreground app; without one, the phone's own slider.
    private func moveSlider(to volume: Float) throws(SessionError) {
        let foreground = apps.first { app in
            [.active, .inactive].contains(server.inspect { $0.state(of: app.id) })
        }
        if let foreground {
            try foreground.sound.request(.setMediaVolume(volume))
        } else {
            server.send(.volumeSet(.media, volume))
        }
    }

    // MARK: Apps

    private func perform(_ act: AppAct, by name: String) throws(SessionError) {
        switch act {
        case .opens: return try open(name)
        case .opensURL(let url): return try open(name, url: url)
        case .isWoken(let work): return try wake(name, work)
        case .hangs(let callback, let seconds): return hang(name, callback, seconds)
        default: break
        }
        guard let app = apps.first(where: { $0.declaration.name == name }) else {
            return fail("\(name) \(act.name): \(name) is not running; open it first")
        }
        if case .ends(let termination) = act { return end(app, termination) }
        guard server.inspect({ $0.state(of: app.id) }) != .suspended else {
            return fail("\(name) \(act.name): \(name) is suspended, and nothing runs in it")
        }
        switch act {
        case .opens, .opensURL, .isWoken, .hangs, .ends: break
        case .leaves:
            if ![.active, .inactive].contains(server.inspect({ $0.state(of: app.id) })) {
                warn("'\(name) leaves' does nothing: \(name) is not in front")
            }
            server.leave(app.id)
        case .beginsTask(let task): try app.beginTask(task)
        case .endsTask(let task):
            if !app.hasTask(task) {
                warn("'\(name) ends task \(task)' does nothing: there is no such task")
            }
            try app.endTask(task)
        case .plays(let start):
            try play(start, in: app)
        case .prepares(let spec, let stream):
            try startVoice(spec, stream, .player, in: app, isHeld: true)
        case .sounds(let spec, let stream):
            try startVoice(spec, stream ?? nextName("sound", in: app), .systemSound, in: app)
        case .alerts(let spec, let stream):
            try startVoice(spec, stream ?? nextName("alert", in: app), .alertSound, in: app)
        case .records(let stream, let spec): try record(stream, from: spec, in: app)
        case .pauses(let stream):
            if let number = number(of: stream, in: app) { try app.pause(number) }
        case .resumes(let stream):
            if let number = number(of: stream, in: app) { try app.resume(number) }
        case .stops(let stream):
            if let number = number(of: stream, in: app) { try app.sound.stopStream(number) }
        case .setsVolume(let stream, let volume):
            if let number = number(of: stream, in: app) {
                try app.sound.setVolume(Float(volume), ofStream: number)
            }
        default: try performSessionCall(act, of: app)
        }
    }

    private func performSessionCall(_ act: AppAct, of app: SimulatedApp) throws(SessionError) {
        switch act {
        case .vibrates: try app.sound.request(.vibrate)
        case .setsCategory(let category, let mode, let options, let policy):
            try app.sound.request(.setCategory(category, mode, options, policy))
        case .setsMode(let mode): try app.sound.request(.setMode(mode))
        case .activates: try app.sound.request(.activate)
        case .deactivates(let notifying):
            try app.sound.request(.deactivate(notifyingOthers: notifying))
        case .overrides(let port): try app.sound.request(.overrideOutput(port))
        case .prefers(let preference, let isOn):
            try app.sound.request(.prefer(preference, isOn))
        case .setsCommands(let commands):
            try app.sound.request(.enableRemoteCommands(commands))
        default: preconditionFailure("refused before the story began, or done elsewhere")
        }
    }

    private func open(_ name: String, url: String? = nil) throws(SessionError) {
        guard !server.inspect({ $0.isLocked }) else {
            return fail("\(name) opens: the phone is locked; unlock it first")
        }
        try withProcess(of: name) { app in
            if let url { server.open(app, url: url) } else { server.open(app) }
        }
    }

    private func wake(_ name: String, _ work: BackgroundWork) throws(SessionError) {
        try withProcess(of: name) { server.runInBackground($0, for: work) }
    }

    private func hang(_ name: String, _ callback: WatchedCallback, _ seconds: Double?) {
        hangs[name, default: [:]][callback] = .some(seconds)
        apps.first { $0.declaration.name == name }?.hang(in: callback, seconds: seconds)
    }

    /// Acts on an app's process, starting it if it does not run.
    private func withProcess(
        of name: String, _ act: (AppID) -> Void
    ) throws(SessionError) {
        if let app = apps.first(where: { $0.declaration.name == name }) { return act(app.id) }
        guard let declaration = scenario.apps.first(where: { $0.name == name }) else { return }
        let app = SimulatedApp(
            declaration, clock: clock, environment: environment, server: server,
            answersCallbacks: hangingApps.contains(name), hangs: hangs[name] ?? [:])
        app.start = { [weak self, weak app] (start) throws(SessionError) in
            guard let app else { return }
            try self?.play(start, in: app)
        }
        apps.append(app)
        records.names[app.id] = name
        // An app's start-up code runs before it becomes active.
        var refusal: SessionError?
        if let category = declaration.category {
            do throws(SessionError) {
                try app.sound.request(
                    .setCategory(
                        category, declaration.mode, declaration.options, declaration.policy))
            } catch {
                refusal = error
            }
        }
        act(app.id)
        if let refusal { throw refusal }
    }

    /// Records apps that ended with an action or by themselves.
    func noteEndedApps() {
        let gone = server.inspect { machine in
            apps.filter { machine.state(of: $0.id) == .notRunning }
        }
        guard !gone.isEmpty else { return }
        for app in gone {
            if !quitters.contains(app.id) { records.letClick(app.sound, until: clock.now) }
            leftovers.append(app.sound)
        }
        apps.removeAll { app in gone.contains { $0 === app } }
    }

    private func end(_ app: SimulatedApp, _ termination: Termination) {
        if termination == .quit { quitters.insert(app.id) }
        server.end(app.id, termination)
        noteEndedApps()
    }
}
