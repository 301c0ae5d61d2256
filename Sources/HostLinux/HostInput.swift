import AudioModel
import SoundClient

/// An input of this machine.
public protocol HostInput: InputDevice {
    /// Where the sound comes from now, for people: a source's name, or why it is silence.
    var routeName: String { get }

    /// Blocks that the machine went on without, because this process was late.
    var missedCycleCount: Int { get }
}

/// What an input has to say while it runs.
public enum InputNotice: Hashable, Sendable {
    /// It delivers silence for now, at its usual pace. The text says why.
    case deaf(String)
    /// It hears again.
    case hearsAgain
    /// The sound comes from another source, or from none.
    case routeChanged(InputSource?)
    case sourceAdded(InputSource)
    case sourceRemoved(InputSource)
}

/// A place where sound can come from.
public struct InputSource: Hashable, Sendable {
    /// What programs call it; unique.
    public var name: String
    /// What people call it.
    public var description: String

    public init(name: String, description: String) {
        self.name = name
        self.description = description
    }
}
