import DBus
import DeviceService
import Foundation
import LiveDevice
import Synchronization
import TestSupport
import Testing

@Suite(
    "A flood on the device service's bus", .serialized,
    .enabled(
        if: PrivateBus.isAvailable && DBusConnection.isSupported,
        "needs dbus-daemon and the trait DBus"))
struct ServiceFloodTests {
    private struct Machine {
        let bus: PrivateBus
        let service: ServiceFolder
        let host: DeviceServiceHost

        init() throws {
            bus = try PrivateBus()
            service = try ServiceFolder()
            host = try service.start(bus: bus)
            let client = connect()
            waitUntil("the service") { (try? client.callAndWait(Self.call("GetStatus"))) != nil }
        }

        func connect() -> DBusConnection {
            let client = DBusConnection(to: .address(bus.address))
            waitUntil("the bus") { client.isConnected }
            return client
        }

        static func call(_ member: String, _ arguments: [DBusValue] = []) -> DBusMethodCall {
            DBusMethodCall(
                to: DeviceServiceNames.busName, path: DeviceServiceNames.path,
                interface: DeviceServiceNames.interface, member: member, arguments: arguments)
        }

        /// Returns when the bus has routed all that a client has sent.
        static func settle(_ client: DBusConnection) {
            _ = try? client.callAndWait(
                DBusMethodCall(
                    to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                    interface: "org.freedesktop.DBus", member: "GetId"))
        }
    }

    @Test("of calls is bounded and named once, and others are answered")
    func calls() throws {
        let machine = try Machine()
        let (rude, polite) = (machine.connect(), machine.connect())
        let kinds = Mutex<[DBusError.Kind?]>([])
        let counts = { kinds.withLock { (all: $0.count, refused: $0.count { $0 != nil }) } }
        let perform = Machine.call("Perform", [.string("switch silent")])
        var sent = 0
        // The device is nearly always busy, so that messages arrive faster than calls are answered,
        // and 3,000 are under way until enough have been refused.
        let busy = ContinuousClock()
        while counts().refused <= 1_000, sent < 200_000 {
            machine.host.withDevice { _ in
                let end = busy.now + .milliseconds(5)
                for _ in 0..<max(0, 3_000 + counts().all - sent) {
                    sent += 1
                    rude.call(perform, timeoutSeconds: 60) { result in
                        var kind: DBusError.Kind?
                        if case .failure(let error) = result { kind = error.kind }
                        kinds.withLock { $0.append(kind) }
                    }
                }
                Machine.settle(rude)
                while busy.now < end {}
            }
        }
        for _ in 0..<20 {
            _ = try polite.callAndWait(
                Machine.call("GetStatus"), timeoutSeconds: 60)
        }
        waitUntil("all answers") { counts().all == sent }
        #expect(counts().refused > 1_000)
        #expect(kinds.withLock { $0.allSatisfy { $0 == nil || $0 == .limitsExceeded } })
        let why = "more than 1024 calls of this connection wait"
        waitUntil("the journal") { machine.service.logged.all.contains { $0.hasSuffix(why) } }
        let named = machine.service.logged.all.filter { $0.hasSuffix(why) }
        #expect(named.count == 1)
        #expect(named.first?.contains("process \(getpid()))") == true, "\(named)")
        #expect(machine.host.status.ringSwitch == "silent")
    }

    @Test("of large texts is refused, and changes nothing")
    func largeTexts() throws {
        let machine = try Machine()
        let client = machine.connect()
        let text = DBusValue.string(String(repeating: "x", count: 4_000_000))
        for member in ["Perform", "BringToFront", "Why"] {
            #expect(throws: DBusError.self) {
                _ = try client.callAndWait(Machine.call(member, [text]))
            }
        }
        let error = #expect(throws: DBusError.self) {
            _ = try client.callAndWait(Machine.call("SetForeground", [.int32(1), text]))
        }
        #expect(error?.kind == .limitsExceeded)
        #expect(error?.message.contains("8192 bytes") == true)
        _ = try client.callAndWait(Machine.call("GetStatus"))
    }

    @Test("of connections that wait does not keep others from being answered")
    func connections() throws {
        let machine = try Machine()
        let crowd = (0..<100).map { _ in machine.connect() }
        let answered = Mutex(0)
        machine.host.withDevice { _ in
            for client in crowd {
                for _ in 0..<40 {
                    client.call(Machine.call("GetStatus"), timeoutSeconds: 60) { _ in
                        answered.withLock { $0 += 1 }
                    }
                }
            }
            for client in crowd { Machine.settle(client) }
        }
        _ = try machine.connect().callAndWait(Machine.call("GetStatus"), timeoutSeconds: 60)
        waitUntil("all answers") { answered.withLock { $0 } == 4_000 }
        // Some are named, and not all.
        let named = machine.service.logged.all.filter { $0.contains("on the bus (") }
        #expect(named.count <= 16)
        for client in crowd { client.close() }
    }
}
