import Simulation
import Testing

/// `scripts/test-scenarios` runs the whole library through the program; a debug build, which takes
/// half a second per story, runs a sample.
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

    @Test("holds, and the contrary of each expectation fails")
    func holding() async throws {
        let stories = some(try ScenarioLibrary.stories())
        try #require(!stories.isEmpty)
        let checks = try await inParallel(stories) { story in
            let scenario = try story.scenario()
            let twin = Twin(of: scenario)
            return (scenario, twin, try runScenario(twin.scenario))
        }
        for (story, (scenario, twin, report)) in zip(stories, checks) {
            #expect(report.failures.map(\.message) == [], "\(story)")
            let count = scenario.expectations.count
            for result in report.expectations.prefix(count) where !result.isOK {
                Issue.record("\(story), line \(result.line): \(result.text): \(result.found)")
            }
            #expect(report.expectations.count == count + twin.denied.count, "\(story)")
            for result in report.expectations.dropFirst(count) where result.isOK {
                Issue.record("\(story), line \(result.line) cannot fail: \(result.text)")
            }
            // No story can make the mixer click.
            let isDenied = twin.denied.count + scenario.timed.count { $0.fails != nil } > 0
            #expect(isDenied || story.name == "claims/clicks", "\(story) expects nothing")
        }
    }

    @Test("fails at each act whose error is not expected")
    func errors() async throws {
        let twins = try some(ScenarioLibrary.stories()).compactMap { story in
            try Twin.withoutErrors(of: story.scenario()).map { (story, $0) }
        }
        try #require(!twins.isEmpty)
        let reports = try await inParallel(twins) { try runScenario($0.1) }
        for ((story, _), report) in zip(twins, reports) {
            let wanted = try story.scenario().timed.filter { $0.fails != nil }
            #expect(report.failures.map(\.line) == wanted.map(\.location.line), "\(story)")
        }
    }
}
