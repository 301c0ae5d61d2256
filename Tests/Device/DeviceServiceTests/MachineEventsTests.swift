import DBus
import DeviceEvents
import DeviceService
import LiveDevice
import TestSupport
import Testing

@Suite("What the machine tells a device service", .timeLimit(.minutes(10)))
struct MachineEventsTests {
    @Test(
        "reaches the device: a call and an alarm of a program, until it leaves the bus",
        .enabled(
            if: PrivateBus.isAvailable && DBusConnection.isSupported,
            "needs dbus-daemon and the trait DBus"))
    func announcements() throws {
        let bus = try PrivateBus()
        let service = try ServiceFolder()
        let host = try service.start(bus: bus)
        let program = DBusConnection(to: .address(bus.address))
        func call(_ member: String, _ interface: String, _ values: [DBusValue]) throws -> Int64? {
            let path = "/" + interface.split(separator: ".").joined(separator: "/")
            return try program.callAndWait(
                DBusMethodCall(
                    to: DeviceServiceNames.busName, path: path, interface: interface,
                    member: member, arguments: values), timeoutSeconds: 60
            ).first?.integer
        }
        // The name may come later than the service.
        waitUntil("the service's object") {
            let number = try? call(
                "Fire", "org.sori.Alarms1", [.string("alarm"), .string("Tea")])
            return number != nil
        }
        #expect(host.status.interrupters == ["alarm"])
        // A button of the device leaves the program's alarm alone.
        try host.perform("press volume down")
        #expect(host.status.interrupters == ["alarm"])
        let number = try call("Announce", "org.sori.Calls1", [.string("Anna"), .boolean(false)])
        #expect(host.status.call == "ringing")
        _ = try call("Answered", "org.sori.Calls1", [.uint32(UInt32(number ?? 0))])
        #expect(host.status.call == "connected")
        program.close()
        waitUntil("the end of the call") { host.status.call == "none" }
        waitUntil("the end of the alarm") { host.status.interrupters.isEmpty }
    }
}
