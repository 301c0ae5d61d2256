import AudioModel
import SoundClient
import SoundMixer
import SoundServer

/// The device's own sounds: ringtone, alarm, timer and the other party of a call.
///
/// Ownership: the story's thread, which alone calls it.
final class PhoneSounds: DeviceOutputs, @unchecked Sendable {
    private(set) var sound: AppSound!
    private weak var story: Story?
    private var numbers: [StreamKind: Int] = [:]

    func connect(to server: Server, environment: VirtualEnvironment, story: Story) {
        self.story = story
        sound = AppSound(
            mixer: Mixer(outputRate: Double(OutputFrames.rate)), environment: environment,
            connect: { server.connectDevice($0) })
    }

    /// Releases the library, which holds the server that holds this object.
    func disconnect() { sound = nil }

    /// The tone of one of the device's own sounds.
    struct Tone {
        /// The scenario language's name, after `phone.`.
        var name: String
        var hertz: Double
        /// Length; `nil` for a sound that lasts until it is ended.
        var seconds: Double?
    }

    /// The tone of each kind of sound; the other party's name is the scenario language's.
    static func tone(of kind: StreamKind) -> Tone? {
        switch kind {
        case .ringtone: Tone(name: "ringtone", hertz: 660)
        case .alarm: Tone(name: "alarm", hertz: 880)
        case .timer: Tone(name: "timer", hertz: 990)
        case .callAudio: Tone(name: "call", hertz: 300)
        case .emergencyAlert: Tone(name: "emergency", hertz: 853)
        case .messageTone: Tone(name: "message", hertz: 1_320, seconds: 0.6)
        case .keyClick: Tone(name: "click", hertz: 2_500, seconds: 0.03)
        case .player, .queue, .unit, .recorder, .systemSound, .alertSound: nil
        }
    }

    func vibrate(with stream: StreamID?) {
        // The story records the effect; there is no motor.
    }

    func begin(_ deviceSound: StreamKind) {
        guard let story, let tone = PhoneSounds.tone(of: deviceSound) else { return }
        // A short sound that still plays starts over.
        end(deviceSound)
        let spec = SoundSpec.tone(hertz: tone.hertz, seconds: tone.seconds)
        numbers[deviceSound] = story.startPhoneSound(tone.name, deviceSound, spec)
    }

    func end(_ deviceSound: StreamKind) {
        guard let number = numbers.removeValue(forKey: deviceSound) else { return }
        try? sound?.stopStream(number)
    }
}
