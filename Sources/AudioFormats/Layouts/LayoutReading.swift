/// Why nothing can be said of a layout.
package enum LayoutError: Error, Hashable, Sendable {
    /// The parts of the layout contradict each other.
    case malformed
    /// A tag or a label that is none.
    case unknown
}

extension ChannelLayout {
    /// Tags whose lower 16 bits are any count of channels.
    private enum Numbered {
        static let discrete: UInt32 = 147
        static let ambisonic: ClosedRange<UInt32> = 190...191
        static let unknown: UInt32 = 0xFFFF
    }

    /// More than any tag has.
    package static let channelsMax = 1024

    /// What each channel is, in order.
    package func labels() throws(LayoutError) -> [ChannelLabel] {
        switch tag {
        case Self.useDescriptions:
            guard !descriptions.isEmpty, descriptions.count <= Self.channelsMax else {
                throw .malformed
            }
            return descriptions.map { ChannelLabel(rawValue: $0.label) }
        case Self.useBitmap:
            guard bitmap != 0 else { throw .malformed }
            // The first 18 labels are the bits in their order.
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

    /// Whether all of it makes sense, as of a file that cannot be trusted.
    package func validate() throws(LayoutError) {
        for label in try labels() where label.name == nil { throw .unknown }
    }

    /// The tag that says the same; nil when there is none.
    package func standardTag() throws(LayoutError) -> UInt32? {
        let labels = try labels()
        if tag != Self.useDescriptions, tag != Self.useBitmap { return tag }
        if labels == [ChannelLabel(rawValue: 3)] { return StandardLayout.all[0].tag }
        // Of those with the same channels the first has the more usual name, but for a family of
        // its own: pentagonal and hexagonal are meant for other rooms.
        let found = StandardLayout.all.filter { $0.labels == labels }
        if let best = found.last(where: { (113...148).contains($0.tag >> 16) }) ?? found.first {
            return found.first { $0.tag >> 16 == 108 }?.tag ?? best.tag
        }
        let numbered = labels.indices.map { ChannelLabel.discrete(UInt32($0)) }
        return labels == numbered ? Numbered.discrete << 16 | UInt32(labels.count) : nil
    }

    /// The loudspeakers as bits; nil when a channel has none, or their order is another.
    package func standardBitmap() throws(LayoutError) -> UInt32? {
        var bits: UInt32 = 0
        for label in try labels() {
            let value = label == .mono ? 3 : label.rawValue
            guard (1...18).contains(value), bits >> (value - 1) == 0 else { return nil }
            bits |= 1 << (value - 1)
        }
        return bits
    }

    /// The same channels one by one.
    package func described() throws(LayoutError) -> ChannelLayout {
        if tag == Self.useDescriptions { return self }
        return ChannelLayout(
            tag: Self.useDescriptions,
            descriptions: try labels().map { Channel(label: $0.rawValue) })
    }

    /// Whether two describe the same channels in the same order, however they say it.
    package func isEquivalent(to other: ChannelLayout) throws(LayoutError) -> Bool {
        let (mine, theirs) = (try labels(), try other.labels())
        guard mine == theirs else { return false }
        for (index, label) in mine.enumerated() where label == .useCoordinates {
            guard descriptions[index] == other.descriptions[index] else { return false }
        }
        return true
    }

    /// A name without the channels: `MPEG 5.1 A`, or how many there are.
    package func simpleName() throws(LayoutError) -> String {
        let count = try labels().count
        if let tag = try standardTag() {
            if let standard = StandardLayout.of(tag) { return standard.name }
            if Numbered.ambisonic.contains(tag >> 16) { return "Ambisonic, \(count) channels" }
            if tag >> 16 == Numbered.discrete { return "Discrete, \(count) channels" }
        }
        return count == 1 ? "1 channel" : "\(count) channels"
    }

    /// The name with its channels: `Stereo (L R)`.
    package func name() throws(LayoutError) -> String {
        let channels = try labels().map { $0.shortName ?? "?" }
        return try simpleName() + " (" + channels.joined(separator: " ") + ")"
    }
}
