import AudioModel
import CommandLineTool
import Foundation
import Simulation
import StoryCommands
import TestSupport
import Testing
import sori

/// `sori sim` with several generations of the system.
@Suite struct SimProfilesTests {
    private let test = TestConsole()

    /// Stories that hold from generation 8 on.
    private func stories(
        _ names: [String], _ profiles: [PhoneProfile] = [.ios17, .ios6]
    ) -> ReadyStories {
        var stories = ReadyStories(
            reports: Dictionary(uniqueKeysWithValues: names.map { ($0, story($0)) }))
        stories.profiles = profiles
        stories.changes = { report, profile in
            report.expectations[0].isOK = profile >= .ios8
        }
        return stories
    }

    private func run(_ words: [String], _ stories: ReadyStories) throws -> ExitCode {
        try SimCommand.run(try arguments(words, SimCommand.syntax), test.console, stories)
    }

    @Test func `prints each run and then the matrix and ends with 1 where one fails`() throws {
        #expect(try run(["a"], stories(["a"])) == .expectationFailed)
        let text = test.output.text
        let places = [
            "a, profile 6 (a.scenario)", "a, profile 17 (a.scenario)", "profile  6    17",
        ]
        .map { text.range(of: $0)?.lowerBound }
        #expect(!places.contains(nil))
        #expect(places == places.sorted { ($0 ?? text.endIndex) < ($1 ?? text.endIndex) })
        #expect(text.contains("a        ✗ 4  ✓\n"))
        #expect(text.hasSuffix("FAILED  0 of 1 story holds with each profile, 1 of 2 runs hold\n"))
        let good = TestConsole()
        let words = try arguments(["a"], SimCommand.syntax)
        let code = try SimCommand.run(
            words, good.console, stories(["a"], [.ios8, .ios26]))
        #expect(code == .done)
    }

    @Test func `prints a JSON array with the generation of each run`() throws {
        #expect(try run(["a", "--json"], stories(["a"])) == .expectationFailed)
        let value = try JSONValue(parsing: Array(test.output.text.utf8))
        let found = try #require(StoryResults.stories(in: value))
        #expect(found.map { $0["profile"]?.double } == [6, 17])
        #expect(found.map { $0["ok"]?.flag } == [false, true])
        #expect(found[1]["differsFrom"]?["profile"]?.double == 6)
    }

    @Test func `writes the files of each run into folders with an index`() throws {
        let folder = try TemporaryFolder()
        let words = [
            "a", "--html", folder.path, "--wav", folder.file("wav"), "--junit",
            folder.file("j.xml"),
        ]
        #expect(try run(words, stories(["a"])) == .expectationFailed)
        #expect(
            folder.files == [
                "a-profile-17.html", "a-profile-6.html", "index.html", "j.xml",
                "wav/a-profile-17.wav", "wav/a-profile-6.wav",
            ])
        let index = try folder.text("index.html")
        #expect(index.contains("href=\"a-profile-6.html#expectation-1\""))
        #expect(index.contains("href=\"a-profile-17.html\""))
        let page = try folder.text("a-profile-17.html")
        #expect(page.contains("src=\"wav/a-profile-17.wav\""))
        #expect(page.contains("href=\"a-profile-6.html\""))
        #expect(try folder.text("j.xml").contains("<testsuite name=\"a, profile 6\""))
    }

    @Test func `a story with the name of a run keeps a file of its own`() throws {
        let folder = try TemporaryFolder()
        _ = try run(
            ["a", "a-profile-6", "--html", folder.path], stories(["a", "a-profile-6"]))
        #expect(folder.files.count == 5)
        #expect(folder.files.contains("a-profile-6-2.html"))
    }

    @Test func `compares each run with the earlier one of its generation`() throws {
        let folder = try TemporaryFolder()
        #expect(try run(["a", "--json"], stories(["a"])) == .expectationFailed)
        try folder.write(test.output.text.utf8, as: "old.json")
        let now = TestConsole()
        var changed = stories(["a"], [.ios6, .ios8, .ios17])
        let usual = changed.changes
        changed.changes = { report, profile in
            usual(&report, profile)
            if profile == .ios17 { report.streams[0].spans[0].verdict.state = .paused }
        }
        let words = try arguments(
            ["a", "--compare", folder.file("old.json")], SimCommand.syntax)
        _ = try SimCommand.run(words, now.console, changed)
        let path = folder.file("old.json")
        let text = now.output.text
        #expect(text.components(separatedBy: "no difference from \(path)\n").count == 2)
        #expect(text.components(separatedBy: "1 difference from \(path), the first").count == 2)
    }

    @Test func `a warning and an annotation name the generation`() throws {
        var stories = stories(["a"])
        stories.reports["a"]?.warnings = [
            StoryWarning(
                at: .seconds(1), location: SourceLocation(line: 5, column: 7), message: "late")
        ]
        #expect(try run(["a", "--annotations"], stories) == .expectationFailed)
        #expect(
            test.errors.text == """
                a.scenario:5:7: warning: profile 6: late
                ::error file=a.scenario,line=4,title=profile 6%3A does not hold%3A \
                at 1 App.song audible::found: audible at 1.000
                a.scenario:5:7: warning: profile 17: late

                """)
    }

    @Test(arguments: [
        ("6,x", "'x'"), ("7", "'7'"), ("6,,8", "''"), ("+6", "'+6'"),
    ])
    func `says what the generations are`(text: String, found: String) throws {
        let error = #expect(throws: ProgramError.self) {
            try SimCommand.run(
                try arguments(["a", "--profiles=" + text], SimCommand.syntax), test.console)
        }
        #expect(error?.code == .wrongUse)
        #expect(error?.what.contains("not \(found)") == true)
        #expect(error?.advice.contains("3, 6, 8, 13, 17, 26; 'all'") == true)
    }

    private static let lines = [
        "scenario \"A banner\"", "phone profile 13,17", "app Music category playback",
        "at 0 Music opens; Music plays tone:440 as song", "at 1 call arrives as banner", "at 3 end",
        "expect at 2 Music is active",
    ]

    @Test func `a story names its generations and the option names others`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.lines.joined(separator: "\n").utf8, as: "a.scenario")
        let path = folder.file("a.scenario")
        for (words, profiles) in [
            ([], [13.0, 17]), (["--profiles", "26,8,26"], [8, 26]), (["--profiles", "6"], [6]),
            (["--profiles", "all"], [3, 6, 8, 13, 17, 26]),
        ] {
            let test = TestConsole()
            let words = try arguments(
                [path, "--json", "--players", "script"] + words, SimCommand.syntax)
            _ = try SimCommand.run(words, test.console)
            let value = try JSONValue(parsing: Array(test.output.text.utf8))
            let found = try #require(StoryResults.stories(in: value))
            #expect(found.map { $0["profile"]?.double } == profiles)
            #expect((value.elements == nil) == (profiles.count == 1))
        }
    }

    @Test func `the phone behaves like each generation`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.lines.joined(separator: "\n").utf8, as: "a.scenario")
        let words = try arguments([folder.file("a.scenario")], SimCommand.syntax)
        #expect(try SimCommand.run(words, test.console) == .expectationFailed)
        #expect(test.output.text.contains("A banner  ✗ 7  ✓\n"))
        #expect(test.output.text.contains("holds with 17, not with 13: "))
    }

    @Test func `a moment of a run is explained with its generation`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.lines.joined(separator: "\n").utf8, as: "a.scenario")
        for (profile, isCovered) in [("13", true), ("17", false)] {
            let test = TestConsole()
            let words = try arguments(
                [
                    folder.file("a.scenario"), "--app", "Music", "--at", "2", "--profile", profile,
                ], WhyCommand.syntax)
            #expect(try WhyCommand.run(words, test.console) == .done)
            #expect(test.output.text.contains("told willResignActive") == isCovered)
        }
        let wrong = try arguments(
            ["a.scenario", "--app", "M", "--at", "2", "--profile", "9"], WhyCommand.syntax)
        let error = #expect(throws: ProgramError.self) { try WhyCommand.run(wrong, test.console) }
        #expect(error?.advice == "choose one of 3, 6, 8, 13, 17, 26")
    }
}
