import DBus
import Foundation
import MediaControls
import MusicService
import Playback
import TestSupport
import Testing

@Suite("Calls of the music service", .needsBus, .timeLimit(.minutes(10)))
struct HostileCallTests {
    private static let item = DBusValue.structure([
        .uint64(1), .uint64(1), .string("/nowhere"), .double(0), .double(-1),
    ])
    private static let itemType = DBusType.structure([
        .uint64, .uint64, .string, .double, .double,
    ])

    @Test("that are wrong are refused, and the service answers on")
    func hostile() async throws {
        let machine = try ServiceMachine()
        _ = try await machine.startService()
        let connection = DBusConnection(to: .address(machine.bus.address))
        func failure(
            _ member: String, _ arguments: [DBusValue],
            interface: String = MusicServiceNames.interface
        ) async -> DBusError.Kind? {
            do throws(DBusError) {
                _ = try await connection.call(
                    DBusMethodCall(
                        to: MusicServiceNames.busName, path: MusicServiceNames.path,
                        interface: interface, member: member, arguments: arguments),
                    timeoutSeconds: 60)
                return nil
            } catch {
                return error.kind
            }
        }
        let long = DBusValue.structure([
            .uint64(1), .uint64(1), .string(String(repeating: "x", count: 5000)), .double(0),
            .double(-1),
        ])
        let many = Array(repeating: Self.item, count: 5001)
        let wrong: [(String, [DBusValue])] = [
            ("Seek", [.double(.nan)]), ("Seek", [.double(.infinity)]), ("Seek", [.int64(1)]),
            ("SetRepeatMode", [.uint32(0)]), ("SetRepeatMode", [.uint32(.max)]),
            ("SetShuffleMode", [.uint32(4)]), ("Play", [.boolean(true)]),
            ("SetQueue", [.strings(["/a"]), .boolean(false)]),
            ("SetQueue", [.array(Self.itemType, [long]), .boolean(false)]),
            ("Append", [.array(Self.itemType, many), .boolean(false)]),
            ("Remove", [.array(.int32, [])]),
        ]
        for (member, arguments) in wrong {
            #expect(await failure(member, arguments) == .invalidArguments)
        }
        let harmless: [(String, [DBusValue])] = [
            ("MoveToPlace", [.uint32(.max)]), ("MoveToItem", [.uint64(.max)]),
            ("GetItems", [.uint32(.max), .uint32(.max)]), ("Seek", [.double(-1e300)]),
            ("Remove", [.array(.uint32, [.uint32(.max)])]), ("EndSeeking", []),
            ("SkipToNext", []), ("SkipToPrevious", []), ("BeginSeeking", [.boolean(true)]),
            ("Play", []),
        ]
        for (member, arguments) in harmless { #expect(await failure(member, arguments) == nil) }
        for volume in [Double.nan, -1, 2, .infinity] {
            let arguments: [DBusValue] = [
                .string(MusicServiceNames.interface), .string("Volume"), .variant(.double(volume)),
            ]
            #expect(
                await failure("Set", arguments, interface: "org.freedesktop.DBus.Properties")
                    == .invalidArguments)
        }
        let client = try await machine.connect()
        #expect(client.snapshot.state == .stopped)
    }

    @Test("a queue has a limit, and one that never ends is forgotten")
    func limits() async throws {
        let machine = try ServiceMachine()
        _ = try await machine.startService()
        let client = try await machine.connect()
        let items = (0...MusicServiceLimits.itemsMax).map {
            MusicItem(id: UInt64($0), path: "/\($0)")
        }
        client.setQueue(items)
        #expect(throws: DBusError.self) { try client.waitUntilDone(timeoutSeconds: 300) }
        #expect(client.items.count < MusicServiceLimits.itemsPerMessageMax)
    }
}
