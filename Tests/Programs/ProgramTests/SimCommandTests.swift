import AudioModel
import CommandLineTool
import Foundation
import Simulation
import StoryCommands
import TestSupport
import Testing
import sori

@Suite("sori sim")
struct SimCommandTests {
    private let test = TestConsole()

    private func run(_ words: [String], _ reports: [String: StoryReport]) throws -> ExitCode {
        try SimCommand.run(
            try arguments(words, SimCommand.syntax), test.console, ReadyStories(reports: reports))
    }

    @Test("lists the rules, without a scenario")
    func rules() throws {
        let test = TestConsole()
        let words = try arguments(["--list-rules"], SimCommand.syntax)
        #expect(try SimCommand.run(words, test.console) == .done)
        #expect(test.output.lines.contains { $0.hasPrefix("mode-must-fit ") })
        #expect(test.output.lines.contains { $0.hasSuffix("  because locked") })
        #expect(test.output.lines.contains("category-mixes"))
        #expect(Set(test.output.lines).count == test.output.lines.count)
    }

    @Test("prints the story and ends with 0 when it holds, 1 when it does not")
    func verdict() throws {
        #expect(try run(["a"], ["a": story("a")]) == .done)
        #expect(test.output.text == story("a").text())
        #expect(try run(["a"], ["a": story("a", holds: false)]) == .expectationFailed)
        #expect(test.errors.text.isEmpty)
    }

    @Test("prints an object for one story and an array for several")
    func json() throws {
        _ = try run(["a", "--json"], ["a": story("a")])
        #expect(test.output.text == story("a").jsonText)
        let second = TestConsole()
        _ = try SimCommand.run(
            try arguments(["a", "b", "--json"], SimCommand.syntax), second.console,
            ReadyStories(reports: ["a": story("a"), "b": story("b")]))
        #expect(second.output.text == StoryReport.jsonText([story("a"), story("b")]))
    }

    @Test("with several stories ends with the highest code, and tells those that can be read")
    func several() throws {
        let code = try run(
            ["good", "broken", "bad"], ["good": story("good"), "bad": story("bad", holds: false)])
        #expect(code == .badInput)
        #expect(
            test.errors.text == """
                broken:3:10: a time was expected
                sori: broken: the scenario cannot be read; see above

                """)
        #expect(test.output.text.contains("good (good.scenario)"))
        #expect(test.output.text.contains("bad (bad.scenario)"))
        #expect(test.output.lines.last == "1 of 3 stories hold, 1 cannot be read")
    }

    @Test("only reads with --check")
    func check() throws {
        #expect(try run(["a", "--check"], ["a": story("a", holds: false)]) == .done)
        #expect(test.output.text == "ok  a\n")
        #expect(try run(["x", "--check"], [:]) == .badInput)
    }

    @Test("says with --check --json which can be read")
    func checkJSON() throws {
        #expect(try run(["a", "x", "--check", "--json"], ["a": story("a")]) == .badInput)
        let found = try JSONSerialization.jsonObject(with: Data(test.output.text.utf8))
        let list = try #require(found as? [[String: Any]])
        #expect(list.map { $0["ok"] as? Bool } == [true, false])
    }

    @Test("writes what is asked for, and the page finds the sound")
    func files() throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        for name in ["j", "pages", "so und"] { try folder.makeFolder(name) }
        let code = try run(
            [
                "a", "--junit", path + "/j/a.xml", "--svg", path + "/a.svg", "--html",
                path + "/pages/a.html", "--wav", path + "/so und/a.wav",
            ], ["a": story("a")])
        #expect(code == .done)
        #expect(folder.files == ["a.svg", "j/a.xml", "pages/a.html", "so und/a.wav"])
        #expect(try folder.text("a.svg") == story("a").svg())
        #expect(try folder.text("j/a.xml") == StoryReport.junitXML([story("a")]))
        #expect(try folder.text("pages/a.html") == story("a").html(wavLink: "../so%20und/a.wav"))
    }

    @Test("with several stories writes into folders, by the scenarios' names")
    func folders() throws {
        let folder = try TemporaryFolder()
        _ = try run(
            ["x/a.scenario", "b.scenario", "--html", folder.path, "--wav", folder.file("wav")],
            ["x/a.scenario": story("a"), "b.scenario": story("b")])
        #expect(folder.files == ["a.html", "b.html", "index.html", "wav/a.wav", "wav/b.wav"])
        #expect(try folder.text("a.html") == story("a").html(wavLink: "wav/a.wav"))
        let index = try folder.text("index.html")
        #expect(index.contains("2 of 2 stories hold"))
        #expect(index.contains("<a href=\"a.html\">"))
        #expect(index.contains("<a href=\"b.html\">"))
    }

    @Test("writes two reports of two stories of one name in two folders, and keeps the index")
    func sameNames() throws {
        let folder = try TemporaryFolder()
        let paths = ["x/a.scenario", "y/a.scenario", "z/y/a.scenario", "index.scenario", "a.story"]
        var reports: [String: StoryReport] = [:]
        for path in paths { reports[path] = story(path) }
        #expect(try run(paths + ["--html", folder.path], reports) == .done)
        #expect(
            folder.files == [
                "a.html", "index-2.html", "index.html", "x-a.html", "y-a.html", "z-y-a.html",
            ])
        #expect(try folder.text("x-a.html") == story("x/a.scenario").html())
        #expect(try folder.text("z-y-a.html") == story("z/y/a.scenario").html())
        let index = try folder.text("index.html")
        #expect(index.contains("5 of 5 stories hold"))
        // A part of the run gives its story the same name.
        let part = try TemporaryFolder()
        let words = paths + ["--html", part.path, "--shard", "2/5"]
        #expect(try run(words, reports) == .done)
        #expect(part.files == ["index.html", "y-a.html"])
    }

    @Test("writes one JUnit file for all stories, and their pages with the failed ones first")
    func combined() throws {
        let folder = try TemporaryFolder()
        let reports = ["a": story("a"), "b": story("b", holds: false)]
        let words = ["a", "b", "--junit", folder.file("j.xml"), "--html", folder.path]
        #expect(try run(words, reports) == .expectationFailed)
        #expect(
            try folder.text("j.xml")
                == StoryReport.junitXML([story("a"), story("b", holds: false)]))
        let index = try folder.text("index.html")
        let places = ["b.html", "a.html"].map { index.range(of: $0)?.lowerBound }
        #expect(places[0] != nil)
        #expect(places == places.sorted { ($0 ?? index.endIndex) < ($1 ?? index.endIndex) })
    }

    @Test("runs one part of the stories", arguments: ["1/2", "2/2", "3/4"])
    func shard(text: String) throws {
        let reports = ["a": story("a"), "b": story("b"), "c": story("c")]
        #expect(try run(["a", "b", "c", "--shard", text], reports) == .done)
        let expected = ["1/2": ["a", "c"], "2/2": ["b"], "3/4": ["c"]][text] ?? []
        for name in ["a", "b", "c"] {
            #expect(
                test.output.text.contains("\(name) (\(name).scenario)") == expected.contains(name))
        }
    }

    @Test("says what a shard is", arguments: ["0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2"])
    func wrongShard(text: String) throws {
        let error = #expect(throws: ProgramError.self) {
            try run(["a", "--shard=" + text], ["a": story("a")])
        }
        #expect(error?.code == .wrongUse)
        #expect(error?.advice == "write --shard 2/8 for the second of eight")
    }

    @Test("prints annotations for a CI on standard error")
    func annotations() throws {
        var report = story("a")
        report.expectations = [
            ExpectationResult(line: 7, text: "expect 1..2 A.a silent", isOK: false, found: "50%\n")
        ]
        #expect(try run(["a", "--annotations", "--json"], ["a": report]) == .expectationFailed)
        #expect(test.output.text == report.jsonText)
        #expect(
            test.errors.text
                == "::error file=a.scenario,line=7,title=does not hold%3A expect 1..2 A.a silent"
                + "::found: 50%25%0A\n")
    }

    @Test("names a scenario that cannot be read in each result, and marks its place for a CI")
    func unread() throws {
        let folder = try TemporaryFolder()
        let words = [
            "a", "broken", "--annotations", "--json", "--junit", folder.file("j.xml"), "--html",
            folder.path,
        ]
        #expect(try run(words, ["a": story("a")]) == .badInput)
        #expect(
            test.errors.text.contains(
                "::error file=broken,line=3,col=10,title=the scenario cannot be read"
                    + "::a time was expected\n"))
        let stories = try #require(
            StoryResults.stories(in: JSONValue(parsing: Array(test.output.text.utf8))))
        #expect(stories.map { $0["ok"]?.flag } == [true, false])
        #expect(StoryResults.failureCount(in: stories) == 1)
        #expect(test.output.text.contains(#""message": "a time was expected""#))
        let junit = try folder.text("j.xml")
        #expect(junit.contains("<testsuites tests=\"2\" failures=\"1\">"))
        let testCase = #"<testcase classname="broken" name="is read" file="broken" line="3">"#
        #expect(junit.contains(testCase))
        #expect(junit.contains("<error type=\"scenario\" message=\"cannot be read: line 3: a time"))
        #expect(try JUnitMerger.merged([junit]).failureCount == 1)
        let index = try folder.text("index.html")
        #expect(index.contains("1 of 2 stories hold, 1 cannot be read"))
        #expect(index.contains("cannot be read: line 3: a time was expected"))
        // One alone has its object too.
        let alone = TestConsole()
        let code = try SimCommand.run(
            try arguments(["broken", "--json"], SimCommand.syntax), alone.console,
            ReadyStories(reports: [:]))
        #expect(code == .badInput)
        #expect(alone.output.text.hasPrefix("{\n"))
    }

    @Test(
        "makes no folder around a file, and says which is missing, before anything runs",
        arguments: ["--wav", "--html", "--svg", "--junit", "--stems"])
    func missingFolder(option: String) throws {
        let folder = try TemporaryFolder()
        for operands in [["a"], ["a", "b"]] {
            let error = #expect(throws: ProgramError.self) {
                try run(
                    operands + [option, folder.path + "/x/y/z"], ["a": story("a"), "b": story("b")])
            }
            #expect(error?.code == .wrongUse)
            #expect(error?.what == "there is no such folder")
            #expect(error?.place == folder.path + "/x/y")
            #expect(error?.advice == "make it first, with mkdir -p, or name another")
        }
        #expect(test.output.text.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.file("x")))
        // An option that names a folder creates it.
        if option == "--stems" {
            #expect(try run(["a", option, folder.path + "/x/"], ["a": story("a")]) == .done)
            #expect(FileManager.default.fileExists(atPath: folder.file("x")))
        }
    }

    @Test("warns on standard error of acts that have nothing to act on, and holds all the same")
    func warnings() throws {
        var report = story("a")
        report.warnings = [
            StoryWarning(
                at: .seconds(1), location: SourceLocation(line: 5, column: 7),
                message: "'call ends' does nothing: there is no call")
        ]
        #expect(try run(["a"], ["a": report]) == .done)
        #expect(
            test.errors.text
                == "a.scenario:5:7: warning: 'call ends' does nothing: there is no call\n")
        #expect(test.output.text == story("a").text())
    }

    @Test(
        "refuses what cannot be meant",
        arguments: [
            (["a", "a", "--wav", "out"], "the scenario is named twice"),
            (["a", "--check", "--wav", "f"], "--check writes no files"),
        ])
    func refused(words: [String], what: String) {
        let error = #expect(throws: ProgramError.self) { try run(words, ["a": story("a")]) }
        #expect(error?.code == .wrongUse)
        #expect(error?.what == what)
    }

    @Test("says which file cannot be written")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: ProgramError.self) {
            try run(["a", "--svg", folder.path], ["a": story("a")])
        }
        #expect(error?.code == .wrongUse)
        #expect(error?.place == folder.path)
    }
}

@Suite("sori why")
struct WhyCommandTests {
    private let test = TestConsole()

    private func run(_ words: [String]) throws -> ExitCode {
        try WhyCommand.run(
            try arguments(words, WhyCommand.syntax), test.console,
            ReadyStories(reports: ["a": story("a", holds: false)]))
    }

    @Test("explains the moment, whether or not the story holds")
    func explains() throws {
        #expect(try run(["a", "--app", "App", "--at", "1"]) == .done)
        #expect(
            test.output.text == """
                App at 1.000 s

                App.song: audible since 0.000, playing tone:440
                  gain     media volume  0.800    -1.9 dB   rule media-volume-governs, since 0.000
                           product       0.800    -1.9 dB
                  because  nothing silences it

                """)
    }

    @Test("prints JSON when asked")
    func json() throws {
        _ = try run(["a", "--app", "App", "--at", "1", "--json"])
        _ = try JSONSerialization.jsonObject(with: Data(test.output.text.utf8))
    }

    @Test(
        "says what is wrong with the question",
        arguments: [
            (
                ["a", "--app", "Appp", "--at", "1"],
                "sori: a: the story has no app 'Appp'; did you mean 'App'?"
            ),
            (
                ["a", "--app", "Other", "--at", "1"],
                "sori: a: the story has no app 'Other'; its apps are App, phone"
            ),
            (
                ["a", "--app", "App", "--at", "2.5"],
                "sori: a: the story is over after 2 s; ask for an earlier time"
            ),
        ])
    func refused(words: [String], message: String) {
        let error = #expect(throws: ProgramError.self) { try run(words) }
        #expect(error?.message() == message)
        #expect(error?.code == .wrongUse)
    }

    @Test("says what is wrong with the scenario")
    func unreadable() {
        let error = #expect(throws: ProgramError.self) {
            try run(["x", "--app", "App", "--at", "1"])
        }
        #expect(error?.code == .badInput)
        #expect(error?.details == ["x:3:10: a time was expected"])
    }
}

@Suite("Paths")
struct PathTests {
    @Test(
        "have a folder and a base name",
        arguments: [
            ("a/b/c.scenario", "a/b", "c"), ("c", ".", "c"), ("/c.x", "/", "c"),
            ("a.b/.hidden", "a.b", ".hidden"), ("x.tar.gz", ".", "x.tar"),
        ])
    func parts(path: String, above: String, base: String) {
        #expect(folder(of: path) == above)
        #expect(baseName(of: path) == base)
    }

    @Test(
        "lead from a folder to a file",
        arguments: [
            ("/a/b", "/a/b/c.wav", "c.wav"), ("/a/b", "/a/c.wav", "../c.wav"),
            ("/a/./b/../b", "/a//b/x/c.wav", "x/c.wav"), ("/", "/c.wav", "c.wav"),
            ("/x/y", "/a/c.wav", "../../a/c.wav"),
        ])
    func relative(from: String, to: String, way: String) {
        #expect(relativePath(from: from, to: to) == way)
    }

    @Test("become addresses")
    func addresses() {
        #expect(address(ofPath: "../a b/é#%?.wav") == "../a%20b/%C3%A9%23%25%3F.wav")
    }
}
