import SoundClient
import Synchronization

/// What a source shows that is opened in one step, all of which is there then: its state, and its
/// observer. Any thread.
package final class MediaOpening: Sendable {
    private struct State {
        var state = MediaState.unopened
        var observer: (@Sendable (MediaChange) -> Void)?
        var isClosed = false
    }

    private let shared = Mutex(State())

    package init() {}

    /// Opens the media at the first call, unless it has been closed.
    ///
    /// - Parameters:
    ///   - run: Runs a block on a work queue.
    ///   - open: Opens the media there; `nil` when the source is gone. It must not retain the source.
    package func begin(
        _ run: (@escaping @Sendable () -> Void) -> Void,
        _ open: @escaping @Sendable () -> MediaState?
    ) {
        let isFirst = shared.withLock { shared in
            guard case .unopened = shared.state, !shared.isClosed else { return false }
            shared.state = .opening
            return true
        }
        guard isFirst else { return }
        run { [weak self] in self?.finish(open) }
    }

    private func finish(_ open: () -> MediaState?) {
        guard !shared.withLock({ $0.isClosed }), let opened = open() else { return }
        let observer = shared.withLock { shared -> (@Sendable (MediaChange) -> Void)? in
            guard !shared.isClosed else { return nil }
            shared.state = opened
            return shared.observer
        }
        observer?(.state)
        observer?(.buffer)
    }

    fileprivate var state: MediaState { shared.withLock { $0.state } }

    fileprivate func setObserver(_ observer: (@Sendable (MediaChange) -> Void)?) {
        shared.withLock { $0.observer = observer }
    }

    fileprivate func close() {
        shared.withLock { shared in
            shared.isClosed = true
            shared.observer = nil
            shared.state = .unopened
        }
    }
}

/// A source that is opened in one step: a file, a composition, or one that fails.
package protocol OpenedMedia: MediaSource {
    var opening: MediaOpening { get }
}

extension OpenedMedia {
    package var state: MediaState { opening.state }

    package var buffer: MediaBuffer {
        guard case .ready(let contents) = state else { return MediaBuffer() }
        return MediaBuffer(whole: contents)
    }

    package var transferLog: MediaTransferLog { MediaTransferLog() }

    package func setObserver(_ observer: (@Sendable (MediaChange) -> Void)?) {
        opening.setObserver(observer)
    }

    package func setPreferences(_ preferences: MediaPreferences) {}
    package func setPlaying(_ isPlaying: Bool) {}
    package func close() { opening.close() }
}

extension MediaBuffer {
    /// All of a media with a known length.
    fileprivate init(whole contents: MediaContents) {
        loaded = [0..<max(contents.duration ?? 0, 0)]
        seekable = loaded
        isFull = true
        isComplete = true
    }
}
