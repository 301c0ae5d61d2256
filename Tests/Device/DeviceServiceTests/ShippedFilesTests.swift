import DBus
import DeviceService
import Foundation
import Glibc
import TestSupport
import Testing

/// The files in `data/` that start the service.
@Suite("The shipped files of the device service", .serialized)
struct ShippedFilesTests {
    private static func file(_ name: String) throws -> String {
        try String(contentsOf: repositoryFolder.appending(path: "data/" + name), encoding: .utf8)
            .replacingOccurrences(of: "/usr/bin/sori", with: BuiltProgram.sori.url.path)
    }

    @Test(
        "start the service for the first client of a bus",
        .enabled(
            if: PrivateBus.isAvailable && DBusConnection.isSupported,
            "needs dbus-daemon and the trait DBus"))
    func activation() throws {
        let folder = try TemporaryFolder()
        let text = try Self.file("org.sori.Device1.service")
            .split(separator: "\n").filter { !$0.hasPrefix("SystemdService") }
            .joined(separator: "\n")
        try FileManager.default.createDirectory(
            atPath: folder.file("services"), withIntermediateDirectories: true)
        try (text + "\n").write(
            toFile: folder.file("services/org.sori.Device1.service"), atomically: true,
            encoding: .utf8)
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_RUNTIME_DIR"] = folder.path
        environment["HOME"] = folder.path
        environment["XDG_STATE_HOME"] = folder.file("state")
        environment["XDG_CONFIG_HOME"] = folder.file("config")
        environment["DBUS_SESSION_BUS_ADDRESS"] = nil
        let bus = try PrivateBus(
            serviceFolder: folder.file("services"), environment: environment)
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        let result = try BuiltProgram.sori.run(["status"], environment: environment)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output.contains("profile  desktop"))
        // The bus does not end what it has started.
        let client = DBusConnection(to: .address(bus.address))
        let answer = try client.callAndWait(
            DBusMethodCall(
                to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "GetConnectionUnixProcessID",
                arguments: [.string(DeviceServiceNames.busName)]))
        let process = try #require(answer.first?.integer.flatMap { pid_t(exactly: $0) })
        kill(process, SIGTERM)
        waitUntil("the end of the service") { kill(process, 0) != 0 }
    }

    @Test(
        "are accepted by systemd",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze"),
            "needs systemd-analyze"),
        arguments: ["sori-device.service", "sori-music.service"])
    func units(name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file(name)
        try Self.file(name).write(toFile: path, atomically: true, encoding: .utf8)
        // The user's bus, which has these names where dbus-user-session is installed.
        for (name, text) in [
            ("dbus.socket", "[Socket]\nListenStream=%t/bus\n"),
            ("dbus.service", "[Service]\nExecStart=/bin/true\n"),
        ] {
            try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
        }
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/systemd-analyze")
        process.arguments = ["verify", "--user", path]
        process.environment = [
            "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path,
            // The colon stands for the folders of the machine's own units.
            "SYSTEMD_UNIT_PATH": folder.path + ":", "LC_ALL": "C.UTF-8",
        ]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        // What it does not know it ignores, and says so.
        #expect(!text.contains(name), "\(text)")
    }
}
