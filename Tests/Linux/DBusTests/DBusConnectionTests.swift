import DBus
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("A connection to D-Bus", .needsBus, .timeLimit(.minutes(10)))
struct DBusConnectionTests {
    @Test("names have one owner, whose coming and going is announced")
    func names() async throws {
        let bus = try PrivateBus()
        let one = try await connect(to: bus)
        let two = try await connect(to: bus)
        let owners = Received<String?>()
        let watch = two.watchOwner(of: "org.sori.Name") { owners.add($0) }
        #expect(try await owners.next() == nil)
        let replies = Received<DBusNameReply?>()
        one.requestName("org.sori.Name") { replies.add(try? $0.get()) }
        #expect(try await replies.next() == .primaryOwner)
        #expect(try await owners.next() == one.uniqueName)
        two.requestName("org.sori.Name") { replies.add(try? $0.get()) }
        #expect(try await replies.next() == .exists)
        one.releaseName("org.sori.Name")
        #expect(try await owners.next() == nil)
        two.requestName("not a name") { replies.add(try? $0.get()) }
        #expect(try await replies.next() == nil)
        withExtendedLifetime(watch) {}
    }

    @Test("a signal reaches those whose rule it matches")
    func signals() async throws {
        let bus = try PrivateBus()
        let sender = try await connect(to: bus)
        let receiver = try await connect(to: bus)
        let replies = Received<Bool>()
        sender.requestName("org.sori.Sender") { replies.add((try? $0.get()) != nil) }
        #expect(try await replies.next())
        let found = Received<String>()
        func listen(_ name: String, _ rule: DBusMatchRule) -> DBusSubscription? {
            receiver.subscribe(to: rule) { signal in
                found.add("\(name) \(signal.arguments.first?.text ?? "")")
            }
        }
        let subscriptions = [
            listen("name", DBusMatchRule(sender: "org.sori.Sender", member: "Said")),
            listen("argument", DBusMatchRule(member: "Said", argument: "it's")),
            listen("namespace", DBusMatchRule(member: "Said", argumentNamespace: "org.sori")),
            listen("path", DBusMatchRule(path: "/other")),
            listen("other", DBusMatchRule(sender: "org.sori.Other")),
        ]
        #expect(receiver.subscribe(to: DBusMatchRule(path: "other")) { _ in } == nil)
        // The owner of the name is known, and the rules are there, once this is answered.
        let owners = Received<String?>()
        let watch = receiver.watchOwner(of: "org.sori.Sender") { owners.add($0) }
        #expect(try await owners.next() == sender.uniqueName)
        for text in ["it's", "org.sori.x", "org.sorix", "end"] {
            sender.emit(
                DBusSignal(
                    path: testPath, interface: testInterface, member: "Said",
                    arguments: [.string(text)]))
        }
        var texts: [String] = []
        repeat { texts.append(try await found.next()) } while texts.last != "name end"
        #expect(
            texts == [
                "name it's", "argument it's", "name org.sori.x", "namespace org.sori.x",
                "name org.sorix", "name end",
            ])
        withExtendedLifetime((subscriptions, watch)) {}
    }

    @Test("it returns with the bus: names, rules and objects are there again")
    func reconnection() async throws {
        let bus = try PrivateBus()
        let states = Received<Bool>()
        let server = DBusConnection(to: .address(bus.address)) { states.add($0) }
        #expect(try await states.next())
        let replies = Received<Bool>()
        server.requestName("org.sori.Server") { replies.add((try? $0.get()) != nil) }
        #expect(try await replies.next())
        let arrivals = Received<Bool>()
        server.export(
            [
                DBusInterface(
                    testInterface,
                    methods: [
                        DBusMethod(deferred: "Never", access: .everyone) { _, _ in
                            arrivals.add(true)
                        }
                    ])
            ], at: testPath)
        let heard = Received<String?>()
        let subscription = server.subscribe(to: DBusMatchRule(member: "Said")) {
            heard.add($0.arguments.first?.text)
        }
        let failures = Received<DBusError.Kind?>()
        server.call(
            DBusMethodCall(
                to: "org.sori.Server", path: testPath, interface: testInterface, member: "Never"),
            timeoutSeconds: 60
        ) { result in
            if case .failure(let error) = result { failures.add(error.kind) }
        }
        // A call that is still to be sent would wait for the next bus.
        #expect(try await arrivals.next())
        bus.stop()
        #expect(try await !states.next())
        #expect(try await failures.next() == .disconnected)
        #expect(!server.isConnected)
        try bus.start()
        #expect(try await states.next())
        let client = try await connect(to: bus)
        let owners = Received<String?>()
        let watch = client.watchOwner(of: "org.sori.Server") { owners.add($0) }
        var owner = try await owners.next()
        while owner == nil { owner = try await owners.next() }
        #expect(owner == server.uniqueName)
        client.emit(
            DBusSignal(
                path: testPath, interface: testInterface, member: "Said",
                arguments: [.string("again")]))
        #expect(try await heard.next() == "again")
        withExtendedLifetime((subscription, watch)) {}
    }

    @Test("calls wait for a bus, some thousand of them, and fail in time")
    func withoutBus() async throws {
        let connection = DBusConnection(to: .address("unix:path=/nonexistent/bus"))
        let results = Mutex<[DBusError.Kind?: Int]>([:])
        let done = Received<Int>()
        let count = DBusConnection.queuedMax * 3
        let call = DBusMethodCall(to: "a.b", path: "/", interface: "a.b", member: "C")
        for _ in 0..<count {
            connection.call(call, timeoutSeconds: 0.2) { result in
                guard case .failure(let error) = result else { return }
                let total = results.withLock { results in
                    results[error.kind, default: 0] += 1
                    return results.values.reduce(0, +)
                }
                if total == count { done.add(total) }
            }
        }
        #expect(try await done.next() == count)
        let found = results.withLock { $0 }
        #expect(Set(found.keys) == [.timeout, .limitsExceeded])
        #expect(found[.timeout] ?? 0 >= DBusConnection.queuedMax)
        connection.close()
    }

    @Test("after it is closed, calls fail at once and nothing is delivered")
    func closing() async throws {
        let bus = try PrivateBus()
        let connection = try await connect(to: bus)
        let call = DBusMethodCall(to: "a.b", path: "/", interface: "a.b", member: "C")
        connection.close()
        let failure = await error { () async throws(DBusError) in try await connection.call(call) }
        #expect(failure?.kind == .disconnected)
        connection.close()
    }

    @Test("a flood of signals is delivered in order, and calls get through")
    func flood() async throws {
        let bus = try PrivateBus()
        let sender = try await connect(to: bus)
        let receiver = try await connect(to: bus)
        let numbers = Mutex<[Int64]>([])
        let last = Received<Void>()
        let count = Int64(20_000)
        let subscription = receiver.subscribe(to: DBusMatchRule(member: "Count")) { signal in
            let number = signal.arguments.first?.integer ?? -1
            numbers.withLock { $0.append(number) }
            if number == count - 1 { last.add(()) }
        }
        let id = DBusMethodCall(
            to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "GetId")
        _ = try await receiver.call(id)
        for number in 0..<count {
            sender.emit(
                DBusSignal(
                    path: testPath, interface: testInterface, member: "Count",
                    arguments: [.int64(number)]))
            // The sender's queue is limited; each answer shows that it is empty.
            if number % 1000 == 999 { _ = try await sender.call(id) }
        }
        _ = try await receiver.call(id)
        try await last.next()
        #expect(numbers.withLock { $0 } == Array(0..<count))
        withExtendedLifetime(subscription) {}
    }

    @Test(
        "a server that speaks no D-Bus is no bus", arguments: ["", "garbage\r\n", "OK 1234\r\n\0l"])
    func hostileServer(answer: String) async throws {
        let folder = FileManager.default.temporaryDirectory.path
        let path = "\(folder)/sori-\(UUID().uuidString.prefix(8))"
        let server = try ListeningSocket(path)
        let connection = DBusConnection(to: .address("unix:path=\(path)"))
        try server.answerOnce(Array(answer.utf8) + Array(repeating: 0xFF, count: 4096))
        #expect(!connection.isConnected)
        connection.close()
    }
}

/// A local socket that answers anything with the same bytes.
private final class ListeningSocket {
    private let descriptor: Int32
    private let path: String

    init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        try #require(listen(descriptor, 4) == 0)
    }

    func answerOnce(_ bytes: [UInt8]) throws {
        let client = accept(descriptor, nil, nil)
        try #require(client >= 0)
        _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        // Until the other end gives up, or has said all it has to say.
        var buffer = [UInt8](repeating: 0, count: 1024)
        _ = recv(client, &buffer, buffer.count, 0)
        close(client)
    }

    deinit {
        close(descriptor)
        unlink(path)
    }
}
