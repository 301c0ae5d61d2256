/// A mixing matrix from one channel layout to another.
///
/// Used by converters, extended audio files, queues, players and
/// `kAudioFormatProperty_MatrixMixMap`, so that reported and applied gains agree.
///
/// A channel goes to its own speaker if there is one. Otherwise ITU-R BS.775-3 (annex 4, table 2)
/// applies: the centre goes to left and right at −3 dB each, left and right to the centre at −3 dB;
/// a surround channel goes to another one on its side at 0 dB, to a single back speaker or its
/// front speaker at −3 dB, or to the centre at −6 dB; a single back channel goes to both surrounds
/// at −3 dB, to left and right at −6 dB, or to the centre at −3 dB. Low-frequency effects are
/// omitted. A single mono channel goes to left and right at 0 dB. Finally all gains are divided by
/// the largest sum of an output channel's gains if it exceeds 1: samples stay in range, and the
/// balance is preserved.
package struct Downmix: Hashable, Sendable {
    package let inputCount: Int
    package let outputCount: Int
    /// Gains, `outputCount` rows of `inputCount`.
    package let gains: [Float]

    /// Computes the matrix.
    ///
    /// - Returns: nil when an input channel cannot be assigned to an output.
    package init?(from input: [ChannelLabel], to output: [ChannelLabel]) {
        inputCount = input.count
        outputCount = output.count
        guard let gains = Self.gains(from: input, to: output) else { return nil }
        self.gains = gains
    }

    /// The transposed gains: `inputCount` rows of `outputCount`.
    package var gainsByInput: [Float] {
        (0..<inputCount).flatMap { source in
            (0..<outputCount).map { gains[$0 * inputCount + source] }
        }
    }

    private static func gains(
        from input: [ChannelLabel], to output: [ChannelLabel]
    ) -> [Float]? {
        let isNameless = input.allSatisfy(\.isNameless) && output.allSatisfy(\.isNameless)
        if input == output || isNameless && input.count == output.count {
            return (0..<input.count * input.count).map { index in
                index % (input.count + 1) == 0 ? 1 : 0
            }
        }
        guard let sources = speakers(input), let targets = speakers(output) else { return nil }
        var gains = [Float](repeating: 0, count: input.count * output.count)
        for (source, speaker) in sources.enumerated() {
            guard let shares = shares(of: speaker, isAlone: input == [.mono], in: targets) else {
                return nil
            }
            for (target, gain) in shares { gains[target * input.count + source] += gain }
        }
        let sums = output.indices.map { target in
            gains[target * input.count..<(target + 1) * input.count].reduce(0, +)
        }
        if let largest = sums.max(), largest > 1 {
            for index in gains.indices { gains[index] /= largest }
        }
        return gains
    }

    // MARK: Destinations of a channel

    private static let minus3dB = Float(0.5).squareRoot()
    private static let minus6dB = Float(0.5)

    /// The output channels and gains of one channel.
    ///
    /// - Returns: nil when the channel cannot be assigned.
    private static func shares(
        of speaker: Speaker, isAlone: Bool, in output: [Speaker]
    ) -> [(target: Int, gain: Float)]? {
        if let own = output.firstIndex(of: speaker) { return [(own, 1)] }
        if case .leftOut = speaker { return [] }
        guard case .at(let label) = speaker else { return nil }
        for (names, gain) in destinations(of: label, isAlone: isAlone) {
            let found = names.compactMap { output.firstIndex(of: .at(ChannelLabel($0))) }
            if found.count == names.count { return found.map { ($0, gain) } }
        }
        return nil
    }

    /// Alternatives for a channel without its own speaker, in order; the first that is completely
    /// available is used.
    private static func destinations(
        of label: ChannelLabel, isAlone: Bool
    ) -> [(names: [String], gain: Float)] {
        guard let azimuth = label.azimuth else { return [] }
        switch azimuth {
        case 0: return [(["C"], 1), (["L", "R"], isAlone ? 1 : minus3dB)]
        case 180:
            return [
                (["Cs"], 1), (["Ls", "Rs"], minus3dB), (["Rls", "Rrs"], minus3dB),
                (["L", "R"], minus6dB), (["C"], minus3dB),
            ]
        default:
            let isLeft = azimuth < 0
            let front: [(names: [String], gain: Float)] = [([isLeft ? "L" : "R"], 1)]
            guard azimuth.magnitude >= 90 else { return front + [(["C"], minus3dB)] }
            let surrounds = isLeft ? ["Ls", "Rls"] : ["Rs", "Rrs"]
            return surrounds.map { ([$0], 1) } + [(["Cs"], minus3dB)]
                + front.map { ($0.names, minus3dB) } + [(["C"], minus6dB)]
        }
    }

    // MARK: Speakers

    /// A channel's position around the listener, if any.
    private enum Speaker: Hashable {
        case at(ChannelLabel)
        /// Omitted unless the output has the same channel.
        case leftOut(ChannelLabel)
        /// No known position; only the same channel fits.
        case other(ChannelLabel)
    }

    /// The positions of the channels.
    ///
    /// - Returns: nil when the channels are unknown.
    private static func speakers(_ labels: [ChannelLabel]) -> [Speaker]? {
        if labels.allSatisfy(\.isNameless) {
            return defaultLabels(channelCount: labels.count).map { $0.map { .at(canonical($0)) } }
        }
        func has(_ names: String...) -> Bool {
            names.allSatisfy { labels.contains(ChannelLabel($0)) }
        }
        let hasFront = has("L") || has("R")
        // WAVE distinguishes side from back surrounds; Apple's labels call the side ones "direct".
        // When both are present, the plain ones are the back speakers.
        let hasSides = has("Lsd", "Rsd") && has("Ls", "Rs") && !has("Rls") && !has("Rrs")
        return labels.map { label in
            if label.isLowFrequency || label.rawValue == 0 { return .leftOut(label) }
            switch label.shortName {
            case "Ls" where hasSides: return .at(ChannelLabel("Rls"))
            case "Rs" where hasSides: return .at(ChannelLabel("Rrs"))
            // A stereo mix beside the channels it was made of is not mixed in again.
            case "HL", "BL", "Lt", "X-": return hasFront ? .leftOut(label) : .at(ChannelLabel("L"))
            case "HR", "BR", "Rt", "Y-": return hasFront ? .leftOut(label) : .at(ChannelLabel("R"))
            case "Ts": return .at(ChannelLabel("Cs"))
            default: return label.azimuth == nil ? .other(label) : .at(canonical(label))
            }
        }
    }

    /// One label for all labels of one position.
    private static func canonical(_ label: ChannelLabel) -> ChannelLabel {
        switch label.shortName {
        case "M", "DCM": ChannelLabel("C")
        case "Lsd": ChannelLabel("Ls")
        case "Rsd": ChannelLabel("Rs")
        case "Csd": ChannelLabel("Cs")
        default: label
        }
    }

    /// The default speakers of a WAVE file without a channel mask.
    ///
    /// - Returns: nil for channel counts without a default.
    package static func defaultLabels(channelCount: Int) -> [ChannelLabel]? {
        let names: String
        switch channelCount {
        case 1: names = "M"
        case 2: names = "L R"
        case 3: names = "L R C"
        case 4: names = "L R Ls Rs"
        case 5: names = "L R C Ls Rs"
        case 6: names = "L R C LFE Ls Rs"
        case 7: names = "L R C LFE Cs Ls Rs"
        case 8: names = "L R C LFE Rls Rrs Ls Rs"
        default: return nil
        }
        return names.split(separator: " ").map { ChannelLabel($0) }
    }
}

extension ChannelLabel {
    /// Whether the label is `unknown`.
    fileprivate var isNameless: Bool { self == .unknown }
}

extension ChannelLayout {
    /// The channel labels of `layout`.
    ///
    /// - Parameter layout: nil takes the default WAVE order for `channelCount` channels.
    /// - Returns: nil when the layout does not define the labels or has another channel count.
    ///   Layouts of discrete channels get the default WAVE order too.
    package static func labels(_ layout: ChannelLayout?, channelCount: Int) -> [ChannelLabel]? {
        guard let layout else { return Downmix.defaultLabels(channelCount: channelCount) }
        do throws(LayoutError) {
            let labels = try layout.labels()
            guard labels.count == channelCount else { return nil }
            guard labels.allSatisfy({ $0.rawValue >> 16 == 1 }) else { return labels }
            return Downmix.defaultLabels(channelCount: channelCount) ?? labels
        } catch {
            let isTag = layout.tag != useDescriptions && layout.tag != useBitmap
            return isTag ? Downmix.defaultLabels(channelCount: channelCount) : nil
        }
    }
}
