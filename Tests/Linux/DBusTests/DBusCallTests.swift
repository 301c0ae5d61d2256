import AudioModel
import DBus
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Calls over D-Bus", .needsBus, .timeLimit(.minutes(10)))
struct DBusCallTests {
    /// A bus with a server that exports methods, and a client.
    private struct Pair: Sendable {
        let bus: PrivateBus
        let server: DBusConnection
        let client: DBusConnection
        var name: String { server.uniqueName ?? "" }

        init(_ methods: [DBusMethod], properties: [DBusProperty] = []) async throws {
            bus = try PrivateBus()
            server = try await connect(to: bus)
            client = try await connect(to: bus)
            let isExported = server.export(
                [DBusInterface(testInterface, methods: methods, properties: properties)],
                at: testPath)
            #expect(isExported)
        }
    }

    private static let echo = DBusMethod(
        "Echo", access: .everyone, inputs: [DBusArgument("value", .variant)],
        outputs: [DBusArgument("value", .variant)]
    ) { call throws(DBusError) in call.arguments }

    @Test("a value of every type comes back as it was sent")
    func everyType() async throws {
        let values: [DBusValue] = [
            .byte(255), .boolean(true), .boolean(false), .int16(.min), .uint16(.max), .int32(.min),
            .uint32(.max), .int64(.min), .uint64(.max), .double(-0.1), .double(.infinity),
            .string("소리 🎵"), .string(""), .objectPath("/a/b"), .signature("a{sv}"),
            .variant(.variant(.int32(1))), .bytes([]), .bytes([0, 1, 255]), .strings([]),
            .strings(["a", "b"]), .properties([("x", .int32(1)), ("x", .string("twice"))]),
            .dictionary(key: .uint16, value: .structure([.string, .properties]), []),
            .structure([.byte(1), .strings(["s"]), .structure([.double(2)])]),
            .array(.structure([.int64, .variant]), [.structure([.int64(1), .variant(.byte(2))])]),
        ]
        let pair = try await Pair([Self.echo])
        for value in values {
            let answer = try await pair.client.callTest("Echo", [.variant(value)], at: pair.name)
            #expect(answer == [.variant(value)])
        }
    }

    @Test("random values come back as they were sent", arguments: 1...8 as ClosedRange<UInt64>)
    func randomValues(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let pair = try await Pair([Self.echo])
        for _ in 0..<50 {
            let value = someValue(of: someType(depth: 3, &random), &random)
            let answer = try await pair.client.callTest("Echo", [.variant(value)], at: pair.name)
            #expect(answer == [.variant(value)])
        }
    }

    @Test("a file descriptor arrives as another one of the same file")
    func fileDescriptors() async throws {
        let pair = try await Pair([
            DBusMethod("Write", access: .everyone, inputs: [DBusArgument("file", .fileDescriptor)])
            {
                call throws(DBusError) in
                guard case .fileDescriptor(let file)? = call.arguments.first else { return [] }
                FileHandle(fileDescriptor: file.number, closeOnDealloc: false).write(
                    Data("hi".utf8))
                return []
            }
        ])
        let pipe = Pipe()
        let file = try #require(
            DBusFileDescriptor(duplicating: pipe.fileHandleForWriting.fileDescriptor))
        _ = try await pair.client.callTest("Write", [.fileDescriptor(file)], at: pair.name)
        #expect(pipe.fileHandleForReading.availableData == Data("hi".utf8))
    }

    @Test("wrong objects, interfaces, methods and types are answered with the errors for them")
    func wrongCalls() async throws {
        let pair = try await Pair([Self.echo])
        let (client, name) = (pair.client, pair.name)
        func kind(_ body: () async throws(DBusError) -> [DBusValue]) async -> DBusError.Kind? {
            await error(body)?.kind
        }
        #expect(
            await kind { () async throws(DBusError) in
                try await client.callTest("Echo", at: name, path: "/other")
            } == .unknownObject)
        #expect(
            await kind { () async throws(DBusError) in
                try await client.callTest("Echo", at: name, interface: "org.other")
            } == .unknownInterface)
        #expect(
            await kind { () async throws(DBusError) in
                try await client.callTest("Other", at: name)
            } == .unknownMethod)
        for arguments in [[], [.string("")], [.variant(.byte(1)), .byte(1)]] as [[DBusValue]] {
            #expect(
                await kind { () async throws(DBusError) in
                    try await client.callTest("Echo", arguments, at: name)
                } == .invalidArguments)
        }
        #expect(
            await kind { () async throws(DBusError) in
                try await client.callTest("Echo", at: "org.sori.nobody")
            } == .serviceUnknown)
        #expect(
            await kind { () async throws(DBusError) in
                try await client.callTest("Echo", at: "no name")
            } == .invalidArguments)
        // An embedded zero byte, or a path that is none, never reaches the bus.
        for value in [.string("a\0b"), .objectPath("no path"), .signature("(")] as [DBusValue] {
            #expect(
                await kind { () async throws(DBusError) in
                    try await client.callTest("Echo", [.variant(value)], at: name)
                } == .invalidArguments)
        }
        // And the connection still works.
        #expect(
            try await client.callTest("Echo", [.variant(.byte(1))], at: name)
                == [.variant(.byte(1))])
    }

    @Test("a method's own error keeps its name, and wrong results become an error")
    func methodErrors() async throws {
        let pair = try await Pair([
            DBusMethod("Fail", access: .everyone) { _ throws(DBusError) in
                throw DBusError(name: "org.sori.Error.Broken", message: "it is broken")
            },
            DBusMethod("Unnamed", access: .everyone) { _ throws(DBusError) in
                throw DBusError(name: "no name", message: "a\0b")
            },
            DBusMethod("Lie", access: .everyone, outputs: [DBusArgument("n", .int32)]) {
                _ throws(DBusError) in
                [.string("three")]
            },
        ])
        func failure(_ member: String) async -> DBusError? {
            await error { () async throws(DBusError) in
                try await pair.client.callTest(member, at: pair.name)
            }
        }
        #expect(
            await failure("Fail")
                == DBusError(name: "org.sori.Error.Broken", message: "it is broken"))
        #expect(await failure("Unnamed")?.kind == .failed)
        #expect(await failure("Lie")?.kind == .failed)
    }

    @Test("a message that is too large is refused, and the next is answered")
    func largeMessages() async throws {
        let pair = try await Pair([Self.echo])
        let many = DBusValue.array(.int32, Array(repeating: .int32(1), count: 300_000))
        let failure = await error { () async throws(DBusError) in
            try await pair.client.callTest("Echo", [.variant(many)], at: pair.name)
        }
        #expect(failure?.kind == .limitsExceeded)
        let bytes = DBusValue.bytes(Array(repeating: 7, count: 1_000_000))
        let answer = try await pair.client.callTest("Echo", [.variant(bytes)], at: pair.name)
        #expect(answer == [.variant(bytes)])
    }

    @Test("a method that does not answer fails in time; one that answers later, answers")
    func deferred() async throws {
        let replies = Mutex<[DBusCompletion]>([])
        let pair = try await Pair([
            DBusMethod(deferred: "Wait", access: .everyone) { _, reply in
                replies.withLock { $0.append(reply) }
            },
            DBusMethod("Release", access: .everyone) { _ throws(DBusError) in
                for reply in replies.withLock({ $0 }) { reply(.success([])) }
                return []
            },
        ])
        let failure = await error { () async throws(DBusError) in
            try await pair.client.callTest("Wait", at: pair.name, timeoutSeconds: 0.05)
        }
        #expect(failure?.kind == .timeout)
        // Messages keep their order, so that the second is waiting when it is released.
        async let second = pair.client.callTest("Wait", at: pair.name, timeoutSeconds: 600)
        while replies.withLock({ $0.count }) < 2 {
            try Task.checkCancellation()
            await Task.yield()
        }
        _ = try await pair.client.callTest("Release", at: pair.name)
        #expect(try await second == [])
    }

    @Test("a blocking call works on any thread but the connection's own")
    func blocking() async throws {
        let result = Received<DBusError?>()
        let pair = try await Pair([Self.echo])
        let call = DBusMethodCall(
            to: pair.name, path: testPath, interface: testInterface, member: "Echo",
            arguments: [.variant(.byte(1))])
        let answer = try pair.client.callAndWait(call)
        #expect(answer == [.variant(.byte(1))])
        pair.client.call(call) { [client = pair.client] _ in
            do throws(DBusError) {
                _ = try client.callAndWait(call)
                result.add(nil)
            } catch {
                result.add(error)
            }
        }
        #expect(try await result.next()?.kind == .failed)
    }

    @Test("a thousand calls at once are all answered")
    func manyCalls() async throws {
        let pair = try await Pair([Self.echo])
        let numbers = try await withThrowingTaskGroup(of: Int64?.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    try await pair.client.callTest(
                        "Echo", [.variant(.int32(Int32(number)))], at: pair.name
                    ).first?.integer
                }
            }
            return try await group.reduce(into: Set<Int64?>()) { $0.insert($1) }
        }
        #expect(numbers == Set((0..<1000).map { Int64($0) }))
    }
}

private func someType(depth: Int, _ random: inout SeededGenerator) -> DBusType {
    let basic: [DBusType] = [
        .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
        .objectPath, .signature,
    ]
    let kinds = depth > 0 ? basic.count + 8 : basic.count
    let choice = Int.random(in: 0..<kinds, using: &random)
    if choice < basic.count { return basic[choice] }
    switch choice % 4 {
    case 0: return .variant
    case 1: return .array(someType(depth: depth - 1, &random))
    case 2:
        return .dictionary(
            basic[Int.random(in: 0..<basic.count, using: &random)],
            someType(depth: depth - 1, &random))
    default:
        return .structure(
            (0...Int.random(in: 0...2, using: &random)).map { _ in
                someType(depth: depth - 1, &random)
            })
    }
}

private func someValue(of type: DBusType, _ random: inout SeededGenerator) -> DBusValue {
    let bits = random.next()
    let count = Int.random(in: 0...3, using: &random)
    switch type {
    case .byte: return .byte(UInt8(truncatingIfNeeded: bits))
    case .boolean: return .boolean(bits % 2 == 0)
    case .int16: return .int16(Int16(truncatingIfNeeded: bits))
    case .uint16: return .uint16(UInt16(truncatingIfNeeded: bits))
    case .int32: return .int32(Int32(truncatingIfNeeded: bits))
    case .uint32: return .uint32(UInt32(truncatingIfNeeded: bits))
    case .int64: return .int64(Int64(bitPattern: bits))
    case .uint64: return .uint64(bits)
    case .double: return .double(Double(bits) / 3)
    case .string: return .string(String(repeating: "é", count: count))
    case .objectPath: return .objectPath("/a\(bits)")
    case .signature: return .signature(String(repeating: "ai", count: count))
    case .fileDescriptor: return .byte(0)
    case .variant: return .variant(someValue(of: someType(depth: 1, &random), &random))
    case .array(.byte):
        return .bytes(Array(repeating: UInt8(truncatingIfNeeded: bits), count: count))
    case .array(let element):
        return .array(element, (0..<count).map { _ in someValue(of: element, &random) })
    case .dictionary(let key, let value):
        return .dictionary(
            key: key, value: value,
            (0..<count).map { _ in
                DBusEntry(someValue(of: key, &random), someValue(of: value, &random))
            })
    case .structure(let members): return .structure(members.map { someValue(of: $0, &random) })
    }
}
