import AudioModel
import Synchronization

/// What a network source shows: its state, its buffer, its log; and its observer. Any thread.
final class MediaBoard: Sendable {
    struct State {
        var state = MediaState.unopened
        var buffer = MediaBuffer()
        var log = MediaTransferLog()
        var preferences = MediaPreferences()
        var isPlaying = false
        var observer: (@Sendable (MediaChange) -> Void)?
        /// The source that takes the place of this one: the entry of a playlist.
        var other: (any MediaSource)?
        var packets: ArrivedPackets?
        var isLoading = false
        var isClosed = false
    }

    private let state = Mutex(State())

    func with<Result: ~Copyable>(_ body: (inout sending State) -> sending Result) -> sending Result
    {
        state.withLock { body(&$0) }
    }

    /// Changes what is shown, and tells the observer. Not within a call of the source's.
    func change(_ changes: [MediaChange], _ body: (inout State) -> Void) {
        let observer = state.withLock { state in
            guard !state.isClosed else { return nil as (@Sendable (MediaChange) -> Void)? }
            body(&state)
            return state.observer
        }
        for change in changes { observer?(change) }
    }

    /// Failures and requests that are kept: of a radio that is heard for days, the newest.
    static let logMax = 1000
}
