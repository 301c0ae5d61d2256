import AudioModel
import SoundClient
import SoundMixer
import SoundServer

/// The device's own sounds: ringtone, alarm, timer and the other party of a call.
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

    /// Lets go of the library, which holds the server that holds this.
    func disconnect() { sound = nil }

    /// What one of the device's own sounds is like.
    struct Tone {
        /// The scenario language's, after `phone.`.
        var name: String
        var hertz: Double
        /// `nil` for one that goes on until it is ended.
        var seconds: Double?
    }

    /// What each sounds like; the other party's is the scenario language's.
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
        // The story sees the effect itself; there is nothing to move.
    }

    func begin(_ deviceSound: StreamKind) {
        guard let story, let tone = PhoneSounds.tone(of: deviceSound) else { return }
        // A short one that still sounds starts over.
        end(deviceSound)
        let spec = SoundSpec.tone(hertz: tone.hertz, seconds: tone.seconds)
        numbers[deviceSound] = story.startPhoneSound(tone.name, deviceSound, spec)
    }

    func end(_ deviceSound: StreamKind) {
        guard let number = numbers.removeValue(forKey: deviceSound) else { return }
        try? sound?.stopStream(number)
    }
}
