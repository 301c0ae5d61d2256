import AudioCodecs
import AudioModel

/// Parses AAC in ADTS into packets: the data between the headers.
enum ADTSContainer {
    static func parse(
        _ source: any ByteSource, from start: Int64
    ) throws(FormatError) -> ContainerContents {
        var reader = ByteReader(source)
        let end = source.byteCount
        var search = SyncWordScanner<ADTSHeader>(from: start, end: end, after: nil)
        guard let found = try search.find(in: &reader) else {
            throw FormatError(.missing("MPEG frame sync"))
        }
        let mark = try FirstFrameFingerprint(source, at: found.offset)
        var header = found.header
        guard header.blockCount == 1 else {
            throw FormatError(.unsupportedCoding("AAC with several raw data blocks per frame"))
        }
        func locator() -> SparsePacketIndex<SelfFramedPacketParser<ADTSHeader>> {
            SparsePacketIndex(
                source,
                start: SelfFramedPacketParser<ADTSHeader>(
                    first: header, at: found.offset, end: end, mark: mark))
        }
        let (configuration, channelCount) = try channels(header, at: found.offset, in: &reader)
        var format = StreamFormat(
            named: .mpeg4AAC, sampleRate: AudioSpecificConfiguration.sampleRates[header.rateIndex],
            channelCount: channelCount)
        format.framesPerPacket = UInt32(header.framesPerPacket)
        let implied = try ImplicitSBR(in: locator(), of: source, configuration: configuration)
        if let implied {
            format = implied.formats[0]
            header.framesPerPacket = Int64(format.framesPerPacket)
        }
        let described = implied?.configuration ?? configuration
        return ContainerContents(
            kind: .adts, format: format, dataOffset: found.offset,
            dataByteCount: end - found.offset,
            packets: .indexed(PacketIndex(locator: locator())),
            timeline: FrameTimeline(certainty: .counted),
            codec: CodecParameters(
                formatList: implied?.formats ?? [],
                // An ADTS file has no cookie, but copying its packets to another container needs
                // one.
                magicCookie: ElementaryStreamDescriptor.bytes(specificConfiguration: described),
                configuration: described))
    }

    /// The number of channels and the decoder configuration, from the header's channel
    /// configuration or from the program configuration in the first packet.
    private static func channels(
        _ header: ADTSHeader, at offset: Int64, in reader: inout ByteReader
    ) throws(FormatError) -> (configuration: [UInt8], channelCount: UInt32) {
        let plain = header.specificConfiguration
        guard header.channelConfiguration == 0 else {
            let number = UInt32(header.channelConfiguration)
            return (plain, AudioSpecificConfiguration.channelCount(configuration: number))
        }
        let descriptionBytesMax: Int64 = 512
        let start = offset + header.skippedByteCount
        let end = offset + header.frameByteCount
        reader.enter("audio frame", at: start, end: end)
        let packet = try reader.readBytes(Int(min(reader.bytesLeft, descriptionBytesMax)))
        guard let program = ProgramConfiguration(inPacket: packet),
            CodingLimits.channels.contains(program.channelCount)
        else { throw FormatError(.unsupportedCoding("AAC without a channel configuration")) }
        return (program.specificConfiguration(plain), program.channelCount)
    }
}
