import AudioModel
import ScenarioLanguage

/// The time in which a condition has to become true after a line of the story.
struct TimeLimit {
    var interval: HostInterval
    var label: String
    /// The time of the line.
    var start: HostTime

    var end: HostTime { start + interval }

    /// The result for a condition that is first true at a time; one that comes too late fails, at no
    /// time of its own.
    func result(_ words: String, at time: HostTime) -> (isOK: Bool, found: String, at: HostTime?) {
        let isInTime = time <= end
        let delay = Numeral.short((time - start).seconds, places: 3)
        return (isInTime, "\(words): \(delay) s after '\(label)'", isInTime ? time : nil)
    }

    /// The words for a condition that is never true from the line on.
    func never(_ words: String) -> String { "never after '\(label)': \(words)" }

    /// The finding of a record without the limit, held against it.
    func finding(_ finding: RecordFinding) -> RecordFinding {
        switch finding {
        case .yes(let words, let time):
            let (isOK, found, at) = result(words, at: time ?? start)
            return isOK ? .yes(found, at: at) : .no(found)
        case .no(let words, _): return .no(never(words))
        }
    }
}
