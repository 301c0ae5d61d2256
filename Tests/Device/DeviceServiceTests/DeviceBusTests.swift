import AudioModel
import DBus
import DeviceConnections
import DeviceEvents
import DeviceService
import Foundation
import Glibc
import LiveDevice
import SoundServer
import TestSupport
import Testing

@Suite(
    "The device service on the message bus", .serialized,
    .enabled(
        if: PrivateBus.isAvailable && DBusConnection.isSupported,
        "needs dbus-daemon and the trait DBus"))
struct DeviceBusTests {
    /// A service on a bus of its own, and a client of it.
    private struct Machine {
        let bus: PrivateBus
        let service: ServiceFolder
        let client: DBusConnection

        init(_ profile: ServiceProfile = .desktop) throws {
            bus = try PrivateBus()
            service = try ServiceFolder()
            try service.start(profile, bus: bus)
            client = DBusConnection(to: .address(bus.address))
            let client = client
            waitUntil("the service") {
                (try? client.callAndWait(Self.call("GetStatus"))) != nil
            }
        }

        static func call(_ member: String, _ arguments: [DBusValue] = []) -> DBusMethodCall {
            DBusMethodCall(
                to: DeviceServiceNames.busName, path: DeviceServiceNames.path,
                interface: DeviceServiceNames.interface, member: member, arguments: arguments)
        }

        func ask(
            _ member: String, _ arguments: [DBusValue] = []
        ) throws(DBusError) -> [DBusValue] {
            try client.callAndWait(Self.call(member, arguments))
        }

        func property(_ name: String) throws -> DBusValue {
            let values = try client.callAndWait(
                DBusMethodCall(
                    to: DeviceServiceNames.busName, path: DeviceServiceNames.path,
                    interface: "org.freedesktop.DBus.Properties", member: "Get",
                    arguments: [.string(DeviceServiceNames.interface), .string(name)]))
            return try #require(values.first).unwrapped
        }
    }

    @Test("carries out the actions of the scenario language, and shows the device")
    func actions() throws {
        let machine = try Machine()
        #expect(try machine.property("RingSwitch") == .string("ring"))
        #expect(try machine.property("Version") == .uint32(3))
        _ = try machine.ask("Perform", [.string("switch silent")])
        #expect(try machine.property("RingSwitch") == .string("silent"))
        _ = try machine.ask("Perform", [.string("plug headphones")])
        #expect(try machine.property("Route") == .strings(["headphones"]))
        // The switch silences the device's own speaker.
        _ = try machine.ask("Perform", [.string("unplug headphones")])
        let app = machine.service.makeApp("Player")
        try app.connection.request(.startStream(number: 1, .player, appVolume: 1))
        let lines = try machine.ask("Why", [.string("player")]).first?.elements?.compactMap(\.text)
        #expect(lines?.first?.hasPrefix("Player (process \(getpid())): active") == true)
        #expect(lines?.last?.contains("ring switch is silent") == true, "\(lines ?? [])")
        waitUntil("the journal") {
            (try? machine.ask("GetLog", [.uint32(100)]).first?.elements?.compactMap(\.text)
                .contains { $0.contains("the ring switch was moved to silent") }) == true
        }
    }

    @Test("brings the app of a compositor's window to the front, by process or app ID")
    func foreground() throws {
        let machine = try Machine(.phone)
        let app = machine.service.makeApp("Player")
        try app.connection.request(.startStream(number: 1, .player, appVolume: 1))
        func front() throws -> DBusValue { try machine.property("FrontApp") }
        #expect(try front() == .string("Player"))
        for (process, id, name) in [
            (getpid(), "", "Player"), (1, "", ""), (0, "player", "Player"),
            (0, "org.example.Other", ""), (getpid(), "anything", "Player"), (0, "", ""),
            (-1, "PLAYER", "Player"),
        ] as [(Int32, String, String)] {
            _ = try machine.ask("SetForeground", [.int32(process), .string(id)])
            #expect(try front() == .string(name), "\(process) \(id)")
        }
    }

    @Test("shows the call of a program with a provider, and passes its user's acts on")
    func programsCall() throws {
        let machine = try Machine()
        let music = machine.service.makeApp("Music")
        try music.connection.request(.setCategory(.playback, .default, [], .default))
        try music.connection.request(.startStream(number: 1, .player, appVolume: 1))
        let chat = machine.service.makeApp("Chat")
        func calls() throws -> [[String: DBusValue]] {
            try machine.property("Calls").elements?.compactMap(\.members) ?? []
        }
        #expect(try calls().isEmpty)
        try chat.connection.request(.call(.arrived))
        chat.connection.report(.call(AppCallDescription(name: "Anna", handle: "+491234")))
        waitUntil("the name") { (try? calls().first?["name"]?.unwrapped) == .string("Anna") }
        let call = try #require(try calls().first)
        #expect(call["app"]?.unwrapped == .string("Chat"))
        #expect(call["state"]?.unwrapped == .string("ringing"))
        #expect(call["handle"]?.unwrapped == .string("+491234"))
        #expect(try machine.property("Call") == .string("ringing"))
        let lines = machine.service.host?.status.lines ?? []
        #expect(lines.contains { $0.hasSuffix("Chat: ringing, from Anna (+491234)") }, "\(lines)")
        waitUntil("the interruption") { music.told.all.contains { $0.contains("interruption") } }
        // The user answers: the program's provider does it.
        _ = try machine.ask("Perform", [.string("call is answered")])
        waitUntil("the request") { chat.told.all.contains { $0.contains("callRequested") } }
        #expect(try machine.property("Call") == .string("connected"))
        try chat.connection.request(.call(.answered))
        #expect(chat.connection.session.isActive)
        #expect(throws: SessionError.insufficientPriority) {
            try music.connection.request(.activate)
        }
        try chat.connection.request(.call(.ended))
        #expect(try calls().isEmpty)
        #expect(try machine.property("Call") == .string("none"))
    }

    @Test("refuses what is no action, and what is impossible")
    func refusals() throws {
        let machine = try Machine()
        func refusal(_ action: String) -> DBusError? {
            do throws(DBusError) {
                _ = try machine.ask("Perform", [.string(action)])
                return nil
            } catch { return error }
        }
        for action in [
            "", "dance", "switch", "switch silent; lock", "switch silent\nat 0 lock", "end",
            "Music opens", "call arrives fails", String(repeating: "x", count: 2_000),
            "expect at 0 Music active", "\u{0}",
        ] {
            #expect(refusal(action)?.kind == .invalidArguments, "\(action.prefix(40))")
        }
        let impossible = refusal("headset press 1")
        #expect(impossible?.name == "org.sori.Device1.Error.Impossible")
        #expect(impossible?.message == "no headset with a button is connected")
        for (member, arguments) in [
            ("Why", [DBusValue.string("nobody")]), ("BringToFront", [.string("nobody")]),
        ] {
            #expect(throws: DBusError.self) { try machine.ask(member, arguments) }
        }
        // Wrong types and numbers of arguments.
        for arguments in [[], [DBusValue.uint32(1)], [.string("lock"), .string("lock")]] {
            #expect(throws: DBusError.self) { try machine.ask("Perform", arguments) }
        }
        #expect(throws: DBusError.self) { try machine.ask("GetLog", [.int32(-1)]) }
        #expect(try machine.property("Locked") == .boolean(false))
    }

    @Test("tells of every change")
    func changes() throws {
        let machine = try Machine()
        let changes = Notes()
        let subscription = machine.client.subscribe(
            to: DBusMatchRule(
                path: DeviceServiceNames.path, interface: "org.freedesktop.DBus.Properties",
                member: "PropertiesChanged")
        ) { signal in
            for name in signal.arguments.dropFirst().first?.members?.keys.sorted() ?? [] {
                changes.add(name)
            }
        }
        let logged = Notes()
        let log = machine.client.subscribe(
            to: DBusMatchRule(
                path: DeviceServiceNames.path, interface: DeviceServiceNames.interface,
                member: "Logged")
        ) { logged.add($0.arguments.first?.text ?? "") }
        // A call after the subscriptions, so that they are in force.
        _ = try machine.ask("FollowLog")
        _ = try machine.ask("Perform", [.string("call arrives")])
        waitUntil("the call") {
            changes.all.contains("Call") && changes.all.contains("Interrupters")
        }
        waitUntil("the line") { logged.all.contains { $0.contains("a call arrived") } }
        withExtendedLifetime((subscription, log)) {}
    }

    @Test("is introspectable")
    func introspection() throws {
        let machine = try Machine()
        let values = try machine.client.callAndWait(
            DBusMethodCall(
                to: DeviceServiceNames.busName, path: DeviceServiceNames.path,
                interface: "org.freedesktop.DBus.Introspectable", member: "Introspect"))
        let text = values.first?.text ?? ""
        for name in ["Perform", "Why", "GetStatus", "Logged", "RingSwitch", "Streams"] {
            #expect(text.contains("name=\"\(name)\""), "\(name)")
        }
    }

    @Test("is one on a bus")
    func single() throws {
        let machine = try Machine()
        let other = try ServiceFolder()
        try other.start(bus: machine.bus)
        waitUntil("the end") { other.logged.all.contains("ended: nameTaken") }
    }

    @Test("is back when the bus is")
    func busReturns() throws {
        let machine = try Machine()
        machine.bus.stop()
        #expect(machine.service.makeApp("Player").connection.isServed)
        try machine.bus.start()
        waitUntil("the service") { (try? machine.ask("GetStatus")) != nil }
    }
}
