import AudioModel
import DBus
import DeviceService
import InputDevices
import LiveDevice
import Synchronization
import TestSupport
import Testing

@Suite("The keys and switches of a device service", .timeLimit(.minutes(10)))
struct DeviceInputTests {
    @Test("a mute key moves the switch to its other position")
    func ringSwitch() throws {
        let folder = try ServiceFolder()
        let host = try folder.start()
        #expect(host.status.ringSwitch == "ring")
        host.take(.toggleRingSwitch)
        #expect(host.status.ringSwitch == "silent")
        host.take(.toggleRingSwitch)
        #expect(host.status.ringSwitch == "ring")
        host.take(.perform(.ringSwitchMoved(.silent)))
        #expect(host.status.ringSwitch == "silent")
    }

    @Test("a key hangs up a ringing and a connected call, and nothing else")
    func hangUp() throws {
        let folder = try ServiceFolder()
        let host = try folder.start()
        host.take(.hangUp)
        #expect(host.status.call == "none")
        try host.perform("call arrives")
        host.take(.hangUp)
        #expect(host.status.call == "none")
        try host.perform("call arrives")
        host.take(.perform(.callAnswered))
        #expect(host.status.call == "connected")
        host.take(.hangUp)
        #expect(host.status.call == "none")
    }

    @Test("the button of a headset answers and ends a call, whether its port is known or not")
    func headsetButton() throws {
        let folder = try ServiceFolder()
        let host = try folder.start()
        for isPlugged in [false, true] {
            if isPlugged { host.take(.perform(.portPlugged(.headset))) }
            #expect(host.status.accessories == (isPlugged ? ["headset"] : []))
            try host.perform("call arrives")
            host.take(.perform(.headsetPressed(times: 2)))
            #expect(host.status.call == "ringing")
            host.take(.perform(.headsetPressed(times: 1)))
            #expect(host.status.call == "connected")
            host.take(.perform(.headsetPressed(times: 1)))
            #expect(host.status.call == "none")
        }
    }

    @Test(
        "a call vibrates through the feedback daemon",
        .enabled(
            if: PrivateBus.isAvailable && DBusConnection.isSupported,
            "needs dbus-daemon and the trait DBus"))
    func vibrates() async throws {
        let name = "org.sigxcpu.Feedback"
        let bus = try PrivateBus()
        let (events, continuation) = AsyncStream<String>.makeStream()
        let daemon = DBusConnection(to: .address(bus.address))
        daemon.export(
            [
                DBusInterface(
                    name,
                    methods: [
                        DBusMethod(
                            "TriggerFeedback", access: .everyone,
                            inputs: [
                                DBusArgument("app_id", .string), DBusArgument("event", .string),
                                DBusArgument("hints", .dictionary(.string, .variant)),
                                DBusArgument("timeout", .int32),
                            ], outputs: [DBusArgument("id", .uint32)]
                        ) { call throws(DBusError) in
                            continuation.yield(call.arguments[1].text ?? "")
                            return [.uint32(1)]
                        }
                    ])
            ], at: "/org/sigxcpu/Feedback")
        let (owners, owned) = AsyncStream<Bool>.makeStream()
        daemon.requestName(name) { _ in owned.yield(true) }
        var isOwned = owners.makeAsyncIterator()
        #expect(await isOwned.next() == true)
        let folder = try ServiceFolder()
        // No key of the machine that runs the test is read.
        let host = try folder.start(bus: bus, input: .off)
        try host.perform("call arrives")
        var event = events.makeAsyncIterator()
        #expect(await event.next() == "message-new-instant")
        daemon.close()
    }
}
