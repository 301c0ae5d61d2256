import DBus
import Foundation
import MediaControls
import TestSupport
import Testing

@Suite(
    "playerctl", .needsBus, .timeLimit(.minutes(10)),
    .enabled(
        if: ExternalProgram.playerctl.isInstalled, "\(ExternalProgram.playerctl.notInstalled)"))
struct PlayerctlTests {
    private func playerctl(_ words: [String], on player: ShownPlayer) throws -> String {
        let process = try start(words, on: player)
        let output = try #require(process.standardOutput as? Pipe)
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    private func start(_ words: [String], on player: ShownPlayer) throws -> TestProcess {
        let process = TestProcess()
        process.executableURL = URL(
            fileURLWithPath: try #require(ExternalProgram.playerctl.path))
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["DBUS_SESSION_BUS_ADDRESS": player.bus.address]) { $1 }
        process.standardOutput = Pipe()
        try process.run()
        return process
    }

    @Test("reads what the player shows")
    func reads() async throws {
        var info = playingInfo
        // It extrapolates the position by a clock of its own.
        info.status = .paused
        let player = try await ShownPlayer(info)
        #expect(try playerctl(["--list-all"], on: player) == "TestPlayer")
        #expect(try playerctl(["status"], on: player) == "Paused")
        #expect(
            try playerctl(
                ["metadata", "--format", "{{artist}} - {{title}} {{duration(mpris:length)}}"],
                on: player) == "A, B - Één 3:20")
        #expect(try playerctl(["position"], on: player) == "10.000000")
        #expect(try playerctl(["volume"], on: player) == "1.000000")
        #expect(try playerctl(["loop"], on: player) == "None")
        #expect(try playerctl(["shuffle"], on: player) == "Off")
    }

    @Test(
        "controls the player",
        arguments: [
            (["play-pause"], MediaControlCommand.playPause), (["next"], .next),
            (["previous"], .previous), (["pause"], .pause), (["stop"], .stop), (["play"], .play),
            (["position", "42"], .setPosition(42)), (["position", "5+"], .seek(by: 5)),
            (["volume", "0.5"], .setVolume(0.5)), (["loop", "Track"], .setLoop(.track)),
            (["shuffle", "On"], .setShuffle(true)),
        ])
    func controls(words: [String], expected: MediaControlCommand) async throws {
        let player = try await ShownPlayer(playingInfo)
        _ = try playerctl(words, on: player)
        #expect(try await player.commands.next() == expected)
    }

    @Test("follows the player")
    func follows() async throws {
        let player = try await ShownPlayer(playingInfo)
        let process = try start(
            ["--follow", "metadata", "--format", "{{status}} {{title}}"], on: player)
        let reading = try #require(process.standardOutput as? Pipe).fileHandleForReading
        let lines = Received<String>()
        reading.readabilityHandler = { handle in
            for line in String(decoding: handle.availableData, as: UTF8.self).split(
                separator: "\n")
            {
                lines.add(String(line))
            }
        }
        #expect(try await lines.next() == "Playing Één")
        var info = playingInfo
        info.status = .paused
        player.service.update(info)
        #expect(try await lines.next() == "Paused Één")
        info.track?.id = "song 2"
        info.track?.title = "Two"
        player.service.update(info)
        var line = try await lines.next()
        while line == "Paused Één" { line = try await lines.next() }
        #expect(line == "Paused Two")
        reading.readabilityHandler = nil
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
