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

    package var failedCount: Int { rows.reduce(0) { $0 + $1.failureCount } }
    /// Checkers that never had anything to check.
    package var idleRows: [Row] { rows.filter { $0.premiseCount == 0 } }
}

/// Runs whole phones.
package struct PhoneFuzzer: Sendable {
    /// `nil` for a length that each seed chooses.
    package var stepCount: Int?
    package var bug: PlantedBug?
    /// One seed in so many is rendered, and its rules are compared.
    package var everyNth: UInt64 = 100

    package init(stepCount: Int? = nil, bug: PlantedBug? = nil) {
        self.stepCount = stepCount
        self.bug = bug
    }

    /// One phone from its seed, with all its checks.
    package func run(seed: UInt64, into tally: inout FuzzTally) {
        let isSpecial = seed % everyNth == 0
        // What is rendered lasts as long as it takes; a phone with hours in it is not.
        let plan = PhonePlan(seed: seed, stepCount: stepCount, isBrief: isSpecial && bug == nil)
        let checkers = cheapCheckers.map { $0.init() }
        var run = PhoneRun(plan.configuration, checkers: checkers, bug: bug)
        var phone = RandomPhone(plan)
        phone.live(&run)
        tally.phoneCount += 1
        tally.stepCount += run.stepCount
        tally.add(checkers)
        if let violation = run.violation { return tally.add(violation, seed: seed) }
        tally.addPremises(1, of: ReplayedPhone.row.checker)
        if let violation = ReplayedPhone.check(run) { return tally.add(violation, seed: seed) }
        guard isSpecial, bug == nil else { return }
        if let violation = RuleComparison.check(run, &tally) {
            return tally.add(violation, seed: seed)
        }
        if let violation = RenderedPhone.check(run, plan, &tally) {
            tally.add(violation, seed: seed)
        }
    }
}
