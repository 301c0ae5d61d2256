import CLinuxShim
import Glibc
import HostLinux
import SoundServer
import Synchronization

/// A program's process, the leader of its own process group. Any thread.
final class ChildProcess: Sendable {
    let pid: pid_t
    private let exitStatus = Mutex<ExitStatus?>(nil)

    enum ExitStatus: Hashable, Sendable {
        case code(Int32)
        case signal(Int32)
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - environment: The complete environment.
    ///   - input: Descriptor for its standard input.
    ///   - output: Descriptor for its standard output and error.
    ///   - ended: Called once, on a thread of its own, when `exit` is known.
    init(
        _ path: String, arguments: [String], environment: [String: String], input: Int32,
        output: Int32, ended: @escaping @Sendable () -> Void
    ) throws(ChildAppError) {
        pid = try spawn(
            path, arguments: [path] + arguments,
            environment: environment.map { "\($0.key)=\($0.value)" }.sorted(),
            input: input, output: output)
        let thread = WorkerThread(after: nil) { [self] _ in
            awaitEnd()
            ended()
        }
        guard thread != nil else {
            Glibc.kill(-pid, SIGKILL)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
            throw .notStarted(path, errno: EAGAIN)
        }
    }

    /// The exit status; `nil` while it runs.
    var exit: ExitStatus? { exitStatus.withLock { $0 } }

    /// Sends a signal to the process group, unless the process has exited.
    func signal(_ number: Int32) {
        // The process is not reaped while the lock is held, so the identifier is not reused.
        exitStatus.withLock { status in
            guard status == nil else { return }
            _ = Glibc.kill(-pid, number)
            // The program may have joined another group.
            if getpgid(pid) != pid { _ = Glibc.kill(pid, number) }
        }
    }

    private func awaitEnd() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        exitStatus.withLock { status in
            // Kills the rest of its process group.
            _ = Glibc.kill(-pid, SIGKILL)
            var word: Int32 = 0
            while waitpid(pid, &word, 0) < 0, errno == EINTR {}
            let number = word & 0x7F
            status = number == 0 ? .code((word >> 8) & 0xFF) : .signal(number)
        }
    }
}

extension ChildProcess.ExitStatus {
    /// A clause in the past tense, without a subject, for the user.
    var words: String {
        switch self {
        case .code(0): "quit by itself"
        case .code(let code): "exited by itself with status \(code)"
        case .signal(let number):
            "killed by signal \(number) (\(String(cString: strsignal(number))))"
        }
    }
}

private func spawn(
    _ path: String, arguments: [String], environment: [String], input: Int32, output: Int32
) throws(ChildAppError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    sori_close_from(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
        &attributes,
        Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var pid = pid_t()
    let words = arguments.map { strdup($0) } + [nil]
    let settings = environment.map { strdup($0) } + [nil]
    defer { for word in words + settings { free(word) } }
    let error = posix_spawn(&pid, path, &actions, &attributes, words, settings)
    guard error == 0 else { throw .notStarted(path, errno: error) }
    return pid
}
