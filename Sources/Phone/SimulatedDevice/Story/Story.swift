import AudioModel
import Cameras
import DeviceActions
import LiveDevice
import ScenarioLanguage
import SimulationReports
import SoundClient
import SoundPolicy
import SoundServer

/// A run of a scenario: the phone, its apps and its user, in virtual time.
///
/// Events happen at their exact times; samples are rendered in between, cut at the nearest frame,
/// and measured in blocks of 10 ms.
///
/// Ownership: the caller's thread, on which everything runs.
final class Story: ScriptedPhone, @unchecked Sendable {
    let scenario: Scenario
    let loop: EventLoop
    let log = ResponseLog(keepsRefusals: true, keepsLaunches: true)
    let configuration: PolicyConfiguration
    let records: StoryRecords
    let judge: ConditionEvaluator
    /// The location of the present action, for failures and warnings.
    private var currentLocation = SourceLocation.none
    /// Processes that end by themselves, which must not click.
    private var quitters: Set<AppID> = []

    private let solo: String?
    private let writer: StoryWriter?
    /// Writes what one recording receives; `nil` for none.
    var recordingStem: RecordingStem?
    private let mix = OutputMix()
    /// Whether an app has used its microphone.
    private var hasMicrophone = false
    /// Whether an output was serviced since the players were followed, and the loop's count then.
    private var hasServiced = false
    private var followedRunCount = -1

    init(
        _ scenario: Scenario, _ configuration: PolicyConfiguration, sounds: StorySounds,
        writer: StoryWriter?, solo: String? = nil, players: (any StreamPlayerFactory)? = nil,
        defaultPlayer: PlayerKind = .player, observer: PolicyObserver? = nil
    ) {
        self.scenario = scenario
        self.writer = writer
        self.solo = solo
        let loop = EventLoop()
        self.loop = loop
        self.configuration = configuration
        records = StoryRecords(scenario, configuration)
        judge = ConditionEvaluator(scenario)
        let hangingApps = scenario.timed.compactMap { timed in
            if case .app(let name, .hangs) = timed.action { name } else { nil }
        }
        let deviceSounds = DeviceSounds()
        let server = Server(
            configuration: configuration, clock: loop, outputs: deviceSounds,
            observer: { [log] time, event, response in
                log.append(time, event, response)
                observer?(time, event, response)
            })
        super.init(
            server, deviceSounds, installed: scenario.apps, sounds: sounds,
            world: LiveEnvironment(clock: loop, environment: loop, players: players),
            hangingApps: Set(hangingApps), defaultPlayer: defaultPlayer)
        cameraPermission = scenario.phone.camera
        collectSources()
        loop.device = self
    }

    func run() -> StoryReport {
        for timed in scenario.timed {
            advance(to: timed.time)
            currentLocation = timed.location
            performAndRecord(timed)
            loop.runDue()
        }
        currentLocation = .none
        advance(to: scenario.duration)
        if loop.frame % OutputFrames.blockFrames != 0 { finishBlock(upTo: loop.frame) }
        return records.report(scenario, judge: judge)
    }

    private func advance(to time: HostTime) {
        loop.advance(to: time)
        loop.prepareForAct()
    }

    /// - Returns: Whether the act was refused.
    func perform(_ timed: TimedAction) -> Bool {
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
                case .network(let act): change(act)
                }
            } catch {
                status = error.rawValue
                let reason = reason(for: error, in: timed.action).map { ": " + $0.words } ?? ""
                name = " (\(error))" + reason
            }
        }
        noteRefusal(of: timed, status: status)
        switch (timed.fails, status) {
        case (nil, nil): break
        case (let expected?, let found?) where expected.status == found: break
        case (let expected?, let found?):
            let words = (StatusWords(expected.status), StatusWords(found, named: false))
            fail("expected error \(words.0), found \(words.1)\(name)", doing: timed)
        case (let expected?, nil):
            // An action that was not attempted has already reported why.
            guard records.failures.count == failureCount else { return true }
            fail("expected error \(StatusWords(expected.status)), but it succeeded", doing: timed)
        case (nil, let found?):
            name += origin(of: timed)
            fail("failed with error \(StatusWords(found, named: false))\(name)", doing: timed)
        }
        return status != nil
    }

    private func fail(_ message: String, doing timed: TimedAction? = nil) {
        var failure = StoryFailure(
            at: loop.now, line: currentLocation.line, column: currentLocation.column,
            message: (timed.map { $0.text + ": " } ?? "") + message)
        failure.action = timed?.text ?? ""
        records.failures.append(failure)
    }

    private func warn(_ message: String) {
        records.warnings.append(
            StoryWarning(at: loop.now, location: currentLocation, message: message))
    }

    /// The status of `kAudioQueueErr_QueueInvalidated`.
    private static let queueInvalidated: Int32 = -66671

    /// Whether the action resumes a queue that a media-services reset ended.
    private func isResumeOfLostQueue(_ action: Action) -> Bool {
        guard case .app(let name, .resumes(let stream)) = action,
            let app = app(named: name)
        else { return false }
        return app.lostQueues.contains(stream)
    }

    // MARK: The scripted phone

    override func perform(_ block: @escaping @Sendable () -> Void) { block() }

    override func willStart(_ lane: StreamLane) {
        let track = records.beginTrack(lane)
        if lane.kind != .recorder { track.keepTail(at: loop.now) }
    }

    override func didStart(
        _ stream: StreamID, _ lane: StreamLane, in library: AppSound, playing played: PlayedSound?
    ) {
        guard let track = records.track(named: lane.fullName) else { return }
        records.bind(stream, to: track, library)
        guard judge.watchesClicks, let played else { return }
        track.sourceStep = sounds.largestStep(of: played, seed: lane.fullName)
    }

    override func didReplace(_ fullName: String, with next: StreamID, in library: AppSound) {
        guard let lane = records.track(named: fullName)?.lane else { return }
        records.bind(next, to: records.beginTrack(lane), library)
    }

    override func didLaunch(_ app: ScriptedApp) {
        records.names[app.id] = app.declaration.name
        collectSources()
    }

    override func didEnd(_ app: ScriptedApp) {
        collectSources()
        if !quitters.contains(app.id) { records.letClick(app.sound, until: loop.now) }
    }

    override func filmChanged(_ film: Film) { records.note(film, at: loop.now) }

    override func zoomChanged(_ zoom: CameraZoom, in app: ScriptedApp) {
        records.note(zoom, of: app.declaration.name, at: loop.now)
        if !app.films.values.contains(where: { $0.isWanted }) {
            warn("'\(app.declaration.name) zooms' shows on no film: the app films nothing")
        }
    }

    override func refuse(_ name: String, in app: ScriptedApp) {
        fail(
            "\(app.declaration.name).\(name) still lasts, and its name is taken; stop it first, "
                + "or take another name")
    }

    override func progressChanged(_ progress: PlayerProgress, of fullName: String) {
        records.note(progress, of: fullName, at: loop.now)
    }

    override func cannotPlay(_ start: StreamStart, _ words: String) {
        fail("\(start): \(words)")
    }

    override func cannotServe(_ served: ServedSound, _ words: String) {
        fail("\(served): \(words)")
    }

    override func number(of name: String, in app: ScriptedApp) -> Int? {
        let number = app.number(of: name)
        if number == nil, records.track(named: "\(app.declaration.name).\(name)") == nil {
            fail("\(app.declaration.name) never had a stream named \(name)")
        }
        return number
    }

    override func nextName(_ stem: String, in app: ScriptedApp) -> String {
        records.unusedName("\(app.declaration.name).\(stem)")
    }

    override func isMuted(_ fullName: String) -> Bool { solo.map { $0 != fullName } ?? false }

    override func record(
        _ name: String, from spec: SoundSpec?, in app: ScriptedApp
    ) throws(SessionError) {
        let words = spec.map { "microphone: \($0.plainText)" } ?? "microphone"
        let lane = StreamLane(app: app.declaration.name, name: name, sound: words, kind: .recorder)
        willStart(lane)
        let recorded = RecordedSamples()
        let id = try startRecording(as: lane, in: app) { recorded.append($0) }
        records.track(named: lane.fullName)?.recorded = recorded
        let heard: MadeSource? = spec.map { spec in
            let sound = sound(spec, seed: lane.fullName)
            return source(for: PlayedSound(spec: spec, sound: sound), seed: lane.fullName)
        }
        app.openMicrophone().begin(id.number, hearing: heard?.voice)
        hasMicrophone = true
        if let heard { feed(heard, loops: 0, for: id) }
    }

    override func loseQueues() {
        guard !configuration.disabledRules.contains(.mediaResetEndsSessions) else { return }
        for app in apps {
            let ending = { [records] (number: Int) in
                records.noteEnd(
                    of: StreamID(app: app.id, number: number),
                    because: "the media services were reset")
            }
            for (number, _) in app.players { ending(number) }
            app.loseQueues(ending)
        }
    }

    override func perform(_ act: PhoneAct) throws(SessionError) {
        if let words = missingObject(of: act) { warn("'\(act)' does nothing: \(words)") }
        switch act {
        case .event(.portUnplugged(let port)) where port.kind.isBuiltIn:
            fail("\(port) is part of the phone and cannot be unplugged")
        case .event(.routePicked(let port)) where !server.inspect { $0.mayBePicked(port) }:
            fail("\(port) is not plugged in and cannot be picked")
        default: try super.perform(act)
        }
    }

    override func perform(_ act: AppAct, by name: String) throws(SessionError) {
        switch act {
        case .isRemoved: break
        case .opens, .opensURL:
            guard !server.inspect({ $0.isLocked }) else {
                return fail("\(name) opens: the phone is locked; unlock it first")
            }
        case .isWoken, .hangs, .call(.arrived), .changesSetting: break
        default: if let problem = problem(with: act, by: name) { return fail(problem) }
        }
        try super.perform(act, by: name)
    }

    /// The reason why an app cannot act; a warning if the action does nothing.
    private func problem(with act: AppAct, by name: String) -> String? {
        guard let app = app(named: name) else {
            return "\(name) \(act.name): \(name) is not running; open it first"
        }
        let state = state(of: app)
        switch act {
        case .ends(let termination):
            if termination == .quit { quitters.insert(app.id) }
            return nil
        case _ where state == .suspended:
            return "\(name) \(act.name): \(name) is suspended, and nothing runs in it"
        case .picksRoute where ![.active, .inactive].contains(state):
            return "\(name) has no route button that the user could press: it is not in front"
        case .picksRoute(let port)
        where !server.inspect { $0.routeChoices(of: app.id).contains(port) }:
            return "\(port) is not among the outputs that \(name)'s route button offers"
        case .detectsRoutes(let isOn): records.noteDetection(isOn, of: name, at: loop.now)
        case .leaves where ![.active, .inactive].contains(state):
            warn("'\(name) leaves' does nothing: \(name) is not in front")
        case .call(let event):
            if let words = server.inspect({ $0.missingObject(ofCall: event, of: app.id) }) {
                warn("'\(name) \(act.name)' does nothing: \(words)")
            }
        case .endsTask(let task) where !app.hasTask(task):
            warn("'\(name) ends task \(task)' does nothing: there is no such task")
        default: break
        }
        return nil
    }

}

extension Story: RenderedDevice {
    /// Records for every interrupted app whether it could activate its session.
    private func noteOutlooks() {
        let (interrupters, now) = (records.interrupters, loop.now)
        let names = records.names
        let outlooks = server.inspect { machine in
            machine.interruptedApps.map { app in
                let obstacle = machine.obstacleToActivation(
                    of: app, name: names[app] ?? "?", interrupters: interrupters, at: now)
                return (app, obstacle)
            }
        }
        for (app, obstacle) in outlooks {
            records.noteOutlook(of: app, obstacle: obstacle, at: now)
        }
    }

    /// Delivers a render to the apps' microphones.
    private func listen(_ frames: Range<Int>) {
        let start = OutputFrames.time(of: frames.lowerBound)
        for app in apps {
            let peak = app.microphone?.listen(
                frameCount: frames.count, at: start, into: app.sound.input)
            guard let peak else { continue }
            for track in records.liveTracks where track.source?.sound === app.sound {
                track.measureRecording(heardPeak: peak)
                judge.processRecording(of: track, frame: frames.lowerBound)
                recordingStem?.take(track.recordedPiece, of: track.fullName)
            }
        }
    }

    /// Takes note of the apps that are mixed from now on, in the order of summation.
    private func collectSources() {
        mix.sources = apps.map(\.sound.output) + leftovers.map(\.output) + [deviceSound.output]
    }

    func render(_ frames: Range<Int>) {
        for feeder in feeders { feeder.topUp() }
        for (path, error) in sounds.readErrors.take() {
            // The current action did not cause it.
            let message = "cannot read the sound \(SoundSpec.file(path)): \(error)"
            records.failures.append(StoryFailure(at: loop.now, line: 0, message: message))
        }
        let output = mix.render(frameCount: frames.count)
        for track in records.liveTracks { track.measureVoice() }
        if hasMicrophone { listen(frames) }
        recordingStem?.write(frameCount: frames.count)
        writer?.write(output, frameCount: frames.count)
        judge.processOutput(
            UnsafeBufferPointer(start: output, count: 2 * frames.count), frame: frames.lowerBound,
            tracks: records.liveTracks)
    }

    func reactToSound() {
        if mix.serviceSources() { hasServiced = true }
    }

    func finishBlock(upTo frame: Int) {
        let start = (frame - 1) / OutputFrames.blockFrames * OutputFrames.blockFrames
        judge.finishBlock(
            startingAt: OutputFrames.time(of: start), records: records,
            isWhole: frame % OutputFrames.blockFrames == 0)
        records.retireTracks(at: OutputFrames.time(of: start))
    }

    func didSettle() {
        // A moment without a block, a deadline, an action or a serviced output changes no player.
        let runCount = loop.runCount
        if hasServiced || runCount != followedRunCount {
            (hasServiced, followedRunCount) = (false, runCount)
            followPlayers()
        }
        let entries = log.take().entries
        if !entries.isEmpty {
            noteEndedApps()
            records.take(entries, now: loop.now)
            noteOutlooks()
            noteSessions()
        }
        if leftovers.contains(where: { !$0.output.hasVoices }) {
            leftovers.removeAll { !$0.output.hasVoices }
            collectSources()
        }
    }
}
