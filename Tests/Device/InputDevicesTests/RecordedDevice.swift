import Foundation
import InputDevices
import TestSupport

/// An input device that umockdev plays to a program, with its events.
///
/// Source: umockdev-run(1), umockdev-record(1); evemu's format of events.
struct RecordedDevice: Sendable {
    var number: Int
    var description: InputDeviceDescription
    var state = InputDeviceState()
    /// Whether it has force feedback (`FF_RUMBLE`).
    var hasRumble = false
    var events: [InputEvent] = []

    var path: String { "/dev/input/event\(number)" }

    /// Writes the device's files.
    ///
    /// - Returns: The arguments of `umockdev-run`.
    func write(to folder: TemporaryFolder) throws -> [String] {
        let device = folder.file("device\(number)")
        let ioctls = folder.file("ioctl\(number)")
        let events = folder.file("events\(number)")
        try """
        P: /devices/platform/test\(number)/input/input\(number)/event\(number)
        N: input/event\(number)
        E: DEVNAME=\(path)
        E: SUBSYSTEM=input
        A: dev=13:\(64 + number)


        """.write(toFile: device, atomically: true, encoding: .utf8)
        try (ioctlLines.joined(separator: "\n") + "\n")
            .write(toFile: ioctls, atomically: true, encoding: .utf8)
        let lines = self.events.map { event in
            "E: 0.000000 \(hexadecimal(event.type)) \(hexadecimal(event.code)) \(event.value)\n"
        }
        try lines.joined().write(toFile: events, atomically: true, encoding: .utf8)
        let replay = lines.isEmpty ? [] : ["-e", "\(path)=\(events)"]
        return ["-d", device, "-i", "\(path)=\(ioctls)"] + replay
    }

    /// The answers to ioctls; the lengths are those of the requests.
    private var ioctlLines: [String] {
        let identity = [UInt8(clamping: max(description.bus, 0)), 0, 1, 0, 2, 0, 3, 0]
        var types: [UInt16] = [InputEventType.synchronization]
        if !description.keys.isEmpty { types.append(InputEventType.key) }
        if !description.axes.isEmpty { types.append(InputEventType.absolute) }
        if !description.switches.isEmpty { types.append(InputEventType.switch) }
        if hasRumble { types.append(0x15) }
        let name = Array(description.name.utf8)
        var lines = [
            "@DEV \(path)", "EVIOCGID 0 \(text(identity))",
            "EVIOCGNAME \(name.count + 1) "
                + text(name + [UInt8](repeating: 0, count: 255 - name.count)),
            "EVIOCGBIT(0) 8 \(text(bits(types, 8)))",
            "EVIOCGKEY 96 \(text(bits(state.heldKeys.codes, 96)))",
            "EVIOCGSW 8 \(text(bits(state.switches.codes, 8)))",
        ]
        for (type, codes, byteCount) in [
            (1, description.keys.codes, 96), (3, description.axes.codes, 8),
            (5, description.switches.codes, 8), (0x15, hasRumble ? [0x50] : [], 16),
        ] where !codes.isEmpty {
            lines.append("EVIOCGBIT(\(type)) \(byteCount) \(text(bits(codes, byteCount)))")
        }
        if let value = state.soundProfile {
            // The value, and the five other fields of an axis.
            lines.append(
                "EVIOCGABS(34) 0 \(text([UInt8(clamping: value)]))"
                    + String(repeating: "0", count: 46))
        }
        return lines
    }

    private func bits(_ codes: [UInt16], _ byteCount: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        for code in codes { bytes[Int(code) / 8] |= 1 << (code % 8) }
        return bytes
    }

    private func text(_ bytes: [UInt8]) -> String {
        bytes.map { (($0 < 16 ? "0" : "") + String($0, radix: 16)).uppercased() }.joined()
    }

    private func hexadecimal(_ value: UInt16) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

/// A program that reads input devices, with the lines that it prints.
final class GuestProcess {
    private let process = TestProcess()
    private let input = Pipe()
    private let output = Pipe()
    private var pending: [UInt8] = []

    /// Starts `InputGuest`, in a testbed with devices.
    init(
        _ devices: [RecordedDevice], in folder: TemporaryFolder, before: [String] = [],
        _ words: [String]
    ) throws {
        var arguments: [String] = []
        for device in devices { arguments += try device.write(to: folder) }
        let program = BuiltProgram(name: "InputGuest").url.path
        // A guest that hangs fails its test instead of hanging it.
        let limit = ["timeout", "-s", "KILL", "300"]
        let runner =
            devices.isEmpty
            ? [] : [ExternalProgram.umockdevRun.rawValue] + arguments + ["--"]
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = limit + runner + before + [program] + words
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try? input.fileHandleForReading.close()
        try? output.fileHandleForWriting.close()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        if process.isRunning { process.terminate() }
    }

    /// The next line; nil at the end of the output.
    func line() -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeFirst(end + 1)
                return line
            }
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { return nil }
            pending += bytes
        }
    }

    /// Reads lines up to one, and returns whether it came.
    func reads(_ expected: String) -> Bool {
        while let line = line() { if line == expected { return true } }
        return false
    }

    func send(_ line: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// The lines that answer `devices`.
    func devices() -> [String] {
        send("devices")
        var lines: [String] = []
        while let line = line() {
            lines.append(line)
            if line.hasPrefix("denied") { break }
        }
        return lines
    }

    /// Asks for the devices until the answer is as expected.
    func waitForDevices(_ expected: [String]) -> Bool {
        while true {
            let lines = devices()
            if lines.isEmpty { return false }
            if lines == expected { return true }
        }
    }

    /// Everything up to the end of the output.
    func rest() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        process.waitUntilExit()
        return lines
    }
}
