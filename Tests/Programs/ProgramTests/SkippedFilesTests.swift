import CommandLineTool
import Foundation
import SoundCommands
import TestSupport
import Testing

@Suite("Files of sori play that cannot be opened")
struct SkippedFilesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a.wav", "b.wav"] {
            try folder.writeWAV([Float](repeating: 0.5, count: 2_000), rate: 8_000, as: name)
        }
    }

    @Test("are skipped without a gap, and each is named when its turn comes")
    func skipped() throws {
        // Given two files with others between them and behind them that cannot be opened.
        try folder.write("no sound".utf8, as: "text.wav")
        let names = ["a.wav", "missing.wav", "text.wav", "b.wav", "gone.wav"]
        var requests = names.map { PlayRequest(path: folder.file($0)) }
        for index in requests.indices { requests[index].output = .null }
        let list = PlayList(requests)
        let maker = MachinePlayers()
        defer { withExtendedLifetime(maker) {} }
        let first = try maker.play(list, at: 0, TestConsole().console)
        try waitUntil { first.isFinished }
        // When their turns come, then each is refused as it is when it is played alone.
        for (index, advice) in [(1, "check the path"), (2, "see 'sori info' for what it is")] {
            let error = #expect(throws: ProgramError.self) {
                try maker.play(list, at: index, TestConsole().console)
            }
            #expect(error?.place == folder.file(names[index]))
            #expect(error?.advice == advice)
        }
        // Then the queue has gone on with the next by itself: its file is not opened again.
        try FileManager.default.removeItem(atPath: folder.file("b.wav"))
        let second = try maker.play(list, at: 3, TestConsole().console)
        try waitUntil { second.isFinished }
        #expect(abs(second.position - 0.25) < 0.001)
        #expect(second.failure == nil)
        #expect(throws: ProgramError.self) {
            try maker.play(list, at: 4, TestConsole().console)
        }
    }

    @Test("are named in a message, and count for the exit code")
    func named() throws {
        let missing = folder.file("missing.wav")
        let result = try BuiltProgram.sori.run(
            ["play", "--output", "null", folder.file("a.wav"), missing, folder.file("b.wav")])
        #expect(
            result.output == """
                playing a.wav (0:00.2) on nowhere
                finished a.wav at 0:00.2
                playing b.wav (0:00.2) on nowhere
                finished b.wav at 0:00.2

                """)
        #expect(result.errors.hasPrefix("sori: \(missing): "))
        #expect(result.errors.hasSuffix("; check the path\n"))
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.code == 3)
    }
}
