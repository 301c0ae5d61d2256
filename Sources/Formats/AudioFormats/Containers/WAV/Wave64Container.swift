import AudioCodecs
import AudioModel

/// Parses Wave64 files: WAVE with 16-byte chunk identifiers and 64-bit sizes.
///
/// Source: Sonic Foundry, "Sony Wave64 File Format Definition".
enum Wave64Container {
    /// Last twelve bytes of the chunk GUIDs; the first four are WAVE's identifiers.
    private static let identifierTail: [UInt8] = [
        0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
    ]
    private static let headerByteCount: Int64 = 24

    /// Parses a file.
    ///
    /// - Parameter file: Stands at the start of the file.
    static func parse(_ file: ByteReader) throws(FormatError) -> ContainerContents {
        var reader = file
        let sourceByteCount = reader.source.byteCount
        // The RIFF GUID, the file size and the WAVE GUID.
        var offset: Int64 = 40
        var formatChunk: WAVFormatChunk?
        var data: Range<Int64>?
        var missingByteCount: Int64 = 0
        for _ in 0..<ChunkParser.chunksMax {
            guard offset <= sourceByteCount - headerByteCount, data == nil else { break }
            reader.enter("chunk header", at: offset, end: sourceByteCount)
            let id = try reader.readFourCC()
            let isKnown = try reader.readBytes(12) == identifierTail
            let byteCount: Int64 = try reader.readLittleEndian()
            let start = reader.position
            // The size includes the header; chunks are aligned to eight bytes.
            let (end, overflow) = offset.addingReportingOverflow(byteCount)
            guard byteCount >= headerByteCount, !overflow, end <= .max - 8 else {
                throw FormatError(.badField("chunk size"), offset: offset + 16)
            }
            switch id {
            case "fmt " where isKnown && formatChunk == nil:
                reader.enter("format chunk", at: start, end: end)
                formatChunk = try WAVFormatChunk(reading: &reader)
            case "data" where isKnown:
                data = start..<max(min(end, sourceByteCount), start)
                // Programs that write to pipes state a size above any file's.
                if end <= ContainerLimits.fileBytesMax {
                    missingByteCount = max(end - sourceByteCount, 0)
                }
            default: break
            }
            offset = (end + 7) / 8 * 8
        }
        guard let format = formatChunk?.format else { throw FormatError(.missing("format chunk")) }
        guard let data else { throw FormatError(.missing("data chunk")) }
        var contents = ContainerContents(
            kind: .wave64, fixedSize: format, dataOffset: data.lowerBound,
            dataByteCount: data.upperBound - data.lowerBound)
        if case .fixed = contents.packets { contents.missingByteCount = missingByteCount }
        return contents
    }
}
