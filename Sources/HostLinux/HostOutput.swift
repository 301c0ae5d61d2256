import AudioModel
import SoundClient

/// An output of this machine: what a progress line shows, and how long a player waits at the end.
public protocol HostOutput: OutputDevice {
    /// Where the sound goes now, for people: a sink's name, or why nobody hears it.
    var routeName: String { get }

    /// Blocks that the machine went on without, because rendering was late.
    var missedCycleCount: Int { get }

    /// How long from now until the last frame rendered so far has been heard.
    ///
    /// A player that stops the device any sooner cuts the end of its sound.
    var timeUntilHeard: HostInterval { get }
}

/// What a device has to say while it runs.
public enum OutputNotice: Hashable, Sendable {
    /// Nobody hears the sound for now; it runs on at its usual pace. The text says why.
    case unheard(String)
    /// The sound is heard again.
    case heardAgain
    /// The sound goes to another sink, or to none.
    case routeChanged(OutputSink?)
    /// The sink that new streams go to has changed; its `OutputSink.name`.
    case defaultSinkChanged(String?)
    case sinkAdded(OutputSink)
    case sinkRemoved(OutputSink)
}

/// A place where sound can go.
public struct OutputSink: Hashable, Sendable {
    /// What programs call it; unique.
    public var name: String
    /// What people call it.
    public var description: String

    public init(name: String, description: String) {
        self.name = name
        self.description = description
    }
}

/// What a stream is for. The machine's session manager may route or duck by it.
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

    /// The block that suits the use, in frames: long ones cost less, short ones answer sooner.
    public var blockFrames: Int {
        switch self {
        case .music, .movie, .accessibility, .production, .test: 1024
        case .game, .notification, .communication: 256
        }
    }
}
