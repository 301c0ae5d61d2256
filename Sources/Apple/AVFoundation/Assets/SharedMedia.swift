import AudioCodecs
import AudioFormats
import MediaSources
import SoundClient
import Synchronization

/// A source of media that an asset and a player's item share: the asset learns what it has, and the
/// item plays it. Any thread.
final class SharedMedia: MediaSource {
    private struct State {
        var observer: (@Sendable (MediaChange) -> Void)?
        var isLoaded = false
        var isClosed = false
    }

    private let source: any MediaSource
    private let queue: any WorkQueue
    /// Called when the source has been opened or has failed.
    private let opened: @Sendable () -> Void
    /// Called before the source is closed by an item.
    private let closed: @Sendable () -> Void
    private let shared = Mutex(State())

    init(
        _ source: any MediaSource, on queue: any WorkQueue, opened: @escaping @Sendable () -> Void,
        closed: @escaping @Sendable () -> Void
    ) {
        self.source = source
        self.queue = queue
        self.opened = opened
        self.closed = closed
        source.setObserver { [weak self] change in self?.relay(change) }
    }

    private func relay(_ change: MediaChange) {
        if case .state = change, isOpened { opened() }
        shared.withLock({ $0.observer })?(change)
    }

    private var isOpened: Bool {
        switch source.state {
        case .ready, .failed: true
        case .unopened, .opening: false
        }
    }

    /// Begins to open the media. When that has happened, a new observer is told so all the same.
    func load() {
        let wasLoaded = shared.withLock { state in
            defer { state.isLoaded = true }
            return state.isLoaded
        }
        source.load()
        guard wasLoaded, isOpened else { return }
        queue.async { [weak self] in
            guard let observer = self?.shared.withLock({ $0.observer }) else { return }
            observer(.state)
            observer(.buffer)
        }
    }

    var state: MediaState { source.state }
    var buffer: MediaBuffer { source.buffer }
    var transferLog: MediaTransferLog { source.transferLog }

    func setObserver(_ observer: (@Sendable (MediaChange) -> Void)?) {
        shared.withLock { $0.observer = observer }
    }

    func setPreferences(_ preferences: MediaPreferences) { source.setPreferences(preferences) }
    func setPlaying(_ isPlaying: Bool) { source.setPlaying(isPlaying) }
    func date(at seconds: Double) -> Double? { source.date(at: seconds) }
    func seconds(at date: Double) -> Double? { source.seconds(at: date) }
    func makeReader() throws(FormatError) -> any MediaReader { try source.makeReader() }

    func close() {
        let isFirst = shared.withLock { state in
            defer { state.isClosed = true }
            state.observer = nil
            return !state.isClosed
        }
        guard isFirst else { return }
        closed()
        source.close()
    }
}
