import AudioModel
import SoundClient
import SoundServer

/// The device's own sounds on a live phone: ringtone, alarm, timer and the other party of a call.
///
/// Ownership: the queue of the phone's environment; `connect` sets the references before any call.
final class LivePhoneSounds: DeviceOutputs, @unchecked Sendable {
    private(set) var sound: AppSound!
    private weak var phone: LivePhone?
    private let environment: any AppEnvironment
    private var numbers: [StreamKind: Int] = [:]

    init(_ environment: any AppEnvironment) {
        self.environment = environment
    }

    func connect(to phone: LivePhone) {
        self.phone = phone
        sound = phone.world.makeSound(
            "phone", notificationHandler: { _ in }, connect: { phone.server.connectDevice($0) })
    }

    func vibrate(with stream: StreamID?) {
        // The log shows the effect; there is no motor.
    }

    func begin(_ deviceSound: StreamKind) {
        environment.onQueue { [self] in
            guard let phone, let sound, let tone = PhoneSounds.tone(of: deviceSound) else { return }
            if let earlier = numbers[deviceSound] { try? sound.stopStream(earlier) }
            numbers[deviceSound] = try? phone.startVoice(
                .tone(hertz: tone.hertz, seconds: tone.seconds), "phone.\(tone.name)", loops: 0,
                in: sound
            ) { (source, ended) throws(SessionError) in
                try sound.startStream(deviceSound, source, ended: ended)
            }
        }
    }

    func end(_ deviceSound: StreamKind) {
        environment.onQueue { [self] in
            guard let number = numbers.removeValue(forKey: deviceSound) else { return }
            try? sound.stopStream(number)
        }
    }
}
