import AudioModel

// The layouts of codings that say with the number of channels which channels they are.

extension StandardLayout {
    /// The tag of the order in which the channels of a coding are decoded here, and in which its
    /// encoder takes them.
    ///
    /// - Returns: nil where the number of channels does not say which they are.
    ///
    /// Source: measured, with a sine of its own in each channel. Which channels there are: for AAC
    /// ISO/IEC 14496-3, table 1.19, "Channel Configuration"; for Apple Lossless
    /// `ALACMagicCookieDescription.txt`; for FLAC RFC 9639, 9.1.3, "Channels Bits"; for Vorbis and
    /// Opus RFC 7845, 5.1.1.2, "Channel Mapping Family 1". AAC of eight
    /// channels is read as two at the sides and two behind, as most coders mean it.
    package static func decoded(_ id: FormatID, channelCount: UInt32) -> UInt32? {
        let numbers: [UInt32: UInt32]
        switch id {
        case .mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2:
            numbers = [3: 113, 4: 115, 5: 117, 6: 121, 8: 189]
        case .appleLossless:
            numbers = [3: 113, 4: 115, 5: 117, 6: 121, 7: 125, 8: 126]
        case .flac, .vorbis, .opus:
            numbers = [3: 113, 4: 108, 5: 117, 6: 121, 7: 188, 8: 189]
        default: numbers = [:]
        }
        let usual: [UInt32: UInt32] = [1: 100, 2: 101]
        return (usual[channelCount] ?? numbers[channelCount]).map { $0 << 16 | channelCount }
    }

    /// The tag of the order in which the channels stand in the packets, as other programs expect it
    /// beside them in a file.
    ///
    /// - Returns: nil where the packets have the order in which they are decoded.
    ///
    /// Source: as above.
    package static func inPackets(_ id: FormatID, channelCount: UInt32) -> UInt32? {
        let numbers: [UInt32: UInt32]
        switch id {
        case .mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2:
            numbers = [3: 114, 4: 116, 5: 120, 6: 124, 8: 127]
        case .appleLossless:
            numbers = [3: 114, 4: 116, 5: 120, 6: 124, 7: 142, 8: 127]
        default: return nil
        }
        return numbers[channelCount].map { $0 << 16 | channelCount }
    }
}

extension AudioFileReader {
    /// Where the channels belong that the file is decoded to: by the coding, or as the container
    /// says.
    ///
    /// AAC and Apple Lossless of more than two channels are decoded to the order of their coding,
    /// whatever the container says.
    public var channelLayout: ChannelLayout? {
        let count = format.channelCount
        guard count > 2 else {
            // As Apple's does.
            return contents.channelLayout ?? (containerKind == .ogg ? decodedLayout : nil)
        }
        switch format.id {
        case .mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2:
            guard !describesChannelsInside else {
                return contents.describedLayout ?? contents.channelLayout
            }
            return decodedLayout ?? contents.channelLayout
        case .appleLossless: return decodedLayout ?? contents.channelLayout
        case .flac: return contents.channelLayout ?? statedMask ?? decodedLayout
        case .vorbis, .opus:
            // Of the families of Opus, the last knows no loudspeakers.
            let isUnknown =
                format.id == .opus && contents.decoderConfiguration?.dropFirst(18).first == 255
            return contents.channelLayout ?? (isUnknown ? nil : decodedLayout)
        default: return contents.channelLayout
        }
    }

    /// What a file that gets the packets as they are is to say of their channels.
    public var channelLayoutForCopy: ChannelLayout? {
        let tag = StandardLayout.inPackets(format.id, channelCount: format.channelCount)
        guard let tag, channelLayout == decodedLayout else { return contents.channelLayout }
        return ChannelLayout(tag: tag)
    }

    private var decodedLayout: ChannelLayout? {
        StandardLayout.decoded(format.id, channelCount: format.channelCount)
            .map { ChannelLayout(tag: $0) }
    }

    /// Or by a number that few use.
    private var describesChannelsInside: Bool {
        guard let bytes = contents.decoderConfiguration,
            let configuration = AudioSpecificConfiguration(bytes)
        else { return false }
        return !configuration.hasUsualChannels
    }

    /// Of FLAC, the loudspeakers where they are not the usual ones.
    ///
    /// Source: RFC 9639, 8.6.2, "Channel Mask".
    private var statedMask: ChannelLayout? {
        let key = "waveformatextensible_channel_mask"
        guard let text = contents.tags.first(where: { $0.key == key })?.value.lowercased(),
            text.hasPrefix("0x"), let mask = UInt32(text.dropFirst(2), radix: 16),
            mask.nonzeroBitCount == format.channelCount
        else { return nil }
        return ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: mask)
    }
}
