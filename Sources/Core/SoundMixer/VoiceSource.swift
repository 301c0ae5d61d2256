public import AudioModel

/// The source of a voice's samples.
public enum VoiceSource: Sendable {
    /// A sound in memory, played `loopCount` more times after the first; −1 loops without end.
    case buffer(SoundBuffer, loopCount: Int)
    /// The same of 16-bit integers, which sound as their floats do, bit for bit.
    case integers(IntegerSoundBuffer, loopCount: Int)
    /// Samples that the control side writes as it produces them; an underrun plays silence, which
    /// is counted.
    case feed(VoiceFeedReader)

    /// The sample rate in frames a second.
    var sampleRate: Double {
        switch self {
        case .buffer(let buffer, _): buffer.sampleRate
        case .integers(let buffer, _): buffer.sampleRate
        case .feed(let feed): feed.sampleRate
        }
    }
}
