import AudioFormats
import AudioModel
import SoundClient
import SoundMixer
import SoundPolicy

// The streams that a story's apps start, and the sounds that they play or record.

extension Story {
    /// A stream's number; `nil` for a stream that has ended, on which actions have no effect.
    func number(of name: String, in app: SimulatedApp) -> Int? {
        let number = app.number(of: name)
        if number == nil, records.track(named: "\(app.declaration.name).\(name)") == nil {
            fail("\(app.declaration.name) never had a stream named \(name)")
        }
        return number
    }

    func nextName(_ stem: String, in app: SimulatedApp) -> String {
        records.unusedName("\(app.declaration.name).\(stem)")
    }

    func play(_ start: StreamStart, in app: SimulatedApp) throws(SessionError) {
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

    func startVoice(
        _ spec: SoundSpec, _ name: String, _ kind: StreamKind, in app: SimulatedApp,
        volume: Double = 1, loops: Int = 0, rate: Double = 1, isHeld: Bool = false
    ) throws(SessionError) {
        guard isFree(name, in: app) else { return }
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

    /// Whether no stream of the name is in use; reports a failure if one is.
    private func isFree(_ name: String, in app: SimulatedApp) -> Bool {
        guard app.isTaken(name) else { return true }
        fail(
            "\(app.declaration.name).\(name) still lasts, and its name is taken; stop it first, "
                + "or take another name")
        return false
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
        feed(made, loops: loops, for: id)
        return number
    }

    /// Keeps the pipe of a streamed sound full while its stream lasts.
    private func feed(_ made: MadeSource, loops: Int, for id: StreamID) {
        guard case .feed(let feed) = made.source, let generator = made.generator else { return }
        let feeder = Feeder(
            feed: feed, generator: generator, loops: loops, owner: id
        ) { made.restart?() }
        feeder.topUp()
        feeders.append(feeder)
    }

    func record(
        _ name: String, from spec: SoundSpec?, in app: SimulatedApp
    ) throws(SessionError) {
        guard isFree(name, in: app) else { return }
        let words = spec.map { "microphone: \($0.plainText)" } ?? "microphone"
        let track = records.beginTrack(app.declaration.name, name, words, .recorder)
        let recorded = RecordedSamples()
        let started = StartedStream(story: self, sound: app.sound)
        let number: Int
        do throws(SessionError) {
            number = try app.sound.startRecording(
                heard: { recorded.append($0) }, ended: { _ in started.end() })
        } catch {
            records.noteRefusal(
                of: "a recording", to: app.declaration.name, error,
                app.sound.connection.session.category, at: clock.now)
            throw error
        }
        started.number = number
        let id = StreamID(app: app.id, number: number)
        records.bind(id, to: track, app.sound)
        track.recorded = recorded
        app.add(name, number: number, .recorder)
        let made = spec.map { source(for: $0, seed: track.lane.fullName, loops: 0, rate: 1) }
        app.openMicrophone().begin(number, hearing: made?.source)
        if let made { feed(made, loops: 0, for: id) }
    }

    /// Removes a stream that has ended, so that actions no longer reach it.
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

    /// The stream's sound as a voice source; silent while another stream plays solo.
    private func source(
        for spec: SoundSpec, seed: String, loops: Int, rate: Double
    ) -> MadeSource {
        let isMuted = solo.map { $0 != seed } ?? false
        // The sound was opened before the story began; if it fails now, silence plays.
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

/// A weak link from a stream's end to the story and the library.
///
/// Ownership: the simulation's thread, on which streams start and end.
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
