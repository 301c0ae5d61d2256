import AudioModel
import DBus
import DeviceEvents
import Dispatch
import TestSupport
import Testing

@Suite("Lock and sleep", .needsBus, .needsDBusMock, .timeLimit(.minutes(10)))
struct SessionTests {
    private static let manager = "org.freedesktop.login1.Manager"
    private static let managerPath = "/org/freedesktop/login1"
    private static let sessionPath = managerPath + "/session/c1"
    private static let user = "org.freedesktop.login1.User"
    private static let userPath = managerPath + "/user/1000"

    private static func startLogind(on bus: PrivateBus) async throws -> DBusMock {
        let mock = try await DBusMock(
            ["--template", "logind"], name: "org.freedesktop.login1", on: bus)
        // The template's own adds a number to a text.
        try await mock.control(
            "AddMethod", at: managerPath,
            [
                .string(manager), .string("GetUser"), .string("u"), .string("o"),
                .string("ret = '/org/freedesktop/login1/user/%d' % args[0]"),
            ])
        return mock
    }

    private static func addSession(on mock: DBusMock) async throws {
        try await mock.control(
            "AddSession", at: managerPath,
            [.string("c1"), .string("seat0"), .uint32(1000), .string("user"), .boolean(true)])
        try await setDisplay("c1", sessionPath, on: mock)
    }

    private static func setDisplay(
        _ name: String, _ path: String, on mock: DBusMock
    ) async throws {
        try await mock.call(
            "Set", of: "org.freedesktop.DBus.Properties", at: userPath,
            [
                .string(user), .string("Display"),
                .variant(.structure([.string(name), .objectPath(path)])),
            ])
    }

    private static func setLocked(_ isLocked: Bool, on mock: DBusMock) async throws {
        try await mock.call(
            "SetLockedHint", of: "org.freedesktop.login1.Session", at: sessionPath,
            [.boolean(isLocked)])
    }

    @Test("the session's hint locks and unlocks; requests to the locker do not")
    func lock() async throws {
        let bus = try PrivateBus()
        let mock = try await Self.startLogind(on: bus)
        try await Self.addSession(on: mock)
        try await Self.setLocked(true, on: mock)
        let monitored = try await MonitoredBus([.lock], on: bus)
        defer { monitored.close() }
        #expect(try await monitored.acts.next() == .locked)
        try await mock.call(
            "Unlock", of: "org.freedesktop.login1.Session", at: Self.sessionPath)
        try await Self.setLocked(true, on: mock)
        try await Self.setLocked(false, on: mock)
        #expect(try await monitored.acts.next() == .unlocked)
        try await mock.call("Lock", of: "org.freedesktop.login1.Session", at: Self.sessionPath)
        try await Self.setLocked(true, on: mock)
        #expect(try await monitored.acts.next() == .locked)
        // A logind that restarts still has the session.
        try await mock.end()
        let next = try await Self.startLogind(on: bus)
        try await Self.addSession(on: next)
        #expect(try await monitored.acts.next() == .unlocked)
        try await Self.setLocked(true, on: next)
        #expect(try await monitored.acts.next() == .locked)
        try await Self.setDisplay("", "/", on: next)
        #expect(try await monitored.acts.next() == .unlocked)
    }

    @Test("a session that begins later is followed")
    func laterSession() async throws {
        let bus = try PrivateBus()
        let mock = try await Self.startLogind(on: bus)
        let monitored = try await MonitoredBus([.lock], on: bus)
        defer { monitored.close() }
        try await Self.addSession(on: mock)
        try await mock.emit(
            "SessionNew", of: Self.manager, at: Self.managerPath, "so",
            [.string("c1"), .objectPath(Self.sessionPath)])
        try await Self.setLocked(true, on: mock)
        #expect(try await monitored.acts.next() == .locked)
    }

    @Test("without a session of logind a screen saver locks; with one it does not")
    func screenSaver() async throws {
        let bus = try PrivateBus()
        let saver = try await connect(to: bus, as: "org.freedesktop.ScreenSaver")
        saver.export(
            [
                DBusInterface(
                    "org.freedesktop.ScreenSaver",
                    methods: [
                        DBusMethod(
                            "GetActive", access: .everyone,
                            outputs: [DBusArgument("active", .boolean)]
                        ) {
                            _ throws(DBusError) in [.boolean(true)]
                        }
                    ])
            ], at: "/ScreenSaver")
        let monitored = try await MonitoredBus([.lock], on: bus)
        defer { monitored.close() }
        func setActive(_ isActive: Bool) {
            saver.send(
                "ActiveChanged", of: "org.freedesktop.ScreenSaver", at: "/ScreenSaver",
                [.boolean(isActive)])
        }
        #expect(try await monitored.acts.next() == .locked)
        setActive(false)
        #expect(try await monitored.acts.next() == .unlocked)
        setActive(true)
        #expect(try await monitored.acts.next() == .locked)
        // The session's hint says that it is not locked.
        let mock = try await Self.startLogind(on: bus)
        try await Self.addSession(on: mock)
        #expect(try await monitored.acts.next() == .unlocked)
        setActive(false)
        setActive(true)
        try await Self.setLocked(true, on: mock)
        #expect(try await monitored.acts.next() == .locked)
        saver.close()
        try await Self.setLocked(false, on: mock)
        #expect(try await monitored.acts.next() == .unlocked)
    }

    private static func inhibitors(_ mock: DBusMock) async throws -> [[String?]] {
        let values = try await mock.call("ListInhibitors", of: manager, at: managerPath)
        return (values.first?.elements ?? []).map { value in
            guard case .structure(let members) = value else { return [] }
            return [members[0].text, members[1].text, members[3].text]
        }
    }

    /// Waits until logind has this number of inhibitors.
    private static func waitForInhibitors(_ count: Int, _ mock: DBusMock) async throws {
        while try await inhibitors(mock).count != count {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test("sleep waits until the handler has returned")
    func sleep() async throws {
        let bus = try PrivateBus()
        let mock = try await Self.startLogind(on: bus)
        let (begun, mayReturn) = (Received<Void>(), DispatchSemaphore(value: 0))
        let monitored = try await MonitoredBus(
            [.sleep], on: bus,
            whenAsleep: { event in
                guard event == .sleepBegins else { return }
                begun.add(())
                mayReturn.wait()
            })
        defer { monitored.close() }
        func prepare(_ begins: Bool) async throws {
            try await mock.emit(
                "PrepareForSleep", of: Self.manager, at: Self.managerPath, "b", [.boolean(begins)])
        }
        try await Self.waitForInhibitors(1, mock)
        #expect(try await Self.inhibitors(mock) == [["sleep", "Sori", "delay"]])
        for _ in 0..<2 {
            try await prepare(true)
            try await begun.next()
            #expect(try await Self.inhibitors(mock).count == 1)
            mayReturn.signal()
            #expect(try await monitored.sleep.next() == .sleepBegins)
            try await Self.waitForInhibitors(0, mock)
            try await prepare(false)
            #expect(try await monitored.sleep.next() == .sleepEnds)
            try await Self.waitForInhibitors(1, mock)
        }
        // A logind that ends while the machine sleeps.
        try await prepare(true)
        try await begun.next()
        mayReturn.signal()
        #expect(try await monitored.sleep.next() == .sleepBegins)
        try await mock.end()
        #expect(try await monitored.sleep.next() == .sleepEnds)
        let next = try await Self.startLogind(on: bus)
        try await Self.waitForInhibitors(1, next)
    }
}
