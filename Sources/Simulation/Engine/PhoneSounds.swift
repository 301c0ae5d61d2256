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

    /// What each sounds like, in hertz; the other party's is the scenario language's.
    static func tone(of kind: StreamKind) -> (name: String, hertz: Double)? {
        switch kind {
        case .ringtone: ("ringtone", 660)
        case .alarm: ("alarm", 880)
        case .timer: ("timer", 990)
        case .callAudio: ("call", 300)
        case .emergencyAlert: ("emergency", 853)
        default: nil
        }
    }

    func vibrate(with stream: StreamID?) {
        // The story sees the effect itself; there is nothing to move.
    }

    func begin(_ deviceSound: StreamKind) {
        guard let story, let tone = PhoneSounds.tone(of: deviceSound) else { return }
        let spec = SoundSpec.tone(hertz: tone.hertz, seconds: nil)
        numbers[deviceSound] = story.startPhoneSound(tone.name, deviceSound, spec)
    }

    func end(_ deviceSound: StreamKind) {
        guard let number = numbers.removeValue(forKey: deviceSound) else { return }
        try? sound?.stopStream(number)
    }
}
