#if PipeWire
    import CommandLineTool
    import Foundation

    /// Measures the processor time of a program that plays a file through one queue, beside that of
    /// `pw-play` with the same block size. They play in turn, not at once: the first program of a
    /// cycle pays for waking the processor, and the second would seem cheaper.
    enum QueueProcessorTime {
        static let names = [
            "processor time of a playing queue, 256-frame blocks",
            "pw-play's in blocks of its own choice",
        ]
        private static let warmUpMicroseconds: UInt32 = 1_000_000
        private static let roundMicroseconds: UInt32 = 1_000_000
        private static let fileSeconds = 20

        static func steps(_ files: BenchFiles) -> [BenchStep] {
            [
                step(names[0], files) { timing, player, path throws(ProgramError) in
                    let ours = [ownPath(), "queue", "--play", path]
                    let theirs = [player, "--latency", String(StartLatency.blockFrames), path]
                    return .compared(try compare(ours, theirs, timing))
                },
                step(names[1], files) { timing, player, path throws(ProgramError) in
                    var times: [Double] = []
                    for _ in 0..<timing.roundCount {
                        times.append(try seconds([player, path], timing))
                    }
                    return .found(.init(median(times) * 1e9, .nanoseconds))
                },
            ]
        }

        private static func step(
            _ name: String, _ files: BenchFiles,
            _ measure:
                @escaping (BenchmarkTimer, _ player: String, _ path: String)
                throws(ProgramError) -> Measure.Outcome
        ) -> BenchStep {
            BenchStep(name: name) { timing throws(ProgramError) in
                if let reason = QueueBench.whyNoServer() {
                    return .skipped(reason: reason)
                }
                guard let player = programPath("pw-play") else {
                    return .skipped(reason: "there is no pw-play (Debian: pipewire-bin)")
                }
                let path = try QueueBench.toneFile(files, seconds: fileSeconds)
                return try measure(timing, player, path)
            }
        }

        private static func compare(
            _ ours: [String], _ theirs: [String], _ timing: BenchmarkTimer
        ) throws(ProgramError) -> Measure.Comparison {
            var times: [(ours: Double, theirs: Double)] = []
            for round in 0..<timing.roundCount {
                if round.isMultiple(of: 2) {
                    let mine = try seconds(ours, timing)
                    times.append((mine, try seconds(theirs, timing)))
                } else {
                    let peer = try seconds(theirs, timing)
                    times.append((try seconds(ours, timing), peer))
                }
            }
            return Measure.Comparison(
                peer: "pw-play", unit: "second", ours: .init(times.map(\.ours), scale: 1e9),
                theirs: .init(times.map(\.theirs), scale: 1e9),
                ratio: median(times.map { $0.ours / $0.theirs }), goal: .time(atMost: 1))
        }

        /// Processor seconds per second of playback.
        private static func seconds(
            _ words: [String], _ timing: BenchmarkTimer
        ) throws(ProgramError) -> Double {
            try timing.checkEnd()
            let companion = try BenchChildProcess(words)
            usleep(warmUpMicroseconds)
            let before = companion.processorSeconds()
            usleep(roundMicroseconds)
            guard let before, let after = companion.processorSeconds() else {
                throw ProgramError(.deviceMissing, companion.lastComplaint(), in: words[0])
            }
            // At least a clock tick, because the result is a divisor.
            return max(after - before, 1e-9) / (Double(roundMicroseconds) * 1e-6)
        }
    }
#endif
