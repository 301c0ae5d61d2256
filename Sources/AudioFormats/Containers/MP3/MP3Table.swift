import AudioModel

/// A Xing/Info or VBRI header in the first frame of an MP3 file: packet and byte counts, and LAME's
/// encoder delay and padding.
///
/// Source: Xing, "Xing variable bitrate MP3 header"; Fraunhofer IIS, "VBRI header"; LAME project,
/// "Mp3 Info Tag", revision 1.
struct MP3Table {
    /// Delay of the decoder in frames, in addition to the encoder's.
    static let decoderDelayFrames: Int64 = 529

    /// Whether the header is an `Info` header, which marks a constant bit rate.
    private(set) var hasConstantBitRate = false
    /// Stated number of packets; nil when absent.
    private(set) var packetCount: Int64?
    /// Stated size of the packets and this header's frame in bytes; nil when absent.
    private(set) var byteCount: Int64?
    private(set) var encoderDelayFrames: Int64?
    private(set) var paddingFrames: Int64 = 0

    /// Reads the header.
    ///
    /// - Returns: nil when the first frame holds audio.
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

    /// Reads the fields that the flags announce; a truncated header has fewer.
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
