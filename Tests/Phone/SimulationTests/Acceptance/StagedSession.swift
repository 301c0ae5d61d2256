import SoundServer
import SoundMixer
import AVFAudio
import AudioModel
import Foundation
import Simulation
import SoundClient
import SoundPolicy
import Synchronization

/// An app on a simulated stage, used through its own session, as its code would.
///
/// Ownership: one thread at a time uses it; notifications are recorded behind mutexes.
final class StagedSession: @unchecked Sendable {
    let stage: SimulatedStage
    let app: StagedApp
    let session: AVAudioSession
    private let posted: Mutex<[[String: UInt]]> = Mutex([])
    private let volumes: Mutex<[Float]> = Mutex([])
    private var tokens: [any NSObjectProtocol] = []
    private var observation: NSKeyValueObservation?

    /// Opens the app, which is then in front.
    init(
        _ name: String, on stage: SimulatedStage, backgroundModes: [String] = ["audio"],
        role: AppRole = .ordinary
    ) {
        self.stage = stage
        app = stage.open(AppDescription(name: name, backgroundModes: backgroundModes, role: role))
        session = app.run { AVAudioSession.sharedInstance() }
        observation = session.observe(\.outputVolume, options: [.new]) { [weak self] _, change in
            guard let self, let value = change.newValue else { return }
            self.volumes.withLock { $0.append(value) }
        }
        listen(AVAudioSession.interruptionNotification)
        listen(AVAudioSession.mediaServicesWereResetNotification)
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    private func listen(_ name: Notification.Name) {
        let token = NotificationCenter.default.addObserver(
            forName: name, object: session, queue: nil
        ) { [weak self] notification in
            var info: [String: UInt] = [:]
            for (key, value) in notification.userInfo ?? [:] {
                guard let key = key as? String, let number = value as? UInt else { continue }
                info[key] = number
            }
            if info.isEmpty { info[notification.name.rawValue] = 0 }
            self?.posted.withLock { $0.append(info) }
        }
        tokens.append(token)
    }

    /// The interruption notifications' user info, in order; a media-services reset is recorded by
    /// its name.
    var notifications: [[String: UInt]] { posted.withLock { $0 } }

    /// The values that an observer of `outputVolume` received, in order.
    var observedVolumes: [Float] { volumes.withLock { $0 } }

    static let began: [String: UInt] = [
        AVAudioSessionInterruptionTypeKey: 1, AVAudioSessionInterruptionReasonKey: 0,
    ]
    static let endedToResume: [String: UInt] = [
        AVAudioSessionInterruptionTypeKey: 0, AVAudioSessionInterruptionOptionKey: 1,
    ]

    var isActive: Bool { app.sound.connection.session.isActive }

    /// The code of the error that a call throws; `nil` if it does not throw.
    func code(_ call: (AVAudioSession) throws -> Void) -> Int? {
        do {
            try app.run { try call(session) }
            return nil
        } catch {
            return (error as NSError).code
        }
    }

    /// Starts a steady sound, which activates the session.
    ///
    /// - Returns: The stream's number.
    @discardableResult
    func play(_ kind: StreamKind = .player) throws -> Int {
        try app.sound.startStream(kind, .buffer(StagedSession.steady, loopCount: -1)) { _ in }
    }

    /// Linear gain from the sound to the output, over the last 10 ms.
    var level: Float {
        let end = Int((stage.now.seconds * 48_000).rounded())
        let peak = app.channel(0, max(0, end - 480)..<end).reduce(0) { max($0, abs($1)) }
        return peak / StagedSession.amplitude
    }

    private static let amplitude: Float = 0.25
    private static let steady = SoundBuffer(
        frameCount: 48_000, channelCount: 1, sampleRate: 48_000
    ) { samples in
        for index in samples.indices { samples[index] = amplitude }
    }
}

extension SimulatedStage {
    /// Makes a phone with both volumes at full scale, so that only sessions change levels.
    static func atFullVolume(profile: PhoneProfile = .ios17) -> SimulatedStage {
        var configuration = PolicyConfiguration()
        configuration.mediaVolume = 1
        configuration.ringerVolume = 1
        configuration.profile = profile
        return SimulatedStage(configuration)
    }

    /// Lets time pass for longer than any mute's ramp, so that notifications have arrived too.
    func settle() {
        advance(by: .milliseconds(60))
    }
}
