#if PipeWire
    import Foundation

    /// The processor time of a program that plays a file through one queue, beside that of
    /// `pw-play`. Both play at once into one graph, so that PipeWire asks both for the same blocks,
    /// and what else the machine does meets both.
    enum QueueProcessorTime {
        static let name = "processor time of a playing queue"
        private static let warmUpMicroseconds: UInt32 = 1_500_000
        private static let roundMicroseconds: UInt32 = 1_000_000
        /// Rounds last a second.
        private static let roundsMax = 60

        static func step(_ files: BenchFiles) -> BenchStep {
            BenchStep(name: name) { timing throws(ProgramError) in
                if let reason = QueueBench.whyNoServer() {
                    return Measure(name: name, outcome: .skipped(reason: reason))
                }
                guard let player = programPath("pw-play") else {
                    return Measure(
                        name: name,
                        outcome: .skipped(reason: "there is no pw-play (Debian: pipewire-bin)"))
                }
                let roundCount = min(timing.roundCount, roundsMax)
                let path = try QueueBench.toneFile(files, seconds: roundCount + 20)
                let ours = try Companion(
                    [ownPath(), "bench", "queue", "--play", path, "--seconds", "600"])
                guard ours.nextLine(within: 15) == QueueChild.readyLine else {
                    throw ProgramError(.deviceMissing, ours.lastComplaint(), in: "sori bench queue")
                }
                let theirs = try Companion([player, path])
                usleep(warmUpMicroseconds)
                return Measure(
                    name: name,
                    outcome: .compared(try compare(ours, theirs, timing, roundCount)))
            }
        }

        private static func compare(
            _ ours: Companion, _ theirs: Companion, _ timing: ContestTiming, _ roundCount: Int
        ) throws(ProgramError) -> Measure.Comparison {
            var times: [(ours: Double, theirs: Double)] = []
            var before = try read(ours, theirs)
            for _ in 0..<roundCount {
                try timing.checkEnd()
                usleep(roundMicroseconds)
                let after = try read(ours, theirs)
                times.append(
                    (after.ours - before.ours, max(after.theirs - before.theirs, 1e-9)))
                before = after
            }
            return Measure.Comparison(
                peer: "pw-play", unit: "second", ours: median(times.map(\.ours)) * 1e9,
                theirs: median(times.map(\.theirs)) * 1e9,
                ratio: median(times.map { $0.ours / $0.theirs }), goal: .time(atMost: 1))
        }

        private static func read(
            _ ours: Companion, _ theirs: Companion
        ) throws(ProgramError) -> (ours: Double, theirs: Double) {
            guard let mine = ours.processorSeconds() else {
                throw ProgramError(.deviceMissing, ours.lastComplaint(), in: "sori bench queue")
            }
            guard let peer = theirs.processorSeconds() else {
                throw ProgramError(.deviceMissing, theirs.lastComplaint(), in: "pw-play")
            }
            return (mine, peer)
        }
    }
#endif
