import AVFoundation
public import Foundation
import MediaPlayer

/// Plays episodes from the net with an `AVPlayer`: it shows what it waits for, follows the lock
/// screen's buttons, and goes on after a call.
@MainActor
public final class EpisodePlayer {
    /// What the player is doing, for the screen.
    public enum State: Equatable, Sendable {
        case idle
        /// The server is asked, or its first bytes arrive.
        case loading
        case playing
        case paused
        /// The net is too slow, or gone for the moment: it goes on by itself.
        case stalled
        case ended
        case failed(String)
    }

    /// An episode and the names under which it is shown.
    public struct Episode: Equatable, Sendable {
        public var url: URL
        public var title: String
        public var show: String

        public init(_ url: URL, title: String = "", show: String = "") {
            self.url = url
            self.title = title
            self.show = show
        }
    }

    public private(set) var state = State.idle {
        didSet { if state != oldValue { changed?() } }
    }
    public private(set) var episode: Episode?
    /// Called when the state or the position has changed.
    public var changed: (() -> Void)?

    private let player = AVPlayer()
    private let lockScreen = LockScreen()
    private var observations: [NSKeyValueObservation] = []
    private var observers: [any NSObjectProtocol] = []
    private var itemObservers: [any NSObjectProtocol] = []
    private var ticks: Any?
    /// Whether the episode has sounded: what it waits for afterwards is a stall.
    private var hasSounded = false
    /// Whether the player played when an interruption began.
    private var wasPlaying = false

    public init() throws {
        try AVAudioSession.sharedInstance().setCategory(.playback, mode: .spokenAudio)
        observePlayer()
        observeSession()
        lockScreen.use(self)
    }

    isolated deinit {
        if let ticks { player.removeTimeObserver(ticks) }
        for observer in observers + itemObservers {
            NotificationCenter.default.removeObserver(observer)
        }
    }

    // MARK: The buttons

    /// Plays an episode from its beginning.
    public func play(_ episode: Episode) {
        self.episode = episode
        hasSounded = false
        let item = AVPlayerItem(url: episode.url)
        observe(item)
        player.replaceCurrentItem(with: item)
        state = .loading
        resume()
    }

    /// Plays on; an episode that has failed is asked for again.
    public func resume() {
        if case .failed = state, let episode { return play(episode) }
        if state == .ended { player.seek(to: .zero) }
        player.play()
        follow()
    }

    public func pause() {
        player.pause()
        follow()
    }

    public func toggle() {
        if player.rate > 0 { pause() } else { resume() }
    }

    /// Moves by seconds, backward below 0.
    public func skip(by seconds: Double) { seek(to: position + seconds) }

    /// Moves to a time in seconds.
    public func seek(to seconds: Double) {
        let end = duration ?? .infinity
        let time = CMTime(seconds: min(max(seconds, 0), end), preferredTimescale: 1000)
        player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { _ in
            MainActor.assumeIsolated { [weak self] in self?.follow() }
        }
    }

    // MARK: What there is to see

    /// The position in seconds.
    public var position: Double { player.currentTime().seconds }

    /// The length in seconds; `nil` while it is not known, and of a live stream.
    public var duration: Double? {
        guard let duration = player.currentItem?.duration, duration.isNumeric else { return nil }
        return duration.seconds
    }

    /// How far the episode has arrived, in seconds from its beginning.
    public var loaded: Double {
        let ranges = player.currentItem?.loadedTimeRanges.map(\.timeRangeValue) ?? []
        return ranges.map { $0.end.seconds }.max() ?? 0
    }

    // MARK: What the player tells

    private func observePlayer() {
        observations = [
            player.observe(\.timeControlStatus) { _, _ in
                MainActor.assumeIsolated { [weak self] in self?.follow() }
            },
            player.observe(\.reasonForWaitingToPlay) { _, _ in
                MainActor.assumeIsolated { [weak self] in self?.follow() }
            },
        ]
        ticks = player.addPeriodicTimeObserver(
            forInterval: CMTime(value: 1, timescale: 1), queue: .main
        ) { _ in
            MainActor.assumeIsolated { [weak self] in
                guard let self else { return }
                lockScreen.show(self)
                changed?()
            }
        }
    }

    private func observe(_ item: AVPlayerItem) {
        for observer in itemObservers { NotificationCenter.default.removeObserver(observer) }
        itemObservers = [
            NotificationCenter.default.addObserver(
                forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: .main
            ) { _ in MainActor.assumeIsolated { [weak self] in self?.state = .ended } },
            NotificationCenter.default.addObserver(
                forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: item, queue: .main
            ) { note in
                let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
                let words = error.map(Self.words) ?? "it broke off"
                MainActor.assumeIsolated { [weak self] in self?.fail(words) }
            },
        ]
        observations.removeLast(observations.count - 2)
        observations.append(
            item.observe(\.status) { item, _ in
                guard item.status == .failed else { return }
                let words = (item.error as NSError?).map(Self.words) ?? "it cannot be played"
                MainActor.assumeIsolated { [weak self] in self?.fail(words) }
            })
    }

    private func follow() {
        switch state {
        case .failed where player.timeControlStatus != .playing: return
        case .ended where player.timeControlStatus == .paused: return
        default: break
        }
        switch player.timeControlStatus {
        case .playing:
            hasSounded = true
            state = .playing
        case .paused:
            // At the end the player pauses, before it tells that it was the end.
            let isAtEnd = duration.map { position >= $0 } ?? false
            if episode != nil { state = isAtEnd ? .ended : .paused }
        case .waitingToPlayAtSpecifiedRate: state = hasSounded ? .stalled : .loading
        @unknown default: break
        }
        lockScreen.show(self)
    }

    private func fail(_ words: String) {
        state = .failed(words)
        player.pause()
        lockScreen.show(self)
    }

    /// What went wrong, in the words of the user's language.
    nonisolated private static func words(_ error: NSError) -> String {
        guard error.domain == NSURLErrorDomain else { return error.localizedDescription }
        switch URLError.Code(rawValue: error.code) {
        case .notConnectedToInternet: return "there is no network"
        case .networkConnectionLost: return "the network was lost"
        case .cannotFindHost: return "there is no such server"
        case .cannotConnectToHost: return "the server refuses connections"
        case .timedOut: return "the server does not answer"
        case .fileDoesNotExist: return "the server has no such episode"
        default: return error.localizedDescription
        }
    }

    // MARK: What the system tells

    private func observeSession() {
        let name = AVAudioSession.interruptionNotification
        observers.append(
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
                note in
                let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                let options = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt
                MainActor.assumeIsolated { [weak self] in self?.interruption(type, options) }
            })
    }

    /// The player has paused by itself; whether it plays on is the app's choice.
    private func interruption(_ type: UInt?, _ options: UInt?) {
        switch type.flatMap(AVAudioSession.InterruptionType.init) {
        case .began: wasPlaying = state == .playing || state == .stalled || state == .loading
        case .ended:
            let options = AVAudioSession.InterruptionOptions(rawValue: options ?? 0)
            if wasPlaying, options.contains(.shouldResume) { resume() }
            wasPlaying = false
        case nil: break
        @unknown default: break
        }
    }
}
