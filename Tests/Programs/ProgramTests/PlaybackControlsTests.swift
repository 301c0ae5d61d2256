import DBus
import Foundation
import MediaControls
import TestSupport
import Testing

/// Plays on a null device, with a message bus of the test's own.
@Suite(
    "sori play on the message bus",
    .enabled(
        if: PrivateBus.isAvailable && DBusConnection.isSupported,
        "needs dbus-daemon and the trait DBus"))
struct PlaybackControlsTests {
    private let folder: TemporaryFolder
    private let bus: PrivateBus
    private let client: DBusConnection

    init() throws {
        folder = try TemporaryFolder()
        bus = try PrivateBus()
        client = DBusConnection(to: .address(bus.address)) { _ in }
        for name in ["a.wav", "b.wav"] {
            try folder.writeWAV(
                [Float](repeating: 0.1, count: 8_000 * 300), rate: 8_000, as: name)
        }
    }

    private func call(
        _ member: String, _ arguments: [DBusValue] = [],
        of interface: String = MPRIS.playerInterface, at name: String
    ) throws -> [DBusValue] {
        try client.callAndWait(
            DBusMethodCall(
                to: name, path: MPRIS.path, interface: interface, member: member,
                arguments: arguments), timeoutSeconds: 60)
    }

    private func get(
        _ property: String, of interface: String = MPRIS.playerInterface,
        at name: String = "org.mpris.MediaPlayer2.sori"
    ) -> DBusValue? {
        let values = try? call(
            "Get", [.string(interface), .string(property)],
            of: "org.freedesktop.DBus.Properties", at: name)
        return values?.first?.unwrapped
    }

    private func control(_ member: String, _ arguments: [DBusValue] = []) throws {
        _ = try call(member, arguments, at: "org.mpris.MediaPlayer2.sori")
    }

    private func set(_ property: String, _ value: DBusValue) throws {
        _ = try call(
            "Set", [.string(MPRIS.playerInterface), .string(property), .variant(value)],
            of: "org.freedesktop.DBus.Properties", at: "org.mpris.MediaPlayer2.sori")
    }

    private func play(_ files: [String], bus address: String) throws -> (
        process: TestProcess, output: Pipe, errors: Pipe
    ) {
        let process = TestProcess()
        process.executableURL = BuiltProgram.sori.url
        process.arguments = ["play", "--output", "null"] + files.map { folder.file($0) }
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["DBUS_SESSION_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": folder.path]) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        return (process, output, errors)
    }

    private func title() -> String? { get("Metadata")?.members?["xesam:title"]?.unwrapped.text }

    @Test("shows what it plays, and does what desktops and media keys ask for")
    func controls() throws {
        let (process, output, errors) = try play(["a.wav", "b.wav"], bus: bus.address)
        try waitUntil { title() == "a.wav" }
        #expect(get("Identity", of: MPRIS.rootInterface)?.text == "Sori")
        let metadata = get("Metadata")?.members
        #expect(metadata?["mpris:length"]?.unwrapped.integer == 300_000_000)
        #expect(metadata?["xesam:url"]?.unwrapped.text == "file://" + folder.file("a.wav"))
        #expect(get("PlaybackStatus")?.text == "Playing")
        try control("Pause")
        try waitUntil { get("PlaybackStatus")?.text == "Paused" }
        try control("PlayPause")
        try waitUntil { get("PlaybackStatus")?.text == "Playing" }
        try set("Volume", .double(0.5))
        try waitUntil { get("Volume")?.number == 0.5 }
        try control("Seek", [.int64(100_000_000)])
        try waitUntil { get("Position")?.integer ?? 0 >= 100_000_000 }
        let id = get("Metadata")?.members?["mpris:trackid"]?.unwrapped.text
        try control("SetPosition", [.objectPath(try #require(id)), .int64(200_000_000)])
        try waitUntil { get("Position")?.integer ?? 0 >= 200_000_000 }
        #expect(get("CanGoNext")?.bool == true)
        try control("Next")
        try waitUntil { title() == "b.wav" && get("CanGoNext")?.bool == false }
        // Another one beside it has a name of its own.
        let (other, _, _) = try play(["b.wav"], bus: bus.address)
        let name = "org.mpris.MediaPlayer2.sori.instance\(other.processIdentifier)"
        try waitUntil { get("PlaybackStatus", at: name)?.text == "Playing" }
        other.terminate()
        other.waitUntilExit()
        try control("Stop")
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(text.contains("playing b.wav"))
        #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
        #expect(get("PlaybackStatus") == nil)
    }

    @Test("plays silently of it where there is no bus")
    func missing() throws {
        let (process, _, errors) = try play(
            ["a.wav"], bus: "unix:path=" + folder.file("nothing"))
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationStatus == 143 || process.terminationStatus == 15)
        #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    }
}
