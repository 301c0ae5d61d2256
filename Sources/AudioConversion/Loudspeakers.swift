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
    let found: [UInt32]
    switch layout.tag {
    case ChannelLayout.useDescriptions: found = layout.descriptions.map(\.label)
    case ChannelLayout.useBitmap:
        // Bits stand for labels in order, from left on.
        found = (0..<32 as Range<UInt32>).filter { layout.bitmap >> $0 & 1 == 1 }.map { $0 + 1 }
    default:
        guard let standard = StandardLayout.of(layout.tag) else {
            return usualLoudspeakers(channelCount)
        }
        // Headphones, say, are a left and a right one too.
        if channelCount == 2, standard.labels.count == 2 { return [.left, .right] }
        found = standard.labels.map(\.rawValue)
    }
    let known = loudspeakers(ofLabels: found).compactMap { $0 }
    return known.count == channelCount && found.count == channelCount ? known : nil
}

/// WAVE has places at the sides beside those behind, which Apple's labels call direct. Where both
/// are there, the others are behind.
private func loudspeakers(ofLabels labels: [UInt32]) -> [Loudspeaker?] {
    let hasSides = labels.contains(10) && labels.contains(11)
    let isBehind = hasSides && labels.contains(5) && labels.contains(6)
    return labels.map { label in
        switch label {
        case 5 where isBehind: .rearLeft
        case 6 where isBehind: .rearRight
        case 10: .leftSurround
        case 11: .rightSurround
        default: Loudspeaker(rawValue: label)
        }
    }
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
