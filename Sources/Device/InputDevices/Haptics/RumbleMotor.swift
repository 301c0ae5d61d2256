import AudioModel
import CLinuxShim
import Glibc

/// A motor that plays force-feedback effects. One thread at a time.
package protocol RumbleMotor: AnyObject {
    /// Uploads an effect, or changes the one with a number.
    ///
    /// - Parameters:
    ///   - effect: The number of the effect; `nil` for a new one.
    ///   - delayMilliseconds: The pause before each repetition.
    /// - Returns: The number; `nil` when the motor is gone.
    func upload(_ effect: Int16?, milliseconds: UInt16, delayMilliseconds: UInt16) -> Int16?
    /// Plays an effect a number of times, or stops it with 0.
    ///
    /// - Returns: Whether the motor is still there.
    func play(_ effect: Int16, repetitions: Int32) -> Bool
    func remove(_ effect: Int16)
    func close()
}

/// The motor behind an input device with force feedback (`FF_RUMBLE`).
///
/// Source: <linux/input.h>, `struct ff_effect`; kernel documentation, "Force feedback for Linux".
package final class EventDeviceMotor: RumbleMotor {
    private let descriptor: Int32

    /// The strength of both motors of a device, of 65,535.
    private static let magnitude: UInt16 = 0xC000
    /// Number of files that are looked at.
    private static let filesMax = 1_024
    private static let (eventTypeKey, eventTypeForceFeedback): (UInt32, UInt32) = (0x01, 0x15)
    private static let rumble = 0x50
    /// The first buttons of mice, joysticks and gamepads up to the last of a gamepad: a motor
    /// between them is not the device's own.
    private static let buttons = 0x110...0x13e

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Opens the first motor that is not one of a gamepad, a joystick or a mouse.
    ///
    /// - Returns: `nil` when there is none that this process may use.
    package static func find(in folder: String) -> EventDeviceMotor? {
        guard let entries = opendir(folder) else { return nil }
        defer { closedir(entries) }
        var names: [String] = []
        while names.count < filesMax, let entry = readdir(entries) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("event") { names.append(name) }
        }
        for name in names.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
            let descriptor = open(folder + "/" + name, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if isMotor(descriptor) { return EventDeviceMotor(descriptor) }
            Glibc.close(descriptor)
        }
        return nil
    }

    private static func isMotor(_ descriptor: Int32) -> Bool {
        func codes(_ type: UInt32, byteCount: Int) -> [UInt8]? {
            var bits = [UInt8](repeating: 0, count: byteCount)
            guard sori_input_codes(descriptor, type, &bits, UInt(byteCount)) == 0 else {
                return nil
            }
            return bits
        }
        func has(_ bits: [UInt8], _ code: Int) -> Bool {
            code / 8 < bits.count && bits[code / 8] & (1 << (code % 8)) != 0
        }
        guard let effects = codes(eventTypeForceFeedback, byteCount: 16), has(effects, rumble)
        else { return false }
        let keys = codes(eventTypeKey, byteCount: 96) ?? []
        return !buttons.contains { has(keys, $0) }
    }

    package func upload(
        _ effect: Int16?, milliseconds: UInt16, delayMilliseconds: UInt16
    ) -> Int16? {
        var number = effect ?? -1
        let status = sori_rumble_upload(
            descriptor, &number, Self.magnitude, milliseconds, delayMilliseconds)
        return status == 0 ? number : nil
    }

    package func play(_ effect: Int16, repetitions: Int32) -> Bool {
        sori_rumble_play(descriptor, effect, repetitions) == 0
    }

    package func remove(_ effect: Int16) { _ = sori_rumble_remove(descriptor, effect) }

    /// Closes the device, which removes all effects.
    package func close() { Glibc.close(descriptor) }
}
