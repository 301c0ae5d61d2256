import AudioModel
import DBus
import DeviceEvents
import TestSupport
import Testing

@Suite("The calls of ModemManager and GNOME Calls", .needsBus, .timeLimit(.minutes(10)))
struct ModemManagerTests {
    private static let voice = "org.freedesktop.ModemManager1.Modem.Voice"
    private static let call = "org.freedesktop.ModemManager1.Call"
    private static let managerPath = "/org/freedesktop/ModemManager1"
    private static let modemPath = managerPath + "/Modem/0"

    private static func startModemManager(on bus: PrivateBus) async throws -> ExportedService {
        try await ExportedService(
            "org.freedesktop.ModemManager1", managerPath: managerPath, on: bus)
    }

    private static func path(_ call: Int) -> String { "\(managerPath)/Call/\(call)" }

    private static func addModem(
        _ path: String = modemPath, calls: [Int] = [], to service: ExportedService
    ) {
        let paths = DBusValue.array(.objectPath, calls.map { .objectPath(Self.path($0)) })
        service.set(
            ["Calls": paths, "EmergencyOnly": .boolean(false)], of: voice, at: path,
            methods: ["ListCalls": [paths], "HoldAndAccept": []])
    }

    private static func addCall(
        _ number: Int, state: Int32, direction: Int32 = 1, to service: ExportedService,
        announces: Bool = true
    ) {
        service.set(
            [
                "State": .int32(state), "Direction": .int32(direction),
                "Number": .string("+49 30 \(number)234567"),
            ], of: call, at: path(number), methods: ["Accept": [], "Hangup": []])
        guard announces else { return }
        service.connection.send("CallAdded", of: voice, at: modemPath, [.objectPath(path(number))])
    }

    private static func change(
        _ number: Int, from old: Int32, to new: Int32, on service: ExportedService
    ) {
        service.connection.send(
            "StateChanged", of: call, at: path(number), [.int32(old), .int32(new), .uint32(0)])
    }

    @Test("calls of ModemManager come in, go out, wait and end")
    func calls() async throws {
        let bus = try PrivateBus()
        let service = try await Self.startModemManager(on: bus)
        Self.addModem(calls: [1], to: service)
        Self.addCall(1, state: 4, to: service, announces: false)
        let monitored = try await MonitoredBus([.modemManager], on: bus)
        defer { monitored.close() }
        let acts = monitored.acts
        // A call from before.
        #expect(try await acts.next(2) == [MonitoredBus.arrives, .callAnswered])
        Self.change(1, from: 4, to: 7, on: service)
        #expect(try await acts.next() == .callEnded)
        Self.addCall(2, state: 3, to: service)
        #expect(try await acts.next() == MonitoredBus.arrives)
        monitored.monitor.callControl.answer()
        // The calls of the modem were listed before.
        var asked = try await service.called.next()
        if asked.hasPrefix("ListCalls") { asked = try await service.called.next() }
        #expect(asked == "Accept " + Self.path(2))
        Self.change(2, from: 3, to: 4, on: service)
        #expect(try await acts.next() == .callAnswered)
        Self.addCall(3, state: 6, to: service)
        service.changed([("State", .int32(7))], of: Self.call, at: Self.path(2))
        #expect(try await acts.next(2) == [.callEnded, MonitoredBus.arrives])
        monitored.monitor.callControl.hangUp()
        #expect(try await service.called.next() == "Hangup " + Self.path(3))
        service.connection.send(
            "CallDeleted", of: Self.voice, at: Self.modemPath, [.objectPath(Self.path(3))])
        #expect(try await acts.next() == .callDeclined)
        // An outgoing call begins when it is started.
        Self.addCall(4, state: 0, direction: 2, to: service)
        Self.addCall(5, state: 3, to: service)
        #expect(try await acts.next() == MonitoredBus.arrives)
        Self.change(4, from: 0, to: 1, on: service)
        #expect(try await acts.next() == .callAnswered)
        Self.change(4, from: 1, to: 7, on: service)
        #expect(try await acts.next(2) == [.callEnded, MonitoredBus.arrives])
        service.remove(Self.voice, at: Self.modemPath)
        #expect(try await acts.next() == .callEnded)
    }

    @Test("a modem that comes later, and the end of the service")
    func modems() async throws {
        let bus = try PrivateBus()
        let service = try await Self.startModemManager(on: bus)
        let monitored = try await MonitoredBus([.modemManager], on: bus)
        defer { monitored.close() }
        Self.addModem(calls: [1], to: service)
        Self.addCall(1, state: 1, direction: 2, to: service, announces: false)
        service.announce(Self.modemPath)
        #expect(try await monitored.acts.next(2) == [MonitoredBus.arrives, .callAnswered])
        service.connection.close()
        #expect(try await monitored.acts.next() == .callEnded)
        let next = try await Self.startModemManager(on: bus)
        Self.addModem(calls: [1], to: next)
        Self.addCall(1, state: 3, to: next, announces: false)
        next.announce(Self.modemPath)
        #expect(try await monitored.acts.next() == MonitoredBus.arrives)
    }

    // MARK: GNOME Calls

    private static let dialler = "org.gnome.Calls.Call"

    @Test("GNOME Calls shows SIP calls of its own, and the modem's as well")
    func gnomeCalls() async throws {
        let bus = try PrivateBus()
        let modem = try await Self.startModemManager(on: bus)
        Self.addModem(to: modem)
        let service = try await ExportedService(
            "org.gnome.Calls", managerPath: "/org/gnome/Calls", on: bus)
        func add(_ number: Int, _ state: UInt32, _ kind: String, id: String) {
            let path = "/org/gnome/Calls/Call/\(number)"
            service.set(
                [
                    "State": .uint32(state), "Inbound": .boolean(true), "Id": .string(id),
                    "Protocol": .string(kind),
                ], of: Self.dialler, at: path, methods: ["Accept": [], "Hangup": []])
            service.announce(path)
        }
        add(1, 5, "sip", id: "sip:anna@example.org")
        let monitored = try await MonitoredBus([.modemManager, .gnomeCalls], on: bus)
        defer { monitored.close() }
        let acts = monitored.acts
        #expect(try await acts.next() == MonitoredBus.arrives)
        monitored.monitor.callControl.answer()
        #expect(try await service.called.next() == "Accept /org/gnome/Calls/Call/1")
        service.changed([("State", .uint32(1))], of: Self.dialler, at: "/org/gnome/Calls/Call/1")
        #expect(try await acts.next() == .callAnswered)
        service.remove(Self.dialler, at: "/org/gnome/Calls/Call/1")
        #expect(try await acts.next() == .callEnded)

        #expect(try await modem.called.next() == "ListCalls " + Self.modemPath)
        Self.addCall(1, state: 3, to: modem)
        #expect(try await acts.next() == MonitoredBus.arrives)
        add(2, 5, "tel", id: "0301234567")
        // The modem's call is the one that is acted on, and that ends.
        monitored.monitor.callControl.hangUp()
        #expect(try await modem.called.next() == "Hangup " + Self.path(1))
        Self.change(1, from: 3, to: 7, on: modem)
        #expect(try await acts.next() == .callDeclined)
        service.changed([("State", .uint32(1))], of: Self.dialler, at: "/org/gnome/Calls/Call/2")
        service.changed([("State", .uint32(7))], of: Self.dialler, at: "/org/gnome/Calls/Call/2")
        add(3, 3, "sip", id: "sip:b@example.org")
        #expect(try await acts.next(2) == [MonitoredBus.arrives, .callAnswered])
        service.connection.close()
        #expect(try await acts.next() == .callEnded)
    }

    // MARK: Hostile services

    @Test("a flood of wrong messages does no harm")
    func hostile() async throws {
        let bus = try PrivateBus()
        let service = try await Self.startModemManager(on: bus)
        let calls = try await ExportedService(
            "org.gnome.Calls", managerPath: "/org/gnome/Calls", on: bus)
        let ofono = try await connect(to: bus, as: "org.ofono")
        let monitored = try await MonitoredBus(
            [.modemManager, .gnomeCalls, .ofono, .lock, .sleep], on: bus)
        defer { monitored.close() }
        Self.addModem(to: service)
        service.announce(Self.modemPath)
        #expect(try await service.called.next() == "ListCalls " + Self.modemPath)
        let wrong: [[DBusValue]] = [
            [], [.byte(1)], [.string("")], [.objectPath("/")], [.string("State"), .byte(9)],
            [.string("State"), .variant(.variant(.array(.byte, [])))],
            [.objectPath("/a"), .properties([("State", .strings(["incoming"]))])],
            [.objectPath("/a"), .properties([("State", .string("\u{7}"))])],
            [.int32(.min), .int32(.max), .uint32(.max)], [.string("Interfaces"), .strings([])],
            [.string(Self.call), .properties([("State", .uint64(.max))]), .strings([])],
            [.objectPath("/a"), .strings([Self.voice])], [.boolean(true), .boolean(true)],
            [.objectPath("/b"), .dictionary(key: .string, value: .byte, [])],
        ]
        let members = [
            ("org.ofono.Manager", "ModemAdded"), ("org.ofono.Manager", "ModemRemoved"),
            ("org.ofono.Modem", "PropertyChanged"),
            ("org.ofono.VoiceCallManager", "CallAdded"),
            ("org.ofono.VoiceCallManager", "CallRemoved"),
            ("org.ofono.VoiceCall", "PropertyChanged"),
            ("org.ofono.VoiceCall", "DisconnectReason"),
            ("org.freedesktop.DBus.ObjectManager", "InterfacesAdded"),
            ("org.freedesktop.DBus.ObjectManager", "InterfacesRemoved"),
            ("org.freedesktop.DBus.Properties", "PropertiesChanged"), (Self.voice, "CallAdded"),
            (Self.voice, "CallDeleted"), (Self.call, "StateChanged"),
            ("org.freedesktop.login1.Manager", "PrepareForSleep"),
        ]
        let paths = ["/", Self.managerPath, Self.modemPath, Self.path(1), "/org/gnome/Calls"]
        for sender in [ofono, service.connection, calls.connection] {
            for (interface, member) in members {
                for arguments in wrong {
                    for path in paths { sender.send(member, of: interface, at: path, arguments) }
                }
                // The sender's queue is limited; the answer shows that it is empty.
                try await sender.call(
                    "GetId", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
                    on: "org.freedesktop.DBus")
            }
        }
        // More calls and modems than are kept.
        for number in 0..<100 {
            service.connection.send(
                "CallAdded", of: Self.voice, at: Self.modemPath,
                [.objectPath("/none/\(number)")])
            service.connection.send(
                "InterfacesAdded", of: "org.freedesktop.DBus.ObjectManager", at: Self.managerPath,
                [
                    .objectPath("/modem/\(number)"),
                    .dictionary(
                        key: .string, value: .properties,
                        [DBusEntry(.string(Self.voice), .properties([]))]),
                ])
        }
        // And then GNOME Calls still works.
        let path = "/org/gnome/Calls/Call/1"
        calls.set(
            ["State": .uint32(5), "Inbound": .boolean(true)], of: Self.dialler, at: path)
        calls.announce(path)
        #expect(try await monitored.acts.next() == MonitoredBus.arrives)
    }
}
