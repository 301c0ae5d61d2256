import Foundation
import TestSupport
import Testing

/// Runs `sori music` on a pseudo-terminal, without a message bus and without sound.
private final class MusicOnTerminal {
    let terminal: TestTerminal
    let process = TestProcess()
    let settings: tcflag_t
    private(set) var written = ""

    init(home: String) throws {
        terminal = try TestTerminal()
        settings = terminal.settings
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(terminal.program, UInt(TIOCSWINSZ), &size) == 0)
        let end = FileHandle(fileDescriptor: terminal.program, closeOnDealloc: false)
        process.executableURL = BuiltProgram.sori.url
        process.arguments = ["music"]
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": home, "XDG_DATA_HOME": home + "/data",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/at-all",
            "PIPEWIRE_REMOTE": "/nowhere/at-all", "SWIFT_BACKTRACE": "enable=no",
            "TERM": "xterm-256color",
        ]
        process.standardInput = end
        process.standardOutput = end
        process.standardError = end
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Waits until the output contains a text.
    func expect(_ text: String) throws {
        try wait(for: text) { self.written.contains(text) }
    }

    func waitForExit() throws -> Int32 {
        try wait(for: "exit") { !self.process.isRunning }
        written += try terminal.readToEnd()
        return process.terminationStatus
    }

    private func wait(for what: String, _ isDone: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while !isDone() {
            guard ContinuousClock.now < deadline else { throw Timeout(what: what, found: written) }
            read()
        }
    }

    private func read() {
        var ready = pollfd(fd: terminal.typist, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 20) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Foundation.read(terminal.typist, &bytes, bytes.count)
        if count > 0 { written += String(decoding: bytes[..<count], as: UTF8.self) }
    }

    struct Timeout: Error {
        var what: String
        var found: String
    }
}

@Suite(
    "sori music on a terminal", .serialized,
    .enabled(if: BuildTraits.hasMediaLibrary, "built without the media library"))
struct MusicProgramTests {
    @Test("scans an empty library by a key, plays without a bus, and restores the terminal")
    func whole() throws {
        let folder = try TemporaryFolder()
        let music = folder.file("Music")
        try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
        let wave = Data(MusicTerminalTests.wave(7, frames: 80_000))
        try wave.write(to: URL(fileURLWithPath: music + "/東京.wav"))
        let player = try MusicOnTerminal(home: folder.path)
        try player.expect("Press S to scan")
        try player.expect("plays until q")
        player.terminal.type("S")
        try player.expect("1 new")
        player.terminal.type("3\r")
        try player.expect("▶ ")
        try player.expect("0:01")
        player.terminal.type("q")
        #expect(try player.waitForExit() == 0)
        #expect(player.written.contains("東京"))
        #expect(player.written.contains("\u{1B}[?25h\u{1B}[?1049l"))
        #expect(player.terminal.settings == player.settings)
    }

    @Test(
        "ends by a signal with its exit code, and restores the terminal",
        arguments: [SIGTERM, SIGHUP])
    func signals(signal: Int32) throws {
        let folder = try TemporaryFolder()
        let player = try MusicOnTerminal(home: folder.path)
        try player.expect("Press S to scan")
        kill(player.process.processIdentifier, signal)
        #expect(try player.waitForExit() == 128 + signal)
        #expect(player.written.contains("\u{1B}[?25h\u{1B}[?1049l"))
        #expect(player.terminal.settings == player.settings)
    }
}
