import AudioModel

/// Which of the decoded frames are valid.
struct FrameTimeline: Sendable {
    /// Number of decoded frames before the first valid one.
    var priming: Int64 = 0
    /// Number of valid frames, without priming and remainder.
    var valid: Int64 = 0
    /// Number of decoded frames after the last valid one.
    var remainder: Int64 = 0
    /// Which of the counts a packet scan may still correct.
    var certainty = Certainty.known
    /// Estimated number of valid frames, available without a packet scan; nil when the exact number
    /// is known without one.
    var estimate: Int64?
    /// Whether the container states priming, remainder or valid frames.
    var hasPacketTable = false

    enum Certainty: Sendable {
        /// All three counts are final.
        case known
        /// A packet scan gives the valid frames; the remainder is final.
        case counted
        /// A packet scan gives the valid frames and the remainder.
        case countedWithRemainder
        /// The counts are the container's. It states no packet count to check them with.
        case stated
    }
}

extension FrameTimeline {
    /// The timeline of packets with a fixed number of frames.
    ///
    /// The caller sets `hasPacketTable`.
    ///
    /// - Parameter valid: Number of valid frames that the container states; nil for all.
    init(packetCount: Int64, _ format: StreamFormat, valid: Int64? = nil, priming: Int64 = 0) {
        let decoded = packetCount.multipliedClamping(by: Int64(format.framesPerPacket))
        self.priming = min(max(priming, 0), decoded)
        self.valid = min(max(valid ?? decoded, 0), decoded - self.priming)
        remainder = decoded - self.priming - self.valid
    }

    /// Marks decoded frames at both ends as priming and remainder. Expects a timeline in which all
    /// known frames are valid.
    mutating func trim(priming: Int64, remainder: Int64) {
        let available = certainty == .known ? valid : .max
        self.priming = min(priming, available)
        self.remainder = min(max(remainder, 0), available - self.priming)
        valid = max(valid - self.priming - self.remainder, 0)
        hasPacketTable = true
    }
}
