import Synchronization

/// Runs of one story, each with a choice made the other way, that several threads share out among
/// themselves.
///
/// Ownership: a mutex guards the state. Any thread.
final class StoryJobs: Sendable {
    private struct State {
        var next = 0
        var done = 0
        var places: [[ScenarioPlace]]
        var error: RunError?
    }

    private let choices: [PolicyChoice]
    private let progress: (@Sendable (Int, Int) -> Void)?
    private let state: Mutex<State>

    /// - Parameter progress: Receives the number of runs that have ended, and the number of all.
    init(_ choices: [PolicyChoice], _ progress: (@Sendable (Int, Int) -> Void)?) {
        self.choices = choices
        self.progress = progress
        state = Mutex(State(places: Array(repeating: [], count: choices.count)))
    }

    /// Takes one run after another until none is left.
    ///
    /// - Parameter prepare: Makes what the runs of this thread share, and returns a function that
    ///   runs the story with a choice and finds the lines that fail.
    func work(_ prepare: () throws(RunError) -> (PolicyChoice) -> [ScenarioPlace]) {
        do throws(RunError) {
            let run = try prepare()
            while let index = takeNext() { end(index, run(choices[index])) }
        } catch {
            state.withLock { $0.error = error }
        }
    }

    /// Returns the lines that failed with each choice, when all threads have ended.
    func places() throws(RunError) -> [[ScenarioPlace]] {
        let (places, error) = state.withLock { ($0.places, $0.error) }
        if let error { throw error }
        return places
    }

    private func takeNext() -> Int? {
        state.withLock { state in
            guard state.next < choices.count else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    private func end(_ index: Int, _ places: [ScenarioPlace]) {
        state.withLock { state in
            state.places[index] = places
            state.done += 1
            progress?(state.done, choices.count)
        }
    }
}
