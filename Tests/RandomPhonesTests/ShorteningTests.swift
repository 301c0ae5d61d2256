import AudioModel
import RandomPhones
import Simulation
import SoundPolicy
import Testing

@Suite("A failing phone")
struct ShorteningTests {
    /// A bug, a seed on which it shows, and how many events are enough for it.
    static let bugs: [(PlantedBug, UInt64, Int)] = [
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
        // Then hardly anything is left of it, and the same is wrong.
        #expect(short.turns.count <= count)
        #expect(short.violation.checker == failure.violation.checker)
        // And the scenario can be read, and told.
        let text = short.scenarioText(seed: seed)
        #expect(text.hasPrefix("# Found by sori fuzz --seed \(seed), shortened.\n"))
        let scenario = try parseScenario(bytes: Array(text.utf8), path: "fuzz.scenario")
        #expect(scenario.timed.count == short.turns.count)
        #expect(try runScenario(scenario).isOK)
    }

    @Test("that was heard in error claims silence in its scenario")
    func claims() throws {
        let turns = [
            PolicyTurn(
                time: .zero,
                event: .appLaunched(AppID(rawValue: 1), AppDescription(name: "Game"))),
            PolicyTurn(time: .zero, event: .appOpened(AppID(rawValue: 1))),
            PolicyTurn(
                time: .zero,
                event: .app(
                    AppID(rawValue: 1), .startStream(number: 1, .player, appVolume: 0.5))),
            PolicyTurn(
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
