import Pictures
import Testing

@Suite("A picture's size, from its header alone,")
struct PictureHeaderTests {
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x21, 8, 6, 0, 0, 0]
    private static let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 20, 0, 30, 1, 1, 0x11, 0]

    private static func exif(_ orientation: UInt8) -> [UInt8] {
        let body =
            Array("Exif\0\0".utf8) + [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        return [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
    }

    private static let tiff: [UInt8] =
        [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 3, 0]
        + [0x00, 0x01, 4, 0, 1, 0, 0, 0, 0x40, 0x9C, 0, 0]
        + [0x01, 0x01, 3, 0, 1, 0, 0, 0, 100, 0, 0, 0]
        + [0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    private static let bmp: [UInt8] =
        Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0]
        + [10, 0, 0, 0, 0xF9, 0xFF, 0xFF, 0xFF, 1, 0, 24, 0]
    private static let coreBMP: [UInt8] =
        Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [12, 0, 0, 0]
        + [10, 0, 7, 0, 1, 0, 24, 0, 0, 0, 0]
    private static let lossless: [UInt8] =
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8L".utf8) + [0, 0, 0, 0, 0x2F]
        + [0x63, 0x40, 0x0C, 0]

    @Test(
        "is found in each type",
        arguments: [
            (png, 20_000, 20_001),
            ([0xFF, 0xD8] + frame, 30, 20),
            ([0xFF, 0xD8] + exif(3) + frame, 30, 20),
            ([0xFF, 0xD8] + exif(6) + frame, 20, 30),
            ([0xFF, 0xD8] + exif(9) + frame, 30, 20),
            (Array("GIF89a".utf8) + [5, 1, 7, 0], 261, 7),
            (bmp, 10, 7), (coreBMP, 10, 7), (lossless, 100, 50), (tiff, 100, 40_000),
        ])
    func sizes(bytes: [UInt8], width: Int, height: Int) throws {
        let size = try #require(Picture(bytes: bytes).size)
        #expect(size.width == width)
        #expect(size.height == height)
    }

    @Test("is unknown for anything else, and for files that are cut anywhere")
    func unknown() {
        #expect(Picture(bytes: []).size == nil)
        #expect(Picture(bytes: Array("not a picture at all".utf8)).size == nil)
        let empty = [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 0, count: 30)
        #expect(Picture(bytes: empty).size == nil)
        for bytes in [Self.png, [0xFF, 0xD8] + Self.exif(6) + Self.frame, Self.tiff, Self.bmp] {
            for count in 0..<min(bytes.count, 23) {
                #expect(Picture(bytes: Array(bytes.prefix(count))).size == nil)
            }
        }
    }
}
