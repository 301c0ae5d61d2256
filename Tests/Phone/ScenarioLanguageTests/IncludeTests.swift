import AudioModel
import ScenarioLanguage
import Testing

@Suite("Included files")
struct IncludeTests {
    /// - Parameter files: The texts of files by their paths.
    private func parse(_ text: String, _ files: [String: String] = [:]) throws -> Scenario {
        try parseScenario(bytes: Array(text.utf8), path: "stories/a.scenario") {
            path throws(IncludeError) in
            guard let file = files[path] else { throw IncludeError("cannot be read: missing") }
            return Array(file.utf8)
        }
    }

    private func errors(_ text: String, _ files: [String: String] = [:]) -> String {
        do {
            _ = try parse(text, files)
            return ""
        } catch {
            return "\(error)"
        }
    }

    private let rest = "\nat 0 Music opens\nat 1 end\n"

    @Test("give their headers, also from files that they include themselves")
    func headers() throws {
        let scenario = try parse(
            "include \"setup/phone.scenario\"" + rest,
            [
                "stories/setup/phone.scenario": "phone switch silent\ninclude \"../apps.scenario\"",
                "stories/setup/../apps.scenario": "app Music category playback\n",
            ])
        #expect(scenario.phone.ringSwitch == .silent)
        #expect(scenario.apps.map(\.name) == ["Music"])
        #expect(scenario.timed.map(\.location.line) == [2])
    }

    @Test("may be the same one twice, one after another")
    func twice() {
        let files = ["stories/a": "include \"b\"\ninclude \"b\"", "stories/b": "# Nothing\n"]
        #expect(errors("app Music\ninclude \"a\"" + rest, files).isEmpty)
    }

    @Test("have errors with their own file and line, in the order of the includes")
    func places() {
        let found = errors(
            "include \"b\"\nphone switch loud\nat 0 end\n", ["stories/b": "\n\nphone media 2\n"])
        let lines = found.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("stories/b:3:13: ") == true)
        #expect(lines.last?.hasPrefix("stories/a.scenario:2:14: ") == true)
    }

    @Test("have headers only", arguments: ["at 0 end", "then +1 end", "expect never clicks"])
    func headersOnly(line: String) {
        #expect(
            errors("app Music\ninclude \"b\"" + rest, ["stories/b": line])
                .hasPrefix("stories/b:1:1: expected only headers in an included file, found "))
    }

    @Test("do not include themselves")
    func cycle() {
        let files = ["stories/b": "include \"x/../c\"", "stories/x/../c": "include \"./b\""]
        #expect(
            errors("app Music\ninclude \"b\"" + rest, files)
                == "stories/x/../c:1:9: expected a file that does not include itself, found './b'")
        #expect(
            errors("app Music\ninclude \"a.scenario\"" + rest)
                == "stories/a.scenario:2:9: expected a file that does not include itself, "
                + "found 'a.scenario'")
    }

    @Test("have a limit of depth, and one of number")
    func limits() {
        var files: [String: String] = [:]
        for depth in 0..<20 { files["stories/\(depth)"] = "include \"\(depth + 1)\"" }
        #expect(
            errors("app Music\ninclude \"0\"" + rest, files)
                == "stories/7:1:9: expected files included at most 8 deep, found '8'")
        let many = String(repeating: "include \"b\"\n", count: 101)
        #expect(
            errors("app Music\n" + many + rest, ["stories/b": ""])
                .contains("stories/a.scenario:102:9: expected at most 100 included files"))
    }

    @Test("that are missing, no text, or not to be had are named")
    func unreadable() {
        #expect(
            errors("app Music\ninclude \"b\"" + rest)
                == "stories/a.scenario:2:9: 'stories/b' cannot be read: missing")
        #expect(
            errors("app Music\ninclude b" + rest).hasPrefix(
                "stories/a.scenario:2:9: expected a path in double quotes"))
        let error = #expect(throws: ScenarioErrors.self) {
            try parseScenario("app Music\ninclude \"b\"" + rest, path: "a")
        }
        #expect(error?.description == "a:2:9: expected no 'include' in a scenario without files")
    }
}
