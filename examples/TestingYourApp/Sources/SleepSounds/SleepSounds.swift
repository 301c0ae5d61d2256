public import AVFAudio

/// Plays rain, over and over, until the user sleeps: an `AVAudioPlayer` as an app on an iPhone would
/// have it.
@MainActor
public final class SleepSounds {
    /// Whether the rain plays, or will go on after an interruption.
    public private(set) var isOn = false

    private let player: AVAudioPlayer
    private var sleepTimer: Timer?
    private var observers: [any NSObjectProtocol] = []

    /// - Parameter sound: A sound file in memory, which is repeated without a gap.
    public init(
        _ sound: Data, category: AVAudioSession.Category = .playback
    ) throws {
        try AVAudioSession.sharedInstance().setCategory(category)
        player = try AVAudioPlayer(data: sound)
        player.numberOfLoops = -1
        observe()
    }

    isolated deinit {
        sleepTimer?.invalidate()
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    // MARK: The buttons

    public func play() {
        sleepTimer?.invalidate()
        player.volume = 1
        isOn = player.play()
    }

    public func stop() {
        sleepTimer?.invalidate()
        isOn = false
        player.stop()
        try? AVAudioSession.sharedInstance().setActive(
            false, options: .notifyOthersOnDeactivation)
    }

    /// Fades to silence, then stops.
    public func sleep(in seconds: TimeInterval) {
        player.setVolume(0, fadeDuration: seconds)
        sleepTimer?.invalidate()
        sleepTimer = .scheduledTimer(withTimeInterval: seconds, repeats: false) { [weak self] _ in
            MainActor.assumeIsolated { self?.stop() }
        }
    }

    // MARK: What the system tells

    private func observe() {
        let center = NotificationCenter.default
        observers = [
            center.addObserver(
                forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
            ) { [weak self] notification in
                let info = notification.userInfo
                let type = info?[AVAudioSessionInterruptionTypeKey] as? UInt
                let option = info?[AVAudioSessionInterruptionOptionKey] as? UInt
                MainActor.assumeIsolated {
                    guard type == AVAudioSession.InterruptionType.ended.rawValue else { return }
                    self?.resume(AVAudioSession.InterruptionOptions(rawValue: option ?? 0))
                }
            },
            center.addObserver(
                forName: AVAudioSession.routeChangeNotification, object: nil, queue: .main
            ) { [weak self] notification in
                let reason = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
                MainActor.assumeIsolated {
                    typealias Reason = AVAudioSession.RouteChangeReason
                    guard reason == Reason.oldDeviceUnavailable.rawValue else { return }
                    self?.stop()
                }
            },
        ]
    }

    /// The system has paused the player, and not its fade's timer; it goes on where it was.
    private func resume(_ options: AVAudioSession.InterruptionOptions) {
        guard isOn else { return }
        isOn = options.contains(.shouldResume) && player.play()
    }
}
