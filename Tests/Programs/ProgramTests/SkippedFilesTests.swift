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
        #expect(result.errors.hasSuffix("; check the path\n2 of 3 done, 1 failed\n"))
        #expect(result.errors.split(separator: "\n").count == 2)
        #expect(result.code == 3)
    }

    @Test("are counted at the end of a list, as are operands without sound, and none otherwise")
    func counted() throws {
        let (a, b) = (folder.file("a.wav"), folder.file("b.wav"))
        try folder.makeFolder("empty")
        let cases: [(words: [String], last: String?)] = [
            (["play", "--output", "null", a, b], nil),
            (["play", "--output", "null", folder.file("no")], nil),
            (["play", "--output", "null", folder.file("empty"), a, b], "2 of 3 done, 1 failed"),
            (["info", a, b], nil), (["info", folder.file("no")], nil),
            (["info", a, folder.file("no"), b, folder.file("none")], "2 of 4 done, 2 failed"),
        ]
        for (words, last) in cases {
            let errors = try BuiltProgram.sori.run(words).errors.split(separator: "\n")
            let tallies = errors.filter { $0.contains(" done, ") }
            #expect(tallies.map(String.init) == [last].compactMap { $0 }, "\(words)")
            #expect(last == nil || errors.last == tallies.last, "\(words)")
        }
    }
}
