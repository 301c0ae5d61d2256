import CommandLineTool
import Foundation
import Simulation
import StoryCommands
import TestSupport
import Testing
import sori

@Suite("A story with cases")
struct CaseCommandTests {
    private static let text = """
        scenario "Loops"
        for each category expected in ambient silent, playback audible
        for each sound in "tone:220", tone:440
        phone switch silent
        app Game category $category
        at 0 Game opens; Game plays $sound as loop
        at 2 end
        expect 1..2 Game.loop $expected
        """

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("loops.scenario")
        // A sound in quotes would be a file of that name.
        try write(Self.text.replacing("\"tone:220\"", with: "tone:220"))
    }

    private func write(_ text: String) throws {
        try folder.write(text.utf8, as: "loops.scenario")
    }

    private func sim(_ words: String...) throws -> (code: ExitCode, output: String, errors: String)
    {
        let test = TestConsole()
        let code = try SimCommand.run(
            try arguments([path] + words, SimCommand.syntax), test.console, SimulatedStories())
        return (code, test.output.text, test.errors.text)
    }

    @Test("is several stories for every form of the results, each with files of its own")
    func results() throws {
        let (code, output, _) = try sim(
            "--html", folder.file("pages"), "--wav", folder.file("sounds"), "--junit",
            folder.file("all.xml"))
        #expect(code == .done)
        #expect(output.contains("Loops [category=ambient, expected=silent, sound=tone:220] ("))
        #expect(output.hasSuffix("\n4 of 4 stories hold\n"))
        let names = [
            "ambient-silent-tone-220", "ambient-silent-tone-440", "playback-audible-tone-220",
            "playback-audible-tone-440",
        ].map { "loops-" + $0 }
        #expect(
            folder.files == ["all.xml", "loops.scenario", "pages/index.html"]
                + names.map { "pages/\($0).html" } + names.map { "sounds/\($0).wav" })
        let index = try folder.text("pages/index.html")
        #expect(index.contains("Loops [category=playback, expected=audible, sound=tone:440]"))
        let page = try folder.text("pages/\(names[0]).html")
        // The story is shown as it was written.
        #expect(page.contains("for each category expected in ambient silent, playback audible"))
        #expect(page.contains("expect 1..2 Game.loop $expected"))
        let suites = try folder.text("all.xml")
        #expect(suites.components(separatedBy: "<testsuite ").count == 5)
    }

    @Test("lists its cases when it is checked, as text and as JSON")
    func check() throws {
        #expect(
            try sim("--check", "--case", "category=ambient").output == """
                ok  \(path) [category=ambient, expected=silent, sound=tone:220]
                ok  \(path) [category=ambient, expected=silent, sound=tone:440]

                """)
        let json = try sim("--check", "--json").output
        let values = try #require(
            JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        #expect(values.count == 4)
        #expect((values[3]["case"] as? [String: String])?["sound"] == "tone:440")
    }

    @Test("runs one case alone, whose outputs are files, and compares each with the same case")
    func oneCase() throws {
        let json = try sim("--json").output
        try folder.write(json.utf8, as: "old.json")
        let (code, output, _) = try sim(
            "--case", "category=ambient,sound=tone:440", "--svg", folder.file("one.svg"),
            "--compare", folder.file("old.json"))
        #expect(code == .done)
        #expect(output.contains("sound=tone:440"))
        #expect(output.contains("no difference from "))
        #expect(folder.files.contains("one.svg"))
        let (wrongCode, _, errors) = try sim("--case", "category=record")
        #expect(wrongCode == .wrongUse)
        #expect(errors.contains("category=ambient, expected=silent, sound=tone:220"))
        #expect(
            errors.contains("no case has the values 'category=record'; choose one of those above"))
    }

    @Test("names the case in an error, with its line and its values")
    func errors() throws {
        try write(Self.text.replacing("playback", with: "playbak"))
        let (code, _, errors) = try sim()
        #expect(code == .badInput)
        #expect(
            errors.contains(
                """
                loops.scenario:5:19: expected a category, found 'playbak'; did you mean 'playback'? \
                ($category is 'playbak', line 2) \
                [case category=playbak, expected=audible, sound=tone:220 and 1 other]
                """))
        #expect(errors.contains("\n    app Game category $category\n"))
    }

    @Test("is explained for the case that is asked for")
    func why() throws {
        func why(_ words: String...) throws -> String {
            let test = TestConsole()
            _ = try WhyCommand.run(
                try arguments(
                    [path, "--app", "Game", "--at", "1.5"] + words, WhyCommand.syntax),
                test.console, SimulatedStories())
            return test.output.text
        }
        #expect(throws: ProgramError.self) { try why() }
        #expect(try why("--case", "category=ambient,sound=tone:220").contains("silent"))
    }

    @Test("offers files and generated sounds of nearly the name that is missing")
    func missingFiles() throws {
        try folder.write([0], as: "beep.wav")
        try folder.write("".utf8, as: "setup.scenario")
        for (line, meant) in [
            ("sounds bep.wav", "'beep.wav'"), ("plays tne:440 as x", "'tone:440'"),
            ("plays nois/2 as x", "'noise/2'"),
        ] {
            try write("app Game\nat 0 Game opens; Game \(line)\nat 1 end\n")
            #expect(try sim().errors.contains("; did you mean \(meant)?"))
        }
        try write("include \"setp.scenario\"\nat 1 end\n")
        #expect(try sim().errors.contains("; did you mean 'setup.scenario'?"))
    }
}
