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
        let folder = PeerFolder(peersFolder)
        let peers = folder.peers
        var steps = folder.missing.map {
            BenchStep(skipping: "mixing beside \($0.name)", because: $0.reason)
        }
        guard !peers.isEmpty else {
            return steps + [
                BenchStep(
                    skipping: "mixing beside other mixers",
                    because: "there are none: run scripts/bench-peers \(peersFolder)")
            ]
        }
        let source = MixSource(cycles: 1_000)
        for work in MixWork.allCases {
            let working = peers.filter { $0.does(work, source) }
            for peer in working {
                for count in voiceCounts(work) {
                    steps.append(step(work, count, peer, source))
                }
            }
            for peer in peers where !peer.does(work, source) {
                guard let remark = peer.remark(work) else { continue }
                steps.append(BenchStep(skipping: "\(work.name), \(peer.name)", because: remark))
            }
            guard work == .converted || work == .stream else { continue }
            steps += qualitySteps(work, working)
        }
        return steps
    }

    // MARK: Speed

    /// The numbers of voices at which a kind of work is compared.
    private static func voiceCounts(_ work: MixWork) -> [Int] {
        switch work {
        case .stream: [1]
        case .ownRates: [voiceCount, 32, 8, 1]
        default: [voiceCount, 1]
        }
    }

    private static func step(
        _ work: MixWork, _ count: Int, _ peer: PeerLibrary, _ source: MixSource
    ) -> BenchStep {
        let voices = count == 1 ? "1 voice" : "\(count) voices"
        let name = work == .stream ? work.name : "\(work.name), \(voices)"
        return BenchStep(name: name) { timer throws(ProgramError) in
            guard let theirs = peer.makeRenderer(work, voiceCount: count, source) else {
                return .skipped(reason: "\(peer.name) has no memory")
            }
            guard let ours = MixerRun(work, voiceCount: count, [source]) else {
                throw MixerBench.noVoice
            }
            let output = OutputBlock()
            let contest = Benchmark(
                name: name, peer: peer.label(work), unit: "voice and frame",
                unitCount: blocksPerRound * MixSource.blockFrames * count,
                goal: .speed(atLeast: goal(work, count, peer.name)),
                ours: Benchmark.Side { () throws(ProgramError) in
                    for _ in 0..<blocksPerRound { ours.render() }
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
                guard let mixing = MixerRun(work, voiceCount: 1, [source]) else {
                    throw MixerBench.noVoice
                }
                let ratio = signalToNoise(hertz, mixing.output, mixing.render)
                return .found(.init(ratio, .decibels, least: 120))
            }
            let theirs = peers.map { peer in
                BenchStep(name: "\(kind), \(peer.name)") { _ throws(ProgramError) in
                    guard let renderer = peer.makeRenderer(work, voiceCount: 1, source) else {
                        return .skipped(reason: "\(peer.name) has no memory")
                    }
                    let output = OutputBlock()
                    let ratio = signalToNoise(hertz, output) {
                        renderer.render(into: output.samples)
                    }
                    return .found(.init(ratio, .decibels))
                }
            }
            return [ours] + theirs
        }
    }

    /// The ratio of a sine to everything else, in decibels, over a second of output.
    private static func signalToNoise(
        _ hertz: Int, _ output: OutputBlock, _ render: () -> Void
    ) -> Double {
        // What is ahead of the first full filter is left out.
        for _ in 0..<64 { render() }
        var signal: [Double] = []
        while signal.count < 48_000 {
            render()
            for frame in 0..<MixSource.blockFrames {
                signal.append(Double(output.samples[2 * frame]))
            }
        }
        return Sine.signalToNoise(of: signal.prefix(48_000), cycles: hertz)
    }
}
