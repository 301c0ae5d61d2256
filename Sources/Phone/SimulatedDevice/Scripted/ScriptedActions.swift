import AudioModel
import DeviceActions
import ScenarioLanguage
import SoundClient
import SoundPolicy
import SoundServer

// Actions of the user and of apps.

extension ScriptedPhone {
    func app(named name: String) -> ScriptedApp? {
        apps.first { $0.declaration.name == name }
    }

    func state(of app: ScriptedApp) -> AppState { server.inspect { $0.state(of: app.id) } }

    /// The reason why an action changes nothing, as a clause; `nil` if it changes something.
    func missingObject(of act: PhoneAct) -> String? {
        guard case .event(let event) = act else { return nil }
        return server.inspect { $0.missingObject(of: event) }
    }

    /// Performs an action of a running app.
    func perform(_ act: AppAct, by app: ScriptedApp) throws(SessionError) {
        switch act {
        case .ends(let termination):
            server.end(app.id, termination)
            noteEndedApps()
        case .leaves: server.leave(app.id)
        case .call(let event): server.send(event, toCallOf: app.id)
        case .changesSetting: server.send(.settings, to: app.id)
        case .beginsTask(let task): try app.beginTask(task)
        case .endsTask(let task): try app.endTask(task)
        case .plays(let start): try play(start, in: app)
        case .prepares(let spec, let stream):
            try prepare(spec, as: stream, in: app)
        case .sounds(let spec, let stream):
            try startVoice(spec, stream ?? nextName("sound", in: app), .systemSound, in: app)
        case .alerts(let spec, let stream):
            try startVoice(spec, stream ?? nextName("alert", in: app), .alertSound, in: app)
        case .records(let stream, let spec):
            if isFree(stream, in: app) { try record(stream, from: spec, in: app) }
        case .films(let film, let withMicrophone):
            if isFree(film, in: app) { app.film(as: film, withMicrophone: withMicrophone) }
        case .zooms(let factor, let rate): app.zoom(to: factor, rate: rate)
        case .stops(let film) where app.films[film] != nil: app.stopFilm(film)
        case .pauses, .resumes, .stops, .setsVolume:
            if !(try app.perform(onLatePlayer: act)) { try perform(onStream: act, in: app) }
        case .startsPlayer(let name):
            guard let player = self.app(named: name) else { return }
            try app.sound.request(.startPlayer(player.id))
            try player.playForOther()
        case .picksRoute(let port): server.send(.routePicked(port))
        default: if let request = act.request { try app.sound.request(request) }
        }
    }

    /// Performs an action on a stream of an app.
    private func perform(onStream act: AppAct, in app: ScriptedApp) throws(SessionError) {
        guard let name = act.stream, let number = number(of: name, in: app) else { return }
        switch act {
        case .pauses: try app.pause(number)
        case .resumes: try app.resume(number)
        case .stops: try app.stop(number)
        case .setsVolume(_, let volume): try app.setVolume(Float(volume), of: number)
        default: break
        }
    }

    /// Acts on an app's process, starting it if it does not run.
    func withProcess(of name: String, _ act: (AppID) -> Void) throws(SessionError) {
        if let app = app(named: name) { return act(app.id) }
        guard let declaration = installed.first(where: { $0.name == name }) else { return }
        let app = ScriptedApp(declaration, on: self)
        apps.append(app)
        didLaunch(app)
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

    /// Removes an app from the phone: it ends, and nothing is left of what it was.
    func remove(_ name: String) {
        hangs[name] = nil
        guard let app = app(named: name) else { return }
        server.end(app.id, .killed)
        noteEndedApps()
    }

    /// Removes apps that have ended with an action, by themselves or by the system.
    func noteEndedApps() {
        let ended = server.inspect { machine in
            apps.filter { machine.state(of: $0.id) == .notRunning }
        }
        guard !ended.isEmpty else { return }
        apps.removeAll { app in ended.contains { $0 === app } }
        for app in ended {
            app.endFilms()
            app.networkWay?.close()
            leftovers.append(app.sound)
            didEnd(app)
        }
    }

    /// Moves the volume view of the foreground app; without one, the phone's own slider.
    func moveSlider(to volume: Float) throws(SessionError) {
        let foreground = apps.first { [.active, .inactive].contains(state(of: $0)) }
        guard let foreground else { return server.send(.volumeSet(.media, volume)) }
        try foreground.sound.request(.setMediaVolume(volume))
    }

    func unlock() {
        guard server.inspect({ $0.isLocked }) else { return }
        for app in apps where state(of: app) == .background { app.pauseWhatLockSilenced() }
        server.send(.unlocked)
    }
}

extension AppAct {
    /// The single request that the action consists of; `nil` for other actions.
    var request: AppRequest? {
        switch self {
        case .vibrates: .vibrate
        case .setsCategory(let category, let mode, let options, let policy):
            .setCategory(category, mode, options, policy)
        case .setsMode(let mode): .setMode(mode)
        case .activates: .activate
        case .deactivates(let notifying): .deactivate(notifyingOthers: notifying)
        case .overrides(let port): .overrideOutput(port)
        case .prefers(let preference, let isOn): .prefer(preference, isOn)
        case .setsCommands(let commands): .enableRemoteCommands(commands)
        default: nil
        }
    }
}
