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

    /// Measures one channel of interleaved frames.
    ///
    /// - Parameter channel: `nil` for the mean of all channels.
    package init(
        of channel: Int?, in samples: UnsafePointer<Float>, frameCount: Int, channelCount: Int
    ) {
        var peak: Float = 0
        var sum: Float = 0
        for frame in 0..<frameCount {
            let start = frame * channelCount
            var sample: Float = 0
            if let channel {
                sample = samples[start + channel]
            } else {
                for index in 0..<channelCount { sample += samples[start + index] }
                sample /= Float(channelCount)
            }
            peak = max(peak, abs(sample))
            sum += sample * sample
        }
        self.init(average: (sum / Float(frameCount)).squareRoot(), peak: peak)
    }
}

extension [ChannelLevel] {
    /// The levels of a captured block, for each of `channelCount` recorded channels.
    package init(of sound: CapturedSound, channelCount: Int) {
        self = (0..<channelCount).map { channel in
            guard channel < 2 else { return .silence }
            // A mono recording gets the mean of all channels; a mono microphone feeds both channels
            // of a stereo recording.
            return ChannelLevel(
                of: channelCount == 1 ? nil : Swift.min(channel, sound.channelCount - 1),
                in: sound.samples, frameCount: sound.frameCount, channelCount: sound.channelCount)
        }
    }
}

/// Levels of what has been written to a feed, block by block, for lookup at the playback position.
package struct LevelMeters {
    private struct Piece {
        var endFrame: Int
        var levels: [ChannelLevel]
    }

    private var pieces: [Piece] = []

    package init() {}

    /// Most blocks kept; more than a feed holds.
    private static let piecesMax = 512

    /// Measures a block.
    ///
    /// - Parameters:
    ///   - samples: `frameCount` interleaved frames.
    ///   - endFrame: Frames of the feed up to this block's end.
    package mutating func add(
        _ samples: UnsafePointer<Float>, frameCount: Int, channelCount: Int, endFrame: Int
    ) {
        guard frameCount > 0 else { return }
        if pieces.count >= Self.piecesMax { pieces.removeFirst(Self.piecesMax / 2) }
        let levels = (0..<channelCount).map {
            ChannelLevel(of: $0, in: samples, frameCount: frameCount, channelCount: channelCount)
        }
        pieces.append(Piece(endFrame: endFrame, levels: levels))
    }

    /// The levels of the block played last; `nil` before the first and after the last one.
    ///
    /// - Parameter frame: Frames of the feed that the device has read.
    package mutating func levels(atFrame frame: Int) -> [ChannelLevel]? {
        if let current = pieces.firstIndex(where: { $0.endFrame >= frame }) {
            pieces.removeFirst(current)
            return frame > 0 ? pieces.first?.levels : nil
        }
        // The device has read everything: silence.
        pieces = []
        return nil
    }

    package mutating func reset() {
        pieces = []
    }
}
