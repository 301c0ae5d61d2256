import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The memory of a long story")
struct StoryMemoryTests {
    #if DEBUG
        private static let isDebug = true
    #else
        private static let isDebug = false
    #endif

    /// The report of an hour does not fit into a pipe: with its first byte the story has been
    /// told, and the process waits for its reader.
    @Test(
        "is that of its report, not of its samples",
        .disabled(if: isDebug, "a debug build is too slow"))
    func bounded() throws {
        let folder = try TemporaryFolder()
        let end = "at \(180 * LongStory.partSeconds) end"
        let story = (LongStory.lines(partCount: 180) + [end]).joined(separator: "\n")
        try Data(story.utf8).write(to: URL(fileURLWithPath: folder.file("hour.story")))
        let process = TestProcess()
        process.executableURL = BuiltProgram.sori.url
        process.arguments = ["sim", folder.file("hour.story"), "--json"]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        let report = output.fileHandleForReading
        let first = try #require(try report.read(upToCount: 1))
        #expect(first.count == 1)
        let kilobytes = try #require(process.peakKilobytes)
        // An hour of samples would be 1.4 GB.
        #expect(kilobytes < 100 << 10)
        #expect(report.readDataToEndOfFile().count > 100_000)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
