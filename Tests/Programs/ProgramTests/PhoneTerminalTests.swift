import AudioModel
import Foundation
import Simulation
import TestSupport
import Testing

@Suite("sori phone on a terminal", .serialized)
struct PhoneTerminalTests {
    /// Alternate screen and hidden cursor.
    private static let enterFullScreen = "\u{1B}[?1049h\u{1B}[?25l"
    private static let leaveFullScreen = "\u{1B}[?25h\u{1B}[?1049l"

    @Test("obeys its keys, records them, and restores the terminal")
    func keys() throws {
        // Given a phone without audible output that records.
        let folder = try TemporaryFolder()
        let path = folder.file("story.scenario")
        let phone = try PhoneOnTerminal(["--output", "null", "--record", path])
        try phone.expect(Self.enterFullScreen)
        try phone.expect("the home screen")
        // When music plays and a call comes, then the screen shows both.
        phone.terminal.type("1")
        try phone.expect("front   Music, active")
        phone.terminal.type(" ")
        try phone.expect("Music.song     [#")
        phone.terminal.type("c")
        try phone.expect("interrupted by call")
        phone.terminal.type("d")
        try phone.expect("call was declined")
        phone.clearOutput()
        phone.terminal.type("q")
        // Then the terminal is restored, and the recording is complete.
        #expect(try phone.waitForExit() == 0)
        #expect(phone.written.contains(Self.leaveFullScreen))
        #expect(phone.terminal.settings == phone.settings)
        let text = try folder.text("story.scenario")
        let report = try runScenario(parseScenario(text, path: path))
        #expect(report.failures.isEmpty)
        let song = try #require(report.streams.first { $0.fullName == "Music.song" })
        var states: [StreamState] = []
        for span in song.spans where span.verdict.state != states.last {
            states.append(span.verdict.state)
        }
        #expect(states == [.audible, .interrupted, .audible])
    }

    @Test("leaves the recording of a session that is killed, up to the second before")
    func killed() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("story.scenario")
        let phone = try PhoneOnTerminal(["--output", "null", "--record", path])
        try phone.expect("the home screen")
        phone.terminal.type("1 ")
        try phone.expect("Music.song     [#")
        // When the file has the sound, which no end of the session has written.
        func recorded() throws -> StoryReport {
            try runScenario(parseScenario(folder.text("story.scenario"), path: path))
        }
        try phone.wait {
            (try? recorded())?.streams.contains { $0.fullName == "Music.song" } == true
        }
        kill(phone.process.processIdentifier, SIGKILL)
        #expect(try phone.waitForExit() == SIGKILL)
        // Then it is a whole story.
        let report = try recorded()
        #expect(report.failures.isEmpty)
        #expect(report.streams.contains { $0.fullName == "Music.song" })
    }

    @Test(
        "restores the terminal after a termination signal or Ctrl-C",
        arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, 0])
    func signals(signal: Int32) throws {
        let phone = try PhoneOnTerminal(["--output", "null"])
        try phone.expect("the home screen")
        phone.terminal.type("1 ")
        try phone.expect("Music.song     [#")
        if signal == 0 {
            // Ctrl-C, typed.
            phone.terminal.type("\u{3}")
        } else {
            kill(phone.process.processIdentifier, signal)
        }
        #expect(try phone.waitForExit() == 0)
        #expect(phone.written.contains(Self.leaveFullScreen))
        #expect(phone.terminal.settings == phone.settings)
    }

    @Test("restores the terminal when a fatal signal ends it", arguments: [SIGUSR1, SIGALRM])
    func fatalSignals(signal: Int32) throws {
        let phone = try PhoneOnTerminal(["--output", "null"])
        try phone.expect("the home screen")
        kill(phone.process.processIdentifier, signal)
        #expect(try phone.waitForExit() == signal)
        #expect(phone.process.terminationReason == .uncaughtSignal)
        #expect(phone.written.contains(Self.leaveFullScreen))
        #expect(phone.terminal.settings == phone.settings)
    }

    @Test("keeps an existing recording when the start fails")
    func recordingStays() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("story.scenario")
        let program = folder.file("broken")
        try "once".write(toFile: path, atomically: true, encoding: .utf8)
        try "no program".write(toFile: program, atomically: true, encoding: .utf8)
        chmod(program, 0o755)
        let phone = try PhoneOnTerminal(["--output", "null", "--record", path, "--app", program])
        #expect(try phone.waitForExit() == 3)
        #expect(try folder.text("story.scenario") == "once")
        #expect(folder.files == ["broken", "story.scenario"])
    }

    @Test("redraws when the window is resized")
    func resize() throws {
        let phone = try PhoneOnTerminal(["--output", "null"])
        try phone.expect("c call  ? help")
        phone.clearOutput()
        try phone.terminal.resize(width: 100, height: 30)
        // The cursor reaches the new last row.
        try phone.expect("\u{1B}[30;1H")
        try phone.expect("y remote  e other")
        phone.terminal.type("q")
        #expect(try phone.waitForExit() == 0)
    }

    @Test("shows an external program as an app, and records its streams")
    func program() throws {
        // Given a program that plays a file, on a phone that records.
        let folder = try TemporaryFolder()
        let (song, path) = (folder.file("song.wav"), folder.file("story.scenario"))
        let samples = (0..<160_000).map { Float($0 % 20) / 40 }
        try folder.writeWAV(samples, rate: 8_000, as: "song.wav")
        let program = BuiltProgram(name: "QueuePlayer").url.path
        let phone = try PhoneOnTerminal(
            ["--output", "null", "--record", path, "--app", program, song])
        // When it plays, is interrupted, comes back and is killed, then the screen says so.
        try phone.expect("7 QueuePlayer*")
        try phone.expect("QueuePlayer.stream1 [#")
        phone.terminal.type("c")
        try phone.expect("interrupted by call")
        phone.terminal.type("d")
        try phone.expect("the call was declined")
        phone.terminal.type("k")
        try phone.expect("QueuePlayer was killed")
        try phone.expect("QueuePlayer ended as asked")
        // When it is opened again, then another process plays.
        phone.clearOutput()
        phone.terminal.type("7")
        try phone.expect("QueuePlayer.stream1 [#")
        phone.terminal.type("q")
        #expect(try phone.waitForExit() == 0)
        #expect(phone.written.contains(Self.leaveFullScreen))
        // Then the recording has all of that and can be run.
        let text = try folder.text("story.scenario")
        let report = try runScenario(parseScenario(text, path: path))
        #expect(report.failures.isEmpty, "\(report.failures)\n\(text)")
        let stream = try #require(report.streams.first { $0.fullName == "QueuePlayer.stream1" })
        let states = stream.spans.map(\.verdict.state)
        #expect(states.contains(.audible), "\(text)")
        #expect(states.contains(.interrupted), "\(text)")
    }

    @Test("keeps an external app's container across its launches, but not across runs")
    func container() throws {
        let program = BuiltProgram(name: "PhoneGuest").url.path
        let phone = try PhoneOnTerminal(["--output", "null", "--app", program, "counts"])
        try phone.expect("prints: launch 1")
        try phone.expect("quit by itself")
        phone.terminal.type("7")
        try phone.expect("prints: launch 2")
        phone.terminal.type("q")
        #expect(try phone.waitForExit() == 0)
    }

    @Test("takes commands from another process, and the newest phone takes them")
    func control() throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_RUNTIME_DIR": folder.path]
        func ctl(_ words: String...) throws -> BuiltProgram.Result {
            try BuiltProgram.sori.run(["phone", "ctl"] + words, environment: environment)
        }
        // Given no phone.
        let none = try ctl("switch", "silent")
        #expect(none.code == 4)
        #expect(none.errors.contains("no phone runs; start one with 'sori phone'"))
        // When there are two.
        let older = try PhoneOnTerminal(["--output", "null"], runtimeFolder: folder.path)
        try older.expect("the home screen")
        let newer = try PhoneOnTerminal(["--output", "null"], runtimeFolder: folder.path)
        try newer.expect("the home screen")
        let moved = try ctl("switch", "silent")
        #expect(moved.output == "the ring switch was moved to silent\n")
        #expect(moved.code == 0)
        try newer.expect("[silent]")
        // Then each can be reached by its process.
        let process = "\(older.process.processIdentifier)"
        #expect(try ctl("--phone", process, "status").output.contains("switch   ring\n"))
        #expect(try ctl("status").output.contains("switch   silent\n"))
        #expect(try ctl("answer").code == 3)
        #expect(try ctl("fly").code == 2)
        // And quit ends the newer one, so that the older one is the newest.
        #expect(try ctl("quit").code == 0)
        #expect(try newer.waitForExit() == 0)
        #expect(newer.written.contains(Self.leaveFullScreen))
        #expect(try ctl("status").output.contains("switch   ring\n"))
        // And the socket of a killed one is no phone.
        kill(older.process.processIdentifier, SIGKILL)
        _ = try older.waitForExit()
        #expect(try ctl("status").code == 4)
        #expect(try ctl("--phone", process, "status").code == 4)
    }

    @Test("shows states and events in the colours of sori sim, unless NO_COLOR forbids it")
    func colours() throws {
        for isColored in [true, false] {
            let phone = try PhoneOnTerminal(["--output", "null"], isColored: isColored)
            try phone.expect("the home screen")
            phone.terminal.type("1 sc")
            try phone.expect("a call arrived")
            for text in [
                "\u{1B}[32maudible\u{1B}[0m", "\u{1B}[33minterrupted\u{1B}[0m",
                "\u{1B}[36mthe ring switch was moved to silent\u{1B}[0m",
            ] where isColored {
                try phone.expect(text)
            }
            phone.terminal.type("q")
            #expect(try phone.waitForExit() == 0)
            for code in ["31", "32", "33", "36"] where !isColored {
                #expect(!phone.written.contains("\u{1B}[\(code)m"))
            }
        }
    }

    @Test("shows how a program of the user ended")
    func endOfProgram() throws {
        let program = BuiltProgram(name: "PhoneGuest").url.path
        let phone = try PhoneOnTerminal(["--output", "null", "--app", program, "goes"])
        try phone.expect("PhoneGuest exited with status 3")
        phone.terminal.type("q")
        #expect(try phone.waitForExit() == 0)
        #expect(!phone.written.contains("crashed"))
    }

    @Test("names a program that does not exist")
    func missingProgram() throws {
        let result = try BuiltProgram.sori.run(["phone", "--app", "/nowhere/Blog"])
        #expect(result.code == 3)
        #expect(result.errors.contains("there is no program '/nowhere/Blog'"))
    }

    @Test("refuses a dumb terminal and writes no control sequences")
    func dumbTerminal() throws {
        let phone = try PhoneOnTerminal(["--output", "null"], terminalType: "dumb")
        try phone.expect("this terminal shows lines only (TERM is dumb)")
        #expect(try phone.waitForExit() == 4)
        #expect(!phone.written.contains("\u{1B}"))
    }

    @Test("refuses to run without a terminal")
    func noTerminal() throws {
        let result = try BuiltProgram.sori.run(["phone"])
        #expect(result.code == 4)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("there is no terminal to show a phone on"))
    }
}
