import AudioModel
import CommandLineTool
import FaultInjection
import Foundation
import RandomPhones
import Simulation
import StoryCommands
import TestSupport
import Testing

@Suite("Parts of a run")
struct ReportMergeTests {
    private let test = TestConsole()

    @Test("are put together again")
    func merge() throws {
        let folder = try TemporaryFolder()
        let reports = [story("a"), story("b", holds: false)]
        for report in reports {
            try writeFile(StoryReport.junitXML([report]), to: folder.file(report.title + ".xml"))
        }
        let words = [folder.file("a.xml"), folder.file("b.xml"), "--junit", folder.file("all.xml")]
        let code = try ReportMergeCommand.run(
            try arguments(words, ReportMergeCommand.syntax), test.console)
        #expect(code == .expectationFailed)
        #expect(try folder.text("all.xml") == StoryReport.junitXML(reports))
    }

    private func merge(_ files: [String], into output: String) throws -> ExitCode {
        try ReportMergeCommand.run(
            try arguments(files + ["--json", output], ReportMergeCommand.syntax), test.console)
    }

    @Test("of stories in JSON are what one run would have printed")
    func mergeJSON() throws {
        let folder = try TemporaryFolder()
        let reports = [story("a"), story("b", holds: false), story("c")]
        try writeFile(reports[0].jsonText, to: folder.file("a.json"))
        try writeFile(StoryReport.jsonText(Array(reports[1...])), to: folder.file("b.json"))
        let all = folder.file("all.json")
        let code = try merge([folder.file("a.json"), folder.file("b.json")], into: all)
        #expect(code == .expectationFailed)
        #expect(try folder.text("all.json") == StoryReport.jsonText(reports))
        #expect(test.output.text == "2 files, 3 stories, 1 failure\n")
        #expect(try merge([folder.file("a.json")], into: all) == .done)
    }

    @Test("of random phones are added up")
    func mergeFuzz() throws {
        let folder = try TemporaryFolder()
        func result(_ number: Int, _ words: [String], fault: FaultInjector? = nil) throws -> String
        {
            let kept = TestConsole()
            _ = try FuzzCommand.run(
                try arguments(words + ["--json", "--out", folder.path], FuzzCommand.syntax),
                kept.console, fault: fault)
            let path = folder.file("\(number).json")
            try writeFile(kept.output.text, to: path)
            return path
        }
        let words = ["--seeds", "30", "--steps", "40"]
        let whole = try result(0, words)
        let parts = try [1, 2].map { try result($0, words + ["--shard", "\($0)/2"]) }
        let all = folder.file("all.json")
        #expect(try merge(parts, into: all) == .done)
        #expect(test.output.text == "2 files, 30 phones, 0 failures\n")
        let merged = try JSONValue(parsing: Array(folder.text("all.json").utf8))
        let expected = try JSONValue(
            parsing: Array(String(contentsOfFile: whole, encoding: .utf8).utf8))
        for key in ["ok", "phones", "steps", "checkers", "findings"] {
            #expect(merged[key]?.compactText == expected[key]?.compactText, "\(key)")
        }
        // With failures: one finding a checker, with all seeds.
        let failed = try [1, 2].map {
            try result(
                $0, words + ["--shard", "\($0)/2"], fault: FaultInjector(.buttonMovesTwoSteps))
        }
        #expect(try merge(failed, into: all) == .expectationFailed)
        let findings = try JSONValue(parsing: Array(folder.text("all.json").utf8))["findings"]
        let found = try #require(
            findings?.elements?.filter {
                $0["checker"]?.text == "OnlyTheAddressedVolumeMoves"
            })
        #expect(found.count == 1)
        let others = try failed.map { path in
            let value = try JSONValue(
                parsing: Array(String(contentsOfFile: path, encoding: .utf8).utf8))
            let finding = value["findings"]?.elements?.first {
                $0["checker"]?.text == "OnlyTheAddressedVolumeMoves"
            }
            return finding?["otherSeeds"]?.elements?.count ?? 0
        }
        #expect(found[0]["otherSeeds"]?.elements?.count == others[0] + others[1] + 1)
    }

    @Test(
        "in JSON that are something else are named",
        arguments: [
            "", "{", "[1]", "{}", "{\"scenario\": \"a\"}", "<testsuites/>",
            "{\"ok\": true, \"phones\": -1}",
        ])
    func foreignJSON(text: String) throws {
        let folder = try TemporaryFolder()
        try writeFile(story("a").jsonText, to: folder.file("a.json"))
        try writeFile(text, to: folder.file("b.json"))
        let error = #expect(throws: ProgramError.self) {
            try merge([folder.file("a.json"), folder.file("b.json")], into: folder.file("c.json"))
        }
        #expect(error?.code == .badInput)
        #expect(error?.place == folder.file("b.json"))
        #expect(folder.files == ["a.json", "b.json"])
    }

    @Test("need one form of output")
    func forms() throws {
        for words in [["a.xml"], ["a.xml", "--junit", "b", "--json", "c"]] {
            let error = #expect(throws: ProgramError.self) {
                try ReportMergeCommand.run(
                    try arguments(words, ReportMergeCommand.syntax), test.console)
            }
            #expect(error?.code == .wrongUse)
        }
    }

    @Test("that are something else are named")
    func foreign() throws {
        let folder = try TemporaryFolder()
        try writeFile("<testsuites/>", to: folder.file("a.xml"))
        let words = [folder.file("a.xml"), "--junit", folder.file("all.xml")]
        let error = #expect(throws: ProgramError.self) {
            _ = try ReportMergeCommand.run(
                try arguments(words, ReportMergeCommand.syntax), test.console)
        }
        #expect(error?.code == .badInput)
        #expect(error?.place == folder.file("a.xml"))
        #expect(folder.files == ["a.xml"])
    }

    @Test("have each number once", arguments: [1, 2, 7, 64], [1, 5, 63, 1000])
    func numbers(count: Int, total: UInt64) throws {
        let parts = try (1...count).map { try #require(Shard("\($0)/\(count)")) }
        #expect(
            parts.flatMap { Array($0.part(of: 1...total) ?? 0...0) }.filter { $0 > 0 }
                == Array(1...total))
        let elements = Array(1...total)
        #expect(parts.flatMap { $0.part(of: elements) }.sorted() == elements)
    }
}

@Suite("Watching files")
struct FileWatchTests {
    @Test("ends when a file with a wanted name changes, and not for another")
    func change() throws {
        let folder = try TemporaryFolder()
        let watch = try FileWatch(folders: [folder.path])
        // Both wait in the queue of the kernel before anything is read.
        try writeFile("x", to: folder.file("other.txt"))
        try writeFile("x", to: folder.file("story.scenario"))
        var seen: [String] = []
        watch.waitForChange { name in
            seen.append(name)
            return name.hasSuffix(".scenario")
        }
        #expect(seen.first == "other.txt")
        #expect(seen.contains("story.scenario"))
    }

    @Test("of a missing folder is an error")
    func missing() {
        let error = #expect(throws: ProgramError.self) {
            _ = try FileWatch(folders: ["/nonexistent/folder"])
        }
        #expect(error?.code == .deviceMissing)
    }
}
