import AudioModel
import ScenarioLanguage
import Testing

@Suite struct RoutePickTests {
    private func text(_ line: String, app: String = "Music") -> String {
        "app \(app)\nat 0 \(app) opens; \(line)\nat 1 end\n"
    }

    @Test(arguments: [
        ("Music", "user picks speaker from Music's route button", Port.speaker),
        (#""Talk show""#, #"user picks receiver from "Talk show"'s route button"#, .receiver),
        (
            "Music", #"user picks airplay:"Living room" from Music's route button"#,
            Port(.airplay, name: "Living room")
        ),
    ])
    func `a pick from an app's route button is read and printed`(
        app: String, line: String, port: Port
    ) throws {
        let story = try parseScenario(text(line, app: app), path: "a")
        let action = try #require(story.timed.last?.action)
        let name = app.filter { $0 != "\"" }
        #expect(action == .app(name, .picksRoute(port)))
        #expect(action.description == line)
        #expect(try parseScenario(story.description, path: "a") == story)
    }

    @Test(arguments: [
        ("user picks speaker from Music route button", "the name of an app with 's after it"),
        ("user picks speaker from music's route button", "the name of an app"),
        ("user picks speaker from Game's route button", "Game"),
        ("user picks nothing from Music's route button", "a port"),
        ("user picks speaker", "'from'"), ("user picks speaker from Music's button", "'route'"),
        ("user picks speaker from Music's route button fails", "the end of the line"),
    ])
    func `a line that is no such pick says what was expected`(line: String, words: String) {
        let message = firstError(in: text(line)) ?? ""
        #expect(message.contains(words), "\(message)")
    }
}
