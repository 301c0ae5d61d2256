import CommandLineTool
import Foundation
import SoundCommands
import TestSupport
import Testing

@Suite("sori play --resume", .serialized)
struct ResumedPlayingTests {
    private let folder: TemporaryFolder
    private let positions: PlayPositions

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        positions = try #require(
            PlayPositions { $0 == "XDG_STATE_HOME" ? folder.file("state") : nil })
        for name in ["a.wav", "b b.wav"] {
            try folder.writeWAV([Float](repeating: 0.1, count: 8_000 * 60), rate: 8_000, as: name)
        }
    }

    private var paths: [String] { ["a.wav", "b b.wav"].map { folder.file($0) } }

    private func play(_ options: String...) throws -> (code: Int32, output: String, errors: String)
    {
        let result = try BuiltProgram.sori.run(
            ["play", "--resume", "--output", "null"] + options + paths,
            environment: ["XDG_STATE_HOME": folder.file("state")])
        return (result.code, result.output, result.errors)
    }

    @Test("begins with the sound that was left last, and forgets it when it has been heard")
    func finished() throws {
        try positions.keep(12, of: paths[0])
        try positions.keep(58.8, of: paths[1])
        let result = try play()
        #expect(result.code == 0, "\(result.errors)")
        #expect(
            result.output
                == "playing b b.wav (1:00.0) on nowhere\nfinished b b.wav at 1:00.0\n")
        let left = try #require(positions.newest(among: paths))
        #expect(left.index == 0 && left.seconds == 12)
    }

    @Test("is left at its end, too: nothing is kept of a sound that the user seeks through")
    func soughtThrough() throws {
        try positions.keep(30, of: paths[1])
        let shell = try ShellOnTerminal(
            """
            export XDG_STATE_HOME=$PWD/state
            "$SORI" play --resume --output null a.wav 'b b.wav'
            echo "ended with $?"
            """, in: folder)
        try shell.expect(">  2 of 2  b b.wav  0:3")
        shell.terminal.type(".")
        try shell.expect("1:00.0")
        #expect(try shell.waitForExit() == 0)
        #expect(positions.newest(among: paths) == nil)
    }

    @Test("keeps where a signal or a key ended a sound, and begins again near its end")
    func kept() throws {
        try positions.keep(59.5, of: paths[0])
        let shell = try ShellOnTerminal(
            """
            export XDG_STATE_HOME=$PWD/state
            "$SORI" play --resume --output null a.wav
            echo "first ended with $?"
            "$SORI" play --resume --output null a.wav
            """, in: folder)
        try shell.expect("a.wav  0:0")
        shell.terminal.type("\u{1B}[Cq")
        try shell.expect("first ended with 0")
        try shell.expect("a.wav  0:")
        shell.terminal.type("\u{3}")
        _ = try shell.waitForExit()
        let left = try #require(positions.newest(among: paths))
        #expect(left.index == 0 && left.seconds > 4.9 && left.seconds < 40)
    }

    @Test("needs no folder, no whole file, and never grows without bound")
    func store() throws {
        #expect(positions.newest(among: paths) == nil)
        try positions.keep(nil, of: paths[0])
        #expect(!FileManager.default.fileExists(atPath: folder.file("state")))
        for number in 0..<600 { try positions.keep(Double(number), of: "/x/\(number)\n") }
        #expect(positions.newest(among: ["/x/99\n"]) == nil)
        #expect(positions.newest(among: ["/x/599\n", "/x/100\n"])?.seconds == 599)
        try folder.write(
            "\u{0}\u{FF}\n12\n-3 /a\nnan /b\n7 /c\n8 /c d\n".utf8, as: "state/sori/play-positions")
        #expect(positions.newest(among: ["/a", "/b", "/c", "/c d"])?.index == 2)
    }

    @Test(
        "is refused where there is nothing to go on with",
        arguments: [["--from", "3"], ["--shuffle"], ["--output", "file:x.wav"]])
    func refused(words: [String]) throws {
        let error = #expect(throws: ProgramError.self) {
            try PlayRequest.requests(
                arguments(["a", "--resume"] + words, PlayCommand.syntax))
        }
        #expect(error?.code == .wrongUse)
    }
}
