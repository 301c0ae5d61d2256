import AudioCodecs
import AudioModel
import ChannelLayouts

/// Parses Core Audio Format files into packets.
///
/// Source: Apple Core Audio Format Specification 1.0.
struct CAFContainer {
    private var reader: ByteReader
    private var description: CAFDescription
    private var table: CAFPacketTable?
    private var dataOffset: Int64?
    private var dataByteCount: Int64 = 0
    private var isOpenEnded = false
    private var missingByteCount: Int64 = 0
    private var magicCookie: [UInt8]?
    private var tags: [FileMetadata.Tag] = []
    private var chunks: [FileChunk] = []
    private var channelLayout: ChannelLayout?

    /// Parses a file.
    ///
    /// - Parameter reader: Stands at the start of the file.
    static func parse(_ reader: ByteReader) throws(FormatError) -> ContainerContents {
        var container = try CAFContainer(reader)
        try container.readChunks()
        return try container.contents()
    }

    /// The packet table among the chunks behind the audio; nil when there is none.
    static func packetTable(
        in source: any ByteSource, after end: Int64, _ format: StreamFormat
    ) throws(FormatError) -> CAFPacketTable? {
        var reader = ByteReader(source)
        var offset = end
        for _ in 0..<ChunkParser.chunksMax {
            guard offset <= source.byteCount - 12 else { return nil }
            reader.enter("chunk header", at: offset, end: source.byteCount)
            let id = try reader.readFourCC()
            let byteCount: Int64 = try reader.readBigEndian()
            let start = reader.position
            guard byteCount >= 0, byteCount <= source.byteCount - start else { return nil }
            if id == "pakt" {
                reader.enter("packet table", at: start, end: start + byteCount)
                return try CAFPacketTable(reading: &reader, format: format)
            }
            offset = start + byteCount
        }
        return nil
    }

    /// Reads the file header and the audio description, which is always the first chunk.
    private init(_ given: ByteReader) throws(FormatError) {
        reader = given
        try reader.skip(4)
        let version: UInt16 = try reader.readBigEndian()
        guard version == 1 else { throw FormatError(.badField("version"), offset: 4) }
        try reader.skip(2)  // Flags; none are defined.
        guard try reader.readFourCC() == "desc" else {
            throw FormatError(.missing("audio description at its start"))
        }
        let byteCount: Int64 = try reader.readBigEndian()
        guard byteCount >= CAFDescription.byteCount, byteCount <= reader.bytesLeft else {
            throw FormatError(.badField("audio description's size"), offset: 12)
        }
        let start = reader.position
        reader.enter("audio description", at: start, end: start + byteCount)
        description = try CAFDescription(reading: &reader)
        chunks.append(FileChunk(id: "desc", start: start, byteCount: byteCount))
        reader.enter("chunk header", at: start + byteCount, end: reader.source.byteCount)
    }

    private mutating func readChunks() throws(FormatError) {
        let sourceEnd = reader.source.byteCount
        var offset = reader.position
        for _ in 0..<ChunkParser.chunksMax {
            guard offset <= sourceEnd - 12 else { return }
            reader.enter("chunk header", at: offset, end: sourceEnd)
            let id = try reader.readFourCC()
            let byteCount: Int64 = try reader.readBigEndian()
            let start = reader.position
            let isAudio = id == "data" && dataOffset == nil
            // A size of −1 means up to the end of the file, and is valid only for the data chunk.
            guard byteCount >= 0 || isAudio && byteCount == -1 else {
                // After the audio data it is appended garbage.
                if dataOffset != nil { return }
                throw FormatError(.badField("chunk size"), offset: offset + 4)
            }
            let heldByteCount = sourceEnd - start
            chunks.append(
                FileChunk(
                    id: id, start: start,
                    byteCount: byteCount < 0 ? heldByteCount : min(byteCount, heldByteCount)))
            if isAudio { takeData(at: start, byteCount: byteCount) }
            guard byteCount >= 0 else { return }
            let (end, overflow) = start.addingReportingOverflow(byteCount)
            guard !overflow else { return }
            try readChunk(id, at: start, end: end)
            offset = end
        }
        throw FormatError(.tooLarge("chunk count"), offset: offset)
    }

    private mutating func takeData(at start: Int64, byteCount: Int64) {
        let sourceEnd = reader.source.byteCount
        isOpenEnded = byteCount == -1
        missingByteCount = max(byteCount - (sourceEnd - start), 0)
        let held = byteCount == -1 ? sourceEnd - start : min(byteCount, sourceEnd - start)
        // The edit count precedes the audio data.
        let editCountByteCount: Int64 = 4
        dataByteCount = max(held - editCountByteCount, 0)
        dataOffset = min(start + editCountByteCount, sourceEnd)
    }

    private mutating func readChunk(
        _ id: FourCC, at start: Int64, end: Int64
    ) throws(FormatError) {
        switch id {
        case "pakt" where table == nil:
            reader.enter("packet table", at: start, end: end)
            table = try CAFPacketTable(reading: &reader, format: description.format)
        case "kuki" where magicCookie == nil:
            guard end - start <= ContainerLimits.magicCookieBytesMax else {
                throw FormatError(.tooLarge("magic cookie"), offset: start)
            }
            reader.enter("magic cookie", at: start, end: end)
            magicCookie = try reader.readBytes(Int(end - start))
        case "info":
            reader.enter("information chunk", at: start, end: end)
            try readInformation()
        case "chan" where channelLayout == nil:
            reader.enter("channel layout", at: start, end: end)
            channelLayout = try ChannelLayout(reading: &reader)
        default: break
        }
    }

    /// Reads pairs of zero-terminated keys and values.
    private mutating func readInformation() throws(FormatError) {
        guard reader.bytesLeft >= 4 else { return }
        try reader.skip(4)  // Entry count; not needed.
        let byteCount = min(reader.bytesLeft, ContainerLimits.textsBytesMax)
        let texts = try reader.readBytes(Int(byteCount))
            .split(separator: 0, omittingEmptySubsequences: false)
        for index in stride(from: 0, to: texts.count - 2, by: 2) {
            guard tags.count < ContainerLimits.tagsMax else { return }
            tags.append(
                .init(
                    key: TagTable.key(ofInformation: text(of: texts[index])),
                    value: text(of: texts[index + 1])))
        }
    }

    private func contents() throws(FormatError) -> ContainerContents {
        guard let dataOffset else { throw FormatError(.missing("data chunk")) }
        let format = description.format
        var contents: ContainerContents
        if format.bytesPerPacket > 0, format.framesPerPacket > 0 {
            contents = ContainerContents(
                kind: .caf, fixedSize: format, dataOffset: dataOffset,
                dataByteCount: dataByteCount, statedFrameCount: statedFrameCount,
                primingFrames: table?.primingFrames ?? 0)
        } else {
            contents = try variableContents(dataOffset: dataOffset)
        }
        contents.codec.magicCookie = magicCookie
        contents.codec.configuration = magicCookie.flatMap {
            decoderConfiguration(inCookie: $0, of: contents.format)
        }
        try describeAAC(&contents)
        contents.metadata.tags = tags
        contents.metadata.chunks = chunks
        contents.metadata.channelLayout = channelLayout
        contents.timeline.hasPacketTable = table != nil
        contents.isOpenEnded = isOpenEnded
        contents.missingByteCount = missingByteCount
        return contents
    }

    /// Determines the formats that HE-AAC can be decoded to, from the magic cookie or the packets.
    private func describeAAC(_ contents: inout ContainerContents) throws(FormatError) {
        let ids: [FormatID] = [.mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2]
        guard ids.contains(contents.format.id), let locator = contents.packets.locator,
            let bytes = contents.codec.configuration,
            let stated = AudioSpecificConfiguration(bytes)
        else { return }
        let implied = try ImplicitSBR(in: locator, of: reader.source, configuration: bytes)
        let formats = implied?.formats ?? stated.formats
        let described = description.format
        // A description that matches none of them is authoritative.
        guard let table, formats.count > 1,
            formats.contains(where: { $0.sampleRate == described.sampleRate })
        else { return }
        contents.codec.formatList = formats
        contents.format = formats[0]
        if let implied { contents.codec.configuration = implied.configuration }
        // A description of the core states its counts in the core's frames.
        guard described.framesPerPacket > 0, described.sampleRate != formats[0].sampleRate else {
            return
        }
        contents.timeline.valid = contents.timeline.valid.multipliedClamping(by: 2)
        contents.timeline.priming = contents.timeline.priming.multipliedClamping(by: 2)
        contents.timeline.remainder = contents.timeline.remainder.multipliedClamping(by: 2)
        contents.packets = packets(table, contents.format, dataOffset: contents.dataOffset)
    }

    /// The valid frames; nil when all of the table's counts are zero, because it was never filled
    /// in.
    private var statedFrameCount: Int64? {
        guard let table else { return nil }
        if table.validFrames == 0, table.primingFrames == 0, table.remainderFrames == 0 {
            return nil
        }
        return table.validFrames
    }

    private func variableContents(dataOffset: Int64) throws(FormatError) -> ContainerContents {
        guard let table else {
            // A table behind the audio is missing with its end.
            guard missingByteCount == 0 else {
                throw FormatError(.endsEarly("audio"), offset: reader.source.byteCount)
            }
            throw FormatError(.missing("packet table"))
        }
        let format = description.format
        return ContainerContents(
            kind: .caf, format: format, dataOffset: dataOffset, dataByteCount: dataByteCount,
            packets: packets(table, format, dataOffset: dataOffset),
            timeline: format.framesPerPacket > 0
                ? FrameTimeline(
                    packetCount: table.packetCount, format, valid: statedFrameCount,
                    priming: table.primingFrames)
                : FrameTimeline(
                    priming: table.primingFrames, valid: table.validFrames,
                    remainder: table.remainderFrames))
    }

    private func packets(
        _ table: CAFPacketTable, _ format: StreamFormat, dataOffset: Int64
    ) -> PacketLayout {
        let parser = CAFPacketParser(
            table, format: format, data: dataOffset..<dataOffset + dataByteCount)
        // There can be room for more packets after the last.
        return .indexed(
            PacketIndex(
                locator: SparsePacketIndex(reader.source, start: parser),
                count: table.packetCount, bytes: .counted))
    }
}
