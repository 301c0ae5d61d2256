import AudioCodecs
import AudioModel

/// Parses NeXT/Sun `.au` sound files.
///
/// Source: Sun Microsystems, `audio.h` and the `au` manual page, as documented by the Library of
/// Congress, "Sun/NeXT Audio Format".
enum AUContainer {
    private static let headByteCount: Int64 = 24

    /// Parses a file.
    ///
    /// - Parameter file: Stands at the start of the file.
    static func parse(_ file: ByteReader) throws(FormatError) -> ContainerContents {
        var reader = file
        let sourceByteCount = reader.source.byteCount
        try reader.skip(4)
        let dataOffset: UInt32 = try reader.readBigEndian()
        let statedByteCount: UInt32 = try reader.readBigEndian()
        let encoding: UInt32 = try reader.readBigEndian()
        let rate: UInt32 = try reader.readBigEndian()
        let channelCount: UInt32 = try reader.readBigEndian()
        guard Int64(dataOffset) >= headByteCount, Int64(dataOffset) <= sourceByteCount else {
            throw FormatError(.badField("data offset"), offset: 4)
        }
        guard CodingLimits.sampleRate.contains(Double(rate)) else {
            throw FormatError(.badField("sample rate"), offset: 16)
        }
        guard CodingLimits.channels.contains(channelCount) else {
            throw FormatError(.badField("channel count"), offset: 20)
        }
        let format = format(encoding, sampleRate: Double(rate), channelCount: channelCount)
        let heldByteCount = sourceByteCount - Int64(dataOffset)
        // All bits set means "up to the end of the file".
        let byteCount =
            statedByteCount == .max ? heldByteCount : min(Int64(statedByteCount), heldByteCount)
        var contents = ContainerContents(
            kind: .au, fixedSize: format, dataOffset: Int64(dataOffset), dataByteCount: byteCount)
        contents.isOpenEnded = statedByteCount == .max
        guard format.bytesPerPacket > 0 else { return contents }
        if statedByteCount != .max {
            contents.missingByteCount = Int64(statedByteCount) - byteCount
        }
        let textByteCount = min(Int64(dataOffset) - headByteCount, ContainerLimits.tagBytesMax)
        let words = text(of: try reader.readBytes(Int(textByteCount)))
        if !words.isEmpty { contents.metadata.tags = [.init(key: "comments", value: words)] }
        return contents
    }

    private static func format(
        _ encoding: UInt32, sampleRate: Double, channelCount: UInt32
    ) -> StreamFormat {
        func linear(_ bits: UInt32, isFloat: Bool = false) -> StreamFormat {
            StreamFormat(
                linearPCM: sampleRate, channelCount: channelCount, bits: bits,
                bytesPerSample: bits / 8, isFloat: isFloat, isBigEndian: true)
        }
        switch encoding {
        case 1: return StreamFormat(law: .uLaw, sampleRate: sampleRate, channelCount: channelCount)
        case 2: return linear(8)
        case 3: return linear(16)
        case 4: return linear(24)
        case 5: return linear(32)
        case 6: return linear(32, isFloat: true)
        case 7: return linear(64, isFloat: true)
        case 27: return StreamFormat(law: .aLaw, sampleRate: sampleRate, channelCount: channelCount)
        default:
            // G.721 and related codings.
            return StreamFormat(
                named: FormatID(rawValue: FourCC(rawValue: 0x6175_0000 | encoding & 0xFFFF)),
                sampleRate: sampleRate, channelCount: channelCount)
        }
    }
}
