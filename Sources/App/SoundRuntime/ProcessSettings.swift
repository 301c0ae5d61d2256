package import AudioModel
import Foundation

/// The setting of a program for its system sounds.
package enum SystemSoundSetting {
    /// The environment variable: the name of a rule.
    package static let variable = "SORI_SYSTEM_SOUNDS"

    /// The rule of this process.
    package static let ofProcess = rule(ProcessInfo.processInfo.environment) { warn($0) }

    /// Returns the rule that an environment sets; the documented one without the variable.
    ///
    /// - Parameter warn: Called for a value that is not the name of a rule.
    package static func rule(
        _ environment: [String: String], warn: (String) -> Void
    ) -> SystemSoundRule {
        choice(variable, environment, usually: .documented, warn: warn)
    }
}

extension SystemSoundSetting {
    /// The environment variable: whether the names of files count, `on` or `off`.
    package static let namesVariable = "SORI_SYSTEM_SOUND_NAMES"

    /// Whether the names of files count for this process, where its rule restricts them.
    package static let namesOfProcess = names(ProcessInfo.processInfo.environment) { warn($0) }

    /// Returns whether names count in an environment; they do without the variable.
    ///
    /// - Parameter warn: Called for a value that is neither `on` nor `off`.
    package static func names(_ environment: [String: String], warn: (String) -> Void) -> Bool {
        choice(namesVariable, environment, usually: NamesRule.on, warn: warn) == .on
    }

    private enum NamesRule: String, CaseIterable {
        case on
        case off
    }
}

/// The setting of a program for recorders that record again after an interruption.
package enum InterruptedRecordingSetting {
    /// The environment variable: the name of a rule.
    package static let variable = "SORI_INTERRUPTED_RECORDINGS"

    /// The rule of this process.
    package static let ofProcess = rule(ProcessInfo.processInfo.environment) { warn($0) }

    /// Returns the rule that an environment sets; `discarded` without the variable.
    ///
    /// - Parameter warn: Called for a value that is not the name of a rule.
    package static func rule(
        _ environment: [String: String], warn: (String) -> Void
    ) -> InterruptedRecordingRule {
        choice(variable, environment, usually: .discarded, warn: warn)
    }
}

private func choice<Rule: CaseIterable & RawRepresentable<String>>(
    _ variable: String, _ environment: [String: String], usually rule: Rule,
    warn: (String) -> Void
) -> Rule {
    guard let word = environment[variable], !word.isEmpty else { return rule }
    if let rule = Rule(rawValue: word) { return rule }
    let names = Rule.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
    warn("\(variable) is '\(word)': write \(names)")
    return rule
}
