import AudioFormats
import AudioModel
import Foundation
import Simulation
import TestSupport
import Testing
import sori

/// Runs `sori phone` on a terminal that collects its output.
private final class PhoneOnTerminal {
    let terminal: TestTerminal
    let process = Process()
    /// The terminal's settings before the program changes them.
    let settings: tcflag_t
    private(set) var written = ""

    init(_ words: [String], kind: String = "xterm-256color") throws {
        terminal = try TestTerminal()
        settings = terminal.settings
        try terminal.resize(width: 80, height: 24)
        let end = FileHandle(fileDescriptor: terminal.program, closeOnDealloc: false)
        process.executableURL = BuiltProgram.url
        process.arguments = ["phone"] + words
        // Tests must not be audible.
        process.environment = ProcessInfo.processInfo.environment.merging(
            [
                "PIPEWIRE_REMOTE": "/nowhere/at-all", "SWIFT_BACKTRACE": "enable=no", "TERM": kind,
            ]) { $1 }
        process.standardInput = end
        process.standardOutput = end
        process.standardError = end
        // Dispatch's threads block these signals, and children inherit that.
        var signals = sigset_t()
        var before = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGUSR1, SIGALRM] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_UNBLOCK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Waits until this text has been written since the last call.
    func expect(_ text: String) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while !written.contains(text) {
            guard ContinuousClock.now < deadline else { throw Missing(text: text, found: written) }
            read()
        }
    }

    func forget() { written = "" }

    func end() throws -> Int32 {
        let deadline = ContinuousClock.now + .seconds(20)
        while process.isRunning {
            guard ContinuousClock.now < deadline else { throw Missing(text: "the end", found: "") }
            read()
        }
        read()
        return process.terminationStatus
    }

    private func read() {
        var ready = pollfd(fd: terminal.typist, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 20) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(terminal.typist, &bytes, bytes.count)
        if count > 0 { written += String(decoding: bytes[..<count], as: UTF8.self) }
    }

    struct Missing: Error {
        var text: String
        var found: String
    }
}

extension TestTerminal {
    fileprivate func resize(width: UInt16, height: UInt16) throws {
        var size = winsize(ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(program, UInt(TIOCSWINSZ), &size) == 0)
    }
}

@Suite("sori phone on a terminal", .serialized)
struct PhoneTerminalTests {
    private static let taken = "\u{1B}[?1049h\u{1B}[?25l"
    private static let givenBack = "\u{1B}[?25h\u{1B}[?1049l"

    @Test("obeys its keys, records them, and gives the terminal back")
    func keys() throws {
        // Given a phone without audible output that records.
        let folder = try TemporaryFolder()
        let path = folder.path + "/story.scenario"
        let phone = try PhoneOnTerminal(["--output", "null", "--record", path])
        try phone.expect(Self.taken)
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
        phone.forget()
        phone.terminal.type("q")
        // Then the terminal is restored, and the recording is complete.
        #expect(try phone.end() == 0)
        #expect(phone.written.contains(Self.givenBack))
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

    @Test(
        "gives the terminal back whoever ends it",
        arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, 0])
    func signals(signal: Int32) throws {
        let phone = try PhoneOnTerminal(["--output", "null"])
        try phone.expect("the home screen")
        phone.terminal.type("1 ")
        try phone.expect("Music.song     [#")
        if signal == 0 {
            phone.terminal.type("\u{3}")
        } else {
            kill(phone.process.processIdentifier, signal)
        }
        #expect(try phone.end() == 0)
        #expect(phone.written.contains(Self.givenBack))
        #expect(phone.terminal.settings == phone.settings)
    }

    @Test("gives the terminal back to what no program waits for", arguments: [SIGUSR1, SIGALRM])
    func fatalSignals(signal: Int32) throws {
        let phone = try PhoneOnTerminal(["--output", "null"])
        try phone.expect("the home screen")
        kill(phone.process.processIdentifier, signal)
        #expect(try phone.end() == signal)
        #expect(phone.process.terminationReason == .uncaughtSignal)
        #expect(phone.written.contains(Self.givenBack))
        #expect(phone.terminal.settings == phone.settings)
    }

    @Test("leaves the recording that was there when it comes to none")
    func recordingStays() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/story.scenario"
        let program = folder.path + "/broken"
        try "once".write(toFile: path, atomically: true, encoding: .utf8)
        try "no program".write(toFile: program, atomically: true, encoding: .utf8)
        chmod(program, 0o755)
        let phone = try PhoneOnTerminal(
            ["--output", "null", "--record", path, "--app", program])
        #expect(try phone.end() == 3)
        #expect(try folder.text("story.scenario") == "once")
        #expect(folder.files == ["broken", "story.scenario"])
    }

    @Test("follows the window")
    func resize() throws {
        let phone = try PhoneOnTerminal(["--output", "null"])
        try phone.expect("c call  ? help")
        phone.forget()
        try phone.terminal.resize(width: 100, height: 30)
        try phone.expect("\u{1B}[30;1H")
        try phone.expect("y remote  e other")
        phone.terminal.type("q")
        #expect(try phone.end() == 0)
    }

    @Test("shows a program of the user's as an app, and records what it did")
    func program() throws {
        // Given a program that plays a file, on a phone that records.
        let folder = try TemporaryFolder()
        let (song, path) = (folder.path + "/song.wav", folder.path + "/story.scenario")
        try writeTone(to: song, seconds: 20)
        let program = BuiltProgram.url.deletingLastPathComponent()
            .appendingPathComponent("QueuePlayer").path
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
        phone.forget()
        phone.terminal.type("7")
        try phone.expect("QueuePlayer.stream1 [#")
        phone.terminal.type("q")
        #expect(try phone.end() == 0)
        #expect(phone.written.contains(Self.givenBack))
        // Then the recording has all of that and can be run.
        let text = try folder.text("story.scenario")
        let report = try runScenario(parseScenario(text, path: path))
        #expect(report.failures.isEmpty, "\(report.failures)\n\(text)")
        let stream = try #require(report.streams.first { $0.fullName == "QueuePlayer.stream1" })
        let states = stream.spans.map(\.verdict.state)
        #expect(states.contains(.audible), "\(text)")
        #expect(states.contains(.interrupted), "\(text)")
    }

    @Test("keeps the files of a user's program while it lives, and no longer")
    func container() throws {
        let program = BuiltProgram.url.deletingLastPathComponent()
            .appendingPathComponent("PhoneGuest").path
        let phone = try PhoneOnTerminal(["--output", "null", "--app", program, "counts"])
        try phone.expect("prints: launch 1")
        try phone.expect("ended by itself")
        phone.terminal.type("7")
        try phone.expect("prints: launch 2")
        phone.terminal.type("q")
        #expect(try phone.end() == 0)
    }

    @Test("says which program there is not")
    func missingProgram() throws {
        let result = try BuiltProgram.run(["phone", "--app", "/nowhere/Blog"])
        #expect(result.code == 3)
        #expect(result.errors.contains("there is no program '/nowhere/Blog'"))
    }

    private func writeTone(to path: String, seconds: Int) throws {
        let writer = try WAVFileWriter(
            path: path, sampleRate: 8_000, channelCount: 1, sampleFormat: .int16)
        let samples = (0..<8_000 * seconds).map { Float($0 % 20) / 40 }
        try writer.write(samples, frameCount: samples.count)
        try writer.close()
    }

    @Test("says so when it cannot show a whole screen, and leaves it alone")
    func dumbTerminal() throws {
        let phone = try PhoneOnTerminal(["--output", "null"], kind: "dumb")
        try phone.expect("this terminal shows lines only (TERM is dumb)")
        #expect(try phone.end() == 4)
        #expect(!phone.written.contains("\u{1B}"))
    }

    @Test("says so when there is none")
    func noTerminal() throws {
        let result = try BuiltProgram.run(["phone"])
        #expect(result.code == 4)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("there is no terminal to show a phone on"))
    }
}
