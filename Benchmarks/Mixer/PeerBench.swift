import AudioModel
import CommandLineTool
import SoundMixer

/// Measures the mixer beside others: what a voice and frame cost, and how clean the result is.
enum PeerBench {
    /// The folder of `scripts/bench-peers`.
    static let peersFolder = "out/peers"
    private static let voiceCount = 256
    private static let blocksPerRound = 64
    /// Frequencies at which conversions are measured, in hertz.
    private static let qualityHertz = [1_000, 10_000, 18_000]

    static func steps() -> [BenchStep] {
        let peers = PeerLibrary.all(in: peersFolder)
        guard !peers.isEmpty else {
            return [
                BenchStep(
                    skipping: "mixing beside other mixers",
                    because: "there are none: run scripts/bench-peers \(peersFolder)")
            ]
        }
        var steps: [BenchStep] = []
        for work in MixWork.allCases {
            for peer in peers {
                for count in work == .stream ? [1] : [voiceCount, 1] {
                    if let step = step(work, count, peer) { steps.append(step) }
                }
            }
            guard work == .converted || work == .stream else { continue }
            steps += qualitySteps(work, peers)
        }
        return steps
    }

    // MARK: Speed

    /// One measure; `nil` when the peer has nothing of the kind.
    private static func step(_ work: MixWork, _ count: Int, _ peer: PeerLibrary) -> BenchStep? {
        let source = MixSource(cycles: 1_000)
        guard peer.makeRenderer(work, voiceCount: 1, source) != nil else { return nil }
        let voices = count == 1 ? "1 voice" : "\(count) voices"
        let name = work == .stream ? work.name : "\(work.name), \(voices)"
        return BenchStep(name: name) { timer throws(ProgramError) in
            guard let theirs = peer.makeRenderer(work, voiceCount: count, source) else {
                return .skipped(reason: "\(peer.name) has no memory")
            }
            let ours = ComparedMixer(work, voiceCount: count, source)
            let output = OutputBlock()
            let contest = Benchmark(
                name: name, peer: peer.name, unit: "voice and frame",
                unitCount: blocksPerRound * MixSource.blockFrames * count,
                goal: .speed(atLeast: goal(work, count, peer.name)),
                ours: Benchmark.Side { () throws(ProgramError) in
                    for _ in 0..<blocksPerRound { ours.render(into: output.samples) }
                },
                theirs: Benchmark.Side { () throws(ProgramError) in
                    for _ in 0..<blocksPerRound { theirs.render(into: output.samples) }
                })
            return try timer.measure(contest).outcome
        }
    }

    /// How many times as fast as a peer the mixer is to be.
    private static func goal(_ work: MixWork, _ count: Int, _ peer: String) -> Double {
        guard count > 1 else { return peer == "libswresample" ? 1.4 : 1 }
        return switch (work, peer) {
        case (.steady, "miniaudio"): 5
        case (.ramp, "miniaudio"): 6.5
        case (.converted, "OpenAL Soft"): 80
        case (.ownRates, "OpenAL Soft"): 2.8
        default: 1
        }
    }

    // MARK: Quality

    private static func qualitySteps(_ work: MixWork, _ peers: [PeerLibrary]) -> [BenchStep] {
        qualityHertz.flatMap { hertz in
            let source = MixSource(cycles: hertz)
            let kind = "\(work.name), clean at \(hertz / 1_000) kHz"
            let ours = BenchStep(name: kind) { _ throws(ProgramError) in
                let mixer = ComparedMixer(work, voiceCount: 1, source)
                let least = 120.0
                return .found(
                    .init(signalToNoise(hertz, mixer.render), .decibels, least: least))
            }
            let theirs = peers.compactMap { peer -> BenchStep? in
                guard let renderer = peer.makeRenderer(work, voiceCount: 1, source) else {
                    return nil
                }
                return BenchStep(name: "\(kind), \(peer.name)") { _ throws(ProgramError) in
                    .found(.init(signalToNoise(hertz, renderer.render), .decibels))
                }
            }
            return [ours] + theirs
        }
    }

    /// The ratio of a sine to everything else, in decibels, over a second of output.
    private static func signalToNoise(
        _ hertz: Int, _ render: (UnsafeMutablePointer<Float>) -> Void
    ) -> Double {
        let output = OutputBlock()
        // What is ahead of the first full filter is left out.
        for _ in 0..<64 { render(output.samples) }
        var signal: [Double] = []
        while signal.count < 48_000 {
            render(output.samples)
            for frame in 0..<MixSource.blockFrames {
                signal.append(Double(output.samples[2 * frame]))
            }
        }
        withExtendedLifetime(output) {}
        return Sine.signalToNoise(of: signal.prefix(48_000), cycles: hertz)
    }
}

/// The mixer at one kind of work.
final class ComparedMixer {
    private let work: MixWork
    private let mixer: Mixer
    private var voices: [Mixer.VoiceID] = []
    private var block = 0

    init(_ work: MixWork, voiceCount: Int, _ source: MixSource) {
        self.work = work
        mixer = Mixer(outputRate: 48_000, voicesMax: voiceCount)
        var buffers: [Double: SoundBuffer] = [:]
        let gain = 0.5 / Float(voiceCount)
        let first = OutputBlock()
        defer { withExtendedLifetime(first) {} }
        for index in 0..<voiceCount {
            let rate = work.sourceRate(ofVoice: index)
            let buffer =
                buffers[rate]
                ?? SoundBuffer(
                    frameCount: MixSource.frameCount, channelCount: 2, sampleRate: rate
                ) { samples in
                    for sample in samples.indices { samples[sample] = source.frames[sample] }
                }
            buffers[rate] = buffer
            let voice = mixer.addVoice(
                .buffer(buffer, loopCount: -1), app: gain, session: 1, duck: 1)
            if let voice { voices.append(voice) }
            // The queue of commands is shorter than the list of voices.
            if index % 64 == 63 { mixer.renderer.render(into: first.samples, frameCount: 1) }
        }
    }

    func render(into output: UnsafeMutablePointer<Float>) {
        if work == .ramp {
            block += 1
            for (index, voice) in voices.enumerated() {
                let gain = Float((block + index) % 8 + 1) / 16 / Float(voices.count)
                let ramp = HostInterval.seconds(Double(MixSource.blockFrames) / 48_000)
                mixer.setGain(voice, .app, to: gain, ramp: ramp)
            }
        }
        mixer.renderer.render(into: output, frameCount: MixSource.blockFrames)
        _ = mixer.collectEvents()
    }
}

/// Room for one block of stereo output.
final class OutputBlock {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * MixSource.blockFrames)

    init() { samples.initialize(repeating: 0, count: 2 * MixSource.blockFrames) }
    deinit { samples.deallocate() }
}
