import AudioModel
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer

/// A run of a scenario: the phone, its apps and its user, in virtual time.
///
/// Events happen at their exact times; samples are rendered in between, cut at the nearest frame,
/// and measured in blocks of 10 ms. Everything runs on the caller's thread.
final class Story {
    let scenario: Scenario
    let sounds: StorySounds
    let solo: String?
    let clock = VirtualClock()
    let environment: VirtualEnvironment
    let server: Server
    let phoneSounds: PhoneSounds
    let log = StoryLog()
    let configuration: PolicyConfiguration

    /// Running apps, in the order of launch.
    var apps: [SimulatedApp] = []
    /// Callbacks that apps do not return from, set before their launch.
    var hangs: [String: [WatchedCallback: Double?]] = [:]
    /// Apps that hang at some time; callbacks of no other app are watched.
    let hangingApps: Set<String>
    /// Processes that end by themselves, which must not click.
    var quitters: Set<AppID> = []
    /// Libraries of ended processes, until their last sample has faded.
    var leftovers: [AppSound] = []
    var feeders: [Feeder] = []
    let records: StoryRecords
    let judge: ConditionEvaluator
    /// The location of the present action, for failures and warnings.
    var currentLocation = SourceLocation.none

    private let writer: StoryWriter?
    private var frame = 0
    /// One block, interleaved stereo, of the phone's output; `scratch` holds one app's part of it.
    private let output: UnsafeMutablePointer<Float>
    private let scratch: UnsafeMutablePointer<Float>

    init(
        _ scenario: Scenario, sounds: StorySounds, rulesOff: [Rule], writer: StoryWriter?,
        solo: String? = nil, observer: PolicyObserver? = nil
    ) {
        self.scenario = scenario
        hangingApps = Set(
            scenario.timed.compactMap { timed in
                if case .app(let name, .hangs) = timed.action { name } else { nil }
            })
        self.sounds = sounds
        self.writer = writer
        self.solo = solo
        configuration = PolicyConfiguration(scenario, rulesOff: rulesOff)
        environment = VirtualEnvironment(clock: clock)
        phoneSounds = PhoneSounds()
        server = Server(
            configuration: configuration, clock: clock, outputs: phoneSounds,
            observer: { [log] time, event, response in
                log.append(time, event, response)
                observer?(time, event, response)
            })
        records = StoryRecords(scenario, configuration)
        judge = ConditionEvaluator(scenario)
        output = .allocate(capacity: 2 * OutputFrames.blockFrames)
        scratch = .allocate(capacity: 2 * OutputFrames.blockFrames)
        phoneSounds.connect(to: server, environment: environment, story: self)
    }

    deinit {
        output.deallocate()
        scratch.deallocate()
    }

    func run() -> StoryReport {
        for timed in scenario.timed {
            advance(to: timed.time)
            currentLocation = timed.location
            perform(timed)
            settle()
        }
        currentLocation = .none
        advance(to: scenario.duration)
        if OutputFrames.index(at: scenario.duration) % OutputFrames.blockFrames != 0 {
            finishBlock()
        }
        return records.report(scenario, judge: judge)
    }

    // MARK: Time

    /// Lets time pass until an action, with everything that is due before it.
    private func advance(to time: HostTime) {
        while true {
            let due = [clock.deadline, environment.nextTimer].compactMap { $0 }.min()
            let next = max(min(due ?? time, time), clock.now)
            // A sound that ends within the block may make something due earlier.
            guard render(to: OutputFrames.index(at: next)) else { continue }
            clock.advance(to: max(next, clock.now))
            guard let due, due <= time else { return }
            clock.fire()
            settle()
        }
    }

    /// Runs everything that is due at this moment and records the results.
    func settle() {
        environment.beginMoment()
        environment.runDue()
        noteEndedApps()
        let entries = log.take()
        records.take(entries, now: clock.now)
        if !entries.isEmpty { noteOutlooks() }
        leftovers.removeAll { $0.mixer.voiceCount == 0 }
    }

    /// Records for every interrupted app whether it could activate its session.
    private func noteOutlooks() {
        let (interrupters, now) = (records.interrupters, clock.now)
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

    // MARK: Samples

    /// - Returns: Whether it reached the end; it stops early where something happened.
    private func render(to end: Int) -> Bool {
        while frame < end {
            let blockEnd = (frame / OutputFrames.blockFrames + 1) * OutputFrames.blockFrames
            let somethingHappened = renderPiece(frameCount: min(end, blockEnd) - frame)
            if frame == blockEnd { finishBlock() }
            if somethingHappened { return false }
        }
        return true
    }

    /// - Parameter frameCount: Frames, within one block.
    /// - Returns: Whether a sound ended.
    private func renderPiece(frameCount: Int) -> Bool {
        let sampleCount = 2 * frameCount
        output.update(repeating: 0, count: sampleCount)
        var attention: [AppSound] = []
        for feeder in feeders { feeder.topUp() }
        for sound in soundingApps {
            if sound.output.render(into: scratch, frameCount: frameCount) {
                attention.append(sound)
            }
            for index in 0..<sampleCount { output[index] += scratch[index] }
        }
        for track in records.liveTracks { track.measureVoice() }
        listen(frameCount: frameCount)
        writer?.write(output, frameCount: frameCount)
        judge.hear(
            UnsafeBufferPointer(start: output, count: sampleCount), frame: frame,
            tracks: records.liveTracks)
        frame += frameCount
        guard !attention.isEmpty else { return false }
        clock.advance(to: max(OutputFrames.time(of: frame), clock.now))
        for sound in attention { sound.output.attend() }
        settle()
        return true
    }

    /// Delivers the time of the last piece to the apps' microphones.
    private func listen(frameCount: Int) {
        let start = OutputFrames.time(of: frame)
        for app in apps {
            let peak = app.microphone?.listen(
                frameCount: frameCount, at: start, into: app.sound.input)
            guard let peak else { continue }
            for track in records.liveTracks where track.source?.sound === app.sound {
                track.measureRecording(heardPeak: peak)
                judge.hear(recording: track, frame: frame)
            }
        }
    }

    private var soundingApps: [AppSound] {
        (apps.map(\.sound) + leftovers + [phoneSounds.sound]).filter { $0.mixer.voiceCount > 0 }
    }

    private func finishBlock() {
        let start = (frame - 1) / OutputFrames.blockFrames * OutputFrames.blockFrames
        guard frame > 0 else { return }
        judge.finishBlock(
            startingAt: OutputFrames.time(of: start), records: records,
            isWhole: frame % OutputFrames.blockFrames == 0)
        records.retireTracks(at: OutputFrames.time(of: start))
    }
}

/// Keeps a streamed sound's pipe full enough for the next render.
final class Feeder {
    let feed: VoiceFeed
    var generator: any SampleGenerator
    /// Repetitions that are left; −1 for endless.
    var loopsLeft: Int
    let restart: () -> (any SampleGenerator)?
    let owner: StreamID
    private let samples: UnsafeMutablePointer<Float>
    private var isFinished = false
    private var startedAnew = false

    static let capacityFrames = 4096

    init(
        feed: VoiceFeed, generator: any SampleGenerator, loops: Int, owner: StreamID,
        restart: @escaping () -> (any SampleGenerator)?
    ) {
        self.feed = feed
        self.generator = generator
        loopsLeft = loops
        self.owner = owner
        self.restart = restart
        samples = .allocate(capacity: Feeder.capacityFrames * generator.channelCount)
    }

    deinit {
        samples.deallocate()
    }

    func topUp() {
        while !isFinished {
            let wanted = min(feed.freeFrames, Feeder.capacityFrames)
            guard wanted > 0 else { return }
            let made = generator.generate(into: samples, frameCount: wanted)
            _ = feed.write(samples, frameCount: made)
            if made > 0 { startedAnew = false }
            if made < wanted { startAnew(madeNothing: made == 0) }
        }
    }

    private func startAnew(madeNothing: Bool) {
        // A sound without frames would restart endlessly.
        let isEmpty = madeNothing && startedAnew
        startedAnew = true
        guard loopsLeft != 0, !isEmpty, let next = restart() else {
            isFinished = true
            feed.finish()
            return
        }
        if loopsLeft > 0 { loopsLeft -= 1 }
        generator = next
    }
}

extension PolicyConfiguration {
    package init(_ scenario: Scenario, rulesOff: [Rule]) {
        self.init()
        ringSwitch = scenario.phone.ringSwitch
        mediaVolume = Float(scenario.phone.mediaVolume)
        ringerVolume = Float(scenario.phone.ringerVolume)
        microphone = scenario.phone.microphone
        hasPasscode = scenario.phone.hasPasscode
        let route = scenario.phone.route
        if route.kind == .airplay {
            pickedOutput = route
        } else if !route.kind.isBuiltIn {
            accessories = [route]
        }
        profile = scenario.phone.profile
        settingsOff = DeviceSetting.allCases.filter { !scenario.settings[$0] }
        self.rulesOff = rulesOff
    }
}
