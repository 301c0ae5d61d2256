extension ChannelLayout {
    /// The WAVE channel mask; nil when a channel has no bit, or the order is not that of the bits.
    ///
    /// The bits are those of Apple's first 18 labels, except that WAVE distinguishes back from
    /// side: surrounds are back speakers unless rear surrounds precede them.
    ///
    /// Source: `WAVEFORMATEXTENSIBLE` in Microsoft's multimedia documentation; the comments of
    /// Apple's `kAudioChannelBit` values and WAVE layouts.
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

    /// The mask bits that a channel can have, the lowest first.
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

    /// Whether the layout has `channelCount` channels, or does not define its channel count.
    package func fits(channelCount: UInt32) -> Bool {
        switch tag {
        case Self.useDescriptions: descriptions.count == Int(channelCount)
        case Self.useBitmap: bitmap.nonzeroBitCount == channelCount
        default: tag & 0xFFFF == channelCount || tag & 0xFFFF == 0
        }
    }
}
