package import CommandLineTool
import Dispatch
package import RandomPhones
import Simulation
import Synchronization

/// Runs random phones and checks invariants after every event.
package enum FuzzCommand: Command {
    package static let syntax = CommandSyntax(
        name: "fuzz", summary: "runs random phones and checks invariants after every event",
        operands: .none,
        options: [
            OptionSyntax("--seeds", value: "N", "phones, from seed 1 on; 1000 unless given"),
            OptionSyntax("--seed", value: "N", "runs one phone and prints its events"),
            OptionSyntax(
                "--steps", value: "N", "events per phone, at least; the seed decides unless given"),
            OptionSyntax("--jobs", value: "N", "phones at once; one per core unless given"),
            OptionSyntax(
                "--out", value: "DIR",
                "folder for shortened scenarios, made if missing; default the current one"),
            OptionSyntax(
                "--shard", value: "N/M", "runs the Nth of M parts of the phones, for CI"),
            OptionSyntax("--json", "prints JSON"),
        ],
        notes: [
            "A phone has 2 to 12 apps, and its seed decides everything. A failure is shortened to "
                + "a scenario for 'sori sim'.",
            "Exits with 1 when an invariant does not hold, or when a checker never met a "
                + "situation that it checks in \(premisePhones) phones or more.",
        ])

    /// Number of phones from which on every checker must have met a situation that it checks.
    package static let premisePhones = 100

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try run(arguments, console, fault: nil)
    }

    /// - Parameter fault: A fault to inject into every phone, for tests.
    package static func run(
        _ arguments: Arguments, _ console: Console, fault: (any PolicyFault)?
    ) throws(ProgramError) -> ExitCode {
        let request = try FuzzRequest(arguments)
        try makeFolder(request.folder)
        let fuzzer = PhoneFuzzer(stepCount: request.stepCount, fault: fault)
        if let seed = request.seed, !request.isJSON {
            for line in fuzzer.log(seed: seed) { console.print(line + "\n") }
        }
        let start = DispatchTime.now().uptimeNanoseconds
        let processorStart = processorSeconds()
        let tally = tally(of: request, fuzzer, console)
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        var report = FuzzReport(
            tally, seconds: seconds, processorSeconds: processorSeconds() - processorStart,
            wantsPremises: request.seed == nil && fault == nil && tally.phoneCount >= premisePhones)
        for failure in tally.firstFailures {
            let others = tally.failures.filter {
                $0.violation.checker == failure.violation.checker && $0 != failure
            }
            let shortening = "shortening phone \(failure.seed)"
            console.progress(shortening)
            let shortened = console.progress({ "\(shortening), after \($0) s" }) {
                fuzzer.shortened(failure)
            }
            report.findings.append(
                try write(
                    shortened, failure, otherSeeds: others.map(\.seed),
                    request.folder))
        }
        console.progress("")
        console.print(request.isJSON ? report.json.readableText + "\n" : report.text)
        return report.isOK ? .done : .expectationFailed
    }

    /// Phones per job between two updates of the progress.
    private static let phonesATime: UInt64 = 250

    private static func tally(
        of request: FuzzRequest, _ fuzzer: PhoneFuzzer, _ console: Console
    ) -> FuzzTally {
        var tally = FuzzTally()
        var next = request.seeds.lowerBound
        let jobs = UInt64(request.jobCount)
        let ended = EndedPhones()
        let phones = request.seeds.count
        while next <= request.seeds.upperBound {
            let last = min(next + phonesATime * jobs - 1, request.seeds.upperBound)
            let first = next
            let parts = console.progress({ _ in
                "\(ended.count.load(ordering: .relaxed)) of \(phones) phones"
            }) {
                inParallel(request.jobCount) { job in
                    var part = FuzzTally()
                    for seed in stride(from: first + UInt64(job), through: last, by: Int(jobs)) {
                        fuzzer.run(seed: seed, into: &part)
                        ended.count.wrappingAdd(1, ordering: .relaxed)
                    }
                    return part
                }
            }
            for part in parts { tally.add(part) }
            next = last + 1
            let failed = tally.failedCount == 0 ? "" : ", \(tally.failedCount) failed"
            console.progress(
                "\(tally.phoneCount) of \(request.seeds.count) phones, "
                    + "\(tally.stepCount) steps\(failed)")
        }
        tally.sortFailures()
        return tally
    }

    /// Number of phones that have ended, for the progress.
    private final class EndedPhones: Sendable {
        let count = Atomic(0)
    }

    private static func inParallel(
        _ count: Int, _ body: @escaping @Sendable (Int) -> FuzzTally
    ) -> [FuzzTally] {
        guard count > 1 else { return [body(0)] }
        let parts = Parts(count)
        DispatchQueue.concurrentPerform(iterations: count) { parts.set($0, body($0)) }
        return parts.values
    }

    /// One tally per job.
    ///
    /// Ownership: each job alone writes its own element; the caller reads when all jobs have ended.
    private final class Parts: @unchecked Sendable {
        private let places: UnsafeMutableBufferPointer<FuzzTally>

        init(_ count: Int) {
            places = .allocate(capacity: count)
            places.initialize(repeating: FuzzTally())
        }

        deinit {
            places.deinitialize()
            places.deallocate()
        }

        func set(_ index: Int, _ value: FuzzTally) { places[index] = value }
        var values: [FuzzTally] { Array(places) }
    }

    private static func write(
        _ shortened: Shrinker, _ failure: FuzzTally.FailedPhone, otherSeeds: [UInt64],
        _ folder: String
    ) throws(ProgramError) -> FuzzFinding {
        let path = "\(folder)/fuzz-\(failure.seed).scenario"
        try writeFile(shortened.scenarioText(seed: failure.seed), to: path)
        return FuzzFinding(
            seed: failure.seed, otherSeeds: otherSeeds, checker: shortened.violation.checker,
            sentence: shortened.violation.sentence,
            message: shortened.violation.breach.message, event: shortened.violation.event,
            seconds: shortened.violation.time.seconds, eventCount: shortened.turns.count,
            path: path)
    }
}

/// The arguments of `sori fuzz`.
struct FuzzRequest: Equatable {
    var seeds: ClosedRange<UInt64>
    /// The only phone to run; `nil` for a range.
    var seed: UInt64?
    var stepCount: Int?
    var jobCount: Int
    var folder: String
    var isJSON: Bool

    private static let phonesMax = 1_000_000_000

    init(_ arguments: Arguments) throws(ProgramError) {
        let count = try arguments.integer("--seeds", in: 1...Self.phonesMax)
        seed = try arguments.integer("--seed", in: 0...Int.max).map { UInt64($0) }
        if seed != nil, count != nil {
            throw arguments.wrongUse(
                "--seed is for one phone and --seeds for many", advice: "leave one of them out")
        }
        let all = seed.map { $0...$0 } ?? 1...UInt64(count ?? 1_000)
        if let shard = try arguments.shard() {
            guard let part = shard.part(of: all) else {
                throw arguments.wrongUse(
                    "--shard \(shard.number)/\(shard.count) has no phone",
                    advice: "take at most \(all.count) parts")
            }
            seeds = part
        } else {
            seeds = all
        }
        stepCount = try arguments.integer("--steps", in: 1...10_000_000)
        jobCount = seed == nil ? try arguments.jobCount() : 1
        folder = arguments.value("--out") ?? "."
        isJSON = arguments.has("--json")
    }
}
