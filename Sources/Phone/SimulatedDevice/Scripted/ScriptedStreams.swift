import AudioCodecs
import AudioModel
import ScenarioLanguage
import SimulationReports
import SoundClient
import SoundMixer
import SoundServer
import Synchronization

// The streams that a phone's apps start, and the sounds that they play.

extension ScriptedPhone {
    func play(_ start: StreamStart, in app: ScriptedApp) throws(SessionError) {
        app.playlist.note(start)
        let kind = start.player ?? start.sound.onlyPlayer ?? defaultPlayer
        if let factory = world.players, factory.makes(kind) {
            return try startPlayer(start, kind, of: factory, in: app)
        }
        if start.sound.onlyPlayer != nil {
            return cannotPlay(start, "nothing but an AVPlayer plays what a server has")
        }
        let loops = if case .more(let count) = start.loops { count } else { -1 }
        try startVoice(
            start.sound, start.stream, kind.streamKind, in: app, volume: start.volume,
            loops: loops, rate: start.rate)
    }

    /// Prepares a player.
    func prepare(_ spec: SoundSpec, as name: String, in app: ScriptedApp) throws(SessionError) {
        if let factory = world.players, factory.makes(.player) {
            return try startPlayer(
                StreamStart(spec, as: name), .player, of: factory, in: app, isHeld: true)
        }
        try startVoice(spec, name, .player, in: app, isHeld: true)
    }

    func startVoice(
        _ spec: SoundSpec, _ name: String, _ kind: StreamKind, in app: ScriptedApp,
        volume: Double = 1, loops: Int = 0, rate: Double = 1, isHeld: Bool = false
    ) throws(SessionError) {
        guard isFree(name, in: app) else { return }
        let lane = StreamLane(
            app: app.declaration.name, name: name, sound: spec.plainText, kind: kind)
        let started = StartedStream(self, app.sound)
        let number = try startVoice(
            spec, as: lane, loops: loops, rate: rate, started, in: app.sound, volume: volume,
            isHeld: isHeld)
        app.add(name, number: number, kind)
        started.settle()
    }

    /// Whether no stream of the name is in use.
    func isFree(_ name: String, in app: ScriptedApp) -> Bool {
        guard app.isTaken(name) else { return true }
        refuse(name, in: app)
        return false
    }

    /// Starts a sound in a library, and feeds it if it is streamed.
    ///
    /// - Returns: The stream's number.
    private func startVoice(
        _ spec: SoundSpec, as lane: StreamLane, loops: Int = 0, rate: Double = 1,
        _ started: StartedStream, in library: AppSound, volume: Double = 1, isHeld: Bool = false
    ) throws(SessionError) -> Int {
        willStart(lane)
        let played = PlayedSound(
            spec: spec, sound: sound(spec, seed: lane.fullName, rate: rate), loops: loops,
            rate: rate)
        let source = source(for: played, seed: lane.fullName)
        let number = try library.startStream(
            lane.kind, source.voice, appVolume: Float(volume), isHeld: isHeld,
            ended: { _ in started.end() })
        let id = started.begin(number)
        didStart(id, lane, in: library, playing: played)
        feed(source, loops: loops, for: id)
        return number
    }

    /// Starts a recording.
    ///
    /// - Parameter heard: Receives the recorded sound.
    func startRecording(
        as lane: StreamLane, in app: ScriptedApp,
        heard: @escaping @Sendable (CapturedSound) -> Void
    ) throws(SessionError) -> StreamID {
        let started = StartedStream(self, app.sound)
        let number = try app.sound.startRecording(onCapture: heard, ended: { _ in started.end() })
        let id = started.begin(number)
        didStart(id, lane, in: app.sound, playing: nil)
        app.add(lane.name, number: number, .recorder)
        started.settle()
        return id
    }

    /// Removes a stream that has ended, so that actions no longer reach it.
    func forget(_ stream: StreamID) {
        feeders.removeAll { $0.owner == stream }
        apps.first { $0.id == stream.app }?.forget(number: stream.number)
        didEnd(stream)
    }

    /// A sound as a voice source, with what feeds it if it is streamed.
    struct MadeSource {
        var voice: VoiceSource
        var feed: VoiceFeedWriter?
        var generator: (any SampleGenerator)?
        var restart: (() -> (any SampleGenerator)?)?
    }

    /// The stream's sound as a voice source; silent while another stream plays solo.
    func source(for played: PlayedSound, seed: String) -> MadeSource {
        switch isMuted(seed) ? played.sound.muted : played.sound {
        case .buffer(let buffer):
            return MadeSource(voice: .buffer(buffer, loopCount: played.loops))
        case .stream(let make, _):
            let restart: () -> (any SampleGenerator)? = { try? make() }
            let generator = restart() ?? SilenceGenerator(frameCount: 0)
            let feed = VoiceFeedWriter(
                channelCount: generator.channelCount, sampleRate: generator.sampleRate,
                capacityFrames: Feeder.capacityFrames)
            return MadeSource(
                voice: .feed(feed.reader), feed: feed, generator: generator, restart: restart)
        }
    }

    /// The sound at a rate. It was opened before the story began; if it fails now, silence plays.
    func sound(_ spec: SoundSpec, seed: String, rate: Double = 1) -> StorySound {
        let opened = try? sounds.sound(for: spec, seed: seed)
        return opened?.stretched(by: rate) ?? .buffer(.silence(like: nil))
    }

    /// Keeps the pipe of a streamed sound full while its stream lasts.
    func feed(_ source: MadeSource, loops: Int, for id: StreamID) {
        guard let feed = source.feed, let generator = source.generator else { return }
        let feeder = Feeder(feed: feed, generator: generator, loops: loops, owner: id) {
            source.restart?()
        }
        feeder.topUp()
        feeders.append(feeder)
        didAddFeeder()
    }
}

extension SoundSpec {
    /// The only kind of player that plays the sound; `nil` where any does.
    var onlyPlayer: PlayerKind? { if case .address = self { .avplayer } else { nil } }
}

/// A sound that a stream plays.
struct PlayedSound {
    var spec: SoundSpec
    /// The sound at its rate.
    var sound: StorySound
    /// Repetitions; −1 for endless.
    var loops = 0
    var rate = 1.0
}

extension ScriptedPhone: DeviceSoundPlayer {
    func start(_ tone: DeviceTone, _ kind: StreamKind) -> Int? {
        let spec = SoundSpec.tone(hertz: tone.hertz, seconds: tone.seconds)
        let lane = StreamLane(app: "phone", name: tone.name, sound: spec.plainText, kind: kind)
        let started = StartedStream(self, deviceSound)
        defer { started.settle() }
        return try? startVoice(spec, as: lane, started, in: deviceSound)
    }

    func stop(_ number: Int) { try? deviceSound.stopStream(number) }
}

/// A weak link from a stream's end to the phone.
///
/// A stream may end as it starts; the phone forgets it when it has been told of the start.
///
/// Ownership: the weak reference is set once in the initialiser and read atomically on any thread.
private final class StartedStream: @unchecked Sendable {
    private struct State {
        var stream: StreamID?
        var isSettled = false
        var isOver = false

        /// The stream, when it is over and the phone knows of it.
        var ended: StreamID? { isSettled && isOver ? stream : nil }
    }

    private weak var phone: ScriptedPhone?
    private let app: AppID
    private let state = Mutex(State())

    init(_ phone: ScriptedPhone, _ sound: AppSound) {
        self.phone = phone
        app = sound.connection.app
    }

    func begin(_ number: Int) -> StreamID {
        let id = StreamID(app: app, number: number)
        state.withLock { $0.stream = id }
        return id
    }

    /// Notes that the phone knows of the stream.
    func settle() { note { $0.isSettled = true } }

    func end() { note { $0.isOver = true } }

    private func note(_ change: (inout State) -> Void) {
        let ended = state.withLock { state in
            change(&state)
            return state.ended
        }
        guard let phone, let ended else { return }
        phone.perform { phone.forget(ended) }
    }
}

extension StorySound {
    /// The sound with its length and format, but silent.
    var muted: StorySound {
        switch self {
        case .buffer(let buffer): .buffer(.silence(like: buffer))
        case .stream(let make, let isEndless):
            .stream(
                { () throws(FormatError) in MutedGenerator(try make()) }, isEndless: isEndless)
        }
    }
}

/// The frames of another generator, silenced.
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
    /// Silence with the length of a sound; a very short one if there is no sound.
    static func silence(like sound: SoundBuffer?) -> SoundBuffer {
        SoundBuffer(
            frameCount: sound?.frameCount ?? 1, channelCount: sound?.channelCount ?? 1,
            sampleRate: sound?.sampleRate ?? GeneratedSound.sampleRate
        ) { _ in }
    }
}
