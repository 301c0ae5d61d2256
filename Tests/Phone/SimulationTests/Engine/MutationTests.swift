import AudioModel
import Simulation
import SoundPolicy
import Testing

/// Disables one rule of the policy at a time: some story of the library must then fail, otherwise
/// the rule could be lost unnoticed.
@Suite("Mutation")
struct MutationTests {
    /// A debug build takes a quarter of a second per story, too long for all of them: it runs some,
    /// so that the test itself is exercised.
    #if DEBUG
        private static let everyNth = 25
        private static let catchersMax = 1
    #else
        private static let everyNth = 1
        private static let catchersMax = Int.max
    #endif
    private static let isSample = everyNth > 1

    /// The stories, which all pass while every rule is enabled.
    private static let stories = Task {
        let all = try ScenarioLibrary.stories()
        let some = stride(from: 0, to: all.count, by: everyNth).map { all[$0] }
        if isSample {
            print("mutation: \(some.count) of \(all.count) stories; all of them in a release build")
        }
        return try await inParallel(some) { try RecordedStory($0) }
    }

    @Test("each rule of the policy, switched off, is caught by a story")
    func rules() async throws {
        // Given the stories.
        let stories = try await MutationTests.stories.value
        for story in stories { try #require(story.report.findings == [], "\(story.name)") }
        // When one rule at a time is disabled.
        let catchers = try await inParallel(Rule.allCases) { rule in
            try MutationTests.catchers(of: rule, among: stories)
        }
        // Then some story fails.
        let caught = zip(Rule.allCases, catchers).filter { !$1.isEmpty }
        guard !MutationTests.isSample else {
            #expect(caught.count >= 10)
            return
        }
        for (rule, names) in caught {
            let first = names.prefix(3).joined(separator: ", ")
            print("\(rule.rawValue) → \(first) (\(names.count))")
        }
        #expect(Rule.allCases.filter { rule in !caught.contains { $0.0 == rule } } == [])
    }

    private static func catchers(
        of rule: Rule, among stories: [RecordedStory]
    ) throws -> [String] {
        var names: [String] = []
        for story in stories where names.count < catchersMax {
            if try story.isCaught(withoutRule: rule) { names.append(story.name) }
        }
        return names
    }

    @Test("every reason for silence is given in a story, by a rule that has a name")
    func reasons() async throws {
        let verdicts = try await MutationTests.stories.value
            .flatMap(\.report.streams).flatMap(\.spans).map(\.verdict)
        let rules = verdicts.flatMap(\.reasons).reduce(into: [ReasonKind: Set<String>]()) {
            $0[$1.kind, default: []].insert($1.rule)
        }
        for (kind, names) in rules {
            #expect(
                names.allSatisfy { Rule(rawValue: $0)?.reasonKinds.contains(kind) == true },
                "\(kind): \(names)")
        }
        guard !MutationTests.isSample else { return }
        #expect(ReasonKind.allCases.filter { rules[$0] == nil } == [])
    }

    /// The columns of the category table, each with its rule and a story about both.
    static let columns: [(column: String, rule: Rule, story: String)] = [
        ("obeys the switch", .categoryObeysSwitch, "rules/switch-silences-ambient"),
        ("mixes by default", .categoryMixes, "rules/mixes-ambient"),
        ("can be made mixable", .optionMakesMixable, "rules/mixable-playback"),
        ("interrupts on activation", .activationInterrupts, "rules/interrupts-playback"),
        ("is silenced by the lock", .lockSilences, "rules/lock-silences-ambient"),
        (
            "plays in the background", .backgroundNeedsCategory,
            "rules/background-silences-soloAmbient"
        ),
        (
            "plays in the background", .backgroundNeedsMode,
            "rules/background-without-audio-mode-playback"
        ),
        ("input", .inputNeedsCategory, "rules/no-input-playback"),
        ("output", .recordHasNoOutput, "rules/output-record"),
        ("default output", .receiverIsDefault, "rules/output-playAndRecord"),
    ]

    @Test("every column of the category table has a rule, and a story that fails without it")
    func columns() throws {
        let library = try ScenarioLibrary.stories()
        for (column, rule, name) in MutationTests.columns {
            let story = try #require(library.first { $0.name == name }, "\(name)")
            #expect(try RecordedStory(story).isCaught(withoutRule: rule), "\(column)")
        }
    }
}

/// A story of the library, run with all rules, and the events that its policy received.
struct RecordedStory: Sendable {
    let name: String
    let report: StoryReport
    private let scenario: Scenario
    private let turns: [Turn]

    private struct Turn: Sendable {
        var time: HostTime
        var event: PolicyEvent
        var response: PolicyResponse
    }

    init(_ story: LibraryStory) throws {
        name = story.name
        scenario = try story.scenario()
        let recorder = Recorder<Turn>()
        var options = RunOptions()
        options.observer = {
            recorder.add(Turn(time: $0, event: $1, response: $2))
        }
        report = try runScenario(scenario, options: options)
        turns = recorder.values
    }

    /// Whether the story fails without the rule.
    func isCaught(withoutRule rule: Rule) throws -> Bool {
        guard differs(withoutRule: rule) else { return false }
        var options = RunOptions()
        options.disabledRules = [rule.rawValue]
        return try !runScenario(scenario, options: options).isOK
    }

    /// Whether the policy responds differently without the rule. If it does not, the story would
    /// pass again, because all else follows from the policy's responses.
    private func differs(withoutRule rule: Rule) -> Bool {
        var whole = PolicyMachine(PolicyConfiguration(scenario, disabledRules: []))
        var mutant = PolicyMachine(PolicyConfiguration(scenario, disabledRules: [rule]))
        guard whole.route == mutant.route else { return true }
        for turn in turns {
            guard mutant.handle(turn.event, at: turn.time) == turn.response else { return true }
            _ = whole.handle(turn.event, at: turn.time)
            guard whole.nextDeadline == mutant.nextDeadline else { return true }
        }
        return false
    }
}
