import AudioConversion
import AudioFormats
import AudioModel

/// What becomes of the channels in a conversion that keeps their number.
package struct ChannelPlan: Equatable {
    /// Of the new file; nil for one that does not say.
    package private(set) var layout: ChannelLayout?
    /// How the channels get to their new places.
    package private(set) var mapping = ChannelMapping.firstChannels
    /// In plain words, what is not as it was; nil where everything is.
    package private(set) var notice: String?

    package init(
        _ source: ChannelLayout?, to kind: ContainerKind, _ format: StreamFormat
    ) {
        guard let source, source.fits(channelCount: format.channelCount),
            let labels = try? source.labels(), labels.count == Int(format.channelCount)
        else {
            layout = source
            return
        }
        let coded =
            labels.count > 2
            ? StandardLayout.decoded(format.id, channelCount: format.channelCount) : nil
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

    private mutating func take(
        _ target: ChannelLayout, insteadOf source: ChannelLayout, _ labels: [ChannelLabel],
        _ coding: String
    ) {
        layout = target
        let labels = Self.withNamedRear(labels)
        guard let targets = try? target.labels(), !Self.areAlike(labels, targets) else { return }
        // Of channels that nobody knows, the coding's order is as good as any.
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
        // What every file of two channels is taken for need not be said.
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
        let hasRear = labels.contains { $0.rawValue == 33 }
        let sources = labels.indices.sorted {
            Self.waveOrder(labels[$0], hasRear) < Self.waveOrder(labels[$1], hasRear)
        }
        let target = ChannelLayout(
            tag: ChannelLayout.useDescriptions,
            descriptions: sources.map { .init(label: labels[$0].rawValue) })
        guard let mask = target.waveMask else {
            let isKnown = !labels.contains { $0 == .unknown || $0.rawValue >> 16 == 1 }
            if isKnown { notice = "WAVE has no word for these channels: \(source.plainName)" }
            return
        }
        layout = ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: mask)
        mapping = .map(sources)
    }

    /// Where WAVE has the surrounds behind, those beside come after all that are behind.
    private static func waveOrder(_ label: ChannelLabel, _ hasRear: Bool) -> UInt32 {
        switch label.rawValue {
        case 5, 6: hasRear ? label.rawValue + 5 : label.rawValue
        case 33, 34: label.rawValue - 28
        default: label.rawValue
        }
    }

    /// Where there are four surrounds, as WAVE and others name them: those that are beside the
    /// listener make the plain ones those behind.
    private static func withNamedRear(_ labels: [ChannelLabel]) -> [ChannelLabel] {
        guard [5, 6, 10, 11].allSatisfy({ labels.contains(ChannelLabel(rawValue: $0)) }) else {
            return labels
        }
        let renamed: [UInt32: UInt32] = [5: 33, 6: 34, 10: 5, 11: 6]
        return labels.map { ChannelLabel(rawValue: renamed[$0.rawValue] ?? $0.rawValue) }
    }

    /// Surrounds at the sides and behind are one place where a coding knows one pair only.
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
        ChannelLayout(
            tag: ChannelLayout.useDescriptions,
            descriptions: labels.map { .init(label: $0.rawValue) }
        ).plainName
    }
}
