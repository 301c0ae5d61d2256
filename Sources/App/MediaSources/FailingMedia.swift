import AudioCodecs
import SoundClient
import Synchronization

/// Media that cannot be played: it fails as soon as it is loaded.
final class FailingMedia: MediaSource {
    private struct State {
        var isLoaded = false
        var hasFailed = false
        var observer: (@Sendable (MediaChange) -> Void)?
    }

    private let failure: MediaFailure
    private let environment: any AppEnvironment
    private let shared = Mutex(State())

    init(_ failure: MediaFailure, for app: AppSound) {
        self.failure = failure
        environment = app.environment
    }

    func load() {
        let isFirst = shared.withLock { state in
            defer { state.isLoaded = true }
            return !state.isLoaded
        }
        guard isFirst else { return }
        environment.onQueue { [weak self] in self?.fail() }
    }

    private func fail() {
        let observer = shared.withLock { state in
            state.hasFailed = true
            return state.observer
        }
        observer?(.state)
    }

    var state: MediaState {
        shared.withLock { state in
            if state.hasFailed { return .failed(failure) }
            return state.isLoaded ? .opening : .unopened
        }
    }

    var buffer: MediaBuffer { MediaBuffer() }
    var transferLog: MediaTransferLog { MediaTransferLog() }

    func setObserver(_ observer: (@Sendable (MediaChange) -> Void)?) {
        shared.withLock { $0.observer = observer }
    }

    func setPreferences(_ preferences: MediaPreferences) {}
    func setPlaying(_ isPlaying: Bool) {}

    func makeReader() throws(FormatError) -> any MediaReader {
        throw FormatError(.unknownContainer)
    }

    func close() {
        shared.withLock { $0.observer = nil }
    }
}
