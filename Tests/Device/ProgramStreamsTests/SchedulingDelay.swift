import Foundation
import Synchronization

/// Measures how long a thread that is ready waits for a processor, from its making to `end`.
final class SchedulingDelay: Sendable {
    private let state = Mutex((isEnding: false, longest: Duration.zero))

    private static let interval = Duration.milliseconds(1)

    init() {
        let thread = Thread { [self] in measure() }
        thread.start()
    }

    private func measure() {
        let clock = ContinuousClock()
        while true {
            let begin = clock.now
            poll(nil, 0, 1)
            let delay = clock.now - begin - Self.interval
            let isEnding = state.withLock { state in
                state.longest = max(state.longest, delay)
                return state.isEnding
            }
            if isEnding { return }
        }
    }

    /// Ends the measurement.
    ///
    /// - Returns: The longest delay so far.
    func end() -> Duration {
        state.withLock { state in
            state.isEnding = true
            return state.longest
        }
    }
}
