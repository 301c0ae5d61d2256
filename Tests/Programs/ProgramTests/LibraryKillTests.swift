import CommandLineTool
import Foundation
import MusicCommands
import MusicLibrary
import TestSupport
import Testing

@Suite(
    "A scan that is killed", .enabled(if: BuildTraits.hasMediaLibrary, "built without SQLite"))
struct LibraryKillTests {
    private static let fileCount = 1200

    /// Runs a scan, and kills it unless it has ended before.
    ///
    /// - Returns: Whether it had ended, and what it printed.
    private func scan(
        _ folder: TemporaryFolder, killedAfter milliseconds: Int?
    ) throws -> (isDone: Bool, output: String) {
        let process = TestProcess()
        process.executableURL = BuiltProgram.sori.url
        process.arguments = [
            "library", "scan", folder.file("Music"), "--library", folder.file("data"), "--json",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        let hasEnded = DispatchSemaphore(value: 0)
        try process.run()
        Thread.detachNewThread {
            process.waitUntilExit()
            hasEnded.signal()
        }
        if let milliseconds,
            hasEnded.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut
        {
            kill(process.processIdentifier, SIGKILL)
        }
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationReason == .exit, text)
    }

    @Test("at any moment leaves a whole library, and the next goes on where it was")
    func kills() throws {
        let folder = try TemporaryFolder()
        for index in 0..<Self.fileCount {
            let path = folder.file("Music/\(index / 40)/\(index).wav")
            try FileManager.default.createDirectory(
                atPath: String(path[..<path.lastIndex(of: "/")!]),
                withIntermediateDirectories: true)
            let song = LibrarySongs.wav(["title": "Song \(index)"], sound: index, count: 400)
            try Data(song).write(to: URL(fileURLWithPath: path))
        }
        let location = LibraryLocation(folder: folder.file("data"))
        var count = 0
        var killCount = 0
        var playedID: UInt64?
        for attempt in 0..<200 {
            // Moments from the program's start to well inside its scan; later ones where the machine
            // is so busy that it has not begun.
            let most = 700 + 40 * attempt
            let result = try scan(folder, killedAfter: 40 + attempt * 37 % most)
            let library = try MediaLibrary(at: location)
            try #require(library.notice == nil)
            let found = try library.itemCount()
            #expect(found >= count)
            count = found
            if playedID == nil, let id = try library.itemIDs().first {
                try library.countPlay(of: id)
                playedID = id
            }
            if result.isDone { break }
            killCount += 1
        }
        #expect(killCount > 0)
        let last = try scan(folder, killedAfter: nil)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(last.output.utf8)) as? [String: Any])
        #expect(report["items"] as? Int == Self.fileCount)
        // Nothing is read a second time after the first complete scan.
        #expect(report["read"] as? Int == 0)
        let library = try MediaLibrary(at: location)
        #expect(try library.item(try #require(playedID))?.playCount == 1)
        #expect(try library.search("song", limit: 5).items.count == 5)
    }

    @Test("by Ctrl-C ends with 130 and a message")
    func interrupt() throws {
        let folder = try TemporaryFolder()
        let music = folder.file("Music")
        try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
        for index in 0..<20 {
            try Data(LibrarySongs.wav([:], sound: index, count: 400)).write(
                to: URL(fileURLWithPath: music + "/\(index).wav"))
        }
        let test = TestConsole()
        func arguments() throws -> Arguments {
            try Arguments(
                parsing: [music, "--library", folder.file("data")], LibraryScanCommand.syntax)
        }
        let failure = #expect(throws: ProgramError.self) {
            try LibraryScanCommand.run(
                arguments(), test.console, terminalWidth: { 40 }, endSignal: { .interrupt })
        }
        #expect(failure?.code == .stopped)
        #expect(failure?.advice == "the next scan goes on from there")
        // The progress was shown on one line of the terminal, and removed.
        #expect(test.errors.text.contains(" files, "))
        #expect(test.errors.text.hasSuffix("\r\u{1B}[K"))
        let result = try LibraryScanCommand.run(
            arguments(), test.console, terminalWidth: nil, endSignal: { nil })
        #expect(result == .done)
        #expect(test.output.lines.last?.hasPrefix("20 items in the library") == true)
    }
}
