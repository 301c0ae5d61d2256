import AudioFormats

/// Where the sound of a channel is to come from. Numbers are Apple's channel labels.
enum Loudspeaker: UInt32, Hashable, Sendable {
    case left = 1
    case right = 2
    case centre = 3
    case lowFrequency = 4
    case leftSurround = 5
    case rightSurround = 6
    case leftCentre = 7
    case rightCentre = 8
    case centreSurround = 9
    case rearLeft = 33
    case rearRight = 34
    case mono = 42
}

/// What each channel is for.
///
/// - Parameter layout: nil takes the order of WAVE files for so many channels.
/// - Returns: nil when that is not known for one of them.
func loudspeakers(_ layout: ChannelLayout?, channelCount: Int) -> [Loudspeaker]? {
    guard let layout else { return usualLoudspeakers(channelCount) }
    let found: [Loudspeaker?]
    switch layout.tag {
    case ChannelLayout.useDescriptions:
        found = layout.descriptions.map { Loudspeaker(rawValue: $0.label) }
    case ChannelLayout.useBitmap:
        // Bits stand for labels in order, from left on.
        found = (0..<32).filter { layout.bitmap >> UInt32($0) & 1 == 1 }
            .map { Loudspeaker(rawValue: UInt32($0) + 1) }
    default:
        found = orders[layout.tag >> 16] ?? usualLoudspeakers(channelCount) ?? []
    }
    let known = found.compactMap { $0 }
    return known.count == channelCount && found.count == channelCount ? known : nil
}

private func usualLoudspeakers(_ channelCount: Int) -> [Loudspeaker]? {
    switch channelCount {
    case 1: [.mono]
    case 2: [.left, .right]
    case 3: [.left, .right, .centre]
    case 4: [.left, .right, .leftSurround, .rightSurround]
    case 5: [.left, .right, .centre, .leftSurround, .rightSurround]
    case 6: [.left, .right, .centre, .lowFrequency, .leftSurround, .rightSurround]
    case 7:
        [.left, .right, .centre, .lowFrequency, .centreSurround, .leftSurround, .rightSurround]
    case 8:
        [
            .left, .right, .centre, .lowFrequency, .rearLeft, .rearRight, .leftSurround,
            .rightSurround,
        ]
    default: nil
    }
}

/// The order of the channels by the upper half of Apple's layout tags.
///
/// Source: the names of the tags in `CoreAudioBaseTypes.h`.
private let orders: [UInt32: [Loudspeaker]] = [
    100: [.mono],
    101: [.left, .right],
    102: [.left, .right],
    108: [.left, .right, .leftSurround, .rightSurround],
    109: [.left, .right, .leftSurround, .rightSurround, .centre],
    113: [.left, .right, .centre],
    114: [.centre, .left, .right],
    115: [.left, .right, .centre, .centreSurround],
    116: [.centre, .left, .right, .centreSurround],
    117: [.left, .right, .centre, .leftSurround, .rightSurround],
    118: [.left, .right, .leftSurround, .rightSurround, .centre],
    119: [.left, .centre, .right, .leftSurround, .rightSurround],
    120: [.centre, .left, .right, .leftSurround, .rightSurround],
    121: [.left, .right, .centre, .lowFrequency, .leftSurround, .rightSurround],
    122: [.left, .right, .leftSurround, .rightSurround, .centre, .lowFrequency],
    123: [.left, .centre, .right, .leftSurround, .rightSurround, .lowFrequency],
    124: [.centre, .left, .right, .leftSurround, .rightSurround, .lowFrequency],
    125: [
        .left, .right, .centre, .lowFrequency, .leftSurround, .rightSurround, .centreSurround,
    ],
    128: [
        .left, .right, .centre, .lowFrequency, .leftSurround, .rightSurround, .rearLeft,
        .rearRight,
    ],
    131: [.left, .right, .centreSurround],
    132: [.left, .right, .leftSurround, .rightSurround],
    133: [.left, .right, .lowFrequency],
    134: [.left, .right, .lowFrequency, .centreSurround],
    135: [.left, .right, .lowFrequency, .leftSurround, .rightSurround],
    136: [.left, .right, .centre, .lowFrequency],
    137: [.left, .right, .centre, .lowFrequency, .centreSurround],
    138: [.left, .right, .leftSurround, .rightSurround, .lowFrequency],
]
