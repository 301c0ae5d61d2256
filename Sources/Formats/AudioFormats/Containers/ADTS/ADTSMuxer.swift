import AudioCodecs
import AudioModel

/// Writes AAC LC in ADTS.
///
/// Source: ISO/IEC 13818-7, 6.2, "Audio Data Transport Stream"; the ID3 tag before it is that of
/// HTTP Live Streaming, RFC 8216, 3.4.
struct ADTSMuxer: ContainerMuxer {
    let dataBytesMax = ContainerLimits.fileBytesMax

    private let rateIndex: UInt64
    private let channelConfiguration: UInt64

    init(_ format: StreamFormat) throws(FormatError) {
        guard format.id == .mpeg4AAC, format.framesPerPacket == 1024, format.bytesPerPacket == 0,
            let index = AudioSpecificConfiguration.sampleRates.firstIndex(of: format.sampleRate),
            [1, 2, 3, 4, 5, 6, 8].contains(format.channelCount)
        else { throw FormatError(.unsupportedCoding(format.codingName)) }
        rateIndex = UInt64(index)
        channelConfiguration = format.channelCount == 8 ? 7 : UInt64(format.channelCount)
    }

    /// An ID3 tag, where there is something for it before the first packet.
    func head(_ context: MuxerHeaderContext) throws(FormatError) -> [UInt8]? {
        if context.dataOffset == 0 { return [] }
        let properties = context.properties
        return ID3Writer.bytes(properties.tags(datedBy: "recorded date"), properties) ?? []
    }

    func packetHead(byteCount: Int64) throws(FormatError) -> [UInt8] {
        let whole = byteCount + Int64(ADTSHeader.byteCount)
        guard whole < 1 << 13 else { throw FormatError(.tooLarge("packet")) }
        // Sync word, no checksum, AAC LC, and a buffer fullness that means "variable bit rate".
        var bits: UInt64 = 0xFFF << 44 | 1 << 40 | 1 << 38 | 0x7FF << 2
        bits |= rateIndex << 34 | channelConfiguration << 30 | UInt64(whole) << 13
        var bytes: [UInt8] = []
        bytes.appendBigEndian(bits)
        return Array(bytes.dropFirst())
    }

    func tail(
        _ totals: MuxerTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8] { [] }
}
