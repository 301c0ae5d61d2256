extension LargeFiles {
    /// An M4A file with packets of 512 bytes, 22 in a chunk; its tables come first.
    ///
    /// Source: ISO/IEC 14496-12, 8.3 to 8.7 and 12.2.3.
    static var m4a: PatternBytes {
        let chunkCount = byteCount / (516 * 22)
        let packetCount = chunkCount * 22
        let sizes =
            openBox("stsz", 12 + packetCount * 4) + big(UInt64(0)) + big(UInt32(packetCount))
        let offsets = openBox("co64", 8 + chunkCount * 8) + big(UInt64(chunkCount))
        let tables =
            box("stsd", big(UInt64(1)) + box("mp4a", sampleEntry))
            + box("stts", big(UInt64(1)) + big(UInt32(packetCount)) + big(UInt32(1024)))
            + box("stsc", big(UInt64(1)) + big(UInt32(1)) + big(UInt32(22)) + big(UInt32(1)))
        let tableByteCount =
            Int64(tables.count + sizes.count + offsets.count) + packetCount * 4 + chunkCount * 8
        let media =
            box("mdhd", big(UInt64(0)) + big(UInt32(0)) + big(UInt32(44100)) + big(UInt64(0)))
            + box("hdlr", big(UInt64(0)) + Array("soun".utf8) + [UInt8](repeating: 0, count: 13))
        let mediaByteCount = Int64(media.count) + 16 + tableByteCount
        let start =
            box("ftyp", Array("M4A ".utf8) + big(UInt32(0)))
            + openBox("moov", mediaByteCount + 16) + openBox("trak", mediaByteCount + 8)
            + openBox("mdia", mediaByteCount) + media + openBox("minf", 8 + tableByteCount)
            + openBox("stbl", tableByteCount) + tables + sizes
        let audio = openBox("mdat", packetCount * 512)
        return PatternBytes([
            .init(piece: start, byteCount: Int64(start.count)),
            .init(piece: [0, 0, 2, 0], byteCount: packetCount * 4),
            .init(piece: offsets, byteCount: Int64(offsets.count)),
            // All chunk offsets are equal: only their number matters here.
            .init(piece: big(UInt64(1 << 30)), byteCount: chunkCount * 8),
            .init(piece: audio, byteCount: Int64(audio.count)),
            .init(piece: zeros, byteCount: packetCount * 512),
        ])
    }

    /// A sample entry for stereo AAC at 44.1 kHz, without further description.
    private static var sampleEntry: [UInt8] {
        [UInt8](repeating: 0, count: 7) + [1] + [UInt8](repeating: 0, count: 8)
            + [0, 2, 0, 16, 0, 0, 0, 0] + big(UInt32(44100) << 16)
    }

    private static func box(_ id: String, _ bytes: [UInt8]) -> [UInt8] {
        openBox(id, Int64(bytes.count)) + bytes
    }

    private static func openBox(_ id: String, _ byteCount: Int64) -> [UInt8] {
        big(UInt32(byteCount + 8)) + id.utf8
    }
}
