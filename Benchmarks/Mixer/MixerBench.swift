import CMixerLimits
import CommandLineTool

/// Measures what a mixer costs above hand-written kernels that do nothing else.
enum MixerBench {
    /// The number of different sounds.
    static let sourceCount = 16
    private static let blocksPerRound = 200
    static let noVoice = ProgramError(
        .expectationFailed, "a mixer takes no voice", in: "Benchmarks")

    static func steps() -> [BenchStep] {
        guard sori_limits_are_available() != 0 else {
            return [
                BenchStep(
                    skipping: "mix voices", because: "the kernels of this comparison need AVX2")
            ]
        }
        let sources = (1...sourceCount).map { MixSource(cycles: 100 * $0) }
        func step(
            _ name: String, _ work: MixWork, voiceCount: Int, timeMax: Double
        ) -> BenchStep {
            // Made when it is measured, for a mixer takes a second of frames to come to rest.
            BenchStep(name: name) { timer throws(BenchmarkError) in
                let contest = try contest(
                    name, work, sources, voiceCount: voiceCount, timeMax: timeMax)
                return try timer.measure(contest).outcome
            }
        }
        return [
            step("mix 256 voices, steady gains", .steady, voiceCount: 256, timeMax: 1.4),
            step("mix 1,024 voices, steady gains", .steady, voiceCount: 1024, timeMax: 1.4),
            step(
                "mix 256 voices, a new ramp for each in every block", .ramp, voiceCount: 256,
                timeMax: 1.5),
            step(
                "mix 256 voices, 44.1 to 48 kHz", .converted, voiceCount: 256, timeMax: 1.5),
            step("mix 1 voice, 44.1 to 48 kHz", .converted, voiceCount: 1, timeMax: 1.15),
            step(
                "mix 32 voices, each at a rate of its own", .ownRates, voiceCount: 32,
                timeMax: 1.5),
        ]
    }

    private static func contest(
        _ name: String, _ work: MixWork, _ sources: [MixSource], voiceCount: Int, timeMax: Double
    ) throws(BenchmarkError) -> Benchmark {
        guard let mixing = MixerRun(work, voiceCount: voiceCount, sources) else { throw noVoice }
        let limit = MixerLimit(work, voiceCount: voiceCount)
        return Benchmark(
            name: name, peer: "kernels alone", unit: "voice-frame",
            unitCount: blocksPerRound * MixSource.blockFrames * voiceCount,
            goal: .time(atMost: timeMax),
            ours: Benchmark.Side { () throws(ProgramError) in
                for _ in 0..<blocksPerRound { mixing.render() }
            },
            theirs: Benchmark.Side { () throws(ProgramError) in
                for _ in 0..<blocksPerRound { limit.render() }
            })
    }
}
