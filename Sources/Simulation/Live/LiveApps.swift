import AudioFormats
import AudioModel
import SoundClient
import SoundMixer
import SoundPolicy
import Synchronization

// Actions of a live phone's apps.

extension LivePhone {
    package func isRunning(_ name: String) -> Bool { app(named: name) != nil }

    /// Whether a built-in app has a track that a remote command could start.
    package func hasTrack(_ name: String) -> Bool {
        app(named: name)?.playlist.currentTrack != nil
    }

    /// The identifier of a built-in app; `nil` when it does not run.
    package func id(of name: String) -> AppID? { app(named: name)?.id }

    /// Whether the app has a stream of the name, running or ready.
    package func hasStream(_ stream: String, of name: String) -> Bool {
        app(named: name)?.number(of: stream) != nil
    }

    /// The policy's verdict on a stream; `nil` when it has ended.
    package func verdict(of stream: String, of name: String) -> Verdict? {
        guard let app = app(named: name), let number = app.number(of: stream) else { return nil }
        return app.sound.connection.verdict(ofStream: number)
    }

    package func state(of name: String) -> AppState {
        app(named: name).map { state(of: $0) } ?? .notRunning
    }

    func app(named name: String) -> SimulatedApp? {
        apps.first { $0.declaration.name == name }
    }

    func perform(_ act: AppAct, by name: String) throws(SessionError) {
        switch act {
        case .opens: return try withProcess(of: name) { server.open($0) }
        case .opensURL(let url): return try withProcess(of: name) { server.open($0, url: url) }
        case .isWoken(let work):
            return try withProcess(of: name) { server.runInBackground($0, for: work) }
        default: break
        }
        guard let app = app(named: name) else { return }
        switch act {
        case .beginsTask(let task): try app.beginTask(task)
        case .endsTask(let task): try app.endTask(task)
        case .ends(let termination): end(app, termination)
        case .leaves: server.leave(app.id)
        case .plays(let start):
            try play(start, in: app)
        case .prepares(let spec, let stream):
            try startVoice(spec, stream, .player, in: app, isHeld: true)
        case .sounds(let spec, let stream):
            try startVoice(spec, stream ?? "sound", .systemSound, in: app)
        case .alerts(let spec, let stream):
            try startVoice(spec, stream ?? "alert", .alertSound, in: app)
        case .records(let stream, _): try record(stream, in: app)
        case .pauses(let stream):
            if let number = app.number(of: stream) { try app.pause(number) }
        case .resumes(let stream):
            if let number = app.number(of: stream) { try app.resume(number) }
        case .stops(let stream):
            if let number = app.number(of: stream) { try app.sound.stopStream(number) }
        case .setsVolume(let stream, let volume):
            if let number = app.number(of: stream) {
                try app.sound.setVolume(Float(volume), ofStream: number)
            }
        default: if let request = act.request { try app.sound.request(request) }
        }
    }

    /// Acts on an app's process, starting it if it does not run.
    private func withProcess(of name: String, _ act: (AppID) -> Void) throws(SessionError) {
        if let app = app(named: name) { return act(app.id) }
        guard let declaration = installed.first(where: { $0.name == name }) else { return }
        let app = SimulatedApp(declaration, live: world, server: server)
        app.start = { [weak self, weak app] (start) throws(SessionError) in
            guard let app else { return }
            try self?.play(start, in: app)
        }
        apps.append(app)
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

    private func end(_ app: SimulatedApp, _ termination: Termination) {
        server.end(app.id, termination)
        apps.removeAll { $0 === app }
        fade(app.sound)
    }

    // MARK: Streams

    private func play(_ start: StreamStart, in app: SimulatedApp) throws(SessionError) {
        app.notePlayed(start)
        let loops = if case .more(let count) = start.loops { count } else { -1 }
        try startVoice(
            start.sound, start.stream, start.player.streamKind, in: app, volume: start.volume,
            loops: loops, rate: start.rate)
    }

    private func startVoice(
        _ spec: SoundSpec, _ name: String, _ kind: StreamKind, in app: SimulatedApp,
        volume: Double = 1, loops: Int = 0, rate: Double = 1, isHeld: Bool = false
    ) throws(SessionError) {
        let fullName = "\(app.declaration.name).\(name)"
        let number = try startVoice(spec, fullName, loops: loops, rate: rate, in: app.sound) {
            (source, ended) throws(SessionError) in
            try app.sound.startStream(
                kind, source, appVolume: Float(volume), isHeld: isHeld, ended: ended)
        }
        app.add(name, number: number, kind)
    }

    /// Starts a sound in a library, and feeds it if it is streamed.
    ///
    /// - Returns: The stream's number.
    @discardableResult
    func startVoice(
        _ spec: SoundSpec, _ fullName: String, loops: Int, rate: Double = 1, in sound: AppSound,
        _ start: (VoiceSource, @escaping @Sendable (Bool) -> Void) throws(SessionError) -> Int
    ) throws(SessionError) -> Int {
        let opened = try? sounds.sound(for: spec, seed: fullName)
        let made = opened?.stretched(by: rate) ?? .buffer(.silence(like: nil))
        let started = StartedLiveStream(phone: self, sound: sound)
        let number: Int
        switch made {
        case .buffer(let buffer):
            number = try start(.buffer(buffer, loopCount: loops)) { _ in started.end() }
        case .stream(let make, _):
            let generator = (try? make()) ?? SilenceGenerator(frameCount: 0)
            let feed = VoiceFeed(
                channelCount: generator.channelCount, sampleRate: generator.sampleRate,
                capacityFrames: Feeder.capacityFrames)
            number = try start(.feed(feed)) { _ in started.end() }
            feeders.append(
                Feeder(
                    feed: feed, generator: generator, loops: loops,
                    owner: StreamID(app: sound.connection.app, number: number)
                ) { try? make() })
        }
        started.number.withLock { $0 = number }
        streamNames.set(fullName, of: StreamID(app: sound.connection.app, number: number))
        startFeeding()
        return number
    }

    private func record(_ name: String, in app: SimulatedApp) throws(SessionError) {
        let started = StartedLiveStream(phone: self, sound: app.sound)
        let level = InputLevel()
        let number = try app.sound.startRecording(
            heard: { level.take($0) }, ended: { _ in started.end() })
        started.number.withLock { $0 = number }
        let id = StreamID(app: app.id, number: number)
        streamNames.set("\(app.declaration.name).\(name)", of: id)
        inputLevels[id] = level
        app.add(name, number: number, .recorder)
    }

    /// Removes a stream that has ended, so that actions no longer reach it.
    fileprivate func forget(_ number: Int, of sound: AppSound) {
        let id = StreamID(app: sound.connection.app, number: number)
        feeders.removeAll { $0.owner == id }
        inputLevels[id] = nil
        apps.first { $0.sound === sound }?.forget(number: number)
    }
}

extension AppAct {
    /// The single request that the action consists of; `nil` for other actions.
    fileprivate var request: AppRequest? {
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

/// A weak link from a stream's end to the phone and the library.
private final class StartedLiveStream: Sendable {
    private let phone: WeakReference<LivePhone>
    private let sound: WeakReference<AppSound>
    let number = Mutex<Int?>(nil)

    init(phone: LivePhone, sound: AppSound) {
        self.phone = WeakReference(phone)
        self.sound = WeakReference(sound)
    }

    func end() {
        guard let phone = phone.value, let sound = sound.value,
            let number = number.withLock({ $0 })
        else { return }
        phone.world.environment.onQueue { phone.forget(number, of: sound) }
    }
}

/// A weak reference that may be captured by a `@Sendable` closure.
///
/// Ownership: set once in the initialiser; weak references are read atomically on any thread.
private struct WeakReference<Object: AnyObject & Sendable>: @unchecked Sendable {
    weak var value: Object?

    init(_ value: Object) { self.value = value }
}

/// The peak of a microphone's sound since the last call of `takePeak`. Any thread.
final class InputLevel: Sendable {
    private let peak = Mutex<Float>(0)

    func take(_ sound: CapturedSound) {
        let loudest = sound.samples.reduce(Float(0)) { max($0, abs($1)) }
        peak.withLock { $0 = max($0, loudest) }
    }

    func takePeak() -> Float {
        peak.withLock { peak in
            defer { peak = 0 }
            return peak
        }
    }
}
