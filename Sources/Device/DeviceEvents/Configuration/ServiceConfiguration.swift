import AudioModel
package import DBus
package import SoundPolicy

/// The configuration of a device service, as its file says.
package struct ServiceConfiguration: Hashable, Sendable {
    /// A line of the file that could not be used; the others are in force.
    package struct Problem: Error, Hashable, Sendable {
        /// The number of the line, from 1.
        package var line: Int
        /// What is wrong, and what was expected.
        package var message: String
    }

    /// A file that a line names.
    package struct NamedFile: Hashable, Sendable {
        /// The path, as the line has it.
        package var path: String
        /// The number of the line, from 1.
        package var line: Int
    }

    /// `nil` when the file does not say.
    package var profile: ServiceProfile?
    /// Rules that the file switches on or off, against the profile.
    package var rules: [Rule: Bool] = [:]
    /// How programs that do not use Sori are treated; the first that matches counts.
    package var treatments: [(selector: ProgramSelector, treatment: ProgramTreatment)] = []
    /// Whether the keyboard's mute key moves the ring/silent switch.
    package var muteKeyMovesSwitch = false

    /// Whether the app of the active window is the app in front.
    package var followsWindows = true
    /// The file that the device itself rings with; `nil` when the file names none.
    package var ringTone: NamedFile?
    /// Sources of events that are not followed.
    package var eventsOff: Set<DeviceEventSource> = []
    /// What sandboxed programs may do.
    package var allowances = DBusAllowances()

    package init() {}

    package static func == (one: ServiceConfiguration, other: ServiceConfiguration) -> Bool {
        one.profile == other.profile && one.rules == other.rules
            && one.muteKeyMovesSwitch == other.muteKeyMovesSwitch
            && one.followsWindows == other.followsWindows && one.eventsOff == other.eventsOff
            && one.ringTone == other.ringTone
            && one.allowances == other.allowances
            && one.treatments.map(\.selector) == other.treatments.map(\.selector)
            && one.treatments.map(\.treatment) == other.treatments.map(\.treatment)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(profile)
        hasher.combine(treatments.map(\.selector))
        hasher.combine(treatments.map(\.treatment))
    }

    /// The rules that do not apply.
    ///
    /// - Parameter profile: The profile for a file that names none.
    package func disabledRules(for profile: ServiceProfile) -> [Rule] {
        let off = Set((self.profile ?? profile).disabledRules)
        return Rule.allCases.filter { rule in rules[rule].map { !$0 } ?? off.contains(rule) }
    }

    /// How a stream is treated.
    package func treatment(of facts: ProgramFacts) -> ProgramTreatment {
        (treatments + Self.standardTreatments).first { $0.selector.matches(facts) }?.treatment
            ?? .session(.ambient, .default, [])
    }

    /// How programs are treated that the file does not mention.
    ///
    /// Roles are those of PipeWire and of PulseAudio; what has none, or one that is not known, mixes
    /// with others and interrupts no other app.
    package static let standardTreatments:
        [(selector: ProgramSelector, treatment: ProgramTreatment)] = [
            (.recording, .session(.playAndRecord, .default, [.mixWithOthers])),
            (.role("Music"), .session(.playback, .default, [])),
            (.role("Movie"), .session(.playback, .moviePlayback, [])),
            (.role("Video"), .session(.playback, .moviePlayback, [])),
            (.role("Production"), .session(.playback, .default, [])),
            (.role("Game"), .session(.ambient, .default, [])),
            (.role("Notification"), .systemSounds),
            (.role("Event"), .systemSounds),
            (.role("Communication"), .session(.playAndRecord, .voiceChat, [])),
            (.role("Phone"), .session(.playAndRecord, .voiceChat, [])),
            (.role("Alarm"), .session(.playback, .default, [.duckOthers])),
            (.role("Accessibility"), .session(.playback, .voicePrompt, [.duckOthers])),
            (.role("a11y"), .session(.playback, .voicePrompt, [.duckOthers])),
            (.desktopCategory("Game"), .session(.ambient, .default, [])),
            (.desktopCategory("AudioVideo"), .session(.playback, .default, [])),
            (.everything, .session(.ambient, .default, [])),
        ]
}
