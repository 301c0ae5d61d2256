import CLinuxShim
import CommandLineTool
import DBus
import Dispatch
import Foundation
import Glibc
import MusicService

/// Starts the service as a process of its own, for machines without its activation file.
enum MusicServiceLauncher {
    /// The idle time of a service that was started so, in seconds.
    private static let idleSeconds = "300"
    /// glibc's `POSIX_SPAWN_SETSID`, which Swift does not import.
    private static let newSession = Int16(0x80)

    /// Returns when the service is on the bus.
    static func launch() throws(ProgramError) {
        let connection = DBusConnection(to: .session)
        defer { connection.close() }
        let found = DispatchSemaphore(value: 0)
        let watch = connection.watchOwner(of: MusicServiceNames.busName) { owner in
            if owner != nil { found.signal() }
        }
        try start()
        let deadline = DispatchTime.now() + MusicServiceClient.startSecondsMax
        guard found.wait(timeout: deadline) == .success else {
            throw ProgramError(
                .deviceMissing, "the music service does not start", in: MusicServiceNames.busName,
                advice: "see what 'sori music --service' says")
        }
        withExtendedLifetime(watch) {}
    }

    private static func start() throws(ProgramError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Neither the terminal nor a pipe of this command's is held open.
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for file in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_WRONLY, 0)
        }
        sori_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // A session of its own: Ctrl-C and the end of the terminal are not for it.
        posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ["sori", "music", "--service", "--idle", idleSeconds]
        let pointers = words.map { strdup($0) }
        let settings = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") }
        defer { for pointer in pointers + settings { free(pointer) } }
        var process = pid_t()
        let error = posix_spawn(
            &process, "/proc/self/exe", &actions, &attributes, pointers + [nil], settings + [nil])
        guard error == 0 else {
            throw ProgramError(
                .deviceMissing,
                "cannot start the music service (\(String(cString: strerror(error))))",
                advice: "start 'sori music --service' in another terminal")
        }
    }
}
