import Simulation

/// Where a story's sound is to be written.
struct StoryOutputs: Equatable, Sendable {
    var wavPath: String?
    var stemsFolder: String?
}

/// A story that has been read, and can be told.
protocol ReadStory {
    /// - Throws: When an output cannot be written.
    func run(_ outputs: StoryOutputs) throws(ProgramError) -> StoryReport
}

/// What the program needs of the simulator.
protocol StoryReader {
    /// Reads a scenario and everything it names, before anything runs.
    ///
    /// - Throws: With `details` that name file, line and column.
    func read(_ path: String) throws(ProgramError) -> any ReadStory
}

/// The simulator.
struct SimulatedStories: StoryReader {
    func read(_ path: String) throws(ProgramError) -> any ReadStory {
        throw ProgramError(
            .deviceMissing, "the simulator is not built yet", in: path, advice: "wait for it")
    }
}
