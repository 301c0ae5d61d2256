import CommandLineTool
import CoreFoundation
import Foundation
import SoundCommands
import Terminal
import Testing

/// A pseudo-terminal: the end at which the test types, and the program's end.
final class TestTerminal {
    let typist: Int32
    let program: Int32

    init() throws {
        var typist: Int32 = -1
        var program: Int32 = -1
        try #require(openpty(&typist, &program, nil, nil, nil) == 0)
        self.typist = typist
        self.program = program
    }

    deinit {
        close(typist)
        close(program)
    }

    func type(_ text: String) {
        _ = text.withCString { write(typist, $0, strlen($0)) }
    }

    /// Returns the text that the ended program has written and that is not read yet.
    ///
    /// What a program wrote may reach the typist's end after the program has ended, in pieces. A
    /// mark, written after it, follows all of it.
    func readToEnd() throws -> String {
        let mark: UInt8 = 0x1D
        try #require(withUnsafeBytes(of: mark) { write(program, $0.baseAddress, 1) } == 1)
        var written: [UInt8] = []
        while written.last != mark {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(typist, &bytes, bytes.count)
            try #require(count > 0)
            written += bytes[..<count]
        }
        return String(decoding: written.dropLast(), as: UTF8.self)
    }

    var settings: tcflag_t {
        var settings = termios()
        tcgetattr(program, &settings)
        return settings.c_lflag
    }
}

// Only one terminal at a time can be raw.
@Suite("The screen of a player", .serialized)
struct PlaybackScreenTests {
    private let output = KeptText()

    /// Runs a screen on a terminal.
    private func run(
        _ screen: inout PlaybackScreen, on terminal: TestTerminal, typing text: String = "",
        widths: [Int] = [80]
    ) throws -> PlaybackScreen.Ending {
        let raw = try #require(RawTerminal(terminal.program))
        defer { raw.restore() }
        terminal.type(text)
        var rest = widths[...]
        return try screen.run(
            on: raw, width: { rest.count > 1 ? rest.removeFirst() : rest[rest.startIndex] },
            endSignal: { nil })
    }

    @Test(
        "lets the keys steer",
        arguments: [
            (" q", ["pause", "stop"]), ("  q", ["pause", "resume", "stop"]),
            ("\u{1B}[Cq", ["seek 11.0", "stop"]), ("\u{1B}[Dq", ["seek 1.0", "stop"]),
            ("\u{1B}[D\u{1B}[Dq", ["seek 1.0", "seek 0.0", "stop"]),
            ("\u{1B}[C\u{1B}[Cq", ["seek 11.0", "seek 12.0", "stop"]), ("\u{3}", ["stop"]),
            (".,q", ["seek 12.0", "seek 0.0", "stop"]),
            ("]]\u{7F}[q", ["rate 1.1", "rate 1.2", "rate 1.0", "rate 0.9", "stop"]),
        ])
    func keys(typed: String, calls: [String]) throws {
        // Given a player six seconds into twelve, on a terminal.
        let terminal = try TestTerminal()
        let player = StillPlayer(position: 6)
        var screen = PlaybackScreen(player, name: "a.wav", output: output)
        let before = terminal.settings
        // When keys are pressed.
        let ending = try run(&screen, on: terminal, typing: typed)
        // Then the player obeyed, and the terminal is restored.
        #expect(ending == (typed == "\u{3}" ? .interrupted(by: .interrupt) : .stopped))
        #expect(player.calls == calls)
        #expect(terminal.settings == before)
    }

    @Test(
        "goes to other sounds, or to the beginning of this one",
        arguments: [
            (6, "n", .skipped(by: 1), ["stop"]), (1, "p", .skipped(by: -1), ["stop"]),
            (6, "pq", .stopped, ["seek 0.0", "stop"]),
        ] as [(Double, String, PlaybackScreen.Ending, [String])])
    func skips(
        position: Double, typed: String, expected: PlaybackScreen.Ending, calls: [String]
    ) throws {
        let terminal = try TestTerminal()
        let player = StillPlayer(position: position)
        var screen = PlaybackScreen(player, name: "a.wav", place: "2 of 5", output: output)
        #expect(try run(&screen, on: terminal, typing: typed) == expected)
        #expect(player.calls == calls)
        // A single sound has no next one.
        let alone = StillPlayer(position: position)
        var single = PlaybackScreen(alone, name: "a.wav", output: output)
        #expect(try run(&single, on: terminal, typing: "npq") == .stopped)
        #expect(alone.calls == ["stop"])
    }

    @Test("changes the volume within its limits, and shows the keys")
    func volume() throws {
        let terminal = try TestTerminal()
        let player = StillPlayer()
        player.volume = 0.93
        var screen = PlaybackScreen(player, name: "a.wav", output: output)
        _ = try run(&screen, on: terminal, typing: "++q")
        #expect(player.volume == 1)
        let loud = StillPlayer()
        var other = PlaybackScreen(loud, name: "a.wav", output: output)
        _ = try run(&other, on: terminal, typing: "-\u{1B}[B?q")
        #expect(abs(loud.volume - 0.9) < 1e-9)
        #expect(output.text.contains("space    pauses and resumes"))
    }

    @Test("takes every key at once and shows none")
    func rawMode() throws {
        let terminal = try TestTerminal()
        let raw = try #require(RawTerminal(terminal.program))
        #expect(terminal.settings & tcflag_t(ICANON | ECHO | ISIG) == 0)
        raw.restore()
        #expect(
            terminal.settings & tcflag_t(ICANON | ECHO | ISIG) == tcflag_t(ICANON | ECHO | ISIG))
    }

    @Test("needs a terminal")
    func noTerminal() {
        let file = open("/dev/null", O_RDONLY)
        defer { close(file) }
        #expect(RawTerminal(file) == nil)
    }

    @Test("draws one line over and over, and leaves the cursor below it")
    func drawing() throws {
        let terminal = try TestTerminal()
        let player = StillPlayer(position: 12)
        player.isFinished = true
        var screen = PlaybackScreen(player, name: "a.wav", output: output)
        let ending = try run(&screen, on: terminal)
        #expect(ending == .finished)
        #expect(
            output.text
                == "\r>  a.wav  0:12.0 [=================] 0:12.0  [#########-]  -6.0 dB  loudspeaker"
                + "\u{1B}[K\r\n"
        )
    }

    @Test("leaves nothing of the line on a terminal that becomes narrower")
    func narrower() throws {
        let terminal = try TestTerminal()
        let player = StillPlayer(position: 6)
        var screen = PlaybackScreen(player, name: "a.wav", output: output)
        player.stopping = { $0.position = 7 }
        _ = try run(&screen, on: terminal, typing: "q", widths: [80, 40])
        // The cursor is at the line's beginning after each frame, so all of it is erased.
        let frames = output.text.components(separatedBy: "\u{1B}[K")
        #expect(frames.count == 3 && frames[2] == "\r\n")
        #expect(frames[0].hasPrefix("\r>") && frames[1].hasPrefix("\r\r\u{1B}[J>"))
        #expect(frames[1].count < 45)
    }

    @Test("pauses without its output, says why, and goes on when the user says so")
    func removedOnTerminal() throws {
        let terminal = try TestTerminal()
        let player = StillPlayer(position: 6)
        player.removedDevice = "USB headset"
        player.hasDevice = false
        var screen = PlaybackScreen(player, name: "a.wav", output: output)
        #expect(try run(&screen, on: terminal, typing: " q") == .stopped)
        #expect(player.calls == ["pause", "stop"])
        #expect(output.text.contains("\u{1B}[Jpaused at 0:06.0: USB headset was removed; space "))
        #expect(output.text.contains("there is no output to go on with"))
        // With another output, space goes on; the reason is given once.
        let other = StillPlayer(position: 6)
        other.removedDevice = "USB headset"
        let text = KeptText()
        screen = PlaybackScreen(other, name: "a.wav", output: text)
        #expect(try run(&screen, on: terminal, typing: " q") == .stopped)
        #expect(other.calls == ["pause", "resume", "stop"])
        #expect(text.text.components(separatedBy: "was removed").count == 2)
    }

    @Test("ends without its output where no user can say how to go on")
    func removedQuietly() throws {
        let player = StillPlayer(position: 6)
        player.removedDevice = "USB headset"
        var screen = PlaybackScreen(player, name: "a.wav", output: output)
        let ending = try screen.runQuietly(endSignal: { nil })
        #expect(player.calls == ["pause", "stop"])
        #expect(ending.exitCode == .deviceMissing)
        guard case .deviceRemoved(let error) = ending else {
            Issue.record("it ended otherwise: \(ending)")
            return
        }
        #expect(
            error.message() == "sori: USB headset: the output was removed, at 0:06.0 of a.wav; "
                + "connect it again, or choose another one with --output")
        #expect(output.lines.last == "stopped a.wav at 0:06.0")
    }

    @Test("ends when a signal asks for it")
    func signal() throws {
        let player = StillPlayer()
        var screen = PlaybackScreen(player, name: "a.wav", output: output)
        #expect(try screen.runQuietly(endSignal: { .terminate }) == .interrupted(by: .terminate))
        #expect(player.calls == ["stop"])
    }

    @Test("without a terminal is a line at the start and one at the end")
    func quiet() throws {
        let player = StillPlayer(position: 12)
        player.isFinished = true
        var screen = PlaybackScreen(player, name: "a.wav", output: output)
        #expect(try screen.runQuietly(endSignal: { nil }) == .finished)
        #expect(
            output.lines == [
                "playing a.wav (0:12.0) on loudspeaker", "finished a.wav at 0:12.0",
            ])
    }

    @Test("says what went wrong while it played")
    func failure() throws {
        let player = StillPlayer()
        player.failure = ProgramError(.badInput, "ends early", in: "a.wav")
        var screen = PlaybackScreen(player, name: "a.wav", output: output)
        let error = #expect(throws: ProgramError.self) {
            try screen.runQuietly(endSignal: { nil })
        }
        #expect(error?.what == "ends early")
        #expect(player.calls == ["stop"])
    }

    @Test("says where it stopped when all of it has come, and not that it finished if that failed")
    func lateEnd() throws {
        let player = StillPlayer(position: 3)
        player.stopping = { $0.position = 3.25 }
        var screen = PlaybackScreen(player, name: "a.wav", output: output)
        _ = try screen.runQuietly(endSignal: { .interrupt })
        #expect(output.lines.last == "stopped a.wav at 0:03.2")
        // And on a terminal the line is drawn once more.
        let terminal = try TestTerminal()
        player.position = 3
        _ = try run(&screen, on: terminal, typing: "q")
        #expect(output.text.contains("a.wav  0:03.2 ["))
        // What fails at the end is no end.
        let failing = StillPlayer(position: 12)
        failing.isFinished = true
        failing.stopping = { $0.failure = ProgramError(.deviceMissing, "full", in: "a.wav") }
        let kept = KeptText()
        var other = PlaybackScreen(failing, name: "a.wav", output: kept)
        #expect(throws: ProgramError.self) { try other.runQuietly(endSignal: { nil }) }
        #expect(!kept.text.contains("finished"))
    }

    @Test("lets the level fall slowly, and shows none while paused")
    func level() throws {
        let player = StillPlayer()
        var screen = PlaybackScreen(player, name: "a", output: output)
        player.level = 1
        #expect(screen.frame(width: 80).contains(" 0.0 dB"))
        player.level = 0
        #expect(screen.frame(width: 80).contains("-1.4 dB"))
    }
}
