import DesktopEntries
import CLinuxShim
import Foundation
import ForegroundWindows
import Glibc
import TestSupport
import Testing

/// What an observer has reported, in order, for a test to wait for.
final class Reports: Sendable {
    private let stream: AsyncStream<ForegroundApp?>
    private let continuation: AsyncStream<ForegroundApp?>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func add(_ app: ForegroundApp?) { continuation.yield(app) }

    /// The next report; the test's time limit ends a wait without one.
    func next() async throws -> ForegroundApp? {
        var iterator = stream.makeAsyncIterator()
        return try #require(await iterator.next())
    }

    /// Passes over reports until one of this app ID, or of none.
    func wait(for appID: String?) async throws {
        while try await next()?.appID != appID {}
    }
}

/// A server of a test's own.
///
/// Ownership: one test starts and stops it.
final class TestServer: @unchecked Sendable {
    private var process: pid_t?

    /// - Parameter descriptor: Inherited as descriptor 3.
    init(
        _ words: [String], environment: [String: String] = [:], without names: [String] = [],
        descriptor: Int32? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for number in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 3) }
        sori_close_from(&actions, descriptor == nil ? 3 : 4)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        for name in names { variables[name] = nil }
        let arguments = words.map { strdup($0) }
        let settings = variables.map { strdup("\($0)=\($1)") }
        defer { for pointer in arguments + settings { free(pointer) } }
        var started = pid_t()
        let error = posix_spawnp(
            &started, words[0], &actions, &attributes, arguments + [nil], settings + [nil])
        guard error == 0 else { throw CocoaError(.fileNoSuchFile) }
        process = started
    }

    deinit { stop() }

    func stop() {
        guard let process else { return }
        kill(process, SIGKILL)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
        self.process = nil
    }
}

extension ForegroundObserver {
    /// An observer that reports at once, and without desktop files unless given.
    convenience init(
        runtimeFolder: String? = nil, x11Display: String? = nil,
        desktopFiles: DesktopFiles = DesktopFiles(folders: []), _ reports: Reports
    ) {
        var options = ForegroundOptions(
            runtimeFolder: runtimeFolder, x11Display: x11Display, desktopFiles: desktopFiles)
        options.settleMilliseconds = 0
        self.init(options) { reports.add($0) }
    }

    /// Waits until the observer is in a state; the test's time limit ends a wait without it.
    func wait(for state: ForegroundObserverState) async throws {
        while self.state != state {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

func isInstalled(_ programs: String...) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return programs.allSatisfy { program in
        folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}
