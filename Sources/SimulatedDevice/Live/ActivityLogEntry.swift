package import AudioModel
import SimulationReports
import SoundPolicy

/// An event on a live phone with its consequences.
package struct ActivityLogEntry: Hashable, Sendable {
    /// Time since the phone was switched on.
    package var age: HostInterval
    /// A clause in the past tense: `the ring switch was moved to silent`.
    package var event: String
    /// Clauses: `Game.theme silent (ring-switch)`, `Game told willResignActive,
    /// didEnterBackground`.
    package var consequences: [String]

    package init(age: HostInterval, event: String, consequences: [String] = []) {
        self.age = age
        self.event = event
        self.consequences = consequences
    }

    package var text: String {
        consequences.isEmpty ? event : event + ": " + consequences.joined(separator: "; ")
    }
}

/// Describes the events in the log since the previous read.
package struct ActivityReporter {
    private var states: [StreamID: StreamState] = [:]
    private var names: [AppID: String] = [:]

    package init() {}

    /// The events since the last call, oldest first.
    package mutating func newEntries(of phone: LivePhone) -> [ActivityLogEntry] {
        let (entries, lostCount) = phone.log.take()
        var described = entries.compactMap { item(of: $0, phone) }
        described += phone.failedCommands.take().map { entry in
            ActivityLogEntry(
                age: entry.time - phone.start, event: entry.words(phone.name(of: entry.app)))
        }
        if lostCount > 0 {
            described.append(
                ActivityLogEntry(
                    age: phone.age, event: "\(lostCount) more events, too many to tell"))
        }
        return described
    }

    private mutating func item(of entry: ResponseLog.Entry, _ phone: LivePhone) -> ActivityLogEntry?
    {
        if case .appLaunched(let app, let description) = entry.event {
            // The phone may have another name for the app.
            names[app] = phone.name(ofRunning: app) ?? description.name
        }
        guard !isVibrationAgain(entry) else { return nil }
        // Consequences are sorted: sounds first, then the phone and its apps, then notifications.
        let found = entry.response.effects.map { (effect: $0, clause: clause(for: $0, phone)) }
        var consequences = Self.joined(
            (0...2).flatMap { rank in
                found.compactMap { Self.rank(of: $0.effect) == rank ? $0.clause : nil }
            })
        if let refusal = entry.response.refusal {
            let why = entry.response.reason.map { ": " + $0.words } ?? ""
            consequences.insert("refused, \(refusal)\(why)", at: 0)
        }
        let isPlain = entry.response.refusal == nil && consequences.isEmpty
        switch entry.event {
        case .app where isPlain, .deadlineReached where isPlain, .appLaunched: return nil
        default: break
        }
        return ActivityLogEntry(
            age: entry.time - phone.start,
            event: entry.event.sentence(about: subject(of: entry.event)),
            consequences: consequences)
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
            .app(let app, _), .appCall(let app, _):
            name(of: app)
        case .device, .deadlineReached: ""
        }
    }

    private func name(of app: AppID) -> String {
        app == .phone ? "the phone" : names[app] ?? "an app"
    }

    /// A clause in two parts; neighbours with the same beginning share it.
    private typealias Clause = (beginning: String, rest: String)

    /// Joins neighbouring clauses that have the same beginning.
    private static func joined(_ clauses: [Clause]) -> [String] {
        var texts: [String] = []
        var last = ""
        for clause in clauses {
            if clause.beginning == last, !last.isEmpty {
                texts[texts.count - 1] += ", " + clause.rest
            } else {
                texts.append(clause.beginning + (clause.beginning.isEmpty ? "" : " ") + clause.rest)
            }
            last = clause.beginning
        }
        return texts
    }

    private mutating func clause(for effect: PolicyEffect, _ phone: LivePhone) -> Clause? {
        switch effect {
        case .verdict(let stream, let verdict, _):
            let before = states.updateValue(verdict.state, forKey: stream)
            if verdict.state == .stopped { states[stream] = nil }
            guard before != verdict.state else { return nil }
            return ("", "\(phone.name(of: stream)) \(verdict.state.rawValue)\(why(verdict, phone))")
        case .notify(let app, let notification):
            let (event, detail) = notification.words
            return ("\(name(of: app)) told", event + (detail.isEmpty ? "" : " " + detail))
        case .vibrate: return ("", "it vibrates")
        case .appChanged(let app, let state): return ("\(name(of: app)) is", state.words)
        case .appKilled(let app, let reason): return ("", "\(name(of: app)) \(reason.words)")
        case .deviceChanged(.volume(let kind, let volume)):
            return ("", "\(kind.rawValue) volume \(Int((volume * 100).rounded())) %")
        case .deviceChanged(.route(let route, _)):
            let outputs = route.outputs.map(\.description).joined(separator: ", ")
            return ("", "route " + (outputs.isEmpty ? "none" : outputs))
        case .remoteCommandIgnored(let reason):
            return ("", "nothing happens: " + reason.sentence { phone.name(of: $0) })
        case .soundSuppressed(let sound):
            return ("", "it " + sound.sentence { phone.name(of: $0) })
        case .deviceChanged, .sessionChanged, .deviceSoundBegins, .deviceSoundEnds: return nil
        }
    }

    /// The actor that causes the state, or the first reason that adds to the state itself.
    private func why(_ verdict: Verdict, _ phone: LivePhone) -> String {
        if let by = verdict.by { return " by \(phone.name(of: by))" }
        guard let reason = verdict.reasons.first?.kind.rawValue, reason != verdict.state.rawValue
        else { return "" }
        return " (\(reason))"
    }
}
