import AudioModel
import DBus
import Foundation
import Glibc
import LiveDevice
import Synchronization
import TestSupport
import Testing

import DeviceService

/// The players of a bus, with one of the test's own.
@Suite(
    "The players on the message bus", .serialized,
    .enabled(
        if: PrivateBus.isAvailable && DBusConnection.isSupported,
        "needs dbus-daemon and the trait DBus"))
struct MPRISPlayersTests {
    private static let path = "/org/mpris/MediaPlayer2"
    private static let interface = "org.mpris.MediaPlayer2.Player"

    /// A player of this process, which notes what it is told and does nothing by itself.
    private final class Player: Sendable {
        let told = Notes()
        private let status = Mutex("Playing")
        private let connection: DBusConnection

        init(_ bus: PrivateBus, _ names: String...) {
            connection = DBusConnection(to: .address(bus.address))
            let members = ["Play", "Pause", "Next", "Ping"]
            let interface = DBusInterface(
                MPRISPlayersTests.interface,
                methods: members.map { member in
                    DBusMethod(member, access: .everyone) { [told] _ throws(DBusError) in
                        if member != "Ping" { told.add(member) }
                        return []
                    }
                },
                properties: [
                    DBusProperty("PlaybackStatus", .string) { [weak self] in
                        .string(self?.status.withLock { $0 } ?? "")
                    }
                ])
            connection.export([interface], at: MPRISPlayersTests.path)
            for name in names { connection.requestName("org.mpris.MediaPlayer2." + name) }
        }

        deinit {
            connection.close()
        }

        var uniqueName: String? { connection.uniqueName }

        /// Changes its status, as its user does, and tells of it.
        func set(_ new: String) {
            status.withLock { $0 = new }
            connection.propertiesChanged(
                ["PlaybackStatus"], in: MPRISPlayersTests.interface, at: MPRISPlayersTests.path)
            // The status is read when the signal is sent.
            _ = try? connection.callAndWait(
                DBusMethodCall(
                    to: uniqueName ?? "", path: MPRISPlayersTests.path,
                    interface: MPRISPlayersTests.interface, member: "Ping"))
        }
    }

    private final class Machine {
        let bus: PrivateBus
        let folder: TemporaryFolder
        let connection: DBusConnection
        let players: MPRISPlayers

        /// - Parameter reportSeconds: The time in which the player reports what it was told.
        init(reportSeconds: Double = 0) throws {
            bus = try PrivateBus()
            folder = try TemporaryFolder()
            let connection = DBusConnection(to: .address(bus.address))
            self.connection = connection
            waitUntil("the bus") { connection.isConnected }
            players = MPRISPlayers(
                on: connection, pausedPath: folder.file("paused-players"),
                reportSeconds: reportSeconds)
        }

        deinit {
            connection.close()
        }

        /// Waits until all that a player has sent before is known.
        func sync(_ player: Player) throws {
            players.flush()
            _ = try connection.callAndWait(
                DBusMethodCall(
                    to: player.uniqueName ?? "", path: MPRISPlayersTests.path,
                    interface: MPRISPlayersTests.interface, member: "Ping"))
        }

        /// Pauses the player of this process, once it is known.
        func interrupt() {
            waitUntil("the player") { players.pause(process: getpid(), isInterruption: true) }
        }

        var kept: [String] { PausedPlayers.names(in: folder.file("paused-players")) }
    }

    /// What a player is told when an interruption begins and ends.
    ///
    /// - Parameters:
    ///   - statuses: What the player tells in between.
    ///   - reportSeconds: The time in which it reports what it was told.
    private func told(_ statuses: [String], reportSeconds: Double = 0) throws -> [String] {
        let machine = try Machine(reportSeconds: reportSeconds)
        let player = Player(machine.bus, "test")
        machine.players.begin()
        machine.interrupt()
        try machine.sync(player)
        for status in statuses { player.set(status) }
        try machine.sync(player)
        let playsOn = machine.players.play(process: getpid())
        machine.players.perform(.nextTrack, process: getpid())
        waitUntil("the end") { player.told.all.contains("Next") }
        waitUntil("no player that is paused") { machine.kept.isEmpty }
        #expect(playsOn == player.told.all.contains("Play"))
        return player.told.all
    }

    @Test("play on after an interruption, unless their user has decided otherwise")
    func resume() throws {
        #expect(try told(["Paused"]) == ["Pause", "Play", "Next"])
        // A track that changes as the player is paused.
        #expect(try told(["Playing", "Paused"]) == ["Pause", "Play", "Next"])
        // One that stops for a pause, as a live stream does.
        #expect(try told(["Stopped"]) == ["Pause", "Play", "Next"])
        // Its user plays, pauses again, or stops it.
        #expect(try told(["Paused", "Playing", "Paused"]) == ["Pause", "Next"])
        #expect(try told(["Paused", "Stopped"]) == ["Pause", "Next"])
    }

    @Test("play on after an interruption whatever they report of the time before it")
    func lateReports() throws {
        let late = ["Paused", "Playing", "Paused"]
        #expect(try told(late, reportSeconds: 3600) == ["Pause", "Play", "Next"])
    }

    @Test("are paused again before they have reported that they play on")
    func interruptedAgain() throws {
        let machine = try Machine(reportSeconds: 3600)
        let player = Player(machine.bus, "test")
        machine.players.begin()
        machine.interrupt()
        player.set("Paused")
        try machine.sync(player)
        #expect(machine.players.play(process: getpid()))
        #expect(machine.players.pause(process: getpid(), isInterruption: true))
        // The end of the pause before is reported late.
        for status in ["Playing", "Paused"] { player.set(status) }
        try machine.sync(player)
        waitUntil("the file") { machine.kept == [player.uniqueName] }
        // Another app of the same process.
        #expect(machine.players.pause(process: getpid(), isInterruption: true))
        #expect(machine.players.play(process: getpid()))
        try machine.sync(player)
        #expect(player.told.all == ["Pause", "Play", "Pause", "Play"])
    }

    @Test("stay paused after an interruption when they had been paused for good before it")
    func pausedForGood() throws {
        let machine = try Machine(reportSeconds: 3600)
        let player = Player(machine.bus, "test")
        machine.players.begin()
        waitUntil("the player") { machine.players.pause(process: getpid(), isInterruption: false) }
        #expect(machine.players.pause(process: getpid(), isInterruption: true))
        #expect(!machine.players.play(process: getpid()))
        try machine.sync(player)
        #expect(player.told.all == ["Pause"])
        #expect(machine.kept == [])
    }

    @Test("stay as their user has left them between two interruptions")
    func userBetween() throws {
        let machine = try Machine(reportSeconds: 3600)
        let player = Player(machine.bus, "test")
        machine.players.begin()
        machine.interrupt()
        player.set("Paused")
        try machine.sync(player)
        #expect(machine.players.play(process: getpid()))
        machine.players.perform(.pause, process: getpid())
        #expect(!machine.players.pause(process: getpid(), isInterruption: true))
        #expect(!machine.players.play(process: getpid()))
        try machine.sync(player)
        #expect(player.told.all == ["Pause", "Play", "Pause"])
    }

    @Test("are one for each connection, whatever names that has")
    func names() throws {
        let machine = try Machine()
        let player = Player(machine.bus, "one", "two", "three")
        machine.players.begin()
        machine.interrupt()
        player.set("Paused")
        try machine.sync(player)
        #expect(machine.players.play(process: getpid()))
        try machine.sync(player)
        #expect(player.told.all == ["Pause", "Play"])
    }

    @Test("that were paused before an interruption stay so after it")
    func others() throws {
        let machine = try Machine()
        let (playing, quiet) = (Player(machine.bus, "one"), Player(machine.bus, "two"))
        quiet.set("Paused")
        machine.players.begin()
        waitUntil("both") {
            machine.players.perform(.nextTrack, process: getpid())
            return [playing, quiet].allSatisfy { $0.told.all.contains("Next") }
        }
        machine.interrupt()
        playing.set("Paused")
        waitUntil("the file") { machine.kept == [playing.uniqueName] }
        try machine.sync(playing)
        #expect(machine.players.play(process: getpid()))
        for player in [playing, quiet] { try machine.sync(player) }
        #expect(quiet.told.all.filter { $0 != "Next" } == [])
        #expect(playing.told.all.filter { $0 != "Next" } == ["Pause", "Play"])
    }

    @Test("that an earlier service has left paused play on once")
    func leftPaused() throws {
        let machine = try Machine()
        let player = Player(machine.bus, "test")
        waitUntil("the player's name") { player.uniqueName != nil }
        let path = machine.folder.file("paused-players")
        try Data(((player.uniqueName ?? "") + "\n").utf8).write(to: URL(fileURLWithPath: path))
        let players = MPRISPlayers(on: machine.connection, pausedPath: path)
        players.begin()
        waitUntil("the player") { player.told.all == ["Play"] }
        waitUntil("the file's end") { !FileManager.default.fileExists(atPath: path) }
        players.begin()
        players.flush()
        try machine.sync(player)
        #expect(player.told.all == ["Play"])
    }

    @Test("that a killed service has left paused play on, but for those stopped or gone since")
    func released() throws {
        let machine = try Machine()
        let (paused, stopped) = (Player(machine.bus, "one"), Player(machine.bus, "two"))
        waitUntil("the names") { paused.uniqueName != nil && stopped.uniqueName != nil }
        paused.set("Paused")
        stopped.set("Stopped")
        let names = [paused.uniqueName, stopped.uniqueName, ":1.999"].compactMap(\.self)
        try (names.joined(separator: "\n") + "\n").write(
            toFile: machine.folder.file("paused-players"), atomically: true, encoding: .utf8)
        let socket = machine.folder.file("device.sock")
        #expect(playPausedPlayers(socketPath: socket, address: .address(machine.bus.address)) == 1)
        #expect(paused.told.all == ["Play"])
        #expect(stopped.told.all == [])
        #expect(machine.kept == [])
    }
}
