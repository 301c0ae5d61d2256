import AudioModel
import DBus
import DeviceEvents
import Foundation
import TestSupport
import Testing

/// A suite that needs a message bus; skipped where the machine or the build has none.
extension Trait where Self == ConditionTrait {
    static var needsBus: Self {
        .enabled(
            if: PrivateBus.isAvailable && DBusConnection.isSupported,
            "needs dbus-daemon and the trait DBus")
    }

    static var needsDBusMock: Self {
        .enabled(if: DBusMock.isInstalled, "python3-dbusmock is not installed")
    }
}

/// A connection that is on the bus, with a name if one is given.
func connect(to bus: PrivateBus, as name: String? = nil) async throws -> DBusConnection {
    let states = Received<Bool>()
    let connection = DBusConnection(to: .address(bus.address)) { states.add($0) }
    #expect(try await states.next())
    guard let name else { return connection }
    let replies = Received<DBusNameReply?>()
    connection.requestName(name) { replies.add(try? $0.get()) }
    #expect(try await replies.next() == .primaryOwner)
    return connection
}

/// A monitor on a private bus, which is its system bus and its session bus.
struct MonitoredBus {
    let bus: PrivateBus
    let acts = Received<DeviceEvent>()
    let sleep = Received<SleepEvent>()
    let session: DBusConnection
    let monitor: DeviceEventMonitor
    /// A connection of another program.
    let client: DBusConnection

    static let arrives = DeviceEvent.callArrived

    init(
        _ sources: Set<DeviceEventSource> = Set(DeviceEventSource.allCases), on bus: PrivateBus,
        user: UInt32 = 1000,
        whenAsleep: @escaping @Sendable (SleepEvent) -> Void = { _ in }
    ) async throws {
        self.bus = bus
        session = try await connect(to: bus, as: "org.sori.Device1")
        var options = DeviceEventMonitor.Options()
        options.sources = sources
        options.systemBus = .address(bus.address)
        options.user = user
        let (acts, sleep) = (acts, sleep)
        monitor = DeviceEventMonitor(
            options, sessionBus: session, act: { acts.add($0) },
            sleep: { event in
                whenAsleep(event)
                sleep.add(event)
            })
        client = try await connect(to: bus)
    }

    func close() {
        monitor.close()
        session.close()
        client.close()
    }
}

extension DBusConnection {
    @discardableResult
    func call(
        _ member: String, of interface: String, at path: String, on name: String,
        _ arguments: [DBusValue] = []
    ) async throws(DBusError) -> [DBusValue] {
        try await call(
            DBusMethodCall(
                to: name, path: path, interface: interface, member: member, arguments: arguments),
            timeoutSeconds: 60)
    }

    func send(
        _ member: String, of interface: String, at path: String, _ arguments: [DBusValue]
    ) {
        emit(DBusSignal(path: path, interface: interface, member: member, arguments: arguments))
    }

    /// Returns when the bus has an owner for a name, or none.
    func waitForOwner(of name: String, toExist exists: Bool = true) async throws {
        let owners = Received<String?>()
        let watch = watchOwner(of: name) { owners.add($0) }
        while (try await owners.next() != nil) != exists {}
        withExtendedLifetime(watch) {}
    }
}

/// A service of python-dbusmock on a private bus.
final class DBusMock {
    private static let python = "/usr/bin/python3"
    static let isInstalled: Bool = {
        guard FileManager.default.isExecutableFile(atPath: python) else { return false }
        let folders = ["/usr/lib/python3/dist-packages/dbusmock"]
        return folders.contains { FileManager.default.fileExists(atPath: $0) }
    }()
    private static let interface = "org.freedesktop.DBus.Mock"

    private let process = TestProcess()
    private let name: String
    private let client: DBusConnection

    /// - Parameter arguments: A template, or a name, a path and an interface.
    init(_ arguments: [String], name: String, on bus: PrivateBus) async throws {
        self.name = name
        client = try await connect(to: bus)
        process.executableURL = URL(fileURLWithPath: Self.python)
        process.arguments = ["-m", "dbusmock", "--session"] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging([
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
        ]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        try await client.waitForOwner(of: name)
    }

    deinit { stop() }

    func stop() {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Ends the service, and returns when it has left the bus.
    func end() async throws {
        stop()
        try await client.waitForOwner(of: name, toExist: false)
    }

    @discardableResult
    func call(
        _ member: String, of interface: String, at path: String, _ arguments: [DBusValue] = []
    ) async throws(DBusError) -> [DBusValue] {
        try await client.call(member, of: interface, at: path, on: name, arguments)
    }

    @discardableResult
    func control(
        _ member: String, at path: String, _ arguments: [DBusValue]
    ) async throws(DBusError) -> [DBusValue] {
        try await call(member, of: Self.interface, at: path, arguments)
    }

    func emit(
        _ member: String, of interface: String, at path: String, _ signature: String,
        _ arguments: [DBusValue]
    ) async throws(DBusError) {
        try await control(
            "EmitSignal", at: path,
            [
                .string(interface), .string(member), .string(signature),
                .array(.variant, arguments.map { .variant($0) }),
            ])
    }
}
