import DBus
import Foundation
import MediaControls
import MusicLibrary
import MusicService
import Playback
import TestSupport
import Testing

@Suite("The music service on the desktop", .needsBus, .timeLimit(.minutes(10)))
struct DesktopTests {
    private static let name = "org.mpris.MediaPlayer2.SoriMusic"

    private func get(
        _ property: String, of interface: String = MPRIS.playerInterface,
        _ connection: DBusConnection
    ) async throws -> DBusValue? {
        try await connection.call(
            DBusMethodCall(
                to: Self.name, path: MPRIS.path, interface: "org.freedesktop.DBus.Properties",
                member: "Get", arguments: [.string(interface), .string(property)]),
            timeoutSeconds: 60
        ).first?.unwrapped
    }

    @Test("shows what it plays, and obeys media keys")
    func mediaKeys() async throws {
        let machine = try ServiceMachine()
        _ = try await machine.startService()
        let songs = try machine.songs(3)
        let client = try await machine.connect()
        let events = ClientEvents(client)
        client.setQueue(songs)
        client.play()
        try await events.wait(forState: .playing)
        let connection = DBusConnection(to: .address(machine.bus.address))
        #expect(
            try await get("Identity", of: MPRIS.rootInterface, connection)
                == .string("Sori Music"))
        #expect(
            try await get("DesktopEntry", of: MPRIS.rootInterface, connection)
                == .string("org.sori.Music"))
        func press(_ member: String, _ arguments: [DBusValue] = []) async throws {
            _ = try await connection.call(
                DBusMethodCall(
                    to: Self.name, path: MPRIS.path, interface: MPRIS.playerInterface,
                    member: member, arguments: arguments), timeoutSeconds: 60)
        }
        try await press("PlayPause")
        try await events.wait(forState: .paused)
        try await press("Next")
        try await events.wait(forItem: 2)
        try await press("Play")
        try await events.wait(forState: .playing)
        try await press("Seek", [.int64(20_000_000)])
        try client.waitUntilDone()
        #expect((20..<600).contains(client.snapshot.seconds))
        let position = try await get("Position", connection)?.integer ?? 0
        #expect((20_000_000..<60_000_000).contains(position))
        let metadata = try await get("Metadata", connection)?.members
        #expect(metadata?["xesam:title"] == .string("song2"))
        #expect(metadata?["mpris:length"] == .int64(600_000_000))
        try await press("Stop")
        try await events.wait(forState: .stopped)
        try client.waitUntilDone()
        #expect(client.snapshot.seconds == 0 && client.snapshot.itemCount == 3)
        try await press("OpenUri", [.string(fileURL(ofPath: songs[0].path ?? ""))])
        try await events.wait(forState: .playing)
        try client.waitUntilDone()
        #expect(client.items.map(\.path) == [songs[0].path])
    }

    @Test("shows the queue around what plays, and goes to what is chosen there")
    func trackList() async throws {
        let machine = try ServiceMachine()
        _ = try await machine.startService()
        var songs = try machine.songs(3)
        // One song twice, and more than a desktop sees.
        songs += [songs[0]]
        songs += (10..<60).map { MusicItem(id: $0, path: "/nowhere/\($0).wav") }
        let client = try await machine.connect()
        let events = ClientEvents(client)
        let connection = DBusConnection(to: .address(machine.bus.address))
        let changes = Received<DBusSignal>()
        let subscription = connection.subscribe(
            to: DBusMatchRule(sender: Self.name, path: MPRIS.path)
        ) { signal in
            if signal.interface == MPRIS.trackListInterface { changes.add(signal) }
        }
        let list = MPRIS.trackListInterface
        #expect(try await get("Tracks", of: list, connection)?.elements == [])
        #expect(try await get("CanEditTracks", of: list, connection) == .boolean(false))
        client.setQueue(songs)
        client.play()
        try await events.wait(forItem: 1)
        func paths(_ ids: [String]) -> [DBusValue] {
            ids.map { .objectPath(MPRIS.trackPath(for: $0)) }
        }
        let expected = paths(["1", "2", "3", "1-2"] + (10..<27).map { String($0, radix: 16) })
        // The queue and what plays of it may come in two steps.
        while try await changes.next().arguments.first?.elements != expected {}
        #expect(try await get("Tracks", of: list, connection)?.elements == expected)
        func call(_ member: String, _ arguments: [DBusValue]) async throws -> [DBusValue] {
            try await connection.call(
                DBusMethodCall(
                    to: Self.name, path: MPRIS.path, interface: list, member: member,
                    arguments: arguments), timeoutSeconds: 60)
        }
        let asked = DBusValue.array(.objectPath, paths(["3", "1-2", "a"]))
        let metadata = try await call("GetTracksMetadata", [asked]).first?.elements
        let titles = metadata?.map { $0.members?["xesam:title"] }
        #expect(titles == [.string("song3"), .string("song1"), .string("10")])
        _ = try await call("GoTo", paths(["3"]))
        try await events.wait(forItem: 3)
        _ = try await call("GoTo", paths(["1-2"]))
        try await events.wait(forItem: 1)
        try client.waitUntilDone()
        #expect(client.snapshot.place == 3 && client.snapshot.state == .playing)
        // Desktops hear of it after the client does.
        while try await get("Metadata", connection)?.members?["mpris:trackid"]
            != paths(["1-2"]).first
        {}
        // What is no longer there has no effect.
        _ = try await call("GoTo", paths(["fff"]))
        try client.waitUntilDone()
        #expect(client.snapshot.place == 3)
        withExtendedLifetime(subscription) {}
    }

    @Test("takes names, plays and skips from and to the library")
    func library() async throws {
        let machine = try ServiceMachine()
        let music = machine.folder.file("Music")
        try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
        // Short ones: the first is played to its end.
        for name in ["one", "two"] {
            let samples = [Int16](repeating: 1000, count: 800)
            try Data(wavFile(samples, rate: 8000)).write(
                to: URL(fileURLWithPath: "\(music)/\(name).wav"))
        }
        let location = LibraryLocation(folder: machine.folder.file("data/sori"))
        let library = try MediaLibrary(at: location)
        try library.addFolder(music)
        _ = try LibraryScanner(library).scan()
        let items = try library.items()
        try #require(items.count == 2)
        _ = try await machine.startService()
        let client = try await machine.connect()
        let events = ClientEvents(client)
        let result = try machine.sori(["music", "play", "one"])
        #expect(result.code == 0)
        try await events.wait { if case .finished = $0 { true } else { false } }
        try await events.wait(forState: .stopped)
        try client.waitUntilDone()
        #expect(try library.item(items[0].id)?.playCount == 1)
        client.setQueue(items.map { MusicItem($0) })
        client.move(toItem: items[1].id)
        client.skipToPrevious()
        try await events.wait { if case .skipped(_, _, false) = $0 { true } else { false } }
        try await events.wait(forItem: items[0].id)
        try client.waitUntilDone()
        // Only what is left forward counts as skipped.
        #expect(try library.item(items[1].id)?.skipCount == 0)
        #expect(client.snapshot.item?.id == items[0].id)
    }
}
