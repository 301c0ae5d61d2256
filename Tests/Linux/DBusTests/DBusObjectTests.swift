import DBus
import Synchronization
import TestSupport
import Testing

@Suite("Objects on D-Bus", .needsBus, .timeLimit(.minutes(10)))
struct DBusObjectTests {
    private final class Lamp: Sendable {
        let level = Mutex(Int32(3))

        func interface() -> DBusInterface {
            DBusInterface(
                testInterface,
                methods: [DBusMethod("Switch", access: .everyone) { _ throws(DBusError) in [] }],
                properties: [
                    DBusProperty(
                        "Level", .int32, get: { .int32(self.level.withLock { $0 }) },
                        set: DBusProperty.Setter(access: .everyone) { (value) throws(DBusError) in
                            guard case .int32(let level) = value, level <= 10 else {
                                throw DBusError(.invalidArguments, "10 at most")
                            }
                            self.level.withLock { $0 = level }
                        }),
                    DBusProperty("Name", .string, changeSignal: .constant) { .string("lamp") },
                    DBusProperty("Heat", .double, changeSignal: .invalidation) { .double(1) },
                    DBusProperty("Dust", .double, changeSignal: .nothing) { .double(1) },
                ],
                signals: [DBusSignalDescription("Broken", [DBusArgument("why", .string)])])
        }
    }

    private static let properties = "org.freedesktop.DBus.Properties"

    private func setUp() async throws -> (PrivateBus, DBusConnection, DBusConnection, Lamp) {
        let bus = try PrivateBus()
        let server = try await connect(to: bus)
        let client = try await connect(to: bus)
        let lamp = Lamp()
        #expect(server.export([lamp.interface()], at: testPath))
        return (bus, server, client, lamp)
    }

    @Test("properties are read, set and refused")
    func properties() async throws {
        let (bus, server, client, lamp) = try await setUp()
        defer { withExtendedLifetime(bus) {} }
        let name = try #require(server.uniqueName)
        func call(_ member: String, _ arguments: [DBusValue]) async throws(DBusError) -> [DBusValue]
        {
            try await client.callTest(member, arguments, at: name, interface: Self.properties)
        }
        func failure(_ member: String, _ arguments: [DBusValue]) async -> DBusError.Kind? {
            await error { () async throws(DBusError) in try await call(member, arguments) }?.kind
        }
        let level: [DBusValue] = [.string(testInterface), .string("Level")]
        #expect(try await call("Get", level) == [.variant(.int32(3))])
        #expect(try await call("Set", level + [.variant(.int32(9))]) == [])
        #expect(lamp.level.withLock { $0 } == 9)
        let all = try await call("GetAll", [.string(testInterface)])
        #expect(
            all.first?.members
                == [
                    "Level": .int32(9), "Name": .string("lamp"), "Heat": .double(1),
                    "Dust": .double(1),
                ])
        #expect(await failure("Set", level + [.variant(.int32(11))]) == .invalidArguments)
        #expect(await failure("Set", level + [.variant(.string("9"))]) == .invalidArguments)
        #expect(await failure("Set", level) == .invalidArguments)
        let name2: [DBusValue] = [.string(testInterface), .string("Name")]
        #expect(await failure("Set", name2 + [.variant(.string("x"))]) == .propertyReadOnly)
        #expect(await failure("Get", [.string(testInterface), .string("No")]) == .unknownProperty)
        #expect(await failure("Get", [.string("no.such"), .string("No")]) == .unknownInterface)
        #expect(await failure("GetAll", [.string("no.such")]) == .unknownInterface)
        #expect(await failure("Reset", []) == .unknownMethod)
        #expect(lamp.level.withLock { $0 } == 9)
    }

    @Test("a change is announced as the property says")
    func changes() async throws {
        let (bus, server, client, _) = try await setUp()
        defer { withExtendedLifetime(bus) {} }
        let signals = Received<DBusSignal>()
        let subscription = client.subscribe(
            to: DBusMatchRule(
                sender: server.uniqueName, path: testPath, member: "PropertiesChanged",
                argument: testInterface)
        ) { signals.add($0) }
        try await settle(client)
        server.propertiesChanged(["Dust"], in: testInterface, at: testPath)
        server.propertiesChanged(
            ["Level", "Heat", "Dust", "No"], in: testInterface, at: testPath)
        let signal = try await signals.next()
        #expect(
            signal.arguments == [
                .string(testInterface), .properties([("Level", .int32(3))]), .strings(["Heat"]),
            ])
        withExtendedLifetime(subscription) {}
    }

    @Test("objects describe themselves and the nodes below them")
    func introspection() async throws {
        let (bus, server, client, _) = try await setUp()
        defer { withExtendedLifetime(bus) {} }
        let name = try #require(server.uniqueName)
        func describe(_ path: String) async throws -> String {
            let values = try await client.callTest(
                "Introspect", at: name, interface: "org.freedesktop.DBus.Introspectable", path: path
            )
            return try #require(values.first?.text)
        }
        let text = try await describe(testPath)
        for part in [
            "<interface name=\"org.sori.Test\">", "<method name=\"Switch\">",
            "<property name=\"Level\" type=\"i\" access=\"readwrite\">",
            "<property name=\"Name\" type=\"s\" access=\"read\">",
            "<signal name=\"Broken\">", "<interface name=\"org.freedesktop.DBus.Properties\">",
        ] {
            #expect(text.contains(part))
        }
        #expect(try await describe("/").contains("<node name=\"org\"/>"))
        #expect(try await describe("/org").contains("<node name=\"sori\"/>"))
        let failure = await error { () async throws(DBusError) in
            try await client.callTest(
                "Introspect", at: name, interface: "org.freedesktop.DBus.Introspectable",
                path: "/nothing")
        }
        #expect(failure?.kind == .unknownObject)
    }

    @Test("invalid interfaces and paths are not exported")
    func invalidExports() async throws {
        let (bus, server, _, lamp) = try await setUp()
        defer { withExtendedLifetime(bus) {} }
        #expect(!server.export([lamp.interface()], at: "no path"))
        #expect(!server.export([DBusInterface("name")], at: "/a"))
        #expect(
            !server.export(
                [
                    DBusInterface(
                        "a.b",
                        methods: [
                            DBusMethod("a.b", access: .everyone) { _ throws(DBusError) in [] }
                        ])
                ],
                at: "/a"))
        #expect(
            !server.export(
                [
                    DBusInterface(
                        "a.b", properties: [DBusProperty("A", .structure([])) { .byte(0) }])
                ],
                at: "/a"))
    }

    /// Returns when the bus has taken all that this connection has sent before.
    private func settle(_ connection: DBusConnection) async throws {
        _ = try await connection.call(
            DBusMethodCall(
                to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "GetId"))
    }
}
