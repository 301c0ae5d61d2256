package import AudioCodecs
package import AudioConversion
package import AudioModel
package import ChannelLayouts

/// The channel layout and mapping of a conversion that keeps the number of channels.
package struct ChannelPlan: Equatable {
    /// Layout of the new file; `nil` if the file does not store one.
    package private(set) var layout: ChannelLayout?
    /// The mapping of the source's channels to the new file's.
    package private(set) var mapping = ChannelMapping.firstChannels
    /// Describes, in plain words, what changes; `nil` if nothing does.
    package private(set) var notice: String?

    package init(
        _ source: ChannelLayout?, to kind: ContainerKind, _ format: StreamFormat
    ) {
        guard let source, source.fits(channelCount: format.channelCount),
            let labels = try? source.labels(), labels.count == Int(format.channelCount)
        else {
            layout = source
            if source == nil { takeUnnamed(kind, format) }
            return
        }
        let coded =
            labels.count > 2
            ? StandardLayout.encoded(
                // A header of ADTS cannot state a rear pair.
                format.id, channelCount: format.channelCount, for: kind == .adts ? nil : source)
            : nil
        if let coded {
            take(ChannelLayout(tag: coded), insteadOf: source, labels, format.codingName)
        } else if [.wav, .rf64, .bw64].contains(kind) {
            takeWAVE(source, labels)
        } else {
            layout = source
            if labels.count > 2, kind != .caf, kind != .aifc {
                notice = "\(kind.name) does not say which channels these are: \(source.plainName)"
            }
        }
    }

    /// Takes channels without names to be the coding's, in the order of WAVE, as decoders give them.
    private mutating func takeUnnamed(_ kind: ContainerKind, _ format: StreamFormat) {
        guard format.channelCount > 2, format.id.beginsWithCenter else { return }
        let usual = Downmix.defaultLabels(channelCount: Int(format.channelCount)).map(Self.layout)
        guard
            let coded = StandardLayout.encoded(
                format.id, channelCount: format.channelCount, for: kind == .adts ? nil : usual),
            let labels = try? ChannelLayout(tag: coded).labels()
        else { return }
        layout = ChannelLayout(tag: coded)
        let sources = Self.inWAVEOrder(labels)
        mapping = .map(labels.indices.compactMap { sources.firstIndex(of: $0) })
    }

    private mutating func take(
        _ target: ChannelLayout, insteadOf source: ChannelLayout, _ labels: [ChannelLabel],
        _ coding: String
    ) {
        layout = target
        let labels = Self.withNamedRear(labels)
        guard let targets = try? target.labels(), !Self.areAlike(labels, targets) else { return }
        // Unknown channels are taken to be in the coding's order.
        guard !labels.contains(where: { $0 == .unknown || $0.rawValue >> 16 != 0 }) else { return }
        let places = labels.map(Self.place)
        let sources = targets.compactMap { places.firstIndex(of: Self.place($0)) }
        if Set(sources).count == labels.count {
            mapping = .map(sources)
            return
        }
        let isMixed = places.allSatisfy { (1...9).contains($0) || $0 == 33 || $0 == 34 }
        if isMixed { mapping = .mixed }
        notice =
            "\(coding) of \(labels.count) channels has \(Self.names(targets)): "
            + "\(isMixed ? "mixed from" : "in the place of") \(Self.names(labels))"
    }

    private mutating func takeWAVE(_ source: ChannelLayout, _ labels: [ChannelLabel]) {
        // A stereo layout is the default and need not be stored.
        guard labels != [ChannelLabel(rawValue: 1), ChannelLabel(rawValue: 2)],
            labels != [.mono] || source.tag == ChannelLayout.useBitmap
        else {
            layout = source.tag == ChannelLayout.useBitmap ? source : nil
            return
        }
        if source.waveMask != nil {
            layout = source
            return
        }
        let sources = Self.inWAVEOrder(labels)
        let target = Self.layout(of: sources.map { labels[$0] })
        guard let mask = target.waveMask else {
            let isKnown = !labels.contains { $0 == .unknown || $0.rawValue >> 16 == 1 }
            if isKnown { notice = "WAVE cannot store these channels: \(source.plainName)" }
            return
        }
        layout = ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: mask)
        mapping = .map(sources)
    }

    /// The indices of labels in the order of WAVE.
    private static func inWAVEOrder(_ labels: [ChannelLabel]) -> [Int] {
        let hasRear = labels.contains { $0.rawValue == 33 }
        return labels.indices.sorted {
            waveOrder(labels[$0], hasRear) < waveOrder(labels[$1], hasRear)
        }
    }

    /// The sort key of a label: WAVE stores side surrounds after all rear ones, if there are rear
    /// ones.
    private static func waveOrder(_ label: ChannelLabel, _ hasRear: Bool) -> UInt32 {
        switch label.rawValue {
        case 5, 6: hasRear ? label.rawValue + 5 : label.rawValue
        case 33, 34: label.rawValue - 28
        default: label.rawValue
        }
    }

    /// Relabels four surrounds as WAVE and others name them: the plain pair becomes the rear pair,
    /// and the side pair becomes the plain pair.
    private static func withNamedRear(_ labels: [ChannelLabel]) -> [ChannelLabel] {
        guard [5, 6, 10, 11].allSatisfy({ labels.contains(ChannelLabel(rawValue: $0)) }) else {
            return labels
        }
        let renamed: [UInt32: UInt32] = [5: 33, 6: 34, 10: 5, 11: 6]
        return labels.map { ChannelLabel(rawValue: renamed[$0.rawValue] ?? $0.rawValue) }
    }

    /// A label for comparison: side and rear surrounds are equal, because codings have one pair
    /// only.
    private static func place(_ label: ChannelLabel) -> UInt32 {
        switch label.rawValue {
        case 10: 5
        case 11: 6
        default: label.rawValue
        }
    }

    private static func areAlike(_ labels: [ChannelLabel], _ others: [ChannelLabel]) -> Bool {
        labels.map(place) == others.map(place)
    }

    private static func names(_ labels: [ChannelLabel]) -> String {
        layout(of: labels).plainName
    }

    private static func layout(of labels: [ChannelLabel]) -> ChannelLayout {
        ChannelLayout(
            tag: ChannelLayout.useDescriptions,
            descriptions: labels.map { .init(label: $0.rawValue) })
    }
}
