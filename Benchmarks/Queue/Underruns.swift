#if PipeWire
    import CommandLineTool
    import Foundation
    import Synchronization

    /// Counts the blocks that a playing queue misses while every processor has twice its load: with
    /// real-time scheduling, and without it, as another user with private servers.
    enum Underruns {
        static let names = ["granted", "denied"].map {
            "missed blocks, \(seconds) s of full load, real-time \($0)"
        }
        private static let seconds = 5
        /// Arguments of `setpriv` for Debian's unprivileged user and group 65534.
        private static let otherUser = ["--reuid", "65534", "--regid", "65534", "--clear-groups"]

        static func steps(_ files: BenchFiles) -> [BenchStep] {
            zip(names, [false, true]).map { name, isDenied in
                BenchStep(name: name) { timing throws(ProgramError) in
                    try timing.checkEnd()
                    return try measure(files, isDenied: isDenied)
                }
            }
        }

        private static func measure(
            _ files: BenchFiles, isDenied: Bool
        ) throws(ProgramError) -> Measure.Outcome {
            let path = try QueueBench.toneFile(files, seconds: 10)
            let child = [ownPath(), "queue", "--play", path, "--seconds", String(seconds)]
            var words: [String]
            if let script = PrivateServerScript.path() {
                // Both children have private servers, which differ in nothing but the user.
                words = [script] + child
            } else if isDenied {
                return .skipped(
                    reason:
                        "needs scripts/with-pipewire and what it needs, for another user's servers")
            } else if let reason = QueueBench.whyNoServer() {
                return .skipped(reason: reason)
            } else {
                words = child
            }
            if isDenied {
                guard geteuid() == 0, let setpriv = programPath("setpriv") else {
                    return .skipped(reason: "only root can play as another user")
                }
                files.folder.letOthersRead()
                words = [setpriv] + otherUser + ["--"] + words
            }
            return try run(words, isDenied: isDenied)
        }

        private static func run(
            _ words: [String], isDenied: Bool
        ) throws(ProgramError) -> Measure.Outcome {
            let child = try BenchChildProcess(words)
            guard child.nextLine(within: 20) == QueueChild.readyLine else {
                return .skipped(reason: child.lastComplaint())
            }
            let load = FullLoad()
            let line = child.nextLine(within: seconds + 20)
            load.end()
            guard let line, let outcome = QueueChild.Outcome(line) else {
                return .skipped(reason: child.lastComplaint())
            }
            guard outcome.isRealTime != isDenied else {
                return .skipped(
                    reason: isDenied
                        ? "the other user is granted it too" : "this user is not granted it")
            }
            return .found(
                .init(
                    Double(outcome.missedCount + outcome.gapCount),
                    .count("block", of: outcome.blockCount)))
        }
    }

    /// A load of two busy threads per processor.
    private final class FullLoad: Sendable {
        private let isOver = Atomic<Bool>(false)

        init() {
            for _ in 0..<2 * Machine.present().coreCount {
                Thread { [self] in
                    while !isOver.load(ordering: .relaxed) {}
                }.start()
            }
        }

        func end() { isOver.store(true, ordering: .relaxed) }
    }
#endif
