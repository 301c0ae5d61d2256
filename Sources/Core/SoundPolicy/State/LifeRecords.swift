package import AudioModel

/// The life-cycle state of an app besides `AppState`.
package struct LifeCycleRecord: Sendable {
    /// The open background tasks, in the order of their start.
    package internal(set) var tasks: [BackgroundTaskID] = []
    /// The callbacks that the app has not returned from, in the order of delivery.
    var awaited: [Awaited] = []
    /// The termination that completes when the app returns from `willTerminate`.
    package internal(set) var ending: Termination?
    /// Whether the app has been notified that its background time is nearly over.
    var hasReceivedExpiration = false

    /// The largest number of awaited callbacks.
    static let awaitedMax = 100

    struct Awaited: Sendable {
        var callback: WatchedCallback
        var until: HostTime
    }

    /// The time limit of the oldest awaited call of a callback.
    func limit(of callback: WatchedCallback) -> HostTime? {
        awaited.first { $0.callback == callback }?.until
    }
}

/// A life-cycle deadline of an app.
struct LifeCycleDeadline: Hashable, Sendable {
    var time: HostTime
    var app: AppID
    var kind: Kind

    enum Kind: Hashable, Sendable {
        case callbackLimit(WatchedCallback)
        case expirationNotice
        case backgroundTimeIsOut
        /// The work for which the system ran the app is over.
        case workIsOver
    }
}

/// The pending life-cycle deadlines in the order of their times, then of insertion.
struct LifeCycleDeadlines: Sendable {
    private var all: [LifeCycleDeadline] = []

    var first: HostTime? { all.first?.time }

    /// Sets a deadline and replaces an earlier one of the same app and kind.
    mutating func set(_ kind: LifeCycleDeadline.Kind, of app: AppID, at time: HostTime) {
        remove(kind, of: app)
        let index = all.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        all.insert(LifeCycleDeadline(time: time, app: app, kind: kind), at: index)
    }

    mutating func remove(_ kind: LifeCycleDeadline.Kind, of app: AppID) {
        guard !all.isEmpty else { return }
        all.removeAll { $0.app == app && $0.kind == kind }
    }

    mutating func removeAll(of app: AppID) {
        guard !all.isEmpty else { return }
        all.removeAll { $0.app == app }
    }

    /// Removes the first deadline that has passed; `nil` when there is none.
    mutating func takeDue(at now: HostTime) -> LifeCycleDeadline? {
        guard let first = all.first, first.time <= now else { return nil }
        return all.removeFirst()
    }
}
