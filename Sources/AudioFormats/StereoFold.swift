/// Folds interleaved frames of more than two channels to stereo.
///
/// The channels are taken to stand in the order of WAVE files for their number (3: left, right,
/// centre; 4: left, right, and two behind; 6: left, right, centre, low-frequency, and two behind;
/// 8: the same with two more at the sides). The centre, and a single channel behind, go to both
/// sides at −3 dB; left and right ones to their side, the front at full level and the others at
/// −3 dB; the low-frequency channel is left out. Beyond eight channels every even one is left and
/// every odd one right. Each side is then divided by the sum of its gains, so that nothing that
/// was in range leaves it.
public struct StereoFold: Sendable {
    /// Left and right gain of each channel.
    private let gains: [(left: Float, right: Float)]

    /// - Parameter channelCount: 1…64. One channel goes to both sides, two stay as they are.
    public init(channelCount: Int) {
        let places = Self.places(channelCount)
        var left: Float = 0
        var right: Float = 0
        for place in places {
            left += place.gains.left
            right += place.gains.right
        }
        gains = places.map { ($0.gains.left / left, $0.gains.right / right) }
    }

    /// - Parameters:
    ///   - input: `frameCount` frames of all the channels.
    ///   - output: Room for `frameCount` stereo frames; not the input.
    public func fold(
        _ input: UnsafePointer<Float>, frameCount: Int, into output: UnsafeMutablePointer<Float>
    ) {
        var frame = input
        for index in 0..<frameCount {
            var left: Float = 0
            var right: Float = 0
            for channel in 0..<gains.count {
                left += frame[channel] * gains[channel].left
                right += frame[channel] * gains[channel].right
            }
            output[2 * index] = left
            output[2 * index + 1] = right
            frame += gains.count
        }
    }

    private enum Place {
        case left
        case right
        case centre
        case lowFrequency
        case behindLeft
        case behindRight

        private static let half = Float(0.5).squareRoot()

        var gains: (left: Float, right: Float) {
            switch self {
            case .left: (1, 0)
            case .right: (0, 1)
            case .centre: (Self.half, Self.half)
            case .lowFrequency: (0, 0)
            case .behindLeft: (Self.half, 0)
            case .behindRight: (0, Self.half)
            }
        }
    }

    private static func places(_ channelCount: Int) -> [Place] {
        let behind: [Place] = [.behindLeft, .behindRight]
        let surround: [Place] = [.left, .right, .centre, .lowFrequency]
        switch channelCount {
        case ...1: return [.centre]
        case 2: return [.left, .right]
        case 3: return [.left, .right, .centre]
        case 4: return [.left, .right] + behind
        case 5: return [.left, .right, .centre] + behind
        case 6: return surround + behind
        case 7: return surround + [.centre] + behind
        case 8: return surround + behind + behind
        default: return (0..<channelCount).map { $0 % 2 == 0 ? .left : .right }
        }
    }
}
