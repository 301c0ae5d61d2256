/// Level of one channel: linear, full scale 1.
public struct ChannelLevel: Hashable, Sendable {
    /// RMS over the measured block.
    public var average: Float
    /// Peak over the measured block.
    public var peak: Float

    /// Makes a level; both values are linear.
    public init(average: Float, peak: Float) {
        self.average = average
        self.peak = peak
    }

    /// The level of silence.
    public static let silence = ChannelLevel(average: 0, peak: 0)
}

/// Levels of what has been written to a feed, block by block, for lookup at the playback position.
struct LevelMeters {
    private struct Piece {
        var endFrame: Int
        var levels: [ChannelLevel]
    }

    private var pieces: [Piece] = []

    /// Most blocks kept; more than a feed holds.
    private static let piecesMax = 512

    /// Measures a block.
    ///
    /// - Parameters:
    ///   - samples: `frameCount` interleaved frames.
    ///   - endFrame: Frames of the feed up to this block's end.
    mutating func add(
        _ samples: UnsafePointer<Float>, frameCount: Int, channelCount: Int, endFrame: Int
    ) {
        guard frameCount > 0 else { return }
        if pieces.count >= Self.piecesMax { pieces.removeFirst(Self.piecesMax / 2) }
        let levels = (0..<channelCount).map { channel in
            var peak: Float = 0
            var sum: Float = 0
            for frame in 0..<frameCount {
                let sample = samples[frame * channelCount + channel]
                peak = max(peak, abs(sample))
                sum += sample * sample
            }
            return ChannelLevel(average: (sum / Float(frameCount)).squareRoot(), peak: peak)
        }
        pieces.append(Piece(endFrame: endFrame, levels: levels))
    }

    /// The levels of the block played last; `nil` before the first and after the last one.
    ///
    /// - Parameter frame: Frames of the feed that the device has read.
    mutating func levels(atFrame frame: Int) -> [ChannelLevel]? {
        if let current = pieces.firstIndex(where: { $0.endFrame >= frame }) {
            pieces.removeFirst(current)
            return frame > 0 ? pieces.first?.levels : nil
        }
        // The device has read everything: silence.
        pieces = []
        return nil
    }

    mutating func reset() {
        pieces = []
    }
}
