import Simulation
import SoundPolicy
import Testing

@Suite("A story of the matrix")
struct MatrixMutationTests {
    /// The step between cases: a debug build takes a quarter of a second per story and runs some
    /// only.
    #if DEBUG
        private static let everyNth = 9
    #else
        private static let everyNth = 1
    #endif

    private static func stories() throws -> [LibraryStory] {
        let all = try ScenarioLibrary.stories().filter { $0.name.hasPrefix("matrix/") }
        return stride(from: 0, to: all.count, by: everyNth).map { all[$0] }
    }

    @Test("fails without the rule that it needs")
    func rules() async throws {
        let stories = try MatrixMutationTests.stories()
            .compactMap { story in story.firstLine(after: "# needs: ").map { (story, $0) } }
        try #require(!stories.isEmpty)
        let caught = try await inParallel(stories) { story, name in
            let rule = try #require(Rule(rawValue: name), "\(story): no rule \(name)")
            return try RecordedStory(story).isCaught(withoutRule: rule)
        }
        for ((story, name), isCaught) in zip(stories, caught) {
            #expect(isCaught, "\(story) holds without \(name)")
        }
    }

    @Test("names such a rule, unless nobody there has a session that could meet another")
    func names() throws {
        for story in try ScenarioLibrary.stories() where story.name.hasPrefix("matrix/") {
            let isApart =
                story.name.hasSuffix("-sound") && !story.name.hasPrefix("matrix/record-")
                || story.name == "matrix/own-app-shares-its-session"
            #expect((story.firstLine(after: "# needs: ") == nil) == isApart, "\(story)")
        }
    }
}
