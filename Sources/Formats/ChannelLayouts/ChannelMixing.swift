#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Channel maps, panning and balance for channel layouts.
package enum ChannelMixing {
    /// The channel map from one layout to another: for each output channel the index of the input
    /// channel with the same label; −1 without one.
    package static func map(
        from input: [ChannelLabel], to output: [ChannelLabel]
    ) -> [Int32] {
        output.map { label in input.firstIndex(of: label).map { Int32($0) } ?? -1 }
    }

    /// The first channels, for a conversion to another number of them without layouts: for each
    /// output channel, in the default WAVE order, the index of the input channel with its role.
    ///
    /// - Parameter input: The channels in another order, as AAC and Apple Lossless have.
    package static func firstChannels(of input: [ChannelLabel], outputCount: Int) -> [Int] {
        let left = ChannelLabel(rawValue: 1)
        guard outputCount > 1, input.contains(left),
            let wanted = Downmix.defaultLabels(channelCount: outputCount)
        else { return (0..<outputCount).map { $0 < input.count ? $0 : -1 } }
        return wanted.map { input.firstIndex(of: $0) ?? -1 }
    }

    /// The reverse of `firstChannels(of:outputCount:)`: for each output channel the index of the
    /// channel with its role among `inputCount` in the default WAVE order. Mono is the centre.
    package static func placed(inputCount: Int, in output: [ChannelLabel]) -> [Int] {
        let input = Downmix.defaultLabels(channelCount: inputCount) ?? []
        let center = ChannelLabel(rawValue: 3)
        return output.map { label in
            input.firstIndex(of: inputCount == 1 && label == center ? .mono : label) ?? -1
        }
    }

    // MARK: Panning

    /// Gains of each channel for a source in one direction.
    ///
    /// - Parameters:
    ///   - azimuth: Degrees clockwise from straight ahead.
    ///   - isSpread: Distributes the sound over all speakers, weighted by proximity; otherwise over
    ///     the two adjacent ones with constant power.
    package static func panning(
        _ labels: [ChannelLabel], azimuth: Double, isSpread: Bool, gain: Float
    ) -> [Float] {
        let places = labels.enumerated().compactMap { index, label in
            label.azimuth.map { (index: index, azimuth: $0) }
        }.sorted { $0.azimuth < $1.azimuth }
        var gains = [Float](repeating: 0, count: labels.count)
        guard let first = places.first, azimuth.isFinite else { return gains }
        guard places.count > 1 else {
            gains[first.index] = gain
            return gains
        }
        if isSpread {
            let weights = places.map { (1 + cos(($0.azimuth - azimuth) * .pi / 180)) / 2 }
            let power = weights.reduce(0) { $0 + $1 * $1 }.squareRoot()
            for (place, weight) in zip(places, weights) where power > 0 {
                gains[place.index] = Float(weight / power) * gain
            }
            return gains
        }
        let direction = around(azimuth)
        let above = places.firstIndex { $0.azimuth > direction } ?? places.count
        let left = places[(above + places.count - 1) % places.count]
        let right = places[above % places.count]
        let width = turn(from: left.azimuth, to: right.azimuth)
        let share = share(turn(from: left.azimuth, to: direction), of: width)
        // cos(π/2) is not exactly zero.
        gains[left.index] = share < 1 ? Float(cos(share * .pi / 2)) * gain : 0
        gains[right.index] += Float(sin(share * .pi / 2)) * gain
        return gains
    }

    /// Position of a source between two speakers, from 0 to 1.
    private static func share(_ distance: Double, of width: Double) -> Double {
        guard width > 0 else { return 0 }
        // In a gap of 180° or more there is no phantom source: the nearer speaker gets all.
        guard width < 180 else {
            let middle = width / 2
            return distance < middle - 1e-9 ? 0 : distance > middle + 1e-9 ? 1 : 0.5
        }
        return distance / width
    }

    private static func around(_ degrees: Double) -> Double {
        let turned = degrees.truncatingRemainder(dividingBy: 360)
        return turned > 180 ? turned - 360 : turned <= -180 ? turned + 360 : turned
    }

    private static func turn(from start: Double, to end: Double) -> Double {
        let degrees = (end - start).truncatingRemainder(dividingBy: 360)
        return degrees < 0 ? degrees + 360 : degrees
    }

    /// Gains of each channel for a balance and a fade.
    ///
    /// - Parameters:
    ///   - balance: −1 is full left, 1 full right.
    ///   - fade: −1 is full rear, 1 full front.
    ///   - isEqualPower: Uses constant power: the favoured side exceeds 1, by up to 3 dB.
    package static func balance(
        _ labels: [ChannelLabel], balance: Float, fade: Float, isEqualPower: Bool
    ) -> [Float] {
        func gains(_ value: Float) -> (low: Float, high: Float) {
            let value = value.isFinite ? min(max(value, -1), 1) : 0
            guard isEqualPower else { return (min(1, 1 - value), min(1, 1 + value)) }
            let angle = (Double(value) + 1) * .pi / 4
            let scale = 2.0.squareRoot()
            return (Float(max(scale * cos(angle), 0)), Float(scale * sin(angle)))
        }
        let (left, right) = gains(balance)
        let (rear, front) = gains(fade)
        return labels.map { label in
            guard let azimuth = label.azimuth else { return 1 }
            let isSideways = azimuth != 0 && azimuth != 180
            let side = isSideways ? (azimuth < 0 ? left : right) : 1
            let depth = azimuth.magnitude == 90 ? 1 : azimuth.magnitude < 90 ? front : rear
            return side * depth
        }
    }
}
