import AudioModel
import SoundPolicy

/// Describes the events in the log since the previous read.
package struct ActivityReporter {
    private var states: [StreamID: StreamState] = [:]
    /// The names of apps, those that have ended lately included.
    private var names = RecentNames<AppID>()

    /// Most names; then the older half goes.
    package static var namesMax: Int { RecentNames<AppID>.namesMax }
    /// The number of names that are kept.
    package var nameCount: Int { names.count }

    package init() {}

    /// The events since the last call, oldest first.
    package mutating func newEntries(of device: LiveDevice) -> [ActivityLogEntry] {
        let (entries, lostCount) = device.log.take()
        var described = entries.compactMap { item(of: $0, device) }
        described += device.failedCommands.take().map { entry in
            ActivityLogEntry(
                age: entry.time - device.start, event: entry.words(device.name(of: entry.app)))
        }
        if lostCount > 0 {
            described.append(
                ActivityLogEntry(
                    age: device.age, event: "\(lostCount) more events, too many to tell"))
        }
        return described
    }

    private mutating func item(of entry: ResponseLog.Entry, _ device: LiveDevice)
        -> ActivityLogEntry?
    {
        if case .appLaunched(let app, let description) = entry.event {
            // The device may have another name for the app.
            names.set(device.name(ofRunning: app) ?? description.name, of: app)
        }
        guard !isVibrationAgain(entry) else { return nil }
        // Consequences are sorted: sounds first, then the device and its apps, then notifications.
        let found = entry.response.effects.map { (effect: $0, clause: clause(for: $0, device)) }
        var (consequences, states) = Self.joined(
            (0...2).flatMap { rank in
                found.compactMap { Self.rank(of: $0.effect) == rank ? $0.clause : nil }
            })
        if let refusal = entry.response.refusal {
            let why = entry.response.reason.map { ": " + $0.words } ?? ""
            consequences.insert("refused, \(refusal)\(why)", at: 0)
            states = Dictionary(uniqueKeysWithValues: states.map { ($0 + 1, $1) })
        }
        let isPlain = entry.response.refusal == nil && consequences.isEmpty
        switch entry.event {
        case .app where isPlain, .deadlineReached where isPlain, .appLaunched: return nil
        default: break
        }
        var item = ActivityLogEntry(
            age: entry.time - device.start,
            event: sentence(for: entry.event, device),
            consequences: consequences)
        item.states = states
        item.kind = entry.response.refusal == nil ? kind(of: entry.event, device) : .failure
        return item
    }

    private func kind(of event: PolicyEvent, _ device: LiveDevice) -> ActivityLogEntry.Kind {
        switch event {
        case .device: .deviceEvent
        case .appEnded(let app, .crashed) where exitStatus(of: app, device) != 0: .failure
        default: .appEvent
        }
    }

    private func exitStatus(of app: AppID, _ device: LiveDevice) -> Int32? {
        device.externalApps.first { $0.app == app }?.exitStatus
    }

    /// A clause about the event. A process that has exited by itself did not crash.
    private func sentence(for event: PolicyEvent, _ device: LiveDevice) -> String {
        let subject = subject(of: event)
        guard case .appEnded(let app, .crashed) = event,
            let status = exitStatus(of: app, device)
        else { return event.sentence(about: subject) }
        return status == 0 ? "\(subject) quit" : "\(subject) exited with status \(status)"
    }

    /// Whether the event is only a repeated vibration of a ringing sound.
    private func isVibrationAgain(_ entry: ResponseLog.Entry) -> Bool {
        entry.event == .deadlineReached
            && entry.response.effects.allSatisfy { if case .vibrate = $0 { true } else { false } }
    }

    private static func rank(of effect: PolicyEffect) -> Int {
        switch effect {
        case .verdict, .vibrate, .soundSuppressed: 0
        case .notify: 2
        default: 1
        }
    }

    private func subject(of event: PolicyEvent) -> String {
        switch event {
        case .appLaunched(let app, _), .appOpened(let app), .appOpenedByURL(let app, _),
            .appRunInBackground(let app, _), .appLeft(let app), .appEnded(let app, _),
            .app(let app, _), .appCall(let app, _), .appSystemChanged(let app, _):
            name(of: app)
        case .device, .deadlineReached: ""
        }
    }

    private func name(of app: AppID) -> String {
        app == .phone ? "the phone" : names[app] ?? "an app"
    }

    /// A clause in two parts; neighbours with the same beginning share it.
    private typealias Clause = (beginning: String, rest: String, state: StreamState?)

    /// Joins neighbouring clauses that have the same beginning.
    ///
    /// - Returns: The clauses, and by their positions the states that they tell.
    private static func joined(
        _ clauses: [Clause]
    ) -> (texts: [String], states: [Int: StreamState]) {
        var texts: [String] = []
        var states: [Int: StreamState] = [:]
        var last = ""
        for clause in clauses {
            if clause.beginning == last, !last.isEmpty {
                texts[texts.count - 1] += ", " + clause.rest
            } else {
                states[texts.count] = clause.state
                texts.append(clause.beginning + (clause.beginning.isEmpty ? "" : " ") + clause.rest)
            }
            last = clause.beginning
        }
        return (texts, states)
    }

    private mutating func clause(for effect: PolicyEffect, _ device: LiveDevice) -> Clause? {
        switch effect {
        case .verdict(let stream, let verdict, _):
            let before = states.updateValue(verdict.state, forKey: stream)
            if verdict.state == .stopped { states[stream] = nil }
            guard before != verdict.state else { return nil }
            return (
                "", "\(device.name(of: stream)) \(verdict.state.rawValue)\(why(verdict, device))",
                verdict.state
            )
        case .notify(let app, let notification):
            let (event, detail) = notification.words
            return ("\(name(of: app)) told", event + (detail.isEmpty ? "" : " " + detail), nil)
        case .vibrate: return ("", "it vibrates", nil)
        case .appChanged(let app, let state): return ("\(name(of: app)) is", state.words, nil)
        case .appKilled(let app, let reason): return ("", "\(name(of: app)) \(reason.words)", nil)
        case .deviceChanged(.volume(let kind, let volume)):
            return ("", "\(kind.rawValue) volume \(Int((volume * 100).rounded())) %", nil)
        case .deviceChanged(.route(let route, _)):
            let outputs = route.outputs.map(\.description).joined(separator: ", ")
            return ("", "route " + (outputs.isEmpty ? "none" : outputs), nil)
        case .remoteCommandIgnored(let reason):
            return ("", "nothing happens: " + reason.sentence { device.name(of: $0) }, nil)
        case .soundSuppressed(let sound):
            return ("", "it " + sound.sentence { device.name(of: $0) }, nil)
        case .deviceChanged, .sessionChanged, .deviceSoundBegins, .deviceSoundEnds: return nil
        }
    }

    /// The actor that causes the state, or the first reason that adds to the state itself.
    private func why(_ verdict: Verdict, _ device: LiveDevice) -> String {
        if let by = verdict.by { return " by \(device.name(of: by))" }
        guard let reason = verdict.reasons.first?.kind.rawValue, reason != verdict.state.rawValue
        else { return "" }
        return " (\(reason))"
    }
}
