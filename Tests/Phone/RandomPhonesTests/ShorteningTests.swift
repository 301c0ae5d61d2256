import AudioModel
import FaultInjection
import RandomPhones
import Simulation
import SoundPolicy
import Synchronization
import Testing

@Suite("A failing phone")
struct ShorteningTests {
    /// A fault, a seed that shows it, and the number of events that suffice.
    static let bugs: [(Mutation, UInt64, Int)] = [
        (.buttonMovesTwoSteps, 2, 1), (.callCannotConnectBehindAlarm, 341, 3),
    ]

    @Test("is shortened to what matters, and stays wrong", arguments: 0..<bugs.count)
    func shortened(index: Int) throws {
        let (bug, seed, count) = ShorteningTests.bugs[index]
        let fuzzer = PhoneFuzzer(bug: bug)
        var tally = FuzzTally()
        fuzzer.run(seed: seed, into: &tally)
        let failure = try #require(tally.failures.first)
        // When its story is shortened.
        let short = fuzzer.shortened(failure)
        // Then only a few events are left, and the finding is the same.
        #expect(short.turns.count <= count)
        #expect(short.violation.checker == failure.violation.checker)
        // And the scenario can be parsed and run.
        let text = short.scenarioText(seed: seed)
        #expect(text.hasPrefix("# Found by sori fuzz --seed \(seed), shortened.\n"))
        let scenario = try parseScenario(bytes: Array(text.utf8), path: "fuzz.scenario")
        #expect(scenario.timed.count == short.turns.count)
        #expect(try runScenario(scenario).isOK)
    }

    /// Faults with shortened stories that were noisy, or left out events without a keyword.
    static let unsaid: [(Mutation, UInt64)] = [
        (.recorderLetsOthersSound, 20), (.missedChangesAreForgotten, 4),
        (.replugResumes, 12), (.resetKeepsTheCategory, 6), (.optionsAreSticky, 14),
        (.sleeperIsTerminated, 13), (.deadAppIsTold, 4), (.buttonIsDeafInSilentMode, 1),
        (.playbackAlwaysMixes, 3), (.everyAppHasTheAudioMode, 9),
    ]

    @Test(
        "is told whole: what the policy is given by 'sori sim' fails too",
        arguments: 0..<unsaid.count)
    func told(index: Int) throws {
        let (bug, seed) = ShorteningTests.unsaid[index]
        let fuzzer = PhoneFuzzer(bug: bug)
        var tally = FuzzTally()
        fuzzer.run(seed: seed, into: &tally)
        let failure = try #require(tally.failures.first)
        let short = fuzzer.shortened(failure)
        let text = short.scenarioText(seed: seed)
        #expect(short.isTold, "\(text)")
        #expect(!text.contains("left out"), "\(text)")
        // When the simulator runs the scenario.
        let turns = Mutex<[PolicyLogEntry]>([])
        var options = RunOptions()
        options.observer = { time, event, _ in
            if case .app(.phone, _) = event { return }
            guard event != .deadlineReached else { return }
            turns.withLock { $0.append(PolicyLogEntry(time: time, event: event)) }
        }
        let scenario = try parseScenario(bytes: Array(text.utf8), path: "fuzz.scenario")
        _ = try runScenario(scenario, options: options)
        // Then the events that the policy received have the same finding.
        let found = fuzzer.violation(
            short.configuration, turns.withLock { $0 }, failure.violation.checker)
        #expect(found?.checker == failure.violation.checker, "\(text)")
    }

    @Test("whose failure no story can show says so, and what is missing")
    func untold() throws {
        // Given a failure that needs a request for which the language has no keyword.
        let app = AppID(rawValue: 1)
        let turns = [
            PolicyLogEntry(time: .zero, event: .appLaunched(app, AppDescription(name: "Game"))),
            PolicyLogEntry(time: .zero, event: .appOpened(app)),
            PolicyLogEntry(time: .zero, event: .app(app, .setPreferredInput(nil))),
        ]
        var tally = FuzzTally()
        PhoneFuzzer(bug: .buttonMovesTwoSteps).run(seed: 2, into: &tally)
        let violation = try #require(tally.failures.first).violation
        var shrinker = Shrinker(PolicyConfiguration(), turns, violation) { _, turns in
            turns.contains { $0.event == .app(app, .setPreferredInput(nil)) } ? violation : nil
        }
        shrinker.shrink()
        #expect(!shrinker.isTold && shrinker.turns.count == 1)
        let text = shrinker.scenarioText(seed: 7)
        #expect(text.contains("# The language cannot express all of these events"))
        #expect(text.contains("# Not in the language, left out: at 0"))
    }

    @Test("that was heard in error claims silence in its scenario")
    func claims() throws {
        let turns = [
            PolicyLogEntry(
                time: .zero,
                event: .appLaunched(AppID(rawValue: 1), AppDescription(name: "Game"))),
            PolicyLogEntry(time: .zero, event: .appOpened(AppID(rawValue: 1))),
            PolicyLogEntry(
                time: .zero,
                event: .app(AppID(rawValue: 1), .startStream(number: 1, .player, appVolume: 0.5))),
            PolicyLogEntry(
                time: .zero, event: .app(AppID(rawValue: 1), .letStreamOutliveApp(number: 1))),
        ]
        var story = PhoneStory(turns, PolicyConfiguration())
        story.expectSilence(of: StreamID(app: AppID(rawValue: 1), number: 1), from: .zero)
        #expect(
            story.text == """
                app Game reacts ignores
                at 0 Game opens
                at 0 Game plays tone:328 as s1 volume 0.5
                at 1 end
                expect 0.1..0.9 Game.s1 silent
                # Not in the language, left out: at 0 Game let the sound outlive its process

                """)
    }
}
