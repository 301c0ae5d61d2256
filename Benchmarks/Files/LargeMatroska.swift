extension LargeFiles {
    /// A Matroska file of Opus: clusters of a second, with 50 packets of 1024 bytes.
    ///
    /// Source: RFC 8794 (EBML), RFC 9559 (Matroska), RFC 7845, 5.1 (identification header).
    static var matroska: PatternBytes {
        let identification =
            Array("OpusHead".utf8) + [1, 2, 0, 0] + big(UInt32(48000)).reversed() + [0, 0, 0]
        let sound = element([0xB5], big(Float(48000).bitPattern)) + element([0x9F], [2])
        let track =
            element([0xD7], [1]) + element([0x73, 0xC5], [1]) + element([0x83], [2])
            + element([0x86], Array("A_OPUS".utf8)) + element([0x63, 0xA2], identification)
            + element([0xE1], sound)
        let start =
            element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
            // An unknown size: the segment extends to the end of the file.
            + [0x18, 0x53, 0x80, 0x67, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
            // The timestamp scale: one tick is a millisecond.
            + element(
                [0x15, 0x49, 0xA9, 0x66], element([0x2A, 0xD7, 0xB1], big(UInt32(1_000_000))))
            + element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], track))
        // An Opus packet of 20 milliseconds, in stereo.
        let packet: [UInt8] = [0xFC] + [UInt8](repeating: 0, count: 1023)
        let blocks = (0..<50).flatMap { number in
            element([0xA3], [0x81] + big(UInt16(20 * number)) + [0x80] + packet)
        }
        let time = element([0xE7], [UInt8](repeating: 0, count: 8))
        let cluster = element([0x1F, 0x43, 0xB6, 0x75], time + blocks)
        let clusterHead = cluster.count - blocks.count - 8
        let clusterCount = (byteCount - Int64(start.count)) / Int64(cluster.count)
        return PatternBytes([
            .init(piece: start, byteCount: Int64(start.count)),
            .init(
                piece: cluster, byteCount: clusterCount * Int64(cluster.count),
                counter: .init(offset: clusterHead, step: 1000)),
        ])
    }

    /// An element with its size in four bytes.
    private static func element(_ id: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        id + big(UInt32(bytes.count) | 0x1000_0000) + bytes
    }
}
