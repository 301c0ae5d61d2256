package import AudioModel
import Simulation

/// The JSON results of `sori fuzz`, which can be added up.
package struct FuzzResults {
    package private(set) var phoneCount = 0
    private var stepCount = 0
    private var seconds = 0.0
    private var processorMinutes = 0.0
    private var checkers: [(name: String, sentence: String, held: Int, failed: Int)] = []
    /// Findings by their checker; the first has the lowest seed.
    private var findings: [(value: JSONValue, checker: String, seeds: [UInt64])] = []

    package init() {}

    /// The phones that failed are counted by checker: a phone with two findings counts twice.
    package var failureCount: Int {
        checkers.reduce(0) { $0.addingClamped($1.failed) }
    }

    package var isOK: Bool {
        failureCount == 0 && findings.isEmpty && idleCheckers.isEmpty
    }

    /// The checkers that never found their premise, where there are enough phones for each.
    package var idleCheckers: [String] {
        guard phoneCount >= FuzzCommand.premisePhones else { return [] }
        return checkers.filter { $0.held == 0 }.map(\.name)
    }

    /// Adds the result of a run.
    ///
    /// - Returns: Whether the value is one; otherwise nothing is added.
    package mutating func add(_ value: JSONValue) -> Bool {
        guard value["ok"]?.flag != nil, let phones = value["phones"]?.count,
            let steps = value["steps"]?.count, let time = value["seconds"]?.double,
            let rate = value["stepsPerMinuteOnOneCore"]?.double,
            let rows = value["checkers"]?.elements, let found = value["findings"]?.elements
        else { return false }
        var newRows: [(name: String, sentence: String, held: Int, failed: Int)] = []
        for row in rows {
            guard let name = row["name"]?.text, let sentence = row["sentence"]?.text,
                let held = row["held"]?.count, let failed = row["failed"]?.count
            else { return false }
            newRows.append((name, sentence, held, failed))
        }
        var newFindings: [(value: JSONValue, checker: String, seeds: [UInt64])] = []
        for finding in found {
            guard let checker = finding["checker"]?.text, let others = finding["otherSeeds"],
                let seed = finding["seed"]?.seed, let seeds = others.elements?.map(\.seed),
                !seeds.contains(nil)
            else { return false }
            newFindings.append((finding, checker, [seed] + seeds.compactMap { $0 }))
        }
        phoneCount = phoneCount.addingClamped(phones)
        stepCount = stepCount.addingClamped(steps)
        seconds += time
        if rate > 0 { processorMinutes += Double(steps) / rate }
        for row in newRows { add(row) }
        for finding in newFindings { add(finding) }
        return true
    }

    private mutating func add(_ row: (name: String, sentence: String, held: Int, failed: Int)) {
        guard let index = checkers.firstIndex(where: { $0.name == row.name }) else {
            checkers.append(row)
            return
        }
        checkers[index].held = checkers[index].held.addingClamped(row.held)
        checkers[index].failed = checkers[index].failed.addingClamped(row.failed)
    }

    private mutating func add(_ finding: (value: JSONValue, checker: String, seeds: [UInt64])) {
        guard let index = findings.firstIndex(where: { $0.checker == finding.checker }) else {
            findings.append(finding)
            return
        }
        let seeds = findings[index].seeds + finding.seeds
        if finding.seeds[0] < findings[index].seeds[0] { findings[index].value = finding.value }
        findings[index].seeds = Set(seeds).sorted()
    }

    /// The result of one run of all phones. The seconds are those of all runs together.
    package var json: JSONValue {
        .object([
            ("ok", .bool(isOK)), ("phones", .integer(phoneCount)), ("steps", .integer(stepCount)),
            ("seconds", .decimal(seconds, places: 3)),
            (
                "stepsPerMinuteOnOneCore",
                .decimal(
                    processorMinutes > 0 ? Double(stepCount) / processorMinutes : 0, places: 0)
            ),
            (
                "checkers",
                .array(
                    checkers.map { row in
                        .object([
                            ("name", .string(row.name)), ("sentence", .string(row.sentence)),
                            ("held", .integer(row.held)), ("failed", .integer(row.failed)),
                        ])
                    })
            ),
            ("findings", .array(findings.map(Self.json))),
        ])
    }

    private static func json(
        _ finding: (value: JSONValue, checker: String, seeds: [UInt64])
    ) -> JSONValue {
        guard case .object(let members) = finding.value else { return finding.value }
        let own = finding.value["seed"]?.seed
        return .object(
            members.map { key, value in
                guard key == "otherSeeds" else { return (key, value) }
                return (key, .array(finding.seeds.filter { $0 != own }.map { .integer($0) }))
            })
    }
}

extension JSONValue {
    fileprivate var seed: UInt64? {
        if case .number(let digits) = self { UInt64(digits) } else { nil }
    }
}

extension Int {
    /// The sum of two counts; the largest number where it is larger.
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
