import AudioModel
import LiveDevice
import SimulationReports
import SoundPolicy

/// Notes how long apps take from their launch until they handle events, of those that report when
/// they have returned from a callback.
///
/// Source: a guideline has an app ready within five seconds; Apple technical Q&A 1592 has the system
/// end it after 20 (`docs/facts.md`).
struct LaunchWatch {
    /// A launch that lasts longer is slow, on every generation of the system.
    static let limit = HostInterval.seconds(5)
    private static let keptMax = 10_000

    private var answering: Set<AppID> = []
    /// The apps that have not returned from their launch, in the order of their launches.
    private var pending: [(app: AppID, since: HostTime)] = []
    private var slow: [AppActionRecord] = []

    mutating func take(_ entry: ResponseLog.Entry, name: (AppID) -> String) {
        switch entry.event {
        case .appLaunched(let app, let description):
            if description.answersCallbacks { answering.insert(app) }
        case .app(let app, .returned(from: .didFinishLaunching)):
            finish(app, at: entry.time, hasReturned: true, name)
        default: break
        }
        for effect in entry.response.effects {
            switch effect {
            case .notify(let app, .didFinishLaunching):
                if answering.contains(app) { pending.append((app, entry.time)) }
            case .appChanged(let app, .notRunning):
                finish(app, at: entry.time, hasReturned: false, name)
                answering.remove(app)
            default: break
            }
        }
    }

    /// The slow launches until now, also those that last.
    func records(at now: HostTime, name: (AppID) -> String) -> [AppActionRecord] {
        slow
            + pending.filter { now - $0.since > Self.limit }.map {
                record(of: $0.app, since: $0.since, seconds: nil, name)
            }
    }

    private mutating func finish(
        _ app: AppID, at now: HostTime, hasReturned: Bool, _ name: (AppID) -> String
    ) {
        guard let index = pending.firstIndex(where: { $0.app == app }) else { return }
        let since = pending.remove(at: index).since
        guard now - since > Self.limit else { return }
        slow.append(record(of: app, since: since, seconds: hasReturned ? now - since : nil, name))
        if slow.count > Self.keptMax { slow.removeFirst(Self.keptMax / 2) }
    }

    /// - Parameter seconds: How long the launch took; `nil` for one that has not returned.
    private func record(
        of app: AppID, since: HostTime, seconds: HostInterval?, _ name: (AppID) -> String
    ) -> AppActionRecord {
        let limit = Numeral.short(Self.limit.seconds, places: 0)
        let what =
            seconds.map { "took \(Numeral.short($0.seconds, places: 1)) s to launch" }
            ?? "did not handle events within \(limit) s of its launch"
        return AppActionRecord(at: since + Self.limit, app: name(app), what: what)
    }
}
