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

    // MARK: What it has

    /// Calls a method, in a connection that ends with the block of calls.
    private func withBus<Value>(_ body: (Caller) throws -> Value) throws -> Value {
        let connection = DBusConnection(to: .address(bus.address))
        defer { connection.close() }
        return try body(Caller(connection: connection))
    }

    private struct Caller {
        var connection: DBusConnection

        func callAsFunction(
            _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = []
        ) throws -> [DBusValue] {
            try connection.callAndWait(
                DBusMethodCall(
                    to: "org.freedesktop.secrets", path: path, interface: interface,
                    member: member, arguments: arguments))
        }

        func service(_ member: String, _ arguments: [DBusValue] = []) throws -> [DBusValue] {
            try self(
                "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", member, arguments)
        }

        func session() throws -> DBusValue {
            try service("OpenSession", [.string("plain"), .variant(.string(""))])[1]
        }
    }

    private static func attributes(_ attributes: [String: String]) -> DBusValue {
        .dictionary(
            key: .string, value: .string,
            attributes.map { DBusEntry(.string($0.key), .string($0.value)) })
    }

    /// The paths of all items of a schema.
    func items(of schema: String) throws -> [String] {
        try withBus { call in
            try call.service("SearchItems", [Self.attributes(["xdg:schema": schema])])
                .flatMap { $0.elements ?? [] }.compactMap(\.text)
        }
    }

    /// The lookup attributes of an item.
    func attributes(of item: String) throws -> [String: String] {
        try withBus { call in
            let answer = try call(
                item, "org.freedesktop.DBus.Properties", "Get",
                [.string("org.freedesktop.Secret.Item"), .string("Attributes")])
            return answer.first?.members?.compactMapValues(\.text) ?? [:]
        }
    }

    /// The secret of an item, and its lookup attributes.
    func secret(of item: String) throws -> (bytes: [UInt8], attributes: [String: String]) {
        let bytes = try withBus { call in
            let answer = try call(
                item, "org.freedesktop.Secret.Item", "GetSecret", [try call.session()])
            guard case .structure(let parts)? = answer.first, parts.count == 4,
                case .bytes(let bytes) = parts[2]
            else { throw CocoaError(.fileReadUnknown) }
            return bytes
        }
        return (bytes, try attributes(of: item))
    }

    /// Adds an item to the default collection.
    func create(_ bytes: [UInt8], like attributes: [String: String]) throws {
        try withBus { call in
            let path = try call.service("ReadAlias", [.string("default")]).first?.text ?? "/"
            let properties = DBusValue.properties([
                ("org.freedesktop.Secret.Item.Label", .string("copy")),
                ("org.freedesktop.Secret.Item.Attributes", Self.attributes(attributes)),
            ])
            let secret = DBusValue.structure([
                try call.session(), .bytes([]), .bytes(bytes), .string("text/plain"),
            ])
            _ = try call(
                path, "org.freedesktop.Secret.Collection", "CreateItem",
                [properties, secret, .boolean(false)])
        }
    }

    /// Locks the default collection.
    func lock() throws {
        try withBus { call in
            let path = try call.service("ReadAlias", [.string("default")]).first?.text ?? "/"
            _ = try call.service("Lock", [.array(.objectPath, [.objectPath(path)])])
        }
    }
}
