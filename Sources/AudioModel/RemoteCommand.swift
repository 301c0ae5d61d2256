/// A remote command: the user controls the playing app from the lock screen, the control centre or
/// a headset.
///
/// Raw values are the scenario language's words.
///
/// Source: the public MPRemoteCommandCenter header; the public UIEvent header, remote-control
/// subtypes.
public enum RemoteCommand: String, CaseIterable, Hashable, Sendable {
    case play
    case pause
    case togglePlayPause = "toggle"
    case stop
    case nextTrack = "next"
    case previousTrack = "previous"
}

/// The remote commands that an app has enabled.
public struct RemoteCommands: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public init(_ commands: [RemoteCommand]) {
        self = commands.reduce([]) { $0.union($1.bit) }
    }

    /// All remote commands.
    public static let all = RemoteCommands(RemoteCommand.allCases)

    /// Whether a command is enabled.
    public func contains(_ command: RemoteCommand) -> Bool { isSuperset(of: command.bit) }

    /// The enabled commands, in the order of `RemoteCommand.allCases`.
    public var commands: [RemoteCommand] { RemoteCommand.allCases.filter { contains($0) } }
}

extension RemoteCommand {
    fileprivate var bit: RemoteCommands {
        switch self {
        case .play: RemoteCommands(rawValue: 1)
        case .pause: RemoteCommands(rawValue: 2)
        case .togglePlayPause: RemoteCommands(rawValue: 4)
        case .stop: RemoteCommands(rawValue: 8)
        case .nextTrack: RemoteCommands(rawValue: 16)
        case .previousTrack: RemoteCommands(rawValue: 32)
        }
    }

    /// Whether the command asks for playback, so that an app may begin to play for it.
    package var requestsPlayback: Bool {
        switch self {
        case .play, .togglePlayPause, .nextTrack, .previousTrack: true
        case .pause, .stop: false
        }
    }
}

extension PortKind {
    /// Whether the port is of a device with a button that plays, pauses and answers calls.
    ///
    /// Source: user guides of headsets (`docs/facts.md`).
    public var hasHeadsetButton: Bool {
        switch self {
        case .headset, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE: true
        case .speaker, .receiver, .headphones, .lineout, .usb, .hdmi, .car, .airplay,
            .builtInMicrophone, .headsetMicrophone:
            false
        }
    }
}
