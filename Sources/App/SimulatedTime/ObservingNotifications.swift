public import Foundation
package import SoundClient
import Synchronization

// Several simulated apps share one process and one notification centre. Each app receives only the
// notifications that it would receive in a process of its own: those that it posts itself.

extension NotificationCenter {
    /// Adds an observer of the notifications of one name; outside a simulated phone it forwards to
    /// Foundation's own function of this signature.
    ///
    /// In a simulated app the block belongs to that app: it is not called for notifications posted
    /// on behalf of another app, whatever its `object` is, and it runs as the app's code. `queue`
    /// is the app's own: its main thread for the main queue, and a thread of its library for all
    /// others.
    ///
    /// - Returns: The token to pass to `removeObserver`.
    @discardableResult
    @preconcurrency
    public func addObserver(
        forName name: Notification.Name, object: Any?, queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
        guard let app = CurrentApp.simulated else {
            return addObserver(forName: Optional(name), object: object, queue: queue, using: block)
        }
        let place = ObserverPlace(queue)
        let turn = app.observerTurns.takeNext()
        return addObserver(forName: Optional(name), object: object, queue: nil) { [weak app] note in
            guard let app, isPosted(note, for: app) else { return }
            // Passed on once, and only read.
            nonisolated(unsafe) let note = note
            app.observerTurns.call(turn) { place.run(as: app) { block(note) } }
        }
    }
}

/// Whether a simulated app receives a notification: its own code posted it, or code outside any
/// simulated app did and the object does not belong to another app.
private func isPosted(_ note: Notification, for app: AppSound) -> Bool {
    if let poster = CurrentApp.simulated { return poster === app }
    return (note.object as? any AppOwned)?.belongs(to: app) ?? true
}

/// An object of which each app has one: its session, its application.
package protocol AppOwned {
    /// Whether the object is that of `app`.
    func belongs(to app: AppSound) -> Bool
}

extension NotificationCenter {
    /// Posts on behalf of an app; its observers are called in the order in which they were added.
    package func post(
        _ name: Notification.Name, _ object: Any?, _ userInfo: [AnyHashable: Any]? = nil
    ) {
        guard let app = CurrentApp.simulated else {
            return post(name: name, object: object, userInfo: userInfo)
        }
        app.observerTurns.inOrder { post(name: name, object: object, userInfo: userInfo) }
    }
}

extension AppSound {
    var observerTurns: ObserverOrder { attachment { ObserverOrder() } }

    /// How often observers of the app have been called.
    package var observerCallCount: Int { observerTurns.callCount }
}

/// Calls an app's observers in the order in which they were added: Foundation's order is undefined,
/// so that two runs would differ.
final class ObserverOrder: Sendable {
    private struct State {
        var next = 1
        var callCount = 0
        var isCollecting = false
        var calls: [(turn: Int, call: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    func takeNext() -> Int {
        state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
    }

    var callCount: Int { state.withLock { $0.callCount } }

    /// Calls an observer, or collects the call while `inOrder` runs.
    func call(_ turn: Int, _ call: @escaping @Sendable () -> Void) {
        let waits = state.withLock { state in
            state.callCount += 1
            if state.isCollecting { state.calls.append((turn, call)) }
            return state.isCollecting
        }
        if !waits { call() }
    }

    /// Runs `post` and calls the observers that it reaches in their order.
    func inOrder(_ post: () -> Void) {
        state.withLock { $0.isCollecting = true }
        post()
        let calls = state.withLock { state in
            state.isCollecting = false
            defer { state.calls = [] }
            return state.calls
        }
        for (_, call) in calls.sorted(by: { $0.turn < $1.turn }) { call() }
    }
}

/// The place where an observer of a simulated app is called.
private enum ObserverPlace {
    case posting
    case main
    case other

    init(_ queue: OperationQueue?) {
        switch queue {
        case nil: self = .posting
        case OperationQueue.main: self = .main
        default: self = .other
        }
    }

    func run(as app: AppSound, _ block: @escaping @Sendable () -> Void) {
        switch self {
        case .main where CurrentApp.simulated !== app || !CurrentApp.isOnSimulatedMain:
            app.environment.onMain(block)
        case .other: app.environment.onQueue(block)
        case .posting, .main:
            // Code outside any simulated app may have posted it; it still runs as the app's.
            CurrentApp.run(as: app) { block() }
        }
    }
}
