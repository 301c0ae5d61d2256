public import AudioModel
public import SoundClient

/// A sound device of this machine.
public protocol HostDevice {
    /// Name of the current sink or source for the user, or why there is none.
    var routeName: String { get }

    /// Blocks that the machine skipped because this process was late (xruns).
    var missedCycleCount: Int { get }
}

/// An input device of this machine.
public protocol HostInput: InputDevice, HostDevice {}

/// An output device of this machine.
public protocol HostOutput: OutputDevice, HostDevice {
    /// Time until the last rendered frame has been played. A player that stops the device earlier
    /// cuts off the end of its sound.
    var drainTime: HostInterval { get }
}

/// A notice of a running device.
public enum DeviceNotice: Hashable, Sendable {
    /// The sound is discarded, or silence is delivered, at the usual pace for now. The text says
    /// why.
    case lost(String)
    /// Voices are captured as they are, because voice processing cannot be had. The text says why.
    case voiceUnprocessed(String)
    /// The sound is played or captured again.
    case regained
    /// The stream is connected to another sink or source, or to none.
    case routeChanged(DeviceNode?)
    /// The default sink or source has changed, to the one with this `DeviceNode.name`.
    case defaultChanged(String?)
    /// A sink of an output device's machine, or a source of an input device's, was added.
    case nodeAdded(DeviceNode)
    /// A sink or a source was removed.
    case nodeRemoved(DeviceNode)
}

/// A sink or a source of sound on this machine.
public struct DeviceNode: Hashable, Sendable {
    /// Unique name for programs.
    public var name: String
    /// Name for the user.
    public var description: String

    /// Makes a node.
    public init(name: String, description: String) {
        self.name = name
        self.description = description
    }
}
