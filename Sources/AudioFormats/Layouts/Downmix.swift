/// The gains with which the channels of one layout become those of another.
///
/// Converters, extended audio files, queues, players and `kAudioFormatProperty_MatrixMixMap` take
/// them from here, so that the gains that are told are those that are applied.
///
/// A channel goes to its own speaker where there is one. Else, as ITU-R BS.775-3 has it (annex 4,
/// table 2): the centre goes to left and right at −3 dB each, left and right to the centre at
/// −3 dB; a surround channel goes to another one of its side at full level, to a single one behind
/// or to its front at −3 dB, to the centre at −6 dB; a single one behind goes to both surrounds at
/// −3 dB, to left and right at −6 dB, to the centre at −3 dB. Low-frequency effects are left out.
/// A single mono channel goes to left and right at full level. Then all gains are divided by the
/// greatest sum of an output channel's gains, where that exceeds one: what is in range stays in
/// range, and channels keep their balance.
package struct Downmix: Hashable, Sendable {
    package let inputCount: Int
    package let outputCount: Int
    /// `output × input` gains.
    package let gains: [Float]

    /// - Returns: nil when an input channel has no place in the output.
    package init?(from input: [ChannelLabel], to output: [ChannelLabel]) {
        inputCount = input.count
        outputCount = output.count
        guard let gains = Self.gains(from: input, to: output) else { return nil }
        self.gains = gains
    }

    /// The same gains, input by input.
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

    // MARK: Where a channel goes

    private static let minus3dB = Float(0.5).squareRoot()
    private static let minus6dB = Float(0.5)

    /// - Returns: Output channels and their gains; nil when there is no place for the channel.
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

    /// Where a channel goes that has no speaker of its own; the first of which there is all.
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

    // MARK: What a channel is

    /// A place around the listener, or none.
    private enum Speaker: Hashable {
        case at(ChannelLabel)
        /// Not heard from any other speaker than its own.
        case leftOut(ChannelLabel)
        /// No place is known; only the same channel fits.
        case other(ChannelLabel)
    }

    /// - Returns: nil where nothing says what the channels are.
    private static func speakers(_ labels: [ChannelLabel]) -> [Speaker]? {
        if labels.allSatisfy(\.isNameless) {
            return usualLabels(channelCount: labels.count).map { $0.map { .at(canonical($0)) } }
        }
        func has(_ names: String...) -> Bool {
            names.allSatisfy { labels.contains(ChannelLabel($0)) }
        }
        let hasFront = has("L") || has("R")
        // WAVE has places at the sides beside those behind, which Apple's labels call direct.
        // Where both are there, the others are behind.
        let hasSides = has("Lsd", "Rsd") && has("Ls", "Rs") && !has("Rls") && !has("Rrs")
        return labels.map { label in
            if label.isLowFrequency || label.rawValue == 0 { return .leftOut(label) }
            switch label.shortName {
            case "Ls" where hasSides: return .at(ChannelLabel("Rls"))
            case "Rs" where hasSides: return .at(ChannelLabel("Rrs"))
            // A stereo mix beside the channels that it was made of is not mixed in again.
            case "HL", "BL", "Lt", "X-": return hasFront ? .leftOut(label) : .at(ChannelLabel("L"))
            case "HR", "BR", "Rt", "Y-": return hasFront ? .leftOut(label) : .at(ChannelLabel("R"))
            case "Ts": return .at(ChannelLabel("Cs"))
            default: return label.azimuth == nil ? .other(label) : .at(canonical(label))
            }
        }
    }

    /// One label for those of one place.
    private static func canonical(_ label: ChannelLabel) -> ChannelLabel {
        switch label.shortName {
        case "M", "DCM": ChannelLabel("C")
        case "Lsd": ChannelLabel("Ls")
        case "Rsd": ChannelLabel("Rs")
        case "Csd": ChannelLabel("Cs")
        default: label
        }
    }

    /// What the channels of a WAVE file are that does not say it.
    ///
    /// - Returns: nil for a number of channels that says nothing.
    package static func usualLabels(channelCount: Int) -> [ChannelLabel]? {
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
    /// Whether it says nothing of the channel.
    fileprivate var isNameless: Bool { self == .unknown }
}

extension ChannelLayout {
    /// What the channels of `layout` are.
    ///
    /// - Parameter layout: nil takes the order of WAVE files for so many channels.
    /// - Returns: nil when it does not say so, or is not one of so many channels. Channels that have
    ///   a number alone are in the order of WAVE files too.
    package static func labels(_ layout: ChannelLayout?, channelCount: Int) -> [ChannelLabel]? {
        guard let layout else { return Downmix.usualLabels(channelCount: channelCount) }
        do throws(LayoutError) {
            let labels = try layout.labels()
            guard labels.count == channelCount else { return nil }
            guard labels.allSatisfy({ $0.rawValue >> 16 == 1 }) else { return labels }
            return Downmix.usualLabels(channelCount: channelCount) ?? labels
        } catch {
            let isTag = layout.tag != useDescriptions && layout.tag != useBitmap
            return isTag ? Downmix.usualLabels(channelCount: channelCount) : nil
        }
    }
}
