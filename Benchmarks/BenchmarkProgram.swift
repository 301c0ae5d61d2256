import AudioModel
package import CommandLineTool
import Realtime
import Simulation

/// The program that `make bench` runs: Sori's performance beside other implementations.
package enum BenchmarkProgram {
    package static let syntax = CommandSyntax(
        name: "Benchmarks", of: nil,
        summary: "measures Sori's performance beside other implementations",
        operands: .oneAtMost("WHAT"),
        options: [
            OptionSyntax("--rounds", value: "N", "rounds per measure, 1 to 1001; default 7"),
            OptionSyntax("--only", value: "TEXT", "only measures with TEXT in their names"),
            OptionSyntax(
                "--memory", "files: measures the memory that large files take, and no times"),
            OptionSyntax(
                "--play", value: "FILE", "queue: measures nothing, plays FILE through one queue"),
            OptionSyntax(
                "--open", value: "URL",
                "streams: measures nothing, opens URL and ends with its first sample"),
            OptionSyntax("--seconds", value: "N", "how long --play plays, 1 to 3600; default 10"),
            OptionSyntax(
                "--out", value: "FOLDER", "also writes FOLDER/bench.json and the chart bench.svg"),
            OptionSyntax("--json", "prints JSON, one object per WHAT"),
            OptionSyntax("--check", "exits with 1 when a goal is missed"),
        ],
        notes: [
            "WHAT is files (reading packets, decoding, opening), queue (audio queues: start "
                + "latency, processor time beside pw-play, missed blocks under load, memory left "
                + "behind), latency (from an app's callback, its input, a buffer and a note to the "
                + "sink, beside a bare stream and pw-loopback), policy (the cost of one event with 30 apps and 60 streams, and with 200 "
                + "and 400; the growth of memory in a year of use; and an activation that a device "
                + "service decides), time (what the overlay of Dispatch and notifications costs a "
                + "real app), players (500 AVAudioPlayers at once, the start of a prepared one, the "
                + "memory of idle ones, an engine of 64 player nodes, and a graph of 64 audio "
                + "units), library (scans, queries "
                + "and memory with 100,000 files), streams (how soon a server's media sounds beside "
                + "mpv, and the memory of a radio of 10 hours) or mixer (what a voice's frame costs "
                + "beside "
                + "hand-written kernels, and beside miniaudio, OpenAL Soft and others). Without it "
                + "all of them run.",
            "Sound files are made in the folder for temporary files (TMPDIR), 75 MB at most, for "
                + "library 500 MB, and deleted.",
            "Both sides run in turn, round by round, or at the same time; goals are ratios. "
                + "Times are processor times, of the caller's thread for time; starts, streams "
                + "and events are timed by the clock. Use a release build.",
            "queue and latency use private, silent sound servers if a checkout's scripts/with-pipewire can "
                + "start them, otherwise the PipeWire that runs; without either, measurements that "
                + "need a server are skipped. Playback without real-time scheduling is measured "
                + "only as root, because it needs another user.",
        ])

    /// Runs with the process's standard streams.
    package static func run(_ words: [String]) -> Int32 {
        ignoreBrokenPipes()
        let console = Console.standard()
        guard !words.contains("--help"), !words.contains("-h") else {
            console.print(syntax.helpText)
            return ExitCode.done.rawValue
        }
        do throws(ProgramError) {
            return try run(try Arguments(parsing: words, syntax), console).rawValue
        } catch {
            return console.report(error, of: syntax.name).rawValue
        }
    }

    private static let names = [
        "files", "queue", "latency", "policy", "time", "players", "library", "streams", "mixer",
    ]

    private static func run(
        _ arguments: Arguments, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        let roundCount = try arguments.integer("--rounds", in: 1...1001) ?? 7
        EndSignals.listen()
        if let path = arguments.value("--play") { return try play(path, arguments, console) }
        #if PipeWire && FFmpeg
            if let url = arguments.value("--open") { return try StreamBench.open(url, console) }
        #endif
        let chosen = arguments.has("--memory") ? ["files"] : names
        let asked = arguments.operands.isEmpty ? chosen : arguments.operands
        if let unknown = asked.first(where: { !names.contains($0) }) {
            throw arguments.wrongUse(
                "unknown benchmark '\(unknown)'", advice: "one of \(names.joined(separator: ", "))")
        }
        #if PipeWire
            // First, because it starts the program again.
            if asked.contains("queue") {
                QueueBench.moveToPrivateServer(only: arguments.value("--only") ?? "")
            }
            if asked.contains("latency") {
                // What else runs is not to be measured, where root says so.
                QueueBench.moveToPrivateServer(
                    only: arguments.value("--only") ?? "", niceness: -15, of: LatencyBench.names)
            }
        #endif
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let suites = asked.map { suite($0, roundCount: roundCount, folder, arguments, console) }
        return try run(suites, arguments, console)
    }

    private static func suite(
        _ name: String, roundCount: Int, _ folder: TemporaryFolder, _ arguments: Arguments,
        _ console: Console
    ) -> BenchmarkSuite {
        let isOfMemory = arguments.has("--memory")
        var timer = BenchmarkTimer(
            roundCount: roundCount, now: processorSeconds, isEndWanted: { EndSignals.hasCome })
        if name == "policy" || name == "streams" { timer.now = monotonicSeconds }
        if name == "time" { timer.now = threadSeconds }
        return BenchmarkSuite(name: isOfMemory ? name + " --memory" : name, timer: timer) {
            () throws(ProgramError) in
            switch name {
            case "files" where isOfMemory: return FileMemoryBench.steps()
            case "files":
                console.progress("making files")
                return try FileBench.steps(in: folder)
            case "queue": return QueueBench.steps(in: folder)
            case "latency": return LatencyBench.steps()
            case "policy": return PolicyBench.steps() + serviceSteps(in: folder)
            case "library": return LibraryBench.steps(in: folder)
            case "streams": return StreamBench.steps()
            case "mixer": return MixerBench.steps() + PeerBench.steps()
            case "players":
                return try PlayerBench.steps(in: folder) + EngineBench.steps() + UnitBench.steps()
            default: return OverlayBench.steps()
            }
        }
    }

    private static func serviceSteps(in folder: TemporaryFolder) -> [BenchStep] {
        #if PipeWire
            ServiceBench.steps(in: folder)
        #else
            [
                BenchStep(
                    skipping: "activation across processes",
                    because: "this program was built without PipeWire")
            ]
        #endif
    }

    private static func play(
        _ path: String, _ arguments: Arguments, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        #if PipeWire
            let seconds = try arguments.integer("--seconds", in: 1...3600) ?? 10
            return try QueueChild.run(path, seconds: seconds, console)
        #else
            throw ProgramError(
                .deviceMissing, "this program was built without PipeWire", in: path,
                advice: "build with the package trait PipeWire")
        #endif
    }

    package static func run(
        _ suites: [BenchmarkSuite], _ arguments: Arguments, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        let only = arguments.value("--only") ?? ""
        var reports: [BenchReport] = []
        for suite in suites {
            let steps = try suite.steps().filter { only.isEmpty || $0.name.contains(only) }
            guard !steps.isEmpty else { continue }
            var report = BenchReport(
                bench: suite.name, machine: .present(), roundCount: suite.timer.roundCount,
                measures: [])
            for (index, step) in steps.enumerated() {
                console.progress("\(index + 1) of \(steps.count): \(step.name)")
                let outcome = try step.measure(suite.timer)
                report.measures.append(Measure(name: step.name, outcome: outcome))
            }
            console.progress("")
            console.print(arguments.has("--json") ? report.json.readableText + "\n" : report.text)
            reports.append(report)
        }
        guard !reports.isEmpty else {
            throw arguments.wrongUse(
                "no measure has '\(only)' in its name", advice: "leave --only out")
        }
        if let folder = arguments.value("--out") { try write(reports, into: folder) }
        let hasMissed = reports.contains(where: \.hasMissed)
        return arguments.has("--check") && hasMissed ? .expectationFailed : .done
    }
}

extension BenchmarkProgram {
    private static func write(_ reports: [BenchReport], into folder: String) throws(ProgramError) {
        let json = JSONValue.array(reports.map(\.json))
        try replaceFile(json.readableText + "\n", at: folder + "/bench.json")
        try replaceFile(BenchChart(reports).svg, at: folder + "/bench.svg")
    }
}

/// Measures that are reported together, with the clock that times them.
package struct BenchmarkSuite {
    package var name: String
    package var timer: BenchmarkTimer
    package var steps: () throws(ProgramError) -> [BenchStep]

    package init(
        name: String, timer: BenchmarkTimer,
        steps: @escaping () throws(ProgramError) -> [BenchStep]
    ) {
        self.name = name
        self.timer = timer
        self.steps = steps
    }
}
