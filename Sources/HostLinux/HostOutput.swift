import AudioModel
import SoundClient

/// An output device of this machine, with what a player shows and waits for.
public protocol HostOutput: OutputDevice {
    /// Name of the current sink for the user, or why the sound is discarded.
    var routeName: String { get }

    /// Blocks that the machine skipped because rendering was late (xruns).
    var missedCycleCount: Int { get }

    /// Time until the last rendered frame has been played. A player that stops the device earlier
    /// cuts off the end of its sound.
    var timeUntilHeard: HostInterval { get }
}

/// A notice of a running output device.
public enum OutputNotice: Hashable, Sendable {
    /// The sound is discarded at its usual pace for now. The text says why.
    case unheard(String)
    /// The sound is played again.
    case heardAgain
    /// The stream is connected to another sink, or to none.
    case routeChanged(OutputSink?)
    /// The default sink has changed, to the one with this `OutputSink.name`.
    case defaultSinkChanged(String?)
    /// A sink was added to the machine.
    case sinkAdded(OutputSink)
    /// A sink was removed from the machine.
    case sinkRemoved(OutputSink)
}

/// A sound sink of this machine.
public struct OutputSink: Hashable, Sendable {
    /// Unique name for programs.
    public var name: String
    /// Name for the user.
    public var description: String

    /// Makes a sink.
    public init(name: String, description: String) {
        self.name = name
        self.description = description
    }
}

/// The role of a stream. The machine's session manager may route or duck by it.
///
/// Source: PipeWire, `media.role`.
public enum MediaRole: String, CaseIterable, Sendable {
    case music = "Music"
    case movie = "Movie"
    case game = "Game"
    case notification = "Notification"
    case communication = "Communication"
    case accessibility = "Accessibility"
    case production = "Production"
    case test = "Test"

    /// The block size that suits the role, in frames: long blocks cost less, short ones respond
    /// sooner.
    public var blockFrames: Int {
        switch self {
        case .music, .movie, .accessibility, .production, .test: 1024
        case .game, .notification, .communication: 256
        }
    }
}
