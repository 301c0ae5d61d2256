import CommandLineTool
import Foundation
import Simulation
import TestSupport
import Testing

import sori

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
