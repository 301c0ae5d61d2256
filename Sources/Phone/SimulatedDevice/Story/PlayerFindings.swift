import AudioModel
import ScenarioLanguage
import SimulationReports

// What becomes of players that wait for what they play, and conditions about it.

extension StoryRecords {
    func note(_ progress: PlayerProgress, of fullName: String, at time: HostTime) {
        let known = playerProgress[fullName]?.changes.last?.value
        guard progress != known ?? .ready else { return }
        playerProgress[fullName, default: Timeline(.ready)].set(progress, at: time)
    }

    /// Evaluates whether a player waits, or has failed.
    func progress(
        _ fullName: String, _ wanted: PlayerProgress, _ when: ExpectationTime
    ) -> RecordFinding {
        guard let states = playerProgress[fullName] else {
            return .no(
                track(named: fullName) == nil ? "it has not started" : "it has never waited")
        }
        return held(states, when, { $0 == wanted }, \.words)
    }
}

extension PlayerProgress {
    fileprivate var words: String {
        switch self {
        case .ready: "has what it plays"
        case .waiting: "waiting"
        case .failed: "failed"
        }
    }
}
