import CLinuxShim
package import Foundation
import Glibc
import Synchronization

/// Where the input of a process comes from, or where its output goes: a pipe, or an open file.
package protocol ProcessStream {
    /// The descriptor that the process gets.
    func descriptor(writes: Bool) -> Int32
    /// Closes the process's end in this process, if it is of no use here.
    func closeAfterStart(writes: Bool)
}

extension Pipe: ProcessStream {
    private func end(writes: Bool) -> FileHandle {
        writes ? fileHandleForWriting : fileHandleForReading
    }

    package func descriptor(writes: Bool) -> Int32 { end(writes: writes).fileDescriptor }
    package func closeAfterStart(writes: Bool) { try? end(writes: writes).close() }
}

extension FileHandle: ProcessStream {
    package func descriptor(writes: Bool) -> Int32 { fileDescriptor }
    package func closeAfterStart(writes: Bool) {}
}

/// A program that a test runs, with the properties of Foundation's `Process`.
///
/// It inherits no descriptor but its standard streams, and no blocked or ignored signals. A `Process` inherits
/// what another thread opens in the instant of its start, and hands on to its own children a socket
/// that tells Foundation when it has exited: of two processes that run at the same time each may then
/// wait for the other, and a test for both.
///
/// Ownership: set by one thread before `run`; then any thread.
package final class TestProcess: @unchecked Sendable {
    package var executableURL: URL?
    package var arguments: [String] = []
    /// The environment; this process's by default.
    package var environment: [String: String]?
    package var currentDirectoryURL: URL?
    /// The standard streams; this process's by default.
    package var standardInput: (any ProcessStream)?
    package var standardOutput: (any ProcessStream)?
    package var standardError: (any ProcessStream)?
    /// A further descriptor, which the program gets as descriptor 3.
    package var extraDescriptor: Int32?

    private struct State {
        var identifier: Int32 = 0
        /// What `waitpid` says; `nil` until the process has exited.
        var status: Int32?
    }

    private let state = Mutex(State())

    package init() { Self.brokenPipesAreErrors }

    /// A process may end before it has read what a test writes to it. That is an error of the write
    /// for its test to report, and no end of all tests by SIGPIPE.
    private static let brokenPipesAreErrors: Void = { signal(SIGPIPE, SIG_IGN) }()

    deinit {
        _ = isRunning
    }

    /// - Throws: A `POSIXError` when the program cannot be started.
    package func run() throws {
        guard var words = executableURL.map({ [$0.path] + arguments }) else {
            throw POSIXError(.ENOENT)
        }
        if let folder = currentDirectoryURL?.path {
            words = ["/usr/bin/env", "-C", folder] + words
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let streams: [(stream: (any ProcessStream)?, number: Int32)] = [
            (standardInput, STDIN_FILENO), (standardOutput, STDOUT_FILENO),
            (standardError, STDERR_FILENO),
        ]
        for (stream, number) in streams {
            guard let stream else { continue }
            posix_spawn_file_actions_adddup2(
                &actions, stream.descriptor(writes: number != STDIN_FILENO), number)
        }
        if let extraDescriptor { posix_spawn_file_actions_adddup2(&actions, extraDescriptor, 3) }
        sori_close_from(&actions, extraDescriptor == nil ? 3 : 4)
        let process = try spawn(words, &actions)
        state.withLock { $0.identifier = process }
        for (stream, number) in streams { stream?.closeAfterStart(writes: number != STDIN_FILENO) }
    }

    private func spawn(
        _ words: [String], _ actions: inout posix_spawn_file_actions_t
    ) throws -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A thread of Dispatch blocks signals, and its children would inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // It would inherit that the signal is ignored, too.
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // A group of its own: what is typed for the tests is not for it.
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        let arguments = words.map { strdup($0) }
        let settings = (environment ?? ProcessInfo.processInfo.environment)
            .map { strdup("\($0)=\($1)") }
        defer { for pointer in arguments + settings { free(pointer) } }
        var process: Int32 = 0
        let error = posix_spawn(
            &process, words[0], &actions, &attributes, arguments + [nil], settings + [nil])
        guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL) }
        return process
    }

    package var processIdentifier: Int32 { state.withLock { $0.identifier } }

    /// The most memory that it has had, in kilobytes; `nil` when it does not run.
    package var peakKilobytes: Int? {
        let path = "/proc/\(processIdentifier)/status"
        let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n")
        let peak = lines?.first { $0.hasPrefix("VmHWM:") }
        return peak?.split(separator: " ").compactMap { Int($0) }.first
    }

    /// Whether it has been started and has not exited.
    package var isRunning: Bool {
        state.withLock { state in
            guard state.identifier > 0, state.status == nil else { return false }
            var status: Int32 = 0
            guard waitpid(state.identifier, &status, WNOHANG) == state.identifier else {
                return true
            }
            state.status = status
            return false
        }
    }

    /// Returns when it has exited; at once when it was not started.
    package func waitUntilExit() {
        let process = processIdentifier
        guard process > 0 else { return }
        var information = siginfo_t()
        // It stays to be waited for, by whichever thread asks first.
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        _ = isRunning
    }

    /// Asks it to end, by SIGTERM.
    package func terminate() { send(SIGTERM) }

    /// Sends it a signal, unless it has exited.
    package func send(_ signal: Int32) {
        if isRunning { kill(processIdentifier, signal) }
    }

    package var terminationReason: Process.TerminationReason {
        let status = state.withLock { $0.status } ?? 0
        return status & 0x7f == 0 ? .exit : .uncaughtSignal
    }

    /// Its exit code, or the number of the signal that ended it.
    package var terminationStatus: Int32 {
        let status = state.withLock { $0.status } ?? 0
        return status & 0x7f == 0 ? status >> 8 & 0xff : status & 0x7f
    }
}
