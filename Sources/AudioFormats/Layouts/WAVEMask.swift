extension ChannelLayout {
    /// WAVE's bits for the loudspeakers; nil when one has none, or their order is not that of the
    /// bits.
    ///
    /// The bits are those of Apple's first 18 labels, but that WAVE tells "behind" from "beside":
    /// surrounds are behind, unless others stand there before them.
    ///
    /// Source: `WAVEFORMATEXTENSIBLE` in Microsoft's multimedia documentation; the words beside
    /// Apple's `kAudioChannelBit` values and its layouts of WAVE.
    package var waveMask: UInt32? {
        if tag == Self.useBitmap { return bitmap }
        guard let labels = try? labels(), !labels.isEmpty, Set(labels).count == labels.count
        else { return nil }
        var mask: UInt32 = 0
        for label in labels {
            let bit = Self.waveBits(label).first { mask >> $0 == 0 }
            guard let bit else { return nil }
            mask |= 1 << bit
        }
        return mask
    }

    /// The bits that a loudspeaker can have, the lowest first.
    private static func waveBits(_ label: ChannelLabel) -> [UInt32] {
        switch label.rawValue {
        case ChannelLabel.mono.rawValue: [2]
        case 5: [4, 9]
        case 6: [5, 10]
        case 33: [4]
        case 34: [5]
        case 1...18: [label.rawValue - 1]
        default: []
        }
    }

    /// Whether it is one of so many channels, as far as it says of how many.
    package func fits(channelCount: UInt32) -> Bool {
        switch tag {
        case Self.useDescriptions: descriptions.count == Int(channelCount)
        case Self.useBitmap: bitmap.nonzeroBitCount == channelCount
        default: tag & 0xFFFF == channelCount || tag & 0xFFFF == 0
        }
    }
}
