import AudioCodecs
import AudioModel

/// A Xing/Info or VBRI header in the first frame of an MP3 file: packet and byte counts, and LAME's
/// encoder delay and padding.
///
/// Source: Xing, "Xing variable bitrate MP3 header"; Fraunhofer IIS, "VBRI header"; LAME project,
/// "Mp3 Info Tag", revision 1.
struct XingHeader {
    /// Delay of the decoder in frames, in addition to the encoder's.
    static let decoderDelayFrames: Int64 = 529

    /// Whether the header is an `Info` header, which marks a constant bit rate.
    private(set) var hasConstantBitRate = false
    /// Stated number of packets; nil when absent.
    private(set) var packetCount: Int64?
    /// Stated size of the packets and this header's frame in bytes; nil when absent.
    private(set) var byteCount: Int64?
    /// LAME's encoder delay in frames; nil when absent.
    private(set) var encoderDelayFrames: Int64?
    /// LAME's padding at the end in frames; zero when absent.
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
        // Always 32 bytes after the frame header, whatever the size of the side information.
        let vbriOffset: Int64 = 32
        reader.enter("first frame", at: offset + 4 + vbriOffset, end: end)
        guard reader.bytesLeft >= 18, try reader.readFourCC() == "VBRI" else { return nil }
        try reader.skip(6)  // Version, delay and quality.
        byteCount = Int64(try reader.readBigEndian() as UInt32)
        packetCount = Int64(try reader.readBigEndian() as UInt32)
    }

    /// Reads the fields that the flags announce; a truncated header has fewer.
    private mutating func readXing(_ reader: inout ByteReader) throws(FormatError) {
        // Bits: packet count (1), byte count (2), seek table (4), quality (8).
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
        // The rest of the version string, method, lowpass, replay gain, flags and bit rate; then
        // two 12-bit numbers: delay and padding.
        try reader.skip(17)
        let high: UInt16 = try reader.readBigEndian()
        let low: UInt8 = try reader.readBigEndian()
        encoderDelayFrames = Int64(high >> 4)
        paddingFrames = Int64(high & 0x0F) << 8 | Int64(low)
    }
}

// MARK: Validation against the file

extension XingHeader {
    /// Missing packets that do not count as a truncation: some headers count their own frame, and
    /// some do not.
    static let packetsOffMax: Int64 = 2

    /// The stated packet count, if the file has all the stated bytes and no more frames follow
    /// them; otherwise nil, and packets are counted by a scan. Without a byte count, or while the
    /// source is still arriving, a count that the file can hold is trusted.
    ///
    /// - Parameters:
    ///   - start: Offset of the first packet.
    ///   - end: Offset of the end of the last frame.
    ///   - header: Frame header of the frame with this Xing or VBRI header.
    ///   - tableOffset: Offset of that frame.
    func validatedPacketCount(
        before start: Int64, end: Int64, header: MP3Header, at tableOffset: Int64,
        in reader: inout ByteReader
    ) throws(FormatError) -> Int64? {
        // MPEG-2 layer III at 8 kbit/s and 24 kHz.
        let smallestFrameByteCount: Int64 = 24
        guard let packetCount, packetCount > 0, (byteCount ?? 0) <= end - tableOffset,
            packetCount <= (end - start) / smallestFrameByteCount
        else { return nil }
        guard let byteCount, !reader.source.isStillArriving else { return packetCount }
        let statedEnd = tableOffset + byteCount
        // Nothing is left to check when the stated bytes end with the file; a size that ends before
        // the first packet is ignored.
        guard statedEnd > start, statedEnd < end else { return packetCount }
        return try hasFrames(at: statedEnd, end: end, header, in: &reader) ? nil : packetCount
    }

    /// Whether more MPEG frames follow, directly or after a tag, as in concatenated files.
    private func hasFrames(
        at offset: Int64, end: Int64, _ first: MP3Header, in reader: inout ByteReader
    ) throws(FormatError) -> Bool {
        if let header = try MP3Header.read(at: offset, end: end, in: &reader),
            header.follows(first)
        {
            // One extra frame is tolerated: the header may not count its own.
            let next = offset + header.frameByteCount
            return try MP3Header.read(at: next, end: end, in: &reader)?.follows(first) == true
        }
        reader.enter("tag", at: offset, end: end)
        let tagHeaderByteCount: Int64 = 10
        let head = try reader.readBytes(Int(min(reader.bytesLeft, tagHeaderByteCount)))
        guard ["ID3", "TAG", "APETAGEX"].contains(where: { head.starts(with: $0.utf8) }) else {
            return false
        }
        var search = SyncWordScanner<MP3Header>(
            from: offset + ContainerKind.id3ByteCount(head), end: end, after: first)
        return try search.find(in: &reader) != nil
    }

    /// Number of stated bytes that the file lacks; zero for a difference that is tolerated.
    ///
    /// - Parameters:
    ///   - heldByteCount: Bytes from the header's frame to the end of the last frame.
    ///   - header: Frame header of the frame with this Xing or VBRI header, for the tolerance.
    func missingByteCount(of heldByteCount: Int64, header: MP3Header) -> Int64 {
        guard let byteCount else { return 0 }
        let average = packetCount.map { byteCount / ($0 + 1) } ?? 0
        let missing = byteCount - heldByteCount
        return missing >= Self.packetsOffMax * max(header.frameByteCount, average) ? missing : 0
    }
}
