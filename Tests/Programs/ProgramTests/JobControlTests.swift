import Foundation
import TestSupport
import Testing

/// Runs a shell with job control on a terminal, and a program of ours in its foreground.
private final class ShellOnTerminal {
    let terminal: TestTerminal
    private let process = TestProcess()
    private(set) var written = ""

    struct Timeout: Error {
        var text: String
        var found: String
    }

    init(_ script: String, in folder: TemporaryFolder) throws {
        terminal = try TestTerminal()
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(terminal.program, UInt(TIOCSWINSZ), &size) == 0)
        let end = FileHandle(fileDescriptor: terminal.program, closeOnDealloc: false)
        // A session of its own, of which this is the terminal: Ctrl-Z stops nothing else.
        process.executableURL = URL(filePath: "/usr/bin/setsid")
        process.arguments = ["--ctty", "--wait", "bash", "-m", "-c", script]
        process.currentDirectoryURL = folder.url
        process.environment = ProcessInfo.processInfo.environment.merging([
            "SORI": BuiltProgram.sori.url.path, "TERM": "xterm-256color", "HOME": folder.path,
            "PIPEWIRE_REMOTE": folder.file("none"), "XDG_DATA_HOME": folder.file("data"),
            "XDG_MUSIC_DIR": folder.file("none"),
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + folder.file("none"),
        ]) { $1 }
        process.standardInput = end
        process.standardOutput = end
        process.standardError = end
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Waits for a text, and forgets what was written up to it.
    func expect(_ text: String) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            if let range = written.range(of: text) {
                written = String(written[range.upperBound...])
                return
            }
            guard ContinuousClock.now < deadline else { throw Timeout(text: text, found: written) }
            var ready = pollfd(fd: terminal.typist, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 20) > 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(terminal.typist, &bytes, bytes.count)
            if count > 0 { written += String(decoding: bytes[..<count], as: UTF8.self) }
        }
    }

    func waitForExit() throws -> Int32 {
        try waitUntil { !process.isRunning }
        return process.terminationStatus
    }
}

@Suite("Ctrl-Z", .serialized)
struct JobControlTests {
    private static let leaveFullScreen = "\u{1B}[?1049l"
    private static let enterFullScreen = "\u{1B}[?1049h"

    /// Runs a command until it is stopped, says how the terminal is then, and goes on with it.
    private static func script(_ command: String) -> String {
        """
        before=$(stty -g)
        "$SORI" \(command)
        echo "stopped with $?"
        [[ $(stty -g) == "$before" ]] && echo "terminal as before"
        read -r
        fg >/dev/null
        echo "ended with $?"
        [[ $(stty -g) == "$before" ]] && echo "terminal as before at the end"
        """
    }

    @Test(
        "gives the terminal back, and fg takes it again and shows the screen",
        arguments: [
            ("play long.wav --output null", "nowhere", "long.wav", "q"),
            ("phone --output null", "the home screen", "the home screen", "q"),
            ("music", "Press S to scan", "Press S to scan", "q"),
        ])
    func suspends(command: String, first: String, again: String, end: String) throws {
        let folder = try TemporaryFolder()
        try folder.writeWAV([Float](repeating: 0.1, count: 8_000 * 60), rate: 8_000, as: "long.wav")
        let hasScreen = !command.hasPrefix("play")
        let shell = try ShellOnTerminal(Self.script(command), in: folder)
        if hasScreen { try shell.expect(Self.enterFullScreen) }
        try shell.expect(first)
        // When it is stopped, then the shell has the terminal as it was.
        shell.terminal.type("\u{1A}")
        if hasScreen { try shell.expect(Self.leaveFullScreen) }
        try shell.expect("stopped with 148")
        try shell.expect("terminal as before")
        #expect(shell.terminal.settings & tcflag_t(ICANON) != 0)
        #expect(shell.terminal.settings & tcflag_t(ECHO) != 0)
        // When it goes on, then it has the terminal again, and shows everything.
        shell.terminal.type("\n")
        if hasScreen { try shell.expect(Self.enterFullScreen) }
        try shell.expect(again)
        #expect(shell.terminal.settings & tcflag_t(ICANON) == 0)
        shell.terminal.type(end)
        try shell.expect("ended with 0")
        try shell.expect("terminal as before at the end")
        #expect(try shell.waitForExit() == 0)
    }
}
