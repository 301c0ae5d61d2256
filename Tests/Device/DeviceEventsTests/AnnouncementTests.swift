import AudioModel
import DBus
import DeviceEvents
import TestSupport
import Testing

@Suite("Announced calls and alarms", .needsBus, .timeLimit(.minutes(10)))
struct AnnouncementTests {
    private static let name = "org.sori.Device1"

    private static func call(
        _ member: String, _ arguments: [DBusValue], by program: DBusConnection
    ) async throws(DBusError) -> UInt32 {
        let values = try await program.call(
            member, of: "org.sori.Calls1", at: "/org/sori/Calls1", on: name, arguments)
        return values.first?.integer.flatMap(UInt32.init(exactly:)) ?? 0
    }

    private static func announce(
        _ caller: String = "anna", isOutgoing: Bool = false, by program: DBusConnection
    ) async throws(DBusError) -> UInt32 {
        try await call("Announce", [.string(caller), .boolean(isOutgoing)], by: program)
    }

    private static func alarm(
        _ member: String, _ arguments: [DBusValue], by program: DBusConnection
    ) async throws(DBusError) -> UInt32 {
        let values = try await program.call(
            member, of: "org.sori.Alarms1", at: "/org/sori/Alarms1", on: name, arguments)
        return values.first?.integer.flatMap(UInt32.init(exactly:)) ?? 0
    }

    private func errorName(_ body: () async throws(DBusError) -> UInt32) async -> String? {
        do throws(DBusError) {
            let number = try await body()
            Issue.record("the call returned \(number)")
            return nil
        } catch {
            return error.name
        }
    }

    @Test("a call rings, is answered, held, and ends")
    func calls() async throws {
        let monitored = try await MonitoredBus([.calls], on: try PrivateBus())
        defer { monitored.close() }
        let client = monitored.client
        let incoming = try await Self.announce(by: client)
        #expect(try await monitored.acts.next() == MonitoredBus.arrives)
        #expect(
            await errorName { () async throws(DBusError) in
                try await Self.call("Held", [.uint32(incoming)], by: client)
            } == DBusError.Kind.invalidArguments.name)
        _ = try await Self.call("Answered", [.uint32(incoming)], by: client)
        #expect(try await monitored.acts.next() == .callAnswered)
        _ = try await Self.call("Held", [.uint32(incoming)], by: client)
        let outgoing = try await Self.announce(isOutgoing: true, by: client)
        _ = try await Self.call("Ended", [.uint32(incoming)], by: client)
        _ = try await Self.call("Ended", [.uint32(outgoing)], by: client)
        #expect(try await monitored.acts.next() == .callEnded)
    }

    @Test("no program can touch another's call, and what it has ends with it")
    func programs() async throws {
        let bus = try PrivateBus()
        let monitored = try await MonitoredBus([.calls], on: bus)
        defer { monitored.close() }
        let other = try await connect(to: bus)
        let number = try await Self.announce(by: other)
        #expect(try await monitored.acts.next() == MonitoredBus.arrives)
        for member in ["Answered", "Held", "Ended"] {
            for number in [number, 0, .max] {
                #expect(
                    await errorName { () async throws(DBusError) in
                        try await Self.call(member, [.uint32(number)], by: monitored.client)
                    } == "org.sori.Calls1.Error.Unknown")
            }
        }
        _ = try await Self.call("Answered", [.uint32(number)], by: other)
        #expect(try await monitored.acts.next() == .callAnswered)
        other.close()
        #expect(try await monitored.acts.next() == .callEnded)
    }

    @Test("are limited, for one program and for all")
    func limits() async throws {
        let bus = try PrivateBus()
        let monitored = try await MonitoredBus([.calls], on: bus)
        defer { monitored.close() }
        var programs: [DBusConnection] = []
        for _ in 0..<4 {
            let program = try await connect(to: bus)
            for _ in 0..<4 { _ = try await Self.announce(by: program) }
            #expect(
                await errorName { () async throws(DBusError) in
                    try await Self.announce(by: program)
                } == DBusError.Kind.limitsExceeded.name)
            programs.append(program)
        }
        #expect(
            await errorName { () async throws(DBusError) in
                try await Self.announce(by: monitored.client)
            } == DBusError.Kind.limitsExceeded.name)
        #expect(try await monitored.acts.next() == MonitoredBus.arrives)
        for program in programs { program.close() }
        #expect(try await monitored.acts.next() == .callEnded)
        // And there is room again.
        _ = try await Self.announce(by: monitored.client)
        #expect(try await monitored.acts.next() == MonitoredBus.arrives)
    }

    @Test("the device's user answers and hangs up by signals")
    func control() async throws {
        let monitored = try await MonitoredBus([.calls], on: try PrivateBus())
        defer { monitored.close() }
        let asked = Received<(String, Int64?)>()
        let subscription = monitored.client.subscribe(
            to: DBusMatchRule(sender: Self.name, interface: "org.sori.Calls1")
        ) { asked.add(($0.member, $0.arguments.first?.integer)) }
        try await monitored.client.waitForOwner(of: Self.name)
        let number = try await Self.announce(by: monitored.client)
        monitored.monitor.callControl.answer()
        #expect(try await asked.next() == ("AnswerRequested", Int64(number)))
        monitored.monitor.callControl.hangUp()
        #expect(try await asked.next() == ("EndRequested", Int64(number)))
        _ = try await Self.call("Ended", [.uint32(number)], by: monitored.client)
        #expect(try await monitored.acts.next(2) == [MonitoredBus.arrives, .callDeclined])
        withExtendedLifetime(subscription) {}
    }

    @Test("alarms and timers sound until the last has ended")
    func alarms() async throws {
        let bus = try PrivateBus()
        let monitored = try await MonitoredBus([.alarms], on: bus)
        defer { monitored.close() }
        let client = monitored.client
        let first = try await Self.alarm("Fire", [.string("alarm"), .string("Tea")], by: client)
        #expect(try await monitored.acts.next() == .alarmFired)
        let other = try await connect(to: bus)
        _ = try await Self.alarm("Fire", [.string("alarm"), .string("")], by: other)
        #expect(try await monitored.acts.next() == .alarmFired)
        let timer = try await Self.alarm("Fire", [.string("timer"), .string("")], by: client)
        #expect(try await monitored.acts.next() == .timerFired)
        _ = try await Self.alarm("Snooze", [.uint32(first)], by: client)
        other.close()
        #expect(try await monitored.acts.next() == .alarmDismissed)
        let wrong: [(String, [DBusValue], String)] = [
            ("Snooze", [.uint32(timer)], DBusError.Kind.invalidArguments.name),
            ("Dismiss", [.uint32(first)], "org.sori.Alarms1.Error.Unknown"),
            ("Fire", [.string("bell"), .string("")], DBusError.Kind.invalidArguments.name),
            ("Fire", [.string("alarm")], DBusError.Kind.invalidArguments.name),
        ]
        for (member, arguments, name) in wrong {
            #expect(
                await errorName { () async throws(DBusError) in
                    try await Self.alarm(member, arguments, by: client)
                } == name)
        }
        _ = try await Self.alarm("Dismiss", [.uint32(timer)], by: client)
        #expect(try await monitored.acts.next() == .timerDismissed)
    }

    @Test("the device's user ends and snoozes alarms by signals")
    func alarmControl() async throws {
        let monitored = try await MonitoredBus([.alarms], on: try PrivateBus())
        defer { monitored.close() }
        let asked = Received<(String, Int64?)>()
        let subscription = monitored.client.subscribe(
            to: DBusMatchRule(sender: Self.name, interface: "org.sori.Alarms1")
        ) { asked.add(($0.member, $0.arguments.first?.integer)) }
        try await monitored.client.waitForOwner(of: Self.name)
        let timer = try await Self.alarm(
            "Fire", [.string("timer"), .string("")], by: monitored.client)
        let alarm = try await Self.alarm(
            "Fire", [.string("alarm"), .string("")], by: monitored.client)
        monitored.monitor.alarmControl.snooze()
        #expect(try await asked.next() == ("SnoozeRequested", Int64(alarm)))
        monitored.monitor.alarmControl.dismiss()
        #expect(try await asked.next() == ("DismissRequested", Int64(timer)))
        #expect(try await asked.next() == ("DismissRequested", Int64(alarm)))
        withExtendedLifetime(subscription) {}
    }

    @Test("nothing is received after the end of the monitor")
    func closed() async throws {
        let monitored = try await MonitoredBus([.calls], on: try PrivateBus())
        _ = try await Self.announce(by: monitored.client)
        #expect(try await monitored.acts.next() == MonitoredBus.arrives)
        monitored.monitor.close()
        let name = await errorName { () async throws(DBusError) in
            try await Self.announce(by: monitored.client)
        }
        #expect(name == DBusError.Kind.unknownObject.name)
        monitored.close()
    }
}
