import AudioFormats
import AudioModel
import SoundPolicy
import SoundServer

/// How a scenario is to be run.
public struct RunOptions: Sendable {
    /// Names of rules that do not hold in this run (`Rule`).
    public var disabledRules: [String] = []
    /// Where to write what the user hears: 16-bit stereo at 48 kHz.
    public var wavPath: String?
    /// A folder for one file a stream, named `App.stream.wav`.
    public var stemsFolder: String?
    /// Sees every event of the story and what the policy made of it; see `PolicyObserver`.
    public var observer: PolicyObserver?

    public init() {}
}

/// Why a scenario was not run at all.
public enum RunError: Error, CustomStringConvertible {
    /// Places with acts or settings of a later version, one line each.
    case unsupported([String])
    case sounds([StorySoundError])
    case unknownRule(String)
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

/// Runs one story in virtual time and judges it.
///
/// The same scenario gives the same report, bit for bit. Nothing is run when a sound cannot be
/// opened or an act is not supported.
public func runScenario(
    _ scenario: Scenario, options: RunOptions = RunOptions()
) throws(RunError) -> StoryReport {
    try ReadyScenario(scenario).run(options)
}

/// A scenario that can be run: everything in it is supported, and its sounds are open.
package struct ReadyScenario {
    private let scenario: Scenario
    private let sounds: StorySounds

    /// - Throws: `unsupported` or `sounds`.
    package init(_ scenario: Scenario) throws(RunError) {
        let problems = unsupportedParts(of: scenario)
        guard problems.isEmpty else { throw .unsupported(problems) }
        self.scenario = scenario
        sounds = try preparedSounds(of: scenario)
    }

    /// - Throws: `unknownRule` or `cannotWrite`.
    package func run(_ options: RunOptions) throws(RunError) -> StoryReport {
        let rules = try disabledRules(options.disabledRules)
        var wav: StoryWriter?
        if let path = options.wavPath { wav = try StoryWriter(path: path) }
        let report = tell(rulesOff: rules, writer: wav, observer: options.observer)
        if let problem = wav?.close() { throw .cannotWrite(problem) }
        if let folder = options.stemsFolder {
            try writeStems(of: report, into: folder, rulesOff: rules)
        }
        return report
    }

    private func tell(
        rulesOff: [Rule], writer: StoryWriter?, solo: String? = nil,
        observer: PolicyObserver? = nil
    ) -> StoryReport {
        let story = Story(
            scenario, sounds: sounds, rulesOff: rulesOff, writer: writer, solo: solo,
            observer: observer)
        defer {
            story.server.close()
            story.environment.close()
            story.phoneSounds.disconnect()
        }
        // Its parts know it weakly.
        return withExtendedLifetime(story) { story.run() }
    }

    private func writeStems(
        of report: StoryReport, into folder: String, rulesOff: [Rule]
    ) throws(RunError) {
        for lane in report.streams where lane.kind != .recorder {
            // Alone: the policy decides by events, so every other sound may be left out.
            let stem = try StoryWriter(path: folder + "/" + lane.fullName + ".wav")
            _ = tell(rulesOff: rulesOff, writer: stem, solo: lane.fullName)
            if let problem = stem.close() { throw .cannotWrite(problem) }
        }
    }
}

extension RunOptions {
    /// What `disabledRules` can name, in the order of the registry.
    package static var ruleNames: [String] { Rule.allCases.map(\.rawValue) }
}

private func disabledRules(_ names: [String]) throws(RunError) -> [Rule] {
    var rules: [Rule] = []
    for name in names {
        guard let rule = Rule(rawValue: name) else { throw .unknownRule(name) }
        rules.append(rule)
    }
    return rules
}

/// Opens every sound of the scenario, so that what is missing is known before anything runs.
private func preparedSounds(of scenario: Scenario) throws(RunError) -> StorySounds {
    let sounds = StorySounds(scenarioPath: scenario.path)
    var errors: [StorySoundError] = []
    for timed in scenario.timed {
        guard case .app(_, let act) = timed.action, let spec = act.sound else { continue }
        var problem: String?
        do throws(FormatError) {
            _ = try sounds.sound(for: spec, seed: "")
            switch act {
            case .sounds, .alerts: problem = try sounds.systemSoundProblem(of: spec)
            default: break
            }
        } catch {
            problem = "\(error)"
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
