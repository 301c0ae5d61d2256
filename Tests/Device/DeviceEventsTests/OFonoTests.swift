import AudioModel
import DBus
import DeviceEvents
import TestSupport
import Testing

@Suite("oFono's calls", .needsBus, .needsDBusMock, .timeLimit(.minutes(10)))
struct OFonoTests {
    private static let manager = "org.ofono.VoiceCallManager"
    private static let call = "org.ofono.VoiceCall"

    private static func startOFono(on bus: PrivateBus) async throws -> DBusMock {
        try await DBusMock(["--template", "ofono"], name: "org.ofono", on: bus)
    }

    /// Lets a call come in.
    private static func ring(
        _ path: String, _ state: String = "incoming", number: String = "123", on mock: DBusMock
    ) async throws {
        let properties: [(String, DBusValue)] = [
            ("State", .string(state)), ("LineIdentification", .string(number)),
        ]
        try await mock.control(
            "AddObject", at: "/",
            [
                .string(path), .string(call), .properties(properties),
                .array(
                    .structure([.string, .string, .string, .string]),
                    ["Answer", "Hangup"].map { name in
                        .structure([.string(name), .string(""), .string(""), .string("")])
                    }),
            ])
        try await mock.emit(
            "CallAdded", of: manager, at: "/ril_0", "oa{sv}",
            [.objectPath(path), .properties(properties)])
    }

    private static func change(_ path: String, to state: String, on mock: DBusMock) async throws {
        // Arrives as a variant in a variant.
        try await mock.emit(
            "PropertyChanged", of: call, at: path, "sv",
            [.string("State"), .variant(.string(state))])
    }

    private static func remove(_ path: String, on mock: DBusMock) async throws {
        try await mock.emit(
            "CallRemoved", of: manager, at: "/ril_0", "o", [.objectPath(path)])
    }

    @Test("a call that comes in, is answered, waits for another, and ends")
    func incoming() async throws {
        let bus = try PrivateBus()
        let mock = try await Self.startOFono(on: bus)
        let monitored = try await MonitoredBus([.ofono], on: bus)
        defer { monitored.close() }
        // A dialled call shows that the modem is followed.
        try await mock.call(
            "Dial", of: Self.manager, at: "/ril_0", [.string("555"), .string("")])
        #expect(try await monitored.acts.next(2) == [MonitoredBus.arrives, .callAnswered])
        // The template's own `CallRemoved` never reaches the bus.
        try await mock.call("HangupAll", of: Self.manager, at: "/ril_0")
        try await Self.remove("/ril_0/voicecall01", on: mock)
        #expect(try await monitored.acts.next() == .callEnded)

        try await Self.ring("/ril_0/voicecall91", on: mock)
        #expect(try await monitored.acts.next() == MonitoredBus.arrives)
        try await Self.change("/ril_0/voicecall91", to: "active", on: mock)
        #expect(try await monitored.acts.next() == .callAnswered)
        try await Self.ring("/ril_0/voicecall92", "waiting", number: "456", on: mock)
        try await mock.emit(
            "DisconnectReason", of: Self.call, at: "/ril_0/voicecall91", "s", [.string("remote")])
        try await Self.change("/ril_0/voicecall91", to: "disconnected", on: mock)
        #expect(
            try await monitored.acts.next(2) == [.callEndedByRemoteParty, MonitoredBus.arrives])
        try await Self.remove("/ril_0/voicecall91", on: mock)
        try await mock.emit(
            "DisconnectReason", of: Self.call, at: "/ril_0/voicecall92", "s", [.string("local")])
        try await Self.remove("/ril_0/voicecall92", on: mock)
        #expect(try await monitored.acts.next() == .callDeclined)
    }

    @Test("a call that was there before, its modem's end, and a modem that gets calls later")
    func modems() async throws {
        let bus = try PrivateBus()
        let mock = try await Self.startOFono(on: bus)
        try await mock.call(
            "Dial", of: Self.manager, at: "/ril_0", [.string("555"), .string("")])
        let monitored = try await MonitoredBus([.ofono], on: bus)
        defer { monitored.close() }
        #expect(try await monitored.acts.next(2) == [MonitoredBus.arrives, .callAnswered])
        func setInterfaces(_ names: [String]) async throws {
            try await mock.call(
                "SetProperty", of: "org.ofono.Modem", at: "/ril_0",
                [.string("Interfaces"), .variant(.strings(names))])
        }
        try await setInterfaces(["org.ofono.SimManager"])
        #expect(try await monitored.acts.next() == .callEnded)
        try await setInterfaces(["org.ofono.SimManager", Self.manager])
        #expect(try await monitored.acts.next(2) == [MonitoredBus.arrives, .callAnswered])
        try await mock.emit(
            "ModemRemoved", of: "org.ofono.Manager", at: "/", "o", [.objectPath("/ril_0")])
        #expect(try await monitored.acts.next() == .callEnded)
    }

    @Test("a service that ends takes its calls along, and is followed when it returns")
    func serviceEnds() async throws {
        let bus = try PrivateBus()
        let monitored = try await MonitoredBus([.ofono], on: bus)
        defer { monitored.close() }
        for _ in 0..<2 {
            let mock = try await Self.startOFono(on: bus)
            try await mock.call(
                "Dial", of: Self.manager, at: "/ril_0", [.string("555"), .string("")])
            #expect(try await monitored.acts.next(2) == [MonitoredBus.arrives, .callAnswered])
            try await mock.end()
            #expect(try await monitored.acts.next() == .callEnded)
        }
        bus.stop()
        try bus.start()
        let mock = try await Self.startOFono(on: bus)
        try await mock.call(
            "Dial", of: Self.manager, at: "/ril_0", [.string("555"), .string("")])
        #expect(try await monitored.acts.next(2) == [MonitoredBus.arrives, .callAnswered])
    }

    @Test("the device's user answers and hangs up")
    func control() async throws {
        let bus = try PrivateBus()
        let mock = try await Self.startOFono(on: bus)
        let monitored = try await MonitoredBus([.ofono], on: bus)
        defer { monitored.close() }
        let asked = Received<String>()
        let subscription = monitored.client.subscribe(
            to: DBusMatchRule(
                interface: "org.freedesktop.DBus.Mock", member: "MethodCalled")
        ) { signal in
            let method = signal.arguments.first?.text ?? ""
            if ["Answer", "Hangup", "HoldAndAnswer"].contains(method) {
                asked.add("\(method) \(signal.path)")
            }
        }
        try await mock.call(
            "Dial", of: Self.manager, at: "/ril_0", [.string("555"), .string("")])
        #expect(try await monitored.acts.next(2) == [MonitoredBus.arrives, .callAnswered])
        // Nothing rings.
        monitored.monitor.callControl.answer()
        monitored.monitor.callControl.hangUp()
        #expect(try await asked.next() == "Hangup /ril_0/voicecall01")
        try await Self.remove("/ril_0/voicecall01", on: mock)
        #expect(try await monitored.acts.next() == .callEnded)
        try await Self.ring("/ril_0/voicecall91", on: mock)
        #expect(try await monitored.acts.next() == MonitoredBus.arrives)
        monitored.monitor.callControl.answer()
        #expect(try await asked.next() == "Answer /ril_0/voicecall91")
        monitored.monitor.callControl.hangUp()
        #expect(try await asked.next() == "Hangup /ril_0/voicecall91")
        try await Self.remove("/ril_0/voicecall91", on: mock)
        #expect(try await monitored.acts.next() == .callDeclined)
        // A call that waits is answered by the modem, which holds the other.
        try await Self.ring("/ril_0/voicecall92", "active", on: mock)
        #expect(try await monitored.acts.next(2) == [MonitoredBus.arrives, .callAnswered])
        try await Self.ring("/ril_0/voicecall93", "waiting", on: mock)
        try await Self.ring("/ril_0/voicecall94", "nonsense", on: mock)
        try await Self.change("/ril_0/voicecall92", to: "disconnected", on: mock)
        #expect(try await monitored.acts.next(2) == [.callEnded, MonitoredBus.arrives])
        try await Self.change("/ril_0/voicecall94", to: "active", on: mock)
        try await Self.ring("/ril_0/voicecall95", "active", on: mock)
        #expect(try await monitored.acts.next() == .callAnswered)
        monitored.monitor.callControl.answer()
        #expect(try await asked.next() == "HoldAndAnswer /ril_0")
        withExtendedLifetime(subscription) {}
    }
}
