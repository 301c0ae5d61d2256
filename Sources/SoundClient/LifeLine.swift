import AudioModel
import Synchronization

/// What an app is told of its life, kept until somebody follows it: a process is opened before its
/// `main` has come to its application.
final class LifeLine: Sendable {
    private struct State {
        /// What nobody has heard yet, oldest first.
        var unheard: [(what: AppNotification, time: HostTime)] = []
        var observer: (@Sendable (AppNotification, HostTime) -> Void)?
    }

    private let state = Mutex(State())

    /// So many are kept for an app that nobody follows; the oldest are dropped first.
    static let unheardMax = 32

    var isFollowed: Bool { state.withLock { $0.observer != nil } }

    func add(_ notification: AppNotification, at time: HostTime) {
        // Within the lock, so that nothing overtakes what was kept.
        state.withLock { state in
            if let observer = state.observer { return observer(notification, time) }
            state.unheard.append((notification, time))
            if state.unheard.count > Self.unheardMax { state.unheard.removeFirst() }
        }
    }

    func follow(_ observer: @escaping @Sendable (AppNotification, HostTime) -> Void) {
        state.withLock { state in
            for (notification, time) in state.unheard { observer(notification, time) }
            state.unheard = []
            state.observer = observer
        }
    }
}
