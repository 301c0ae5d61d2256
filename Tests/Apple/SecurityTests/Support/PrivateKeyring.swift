import DBus
import Dispatch
import Foundation
import TestSupport

/// GNOME Keyring on a message bus of a test's own, with an unlocked collection in a folder that is
/// removed with this object.
///
/// Ownership: one test uses it.
final class PrivateKeyring: @unchecked Sendable {
    /// Why a test with it is skipped; `nil` when there is one.
    static let missing: String? =
        path == nil
        ? "gnome-keyring is not installed"
        : PrivateBus.isAvailable && DBusConnection.isSupported ? nil : "dbus is not installed"

    private static let path = ["/usr/bin/gnome-keyring-daemon"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let folder: TemporaryFolder
    let bus: PrivateBus
    private var daemon: TestProcess?

    init() throws {
        folder = try TemporaryFolder()
        bus = try PrivateBus()
        try start()
    }

    deinit { stop() }

    var lockPath: String { folder.file("lock/items.plist") }

    /// Starts the daemon, with the items of before; returns when it has its name on the bus.
    func start() throws {
        guard let path = Self.path else { throw CocoaError(.fileNoSuchFile) }
        let run = folder.file("run")
        try FileManager.default.createDirectory(
            atPath: run, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["--foreground", "--unlock", "--components=secrets"]
        process.environment = [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_RUNTIME_DIR": run, "HOME": folder.path,
            "XDG_DATA_HOME": folder.file("data"), "XDG_CACHE_HOME": folder.file("cache"),
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
        ]
        let password = Pipe()
        process.standardInput = password
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let isThere = DispatchSemaphore(value: 0)
        let connection = DBusConnection(to: .address(bus.address))
        let subscription = connection.watchOwner(of: "org.freedesktop.secrets") { owner in
            if owner != nil { isThere.signal() }
        }
        try process.run()
        daemon = process
        try password.fileHandleForWriting.write(contentsOf: Data("password".utf8))
        try password.fileHandleForWriting.close()
        let result = isThere.wait(timeout: .now() + 30)
        subscription?.cancel()
        connection.close()
        guard result == .success else { throw CocoaError(.fileReadUnknown) }
    }

    /// Ends the daemon, as a crash does.
    func stop() {
        daemon?.send(SIGKILL)
        daemon?.waitUntilExit()
        daemon = nil
    }

    /// Calls a method of the service.
    func call(
        _ member: String, _ arguments: [DBusValue] = []
    ) throws -> [DBusValue] {
        let connection = DBusConnection(to: .address(bus.address))
        defer { connection.close() }
        return try connection.callAndWait(
            DBusMethodCall(
                to: "org.freedesktop.secrets", path: "/org/freedesktop/secrets",
                interface: "org.freedesktop.Secret.Service", member: member, arguments: arguments))
    }

    /// The paths of all items of a schema.
    func items(of schema: String) throws -> [String] {
        let attributes = DBusValue.dictionary(
            key: .string, value: .string, [DBusEntry(.string("xdg:schema"), .string(schema))])
        return try call("SearchItems", [attributes]).flatMap { $0.elements ?? [] }
            .compactMap(\.text)
    }

    /// The lookup attributes of an item.
    func attributes(of item: String) throws -> [String: String] {
        let connection = DBusConnection(to: .address(bus.address))
        defer { connection.close() }
        let answer = try connection.callAndWait(
            DBusMethodCall(
                to: "org.freedesktop.secrets", path: item,
                interface: "org.freedesktop.DBus.Properties", member: "Get",
                arguments: [.string("org.freedesktop.Secret.Item"), .string("Attributes")]))
        return answer.first?.members?.compactMapValues(\.text) ?? [:]
    }

    /// Locks the default collection.
    func lock() throws {
        guard let path = try call("ReadAlias", [.string("default")]).first?.text else { return }
        _ = try call("Lock", [.array(.objectPath, [.objectPath(path)])])
    }
}
