/// An invalid or unsupported channel layout.
package enum LayoutError: Error, Hashable, Sendable {
    /// The parts of the layout contradict each other.
    case malformed
    /// A tag or a label is not defined.
    case unknown
}

extension ChannelLayout {
    /// Tags with a variable channel count in the lower 16 bits.
    private enum Numbered {
        static let discrete: UInt32 = 147
        static let ambisonic: ClosedRange<UInt32> = 190...191
        static let unknown: UInt32 = 0xFFFF
    }

    /// Limit on the number of channels, above that of any tag.
    package static let channelsMax = 1024

    /// The labels of the channels, in order.
    package func labels() throws(LayoutError) -> [ChannelLabel] {
        switch tag {
        case Self.useDescriptions:
            guard !descriptions.isEmpty, descriptions.count <= Self.channelsMax else {
                throw .malformed
            }
            return descriptions.map { ChannelLabel(rawValue: $0.label) }
        case Self.useBitmap:
            guard bitmap != 0 else { throw .malformed }
            // The first 18 labels correspond to the bits, in order.
            return try (0..<32 as Range<UInt32>).filter { bitmap >> $0 & 1 == 1 }
                .map { bit throws(LayoutError) in
                    guard bit < 18 else { throw .unknown }
                    return ChannelLabel(rawValue: bit + 1)
                }
        default: break
        }
        if let standard = StandardLayout.of(tag) { return standard.labels }
        let count = tag & 0xFFFF
        guard count > 0, count <= Self.channelsMax else { throw .unknown }
        switch tag >> 16 {
        case Numbered.discrete: return (0..<count).map { .discrete($0) }
        case Numbered.ambisonic: return (0..<count).map { .ambisonic($0) }
        case Numbered.unknown: return Array(repeating: .unknown, count: Int(count))
        default: throw .unknown
        }
    }

    /// Checks that all labels are defined, for layouts from untrusted files.
    package func validate() throws(LayoutError) {
        for label in try labels() where label.name == nil { throw .unknown }
    }

    /// The tag of the same layout; nil without one.
    package func standardTag() throws(LayoutError) -> UInt32? {
        let labels = try labels()
        if tag != Self.useDescriptions, tag != Self.useBitmap { return tag }
        if labels == [ChannelLabel(rawValue: 3)] { return StandardLayout.all[0].tag }
        // Several tags can have the same channels. The MPEG to Audio Unit range is preferred,
        // except for quadraphonic: pentagonal and hexagonal layouts are for other rooms.
        let found = StandardLayout.all.filter { $0.labels == labels }
        if let best = found.last(where: { (113...148).contains($0.tag >> 16) }) ?? found.first {
            return found.first { $0.tag >> 16 == 108 }?.tag ?? best.tag
        }
        let numbered = labels.indices.map { ChannelLabel.discrete(UInt32($0)) }
        return labels == numbered ? Numbered.discrete << 16 | UInt32(labels.count) : nil
    }

    /// The layout as a speaker bitmap; nil when a channel has no bit, or the order differs.
    package func standardBitmap() throws(LayoutError) -> UInt32? {
        var bits: UInt32 = 0
        for label in try labels() {
            let value = label == .mono ? 3 : label.rawValue
            guard (1...18).contains(value), bits >> (value - 1) == 0 else { return nil }
            bits |= 1 << (value - 1)
        }
        return bits
    }

    /// The same layout as channel descriptions.
    package func described() throws(LayoutError) -> ChannelLayout {
        if tag == Self.useDescriptions { return self }
        return ChannelLayout(
            tag: Self.useDescriptions,
            descriptions: try labels().map { Channel(label: $0.rawValue) })
    }

    /// Whether two layouts have the same channels in the same order, in any representation.
    package func isEquivalent(to other: ChannelLayout) throws(LayoutError) -> Bool {
        let (mine, theirs) = (try labels(), try other.labels())
        guard mine == theirs else { return false }
        for (index, label) in mine.enumerated() where label == .useCoordinates {
            guard descriptions[index] == other.descriptions[index] else { return false }
        }
        return true
    }

    /// The name without the channels: `Stereo`, `5.1`, or the channel count.
    ///
    /// Source: Technical Note TN2237 and reports of Apple's systems for "Mono", "Stereo",
    /// "Quadraphonic" and the numbers of more channels.
    package func simpleName() throws(LayoutError) -> String {
        let labels = try labels()
        let count = labels.count
        if let tag = try standardTag() {
            if let standard = StandardLayout.of(tag) {
                // The tags from MPEG 3.0 A on are for places of loudspeakers.
                guard tag >> 16 >= 113 else { return standard.name }
                let effectsCount = labels.count(where: \.isLowFrequency)
                return "\(count - effectsCount).\(effectsCount)"
            }
            if Numbered.ambisonic.contains(tag >> 16) { return "Ambisonic, \(count) channels" }
            if tag >> 16 == Numbered.discrete { return "Discrete, \(count) channels" }
        }
        return count == 1 ? "1 channel" : "\(count) channels"
    }

    /// The name with its channels: `Stereo (L R)`, `5.1 (C L R Ls Rs LFE)`; `Mono` alone.
    package func name() throws(LayoutError) -> String {
        guard try labels() != [.mono] else { return try simpleName() }
        let channels = try labels().map { $0.shortName ?? "?" }
        return try simpleName() + " (" + channels.joined(separator: " ") + ")"
    }

    /// English names of the speakers in channel order: `left, right, centre`.
    ///
    /// An unknown tag is given as its layout number and channel count.
    public var plainName: String {
        let (number, channelCount) = (tag >> 16, tag & 0xFFFF)
        guard number != Numbered.unknown, let labels = try? labels() else {
            switch tag {
            case Self.useDescriptions: return "none"
            case Self.useBitmap: return "bitmap 0x" + String(bitmap, radix: 16)
            default:
                let name = number == Numbered.unknown ? "unknown" : "layout \(number)"
                return "\(name), \(channelCount) channels"
            }
        }
        let speakers = labels.map(\.plainName).joined(separator: ", ")
        switch number {
        case 100...102, 106, 108, Numbered.discrete, Numbered.ambisonic:
            return (try? simpleName().lowercased()) ?? speakers
        case 117...128:
            let effectsCount = labels.count(where: \.isLowFrequency)
            return "\(labels.count - effectsCount).\(effectsCount): \(speakers)"
        default: return speakers
        }
    }
}
