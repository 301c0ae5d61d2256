import Simulation
import Synchronization

/// Runs a story given as text.
func run(_ text: String, disabledRules: [String] = []) throws -> StoryReport {
    var options = RunOptions()
    options.disabledRules = disabledRules
    return try runScenario(parseScenario(text, path: "story.scenario"), options: options)
}

extension StoryReport {
    /// Everything that failed in the story, one line each; empty if it passed.
    var findings: [String] {
        failures.map { "line \($0.line): \($0.message)" }
            + expectations.filter { !$0.isOK }.map { "line \($0.line): \($0.text): \($0.found)" }
    }

    /// The lines of the failed expectations, each once, in order.
    var failingLines: [Int] {
        Set(expectations.filter { !$0.isOK }.map(\.line)).sorted()
    }
}

/// Transforms every input on all cores; the results are in the order of the inputs.
func inParallel<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], _ body: @escaping @Sendable (Input) throws -> Output
) async throws -> [Output] {
    try await withThrowingTaskGroup(of: (Int, Output).self) { group in
        for (index, input) in inputs.enumerated() {
            group.addTask { (index, try body(input)) }
        }
        var outputs = [Output?](repeating: nil, count: inputs.count)
        for try await (index, output) in group { outputs[index] = output }
        return outputs.compactMap { $0 }
    }
}

/// Collects values on any thread.
final class Recorder<Value: Sendable>: Sendable {
    private let collected = Mutex<[Value]>([])

    var values: [Value] { collected.withLock { $0 } }

    func add(_ value: Value) {
        collected.withLock { $0.append(value) }
    }
}
