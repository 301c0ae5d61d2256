import AudioModel
import SoundClient

/// An input device of this machine.
public protocol HostInput: InputDevice {
    /// Name of the current source for the user, or why there is silence.
    var routeName: String { get }

    /// Blocks that the machine skipped because this process was late (xruns).
    var missedCycleCount: Int { get }
}

/// A notice of a running input device.
public enum InputNotice: Hashable, Sendable {
    /// The device delivers silence at its usual pace for now. The text says why.
    case deaf(String)
    /// The device captures sound again.
    case hearsAgain
    /// The stream is connected to another source, or to none.
    case routeChanged(InputSource?)
    /// A source was added to the machine.
    case sourceAdded(InputSource)
    /// A source was removed from the machine.
    case sourceRemoved(InputSource)
}

/// A sound source of this machine.
public struct InputSource: Hashable, Sendable {
    /// Unique name for programs.
    public var name: String
    /// Name for the user.
    public var description: String

    /// Makes a source.
    public init(name: String, description: String) {
        self.name = name
        self.description = description
    }
}
