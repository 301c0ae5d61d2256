import FrameworkPlayers
import Simulation
import Testing

/// `scripts/test-scenarios` runs the whole library through both classes; a debug build, which takes
/// half a second a story, runs a sample of it.
@Suite("Stories through Apple's classes")
struct StoriesThroughFrameworkTests {
    private static let everyNth = 12

    private func sample(from first: Int) throws -> [Story] {
        let library = try Story.library()
        return stride(from: first, to: library.count, by: Self.everyNth).map { library[$0] }
    }

    @Test("give the report that the simulator's own players give, through AVAudioPlayer")
    func sameReports() async throws {
        // A media-services reset ends an AVAudioPlayer, which the simulator's own player survives;
        // an AVAudioEngine's node ends up to a block later.
        let stories = try (sample(from: 0) + Story.examples()).filter {
            !$0.name.contains("media-") && !$0.name.contains("with-engine")
        }
        try #require(!stories.isEmpty)
        let reports = try await inParallel(stories) { story in
            let scenario = try story.scenario()
            let players = FrameworkPlayers(kinds: [.player])
            return (
                try runScenario(scenario).jsonText, try run(scenario, .player, players).jsonText
            )
        }
        for (story, (script, framework)) in zip(stories, reports) {
            #expect(script == framework, "\(story)")
        }
    }

    @Test("hold through an AVAudioEngine, but for those that say why not")
    func throughEngine() async throws {
        let exceptions = try Story.notWithEngine()
        let stories = try (sample(from: 3) + Story.examples()).filter {
            exceptions[$0.name] == nil
        }
        try #require(!stories.isEmpty)
        let reports = try await inParallel(stories) { try run($0.scenario(), .engine) }
        for (story, report) in zip(stories, reports) {
            #expect(report.findings == [], "\(story)")
        }
    }

    @Test("that are said not to hold through an engine do not")
    func exceptions() async throws {
        let exceptions = try Story.notWithEngine()
        let stories = try Story.library().filter { exceptions[$0.name] != nil }
        #expect(stories.count == exceptions.count)
        let reports = try await inParallel(stories) { try run($0.scenario(), .engine) }
        for (story, report) in zip(stories, reports) {
            #expect(!report.findings.isEmpty, "\(story)")
        }
    }
}
