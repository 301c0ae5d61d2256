import Simulation
import Testing

/// `scripts/test-scenarios` runs the whole library through the program; a debug build, which takes
/// half a second a story, runs one in so many.
@Suite("The scenario library")
struct ScenarioLibraryTests {
    #if DEBUG
        private static let everyNth = 10
    #else
        private static let everyNth = 1
    #endif

    private func some(_ stories: [LibraryStory]) -> [LibraryStory] {
        stride(from: 0, to: stories.count, by: ScenarioLibraryTests.everyNth).map { stories[$0] }
    }

    @Test("tells stories that hold")
    func holding() async throws {
        let stories = some(try ScenarioLibrary.holding())
        try #require(!stories.isEmpty)
        let problems = try await inParallel(stories) { story in
            try runScenario(story.scenario()).problems
        }
        for (story, problems) in zip(stories, problems) {
            #expect(problems.isEmpty, "\(story)")
        }
    }

    @Test("has twins that fail at the line that they name, and nowhere else")
    func failing() async throws {
        let stories = some(try ScenarioLibrary.failing())
        try #require(!stories.isEmpty)
        let reports = try await inParallel(stories) { try runScenario($0.scenario()) }
        for (story, report) in zip(stories, reports) {
            let wanted = story.firstLine(after: "# fails: line ").flatMap { Int($0) }
            #expect(report.failingLines == [wanted], "\(story)")
            #expect(report.failures.map(\.message) == [], "\(story)")
        }
    }

    @Test("has a twin for every story that can have one")
    func twins() throws {
        let failing = Set(try ScenarioLibrary.failing().map(\.name))
        let alone = try ScenarioLibrary.holding().map(\.name)
            .filter { !failing.contains($0 + ".fails") }
        // No story can make the mixer click.
        #expect(alone == ["claims/clicks"])
    }
}
