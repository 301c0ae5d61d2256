/// The gains that bring channels to other loudspeakers.
///
/// A channel goes to its own loudspeaker where there is one. Else the centre, and what is behind in
/// the middle, go to both sides at −3 dB; what is behind or beside goes to its side, at full level
/// from behind to beside, and at −3 dB to the one behind in the middle or to the front; the low-frequency channel is left out. One
/// channel alone goes to both sides at full level, and everything goes to a single one. All are then
/// divided by the greatest sum of gains of a loudspeaker, if that is more than one.
///
/// Source: ITU-R BS.775 for the −3 dB; that everything is turned down is our own choice, so that
/// nothing clips.
func downMix(from input: [Loudspeaker], to output: [Loudspeaker]) -> ChannelRoute {
    if input == output { return .same }
    var gains = [Float](repeating: 0, count: input.count * output.count)
    for (source, loudspeaker) in input.enumerated() {
        for (target, gain) in targets(of: loudspeaker, isAlone: input.count == 1, in: output) {
            gains[target * input.count + source] += gain
        }
    }
    let sums = output.indices.map { target in
        gains[target * input.count..<(target + 1) * input.count].reduce(0, +)
    }
    if let largest = sums.max(), largest > 1 {
        for index in gains.indices { gains[index] /= largest }
    }
    return picked(gains, inputCount: input.count) ?? .mixed(gains)
}

/// A matrix that only puts channels elsewhere loses nothing, and takes less time.
private func picked(_ gains: [Float], inputCount: Int) -> ChannelRoute? {
    guard gains.allSatisfy({ $0 == 0 || $0 == 1 }) else { return nil }
    var sources: [Int] = []
    for start in stride(from: 0, to: gains.count, by: inputCount) {
        let ones = (0..<inputCount).filter { gains[start + $0] == 1 }
        guard ones.count <= 1 else { return nil }
        sources.append(ones.first ?? -1)
    }
    return .picked(sources)
}

private func targets(
    of loudspeaker: Loudspeaker, isAlone: Bool, in output: [Loudspeaker]
) -> [(index: Int, gain: Float)] {
    let half = Float(0.5).squareRoot()
    if let own = output.firstIndex(of: loudspeaker) { return [(own, 1)] }
    if output == [.mono] {
        return loudspeaker == .lowFrequency ? [] : [(0, isFront(loudspeaker) ? 1 : half)]
    }
    func go(_ places: [Loudspeaker], _ gain: Float) -> [(index: Int, gain: Float)]? {
        let found = places.compactMap { output.firstIndex(of: $0) }
        return found.count == places.count ? found.map { ($0, gain) } : nil
    }
    switch loudspeaker {
    case .mono:
        return go([.left, .right], isAlone ? 1 : half) ?? go([.centre], 1) ?? []
    case .centre: return go([.left, .right], half) ?? go([.mono], 1) ?? []
    case .left, .leftCentre: return go([.left], 1) ?? go([.centre], half) ?? []
    case .right, .rightCentre: return go([.right], 1) ?? go([.centre], half) ?? []
    case .leftSurround:
        return go([.rearLeft], 1) ?? go([.centreSurround], half) ?? go([.left], half) ?? []
    case .rightSurround:
        return go([.rearRight], 1) ?? go([.centreSurround], half) ?? go([.right], half) ?? []
    case .rearLeft:
        return go([.leftSurround], 1) ?? go([.centreSurround], half) ?? go([.left], half) ?? []
    case .rearRight:
        return go([.rightSurround], 1) ?? go([.centreSurround], half) ?? go([.right], half) ?? []
    case .centreSurround:
        return go([.leftSurround, .rightSurround], half) ?? go([.rearLeft, .rearRight], half)
            ?? go([.left, .right], half) ?? []
    case .lowFrequency: return []
    }
}

private func isFront(_ loudspeaker: Loudspeaker) -> Bool {
    switch loudspeaker {
    case .left, .right, .centre, .leftCentre, .rightCentre, .mono: true
    case .lowFrequency, .leftSurround, .rightSurround, .centreSurround, .rearLeft, .rearRight:
        false
    }
}
