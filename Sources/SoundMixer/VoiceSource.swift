import AudioModel
import Realtime

/// Where a voice's samples come from.
public enum VoiceSource: Sendable {
    /// A whole sound in memory, played `loopCount` more times after the first; −1 for ever.
    case buffer(SoundBuffer, loopCount: Int)
    /// Samples that the control side writes as they are made; a shortage is silence, counted.
    case feed(VoiceFeed)

    /// Frames a second.
    var sampleRate: Double {
        switch self {
        case .buffer(let buffer, _): buffer.sampleRate
        case .feed(let feed): feed.sampleRate
        }
    }
}
