import DBus
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("A flood on D-Bus", .needsBus, .timeLimit(.minutes(10)))
struct DBusFloodTests {
    /// A server with a method that holds its connection until it is released, and one that is noted.
    private final class Server: Sendable {
        let bus: PrivateBus
        let connection: DBusConnection
        let reached = Received<String>()
        private let released = DispatchSemaphore(value: 0)
        private let senders = Mutex<[String]>([])
        private let holding = DispatchSemaphore(value: 0)

        init(limits: DBusContentLimits = .standard) async throws {
            bus = try PrivateBus()
            let states = Received<Bool>()
            connection = DBusConnection(to: .address(bus.address)) {
                states.add($0)
            } limitReached: { [reached] sender, why in
                reached.add("\(sender): \(why)")
            }
            #expect(try await states.next())
            connection.export([interface(limits)], at: testPath)
        }

        private func interface(_ limits: DBusContentLimits) -> DBusInterface {
            DBusInterface(
                testInterface,
                methods: [
                    DBusMethod("Hold", access: .everyone) { [weak self] _ throws(DBusError) in
                        self?.holding.signal()
                        self?.released.wait()
                        return []
                    },
                    // Longer than all calls of a turn may take.
                    DBusMethod("Note", access: .everyone) { [weak self] call throws(DBusError) in
                        poll(nil, 0, 3)
                        self?.senders.withLock { $0.append(call.sender) }
                        return []
                    },
                    DBusMethod("Take", access: .everyone, inputs: [DBusArgument("value", .variant)])
                    {
                        _ throws(DBusError) in []
                    },
                    DBusMethod(deferred: "Never", access: .everyone) { _, _ in },
                ], limits: limits)
        }

        var name: String { connection.uniqueName ?? "" }
        var noted: [String] { senders.withLock { $0 } }
        func waitUntilHeld() async {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { [holding] in
                    holding.wait()
                    continuation.resume()
                }
            }
        }
        func release() { released.signal() }
    }

    /// Calls a method without waiting for the answer.
    private func call(
        _ member: String, of server: Server, by client: DBusConnection,
        _ answered: Received<DBusError?>
    ) {
        client.call(
            DBusMethodCall(
                to: server.name, path: testPath, interface: testInterface, member: member),
            timeoutSeconds: 60
        ) { result in
            if case .failure(let error) = result { answered.add(error) } else { answered.add(nil) }
        }
    }

    /// Returns when the bus has routed all that a connection has sent.
    private func settle(_ connection: DBusConnection) async throws {
        _ = try await connection.call(
            DBusMethodCall(
                to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "GetId"))
    }

    @Test("of calls is refused beyond a limit, named once, and no other program waits behind it")
    func calls() async throws {
        let server = try await Server()
        let (rude, polite) = (try await connect(to: server.bus), try await connect(to: server.bus))
        let (answers, ownAnswer) = (Received<DBusError?>(), Received<DBusError?>())
        call("Hold", of: server, by: rude, answers)
        await server.waitUntilHeld()
        let count = 2_000
        for _ in 0..<count { call("Note", of: server, by: rude, answers) }
        try await settle(rude)
        call("Note", of: server, by: polite, ownAnswer)
        try await settle(polite)
        server.release()
        #expect(try await ownAnswer.next() == nil)
        var refused: [DBusError] = []
        for _ in 0...count {
            if let error = try await answers.next() { refused.append(error) }
        }
        #expect(!refused.isEmpty)
        #expect(Set(refused.map(\.kind)) == [.limitsExceeded])
        #expect(refused.first?.message == "more than 1024 calls of this connection wait")
        #expect(server.noted.count == count - refused.count + 1)
        // Its turn comes when it has been read: long before those of the other, of which a thousand
        // wait then.
        let turn = server.noted.firstIndex(of: polite.uniqueName ?? "")
        #expect(turn.map { server.noted.count - $0 > 512 } == true, "\(turn ?? -1)")
        #expect(
            try await server.reached.next()
                == "\(rude.uniqueName ?? ""): more than 1024 calls of this connection wait")
        // It may call again, and is not named again.
        for _ in 0..<40 { call("Never", of: server, by: rude, answers) }
        #expect(server.connection.isConnected)
        call("Note", of: server, by: rude, ownAnswer)
        #expect(try await ownAnswer.next() == nil)
    }

    @Test("of calls that are not answered is refused beyond a limit of each program")
    func openCalls() async throws {
        let server = try await Server()
        let (rude, polite) = (try await connect(to: server.bus), try await connect(to: server.bus))
        let (answers, ownAnswer) = (Received<DBusError?>(), Received<DBusError?>())
        for _ in 0..<600 { call("Never", of: server, by: rude, answers) }
        for _ in 0..<600 - 512 {
            #expect(try await answers.next()?.kind == .limitsExceeded)
        }
        call("Note", of: server, by: polite, ownAnswer)
        #expect(try await ownAnswer.next() == nil)
    }

    @Test("of large arguments is refused before they are kept")
    func largeArguments() async throws {
        let limits = DBusContentLimits(bytesMax: 1_000, valuesMax: 10)
        let server = try await Server(limits: limits)
        let client = try await connect(to: server.bus)
        func take(_ value: DBusValue) async -> DBusError.Kind? {
            do throws(DBusError) {
                _ = try await client.callTest("Take", [.variant(value)], at: server.name)
                return nil
            } catch {
                return error.kind
            }
        }
        // What objects without limits of their own take is the least.
        #expect(await take(.string(String(repeating: "x", count: 8_000))) == nil)
        #expect(await take(.string(String(repeating: "x", count: 9_000))) == .limitsExceeded)
        #expect(await take(.strings(Array(repeating: "", count: 60))) == nil)
        #expect(await take(.strings(Array(repeating: "", count: 70))) == .limitsExceeded)
        let why = try await server.reached.next()
        #expect(why.hasSuffix("8192 bytes of text and 64 values are taken"))
        let path = "/" + String(repeating: "a", count: 4_000)
        let failure = await error { () async throws(DBusError) in
            try await client.callTest("Note", at: server.name, path: path)
        }
        #expect(failure?.kind == .unknownObject)
    }

    @Test("of large signals is left out, and the next small one is delivered")
    func largeSignals() async throws {
        let server = try await Server()
        let sender = try await connect(to: server.bus)
        let heard = Received<Int64>()
        let subscription = server.connection.subscribe(
            to: DBusMatchRule(member: "Said"), limits: .properties
        ) { heard.add($0.arguments.first?.integer ?? -1) }
        try await settle(server.connection)
        func say(_ number: Int64, _ more: DBusValue) {
            sender.emit(
                DBusSignal(
                    path: testPath, interface: testInterface, member: "Said",
                    arguments: [.int64(number), more]))
        }
        say(1, .string(String(repeating: "x", count: 17_000_000)))
        say(2, .array(.int32, Array(repeating: .int32(0), count: 5_000)))
        say(3, .string(String(repeating: "x", count: 500_000)))
        #expect(try await heard.next() == 3)
        #expect(try await server.reached.next().contains("a signal Said: the message is too large"))
        withExtendedLifetime(subscription) {}
    }
}
