package import AudioModel
import LiveDevice
package import SimulationReports
import SoundClient
import SoundPolicy

/// What happened on a simulated phone, in the words of a story's report: as much of it as advice
/// looks at.
///
/// It keeps a limited number of records of each kind, the latest ones.
struct PhoneActivity {
    private(set) var events: [EventRecord] = []
    private(set) var device: [DeviceRecord] = []
    private(set) var apps: [AppActionRecord] = []
    private(set) var told: [NotificationRecord] = []
    private(set) var unsavedEnds: [AppActionRecord] = []
    private(set) var runtimeIssues: [Advice] = []
    private(set) var launches = LaunchWatch()
    /// When each app in the background entered it.
    private var enteredBackground: [AppID: HostTime] = [:]

    private static let keptMax = 10_000

    /// - Parameters:
    ///   - name: Returns an app's name.
    ///   - handlesEntry: Whether the app's code handled its last entry into the background.
    mutating func take(
        _ entry: ResponseLog.Entry, name: (AppID) -> String, handlesEntry: (AppID) -> Bool
    ) {
        launches.take(entry, name: name)
        switch entry.event {
        case .app(let app, _):
            let record = EventRecord(
                at: entry.time, actor: name(app),
                sentence: entry.event.sentence(about: name(app)))
            keep(record, in: &events)
        case .device(.portUnplugged(let port)):
            let words = DeviceEvent.portUnplugged(port).words
            keep(DeviceRecord(at: entry.time, change: words), in: &device)
        default: break
        }
        for effect in entry.response.effects {
            take(effect, at: entry.time, name: name, handlesEntry: handlesEntry)
        }
    }

    /// Notes a call of an app that would fail on a device.
    mutating func note(_ issue: RuntimeIssue, of app: String, at time: HostTime) {
        guard let guideline = issue.kind.guideline else { return }
        keep(
            Advice(at: time, app: app, guideline: guideline, observation: issue.observation),
            in: &runtimeIssues)
    }

    private mutating func take(
        _ effect: PolicyEffect, at time: HostTime, name: (AppID) -> String,
        handlesEntry: (AppID) -> Bool
    ) {
        func record(_ app: AppID, _ what: String) -> AppActionRecord {
            AppActionRecord(at: time, app: name(app), what: what)
        }
        switch effect {
        case .sessionChanged(let app, let isActive):
            let what = isActive ? "session becomes active" : "session becomes inactive"
            keep(record(app, what), in: &apps)
        case .appChanged(let app, let state):
            keep(record(app, "is \(state.words)"), in: &apps)
            switch state {
            case .active, .inactive: enteredBackground[app] = nil
            case .background, .suspended: break
            case .notRunning:
                // An app that is ended in front has no time to save anything.
                if let since = enteredBackground.removeValue(forKey: app), since < time,
                    !handlesEntry(app)
                {
                    let what =
                        "ended in the background, which it had entered at \(since.secondsText) "
                        + "without a handler that could save its state"
                    keep(record(app, what), in: &unsavedEnds)
                }
            }
        case .notify(let app, let notification):
            if case .didEnterBackground = notification { enteredBackground[app] = time }
            let words = notification.words
            keep(
                NotificationRecord(
                    at: time, app: name(app), event: words.event, detail: words.detail),
                in: &told)
        case .deviceChanged(.volume(.media, let volume)):
            keep(DeviceRecord(at: time, change: "media \(shortest(volume))"), in: &device)
        case .deviceChanged(.route(let route, _)):
            let outputs = route.outputs.map(\.description).joined(separator: ",")
            keep(DeviceRecord(at: time, change: "route \(outputs)"), in: &device)
        default: break
        }
    }

    private func keep<Record>(_ record: Record, in records: inout [Record]) {
        records.append(record)
        if records.count > Self.keptMax { records.removeFirst(Self.keptMax / 2) }
    }
}

extension PhoneObserver {
    /// What the apps did until now that the guidelines advise against, in order of time.
    package func advice(at now: HostTime) -> [Advice] {
        var report = StoryReport(title: "phone", path: "", duration: now - .zero)
        report.events = activity.events
        report.device = activity.device
        report.apps = activity.apps
        report.told = activity.told
        for (name, staged) in apps.sorted(by: { $0.key.rawValue < $1.key.rawValue }).map(\.value) {
            report.apps += staged.sound.routeDetection.changes.map { change in
                AppActionRecord(
                    at: change.at, app: name,
                    what: change.isOn ? AppActionRecord.detectionOn : AppActionRecord.detectionOff)
            }
        }
        report.apps = report.apps.enumerated().sorted {
            ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
        }
        .map(\.element)
        report.unsavedEnds = activity.unsavedEnds
        report.slowLaunches = activity.launches.records(at: now) { name(of: $0) }
        report.runtimeIssues = activity.runtimeIssues
        report.streams = tracks.filter { !$0.track.lane.kind.isDeviceSound }.map { entry in
            var lane = entry.track.lane
            if entry.track.verdict?.state != .stopped, let last = lane.spans.indices.last {
                lane.spans[last].to = now
            }
            return lane
        }
        return report.advice
    }
}
