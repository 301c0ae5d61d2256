import AudioModel
import CommandLineTool
package import RandomPhones
package import Simulation
import Terminal

/// A failure with its shortest story.
package struct FuzzFinding: Equatable, Sendable {
    package var seed: UInt64
    /// Some other phones with a failure of the same checker.
    package var otherSeeds: [UInt64]
    package var checker: String
    package var sentence: String
    package var message: String
    /// The last event, in words.
    package var event: String
    /// Time since the start of the shortened story.
    package var seconds: Double
    package var eventCount: Int
    package var path: String
}

/// The result of a run, as text and as JSON.
package struct FuzzReport {
    package var tally: FuzzTally
    /// Elapsed seconds.
    package var seconds: Double
    /// Processor seconds of all cores together.
    package var processorSeconds: Double
    /// Whether a checker that never met a situation that it checks is a failure.
    package var wantsPremises: Bool
    package var findings: [FuzzFinding] = []

    package init(
        _ tally: FuzzTally, seconds: Double, processorSeconds: Double, wantsPremises: Bool
    ) {
        self.tally = tally
        self.seconds = seconds
        self.processorSeconds = processorSeconds
        self.wantsPremises = wantsPremises
    }

    package var isOK: Bool {
        tally.failedCount == 0 && (!wantsPremises || tally.idleRows.isEmpty)
    }

    /// Steps per minute with every check, on one core.
    private var stepsPerMinute: Double {
        processorSeconds > 0 ? Double(tally.stepCount) / processorSeconds * 60 : 0
    }

    package var text: String {
        var lines: [String] = []
        let width = tally.rows.map(\.sentence.count).max() ?? 0
        lines.append("invariant".padded(to: width) + "        held  failed")
        for row in tally.rows {
            lines.append(
                row.sentence.padded(to: width) + right("\(row.premiseCount)", 12)
                    + right("\(row.failureCount)", 8))
        }
        lines.append("")
        lines.append(
            "\(Numeral.counted(tally.phoneCount, "phone")), "
                + "\(Numeral.counted(tally.stepCount, "step")) in "
                + "\(Numeral.fixed(seconds, places: 1)) s; "
                + "\(Numeral.fixed(stepsPerMinute, places: 0)) steps a minute on one core")
        if wantsPremises {
            for row in tally.idleRows {
                lines.append("never met a situation that it checks: \(row.checker)")
            }
        }
        for finding in findings { lines += words(finding) }
        if tally.failedCount > findings.count {
            lines.append("\(Numeral.counted(tally.failedCount, "phone")) failed in all")
        }
        lines.append(isOK ? "everything holds" : "something does not hold")
        return lines.joined(separator: "\n") + "\n"
    }

    private func words(_ finding: FuzzFinding) -> [String] {
        var lines = [
            "", "phone \(finding.seed): \(finding.checker)", "  \(finding.sentence).",
            "  At \(Numeral.short(finding.seconds, places: 3)) s, when \(finding.event): "
                + "\(finding.message).",
            "  \(Numeral.counted(finding.eventCount, "event")): sori sim \(finding.path)",
        ]
        if !finding.otherSeeds.isEmpty {
            let seeds = finding.otherSeeds.map(String.init).joined(separator: ", ")
            lines.append("  The same in phones \(seeds).")
        }
        return lines
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    package var json: JSONValue {
        .object([
            ("ok", .bool(isOK)), ("phones", .integer(tally.phoneCount)),
            ("steps", .integer(tally.stepCount)), ("seconds", .decimal(seconds, places: 3)),
            ("stepsPerMinuteOnOneCore", .decimal(stepsPerMinute, places: 0)),
            (
                "checkers",
                .array(
                    tally.rows.map { row in
                        .object([
                            ("name", .string(row.checker)), ("sentence", .string(row.sentence)),
                            ("held", .integer(row.premiseCount)),
                            ("failed", .integer(row.failureCount)),
                        ])
                    })
            ),
            (
                "findings",
                .array(
                    findings.map { finding in
                        .object([
                            ("seed", .integer(finding.seed)),
                            ("otherSeeds", .array(finding.otherSeeds.map { .integer($0) })),
                            ("checker", .string(finding.checker)),
                            ("sentence", .string(finding.sentence)),
                            ("message", .string(finding.message)),
                            ("event", .string(finding.event)),
                            ("at", .decimal(finding.seconds, places: 6)),
                            ("events", .integer(finding.eventCount)),
                            ("scenario", .string(finding.path)),
                        ])
                    })
            ),
        ])
    }
}
