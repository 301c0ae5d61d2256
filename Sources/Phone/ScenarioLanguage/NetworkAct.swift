/// A change of the phone's network, or of what servers have.
public enum NetworkAct: Hashable, Sendable {
    /// Whether the phone reaches the network: `network on`, `network off`.
    case reaches(Bool)
    /// The bandwidth in kilobits a second, above 0 and up to `kilobitsMax`.
    case bandwidth(kilobits: Double)
    /// A server has something at an address from now on.
    case serves(ServedSound)

    /// Limit of a bandwidth: that of the simulated network, 8 Gbit/s.
    public static let kilobitsMax = 8e6

    /// The verb as written in a scenario.
    public var name: String {
        switch self {
        case .reaches, .bandwidth: "network"
        case .serves: "serve"
        }
    }
}

/// What a server has at an address, and how it answers.
public struct ServedSound: Hashable, Sendable {
    /// How a sound is sent.
    public enum Form: String, CaseIterable, Hashable, Sendable {
        /// The sound as it is.
        case file
        /// Segments with a playlist of HLS that ends.
        case hls
        /// A live stream of HLS, which repeats the sound without end.
        case live
        /// Without end and without length, as a radio station.
        case radio
    }

    /// What a server does, each at most once but `stall`.
    public enum Rule: Hashable, Sendable {
        /// It waits before what sounds after some seconds.
        case stall(seconds: Double, after: Double)
        /// The connection breaks before what sounds after some seconds of each response.
        case cut(after: Double)
        /// It answers with a status and without the sound.
        case status(Int)
        /// It sends the whole only.
        case withoutRanges
        /// The sound is repeated so often, as a whole.
        case times(Int)
    }

    /// The address: `http` or `https`.
    public var url: String
    /// The sound: a file, or a generated one with a length; any other file of text with `.file`.
    /// `nil` with a redirect.
    public var sound: SoundSpec?
    /// The address that clients are sent to; `nil` for none.
    public var redirect: String?
    public var form: Form
    public var rules: [Rule]

    public init(
        url: String, sound: SoundSpec?, redirect: String? = nil, form: Form = .file,
        rules: [Rule] = []
    ) {
        self.url = url
        self.sound = sound
        self.redirect = redirect
        self.form = form
        self.rules = rules
    }

    /// Limit of the repetitions of a sound.
    public static let timesMax = 10_000
    /// Limit of a stall, and of the place where it happens, in seconds.
    public static let secondsMax = 100_000.0
}
