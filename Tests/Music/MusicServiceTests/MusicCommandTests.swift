import DBus
import Foundation
import MusicLibrary
import MusicService
import Playback
import TestSupport
import Testing

@Suite("sori music", .needsBus, .timeLimit(.minutes(10)))
struct MusicCommandTests {
    @Test("plays files, moves through them and says so")
    func files() async throws {
        let machine = try ServiceMachine()
        _ = try await machine.startService()
        let songs = try machine.songs(3)
        let paths = songs.compactMap(\.path)
        var result = try machine.sori(["music", "play"] + paths)
        #expect(result.errors == "" && result.code == 0)
        #expect(result.output.hasPrefix("playing  song1.wav"))
        #expect(result.output.contains("queue 1 of 3, repeat none, shuffle off, volume 100 %"))
        result = try machine.sori(["music", "next"])
        #expect(result.output.hasPrefix("playing  song2.wav"))
        result = try machine.sori(["music", "pause"])
        #expect(result.output.hasPrefix("paused  song2.wav"))
        result = try machine.sori(["music", "seek", "0:30"])
        #expect(result.output.contains("0:30.0 / 10:00.0"))
        result = try machine.sori(["music", "seek", "-10"])
        #expect(result.output.contains("0:20.0 / 10:00.0"))
        result = try machine.sori(["music", "volume", "40"])
        #expect(result.output.contains("volume 40 %"))
        result = try machine.sori(["music", "volume", "+5"])
        #expect(result.output.contains("volume 45 %"))
        result = try machine.sori(["music", "repeat", "all"])
        #expect(result.output.contains("repeat all"))
        result = try machine.sori(["music", "add", "--next", paths[0]])
        #expect(result.output.contains("queue 2 of 4"))
        result = try machine.sori(["music", "queue"])
        #expect(
            result.output
                == "  1  song1.wav\n> 2  song2.wav\n  3  song1.wav\n  4  song3.wav\n")
        result = try machine.sori(["music", "status", "--json"])
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let status = try #require(object as? [String: Any])
        #expect(status["state"] as? String == "paused" && status["place"] as? Int == 1)
        #expect(status["durationSeconds"] as? Double == 600)
        result = try machine.sori(["music", "toggle"])
        #expect(result.output.hasPrefix("playing  song2.wav"))
        result = try machine.sori(["music", "stop"])
        #expect(result.output.hasPrefix("stopped\nqueue 0"))
    }

    @Test(
        "refuses what it cannot do, with advice",
        arguments: [
            (["ply"], Int32(2), "did you mean"), (["seek", "x"], 2, "1:30"),
            (["volume", "101"], 2, "percentage"), (["repeat", "twice"], 2, "none, one, all"),
            (["next", "2"], 2, "one word too many"), (["add"], 2, "name an artist"),
            (["play", "/nowhere.mp3"], 3, "no such file"), (["play", "words"], 4, "sori library"),
            (["pause", "--artist", "A"], 2, "needs play or add"),
            (["--output", "null"], 2, "needs --service"),
            (["--service", "play"], 2, "takes no ACTION"),
            (["--service", "--output", "x"], 2, "unknown output"),
        ])
    func wrongUse(words: [String], code: Int32, text: String) throws {
        let machine = try ServiceMachine()
        let result = try machine.sori(["music"] + words)
        #expect(result.code == code)
        #expect(result.errors.contains(text))
    }

    @Test("without a session bus says so", arguments: [["status"], ["--service"]])
    func withoutBus(words: [String]) throws {
        let result = try BuiltProgram.sori.run(
            ["music"] + words,
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
        #expect(result.code == 4)
        #expect(result.errors.contains("no session bus") && result.errors.contains("dbus-run"))
    }

    @Test("starts the service itself where no activation file is")
    func launch() async throws {
        let machine = try ServiceMachine()
        // The service must not sound: without songs it has nothing to play.
        let result = try machine.sori(["music", "status"])
        #expect(result.code == 0 && result.output.hasPrefix("stopped"))
        let client = try await machine.connect()
        #expect(client.snapshot.state == .stopped)
        // MPRIS's `Quit` ends it.
        let owners = Received<String?>()
        let connection = DBusConnection(to: .address(machine.bus.address))
        let watch = connection.watchOwner(of: MusicServiceNames.busName) { owners.add($0) }
        #expect(try await owners.next() != nil)
        let call = DBusMethodCall(
            to: "org.mpris.MediaPlayer2.SoriMusic", path: "/org/mpris/MediaPlayer2",
            interface: "org.mpris.MediaPlayer2", member: "Quit")
        _ = try? await connection.call(call, timeoutSeconds: 60)
        #expect(try await owners.next() == nil)
        withExtendedLifetime(watch) {}
    }
}
