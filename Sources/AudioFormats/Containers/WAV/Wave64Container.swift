import AudioModel

/// Cuts Wave64 files: WAVE with identifiers of sixteen bytes and sizes of eight.
///
/// Source: Sonic Foundry, "Sony Wave64 File Format Definition".
enum Wave64Container {
    /// The last twelve bytes of the identifiers used here; the first four are those of WAVE.
    private static let identifierTail: [UInt8] = [
        0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
    ]
    private static let headerByteCount: Int64 = 24

    static func parse(_ source: any ByteSource) throws(FormatError) -> ContainerContents {
        var reader = ByteReader(source)
        // The identifier and the size of the whole, and another identifier.
        var offset: Int64 = 40
        var formatChunk: WAVFormatChunk?
        var data: Range<Int64>?
        var isCutShort = false
        for _ in 0..<ChunkWalk.chunksMax {
            guard offset <= source.byteCount - headerByteCount, data == nil else { break }
            reader.enter("chunk header", at: offset, end: source.byteCount)
            let id = try reader.readFourCC()
            let isKnown = try reader.readBytes(12) == identifierTail
            let byteCount: Int64 = try reader.readLittleEndian()
            let start = reader.position
            // The size counts the header; the next chunk starts at a multiple of eight.
            let (end, overflow) = offset.addingReportingOverflow(byteCount)
            guard byteCount >= headerByteCount, !overflow, end <= .max - 8 else {
                throw FormatError(.badField("chunk size"), offset: offset + 16)
            }
            switch id {
            case "fmt " where isKnown && formatChunk == nil:
                reader.enter("format chunk", at: start, end: end)
                formatChunk = try WAVFormatChunk(reading: &reader)
            case "data" where isKnown:
                data = start..<max(min(end, source.byteCount), start)
                // What is written into a pipe states more than any file has.
                isCutShort = end > source.byteCount && end <= ContainerLimits.fileBytesMax
            default: break
            }
            offset = (end + 7) / 8 * 8
        }
        guard let format = formatChunk?.format else { throw FormatError(.missing("format chunk")) }
        guard let data else { throw FormatError(.missing("data chunk")) }
        let byteCount = data.upperBound - data.lowerBound
        guard format.bytesPerPacket > 0, format.framesPerPacket > 0 else {
            return ContainerContents(
                kind: .wave64, format: format, packetCount: nil, frameCount: 0,
                dataOffset: data.lowerBound, dataByteCount: byteCount)
        }
        var contents = ContainerContents(
            kind: .wave64, format: format,
            packetCount: byteCount / Int64(format.bytesPerPacket), dataOffset: data.lowerBound,
            dataByteCount: byteCount)
        contents.isCutShort = isCutShort
        return contents
    }
}
