import Foundation
import FrameworkPlayers
import Simulation
import TestSupport

/// A story of the repository.
struct Story: Sendable, CustomStringConvertible {
    /// Path without its suffix: from the library's folder, or of the examples.
    var name: String
    var path: String

    var description: String { name }

    func scenario() throws -> Scenario {
        try parseScenario(String(contentsOfFile: path, encoding: .utf8), path: path)
    }

    /// The scenario library.
    static func library() throws -> [Story] {
        try ["claims", "actions", "headers", "rules", "matrix"].flatMap {
            try stories(in: "Tests/Scenarios/" + $0, prefix: $0 + "/")
        }
    }

    /// The examples; empty without their sounds (`scripts/prepare-sounds`).
    static func examples() throws -> [Story] {
        let sounds = repositoryFolder.appending(path: "examples/sounds").path
        guard FileManager.default.fileExists(atPath: sounds) else { return [] }
        return try stories(in: "examples/scenarios", prefix: "examples/")
    }

    /// The stories of `AVPlayer`, which play what servers send.
    static func ofAVPlayer() throws -> [Story] {
        try stories(in: "Tests/Scenarios/avplayer", prefix: "avplayer/")
    }

    private static func stories(in folder: String, prefix: String) throws -> [Story] {
        let folder = repositoryFolder.appending(path: folder).path
        let suffix = ".scenario"
        return try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(suffix) }.sorted()
            .map { Story(name: prefix + $0.dropLast(suffix.count), path: folder + "/" + $0) }
    }

    /// Stories that cannot hold through an engine, each with the reason.
    static func notWithEngine() throws -> [String: String] { try exceptions("not-with-engine") }

    /// Stories that cannot hold through an `AVPlayer`, each with the reason.
    static func notWithAVPlayer() throws -> [String: String] {
        try exceptions("not-with-avplayer")
    }

    private static func exceptions(_ name: String) throws -> [String: String] {
        let path = repositoryFolder.appending(path: "Tests/Scenarios/\(name).tsv").path
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let pairs = lines.filter { !$0.hasPrefix("#") }.map {
            $0.split(separator: "\t", maxSplits: 1).map(String.init)
        }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
    }
}

/// Runs a story with Apple's classes.
///
/// - Parameters:
///   - kind: The kind of player where the story names none.
///   - players: The kinds that play through Apple's classes; all by default.
func run(
    _ scenario: Scenario, _ kind: PlayerKind, _ players: FrameworkPlayers = FrameworkPlayers()
) throws -> StoryReport {
    var options = RunOptions()
    options.players = players
    options.defaultPlayer = kind
    return try runScenario(scenario, options: options)
}

/// Runs a story given as text with Apple's classes.
func run(_ text: String, _ kind: PlayerKind) throws -> StoryReport {
    try run(parseScenario(text, path: "story.scenario"), kind)
}

extension StoryReport {
    /// Everything that failed in the story; empty if it holds.
    var findings: [String] {
        failures.map { "line \($0.line): \($0.message)" }
            + expectations.filter { !$0.isOK }.map { "line \($0.line): \($0.text): \($0.found)" }
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
