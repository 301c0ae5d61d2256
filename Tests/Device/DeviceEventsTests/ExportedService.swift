import DBus
import DeviceEvents
import Foundation
import Synchronization
import TestSupport
import Testing

/// A service that a test plays itself: objects with properties, and methods that are noted.
final class ExportedService: Sendable {
    let connection: DBusConnection
    /// The methods that were called, with the path of their object.
    let called = Received<String>()
    /// The properties by path and interface.
    private let objects = Mutex<[String: [String: [String: DBusValue]]]>([:])
    private let managerPath: String

    /// - Parameter managerPath: The path of the object manager.
    init(_ name: String, managerPath: String, on bus: PrivateBus) async throws {
        self.managerPath = managerPath
        connection = try await connect(to: bus)
        let objects = DBusType.dictionary(
            .objectPath, .dictionary(.string, .dictionary(.string, .variant)))
        connection.export(
            [
                DBusInterface(
                    "org.freedesktop.DBus.ObjectManager",
                    methods: [
                        DBusMethod(
                            "GetManagedObjects", access: .everyone,
                            outputs: [DBusArgument("objects", objects)]
                        ) { [weak self] _ throws(DBusError) in [self?.managedObjects() ?? .byte(0)]
                        }
                    ])
            ], at: managerPath)
        // After the object: a follower of the name asks at once.
        let replies = Received<DBusNameReply?>()
        connection.requestName(name) { replies.add(try? $0.get()) }
        #expect(try await replies.next() == .primaryOwner)
    }

    private func managedObjects() -> DBusValue {
        let objects = objects.withLock { $0 }
        return .dictionary(
            key: .objectPath, value: .dictionary(.string, .dictionary(.string, .variant)),
            objects.sorted { $0.key < $1.key }.map { path, interfaces in
                DBusEntry(.objectPath(path), Self.value(of: interfaces))
            })
    }

    private static func value(of interfaces: [String: [String: DBusValue]]) -> DBusValue {
        .dictionary(
            key: .string, value: .dictionary(.string, .variant),
            interfaces.sorted { $0.key < $1.key }.map { name, properties in
                DBusEntry(
                    .string(name), .properties(properties.sorted { $0.key < $1.key }))
            })
    }

    /// Adds an object, or sets its properties.
    ///
    /// - Parameter methods: Methods without arguments, and the values that they return.
    func set(
        _ properties: [String: DBusValue], of interface: String, at path: String,
        methods: [String: [DBusValue]] = [:]
    ) {
        objects.withLock { $0[path, default: [:]][interface] = properties }
        let called = called
        connection.export(
            [
                DBusInterface(
                    interface,
                    methods: methods.sorted { $0.key < $1.key }.map { name, values in
                        DBusMethod(
                            name, access: .everyone,
                            outputs: values.map { DBusArgument("value", $0.type) }
                        ) { call throws(DBusError) in
                            called.add("\(name) \(call.path)")
                            return values
                        }
                    },
                    properties: properties.sorted { $0.key < $1.key }.map { name, value in
                        DBusProperty(name, value.type) { value }
                    })
            ], at: path)
    }

    /// Emits `InterfacesAdded` for an object.
    func announce(_ path: String) {
        let interfaces = objects.withLock { $0[path] } ?? [:]
        connection.send(
            "InterfacesAdded", of: "org.freedesktop.DBus.ObjectManager", at: managerPath,
            [.objectPath(path), Self.value(of: interfaces)])
    }

    func remove(_ interface: String, at path: String) {
        objects.withLock { $0[path] = nil }
        connection.unexport(path)
        connection.send(
            "InterfacesRemoved", of: "org.freedesktop.DBus.ObjectManager", at: managerPath,
            [.objectPath(path), .strings([interface])])
    }

    func changed(_ properties: [(String, DBusValue)], of interface: String, at path: String) {
        connection.send(
            "PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: path,
            [.string(interface), .properties(properties), .strings([])])
    }
}
