import Foundation
import Glibc
import InputDevices
import TestSupport
import Testing

@Suite(
    "Input devices of a machine", .timeLimit(.minutes(10)),
    .enabled(
        if: ExternalProgram.umockdevRun.isInstalled, "\(ExternalProgram.umockdevRun.notInstalled)"))
struct InputDeviceMonitorTests {
    /// A device with events, and the lines that a program prints which reads it.
    struct Row: Sendable, CustomTestStringConvertible {
        var device: RecordedDevice
        var options = "phone"
        var expected: [String]

        var testDescription: String { device.description.name }
    }

    private static func press(_ key: UInt16) -> [InputEvent] {
        [.down(key), .report, .up(key), .report]
    }

    static let rows = [
        Row(
            device: RecordedDevice(
                number: 5, description: .volumeButtons,
                events: press(InputKey.volumeUp) + press(116) + press(InputKey.volumeDown)),
            expected: ["ready", "act press volume up", "act press volume down"]),
        Row(
            device: RecordedDevice(
                number: 12, description: .keyboard,
                events: press(30) + press(InputKey.playPause) + press(InputKey.mute)),
            options: "phone,mute-key",
            expected: [
                "ready", "act user presses toggle", "act switch to the other position",
            ]),
        Row(
            device: RecordedDevice(
                number: 0, description: .slider, state: InputDeviceState(soundProfile: 2),
                events: [.slide(1), .report, .slide(2), .report]),
            expected: [
                "act switch ring", "ready", "act setting vibrate-on-silent on",
                "act switch silent", "act switch ring",
            ]),
        Row(
            device: RecordedDevice(
                number: 1, description: .muteSwitch,
                state: InputDeviceState(switches: [InputSwitch.muteDevice]),
                events: [.set(InputSwitch.muteDevice, false), .report]),
            expected: ["act switch silent", "ready", "act switch ring"]),
        Row(
            device: RecordedDevice(
                number: 2, description: .jack,
                state: InputDeviceState(switches: [InputSwitch.headphoneInsert]),
                events: [.set(InputSwitch.headphoneInsert, false), .report]),
            expected: ["act plug headphones", "ready", "act unplug headphones"]),
        Row(
            device: RecordedDevice(
                number: 3, description: .jack,
                events: [
                    .set(InputSwitch.headphoneInsert, true),
                    .set(InputSwitch.microphoneInsert, true), .report,
                ]),
            expected: ["ready", "act plug headset"]),
    ]

    @Test("report what their user does", arguments: rows)
    func reads(_ row: Row) throws {
        let folder = try TemporaryFolder()
        let count = row.expected.count { $0.hasPrefix("act") }
        let guest = try GuestProcess([row.device], in: folder, ["\(count)", row.options])
        #expect(guest.rest() == row.expected)
    }

    @Test("are found when they are plugged in, and forgotten when they are gone")
    func hotPlug() throws {
        let folder = try TemporaryFolder()
        let device = RecordedDevice(
            number: 7, description: .jack,
            state: InputDeviceState(switches: [
                InputSwitch.lineoutInsert, InputSwitch.headphoneInsert,
            ])
        )
        // The device is hidden before the program begins.
        let script =
            #"echo "$UMOCKDEV_DIR"; mv "$UMOCKDEV_DIR/dev/input/event7" "$UMOCKDEV_DIR/x"; "#
        let guest = try GuestProcess(
            [device], in: folder, before: ["sh", "-c", script + #"exec "$0" "$@""#],
            ["99", "phone"])
        let testbed = try #require(guest.line())
        #expect(guest.line() == "ready")
        #expect(guest.devices() == ["denied 0"])
        let file = testbed + "/dev/input/event7"
        #expect(rename(testbed + "/x", file) == 0)
        #expect(guest.line() == "act plug headphones")
        #expect(guest.waitForDevices(["device /dev/input/event7 Phone Headset Jack", "denied 0"]))
        #expect(unlink(file) == 0)
        #expect(guest.line() == "act unplug headphones")
        #expect(guest.devices() == ["denied 0"])
    }

    @Test("with nothing to read are not kept open")
    func notNeeded() throws {
        let folder = try TemporaryFolder()
        let mouse = InputDeviceDescription(name: "Mouse", bus: InputBus.usb, keys: [0x110, 0x111])
        let guest = try GuestProcess(
            [
                RecordedDevice(number: 1, description: mouse),
                RecordedDevice(number: 2, description: .avrcp),
                RecordedDevice(number: 3, description: .keyboard),
            ], in: folder, ["99", "phone,no-volume-keys"])
        #expect(guest.line() == "ready")
        #expect(
            guest.devices() == [
                "device /dev/input/event2 Headphones (AVRCP)",
                "device /dev/input/event3 Keyboard", "denied 0",
            ])
    }

    @Test("are the motor only where it is the phone's own")
    func motors() throws {
        let folder = try TemporaryFolder()
        let gamepad = InputDeviceDescription(name: "Gamepad", keys: [0x130, 0x131])
        let vibrator = InputDeviceDescription(name: "Vibrator")
        for (device, expected) in [
            (RecordedDevice(number: 1, description: gamepad, hasRumble: true), "no motor"),
            (RecordedDevice(number: 1, description: vibrator, hasRumble: true), "motor"),
            (RecordedDevice(number: 1, description: .keyboard), "no motor"),
        ] {
            let guest = try GuestProcess([device], in: folder, ["99", "phone"])
            #expect(guest.line() == "ready")
            guest.send("motor")
            #expect(guest.line() == expected)
        }
    }
}

@Suite("The folder of input devices", .timeLimit(.minutes(10)))
struct InputFolderTests {
    @Test("may be missing, come, and go")
    func folderComes() throws {
        let parent = try TemporaryFolder()
        let folder = parent.file("input")
        let guest = try GuestProcess(
            [], in: parent, before: asUnprivileged, ["99", "phone", folder])
        #expect(chmod(parent.path, 0o755) == 0)
        #expect(guest.line() == "ready")
        for _ in 0..<2 {
            // The folder that has come is watched, so that a file in it is found.
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
            try makeUnreadable(folder + "/event3")
            #expect(guest.waitForDevices(["denied 1"]))
            try FileManager.default.removeItem(atPath: folder)
            #expect(guest.waitForDevices(["denied 0"]))
        }
    }

    @Test("has devices that may be read only later")
    func permissions() throws {
        let folder = try TemporaryFolder()
        #expect(chmod(folder.path, 0o755) == 0)
        let file = folder.file("event3")
        try makeUnreadable(file)
        try makeUnreadable(folder.file("mouse0"))
        let guest = try GuestProcess(
            [], in: folder, before: asUnprivileged, ["99", "phone", folder.path])
        #expect(
            guest.line()
                == "warning none of 1 input devices may be read (permission denied); "
                + "see docs/device-input.md")
        #expect(guest.line() == "ready")
        #expect(guest.devices() == ["denied 1"])
        // It is no input device, and is closed again.
        #expect(chmod(file, 0o644) == 0)
        #expect(guest.waitForDevices(["denied 0"]))
        #expect(chmod(file, 0) == 0)
        #expect(guest.waitForDevices(["denied 1"]))
    }

    private func makeUnreadable(_ path: String) throws {
        let made = FileManager.default.createFile(
            atPath: path, contents: nil, attributes: [.posixPermissions: 0])
        try #require(made)
    }

    /// The words that let root run a program without root's rights.
    private var asUnprivileged: [String] {
        geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    }
}
