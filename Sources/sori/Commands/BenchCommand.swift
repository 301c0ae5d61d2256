import Simulation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One measurement of a benchmark.
package struct BenchStep {
    package var name: String
    package var run: (BenchmarkTimer) throws(ProgramError) -> Measure

    package init(
        name: String, run: @escaping (BenchmarkTimer) throws(ProgramError) -> Measure
    ) {
        self.name = name
        self.run = run
    }

    package init(_ contest: Benchmark) {
        self.init(name: contest.name) { timing throws(ProgramError) in
            try timing.measure(contest)
        }
    }

    package init(skipping name: String, because reason: String) {
        self.init(name: name) { _ throws(ProgramError) in
            Measure(name: name, outcome: .skipped(reason: reason))
        }
    }
}

/// Measures the performance of Sori's parts beside that of other implementations.
package enum BenchCommand: Command {
    package static let syntax = CommandSyntax(
        name: "bench", summary: "measures Sori's performance beside other implementations",
        operands: .one("WHAT"),
        options: [
            OptionSyntax("--rounds", value: "N", "rounds a measure, 1 to 1001; 7 unless given"),
            OptionSyntax("--only", value: "TEXT", "only measures that have TEXT in their names"),
            OptionSyntax(
                "--memory", "files: measures the memory that large files take, and no times"),
            OptionSyntax(
                "--play", value: "FILE", "queue: measures nothing, plays FILE through one queue"),
            OptionSyntax(
                "--seconds", value: "N", "how long --play plays, 1 to 3600; 10 unless given"),
            OptionSyntax("--json", "prints JSON"),
            OptionSyntax("--check", "ends with 1 when a goal is missed"),
        ],
        notes: [
            "WHAT is files (reading packets, decoding, opening), queue (audio queues: start latency, "
                + "processor time beside pw-play, missed blocks under load, memory left behind) or "
                + "policy (the cost of one event with 4 active sessions among 10, 1,000 and 100,000 "
                + "apps, and with all of them active, in 1 GB of memory; and the growth of memory in "
                + "a year of use).",
            "Sound files are made in the folder for temporary files (TMPDIR), 75 MB at most, and "
                + "deleted.",
            "Both sides run in turn, round by round, or at the same time; goals are ratios. Times "
                + "are processor times, except for starts and events, which are timed by the clock. "
                + "Use a release build.",
            "queue uses private, silent sound servers if a checkout's scripts/with-pipewire can "
                + "start them, otherwise the PipeWire that runs; without either, measurements that "
                + "need a server are skipped. Playback without real-time scheduling is measured "
                + "only as root, because it needs another user.",
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let roundCount = try arguments.integer("--rounds", in: 1...1001) ?? 7
        EndSignals.listen()
        let timing = BenchmarkTimer(
            roundCount: roundCount, now: processorSeconds, isEndWanted: { EndSignals.hasCome })
        switch arguments.operands[0] {
        case "files": return try runFiles(timing, arguments, console)
        case "queue": return try runQueue(timing, arguments, console)
        case "policy":
            let wall = BenchmarkTimer(
                roundCount: roundCount, now: monotonicSeconds, isEndWanted: timing.isEndWanted)
            return try run("policy", PolicyBench.steps(), wall, arguments, console)
        default:
            throw ProgramError(
                .wrongUse, "unknown benchmark '\(arguments.operands[0])'", in: arguments.place,
                advice: "write sori bench files, sori bench queue or sori bench policy")
        }
    }

    private static func runFiles(
        _ timing: BenchmarkTimer, _ arguments: Arguments, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        guard !arguments.has("--memory") else {
            return try run(
                "files --memory", FileMemoryBench.steps(), timing, arguments, console)
        }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        console.progress("making files")
        return try run(
            "files", try FileBench.steps(in: folder), timing, arguments, console)
    }

    private static func runQueue(
        _ timing: BenchmarkTimer, _ arguments: Arguments, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        if let path = arguments.value("--play") {
            #if PipeWire
                let seconds = try arguments.integer("--seconds", in: 1...3600) ?? 10
                return try QueueChild.run(path, seconds: seconds, console)
            #else
                throw ProgramError(
                    .deviceMissing, "this sori was built without PipeWire", in: path,
                    advice: "build with the package trait PipeWire")
            #endif
        }
        #if PipeWire
            QueueBench.moveToPrivateServer(only: arguments.value("--only") ?? "")
        #endif
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        return try run("queue", QueueBench.steps(in: folder), timing, arguments, console)
    }

    package static func run(
        _ bench: String, _ steps: [BenchStep], _ timing: BenchmarkTimer, _ arguments: Arguments,
        _ console: Console
    ) throws(ProgramError) -> ExitCode {
        var measures: [Measure] = []
        let only = arguments.value("--only") ?? ""
        let steps = steps.filter { only.isEmpty || $0.name.contains(only) }
        guard !steps.isEmpty else {
            throw ProgramError(
                .wrongUse, "no measure has '\(only)' in its name", in: arguments.place,
                advice: "leave --only out")
        }
        for (index, step) in steps.enumerated() {
            console.progress("\(index + 1) of \(steps.count): \(step.name)")
            measures.append(try step.run(timing))
        }
        console.progress("")
        let report = BenchReport(
            bench: bench, machine: .present(), roundCount: timing.roundCount, measures: measures)
        console.print(arguments.has("--json") ? report.json.readableText + "\n" : report.text)
        return arguments.has("--check") && report.hasMissed ? .expectationFailed : .done
    }
}

extension Console {
    /// Shows the progress, on a terminal only; the next line overwrites it.
    package func progress(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        errors.write("\r\u{1B}[K" + text.prefix(max(RawTerminal.width(STDERR_FILENO) - 1, 0)))
    }
}
