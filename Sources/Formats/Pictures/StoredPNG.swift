/// Encodes PNG files without compression, for builds without a compressor.
///
/// Source: W3C, Portable Network Graphics, 5 and 10; RFC 1950; RFC 1951, 3.2.4.
enum StoredPNG {
    /// - Returns: nil for a picture of more than 2 GB.
    static func bytes(of pixels: Pixels) -> [UInt8]? {
        let raw = scanlines(of: pixels)
        guard raw.count < Int(Int32.max) else { return nil }
        var header: [UInt8] = []
        header.append(big: UInt32(pixels.width))
        header.append(big: UInt32(pixels.height))
        header += [8, 6, 0, 0, 0]  // Eight bits, RGBA.
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("IDAT", zlib(raw)) + chunk("IEND", [])
    }

    private static func scanlines(of pixels: Pixels) -> [UInt8] {
        var raw: [UInt8] = []
        raw.reserveCapacity(pixels.height * (4 * pixels.width + 1))
        for y in 0..<pixels.height {
            raw.append(0)  // No filter.
            raw += pixels.rgba[4 * y * pixels.width..<4 * (y + 1) * pixels.width]
        }
        return raw
    }

    private static func zlib(_ raw: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        while start < raw.count {
            let end = min(start + 65535, raw.count)
            let count = UInt16(end - start)
            stream.append(end == raw.count ? 1 : 0)
            for number in [count, ~count] {
                stream += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
            }
            stream += raw[start..<end]
            start = end
        }
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in raw {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        stream.append(big: b << 16 | a)
        return stream
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        var chunk: [UInt8] = []
        chunk.append(big: UInt32(body.count))
        let checked = Array(name.utf8) + body
        chunk += checked
        var check: UInt32 = 0xFFFF_FFFF
        for byte in checked {
            check = table[Int(UInt8(truncatingIfNeeded: check) ^ byte)] ^ check >> 8
        }
        chunk.append(big: ~check)
        return chunk
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(big number: UInt32) {
        for shift in [24, 16, 8, 0] as [UInt32] {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
