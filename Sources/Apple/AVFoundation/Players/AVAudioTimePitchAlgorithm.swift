import MediaPlayback

/// How sound is played at another rate than its own.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The pitch stays, at little cost: the rate is the nearest of ½, ⅔, ⅘, 1, 1¼, 1½ and 2.
    public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(
        rawValue: "LowQualityZeroLatency")
    /// The pitch stays; made for voices. 1/32…32.
    public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
    /// The pitch stays; made for music. 1/32…32.
    public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
    /// The pitch follows the rate. 1/32…32.
    public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
}

extension AVAudioTimePitchAlgorithm {
    /// The algorithm of a player; `timeDomain` for a name that is not known.
    var mediaAlgorithm: MediaPitchAlgorithm {
        switch self {
        case .lowQualityZeroLatency: .lowQualityZeroLatency
        case .spectral: .spectral
        case .varispeed: .varispeed
        case _: .timeDomain
        }
    }
}

extension AVAudioTimePitchAlgorithm {
    init(_ algorithm: MediaPitchAlgorithm) {
        switch algorithm {
        case .lowQualityZeroLatency: self = .lowQualityZeroLatency
        case .timeDomain: self = .timeDomain
        case .spectral: self = .spectral
        case .varispeed: self = .varispeed
        }
    }
}
