import AudioModel

// Layouts of codings in which the channel count determines the channels.

extension StandardLayout {
    /// The layout tag of a coding's channel order as decoded here, and as its encoder expects it.
    ///
    /// - Returns: nil when the channel count does not determine the channels.
    ///
    /// Source: measured with a different sine in each channel. The channels: for AAC ISO/IEC
    /// 14496-3, table 1.19, "Channel Configuration"; for Apple Lossless
    /// `ALACMagicCookieDescription.txt`; for FLAC RFC 9639, 9.1.3, "Channels Bits"; for Vorbis and
    /// Opus RFC 7845, 5.1.1.2, "Channel Mapping Family 1". Eight-channel AAC is interpreted as two
    /// side and two back speakers, like most encoders use it.
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

    /// The layout tag of a coding's channel order within the packets, as other programs expect it
    /// in a file.
    ///
    /// - Returns: nil when the order is the decoded one.
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
    /// The layout of the decoded channels, from the coding or from the container.
    ///
    /// For AAC and Apple Lossless with more than two channels the coding's order applies, whatever
    /// the container states.
    public var channelLayout: ChannelLayout? {
        let count = format.channelCount
        guard count > 2 else {
            // Like Apple's implementation.
            return contents.channelLayout ?? (containerKind == .ogg ? decodedLayout : nil)
        }
        switch format.id {
        case .mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2:
            guard !hasProgramConfiguration else {
                return contents.describedLayout ?? contents.channelLayout
            }
            return decodedLayout ?? contents.channelLayout
        case .appleLossless: return decodedLayout ?? contents.channelLayout
        case .flac: return contents.channelLayout ?? statedMask ?? decodedLayout
        case .vorbis, .opus:
            // The last of Opus's mapping families has no defined speakers.
            let isUnknown =
                format.id == .opus && contents.decoderConfiguration?.dropFirst(18).first == 255
            return contents.channelLayout ?? (isUnknown ? nil : decodedLayout)
        default: return contents.channelLayout
        }
    }

    /// The layout to write when the packets are copied to another file.
    public var channelLayoutForCopy: ChannelLayout? {
        let tag = StandardLayout.inPackets(format.id, channelCount: format.channelCount)
        guard let tag, channelLayout == decodedLayout else { return contents.channelLayout }
        return ChannelLayout(tag: tag)
    }

    private var decodedLayout: ChannelLayout? {
        StandardLayout.decoded(format.id, channelCount: format.channelCount)
            .map { ChannelLayout(tag: $0) }
    }

    /// Whether a program configuration, or a rare channel configuration, defines the channels.
    private var hasProgramConfiguration: Bool {
        guard let bytes = contents.decoderConfiguration,
            let configuration = AudioSpecificConfiguration(bytes)
        else { return false }
        return !configuration.hasStandardChannels
    }

    /// The layout in a FLAC file's channel mask comment, for non-default speakers.
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
