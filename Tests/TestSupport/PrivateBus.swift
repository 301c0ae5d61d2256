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
    private var daemon: TestProcess?

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
    package func start() throws {
        guard let path = PrivateBus.path else { throw CocoaError(.fileNoSuchFile) }
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [
            "--config-file=\(folder.path)/bus.conf", "--nofork", "--nopidfile", "--print-address",
        ]
        process.environment = environment
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        daemon = process
        // It prints its address once it listens.
        guard try output.fileHandleForReading.read(upToCount: 1)?.count == 1 else {
            throw CocoaError(.fileReadUnknown)
        }
    }

    /// Ends the bus, and with it all connections.
    package func stop() {
        daemon?.send(SIGKILL)
        daemon?.waitUntilExit()
        daemon = nil
    }
}
