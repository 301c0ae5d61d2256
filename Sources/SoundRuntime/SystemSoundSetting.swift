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
        guard let word = environment[variable], !word.isEmpty else { return .documented }
        if let rule = SystemSoundRule(rawValue: word) { return rule }
        let names = SystemSoundRule.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
        warn("\(variable) is '\(word)': write \(names)")
        return .documented
    }
}
