import Glibc
import Pictures
import TestSupport
import Testing

@Suite(
    "Decoding a picture",
    .enabled(if: BuildTraits.hasFFmpeg, "built without FFmpeg"),
    .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
struct PictureDecodingTests {
    private static let pattern = PictureFiles.pattern(width: 62, height: 41)

    @Test(
        "gives the pixels of each coding and pixel format",
        arguments: [
            ("a.png", "rgb24", 0.0), ("a.png", "rgba", 0), ("a.png", "rgb48be", 2),
            ("a.png", "rgba64be", 2), ("a.png", "pal8", 25), ("a.bmp", "bgr24", 0),
            ("a.bmp", "rgb565le", 5), ("a.bmp", "rgb555le", 5), ("a.bmp", "bgra", 0),
            ("a.gif", "rgb8", 25), ("a.jpg", "yuvj444p", 3), ("a.jpg", "yuvj422p", 4),
            ("a.jpg", "yuvj420p", 5), ("a.webp", "bgra", 1), ("a.webp", "yuv420p", 5),
        ])
    func codings(name: String, format: String, tolerance: Double) throws {
        let lossless = name == "a.webp" && format == "bgra" ? ["-lossless", "1"] : []
        let options = ["-pix_fmt", format, "-q:v", name == "a.webp" ? "98" : "1", "-qmin", "1"]
        let picture = try PictureFiles.encoded(Self.pattern, name: name, options + lossless)
        let pixels = picture.pixels(fittingWidth: 1000, height: 1000)
        let difference = PictureFiles.difference(pixels, Self.pattern)
        #expect(try #require(difference) <= tolerance)
    }

    @Test(
        "gives gray and black-and-white pixels", arguments: ["gray", "ya8", "gray16be", "monob"])
    func grays(format: String) throws {
        let ramp = Pixels(
            width: 9, height: 1,
            rgba: [0, 255, 0, 255, 255, 0, 0, 255, 0].flatMap { [$0, $0, $0, 255] as [UInt8] })
        let picture = try PictureFiles.encoded(ramp, name: "a.png", ["-pix_fmt", format])
        // ffmpeg's own conversion to 16 bits makes white a little darker.
        let difference = PictureFiles.difference(
            picture.pixels(fittingWidth: 9, height: 9), ramp)
        #expect(try #require(difference) <= (format == "gray16be" ? 1 : 0))
    }

    @Test("keeps alpha")
    func alpha() throws {
        let pattern = PictureFiles.pattern(width: 20, height: 10, isOpaque: false)
        let picture = try PictureFiles.encoded(pattern, name: "a.png")
        #expect(picture.pixels(fittingWidth: 20, height: 10) == pattern)
    }

    @Test("scales down as the whole picture would be")
    func scales() throws {
        let picture = try PictureFiles.encoded(Self.pattern, name: "a.png")
        let pixels = picture.pixels(fittingWidth: 20, height: 20)
        #expect(pixels == Self.pattern.scaled(toFitWidth: 20, height: 20))
    }

    @Test("turns a JPEG by its Exif orientation", arguments: 1...8)
    func turns(orientation: Int) throws {
        let picture = try PictureFiles.encoded(Self.pattern, name: "a.jpg", ["-q:v", "1"])
        let body =
            Array("Exif\0\0".utf8) + [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0]
            + [0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0, 0]
        let tagged =
            Array(picture.bytes.prefix(2)) + [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
            + Array(picture.bytes.dropFirst(2))
        let plain = try #require(picture.pixels(fittingWidth: 100, height: 100))
        let turned = try #require(Picture(bytes: tagged).pixels(fittingWidth: 100, height: 100))
        let size = try #require(Picture(bytes: tagged).size)
        #expect((size.width, size.height) == (turned.width, turned.height))
        #expect((turned.width, turned.height) == (orientation < 5 ? (62, 41) : (41, 62)))
        // The corner where the stored first pixel is shown, by the Exif table.
        let isRight = [2, 3, 6, 7].contains(orientation)
        let isBottom = [3, 4, 7, 8].contains(orientation)
        let corner = turned.cropped(
            x: isRight ? turned.width - 1 : 0, y: isBottom ? turned.height - 1 : 0, width: 1,
            height: 1)
        #expect(corner == plain.cropped(x: 0, y: 0, width: 1, height: 1))
    }

    @Test("decodes a large JPEG smaller, with the same result")
    func large() throws {
        let large = PictureFiles.pattern(width: 1600, height: 800)
        let picture = try PictureFiles.encoded(large, name: "a.jpg", ["-q:v", "1"])
        let pixels = picture.pixels(fittingWidth: 64, height: 64)
        let difference = PictureFiles.difference(pixels, large.scaled(toFitWidth: 64, height: 64))
        #expect(try #require(difference) < 4)
    }

    @Test("takes no memory for a picture of 20,000 by 20,000 pixels, real or claimed")
    func huge() throws {
        var claim = try PictureFiles.encoded(Self.pattern, name: "a.png").bytes
        claim.replaceSubrange(16..<24, with: [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20])
        let real = PictureFiles.grayJPEG(side: 20_000)
        let before = Self.peakKilobytes
        #expect(real.size.map { [$0.width, $0.height] } == [20_000, 20_000])
        #expect(Picture(bytes: claim).pixels(fittingWidth: 100, height: 100) == nil)
        // libavcodec's own limit is near 268 megapixels.
        #expect(real.pixels(fittingWidth: 100, height: 100) == nil)
        #expect(Self.peakKilobytes - before < 64 << 10)
    }

    @Test("decodes a JPEG of 15,000 by 15,000 pixels at an eighth of its size")
    func reduced() throws {
        let picture = PictureFiles.grayJPEG(side: 15_000)
        let before = Self.peakKilobytes
        let pixels = try #require(picture.pixels(fittingWidth: 50, height: 50))
        #expect(pixels.rgba == ([128, 128, 128, 255] as [UInt8]).repeated(2500))
        // The whole picture has 225 MB.
        #expect(Self.peakKilobytes - before < 100 << 10)
    }

    private static var peakKilobytes: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(0), &usage)  // RUSAGE_SELF
        return usage.ru_maxrss
    }

    @Test("and encoding it gives the same pixels as PNG, similar ones as JPEG")
    func encodes() throws {
        let pattern = PictureFiles.pattern(width: 33, height: 17, isOpaque: false)
        let png = try #require(pattern.pngBytes())
        #expect(Picture(bytes: png).pixels(fittingWidth: 33, height: 17) == pattern)
        let opaque = PictureFiles.pattern(width: 64, height: 64)
        let fine = try #require(opaque.jpegBytes(quality: 1))
        let coarse = try #require(opaque.jpegBytes(quality: 0))
        #expect(fine.count > coarse.count)
        let back = Picture(bytes: fine).pixels(fittingWidth: 64, height: 64)
        let difference = PictureFiles.difference(back, opaque)
        #expect(try #require(difference) < 2)
        // What is transparent is white.
        let clear = Pixels(width: 8, height: 8, rgba: [UInt8](repeating: 0, count: 256))
        let white = try #require(clear.jpegBytes(quality: 1))
        let pixel = Picture(bytes: white).pixels(fittingWidth: 1, height: 1)
        #expect(pixel?.rgba == [255, 255, 255, 255])
    }

    @Test(
        "ends for damaged files, with pixels that fit or none",
        arguments: ["a.png", "a.jpg", "a.gif", "a.bmp", "a.webp"])
    func damaged(name: String) throws {
        let small = PictureFiles.pattern(width: 24, height: 16)
        let original = try PictureFiles.encoded(small, name: name).bytes
        for index in original.indices {
            var bytes = original
            bytes[index] = (bytes[index] &* 31 &+ UInt8(truncatingIfNeeded: index)) | 1
            check(bytes)
        }
        for count in stride(from: 0, to: original.count, by: 7) {
            check(Array(original.prefix(count)))
        }
    }

    private func check(_ bytes: [UInt8]) {
        guard let pixels = Picture(bytes: bytes).pixels(fittingWidth: 40, height: 30) else {
            return
        }
        #expect(pixels.width <= 40 && pixels.height <= 30)
        #expect(pixels.rgba.count == 4 * pixels.width * pixels.height)
    }
}

extension [UInt8] {
    /// Repeats the bytes.
    fileprivate func repeated(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { _ in self }
    }
}
