import DBus
import Foundation
import Glibc
import MusicService
import Playback
import TestSupport
import Testing

@Suite("The music service", .needsBus, .timeLimit(.minutes(10)))
struct MusicServiceTests {
    @Test("plays the queue of a client, whose events come in order")
    func plays() async throws {
        let machine = try ServiceMachine()
        _ = try await machine.startService()
        let songs = try machine.songs(3)
        let client = try await machine.connect()
        #expect(client.isConnected && client.items.isEmpty)
        let events = ClientEvents(client)
        client.setQueue(songs)
        try await events.waitForQueue()
        #expect(client.items == songs)
        client.play()
        try await events.wait(forItem: 1)
        try await events.wait(forState: .playing)
        #expect(client.snapshot.item == songs[0] && client.snapshot.place == 0)
        #expect(client.snapshot.duration == 600)
        client.skipToNext()
        try await events.wait {
            if case .skipped(let item, _, true) = $0 { item == songs[0] } else { false }
        }
        try await events.wait(forItem: 2)
        client.pause()
        try await events.wait(forState: .paused)
        client.seek(to: 30)
        client.setRepeatMode(.all)
        client.setShuffleMode(.songs)
        client.setVolume(0.5)
        try client.waitUntilDone()
        let snapshot = client.snapshot
        #expect(abs(snapshot.seconds - 30) < 0.01)
        #expect(snapshot.repeatMode == .all && snapshot.shuffleMode == .songs)
        #expect(client.volume == 0.5)
        client.stop()
        try await events.wait(forItem: nil)
        try client.waitUntilDone()
        #expect(client.snapshot.state == .stopped && client.snapshot.itemCount == 0)
    }

    @Test("keeps playing when a client goes, and two clients see the same")
    func clients() async throws {
        let machine = try ServiceMachine()
        _ = try await machine.startService()
        let songs = try machine.songs(3)
        let other = try await machine.connect()
        let events = ClientEvents(other)
        do {
            let client = try await machine.connect()
            client.setQueue(songs)
            client.move(toItem: 2)
            client.play()
            try client.waitUntilDone()
        }
        try await events.wait(forState: .playing)
        try other.waitUntilDone()
        #expect(other.snapshot.state == .playing)
        #expect(other.snapshot.item == songs[1])
        #expect(other.items == songs)
        // The position advances by the clock of the client.
        let before = other.snapshot.seconds
        let third = try await machine.connect()
        #expect(third.snapshot.item == songs[1] && third.items == songs)
        #expect(other.snapshot.seconds > before)
        #expect(abs(third.snapshot.seconds - other.snapshot.seconds) < 0.5)
        // A part of a song is one in the service's queue too.
        var part = songs[0]
        part.startSeconds = 5
        part.endSeconds = 7
        other.append([part])
        try other.waitUntilDone()
        #expect(other.items.last == part)
        other.remove(atPlaces: [0, 3])
        other.append([songs[0]])
        other.prepend([songs[2]])
        try other.waitUntilDone()
        #expect(other.items.map(\.id) == [2, 3, 3, 1])
        #expect(other.snapshot.place == 0)
    }

    @Test("killed, comes back paused with the queue, the order and the position")
    func killed() async throws {
        let machine = try ServiceMachine()
        let process = try await machine.startService()
        let songs = try machine.songs(20)
        let client = try await machine.connect()
        let events = ClientEvents(client)
        client.setQueue(songs)
        client.setShuffleMode(.songs)
        client.setRepeatMode(.all)
        client.setVolume(0.25)
        client.move(toPlace: 7)
        client.pause()
        client.seek(to: 4)
        try client.waitUntilDone()
        let order = client.items
        #expect(Set(order.map(\.id)) == Set(1...20))
        client.play()
        try await events.wait(forState: .playing)
        client.pause()
        try await events.wait(forState: .paused)
        try client.waitUntilDone()
        let seconds = try await machine.waitForState(client)
        ServiceMachine.kill(process)
        _ = try await machine.startService()
        let again = try await machine.connect()
        #expect(again.items == order)
        let snapshot = again.snapshot
        #expect(snapshot.state == .paused && snapshot.place == 7 && snapshot.item == order[7])
        #expect(snapshot.seconds == seconds && seconds >= 4)
        #expect(snapshot.repeatMode == .all && snapshot.shuffleMode == .songs)
        #expect(again.volume == 0.25)
        let later = ClientEvents(again)
        again.play()
        try await later.wait(forState: .playing)
        #expect(again.snapshot.seconds >= seconds && again.snapshot.item == order[7])
        // The first client has found it again, too.
        try client.waitUntilDone()
        #expect(client.snapshot.state == .playing && client.items == order)
    }

    @Test(
        "ends in order on a signal, and keeps the state",
        arguments: [(SIGTERM, 143), (SIGINT, 130)] as [(Int32, Int32)])
    func endSignal(number: Int32, code: Int32) async throws {
        let machine = try ServiceMachine()
        let process = try await machine.startService()
        let songs = try machine.songs(2)
        let client = try await machine.connect()
        client.setQueue(songs)
        client.move(toItem: 2)
        client.seek(to: 12)
        client.play()
        try client.waitUntilDone()
        let events = ClientEvents(client)
        kill(process.processIdentifier, number)
        try await events.wait(forState: .paused)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == code)
        _ = try await machine.startService()
        let again = try await machine.connect()
        #expect(again.snapshot.state == .paused && again.snapshot.item == songs[1])
        #expect((12..<600).contains(again.snapshot.seconds))
    }

    @Test(
        "with a damaged state begins empty, with one message, and sets the state aside",
        arguments: [
            "", "{", "[]", #"{"version":1}"#,
            #"{"version":1,"revision":1,"seconds":1e999,"volume":1,"repeats":1}"#,
            #"{"version":1,"revision":1,"seconds":1,"volume":1,"repeats":99,"place":7}"#,
        ])
    func damaged(text: String) async throws {
        let machine = try ServiceMachine()
        let folder = machine.folder.file("state/sori")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: machine.statePath))
        try Data(#"{"version":1,"revision":1,"seed":"0","shuffle":1,"items":[],"order":[]}"#.utf8)
            .write(to: URL(fileURLWithPath: folder + "/music-queue.json"))
        let process = try await machine.startService()
        let client = try await machine.connect()
        #expect(client.snapshot.itemCount == 0 && client.snapshot.state == .stopped)
        kill(process.processIdentifier, SIGTERM)
        let errors = try #require(process.standardError as? Pipe)
        let message = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(message.split(separator: "\n").filter { $0.contains("damaged") }.count == 1)
        #expect(FileManager.default.fileExists(atPath: machine.statePath + ".damaged"))
    }

    @Test("is started by the bus for its first client")
    func activation() async throws {
        let machine = try ServiceMachine(serviceFolder: true)
        let address = DBusAddress.address(machine.bus.address)
        #expect(MusicServiceClient.isAvailable(on: address, timeoutSeconds: 60))
        let client = MusicServiceClient(on: address)
        try client.waitUntilReady(timeoutSeconds: 60)
        #expect(client.isConnected)
        let status = try machine.sori(["music", "status", "--json"])
        #expect(status.code == 0 && status.output.contains(#""state": "stopped""#))
    }

    @Test("is not available without a bus, nor on a bus that does not know it")
    func unavailable() async throws {
        let machine = try ServiceMachine()
        let address = DBusAddress.address(machine.bus.address)
        #expect(!MusicServiceClient.isAvailable(on: address, timeoutSeconds: 60))
        #expect(!MusicServiceClient.isAvailable(on: .address("unix:path=/nonexistent/bus")))
        let client = MusicServiceClient(on: address, startsService: false)
        #expect(throws: DBusError.self) { try client.waitUntilReady(timeoutSeconds: 60) }
        #expect(client.snapshot.state == .stopped && client.items.isEmpty)
    }

    @Test("ends by itself when it is idle and nobody is connected")
    func idle() async throws {
        let machine = try ServiceMachine()
        let process = try await machine.startService(["--idle", "0.05"])
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    @Test("is one: a second one ends with a message")
    func second() async throws {
        let machine = try ServiceMachine()
        _ = try await machine.startService()
        let result = try machine.sori(["music", "--service", "--output", "null"])
        #expect(result.code == 4)
        #expect(result.errors.contains("runs already"))
    }

    @Test("a long queue travels in pieces")
    func longQueue() async throws {
        let machine = try ServiceMachine()
        _ = try await machine.startService()
        let client = try await machine.connect()
        let items = (1...12_345).map {
            MusicItem(id: UInt64($0), albumID: UInt64.max - UInt64($0), path: "/nowhere/\($0)")
        }
        let events = ClientEvents(client)
        client.setQueue(items)
        try await events.waitForQueue()
        #expect(client.items == items)
        let other = try await machine.connect()
        #expect(other.items == items)
    }
}
