/// The end of a stream's valid frames, as far as it is known.
public enum StreamEnd: Hashable, Sendable {
    /// This number of frames is valid, whatever follows.
    case frame(Int64)
    /// This number of frames is valid, unless more packets follow than the header states, or the
    /// stream ends before.
    case provisional(Int64)
    /// All decoded frames are valid but this number of last ones.
    case beforeEnd(Int64)
}

/// Trims the priming and the remainder from the decoded frames of a stream, as `FrameReader` does
/// for a file: frames that may be remainder are held back until the stream shows that they are not.
public struct StreamTrimmer: Sendable {
    private let channelCount: Int
    /// Frames of priming that are still to come.
    private var primingFrames: Int64
    /// Samples that are decoded and not released.
    private var held: [Float] = []
    /// Number of valid frames that were released.
    public private(set) var frameCount: Int64 = 0

    /// Creates a trimmer.
    ///
    /// - Parameters:
    ///   - channelCount: At least one.
    ///   - primingFrames: Number of decoded frames before the first valid one.
    public init(channelCount: Int, primingFrames: Int64) {
        self.channelCount = max(channelCount, 1)
        self.primingFrames = max(primingFrames, 0)
    }

    /// Takes the next decoded frames.
    ///
    /// - Parameters:
    ///   - samples: Interleaved samples of whole frames.
    ///   - end: What is known of the end, these frames' packets included.
    /// - Returns: The samples that are known to be valid, and were not returned before.
    public mutating func append(_ samples: [Float], end: StreamEnd) -> [Float] {
        let skipped = min(primingFrames, Int64(samples.count / channelCount))
        primingFrames -= skipped
        held += samples[(Int(skipped) * channelCount)...]
        switch end {
        case .frame(let count): return release(upTo: count, keepsRest: false)
        case .provisional(let count): return release(upTo: count, keepsRest: true)
        case .beforeEnd(let count):
            return release(upTo: decodedCount - max(count, 0), keepsRest: true)
        }
    }

    /// Ends the stream.
    ///
    /// - Returns: The last valid samples.
    public mutating func finish(_ end: StreamEnd) -> [Float] {
        switch end {
        case .frame(let count), .provisional(let count):
            release(upTo: count, keepsRest: false)
        case .beforeEnd(let count):
            release(upTo: decodedCount - max(count, 0), keepsRest: false)
        }
    }

    /// Number of frames without priming that were decoded so far.
    private var decodedCount: Int64 { frameCount + Int64(held.count / channelCount) }

    private mutating func release(upTo end: Int64, keepsRest: Bool) -> [Float] {
        let count = Int(min(max(end - frameCount, 0), Int64(held.count / channelCount)))
        frameCount += Int64(count)
        guard count * channelCount < held.count else {
            defer { held = [] }
            return held
        }
        let released = Array(held.prefix(count * channelCount))
        if keepsRest { held.removeFirst(released.count) } else { held = [] }
        return released
    }
}
