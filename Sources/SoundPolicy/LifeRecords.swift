import AudioModel

/// What the system keeps of an app's life beside its state; only of apps that have any of it.
package struct LifeRecord: Equatable, Sendable {
    /// Open background tasks, in the order of beginning.
    package internal(set) var tasks: OrderedIDs<BackgroundTaskID> = []
    /// What it has not returned from yet, in the order of telling.
    var awaited: [Awaited] = []
    /// It ends when it returns from `willTerminate`.
    package internal(set) var ending: Termination?
    /// It was told that its background time is nearly out.
    var hasHeardExpiration = false

    package init() {}

    var isEmpty: Bool { self == LifeRecord() }

    /// So many at a time.
    static let awaitedMax = 100

    struct Awaited: Equatable, Sendable {
        var callback: WatchedCallback
        var until: HostTime
    }

    /// By when it has to return from a callback that it was told of once or more.
    func limit(of callback: WatchedCallback) -> HostTime? {
        awaited.first { $0.callback == callback }?.until
    }
}

/// When something happens to an app by itself.
struct LifeDeadline: Hashable, Sendable {
    var time: HostTime
    var app: AppID
    var kind: Kind

    enum Kind: Hashable, Sendable {
        case callbackLimit(WatchedCallback)
        case expirationNotice
        case backgroundTimeIsOut
        /// The work is over that the system ran it for.
        case workIsOver
    }
}

/// In the order of their times; of one time in the order of setting.
struct LifeDeadlines: Sendable {
    private var all: [LifeDeadline] = []

    var first: HostTime? { all.first?.time }

    /// Replaces an earlier one of the same app and kind.
    mutating func set(_ kind: LifeDeadline.Kind, of app: AppID, at time: HostTime) {
        remove(kind, of: app)
        let index = all.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        all.insert(LifeDeadline(time: time, app: app, kind: kind), at: index)
    }

    mutating func remove(_ kind: LifeDeadline.Kind, of app: AppID) {
        guard !all.isEmpty else { return }
        all.removeAll { $0.app == app && $0.kind == kind }
    }

    mutating func removeAll(of app: AppID) {
        guard !all.isEmpty else { return }
        all.removeAll { $0.app == app }
    }

    /// The first whose time has come.
    mutating func takeDue(at now: HostTime) -> LifeDeadline? {
        guard let first = all.first, first.time <= now else { return nil }
        return all.removeFirst()
    }
}

extension PolicyMachine {
    /// Writes what is kept of an app's life, and what follows from it for its suspension.
    mutating func changeLife(of app: AppID, _ change: (inout LifeRecord) -> Void) {
        guard apps.contains(app) else { return }
        var life = lives[app] ?? LifeRecord()
        change(&life)
        lives[app] = life.isEmpty ? nil : life
        setGround(.openTask, of: app, life.tasks.isEmpty == false)
        setGround(.inCallback, of: app, life.awaited.isEmpty == false)
    }

    mutating func setGround(_ ground: RunningGrounds, of app: AppID, _ holds: Bool) {
        guard let grounds = apps.read(app, { $0.pointee.grounds }),
            grounds.contains(ground) != holds
        else { return }
        apps.update(app) {
            if holds { $0.grounds.insert(ground) } else { $0.grounds.remove(ground) }
        }
        apps.touch(app)
    }

    /// Whether an app has been told that it ends.
    func isEnding(_ app: AppID) -> Bool { lives[app]?.ending != nil }
}
