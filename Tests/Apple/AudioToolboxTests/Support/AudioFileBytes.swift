// Files for the tests of Audio File Services, byte by byte.

import TestSupport

extension SoundFiles {
    struct Chunk {
        var id: String
        var bytes: [UInt8]
        /// What the header says; the true size when nil.
        var statedSize: Int64?

        init(_ id: String, _ bytes: [UInt8], statedSize: Int64? = nil) {
            self.id = id
            self.bytes = bytes
            self.statedSize = statedSize
        }
    }

    struct Description {
        var rate = 44_100.0
        var format = "lpcm"
        var flags: UInt32 = 2
        var bytesPerPacket: UInt32 = 4
        var framesPerPacket: UInt32 = 1
        var channels: UInt32 = 2
        var bits: UInt32 = 16
    }

    static func caf(_ description: Description, _ chunks: [Chunk]) -> [UInt8] {
        let fields =
            bigEndian(description.rate.bitPattern) + ascii(description.format)
            + bigEndian(description.flags) + bigEndian(description.bytesPerPacket)
            + bigEndian(description.framesPerPacket) + bigEndian(description.channels)
            + bigEndian(description.bits)
        return ascii("caff") + bigEndian(UInt16(1)) + bigEndian(UInt16(0))
            + ([Chunk("desc", fields)] + chunks).flatMap { chunk in
                ascii(chunk.id) + bigEndian(chunk.statedSize ?? Int64(chunk.bytes.count))
                    + chunk.bytes
            }
    }

    /// A CAF data chunk: its edit count comes first.
    static func data(_ bytes: [UInt8], statedSize: Int64? = nil) -> Chunk {
        Chunk("data", bigEndian(UInt32(0)) + bytes, statedSize: statedSize)
    }

    /// Six seconds of stereo at 44,100 Hz, 16 bits, little-endian: 264,600 frames. The bytes of
    /// each frame are its index.
    static func sixSeconds() -> [UInt8] {
        caf(Description(), [data((0..<264_600).flatMap { littleEndian(UInt32($0)) })])
    }

    /// AAC with packets of 10, 200, 3 and 300 bytes, the bytes of each its index.
    static func cafVariable(cookie: [UInt8]? = nil) -> [UInt8] {
        let sizes = [10, 200, 3, 300]
        let table =
            bigEndian(Int64(4)) + bigEndian(Int64(4096 - 2112 - 84)) + bigEndian(Int32(2112))
            + bigEndian(Int32(84)) + [10, 0x81, 0x48, 3, 0x82, 0x2C]
        let packets = sizes.enumerated().flatMap { index, size in
            [UInt8](repeating: UInt8(index), count: size)
        }
        let description = Description(
            format: "aac ", flags: 0, bytesPerPacket: 0, framesPerPacket: 1024, bits: 0)
        let kuki = cookie.map { [Chunk("kuki", $0)] } ?? []
        return caf(description, kuki + [Chunk("pakt", table), data(packets)])
    }

    static func riff(_ type: String, _ chunks: [Chunk]) -> [UInt8] {
        iff("RIFF", type, chunks, littleEndian)
    }

    static func form(_ type: String, _ chunks: [Chunk]) -> [UInt8] {
        iff("FORM", type, chunks, bigEndian)
    }

    /// - Parameter size: The bytes of a chunk's size.
    private static func iff(
        _ id: String, _ type: String, _ chunks: [Chunk], _ size: (UInt32) -> [UInt8]
    ) -> [UInt8] {
        let content = chunks.flatMap { chunk -> [UInt8] in
            ascii(chunk.id) + size(UInt32(chunk.bytes.count)) + chunk.bytes
                + (chunk.bytes.count % 2 == 1 ? [0] : [])
        }
        return ascii(id) + size(UInt32(4 + content.count)) + ascii(type) + content
    }

    /// An AIFF-C file of Apple's IMA4 with a packet count in its header.
    static func aifcIMA4(packets: Int, channels: Int) -> [UInt8] {
        // 44,100 as an 80-bit float.
        let rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
        let common =
            bigEndian(UInt16(channels)) + bigEndian(UInt32(packets)) + bigEndian(UInt16(16)) + rate
            + ascii("ima4") + [0, 0]
        let sound = bigEndian(UInt64(0)) + [UInt8](repeating: 0, count: packets * 34 * channels)
        return form(
            "AIFC",
            [Chunk("FVER", [0xA2, 0x80, 0x51, 0x40]), Chunk("COMM", common), Chunk("SSND", sound)])
    }
}
