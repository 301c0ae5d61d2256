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
            guard let ours = MixerRun(work, voiceCount: count, [source]) else {
                throw MixerBench.noVoice
            }
            let output = OutputBlock()
            let contest = Benchmark(
                name: name, peer: peer.name, unit: "voice and frame",
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
            let theirs = peers.compactMap { peer -> BenchStep? in
                guard let renderer = peer.makeRenderer(work, voiceCount: 1, source) else {
                    return nil
                }
                return BenchStep(name: "\(kind), \(peer.name)") { _ throws(ProgramError) in
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
