import AudioFormats
import AudioModel
import SoundClient
import SoundMixer
import SoundPolicy

// What the apps of a story and its user do.

extension Story {
    func perform(_ timed: TimedAction) {
        var status: Int32?
        var name = ""
        let failureCount = records.failures.count
        do throws(SessionError) {
            switch timed.action {
            case .app(let app, let act): try perform(act, by: app)
            case .phone(let act): try perform(act)
            }
        } catch {
            status = error.rawValue
            name = " (\(error))"
        }
        switch (timed.fails, status) {
        case (nil, nil): break
        case (let expected?, let found?) where expected.status == found: break
        case (let expected?, let found?):
            fail("\(timed.text): expected error \(expected.status), found \(found)\(name)")
        case (let expected?, nil):
            // What was not even tried has said so.
            guard records.failures.count == failureCount else { return }
            fail("\(timed.text): expected error \(expected.status), but it succeeded")
        case (nil, let found?): fail("\(timed.text): failed with error \(found)\(name)")
        }
    }

    func fail(_ message: String) {
        records.failures.append(
            StoryFailure(at: clock.now, line: currentLine, message: message))
    }

    // MARK: The phone

    private func perform(_ act: PhoneAct) throws(SessionError) {
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
        case .mediaServicesReset:
            server.send(.mediaServicesLost)
            server.send(.mediaServicesReset)
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

    /// The volume view is the foreground app's; without one it is the phone's own.
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
        case .leaves: server.leave(app.id)
        case .beginsTask(let task): try app.beginTask(task)
        case .endsTask(let task): try app.endTask(task)
        case .plays(let start):
            try play(start, in: app)
        case .prepares(let spec, let stream):
            try startVoice(spec, stream, .player, in: app, isHeld: true)
        case .sounds(let spec, let stream):
            try startVoice(spec, stream ?? nextName("sound", in: app), .systemSound, in: app)
        case .alerts(let spec, let stream):
            try startVoice(spec, stream ?? nextName("alert", in: app), .alertSound, in: app)
        case .records(let stream, _): try record(stream, in: app)
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

    /// Does something with an app that runs, or is started for it.
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
        // As its start-up code would, before the system says that it is active.
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

    /// Apps whose process is gone: at an act, or by themselves.
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

    // MARK: Streams

    /// `nil` for a stream that has ended, on which no act has an effect.
    private func number(of name: String, in app: SimulatedApp) -> Int? {
        let number = app.number(of: name)
        if number == nil, records.track(named: "\(app.declaration.name).\(name)") == nil {
            fail("\(app.declaration.name) never had a stream named \(name)")
        }
        return number
    }

    private func nextName(_ stem: String, in app: SimulatedApp) -> String {
        records.unusedName("\(app.declaration.name).\(stem)")
    }

    private func play(_ start: StreamStart, in app: SimulatedApp) throws(SessionError) {
        app.notePlayed(start)
        let loops =
            switch start.loops {
            case .more(let count): count
            case .forever: -1
            }
        try startVoice(
            start.sound, start.stream, start.player.streamKind, in: app, volume: start.volume,
            loops: loops, rate: start.rate)
    }

    private func startVoice(
        _ spec: SoundSpec, _ name: String, _ kind: StreamKind, in app: SimulatedApp,
        volume: Double = 1, loops: Int = 0, rate: Double = 1, isHeld: Bool = false
    ) throws(SessionError) {
        if let earlier = app.number(of: name) { try? app.sound.stopStream(earlier) }
        let track = records.beginTrack(app.declaration.name, name, spec.plainText, kind)
        track.keepTail(at: clock.now)
        let number = try startVoice(
            spec, track, loops: loops, rate: rate, in: app.sound
        ) { (source, ended) throws(SessionError) in
            try app.sound.startStream(
                kind, source, appVolume: Float(volume), isHeld: isHeld, ended: ended)
        }
        app.add(name, number: number, kind)
    }

    /// - Returns: The stream's number.
    func startPhoneSound(_ name: String, _ kind: StreamKind, _ spec: SoundSpec) -> Int? {
        let track = records.beginTrack("phone", name, spec.plainText, kind)
        track.keepTail(at: clock.now)
        let sound = phoneSounds.sound!
        return try? startVoice(
            spec, track, loops: 0, in: sound
        ) { (source, ended) throws(SessionError) in
            try sound.startStream(kind, source, ended: ended)
        }
    }

    private func startVoice(
        _ spec: SoundSpec, _ track: StreamTrack, loops: Int, rate: Double = 1,
        in sound: AppSound,
        _ start: (VoiceSource, @escaping @Sendable (Bool) -> Void) throws(SessionError) -> Int
    ) throws(SessionError) -> Int {
        let made = source(for: spec, seed: track.lane.fullName, loops: loops, rate: rate)
        let started = StartedStream(story: self, sound: sound)
        let number = try start(made.source, { _ in started.end() })
        started.number = number
        let id = StreamID(app: sound.connection.app, number: number)
        records.bind(id, to: track, sound)
        if judge.watchesClicks {
            track.sourceStep = sounds.largestStep(
                of: made.sound, from: spec, seed: track.lane.fullName, rate: rate, loops: loops)
        }
        guard case .feed(let feed) = made.source, let generator = made.generator else {
            return number
        }
        let feeder = Feeder(
            feed: feed, generator: generator, loops: loops, owner: id
        ) { made.restart?() }
        feeder.topUp()
        feeders.append(feeder)
        return number
    }

    private func record(_ name: String, in app: SimulatedApp) throws(SessionError) {
        let track = records.beginTrack(app.declaration.name, name, "microphone", .recorder)
        let started = StartedStream(story: self, sound: app.sound)
        let number: Int
        do throws(SessionError) {
            number = try app.sound.startRecording { _ in started.end() }
        } catch {
            records.noteRefusal(
                of: "a recording", to: app.declaration.name, error,
                app.sound.connection.session.category, at: clock.now)
            throw error
        }
        started.number = number
        records.bind(StreamID(app: app.id, number: number), to: track, app.sound)
        app.add(name, number: number, .recorder)
    }

    /// A stream's sound has ended: nobody may act on it any more.
    fileprivate func forget(_ number: Int, of sound: AppSound) {
        let id = StreamID(app: sound.connection.app, number: number)
        feeders.removeAll { $0.owner == id }
        apps.first { $0.sound === sound }?.forget(number: number)
    }

    private struct MadeSource {
        var source: VoiceSource
        var sound: StorySound
        var generator: (any SampleGenerator)?
        var restart: (() -> (any SampleGenerator)?)?
    }

    /// The stream's sound as the mixer takes it; silent when another stream plays solo.
    private func source(
        for spec: SoundSpec, seed: String, loops: Int, rate: Double
    ) -> MadeSource {
        let isMuted = solo.map { $0 != seed } ?? false
        // Opened before the story began; what fails now plays as nothing.
        let opened = try? sounds.sound(for: spec, seed: seed)
        let sound = opened?.stretched(by: rate) ?? .buffer(.silence(like: nil))
        switch sound {
        case .buffer(let buffer):
            let heard = isMuted ? SoundBuffer.silence(like: buffer) : buffer
            return MadeSource(source: .buffer(heard, loopCount: loops), sound: sound)
        case .stream(let make, _):
            let restart: () -> (any SampleGenerator)? = {
                guard let generator = try? make() else { return nil }
                return isMuted ? MutedGenerator(generator) : generator
            }
            let generator = restart() ?? SilenceGenerator(frameCount: 0)
            let feed = VoiceFeed(
                channelCount: generator.channelCount, sampleRate: generator.sampleRate,
                capacityFrames: Feeder.capacityFrames)
            return MadeSource(
                source: .feed(feed), sound: sound, generator: generator, restart: restart)
        }
    }
}

/// Ties a stream's end to the story without either keeping the other alive.
private final class StartedStream: @unchecked Sendable {
    weak var story: Story?
    weak var sound: AppSound?
    var number: Int?

    init(story: Story, sound: AppSound) {
        self.story = story
        self.sound = sound
    }

    func end() {
        guard let story, let sound, let number else { return }
        story.forget(number, of: sound)
    }
}

/// The frames of another generator, silent.
private struct MutedGenerator: SampleGenerator {
    private var muted: any SampleGenerator

    init(_ generator: any SampleGenerator) {
        muted = generator
    }

    var channelCount: Int { muted.channelCount }
    var sampleRate: Double { muted.sampleRate }

    mutating func generate(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        let count = muted.generate(into: samples, frameCount: frameCount)
        samples.update(repeating: 0, count: count * channelCount)
        return count
    }
}

extension SoundBuffer {
    /// Silence as long as a sound; a moment's where there is none.
    static func silence(like sound: SoundBuffer?) -> SoundBuffer {
        SoundBuffer(
            frameCount: sound?.frameCount ?? 1, channelCount: sound?.channelCount ?? 1,
            sampleRate: sound?.sampleRate ?? GeneratedSound.sampleRate
        ) { _ in }
    }
}
