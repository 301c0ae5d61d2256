/// What a player node's completion handler waits for.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
    /// The player has taken the data; perhaps before any of it is rendered.
    case dataConsumed = 0
    /// The last frame has left the player.
    case dataRendered = 1
    /// The last frame has been played by the output device; in manual rendering as `dataRendered`.
    case dataPlayedBack = 2
}

/// A block that a player node calls when the moment has come that it was told to wait for, which is
/// passed to it, or when the audio is dropped.
public typealias AVAudioPlayerNodeCompletionHandler =
    @Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void

/// How a scheduled buffer plays.
public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The buffer repeats until it is interrupted or the player stops.
    public static let loops = AVAudioPlayerNodeBufferOptions(rawValue: 1)
    /// The buffer drops the playing one and all that wait, when it starts.
    public static let interrupts = AVAudioPlayerNodeBufferOptions(rawValue: 2)
    /// The buffer starts when the playing one has ended its present pass, and drops all that wait.
    public static let interruptsAtLoop = AVAudioPlayerNodeBufferOptions(rawValue: 4)
}
