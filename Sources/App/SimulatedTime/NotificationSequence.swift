public import Foundation
import SoundClient
import Synchronization

// Foundation on Linux has no asynchronous sequence of notifications.

extension NotificationCenter {
    /// The notifications of one name that are posted from now on, until the task is cancelled.
    ///
    /// Up to 256 notifications are buffered; beyond that, the oldest are dropped.
    public func notifications(
        named name: Notification.Name, object: (any AnyObject & Sendable)? = nil
    ) -> Notifications {
        Notifications(self, name, object)
    }

    /// An asynchronous sequence of notifications; see `notifications(named:object:)`. One task may
    /// iterate it.
    ///
    /// Ownership: the buffer's mutex guards all mutable state.
    public struct Notifications: AsyncSequence, @unchecked Sendable {
        private let buffer: NotificationBuffer

        fileprivate init(
            _ center: NotificationCenter, _ name: Notification.Name,
            _ object: (any AnyObject & Sendable)?
        ) {
            let buffer = NotificationBuffer(CurrentApp.simulated?.outstandingWork)
            self.buffer = buffer
            let token = center.addObserver(forName: name, object: object, queue: nil) {
                [weak buffer] in buffer?.add($0)
            }
            buffer.held = HeldObserver(token: token, center: center)
        }

        public func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer) }

        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let buffer: NotificationBuffer

            /// Returns the next notification; `nil` when the task is cancelled.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> Notification? {
                await buffer.next(isolation: actor)
            }

            public mutating func next() async -> Notification? {
                await buffer.next(isolation: nil)
            }
        }
    }
}

/// A buffer of posted notifications, with the continuation of a task that waits for one.
///
/// Ownership: the mutex guards all state except `held`, which is set once, before any other thread
/// has the buffer.
private final class NotificationBuffer: @unchecked Sendable {
    private struct State {
        var posted: [Posted] = []
        var waiting: CheckedContinuation<Posted?, Never>?
        /// The task has taken a notification and has not asked for the next one.
        var isAtWork = false
        var isOver = false
    }

    /// A posted notification.
    ///
    /// Ownership: it is only read, by the task that receives it.
    struct Posted: @unchecked Sendable {
        var notification: Notification
    }

    private let state = Mutex(State())
    private let outstandingWork: OutstandingWork?
    /// Set once, before any other thread has the buffer.
    var held: HeldObserver?

    static let countMax = 256

    init(_ outstandingWork: OutstandingWork?) {
        self.outstandingWork = outstandingWork
    }

    deinit {
        held?.remove()
        if state.withLock({ $0.isAtWork }) { outstandingWork?.end() }
    }

    func add(_ notification: Notification) {
        let posted = Posted(notification: notification)
        let waiting = state.withLock { state in
            guard let waiting = state.waiting else {
                if state.posted.count == Self.countMax { state.posted.removeFirst() }
                state.posted.append(posted)
                return nil as CheckedContinuation<Posted?, Never>?
            }
            state.waiting = nil
            begin(&state)
            return waiting
        }
        waiting?.resume(returning: posted)
    }

    func next(isolation: isolated (any Actor)?) async -> Notification? {
        await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: isolation) { wait($0) }
        } onCancel: {
            end()
        }?.notification
    }

    private func wait(_ continuation: CheckedContinuation<Posted?, Never>) {
        let (isReady, posted) = state.withLock { state -> (Bool, Posted?) in
            if state.isAtWork {
                state.isAtWork = false
                outstandingWork?.end()
            }
            if state.isOver || Task.isCancelled { return (true, nil) }
            guard !state.posted.isEmpty else {
                state.waiting = continuation
                return (false, nil)
            }
            begin(&state)
            return (true, state.posted.removeFirst())
        }
        if isReady { continuation.resume(returning: posted) }
    }

    private func begin(_ state: inout State) {
        guard outstandingWork != nil else { return }
        state.isAtWork = true
        outstandingWork?.begin()
    }

    private func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }
}

/// An observer's token, to remove it.
///
/// Ownership: immutable; the token is only passed back to Foundation, which accepts it on any
/// thread.
private struct HeldObserver: @unchecked Sendable {
    let token: any NSObjectProtocol
    let center: NotificationCenter

    func remove() { center.removeObserver(token) }
}
