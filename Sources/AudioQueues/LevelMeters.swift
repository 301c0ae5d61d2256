/// How loud one channel is: linear, full scale 1.
public struct ChannelLevel: Hashable, Sendable {
    /// Root of the mean square.
    public var average: Float
    public var peak: Float

    public init(average: Float, peak: Float) {
        self.average = average
        self.peak = peak
    }

    public static let silence = ChannelLevel(average: 0, peak: 0)
}

/// The levels of what has been written to a feed, piece by piece, to be looked up by what is being
/// played.
struct LevelMeters {
    private struct Piece {
        var endFrame: Int
        var levels: [ChannelLevel]
    }

    private var pieces: [Piece] = []

    /// Pieces kept at most: more than any feed holds.
    private static let piecesMax = 512

    /// - Parameters:
    ///   - samples: `frameCount` interleaved frames.
    ///   - endFrame: Frames of the feed, these included.
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

    /// The levels of the piece that was played last.
    ///
    /// - Parameter frame: Frames of the feed that have been taken.
    mutating func levels(atFrame frame: Int) -> [ChannelLevel]? {
        if let current = pieces.firstIndex(where: { $0.endFrame >= frame }) {
            pieces.removeFirst(current)
            return frame > 0 ? pieces.first?.levels : nil
        }
        // All has been played: nothing sounds any more.
        pieces = []
        return nil
    }

    mutating func reset() {
        pieces = []
    }
}
