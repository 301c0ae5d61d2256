import CommandLineTool
import Foundation
import Simulation
import TestSupport
import Testing

import Benchmarks

/// A clock that advances with the work done.
private final class WorkClock {
    var seconds = 0.0
    var calls: [String] = []
}

/// Collects text.
private final class KeptText: TextSink {
    private(set) var text = ""
    let hasFailed = false

    func write(_ text: String) { self.text += text }
}

@Suite("A benchmark")
struct BenchTests {
    private func contest(
        _ clock: WorkClock, ours: Double, theirs: [Double], goal: Benchmark.Goal
    ) -> Benchmark {
        var round = 0
        return Benchmark(
            name: "decode", peer: "peer", unit: "sample", unitCount: 1000, goal: goal,
            ours: .init(prepare: { () throws(ProgramError) in clock.seconds += 100 }) {
                () throws(ProgramError) in
                clock.calls.append("ours")
                clock.seconds += ours
            },
            theirs: .init { () throws(ProgramError) in
                clock.calls.append("theirs")
                clock.seconds += theirs[round % theirs.count]
                round += 1
            })
    }

    private func timing(_ clock: WorkClock, rounds: Int) -> BenchmarkTimer {
        BenchmarkTimer(roundCount: rounds, now: { clock.seconds }, isEndWanted: { false })
    }

    @Test("runs both sides in turn and takes the middle of the ratios")
    func turns() throws {
        // Given a peer that is three times as slow, with one disturbed round.
        let clock = WorkClock()
        let contest = contest(clock, ours: 1, theirs: [3, 3, 50, 3], goal: .speed(atLeast: 2.5))
        // When three rounds are measured.
        let measure = try timing(clock, rounds: 3).measure(contest)
        // Then the first round does not count, and the sides alternate in going first.
        #expect(
            clock.calls == ["ours", "theirs", "ours", "theirs", "theirs", "ours", "ours", "theirs"])
        // And times are in nanoseconds per unit, without the preparation.
        #expect(
            measure
                == Measure(
                    name: "decode",
                    outcome: .compared(
                        .init(
                            peer: "peer", unit: "sample",
                            ours: .init(median: 1e6, best: 1e6),
                            theirs: .init(median: 3e6, best: 3e6), ratio: 3,
                            goal: .speed(atLeast: 2.5)))))
        #expect(measure.isMet == true)
    }

    @Test("judges by the time where the goal asks for that")
    func times() throws {
        let clock = WorkClock()
        let slow = contest(clock, ours: 1.25, theirs: [1], goal: .time(atMost: 1.1))
        let measure = try timing(clock, rounds: 1).measure(slow)
        #expect(measure.isMet == false)
        guard case .compared(let found) = measure.outcome else {
            Issue.record("nothing was compared")
            return
        }
        #expect(abs(found.ratio - 1.25) < 1e-9)
    }

    @Test("ends when somebody wants that")
    func stopped() {
        let clock = WorkClock()
        let timing = BenchmarkTimer(
            roundCount: 3, now: { clock.seconds }, isEndWanted: { clock.calls.count == 3 })
        #expect(
            throws: ProgramError(.expectationFailed, "stopped before the end")
        ) { try timing.measure(contest(clock, ours: 1, theirs: [1], goal: .speed(atLeast: 1))) }
        #expect(clock.calls.count == 3)
    }

    private static let report = BenchReport(
        bench: "files", machine: Machine(processor: "Abacus", coreCount: 1), roundCount: 7,
        measures: [
            Measure(
                name: "decode",
                outcome: .compared(
                    .init(
                        peer: "FFmpeg", unit: "sample", ours: .init(median: 1.25, best: 1),
                        theirs: .init(median: 12_500, best: 12_000), ratio: 10_000,
                        goal: .speed(atLeast: 6)))),
            Measure(name: "large file", outcome: .found(.init(16.5, .megabytes, most: 16))),
            Measure(name: "MP3", outcome: .skipped(reason: "no encoder")),
        ])

    @Test("prints a line a measure, beside its peer and its goal")
    func text() {
        #expect(
            Self.report.text == """
                files, on Abacus (1 core), median of 7 rounds in turn, processor time
                              sori              peer             ratio               goal
                  decode      1.25 ns a sample  12.50 us FFmpeg  10000.00 x as fast  at least 6.00  met
                  large file  16.5 MB                                                at most 16 MB  missed
                  MP3  skipped: no encoder

                """)
        #expect(Self.report.hasMissed)
    }

    @Test("prints the same as JSON")
    func json() {
        #expect(
            Self.report.json.compactText == """
                {"bench": "files", "machine": {"processor": "Abacus", "cores": 1}, "rounds": 7, \
                "measures": [{"name": "decode", "verdict": "met", \
                "unit": "nanoseconds a sample", "ours": 1.25, "oursBest": 1, "peer": 12500, \
                "peerBest": 12000, "peerName": "FFmpeg", "ratio": 10000, "ratioOf": "speed", "goal": 6}, \
                {"name": "large file", "verdict": "missed", "unit": "MB", "ours": 16.5, \
                "goal": 16}, {"name": "MP3", "verdict": "skipped", "reason": "no encoder"}]}
                """)
    }

    @Test("draws a bar a comparison, with its verdict, and nothing of what was not compared")
    func chart() {
        var slow = Self.report.measures[0]
        slow.name = "slow & <late>"
        slow.outcome = .compared(
            .init(
                peer: "FFmpeg", unit: "sample", ours: .init(median: 4, best: 4),
                theirs: .init(median: 1, best: 1), ratio: 4, goal: .time(atMost: 1.5)))
        var report = Self.report
        report.measures.append(slow)
        let svg = BenchChart([report]).svg
        #expect(svg.contains("decode, beside FFmpeg: 10000.00 x as fast, goal 6.00: met"))
        // A time of four times the peer's is a quarter of the speed.
        #expect(
            svg.contains(
                "slow &amp; &lt;late&gt;, beside FFmpeg: 0.25 x as fast, goal 0.67: missed"))
        #expect(svg.components(separatedBy: "class=\"bar\"").count == 3)
        #expect(!svg.contains("large file"))
    }

    private static let figures = BenchReport(
        bench: "queue", machine: Machine(processor: "Abacus", coreCount: 2), roundCount: 1,
        measures: [
            Measure(
                name: "start", outcome: .found(.init(5_400_000, .nanoseconds, most: 5_333_333))),
            Measure(name: "missed", outcome: .found(.init(1, .count("block", of: 938)))),
        ])

    @Test("prints figures that stand by themselves, with a goal and without")
    func figures() {
        #expect(
            Self.figures.text == """
                queue, on Abacus (2 cores), median of 1 round in turn, processor time
                          sori            peer  ratio  goal
                  start   5.40 ms                      at most 5.33 ms  missed
                  missed  1 block of 938                                reported

                """)
        #expect(Self.figures.hasMissed)
        #expect(
            Self.figures.json.compactText.hasSuffix(
                """
                [{"name": "start", "verdict": "missed", "unit": "nanoseconds", "ours": 5400000, \
                "goal": 5333333}, {"name": "missed", "verdict": "reported", "unit": "blocks", \
                "ours": 1}]}
                """))
    }

    @Test("finds the processor's name in the kernel's list")
    func processor() {
        let list = "processor\t: 0\nmodel name\t: Abacus 9\nmodel name\t: Abacus 10\n"
        #expect(Machine.processor(inProcessorList: list) == "Abacus 9")
        #expect(Machine.processor(inProcessorList: "") == "an unnamed processor")
    }

    private func run(
        _ words: [String], _ steps: [BenchStep], _ clock: WorkClock
    ) throws -> (ExitCode, String) {
        let output = KeptText()
        let console = Console(output: output, errors: KeptText(), isColored: false)
        let arguments = try Arguments(parsing: words, BenchmarkProgram.syntax)
        let suite = BenchmarkSuite(name: "files", timer: timing(clock, rounds: 1)) { steps }
        return (try BenchmarkProgram.run([suite], arguments, console), output.text)
    }

    @Test("takes only the measures that are asked for, and fails only when told to")
    func chosen() throws {
        let clock = WorkClock()
        let steps = [
            BenchStep(skipping: "first", because: "no need"),
            BenchStep(contest(clock, ours: 2, theirs: [1], goal: .speed(atLeast: 1))),
        ]
        let (code, text) = try run(["files", "--only", "fir"], steps, clock)
        #expect(code == .done)
        #expect(text.hasSuffix("\n  first  skipped: no need\n"))
        #expect(try run(["files"], steps, clock).0 == .done)
        #expect(try run(["files", "--check"], steps, clock).0 == .expectationFailed)
        #expect(throws: ProgramError.self) { try run(["files", "--only", "third"], steps, clock) }
    }

    @Test("hears a queue in the block that follows its start")
    func queueStart() throws {
        let result = try BuiltProgram.benchmarks.run(
            ["queue", "--rounds", "1", "--only", "silence", "--check"])
        #expect(result.output.contains("silence before it, the longest"))
        #expect(result.output.contains("at most 256 frames"))
        #expect(result.errors.isEmpty)
        #expect(result.code == 0)
    }

    @Test("says what it cannot measure without PipeWire, and measures nothing in its place")
    func noServer() throws {
        let nowhere = ["PATH": "/nonexistent", "XDG_RUNTIME_DIR": "/nonexistent"]
        let result = try BuiltProgram.benchmarks.run(
            ["queue", "--rounds", "1", "--only", "ro"], environment: nowhere)
        let lines = result.output.split(separator: "\n").dropFirst(2)
        #expect(!lines.isEmpty)
        #expect(lines.allSatisfy { $0.contains("  skipped: ") })
        #expect(result.code == 0)
    }

    @Test("plays nothing where nothing can be heard")
    func playNowhere() throws {
        let result = try BuiltProgram.benchmarks.run(
            ["queue", "--play", "/nonexistent.wav"],
            environment: ["XDG_RUNTIME_DIR": "/nonexistent"])
        #expect(result.output.isEmpty)
        #expect(result.code == 3 || result.code == 4)
    }

    @Test("of something else is refused")
    func unknown() throws {
        let result = try BuiltProgram.benchmarks.run(["clouds"])
        #expect(
            result.errors
                == "Benchmarks: unknown benchmark 'clouds'; one of files, queue, "
                + "latency, policy, time, players, library, streams, mixer\n")
        #expect(result.code == 2)
    }
}
