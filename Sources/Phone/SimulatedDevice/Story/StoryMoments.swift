import AudioModel
import DeviceActions
import ScenarioLanguage
import SimulationReports
import SoundPolicy
import SoundServer

// What a report's cursor shows at a moment besides the streams: acts, and sessions.

extension Story {
    /// Performs an act, and records whether it did anything.
    func performAndRecord(_ timed: TimedAction) {
        let (actor, words) =
            switch timed.action {
            case .app(let name, let act): (name, act.description)
            case .phone(let act): (StoryReport.deviceName, act.description)
            case .network(let act): (StoryReport.deviceName, act.description)
            }
        let troubleCount = records.warnings.count + records.failures.count
        let isRefused = perform(timed)
        var act = ActRecord(at: timed.time, actor: actor, words: words, line: timed.location.line)
        act.isWithoutEffect =
            isRefused || records.warnings.count + records.failures.count > troubleCount
        records.acts.append(act)
    }

    /// Records the sessions of the apps that run.
    func noteSessions() {
        let names = records.names.sorted { $0.key.rawValue < $1.key.rawValue }
        let facts = server.inspect { machine in names.map { machine.session(of: $0.key) } }
        for ((id, name), facts) in zip(names, facts) where id != .phone {
            guard let facts else { continue }
            records.noteSession(
                SessionRecord(
                    at: loop.now, app: name, words: facts.words, isActive: facts.isActive))
        }
    }
}

extension SessionFacts {
    /// The category, and the mode, options and policy that are not the usual ones, as stories write
    /// them.
    fileprivate var words: String {
        let act = AppAct.setsCategory(
            category, mode: mode, options: options, policy: routeSharingPolicy)
        return String(act.description.drop { $0 != " " }.dropFirst())
    }
}
