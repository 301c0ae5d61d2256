package import AudioModel

/// How the service treats the sounds of a program that does not use Sori.
package enum ProgramTreatment: Hashable, Sendable {
    /// An app with a session of this category, which is active while a stream of the program sounds.
    case session(SessionCategory, SessionMode, SessionOptions)
    /// System sounds, which mix with everything and obey the switch.
    case systemSounds
    /// Not at all: the program is neither silenced nor does it interrupt others.
    case ignored
}

/// Which streams a treatment is for. Names are compared without regard to case.
package enum ProgramSelector: Hashable, Sendable {
    /// The streams of a program, by the identifier of its app or the name of its executable.
    case program(String)
    /// Streams with this `media.role`.
    case role(String)
    /// Streams of programs with this category in their desktop file.
    case desktopCategory(String)
    /// Streams that record.
    case recording
    /// All others.
    case everything
}

/// What the service knows of a stream when it decides how to treat it.
package struct ProgramFacts: Hashable, Sendable {
    /// Identifiers and names of the program, the most trusted first.
    package var names: [String]
    package var role: String?
    package var desktopCategories: [String]
    package var isRecording: Bool

    package init(
        names: [String], role: String? = nil, desktopCategories: [String] = [],
        isRecording: Bool = false
    ) {
        self.names = names
        self.role = role
        self.desktopCategories = desktopCategories
        self.isRecording = isRecording
    }
}

extension ProgramSelector {
    func matches(_ facts: ProgramFacts) -> Bool {
        func isSame(_ one: String, _ other: String) -> Bool {
            one.lowercased() == other.lowercased()
        }
        return switch self {
        case .program(let name): facts.names.contains { isSame($0, name) }
        case .role(let role): facts.role.map { isSame($0, role) } ?? false
        case .desktopCategory(let name): facts.desktopCategories.contains { isSame($0, name) }
        case .recording: facts.isRecording
        case .everything: true
        }
    }
}
