/// What a sample-rate converter assumes before the first frame and after the last.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
    /// The first frames only prepare the filter, and the output begins after them.
    case pre = 0
    /// Silence precedes the input; frames beyond the output's end are asked for, so that there is
    /// no latency.
    case normal = 1
    /// Silence precedes the input, and the output is late by the filter's trailing frames.
    case none = 2
}

/// The frames that a conversion needs or drops before and after the audio.
public struct AVAudioConverterPrimeInfo: Sendable {
    /// Frames before the audio.
    public var leadingFrames: AVAudioFrameCount
    /// Frames after the audio.
    public var trailingFrames: AVAudioFrameCount

    /// Makes an information without frames.
    public init() {
        self.init(leadingFrames: 0, trailingFrames: 0)
    }

    /// Makes an information from its counts of frames.
    public init(leadingFrames: AVAudioFrameCount, trailingFrames: AVAudioFrameCount) {
        (self.leadingFrames, self.trailingFrames) = (leadingFrames, trailingFrames)
    }
}

/// What an input block has for a converter.
public enum AVAudioConverterInputStatus: Int, Sendable {
    /// The block returns audio.
    case haveData = 0
    /// There is none now; the conversion stops until the next call.
    case noDataNow = 1
    /// There will be no more.
    case endOfStream = 2
}

/// How a conversion has ended.
public enum AVAudioConverterOutputStatus: Int, Sendable {
    /// The output buffer has what was asked for, or the last of the audio.
    case haveData = 0
    /// The input block had no more now; the output buffer has what could be converted.
    case inputRanDry = 1
    /// The input has ended, and nothing is left to convert.
    case endOfStream = 2
    /// The conversion failed.
    case error = 3
}

/// Provides the input of a converter, on the thread of its caller.
///
/// The arguments are the number of packets (frames of PCM) that are needed, which is a hint, and the
/// status to set. The buffer stays untouched until the next call.
public typealias AVAudioConverterInputBlock = (
    AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?
