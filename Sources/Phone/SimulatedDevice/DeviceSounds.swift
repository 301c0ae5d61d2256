import AudioModel
import SoundMixer
import SoundServer

/// The device's own sounds: a tone for each kind, for as long as the sound lasts.
///
/// Ownership: `player` is set before the first call, `numbers` are used in `perform`, and the server
/// calls `vibrate` one at a time.
final class DeviceSounds: DeviceOutputs, @unchecked Sendable {
    /// Plays the tones; `nil` for a device without sounds of its own.
    weak var player: (any DeviceSoundPlayer)?
    /// The sound that the ringing call brings itself; `nil` for the phone's ring.
    var ring: () -> VoiceSource? = { nil }
    private var numbers: [StreamKind: Int] = [:]
    /// Number of vibrations so far; there is no motor.
    private(set) var vibrationCount = 0

    func vibrate(with stream: StreamID?) {
        vibrationCount += 1
    }

    func begin(_ deviceSound: StreamKind) {
        player?.perform { [self] in
            guard let player, let tone = DeviceTone(of: deviceSound) else { return }
            // A short sound that still plays starts over.
            stop(deviceSound)
            let ring = deviceSound == .ringtone ? ring() : nil
            numbers[deviceSound] =
                ring.flatMap { player.start($0, deviceSound) }
                ?? player.start(tone, deviceSound)
        }
    }

    func end(_ deviceSound: StreamKind) {
        player?.perform { [self] in stop(deviceSound) }
    }

    private func stop(_ deviceSound: StreamKind) {
        if let number = numbers.removeValue(forKey: deviceSound) { player?.stop(number) }
    }
}

/// Plays the tones of a device's own sounds.
protocol DeviceSoundPlayer: AnyObject {
    /// Runs a block on the player's queue or, in virtual time, at once.
    func perform(_ block: @escaping @Sendable () -> Void)
    /// Starts a tone.
    ///
    /// - Returns: The stream's number; `nil` if it was refused.
    func start(_ tone: DeviceTone, _ kind: StreamKind) -> Int?
    /// Starts a sound that an app brings.
    ///
    /// - Returns: The stream's number; `nil` if it was refused, or for the phone's own tone instead.
    func start(_ source: VoiceSource, _ kind: StreamKind) -> Int?
    func stop(_ number: Int)
}

extension DeviceSoundPlayer {
    /// Leaves the phone its own tone.
    func start(_ source: VoiceSource, _ kind: StreamKind) -> Int? { nil }
}

/// The tone of one of the device's own sounds.
struct DeviceTone {
    /// The scenario language's name, after `phone.`.
    var name: String
    var hertz: Double
    /// Length; `nil` for a sound that lasts until it is ended.
    var seconds: Double?

    /// - Returns: `nil` for the sound of an app.
    init?(of kind: StreamKind) {
        switch kind {
        case .ringtone: (name, hertz) = ("ringtone", 660)
        case .alarm: (name, hertz) = ("alarm", 880)
        case .timer: (name, hertz) = ("timer", 990)
        // The voice of the other party.
        case .callAudio: (name, hertz) = ("call", 300)
        case .emergencyAlert: (name, hertz) = ("emergency", 853)
        case .messageTone: (name, hertz, seconds) = ("message", 1_320, 0.6)
        case .keyClick: (name, hertz, seconds) = ("click", 2_500, 0.03)
        case .player, .queue, .unit, .recorder, .systemSound, .alertSound: return nil
        }
    }
}
