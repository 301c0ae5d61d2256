import Foundation
import TestSupport
import Testing

/// Runs a shell with job control on a terminal, and a program of ours in its foreground.
final class ShellOnTerminal {
    let terminal: TestTerminal
    private let process = TestProcess()
    private(set) var written = ""

    struct Timeout: Error {
        var text: String
        var found: String
    }

    init(_ script: String, in folder: TemporaryFolder) throws {
        terminal = try TestTerminal()
        try terminal.resize(width: 80, height: 24)
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
