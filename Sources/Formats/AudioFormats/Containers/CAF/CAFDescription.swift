import AudioCodecs
import AudioModel

/// The `desc` chunk: the coding of a CAF file.
///
/// Source: Apple Core Audio Format Specification 1.0, "Audio Description Chunk".
struct CAFDescription {
    static let byteCount: Int64 = 32

    let format: StreamFormat

    private enum FileFlags {
        static let float: UInt32 = 1
        static let littleEndian: UInt32 = 2
    }

    /// Reads the chunk.
    ///
    /// - Parameter reader: At the start of the chunk's content, limited to it.
    init(reading reader: inout ByteReader) throws(FormatError) {
        let start = reader.position
        let rate = Double(bitPattern: try reader.readBigEndian())
        let id = FormatID(rawValue: try reader.readFourCC())
        let flags: UInt32 = try reader.readBigEndian()
        let bytesPerPacket: UInt32 = try reader.readBigEndian()
        let framesPerPacket: UInt32 = try reader.readBigEndian()
        let channelCount: UInt32 = try reader.readBigEndian()
        let bits: UInt32 = try reader.readBigEndian()
        guard CodingLimits.sampleRate.contains(rate) else {
            throw FormatError(.badField("sample rate"), offset: start)
        }
        guard CodingLimits.channels.contains(channelCount) else {
            throw FormatError(.badField("channel count"), offset: start + 24)
        }
        let stated = StreamFormat(
            sampleRate: rate, id: id, flags: FormatFlags(rawValue: flags),
            bytesPerPacket: bytesPerPacket, framesPerPacket: framesPerPacket, bytesPerFrame: 0,
            channelCount: channelCount, bitsPerChannel: bits)
        switch id {
        case .linearPCM:
            format = try Self.linearFormat(stated, flags: flags, at: start)
        case .appleIMA4:
            format = StreamFormat(appleIMA4: rate, channelCount: channelCount)
            try Self.check(stated, against: format, at: start)
        case .uLaw, .aLaw:
            format = StreamFormat(law: id, sampleRate: rate, channelCount: channelCount)
            try Self.check(stated, against: format, at: start)
        default:
            format = stated
        }
    }

    private static func linearFormat(
        _ stated: StreamFormat, flags: UInt32, at start: Int64
    ) throws(FormatError) -> StreamFormat {
        let isFloat = flags & FileFlags.float != 0
        let bits = stated.bitsPerChannel
        guard isFloat ? [32, 64].contains(bits) : (1...64).contains(bits) else {
            throw FormatError(.badField("number of bits per sample"), offset: start + 28)
        }
        let (bytesPerSample, remainder) =
            stated.bytesPerPacket.quotientAndRemainder(dividingBy: stated.channelCount)
        let needed = (bits + 7) / 8
        guard remainder == 0, isFloat ? bytesPerSample == needed : (needed...8) ~= bytesPerSample
        else { throw FormatError(.badField("packet size"), offset: start + 16) }
        guard stated.framesPerPacket == 1 else {
            throw FormatError(.badField("number of frames per packet"), offset: start + 20)
        }
        return StreamFormat(
            linearPCM: stated.sampleRate, channelCount: stated.channelCount, bits: bits,
            bytesPerSample: bytesPerSample, isFloat: isFloat,
            isBigEndian: flags & FileFlags.littleEndian == 0)
    }

    /// Checks the sizes of a coding with fixed packets: a file may omit but not change them.
    private static func check(
        _ stated: StreamFormat, against format: StreamFormat, at start: Int64
    ) throws(FormatError) {
        guard [0, format.bytesPerPacket].contains(stated.bytesPerPacket) else {
            throw FormatError(.badField("packet size"), offset: start + 16)
        }
        guard [0, format.framesPerPacket].contains(stated.framesPerPacket) else {
            throw FormatError(.badField("number of frames per packet"), offset: start + 20)
        }
    }
}
