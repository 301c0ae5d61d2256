import DBus
import Foundation
import TestSupport
import Testing

private let gdbus = "/usr/bin/gdbus"
private let playerctlPath = "/usr/bin/playerctl"

private func isThere(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

@Suite(
    "An app of its own process on the desktop", .timeLimit(.minutes(5)), .serialized,
    .enabled(
        if: PrivateBus.isAvailable && DBusConnection.isSupported, "no dbus-daemon, or no trait DBus"
    ),
    .enabled(if: isThere(gdbus), "gdbus is not installed (package libglib2.0-bin)"),
    .enabled(if: isThere(playerctlPath), "playerctl is not installed (package playerctl)"))
struct DesktopTests {
    /// The app, on a bus of the test's own.
    private final class Guest {
        let bus: PrivateBus
        private let process = TestProcess()
        private let output = Pipe()
        private let input = Pipe()
        private var pending = Data()

        init() throws {
            bus = try PrivateBus()
            process.executableURL = BuiltProgram(name: "NowPlayingGuest").url
            process.environment = environment
            process.standardOutput = output
            process.standardInput = input
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        deinit {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }

        private var environment: [String: String] {
            ProcessInfo.processInfo.environment.merging([
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_RUNTIME_DIR": "/nonexistent",
            ]) { $1 }
        }

        /// The next line that the app prints.
        func nextLine() -> String {
            while true {
                if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: pending[pending.startIndex..<end], as: UTF8.self)
                    pending = Data(pending[(end + 1)...])
                    return line
                }
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { return "the app has ended" }
                pending += more
            }
        }

        func run(_ path: String, _ words: [String]) throws -> String {
            let tool = TestProcess()
            tool.executableURL = URL(fileURLWithPath: path)
            tool.arguments = words
            tool.environment = environment
            let output = Pipe()
            tool.standardOutput = output
            try tool.run()
            let bytes = output.fileHandleForReading.readDataToEndOfFile()
            tool.waitUntilExit()
            #expect(tool.terminationStatus == 0, "\(words)")
            return String(decoding: bytes, as: UTF8.self).trimmingCharacters(
                in: .whitespacesAndNewlines)
        }

        /// Waits until the app has its name on the bus.
        func awaitName() throws {
            _ = try run(
                gdbus,
                [
                    "wait", "--address", bus.address, "--timeout", "60",
                    "org.mpris.MediaPlayer2.NowPlayingGuest",
                ])
        }

        func playerctl(_ words: String...) throws -> String {
            try run(playerctlPath, ["-p", "NowPlayingGuest"] + words)
        }
    }

    @Test("shows what it plays, and obeys the commands that it has handlers for")
    func commands() throws {
        let guest = try Guest()
        #expect(guest.nextLine() == "ready")
        try guest.awaitName()
        #expect(
            try guest.playerctl("metadata", "--format", "{{artist}} - {{title}}")
                == "Satie - Gymnopédie 1")
        #expect(try guest.playerctl("metadata", "mpris:length") == "181500000")
        #expect(try guest.playerctl("status") == "Playing")
        _ = try guest.playerctl("pause")
        #expect(guest.nextLine() == "pause")
        #expect(try guest.playerctl("status") == "Paused")
        // The app takes play and pause, not the toggle.
        _ = try guest.playerctl("play-pause")
        #expect(guest.nextLine() == "play")
        _ = try guest.playerctl("next")
        #expect(guest.nextLine() == "next")
        #expect(try guest.playerctl("metadata", "title") == "Gymnopédie 2")
        _ = try guest.playerctl("position", "42")
        #expect(guest.nextLine() == "position 42.0")
        _ = try guest.playerctl("loop", "Track")
        #expect(guest.nextLine() == "repeat 1")
        #expect(try guest.playerctl("loop") == "Track")
    }

    @Test("shows a player what it cannot do")
    func capabilities() throws {
        let guest = try Guest()
        #expect(guest.nextLine() == "ready")
        try guest.awaitName()
        func property(_ name: String) throws -> String {
            try guest.run(
                gdbus,
                [
                    "call", "--address", guest.bus.address, "--dest",
                    "org.mpris.MediaPlayer2.NowPlayingGuest", "--object-path",
                    "/org/mpris/MediaPlayer2", "--method", "org.freedesktop.DBus.Properties.Get",
                    "org.mpris.MediaPlayer2.Player", name,
                ])
        }
        #expect(try property("CanGoNext") == "(<true>,)")
        #expect(try property("CanGoPrevious") == "(<false>,)")
        #expect(try property("CanPlay") == "(<true>,)")
        #expect(try property("CanSeek") == "(<true>,)")
    }
}
