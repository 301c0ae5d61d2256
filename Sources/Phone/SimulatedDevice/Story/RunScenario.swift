public import AudioCodecs
public import AudioModel
import Dispatch
public import ScenarioLanguage
public import SimulationReports
import SoundPolicy
public import SoundServer

/// Options of a scenario's run.
public struct RunOptions: Sendable {
    /// Names of rules to disable in this run (`Rule`).
    public var disabledRules: [String] = []
    /// Path of a WAV file for the phone's output: 16-bit stereo at 48 kHz; `nil` for none.
    public var wavPath: String?
    /// Path of a folder for one WAV file per stream, named `App.stream.wav`; `nil` for none.
    public var stemsFolder: String?
    /// Names the lines that rest on choices of the policy, in `StoryReport.restingLines`; `nil` for
    /// none. The story is run once more for each choice that it could notice.
    public var faithfulness: Faithfulness?
    /// The number of runs at once, of those that `faithfulness` needs.
    package var jobCount = 1
    /// Receives how many of the runs that `faithfulness` needs have ended, and how many there are.
    /// One call at a time, on any thread.
    package var progress: (@Sendable (_ done: Int, _ count: Int) -> Void)?
    /// Receives every event of the run and the policy's response; see `PolicyObserver`.
    public var observer: PolicyObserver?

    /// The kind of player for `plays` without `with`.
    public var defaultPlayer = PlayerKind.player
    /// Makes the players of Apple's classes; without it, the simulator starts the same streams
    /// itself.
    package var players: (any StreamPlayerFactory)?

    /// Makes options without outputs, with every rule enabled.
    public init() {}
}

/// The reason why a scenario could not be run.
public enum RunError: Error, CustomStringConvertible {
    /// Places with actions or settings of a later version, one line each.
    case unsupported([String])
    /// Sounds that cannot be opened or played.
    case sounds([StorySoundError])
    /// A name in `RunOptions.disabledRules` that is no rule's.
    case unknownRule(String)
    /// A WAV file of the phone's output or of a stream could not be written.
    case cannotWrite(FormatError)

    public var description: String {
        switch self {
        case .unsupported(let lines): lines.joined(separator: "\n")
        case .sounds(let errors): errors.map(\.description).joined(separator: "\n")
        case .unknownRule(let name): "there is no rule named \(name)"
        case .cannotWrite(let error): "cannot write the sound: \(error)"
        }
    }
}

/// Runs a scenario in virtual time and evaluates its expectations.
///
/// The same scenario gives the same report, bit for bit.
///
/// - Throws: `RunError`; nothing is run if a sound cannot be opened, an action is not supported or
///   a rule is unknown.
public func runScenario(
    _ scenario: Scenario, options: RunOptions = RunOptions()
) throws(RunError) -> StoryReport {
    try PreparedScenario(scenario).run(options)
}

/// A scenario that can be run: every action is supported, and its sounds are open.
package struct PreparedScenario {
    private var scenario: Scenario
    private let sounds: StorySounds

    /// The same on a phone of another generation.
    package func played(with profile: PhoneProfile) -> PreparedScenario {
        var story = self
        story.scenario.phone.profiles = [profile]
        return story
    }

    /// - Throws: `RunError.unsupported` or `RunError.sounds`.
    package init(_ scenario: Scenario) throws(RunError) {
        let unsupported = unsupportedParts(of: scenario)
        guard unsupported.isEmpty else { throw .unsupported(unsupported) }
        self.scenario = scenario
        sounds = try preparedSounds(of: scenario)
    }

    /// - Throws: `RunError.unknownRule` or `RunError.cannotWrite`.
    package func run(_ options: RunOptions) throws(RunError) -> StoryReport {
        let rules = try disabledRules(options.disabledRules)
        var wav: StoryWriter?
        if let path = options.wavPath { wav = try StoryWriter(path: path) }
        let tried = options.faithfulness.map { faithfulness in
            PolicyChoice.named(by: faithfulness).filter { !scenario.decides($0) }
        }
        let choices = tried.map { tried in
            ObservedChoices(
                ChoiceWatch(
                    PolicyConfiguration(scenario, disabledRules: rules), tried, seesReasons: true))
        }
        var report = runStory(options, disabledRules: rules, writer: wav) { time, event, response in
            choices?.take(event, at: time)
            options.observer?(time, event, response)
        }
        if let choices {
            let differences = choices.takeDifferences()
            let places = try placesThatFail(
                options, disabledRules: rules, beside: report,
                choices: differences.map(\.choice))
            report.restingLines = StoryReport.linesThatRest(on: differences.map(\.fact), places)
            report.triedChoiceCount = tried?.count ?? 0
        }
        if let error = wav?.close() { throw .cannotWrite(error) }
        if let folder = options.stemsFolder {
            try writeStems(of: report, into: folder, options, disabledRules: rules)
        }
        return report
    }

    /// Runs the story once with each choice made the other way, and returns the lines that fail
    /// then and hold in `report`.
    ///
    /// - Throws: `RunError.sounds` when a sound can no longer be opened.
    private func placesThatFail(
        _ options: RunOptions, disabledRules rules: [Rule], beside report: StoryReport,
        choices: [PolicyChoice]
    ) throws(RunError) -> [[ScenarioPlace]] {
        let jobs = StoryJobs(choices, options.progress)
        let scenario = scenario
        let jobCount = min(max(options.jobCount, 1), choices.count)
        DispatchQueue.concurrentPerform(iterations: jobCount) { _ in
            jobs.work { () throws(RunError) in
                // A job has sounds of its own: they are cached while they are used.
                let story = try PreparedScenario(scenario)
                return { choice in
                    story.runStory(options, disabledRules: rules, choice: choice, writer: nil)
                        .placesThatFail(beside: report, in: scenario)
                }
            }
        }
        return try jobs.places()
    }

    private func runStory(
        _ options: RunOptions, disabledRules: [Rule], choice: PolicyChoice? = nil,
        writer: StoryWriter?, solo: String? = nil, recording: RecordingStem? = nil,
        observer: PolicyObserver? = nil
    ) -> StoryReport {
        var configuration = PolicyConfiguration(scenario, disabledRules: disabledRules)
        choice?.change(&configuration)
        let story = Story(
            scenario, configuration, sounds: sounds, writer: writer, solo: solo,
            players: options.players, defaultPlayer: options.defaultPlayer, observer: observer)
        story.recordingStem = recording
        defer {
            story.server.close()
            story.loop.close()
        }
        // The story's parts hold it weakly.
        return withExtendedLifetime(story) { story.run() }
    }

    private func writeStems(
        of report: StoryReport, into folder: String, _ options: RunOptions, disabledRules: [Rule]
    ) throws(RunError) {
        for lane in report.streams {
            let stem = try StoryWriter(path: folder + "/" + lane.fullName + ".wav")
            if lane.kind == .recorder {
                let recording = RecordingStem(of: lane.fullName, to: stem)
                _ = runStory(
                    options, disabledRules: disabledRules, writer: nil, recording: recording)
            } else {
                // The other streams are silent: decisions depend on events, not samples.
                _ = runStory(
                    options, disabledRules: disabledRules, writer: stem, solo: lane.fullName)
            }
            if let error = stem.close() { throw .cannotWrite(error) }
        }
    }
}

extension RunOptions {
    /// The rule names that `disabledRules` accepts, in the registry's order.
    package static var ruleNames: [String] { Rule.allCases.map(\.rawValue) }

    /// One line for each rule, with the reasons and errors that it causes. The first word is the
    /// rule's name: `lock-silences  because locked`, `mode-must-fit  fails badParam`.
    package static var ruleLines: [String] {
        let width = ruleNames.map(\.count).max() ?? 0
        return Rule.allCases.map { rule in
            let name = rule.rawValue
            let words =
                rule.reasonKinds.map { "because \($0.rawValue)" }
                + rule.refusals.map { "fails \($0)" }
            guard !words.isEmpty else { return name }
            let gap = String(repeating: " ", count: width - name.count + 2)
            return name + gap + words.joined(separator: ", ")
        }
    }
}

private func disabledRules(_ names: [String]) throws(RunError) -> [Rule] {
    var rules: [Rule] = []
    for name in names {
        guard let rule = Rule(rawValue: name) else { throw .unknownRule(name) }
        rules.append(rule)
    }
    return rules
}

/// Opens every sound of the scenario, so that a missing one is reported before the run.
private func preparedSounds(of scenario: Scenario) throws(RunError) -> StorySounds {
    let sounds = StorySounds(scenarioPath: scenario.path)
    var errors: [StorySoundError] = []
    for timed in scenario.timed {
        if case .network(.serves(let served)) = timed.action {
            do throws(ServedSoundError) { _ = try served.parts(sounds) } catch {
                errors.append(
                    StorySoundError(
                        path: scenario.path, line: timed.location.line,
                        column: timed.location.column,
                        message: "cannot serve \"\(served.url)\": \(error.words)"))
            }
        }
        guard case .app(_, let act) = timed.action, let spec = act.sound else { continue }
        var problem: String?
        do throws(FormatError) {
            _ = try sounds.sound(for: spec, seed: "")
            switch act {
            case .sounds, .alerts:
                problem = try sounds.systemSoundRefusal(of: spec, on: scenario.phone)
            default: break
            }
        } catch {
            problem = "\(error)" + suggestion(insteadOf: spec, in: scenario.path)
        }
        guard let problem else { continue }
        errors.append(
            StorySoundError(
                path: scenario.path, line: timed.location.line, column: timed.location.column,
                message: "cannot use the sound \(spec): \(problem)"))
    }
    guard errors.isEmpty else { throw .sounds(errors) }
    return sounds
}
