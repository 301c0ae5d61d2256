import CLinuxShim
import Foundation
import Glibc

/// A message bus of a test's own, with no services but those of a folder.
///
/// Ownership: one test starts and stops the bus; all else is set once, in `init`.
package final class PrivateBus: @unchecked Sendable {
    /// Whether there is a `dbus-daemon`, for the conditions of tests.
    package static let isAvailable = path != nil

    private static let path = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    package let address: String
    private let folder: URL
    private let environment: [String: String]?
    private var daemon: pid_t?

    /// - Parameters:
    ///   - serviceFolder: The folder of the files of services that the bus starts.
    ///   - environment: The environment of those services; this process's by default.
    package init(
        serviceFolder: String? = nil, environment: [String: String]? = nil
    ) throws {
        self.environment = environment
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sori-bus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        address = "unix:path=\(folder.path)/bus"
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              \(serviceFolder.map { "<servicedir>\($0)</servicedir>" } ?? "")
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
              <limit name="max_incoming_bytes">1000000000</limit>
              <limit name="max_outgoing_bytes">1000000000</limit>
              <limit name="max_replies_per_connection">50000</limit>
            </busconfig>
            """
        try Data(configuration.utf8).write(to: folder.appendingPathComponent("bus.conf"))
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the bus at its address, and returns when it listens.
    ///
    /// Not by `Process`: its end is known to Foundation when a socket closes that any child inherits
    /// which another test starts at the same time, so that it would wait for that one's end too.
    package func start() throws {
        guard let path = PrivateBus.path else { throw CocoaError(.fileNoSuchFile) }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        sori_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A thread of Dispatch blocks signals, and its children would inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = [
            path, "--config-file=\(folder.path)/bus.conf", "--nofork", "--nopidfile",
            "--print-address",
        ]
        let variables = environment ?? ProcessInfo.processInfo.environment
        let arguments = words.map { strdup($0) }
        let settings = variables.map { strdup("\($0)=\($1)") }
        defer { for pointer in arguments + settings { free(pointer) } }
        var process = pid_t()
        let error = posix_spawn(
            &process, path, &actions, &attributes, arguments + [nil], settings + [nil])
        close(ends[1])
        guard error == 0 else { throw CocoaError(.fileReadUnknown) }
        daemon = process
        // It prints its address once it listens.
        var byte: UInt8 = 0
        guard read(ends[0], &byte, 1) == 1 else { throw CocoaError(.fileReadUnknown) }
    }

    /// Ends the bus, and with it all connections.
    package func stop() {
        guard let daemon else { return }
        kill(daemon, SIGKILL)
        while waitpid(daemon, nil, 0) < 0, errno == EINTR {}
        self.daemon = nil
    }
}
