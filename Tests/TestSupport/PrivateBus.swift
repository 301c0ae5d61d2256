import Foundation
import Glibc

/// A message bus of a test's own, with no services.
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
    private var daemon: Process?

    package init() throws {
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
    package func start() throws {
        guard let path = PrivateBus.path else { throw CocoaError(.fileNoSuchFile) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [
            "--config-file=\(folder.path)/bus.conf", "--nofork", "--nopidfile",
            "--print-address",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        daemon = process
        // It prints its address once it listens.
        guard !output.fileHandleForReading.availableData.isEmpty else {
            throw CocoaError(.fileReadUnknown)
        }
    }

    /// Ends the bus, and with it all connections.
    package func stop() {
        // A thread of Dispatch blocks signals, and its children inherit that: only this one ends them.
        if let daemon { kill(daemon.processIdentifier, SIGKILL) }
        daemon?.waitUntilExit()
        daemon = nil
    }
}
