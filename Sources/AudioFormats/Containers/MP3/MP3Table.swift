import AudioModel

/// What the first frame of many MP3 files holds in place of sound: counts, and what the encoder
/// put before and behind.
///
/// Source: Xing, "Xing variable bitrate MP3 header"; Fraunhofer IIS, "VBRI header"; LAME project,
/// "Mp3 Info Tag", revision 1.
struct MP3Table {
    /// Frames the decoder itself is late, on top of what the encoder says.
    static let decoderDelayFrames: Int64 = 529

    /// Whether it says that all frames have one bit rate.
    private(set) var hasConstantBitRate = false
    /// nil where the table does not say.
    private(set) var packetCount: Int64?
    /// Of the packets and the table.
    private(set) var byteCount: Int64?
    private(set) var encoderDelayFrames: Int64?
    private(set) var paddingFrames: Int64 = 0

    /// - Returns: nil when the frame holds sound.
    init?(
        in reader: inout ByteReader, at offset: Int64, _ header: MP3Header
    ) throws(FormatError) {
        let end = offset + header.frameByteCount
        reader.enter("first frame", at: offset + 4 + header.sideByteCount, end: end)
        guard reader.bytesLeft >= 8 else { return nil }
        let id = try reader.readFourCC()
        if id == "Xing" || id == "Info" {
            hasConstantBitRate = id == "Info"
            try readXing(&reader)
            return
        }
        let sideByteCountOfVBRI: Int64 = 32
        reader.enter("first frame", at: offset + 4 + sideByteCountOfVBRI, end: end)
        guard reader.bytesLeft >= 18, try reader.readFourCC() == "VBRI" else { return nil }
        try reader.skip(6)  // Version, delay and quality.
        byteCount = Int64(try reader.readBigEndian() as UInt32)
        packetCount = Int64(try reader.readBigEndian() as UInt32)
    }

    /// The fields are there as the flags say; a table cut short says less.
    private mutating func readXing(_ reader: inout ByteReader) throws(FormatError) {
        let flags: UInt32 = try reader.readBigEndian()
        if flags & 1 != 0, reader.bytesLeft >= 4 {
            packetCount = Int64(try reader.readBigEndian() as UInt32)
        }
        if flags & 2 != 0, reader.bytesLeft >= 4 {
            byteCount = Int64(try reader.readBigEndian() as UInt32)
        }
        let seekTableByteCount: Int64 = flags & 4 != 0 ? 100 : 0
        let skipped = seekTableByteCount + (flags & 8 != 0 ? 4 : 0)
        guard reader.bytesLeft >= skipped + 24 else { return }
        try reader.skip(skipped)
        let encoder = try reader.readFourCC()
        guard ["LAME", "Lavf", "Lavc"].contains(encoder) else { return }
        try reader.skip(17)
        let high: UInt16 = try reader.readBigEndian()
        let low: UInt8 = try reader.readBigEndian()
        encoderDelayFrames = Int64(high >> 4)
        paddingFrames = Int64(high & 0x0F) << 8 | Int64(low)
    }
}
