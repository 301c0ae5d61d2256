package import AudioModel
package import CommandLineTool
import FrameworkPlayers
package import Simulation

/// The output files of a story.
package struct StoryOutputs: Equatable, Sendable {
    package var wavPath: String?
    package var stemsFolder: String?

    package init() {}
}

/// A story that was read and can be run.
package protocol ReadStory {
    /// The case of the scenario that it is.
    var storyCase: StoryCase { get }

    /// The generations that it is run with, at least one.
    var profiles: [PhoneProfile] { get }

    /// - Parameter profile: One of `profiles`.
    /// - Throws: A `ProgramError` when an output cannot be written.
    func run(
        _ outputs: StoryOutputs, with profile: PhoneProfile
    ) throws(ProgramError) -> StoryReport
}

extension ReadStory {
    /// Runs it once, without outputs, with the first of its generations.
    package func run() throws(ProgramError) -> StoryReport {
        try run(StoryOutputs(), with: profiles.first ?? .ios17)
    }
}

/// Reads stories for the commands, which tests replace.
package protocol StoryReader {
    /// Reads a scenario and every file that it names, before anything runs.
    ///
    /// - Returns: The cases of the scenario in their order, at least one.
    /// - Throws: A `ProgramError` with `details` that name file, line and column.
    func read(_ path: String) throws(ProgramError) -> [any ReadStory]
}

/// What plays the streams of a story's apps.
enum StoryPlayers: String, CaseIterable {
    /// Apple's classes, where the stream's kind is that of one.
    case framework
    /// The simulator itself.
    case script
}

/// Runs stories with the simulator.
package struct SimulatedStories: StoryReader {
    /// Names of policy rules to disable.
    var disabledRules: [String] = []
    /// The kind of player where a story names none.
    var defaultPlayer = PlayerKind.player
    var players = StoryPlayers.framework
    /// The generations to run with; `nil` for those that a story names.
    package var profiles: [PhoneProfile]?
    /// Names what lines rest on; `nil` for nothing.
    var faithfulness: Faithfulness?
    /// The number of runs at once for `faithfulness`.
    var jobCount = 1
    /// Shows how far the stories are.
    var progress: StoryProgress?
    /// Receives the path of each included file, before it is read.
    package var willInclude: ((String) -> Void)?

    package init(disabledRules: [String] = []) { self.disabledRules = disabledRules }

    package func read(_ path: String) throws(ProgramError) -> [any ReadStory] {
        let isStandardInput = path == StoryPlan.standardInput
        let bytes = try readFile(
            isStandardInput ? "/dev/stdin" : path, byteCountMax: scenarioBytesMax)
        let scenarios: [Scenario]
        do throws(ScenarioErrors) {
            scenarios = try parseScenarios(bytes: bytes, path: path) {
                path throws(IncludeError) in
                willInclude?(path)
                do throws(ProgramError) {
                    return try readFile(path, byteCountMax: scenarioBytesMax)
                } catch {
                    throw IncludeError(error.what + suggestion(insteadOf: path))
                }
            }
        } catch {
            throw ProgramError(
                .badInput, "the scenario cannot be read", in: path,
                advice: "see \(Numeral.counted(error.errors.count, "error")) above",
                details: error.errors.flatMap {
                    ScenarioExcerpt($0, in: bytes, path: path).lines
                } + lines(of: error.description).dropFirst(error.errors.count),
                filePlaces: error.errors.map {
                    .init(path: $0.path, line: $0.line, column: $0.column, message: $0.message)
                })
        }
        var options = RunOptions()
        options.disabledRules = disabledRules
        options.defaultPlayer = defaultPlayer
        options.faithfulness = faithfulness
        options.jobCount = jobCount
        if let progress {
            options.progress = { progress.tried($0, of: $1) }
            options.observer = { time, _, _ in progress.reach(time) }
        }
        if players == .framework { options.players = FrameworkPlayers() }
        var stories: [any ReadStory] = []
        let source = String(decoding: bytes, as: UTF8.self)
        for scenario in scenarios {
            let profiles = profiles ?? scenario.phone.profiles
            stories.append(
                try SimulatedStory(scenario, options, source: source, profiles, progress))
            progress?.add(profiles.count)
        }
        return stories
    }
}

/// Far more than any scenario; a larger file is something else.
private let scenarioBytesMax = 16 << 20

private struct SimulatedStory: ReadStory {
    let profiles: [PhoneProfile]
    private let path: String
    private let scenario: PreparedScenario
    private let options: RunOptions
    private let source: String
    private let parsed: Scenario
    private let progress: StoryProgress?

    var storyCase: StoryCase { parsed.storyCase }

    init(
        _ scenario: Scenario, _ options: RunOptions, source: String, _ profiles: [PhoneProfile],
        _ progress: StoryProgress?
    ) throws(ProgramError) {
        self.profiles = profiles
        path = scenario.path
        parsed = scenario
        self.progress = progress
        self.source = source
        self.options = options
        do throws(RunError) {
            self.scenario = try PreparedScenario(scenario)
        } catch {
            throw programError(error, path)
        }
    }

    func run(
        _ outputs: StoryOutputs, with profile: PhoneProfile
    ) throws(ProgramError) -> StoryReport {
        let scenario = scenario.played(with: profile)
        var options = options
        options.wavPath = outputs.wavPath
        options.stemsFolder = outputs.stemsFolder
        do throws(RunError) {
            let start = ContinuousClock.now
            var report =
                if let progress {
                    try progress.during(name(with: profile), lasting: parsed.duration) {
                        () throws(RunError) in try scenario.run(options)
                    }
                } else {
                    try scenario.run(options)
                }
            report.wallSeconds = (ContinuousClock.now - start) / .seconds(1)
            report.source = source
            report.warnOfLateStreams(parsed)
            return report
        } catch .cannotWrite(let error) {
            throw outputError(error, in: outputs.wavPath ?? outputs.stemsFolder ?? path)
        } catch {
            throw programError(error, path)
        }
    }

    private func name(with profile: PhoneProfile) -> String {
        let name = parsed.storyCase.title(fileName(of: path))
        return profiles.count > 1 ? "\(name) with \(profile.words)" : name
    }
}

private func programError(_ error: RunError, _ path: String) -> ProgramError {
    switch error {
    case .unsupported:
        ProgramError(
            .badInput, "the scenario needs what this version does not have", in: path,
            advice: "leave out what is named above", details: lines(of: error.description))
    case .sounds(let errors):
        ProgramError(
            .badInput, "sounds of the scenario cannot be used", in: path,
            advice: "see above; their paths begin at the scenario's folder",
            details: lines(of: error.description),
            filePlaces: errors.map {
                .init(path: $0.path, line: $0.line, column: $0.column, message: $0.message)
            })
    case .unknownRule:
        ProgramError(.wrongUse, error.description, in: path)
    case .cannotWrite(let cause):
        outputError(cause, in: path)
    }
}

/// The file that was probably meant in place of one that is missing; empty if there is none.
private func suggestion(insteadOf path: String) -> String {
    let near = nearbyFiles(of: path).map { "'\(fileName(of: $0))'" }
    return near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
}

private func lines(of text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
}
