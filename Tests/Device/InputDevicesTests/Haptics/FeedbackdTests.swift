import AudioModel
import DBus
import Foundation
import InputDevices
import Synchronization
import TestSupport
import Testing

@Suite("Vibration through the feedback daemon", .needsBus, .timeLimit(.minutes(10)))
struct FeedbackdTests {
    typealias Names = FeedbackdOutput.Names

    /// A daemon that notes what it is asked for, and gives each event the next number.
    private struct TestDaemon {
        let bus: PrivateBus
        let connection: DBusConnection
        let calls = Received<String>()

        init() async throws {
            bus = try PrivateBus()
            connection = try await connect(to: bus)
        }

        /// Takes the name on the bus.
        func start(answer: @escaping @Sendable (UInt32) -> DBusValue = { .uint32($0) }) async throws
        {
            let (calls, counter) = (calls, Counter())
            connection.export(
                [
                    DBusInterface(
                        Names.interface,
                        methods: [
                            DBusMethod(
                                "TriggerFeedback", access: .everyone,
                                inputs: [
                                    DBusArgument("app_id", .string), DBusArgument("event", .string),
                                    DBusArgument("hints", .dictionary(.string, .variant)),
                                    DBusArgument("timeout", .int32),
                                ], outputs: [DBusArgument("id", .uint32)]
                            ) { call throws(DBusError) in
                                let values = call.arguments
                                let profile = values[2].members?["profile"]?.text ?? "none"
                                calls.add(
                                    "\(values[0].text ?? "") \(values[1].text ?? "") \(profile) "
                                        + "\(values[3].integer ?? 99)")
                                return [answer(counter.next())]
                            },
                            DBusMethod(
                                "EndFeedback", access: .everyone,
                                inputs: [DBusArgument("id", .uint32)]
                            ) {
                                call throws(DBusError) in
                                calls.add("end \(call.arguments[0].integer ?? 99)")
                                return []
                            },
                        ],
                        properties: [
                            DBusProperty(
                                "Profile", .string,
                                get: {
                                    calls.add("profile")
                                    return .string("full")
                                })
                        ],
                        signals: [
                            DBusSignalDescription(
                                "FeedbackEnded",
                                [DBusArgument("id", .uint32), DBusArgument("reason", .uint32)])
                        ])
                ], at: Names.path)
            let replies = Received<Bool>()
            connection.requestName(Names.busName) { result in
                if case .success(.primaryOwner) = result {
                    replies.add(true)
                } else {
                    replies.add(false)
                }
            }
            #expect(try await replies.next())
        }

        func end(_ event: UInt32) {
            connection.emit(
                DBusSignal(
                    path: Names.path, interface: Names.interface, member: "FeedbackEnded",
                    arguments: [.uint32(event), .uint32(0)]))
        }
    }

    private final class Counter: Sendable {
        private let value = Mutex(UInt32(0))
        func next() -> UInt32 {
            value.withLock {
                $0 += 1
                return $0
            }
        }
    }

    @Test("vibrates once, without a sound of the daemon's")
    func single() async throws {
        let daemon = try await TestDaemon()
        try await daemon.start()
        let clock = TestClock()
        let client = try await connect(to: daemon.bus)
        let output = FeedbackdOutput(on: client, now: { clock.now })
        output.play(.alert)
        output.play(.alert)
        #expect(try await daemon.calls.next() == "org.sori.Device message-new-instant quiet -1")
        clock.advance(by: .milliseconds(400))
        output.play(.alert)
        // The first has not ended by itself: another pattern replaces it.
        let calls = Set(try await daemon.calls.next(2))
        #expect(calls == ["end 1", "org.sori.Device message-new-instant quiet -1"])
        output.close()
        #expect(try await daemon.calls.next() == "end 2")
        output.play(.alert)
        output.cancel()
        // Another call comes next: those above have done nothing.
        daemon.calls.add("nothing")
        #expect(try await daemon.calls.next() == "nothing")
    }

    @Test("vibrates periodically until it is cancelled")
    func periodic() async throws {
        let daemon = try await TestDaemon()
        try await daemon.start()
        let client = try await connect(to: daemon.bus)
        let output = FeedbackdOutput(on: client, appID: "org.test.App", now: { .zero })
        output.play(.ring)
        #expect(try await daemon.calls.next() == "org.test.App phone-incoming-call quiet 0")
        // The number may not be known yet: it is then ended when it is.
        output.cancel()
        #expect(try await daemon.calls.next() == "end 1")
        output.close()
    }

    @Test("an event that has ended by itself is not ended again")
    func ended() async throws {
        let daemon = try await TestDaemon()
        try await daemon.start()
        let client = try await connect(to: daemon.bus)
        let signals = Received<Bool>()
        let output = FeedbackdOutput(on: client, now: { .zero })
        // This subscription comes after that of the output, and so does its signal.
        let subscription = client.subscribe(
            to: DBusMatchRule(
                sender: Names.busName, path: Names.path, interface: Names.interface,
                member: "FeedbackEnded")
        ) { _ in signals.add(true) }
        output.play(.ring)
        _ = try await daemon.calls.next()
        // The rules are on the bus, and the answer has come, once a later call is answered.
        _ = try await client.call(
            DBusMethodCall(
                to: Names.busName, path: Names.path, interface: "org.freedesktop.DBus.Peer",
                member: "Ping"))
        daemon.end(1)
        #expect(try await signals.next())
        output.cancel()
        output.play(.alert)
        #expect(try await daemon.calls.next() == "org.sori.Device message-new-instant quiet -1")
        output.close()
        withExtendedLifetime(subscription) {}
    }

    @Test("falls back where there is no daemon, and uses the one that comes later")
    func fallback() async throws {
        let daemon = try await TestDaemon()
        let client = try await connect(to: daemon.bus)
        let (searches, clock) = (Received<Bool>(), TestClock())
        let device = ForceFeedbackOutput(
            now: { clock.now },
            find: {
                searches.add(true)
                return nil
            })
        let output = SystemHapticOutput(on: client, device: device, now: { clock.now })
        output.play(.alert)
        #expect(try await searches.next())
        try await daemon.start()
        clock.advance(by: .seconds(1))
        output.play(.alert)
        #expect(try await daemon.calls.next() == "org.sori.Device message-new-instant quiet -1")
        output.close()
    }

    @Test("a daemon that answers nonsense does no harm")
    func nonsense() async throws {
        let daemon = try await TestDaemon()
        try await daemon.start { _ in .uint32(.max) }
        let clock = TestClock()
        let client = try await connect(to: daemon.bus)
        let output = FeedbackdOutput(on: client, now: { clock.now })
        for _ in 0..<100 {
            output.play(.alert)
            _ = try await daemon.calls.next()
            daemon.end(7)
            clock.advance(by: .seconds(1))
            output.cancel()
            #expect(try await daemon.calls.next() == "end 4294967295")
        }
        output.close()
    }

    private static let realDaemon = "/usr/libexec/feedbackd"

    @Test(
        "the real daemon takes it",
        .enabled(if: FileManager.default.isExecutableFile(atPath: realDaemon), "needs feedbackd"))
    func real() async throws {
        let bus = try PrivateBus()
        let client = try await connect(to: bus)
        let owners = Received<String?>()
        let watch = client.watchOwner(of: Names.busName) { owners.add($0) }
        #expect(try await owners.next() == nil)
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: Self.realDaemon)
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address]
        ) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        #expect(try await owners.next() != nil)
        let (ended, failures) = (Received<DBusValue?>(), Received<DBusError>())
        let subscription = client.subscribe(
            to: DBusMatchRule(
                sender: Names.busName, path: Names.path, interface: Names.interface,
                member: "FeedbackEnded")
        ) { ended.add($0.arguments.first) }
        let output = FeedbackdOutput(on: client, now: { .zero }) { _, error in failures.add(error) }
        output.play(.ring)
        output.cancel()
        // The daemon says that the event has ended, whether it has a motor or not.
        #expect(try await ended.next() == .uint32(1))
        output.close()
        failures.add(DBusError(.failed, "none before"))
        #expect(try await failures.next().message == "none before")
        withExtendedLifetime((watch, subscription)) {}
    }
}
