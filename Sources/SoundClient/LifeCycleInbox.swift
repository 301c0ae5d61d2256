import AudioModel
import Synchronization

/// The life-cycle notifications of an app, queued until an observer is set: a process may receive
/// them before its `main` has created the application object. Any thread.
final class LifeCycleInbox: Sendable {
    private struct State {
        /// The notifications that have not been delivered, oldest first.
        var unheard: [(what: AppNotification, time: HostTime)] = []
        var observer: (@Sendable (AppNotification, HostTime) -> Void)?
    }

    private let state = Mutex(State())

    /// The number of notifications kept without an observer; the oldest are dropped first.
    static let unheardMax = 32

    var isFollowed: Bool { state.withLock { $0.observer != nil } }

    func add(_ notification: AppNotification, at time: HostTime) {
        // Called under the lock, so that no later notification overtakes.
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
