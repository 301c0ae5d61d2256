import AudioModel
import SoundPolicy

/// Totals and failures of a run over many phones.
package struct FuzzTally: Sendable {
    package var phoneCount = 0
    package var stepCount = 0
    /// One row per checker, in the order of the checkers.
    package var rows: [Row]
    /// The first failures of each checker, at most `failuresMax` each.
    package private(set) var failures: [FailedPhone] = []

    package struct Row: Hashable, Sendable {
        package var checker: String
        package var sentence: String
        /// How often the checker's premise held.
        package var premiseCount = 0
        package var failureCount = 0
    }

    package struct FailedPhone: Hashable, Sendable {
        package var seed: UInt64
        package var violation: Violation
    }

    /// Limit of failures kept per checker.
    package static let failuresMax = 5

    package init() {
        rows =
            cheapCheckers.map { Row(checker: $0.name, sentence: $0.sentence) }
            + [ReplayedPhone.row, RuleComparison.row, RenderedPhone.row]
    }

    mutating func add(_ checkers: [any Checker]) {
        for (index, checker) in checkers.enumerated() {
            rows[index].premiseCount += checker.premiseCount
        }
    }

    mutating func addPremises(_ count: Int, of checker: String) {
        guard let index = rows.firstIndex(where: { $0.checker == checker }) else { return }
        rows[index].premiseCount += count
    }

    mutating func add(_ violation: Violation, seed: UInt64) {
        if let index = rows.firstIndex(where: { $0.checker == violation.checker }) {
            rows[index].failureCount += 1
        }
        keep(FailedPhone(seed: seed, violation: violation))
    }

    private mutating func keep(_ failure: FailedPhone) {
        let checker = failure.violation.checker
        let count = failures.reduce(0) { $0 + ($1.violation.checker == checker ? 1 : 0) }
        if count < FuzzTally.failuresMax { failures.append(failure) }
    }

    /// Adds another worker's tally.
    package mutating func add(_ other: FuzzTally) {
        phoneCount += other.phoneCount
        stepCount += other.stepCount
        for index in rows.indices {
            rows[index].premiseCount += other.rows[index].premiseCount
            rows[index].failureCount += other.rows[index].failureCount
        }
        for failure in other.failures { keep(failure) }
    }

    /// Sorts the failures by seed.
    package mutating func sortFailures() {
        failures.sort { $0.seed < $1.seed }
    }

    /// The first failure of each checker; call `sortFailures` before.
    package var firstFailures: [FailedPhone] {
        var seen: Set<String> = []
        return failures.filter { seen.insert($0.violation.checker).inserted }
    }

    package var failedCount: Int { rows.reduce(0) { $0 + $1.failureCount } }
    /// Checkers with a premise that never held.
    package var idleRows: [Row] { rows.filter { $0.premiseCount == 0 } }
}
