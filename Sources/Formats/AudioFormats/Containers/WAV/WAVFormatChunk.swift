import AudioCodecs
import AudioModel

/// The `fmt ` chunk: the coding of a WAVE file.
///
/// Source: Multimedia Programming Interface and Data Specifications 1.0, "WAVE Format Chunk";
/// `WAVEFORMATEXTENSIBLE` in Microsoft's multimedia documentation.
struct WAVFormatChunk {
    let format: StreamFormat
    /// Speaker bitmap (channel mask); nil when the format has none.
    private(set) var loudspeakers: UInt32?

    private enum FormatTag {
        static let linearPCM: UInt16 = 0x0001
        static let microsoftADPCM: UInt16 = 0x0002
        static let float: UInt16 = 0x0003
        static let aLaw: UInt16 = 0x0006
        static let uLaw: UInt16 = 0x0007
        static let microsoftIMA: UInt16 = 0x0011
        static let gsm: UInt16 = 0x0031
        static let mpegLayer3: UInt16 = 0x0055
        static let extensible: UInt16 = 0xFFFE
    }

    /// The format GUID after its tag, in extensible formats that are identified by a tag.
    static let identifierTail: [UInt8] = [
        0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
    ]

    /// The fields common to all formats.
    private struct Fields {
        var tag: UInt16
        var channelCount: UInt32
        var sampleRate: Double
        var blockByteCount: UInt32
        var bits: UInt32
        /// Number of valid bits per sample.
        var validBits: UInt32
        /// Frames per block; zero when not stated.
        var framesPerBlock: UInt32 = 0
    }

    /// Reads the chunk.
    ///
    /// - Parameter reader: At the start of the chunk's content, limited to it.
    init(reading reader: inout ByteReader) throws(FormatError) {
        let start = reader.position
        let tag: UInt16 = try reader.readLittleEndian()
        let channelCount: UInt16 = try reader.readLittleEndian()
        let rate: UInt32 = try reader.readLittleEndian()
        try reader.skip(4)  // Byte rate: follows from the rest, and is often wrong.
        let blockByteCount: UInt16 = try reader.readLittleEndian()
        let bits: UInt16 = try reader.readLittleEndian()
        guard CodingLimits.channels.contains(UInt32(channelCount)) else {
            throw FormatError(.badField("channel count"), offset: start + 2)
        }
        guard CodingLimits.sampleRate.contains(Double(rate)) else {
            throw FormatError(.badField("sample rate"), offset: start + 4)
        }
        var fields = Fields(
            tag: tag, channelCount: UInt32(channelCount), sampleRate: Double(rate),
            blockByteCount: UInt32(blockByteCount), bits: UInt32(bits), validBits: UInt32(bits))
        if tag == FormatTag.extensible {
            loudspeakers = try Self.readExtension(into: &fields, from: &reader)
        } else if tag != FormatTag.linearPCM, tag != FormatTag.float, reader.bytesLeft >= 4 {
            try reader.skip(2)  // The extension's size.
            fields.framesPerBlock = UInt32(try reader.readLittleEndian() as UInt16)
        }
        format = try Self.format(of: fields, at: start)
    }

    /// Reads the extension.
    ///
    /// - Returns: The channel mask; nil when not stated.
    private static func readExtension(
        into fields: inout Fields, from reader: inout ByteReader
    ) throws(FormatError) -> UInt32? {
        try reader.skip(2)  // The extension's size.
        let validBits: UInt16 = try reader.readLittleEndian()
        let loudspeakers: UInt32 = try reader.readLittleEndian()
        fields.tag = try reader.readLittleEndian()
        let tail = try reader.readBytes(14)
        // Other GUIDs have no format tag; zero stands for an unknown coding.
        if tail != identifierTail { fields.tag = 0 }
        if validBits > 0, validBits <= fields.bits { fields.validBits = UInt32(validBits) }
        return loudspeakers == 0 ? nil : loudspeakers
    }

    private static func format(
        of fields: Fields, at start: Int64
    ) throws(FormatError) -> StreamFormat {
        switch fields.tag {
        case FormatTag.linearPCM, FormatTag.float:
            return try linearFormat(of: fields, at: start)
        case FormatTag.uLaw:
            return StreamFormat(
                law: .uLaw, sampleRate: fields.sampleRate, channelCount: fields.channelCount)
        case FormatTag.aLaw:
            return StreamFormat(
                law: .aLaw, sampleRate: fields.sampleRate, channelCount: fields.channelCount)
        case FormatTag.mpegLayer3:
            var format = StreamFormat(
                named: .mpegLayer3, sampleRate: fields.sampleRate,
                channelCount: fields.channelCount)
            format.framesPerPacket = fields.sampleRate < 32_000 ? 576 : 1152
            return format
        default:
            return blockFormat(of: fields)
        }
    }

    private static func linearFormat(
        of fields: Fields, at start: Int64
    ) throws(FormatError) -> StreamFormat {
        let isFloat = fields.tag == FormatTag.float
        guard isFloat ? [32, 64].contains(fields.bits) : (1...64).contains(fields.bits) else {
            throw FormatError(.badField("number of bits per sample"), offset: start + 14)
        }
        let needed = (fields.bits + 7) / 8
        var bytesPerSample = needed
        if fields.blockByteCount != 0 {
            let (quotient, remainder) =
                fields.blockByteCount.quotientAndRemainder(dividingBy: fields.channelCount)
            guard remainder == 0, (needed...8).contains(quotient) else {
                throw FormatError(.badField("block size"), offset: start + 12)
            }
            bytesPerSample = quotient
        }
        if isFloat && bytesPerSample != needed {
            throw FormatError(.badField("block size"), offset: start + 12)
        }
        return StreamFormat(
            linearPCM: fields.sampleRate, channelCount: fields.channelCount,
            bits: isFloat ? fields.bits : fields.validBits, bytesPerSample: bytesPerSample,
            isFloat: isFloat, isBigEndian: false, isSigned: bytesPerSample > 1)
    }

    /// The format of a block coding; each block is a packet.
    private static func blockFormat(of fields: Fields) -> StreamFormat {
        var format = StreamFormat(
            named: .microsoft(tag: fields.tag), sampleRate: fields.sampleRate,
            channelCount: fields.channelCount)
        format.bitsPerChannel = fields.bits
        switch fields.tag {
        case FormatTag.microsoftADPCM, FormatTag.microsoftIMA, FormatTag.gsm:
            format.bytesPerPacket = fields.blockByteCount
            let room = framesPerBlock(fields)
            format.framesPerPacket =
                fields.framesPerBlock == 0 ? room : min(fields.framesPerBlock, room)
        default: break
        }
        return format
    }

    /// Capacity of a block in frames, which some encoders do not state.
    private static func framesPerBlock(_ fields: Fields) -> UInt32 {
        let headerByteCount: UInt32
        switch fields.tag {
        case FormatTag.microsoftIMA: headerByteCount = 4 * fields.channelCount
        case FormatTag.microsoftADPCM: headerByteCount = 7 * fields.channelCount
        default: return 320
        }
        guard fields.blockByteCount >= headerByteCount else { return 0 }
        let first: UInt32 = fields.tag == FormatTag.microsoftIMA ? 1 : 2
        return (fields.blockByteCount - headerByteCount) * 2 / fields.channelCount + first
    }
}
