import AudioModel
import SoundPolicy

/// Compares decisions with all rules enabled to decisions with one rule disabled.
enum RuleComparison {
    static let row = FuzzTally.Row(
        checker: "ReasonsNameTheirRules",
        sentence: "A verdict's reasons name the rules that, switched off, change it")

    /// Replays the log and compares after every event that changed a verdict.
    ///
    /// - Parameter comparisonCount: Increased by the number of reasons, each with its rule disabled.
    static func check(_ run: PhoneRun, comparisonCount: inout Int) -> Violation? {
        var machine = PolicyMachine(run.step.configuration)
        var snapshot = PolicySnapshot()
        for (index, turn) in run.log.enumerated() {
            let effects = machine.handle(turn.event, at: turn.time).effects
            let isChanged = effects.contains { effect in
                if case .verdict = effect { true } else { false }
            }
            guard isChanged else { continue }
            machine.writeSnapshot(to: &snapshot)
            guard let breach = compare(machine, snapshot, &comparisonCount) else { continue }
            return Violation(
                checker: row.checker, sentence: row.sentence, breach: breach, time: turn.time,
                stepIndex: index + 1, event: machine.words(for: turn.event))
        }
        return nil
    }

    private static func compare(
        _ machine: PolicyMachine, _ snapshot: PolicySnapshot, _ comparisonCount: inout Int
    ) -> Finding? {
        let named = Set(snapshot.streams.flatMap { $0.verdict.reasons.map(\.rule) })
        for rule in Rule.allCases {
            // The other rules depend on the past, not on the present.
            guard named.contains(rule.rawValue) || RuleComparison.deciding.contains(rule) else {
                continue
            }
            let without = machine.verdicts(without: rule)
            for (stream, other) in zip(snapshot.streams, without) {
                let isNamed = stream.verdict.reasons.contains { $0.rule == rule.rawValue }
                if isNamed { comparisonCount += 1 }
                let becomesAudible = !stream.isAudible && other.reasons.isEmpty
                if isNamed, stream.verdict == other {
                    return Finding("\(stream.stream) does not change without \(rule.rawValue)")
                }
                if isNamed, stream.verdict.reasons.count == 1, !becomesAudible {
                    return Finding("\(stream.stream) is not heard without \(rule.rawValue) alone")
                }
                if !isNamed, becomesAudible {
                    return Finding(
                        "\(stream.stream) does not say that \(rule.rawValue) silences it")
                }
            }
        }
        return nil
    }

    /// Rules that can silence a sound from the present state alone.
    static let deciding = AudibilityRule.allCases.map(\.rule)
}
