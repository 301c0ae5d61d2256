/// The kind of a remote command: the user controls the playing app from the lock screen, the
/// control centre, a headset or another device.
///
/// Raw values are the scenario language's words.
///
/// Source: the public MPRemoteCommandCenter header; the public UIEvent header, remote-control
/// subtypes.
public enum RemoteCommandKind: String, CaseIterable, Hashable, Sendable {
    case play
    case pause
    case togglePlayPause = "toggle"
    case stop
    case nextTrack = "next"
    case previousTrack = "previous"
    case skipForward
    case skipBackward
    case seekForward
    case seekBackward
    case changePosition = "position"
    case changeRate = "rate"
    case changeRepeatMode = "repeat"
    case changeShuffleMode = "shuffle"
    case rating
    case like
    case dislike
    case bookmark
    case enableLanguageOption = "enableLanguage"
    case disableLanguageOption = "disableLanguage"

    /// The six kinds without a value that every headset and lock screen has.
    public static let transport: [RemoteCommandKind] = [
        .play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack,
    ]
}

/// The remote commands that an app has enabled.
public struct RemoteCommands: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public init(_ kinds: [RemoteCommandKind]) {
        self = kinds.reduce([]) { $0.union($1.bit) }
    }

    /// All remote commands.
    public static let all = RemoteCommands(RemoteCommandKind.allCases)
    /// The commands of `RemoteCommandKind.transport`.
    public static let transport = RemoteCommands(RemoteCommandKind.transport)
    /// The commands that an app receives as events of `UIResponder`.
    public static let events: RemoteCommands =
        transport.union(RemoteCommands([.seekForward, .seekBackward]))

    /// Whether a command is enabled.
    public func contains(_ kind: RemoteCommandKind) -> Bool { isSuperset(of: kind.bit) }

    /// The enabled kinds, in the order of `RemoteCommandKind.allCases`.
    public var kinds: [RemoteCommandKind] { RemoteCommandKind.allCases.filter { contains($0) } }
}

extension RemoteCommandKind {
    fileprivate var bit: RemoteCommands {
        let shift: UInt32 =
            switch self {
            case .play: 0
            case .pause: 1
            case .togglePlayPause: 2
            case .stop: 3
            case .nextTrack: 4
            case .previousTrack: 5
            case .skipForward: 6
            case .skipBackward: 7
            case .seekForward: 8
            case .seekBackward: 9
            case .changePosition: 10
            case .changeRate: 11
            case .changeRepeatMode: 12
            case .changeShuffleMode: 13
            case .rating: 14
            case .like: 15
            case .dislike: 16
            case .bookmark: 17
            case .enableLanguageOption: 18
            case .disableLanguageOption: 19
            }
        return RemoteCommands(rawValue: 1 << shift)
    }
}

/// A remote command with its value.
public enum RemoteCommand: Hashable, Sendable {
    case play
    case pause
    case togglePlayPause
    case stop
    case nextTrack
    case previousTrack
    /// Skips forward by an interval in seconds.
    case skipForward(Double)
    /// Skips backward by an interval in seconds.
    case skipBackward(Double)
    case seekForward(SeekPhase)
    case seekBackward(SeekPhase)
    /// Continues at a position, in seconds from the start.
    case changePosition(Double)
    case changeRate(Double)
    case changeRepeatMode(RemoteRepeatMode)
    case changeShuffleMode(RemoteShuffleMode)
    case rating(Double)
    case like(FeedbackSign)
    case dislike(FeedbackSign)
    case bookmark(FeedbackSign)
    case enableLanguageOption(LanguageOption)
    case disableLanguageOption(LanguageOption)

    /// Whether a seek begins or ends.
    public enum SeekPhase: String, CaseIterable, Hashable, Sendable {
        case begin
        case end
    }

    /// Whether feedback is given or withdrawn.
    public enum FeedbackSign: String, CaseIterable, Hashable, Sendable {
        case positive = "on"
        case negative = "off"
    }

    /// The command's kind.
    public var kind: RemoteCommandKind {
        switch self {
        case .play: .play
        case .pause: .pause
        case .togglePlayPause: .togglePlayPause
        case .stop: .stop
        case .nextTrack: .nextTrack
        case .previousTrack: .previousTrack
        case .skipForward: .skipForward
        case .skipBackward: .skipBackward
        case .seekForward: .seekForward
        case .seekBackward: .seekBackward
        case .changePosition: .changePosition
        case .changeRate: .changeRate
        case .changeRepeatMode: .changeRepeatMode
        case .changeShuffleMode: .changeShuffleMode
        case .rating: .rating
        case .like: .like
        case .dislike: .dislike
        case .bookmark: .bookmark
        case .enableLanguageOption: .enableLanguageOption
        case .disableLanguageOption: .disableLanguageOption
        }
    }

    /// The commands of `RemoteCommandKind.transport`, in the same order.
    public static let transport: [RemoteCommand] = [
        .play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack,
    ]
}

/// What an app repeats when it has played to the end. Raw values are the scenario language's words.
public enum RemoteRepeatMode: String, CaseIterable, Hashable, Sendable {
    case off
    case one
    case all
}

/// What an app shuffles. Raw values are the scenario language's words.
public enum RemoteShuffleMode: String, CaseIterable, Hashable, Sendable {
    case off
    case items
    case collections
}

/// A language of the sound or of the subtitles.
public struct LanguageOption: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case audible
        case legible
    }

    public var kind: Kind
    /// The BCP 47 tag: `fr-CA`.
    public var languageTag: String

    public init(_ kind: Kind, languageTag: String) {
        self.kind = kind
        self.languageTag = languageTag
    }
}

extension RemoteCommand {
    /// Limit of intervals and positions, in seconds: a year.
    public static let secondsMax = 31_536_000.0
    /// Limit of a playback rate; rates may be negative.
    public static let rateMax = 100.0
    /// Limit of a rating.
    public static let ratingMax = 1_000.0
    /// Limit of a language tag, in bytes of UTF-8.
    public static let languageTagBytesMax = 64

    /// The command with its value within the limits: what is not finite becomes 0, what is too long
    /// is cut.
    public var bounded: RemoteCommand {
        switch self {
        case .skipForward(let seconds): .skipForward(within(0...Self.secondsMax, seconds))
        case .skipBackward(let seconds): .skipBackward(within(0...Self.secondsMax, seconds))
        case .changePosition(let seconds): .changePosition(within(0...Self.secondsMax, seconds))
        case .changeRate(let rate): .changeRate(within(-Self.rateMax...Self.rateMax, rate))
        case .rating(let rating): .rating(within(0...Self.ratingMax, rating))
        case .enableLanguageOption(let option): .enableLanguageOption(option.bounded)
        case .disableLanguageOption(let option): .disableLanguageOption(option.bounded)
        default: self
        }
    }

    private func within(_ range: ClosedRange<Double>, _ value: Double) -> Double {
        value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : 0
    }

    /// Whether the command asks for playback, so that an app may begin to play for it.
    package var requestsPlayback: Bool {
        switch self {
        case .play, .togglePlayPause, .nextTrack, .previousTrack: true
        case .pause, .stop, .skipForward, .skipBackward, .seekForward, .seekBackward,
            .changePosition, .changeRate, .changeRepeatMode, .changeShuffleMode, .rating, .like,
            .dislike, .bookmark, .enableLanguageOption, .disableLanguageOption:
            false
        }
    }

    /// The command in the scenario language's words: `skipForward 15`.
    public var words: String { words(number: decimalText) }

    /// The command in words, with its numbers in a notation of the caller's.
    package func words(number: (Double) -> String) -> String {
        switch self {
        case .play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack: kind.rawValue
        case .skipForward(let value), .skipBackward(let value), .changePosition(let value),
            .changeRate(let value), .rating(let value):
            "\(kind.rawValue) \(number(value))"
        case .seekForward(let phase), .seekBackward(let phase):
            "\(kind.rawValue) \(phase.rawValue)"
        case .changeRepeatMode(let mode): "\(kind.rawValue) \(mode.rawValue)"
        case .changeShuffleMode(let mode): "\(kind.rawValue) \(mode.rawValue)"
        case .like(let sign), .dislike(let sign), .bookmark(let sign):
            "\(kind.rawValue) \(sign.rawValue)"
        case .enableLanguageOption(let option), .disableLanguageOption(let option):
            "\(kind.rawValue) \(option.kind.rawValue) \(option.languageTag)"
        }
    }
}

extension LanguageOption {
    var bounded: LanguageOption {
        LanguageOption(
            kind, languageTag: languageTag.prefix(utf8Count: RemoteCommand.languageTagBytesMax))
    }
}

extension String {
    /// The longest beginning of at most that many bytes of UTF-8, cut between characters.
    package func prefix(utf8Count: Int) -> String {
        guard utf8.count > utf8Count else { return self }
        var end = startIndex
        var count = 0
        while end < endIndex {
            let next = index(after: end)
            count += self[end..<next].utf8.count
            if count > utf8Count { break }
            end = next
        }
        return String(self[..<end])
    }
}

/// A number in decimal notation without an exponent, at most six decimals.
private func decimalText(_ value: Double) -> String {
    let shortest = "\(value)"
    guard shortest.contains(where: { $0 == "e" || $0 == "E" }) else {
        return shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
    }
    // Values are bounded, so that an exponent means a very small number.
    return "0"
}

extension PortKind {
    /// Whether the port is of a wireless output: AirPlay or Bluetooth.
    package var isWireless: Bool {
        switch self {
        case .airplay, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE: true
        case .speaker, .receiver, .headphones, .lineout, .usb, .hdmi, .car, .headset,
            .builtInMicrophone, .headsetMicrophone:
            false
        }
    }

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
