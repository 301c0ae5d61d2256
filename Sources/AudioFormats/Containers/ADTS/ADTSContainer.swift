import AudioModel

/// Cuts AAC in ADTS. Packets are what stands between the headers.
enum ADTSContainer {
    static func parse(
        _ source: any ByteSource, from start: Int64
    ) throws(FormatError) -> ContainerContents {
        var reader = ByteReader(source)
        let end = source.byteCount
        guard
            let found = try ADTSHeader.find(from: start, end: end, after: nil, in: &reader)
        else { throw FormatError(.missing("frame of audio")) }
        var header = found.header
        guard header.channelConfiguration > 0 else {
            throw FormatError(.unsupportedCoding("AAC that describes its channels itself"))
        }
        guard header.blockCount == 1 else {
            throw FormatError(.unsupportedCoding("AAC of several blocks a frame"))
        }
        func locator() -> SparsePacketIndex<SyncedFrameWalk<ADTSHeader>> {
            SparsePacketIndex(
                source,
                start: SyncedFrameWalk<ADTSHeader>(first: header, at: found.offset, end: end))
        }
        let channelCount = header.channelConfiguration == 7 ? 8 : header.channelConfiguration
        var format = StreamFormat(
            named: .mpeg4AAC, sampleRate: ADTSHeader.sampleRates[header.rateIndex],
            channelCount: UInt32(channelCount))
        format.framesPerPacket = UInt32(header.framesPerPacket)
        let implied = ImpliedReplication(
            in: locator(), of: source, configuration: header.specificConfiguration)
        if let implied {
            format = implied.formats[0]
            header.framesPerPacket = Int64(format.framesPerPacket)
        }
        var contents = ContainerContents(
            kind: .adts, format: format, packetCount: nil, frameCount: 0,
            dataOffset: found.offset, dataByteCount: end - found.offset)
        contents.formatList = implied?.formats ?? []
        contents.decoderConfiguration = implied?.configuration ?? header.specificConfiguration
        contents.locator = locator()
        return contents
    }
}
