import AudioModel
import CommandLineTool
package import Simulation
import Terminal

/// The results of a benchmark, with the machine that it ran on.
package struct BenchReport {
    package var bench: String
    package var machine: Machine
    package var roundCount: Int
    package var measures: [Measure]

    package init(bench: String, machine: Machine, roundCount: Int, measures: [Measure]) {
        self.bench = bench
        self.machine = machine
        self.roundCount = roundCount
        self.measures = measures
    }

    package var hasMissed: Bool { measures.contains { $0.isMet == false } }

    package var json: JSONValue {
        .object([
            ("bench", .string(bench)),
            (
                "machine",
                .object([
                    ("processor", .string(machine.processor)),
                    ("cores", .integer(machine.coreCount)),
                ])
            ),
            ("rounds", .integer(roundCount)),
            ("measures", .array(measures.map(\.json))),
        ])
    }

    /// Describes the measurement. Single events are too short for the processor's clock, and have
    /// no peer to alternate with.
    private var method: String {
        let isOfEvents = measures.contains {
            if case .found(let figure) = $0.outcome {
                figure.unit == .nanosecondsAnEvent
            } else {
                false
            }
        }
        guard !isOfEvents else { return "" }
        return bench == "streams" ? " in turn" : " in turn, processor time"
    }

    /// The report as a table with one line per measurement.
    package var text: String {
        let cores = Numeral.counted(machine.coreCount, "core")
        let rounds = Numeral.counted(roundCount, "round")
        let head = "\(bench), on \(machine.processor) (\(cores)), median of \(rounds)\(method)\n"
        let rows = [["", "sori", "peer", "ratio", "goal", ""]] + measures.map(\.columns)
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
        }
        return head
            + zip(lines, [nil] + measures.map(\.reason)).map { line, reason in
                "  "
                    + (reason.map { line.trimmingEnd() + "  skipped: " + $0 }
                        ?? line.trimmingEnd()) + "\n"
            }.joined()
    }
}

extension Measure {
    fileprivate var reason: String? {
        guard case .skipped(let reason) = outcome else { return nil }
        return printable(reason)
    }

    var verdict: String {
        switch isMet {
        case true?: "met"
        case false?: "missed"
        case nil: reason == nil ? "reported" : "skipped"
        }
    }

    fileprivate var columns: [String] {
        switch outcome {
        case .compared(let found):
            [
                name, duration(found.ours.median) + " a " + found.unit,
                duration(found.theirs.median) + " " + found.peer,
                factor(found.ratio) + found.goal.words,
                found.goal.text, verdict,
            ]
        case .found(let figure):
            [
                name, figure.text, "", "",
                figure.goalText, verdict,
            ]
        case .skipped: [name, "", "", "", "", ""]
        }
    }

    fileprivate var json: JSONValue {
        let rest: [(key: String, value: JSONValue)] =
            switch outcome {
            case .compared(let found):
                [
                    ("unit", .string("nanoseconds a " + found.unit)),
                    ("ours", .decimal(found.ours.median, places: 3)),
                    ("oursBest", .decimal(found.ours.best, places: 3)),
                    ("peer", .decimal(found.theirs.median, places: 3)),
                    ("peerBest", .decimal(found.theirs.best, places: 3)),
                    ("peerName", .string(found.peer)),
                    ("ratio", .decimal(found.ratio, places: 3)),
                    ("ratioOf", .string(found.goal.kind)),
                    ("goal", .decimal(found.goal.limit, places: 3)),
                ]
            case .found(let figure):
                [
                    ("unit", .string(figure.unit.name)),
                    ("ours", .decimal(figure.value, places: 3)),
                ]
                    + ((figure.most ?? figure.least).map { [("goal", .decimal($0, places: 3))] }
                        ?? [])
            case .skipped(let reason): [("reason", .string(reason))]
            }
        return .object([("name", .string(name)), ("verdict", .string(verdict))] + rest)
    }
}

extension Measure.Figure {
    fileprivate var goalText: String {
        most.map { "at most " + unit.text($0) } ?? least.map { "at least " + unit.text($0) } ?? ""
    }

    fileprivate var text: String {
        guard case .count(_, let total?) = unit else { return unit.text(value) }
        return unit.text(value) + " of " + String(total)
    }
}

extension Measure.Figure.Unit {
    fileprivate var name: String {
        switch self {
        case .nanoseconds: "nanoseconds"
        case .nanosecondsAnEvent: "nanoseconds an event"
        case .megabytes: "MB"
        case .decibels: "dB"
        case .count(let noun, _): noun + "s"
        }
    }

    fileprivate func text(_ value: Double) -> String {
        switch self {
        case .nanoseconds, .nanosecondsAnEvent: duration(value)
        case .megabytes: Numeral.short(value, places: 1) + " MB"
        case .decibels: Numeral.short(value, places: 1) + " dB"
        case .count(let noun, _): Numeral.counted(Int(value), noun)
        }
    }
}

extension Benchmark.Goal {
    var limit: Double {
        switch self {
        case .speed(let limit), .time(let limit): limit
        }
    }

    fileprivate var kind: String {
        switch self {
        case .speed: "speed"
        case .time: "time"
        }
    }

    fileprivate var words: String {
        switch self {
        case .speed: " x as fast"
        case .time: " x the time"
        }
    }

    fileprivate var text: String {
        switch self {
        case .speed(let limit): "at least " + factor(limit)
        case .time(let limit): "at most " + factor(limit)
        }
    }
}

func factor(_ ratio: Double) -> String {
    Numeral.fixed(ratio, places: 2)
}

/// A duration with its unit: `0.84 ns`, `5.2 us`, `1.25 ms`.
private func duration(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e3: Numeral.fixed(nanoseconds, places: 2) + " ns"
    case ..<1e6: Numeral.fixed(nanoseconds / 1e3, places: 2) + " us"
    default: Numeral.fixed(nanoseconds / 1e6, places: 2) + " ms"
    }
}
