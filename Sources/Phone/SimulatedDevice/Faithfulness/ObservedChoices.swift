import AudioModel
import SoundPolicy
import Synchronization

/// Collects what a run could notice of choices made the other way; each choice once. Any thread.
final class ObservedChoices: Sendable {
    private let state: Mutex<(watch: ChoiceWatch, differences: [ChoiceWatch.Difference])>

    init(_ watch: ChoiceWatch) {
        state = Mutex((watch, []))
    }

    func take(_ event: PolicyEvent, at time: HostTime) {
        state.withLock { state in
            state.differences += state.watch.take(event, at: time)
        }
    }

    /// Returns the differences since the last call, in order of time.
    func takeDifferences() -> [ChoiceWatch.Difference] {
        state.withLock { state in
            defer { state.differences = [] }
            return state.differences
        }
    }
}
