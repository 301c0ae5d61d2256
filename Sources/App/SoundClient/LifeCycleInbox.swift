import AudioModel
import Synchronization

/// The life-cycle notifications of an app, queued until an observer is set: a process may receive
/// them before its `main` has created the application object. Any thread.
final class LifeCycleInbox: Sendable {
    private struct State {
        /// The notifications that have not been delivered, oldest first.
        var undelivered: [(what: AppNotification, time: HostTime)] = []
        var observer: (@Sendable (AppNotification, HostTime) -> Void)?
    }

    private let state = Mutex(State())

    /// The number of notifications kept without an observer; the oldest are dropped first.
    static let undeliveredMax = 32

    var isFollowed: Bool { state.withLock { $0.observer != nil } }

    func add(_ notification: AppNotification, at time: HostTime) {
        // Called under the lock, so that no later notification overtakes.
        state.withLock { state in
            if let observer = state.observer { return observer(notification, time) }
            state.undelivered.append((notification, time))
            if state.undelivered.count > Self.undeliveredMax { state.undelivered.removeFirst() }
        }
    }

    func follow(_ observer: @escaping @Sendable (AppNotification, HostTime) -> Void) {
        state.withLock { state in
            for (notification, time) in state.undelivered { observer(notification, time) }
            state.undelivered = []
            state.observer = observer
        }
    }
}
