public import AVFAudio

/// Plays one song over and over, as an app on an iPhone would: it gives way to calls, goes on after
/// them, and pauses when the headphones are pulled out.
@MainActor
public final class SongPlayer {
    public enum State: Equatable {
        case stopped
        case playing
        case paused
        /// Interrupted by a call, an alarm or another app; may resume afterwards.
        case interrupted
    }

    public private(set) var state = State.stopped

    private let song: Song
    private var loop: QueueLoop?
    private var observers: [any NSObjectProtocol] = []

    /// - Parameters:
    ///   - category: `.playback` for what the user has asked to hear, `.ambient` for a game's music.
    public init(
        _ song: Song, category: AVAudioSession.Category = .playback,
        options: AVAudioSession.CategoryOptions = []
    ) throws {
        self.song = song
        try AVAudioSession.sharedInstance().setCategory(
            category, mode: .default, options: options)
        observe()
    }

    isolated deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    // MARK: The buttons

    public func play() throws {
        try AVAudioSession.sharedInstance().setActive(true)
        let loop = try self.loop ?? QueueLoop(song)
        self.loop = loop
        try loop.start()
        state = .playing
    }

    public func pause() {
        loop?.pause()
        state = .paused
    }

    /// Stops, and lets the apps that it interrupted or ducked resume.
    public func stop() {
        loop = nil
        state = .stopped
        try? AVAudioSession.sharedInstance().setActive(
            false, options: .notifyOthersOnDeactivation)
    }

    // MARK: What the system tells

    private func observe() {
        listen(to: AVAudioSession.interruptionNotification) { player, info in
            player.handleInterruption(info)
        }
        listen(to: AVAudioSession.routeChangeNotification) { player, info in
            player.handleRouteChange(info)
        }
        listen(to: AVAudioSession.mediaServicesWereResetNotification) { player, _ in
            player.handleReset()
        }
    }

    private func listen(
        to name: Notification.Name,
        _ handle: @escaping @Sendable @MainActor (SongPlayer, [String: UInt]) -> Void
    ) {
        let observer = NotificationCenter.default.addObserver(
            forName: name, object: nil, queue: .main
        ) { [weak self] notification in
            var info: [String: UInt] = [:]
            for (key, value) in notification.userInfo ?? [:] {
                if let key = key as? String, let number = value as? UInt { info[key] = number }
            }
            let numbers = info
            MainActor.assumeIsolated {
                if let self { handle(self, numbers) }
            }
        }
        observers.append(observer)
    }

    private func handleInterruption(_ info: [String: UInt]) {
        guard let type = info[AVAudioSessionInterruptionTypeKey] else { return }
        switch AVAudioSession.InterruptionType(rawValue: type) {
        case .began:
            if state == .playing { state = .interrupted }
        case .ended:
            guard state == .interrupted else { return }
            let options = AVAudioSession.InterruptionOptions(
                rawValue: info[AVAudioSessionInterruptionOptionKey] ?? 0)
            state = .paused
            if options.contains(.shouldResume) { try? play() }
        case nil: break
        }
    }

    private func handleRouteChange(_ info: [String: UInt]) {
        guard let reason = info[AVAudioSessionRouteChangeReasonKey],
            AVAudioSession.RouteChangeReason(rawValue: reason) == .oldDeviceUnavailable
        else { return }
        if state == .playing { pause() }
    }

    /// Queues of before the reset are dead: a new one goes on where the old one was.
    private func handleReset() {
        let wasPlaying = state == .playing || state == .interrupted
        let frame = loop?.frame ?? 0
        loop = nil
        guard wasPlaying else { return }
        do {
            try AVAudioSession.sharedInstance().setActive(true)
            let loop = try QueueLoop(song, from: frame)
            self.loop = loop
            try loop.start()
            state = .playing
        } catch {
            state = .stopped
        }
    }
}
