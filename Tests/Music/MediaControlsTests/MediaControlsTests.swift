import DBus
import Foundation
import MediaControls
import Synchronization
import TestSupport
import Testing

@Suite("A media player on the bus", .needsBus, .timeLimit(.minutes(10)))
struct MediaControlsTests {
    @Test("has the properties of both interfaces, and the position as time goes by")
    func properties() async throws {
        let player = try await ShownPlayer(playingInfo)
        #expect(player.name == "org.mpris.MediaPlayer2.TestPlayer")
        #expect(try await player.get("Identity", of: MPRIS.rootInterface) == .string("Test"))
        #expect(try await player.get("PlaybackStatus") == .string("Playing"))
        #expect(try await player.get("Position") == .int64(10_000_000))
        player.clock.seconds += 5
        #expect(try await player.get("Position") == .int64(15_000_000))
        player.clock.seconds += 500
        #expect(try await player.get("Position") == .int64(200_000_000))
        let metadata = try await player.get("Metadata")
        #expect(metadata?.members?["xesam:artist"] == .strings(["A", "B"]))
        #expect(
            await player.failure { () async throws(DBusError) in
                _ = try await player.get("DesktopEntry", of: MPRIS.rootInterface)
            } == .unknownProperty)
    }

    @Test("announces what has changed and nothing else, and a position that jumps")
    func changes() async throws {
        let player = try await ShownPlayer(playingInfo)
        var info = playingInfo
        player.clock.seconds += 5
        info.position = 15
        info.status = .paused
        player.service.update(info)
        var signal = try await player.signals.next()
        #expect(signal.0 == "PropertiesChanged")
        #expect(signal.1 == ["PlaybackStatus": .string("Paused")])
        info.position = 100
        player.service.update(info)
        signal = try await player.signals.next()
        #expect(signal.0 == "Seeked")
        #expect(signal.1 == ["Position": .int64(100_000_000)])
        info.track?.id = "song 2"
        info.track?.title = "Two"
        info.position = 0
        info.capabilities.remove(.next)
        player.service.update(info)
        signal = try await player.signals.next()
        #expect(Set(signal.1.keys) == ["Metadata", "CanGoNext"])
        #expect(signal.1["Metadata"]?.members?["xesam:title"] == .string("Two"))
        // The whole of the metadata, not what has changed of it.
        #expect(signal.1["Metadata"]?.members?["mpris:length"] == .int64(200_000_000))
        info.identity = "Other"
        player.service.update(info)
        signal = try await player.signals.next()
        #expect(signal.0 == "Root" && signal.1 == ["Identity": .string("Other")])
    }

    @Test("a property that comes and goes is there for those who ask")
    func shape() async throws {
        var info = playingInfo
        info.shuffle = nil
        let player = try await ShownPlayer(info)
        func ask() async -> DBusError.Kind? {
            await player.failure { () async throws(DBusError) in
                _ = try await player.get("Shuffle")
            }
        }
        #expect(await ask() == .unknownProperty)
        info.shuffle = true
        player.service.update(info)
        #expect(try await player.signals.next().1 == ["Shuffle": .boolean(true)])
        #expect(try await player.get("Shuffle") == .boolean(true))
    }

    @Test("calls become commands")
    func commands() async throws {
        let player = try await ShownPlayer(playingInfo)
        let track = DBusValue.objectPath(MPRIS.trackPath(for: "song 1"))
        let calls: [(String, [DBusValue], MediaControlCommand)] = [
            ("Play", [], .play), ("Pause", [], .pause), ("PlayPause", [], .playPause),
            ("Stop", [], .stop), ("Next", [], .next), ("Previous", [], .previous),
            ("Seek", [.int64(5_000_000)], .seek(by: 5)),
            ("Seek", [.int64(-5_000_000)], .seek(by: -5)),
            ("Seek", [.int64(.min)], .setPosition(0)), ("Seek", [.int64(.max)], .next),
            ("SetPosition", [track, .int64(7_000_000)], .setPosition(7)),
        ]
        for (member, arguments, expected) in calls {
            _ = try await player.call(member, arguments)
            #expect(try await player.commands.next() == expected)
        }
        let values: [(String, DBusValue, MediaControlCommand)] = [
            ("Volume", .double(0.25), .setVolume(0.25)), ("Volume", .double(-1), .setVolume(0)),
            ("Volume", .double(1e300), .setVolume(1)), ("Rate", .double(0), .pause),
            ("Rate", .double(16), .setRate(1)), ("LoopStatus", .string("Track"), .setLoop(.track)),
            ("Shuffle", .boolean(true), .setShuffle(true)),
        ]
        for (property, value, expected) in values {
            try await player.set(property, value)
            #expect(try await player.commands.next() == expected)
        }
    }

    @Test("calls that are late, or that the player cannot do, have no effect")
    func withoutEffect() async throws {
        var info = playingInfo
        info.capabilities = [.control, .play, .seek]
        let player = try await ShownPlayer(info)
        let other = DBusValue.objectPath(MPRIS.trackPath(for: "song 2"))
        let track = DBusValue.objectPath(MPRIS.trackPath(for: "song 1"))
        for (member, arguments) in [
            ("SetPosition", [other, .int64(1)]), ("SetPosition", [track, .int64(-1)]),
            ("SetPosition", [track, .int64(200_000_001)]), ("Next", []), ("Pause", []),
            ("Previous", []), ("Seek", [.int64(.max)]),
        ] {
            _ = try await player.call(member, arguments)
        }
        _ = try await player.call("Raise", interface: MPRIS.rootInterface)
        _ = try await player.call("Quit", interface: MPRIS.rootInterface)
        _ = try await player.call("Play")
        #expect(try await player.commands.next() == .play)
        #expect(
            await player.failure { () async throws(DBusError) in
                _ = try await player.call("PlayPause")
            } == .notSupported)
    }

    @Test("hostile calls are refused, and the player answers on")
    func hostileCalls() async throws {
        let player = try await ShownPlayer(playingInfo)
        let sets: [(String, DBusValue)] = [
            ("Volume", .double(.nan)), ("Volume", .int32(1)), ("Rate", .double(.nan)),
            ("Rate", .double(.infinity)), ("LoopStatus", .string("Twice")),
            ("LoopStatus", .string(String(repeating: "x", count: 1_000_000))),
            ("Shuffle", .string("true")), ("Shuffle", .variant(.boolean(true))),
        ]
        for (property, value) in sets {
            #expect(
                await player.failure { () async throws(DBusError) in
                    try await player.set(property, value)
                } == .invalidArguments)
        }
        for (member, arguments): (String, [DBusValue]) in [
            ("Seek", []), ("Seek", [.double(.nan)]), ("Seek", [.int64(0), .int64(0)]),
            ("SetPosition", [.string("x"), .int64(0)]), ("Play", [.string("x")]),
        ] {
            #expect(
                await player.failure { () async throws(DBusError) in
                    _ = try await player.call(member, arguments)
                } == .invalidArguments)
        }
        for property in ["Metadata", "Position", "CanControl", "PlaybackStatus"] {
            #expect(
                await player.failure { () async throws(DBusError) in
                    try await player.set(property, .double(1))
                } == .propertyReadOnly)
        }
        for address in ["http://x", "", ":", "file", String(repeating: "x", count: 100_000)] {
            #expect(
                await player.failure { () async throws(DBusError) in
                    _ = try await player.call("OpenUri", [.string(address)])
                } == .notSupported)
        }
        _ = try await player.call("Next")
        #expect(try await player.commands.next() == .next)
    }

    @Test("a player that waits does not keep the bus from answering")
    func slowPlayer() async throws {
        let bus = try PrivateBus()
        let names = Received<String?>()
        let gate = DispatchSemaphore(value: 0)
        let count = Mutex(0)
        let service = MediaControlsService(
            name: "Slow", info: playingInfo, on: .address(bus.address),
            nameChanged: { names.add($0) },
            handler: { _ in
                gate.wait()
                count.withLock { $0 += 1 }
            })
        let name = try #require(try await names.next())
        let client = DBusConnection(to: .address(bus.address))
        let results = Received<DBusError.Kind?>()
        for _ in 0..<100 {
            client.call(
                DBusMethodCall(
                    to: name, path: MPRIS.path, interface: MPRIS.playerInterface, member: "Next"),
                timeoutSeconds: 60
            ) { result in
                if case .failure(let error) = result { results.add(error.kind) }
                if case .success = result { results.add(nil) }
            }
        }
        // More than may wait are refused at once, while the player waits.
        for _ in 0..<36 { #expect(try await results.next() == .limitsExceeded) }
        #expect(count.withLock { $0 } == 0)
        for _ in 0..<64 { gate.signal() }
        for _ in 0..<64 { #expect(try await results.next() == nil) }
        #expect(count.withLock { $0 } == 64)
        service.close()
    }

    @Test("further players of a name have the process's number")
    func instances() async throws {
        let player = try await ShownPlayer(playingInfo)
        let names = Received<String?>()
        let second = MediaControlsService(
            name: "Test Player", info: playingInfo, on: .address(player.bus.address),
            nameChanged: { names.add($0) }, handler: { _ in })
        let pid = ProcessInfo.processInfo.processIdentifier
        #expect(
            try await names.next() == "org.mpris.MediaPlayer2.TestPlayer.instance\(pid)")
        let third = MediaControlsService(
            name: "Test Player", info: playingInfo, on: .address(player.bus.address),
            nameChanged: { names.add($0) }, handler: { _ in })
        #expect(
            try await names.next() == "org.mpris.MediaPlayer2.TestPlayer.instance\(pid)_2")
        #expect(second.busName != third.busName)
        player.service.close()
        #expect(player.service.busName == nil)
    }

    @Test("a picture's bytes are in a file while they are shown")
    func artwork() async throws {
        var info = playingInfo
        let jpeg: [UInt8] = [0xFF, 0xD8, 1, 2]
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 3]
        let player = try await ShownPlayer(info)
        func shown() async throws -> String? {
            let metadata = try await player.signals.next().1["Metadata"]
            return metadata?.members?["mpris:artUrl"]?.text
        }
        info.track?.artwork = .bytes(jpeg)
        player.service.update(info)
        let first = try #require(try await shown())
        let firstPath = try #require(filePath(ofURL: first))
        #expect(first.hasSuffix(".jpg"))
        #expect(FileManager.default.contents(atPath: firstPath).map(Array.init) == jpeg)
        info.track?.artwork = .bytes(png)
        player.service.update(info)
        let second = try #require(try await shown())
        #expect(second != first && second.hasSuffix(".png"))
        #expect(!FileManager.default.fileExists(atPath: firstPath))
        info.track?.artwork = .file("/a b.png")
        player.service.update(info)
        #expect(try await shown() == "file:///a%20b.png")
        info.track?.artwork = .bytes(jpeg)
        player.service.update(info)
        #expect(try await shown() == first)
        player.service.close()
        let left = try FileManager.default.contentsOfDirectory(
            atPath: player.folder.file("artwork"))
        #expect(left.isEmpty)
    }

    @Test("the files of players that were killed are removed")
    func leftovers() async throws {
        var info = playingInfo
        let player = try await ShownPlayer(info)
        let folder = URL(fileURLWithPath: player.folder.file("artwork"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // No process has the greatest number.
        let old = folder.appendingPathComponent("2147483647-1-00.png")
        let other = folder.appendingPathComponent("keep")
        try Data([1]).write(to: old)
        try Data([1]).write(to: other)
        info.track?.artwork = .bytes([1, 2, 3])
        player.service.update(info)
        _ = try await player.signals.next()
        #expect(!FileManager.default.fileExists(atPath: old.path))
        #expect(FileManager.default.fileExists(atPath: other.path))
        player.service.close()
    }

    @Test("a flood of updates is announced in a few signals, the last of them with the last value")
    func flood() async throws {
        let player = try await ShownPlayer(playingInfo)
        var info = playingInfo
        for number in 1...10_000 {
            info.track?.title = "\(number)"
            player.service.update(info)
        }
        var count = 0
        var title: String?
        repeat {
            title = try await player.signals.next().1["Metadata"]?.members?["xesam:title"]?.text
            count += 1
        } while title != "10000"
        #expect(count < 1000)
    }
}
