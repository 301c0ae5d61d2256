import AudioModel
import SoundPolicy

/// What came of some phones.
package struct FuzzTally: Sendable {
    package var phoneCount = 0
    package var stepCount = 0
    /// By checker, in their order.
    package var rows: [Row]
    package var failures: [FailedPhone] = []

    package struct Row: Hashable, Sendable {
        package var checker: String
        package var sentence: String
        /// How often its premise held.
        package var premiseCount = 0
        package var failureCount = 0
    }

    package struct FailedPhone: Hashable, Sendable {
        package var seed: UInt64
        package var violation: Violation
    }

    /// More would only repeat themselves.
    package static let failuresMax = 20

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
        guard failures.count < FuzzTally.failuresMax else { return }
        failures.append(FailedPhone(seed: seed, violation: violation))
    }

    /// Adds what another worker found.
    package mutating func add(_ other: FuzzTally) {
        phoneCount += other.phoneCount
        stepCount += other.stepCount
        for index in rows.indices {
            rows[index].premiseCount += other.rows[index].premiseCount
            rows[index].failureCount += other.rows[index].failureCount
        }
        failures = Array((failures + other.failures).prefix(FuzzTally.failuresMax))
    }

    /// In the order of their seeds.
    package mutating func sortFailures() {
        failures.sort { $0.seed < $1.seed }
    }

    package var failedCount: Int { rows.reduce(0) { $0 + $1.failureCount } }
    /// Checkers that never had anything to check.
    package var idleRows: [Row] { rows.filter { $0.premiseCount == 0 } }
}
