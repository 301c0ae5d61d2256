import Foundation
import TestSupport
import Testing

/// Runs `sori phone` on a terminal that collects its output.
final class PhoneOnTerminal {
    let terminal: TestTerminal
    let process = TestProcess()
    /// The terminal's settings before the program changes them.
    let settings: tcflag_t
    private(set) var written = ""

    /// - Parameters:
    ///   - runtimeFolder: The value of `XDG_RUNTIME_DIR`.
    ///   - stateFolder: The value of `XDG_STATE_HOME`.
    init(
        _ arguments: [String], terminalType: String = "xterm-256color",
        runtimeFolder: String = NSTemporaryDirectory(),
        stateFolder: String = NSTemporaryDirectory(), isColored: Bool = false
    ) throws {
        terminal = try TestTerminal()
        settings = terminal.settings
        try terminal.resize(width: 80, height: 24)
        let end = FileHandle(fileDescriptor: terminal.program, closeOnDealloc: false)
        process.executableURL = BuiltProgram.sori.url
        process.arguments = ["phone"] + arguments
        // No PipeWire server: tests must not be audible.
        process.environment = ProcessInfo.processInfo.environment.merging(
            [
                "PIPEWIRE_REMOTE": "/nowhere/at-all", "SWIFT_BACKTRACE": "enable=no",
                "TERM": terminalType, "XDG_RUNTIME_DIR": runtimeFolder,
                "XDG_STATE_HOME": stateFolder,
                "NO_COLOR": isColored ? "" : "1",
            ]) { $1 }
        process.standardInput = end
        process.standardOutput = end
        process.standardError = end
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Waits until the output since the start, or since the last `clearOutput()`, contains `text`.
    func expect(_ text: String) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while !written.contains(text) {
            guard ContinuousClock.now < deadline else { throw Timeout(text: text, found: written) }
            read()
        }
    }

    /// Waits until something holds, and takes the output meanwhile.
    func wait(until holds: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while !holds() {
            guard ContinuousClock.now < deadline else { throw Timeout(text: "", found: written) }
            read()
        }
    }

    /// Forgets the output so far.
    func clearOutput() { written = "" }

    /// Waits until the program has exited.
    ///
    /// - Returns: Its status, or the number of the signal that ended it.
    func waitForExit() throws -> Int32 {
        let deadline = ContinuousClock.now + .seconds(20)
        while process.isRunning {
            guard ContinuousClock.now < deadline else { throw Timeout(text: "exit", found: "") }
            read()
        }
        written += try terminal.readToEnd()
        return process.terminationStatus
    }

    private func read() {
        var ready = pollfd(fd: terminal.typist, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 20) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(terminal.typist, &bytes, bytes.count)
        if count > 0 { written += String(decoding: bytes[..<count], as: UTF8.self) }
    }

    struct Timeout: Error {
        var text: String
        var found: String
    }
}

extension TestTerminal {
    func resize(width: UInt16, height: UInt16) throws {
        var size = winsize(ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(program, UInt(TIOCSWINSZ), &size) == 0)
    }
}
