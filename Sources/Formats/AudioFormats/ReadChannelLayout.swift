import AudioCodecs
import AudioModel
public import ChannelLayouts

extension AudioFileReader {
    /// The layout of the decoded channels, from the codec or from the container.
    ///
    /// With more than two channels, the codec's order overrides the container's for Apple Lossless
    /// and for AAC with a standard channel configuration.
    public var channelLayout: ChannelLayout? {
        let count = format.channelCount
        guard count > 2 else {
            // Apple's implementation reports a mono or stereo layout only if the container states
            // one.
            return contents.metadata.channelLayout ?? (containerKind == .ogg ? decodedLayout : nil)
        }
        switch format.id {
        case .mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2:
            return decodedLayout ?? contents.codec.outputLayout ?? contents.metadata.channelLayout
        case .appleLossless:
            let stated = contents.codec.magicCookie.flatMap { ALACConfiguration($0)?.layoutTag }
            return stated.map { ChannelLayout(tag: $0) } ?? decodedLayout
                ?? contents.metadata.channelLayout
        case .flac: return contents.metadata.channelLayout ?? flacChannelMaskLayout ?? decodedLayout
        case .vorbis, .opus:
            // Opus mapping family 255, in byte 18 of the ID header, leaves the speakers undefined.
            let hasUndefinedSpeakers =
                format.id == .opus && contents.codec.configuration?.dropFirst(18).first == 255
            return contents.metadata.channelLayout ?? (hasUndefinedSpeakers ? nil : decodedLayout)
        default: return contents.metadata.channelLayout
        }
    }

    /// The layout to write when the packets are copied to another file.
    public var channelLayoutForCopy: ChannelLayout? {
        guard format.channelCount > 2, format.id.beginsWithCenter, let decodedLayout,
            channelLayout == decodedLayout
        else { return contents.metadata.channelLayout }
        return decodedLayout
    }

    /// The layout of the decoder's output; nil when neither number nor configuration of the channels
    /// determines it.
    private var decodedLayout: ChannelLayout? {
        StandardLayout.decoded(
            format.id, channelCount: format.channelCount,
            configuration: contents.codec.configuration
        ).map { ChannelLayout(tag: $0) }
    }

    /// The layout in a FLAC file's channel mask comment, for non-default speakers.
    ///
    /// Source: RFC 9639, 8.6.2, "Channel Mask".
    private var flacChannelMaskLayout: ChannelLayout? {
        let key = "waveformatextensible_channel_mask"
        guard let text = contents.metadata.tags.first(where: { $0.key == key })?.value.lowercased(),
            text.hasPrefix("0x"), let mask = UInt32(text.dropFirst(2), radix: 16),
            mask.nonzeroBitCount == format.channelCount
        else { return nil }
        return ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: mask)
    }
}
