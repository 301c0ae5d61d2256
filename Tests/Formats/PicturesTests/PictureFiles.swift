import Foundation
import Pictures
import TestSupport

/// Pictures that ffmpeg makes of given pixels.
enum PictureFiles {
    /// A picture with gradients and an edge.
    static func pattern(width: Int, height: Int, isOpaque: Bool = true) -> Pixels {
        var rgba: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                rgba += [
                    UInt8(255 * x / max(width - 1, 1)), UInt8(255 * y / max(height - 1, 1)),
                    UInt8(x < width / 2 ? 40 : 200),
                    isOpaque ? 255 : UInt8(255 * x / max(width - 1, 1)),
                ]
            }
        }
        return Pixels(width: width, height: height, rgba: rgba)
    }

    /// The pixels in a file that ffmpeg encodes.
    static func encoded(
        _ pixels: Pixels, name: String, _ options: [String] = []
    ) throws -> Picture {
        let folder = try TemporaryFolder()
        try Data(pixels.rgba).write(to: folder.url.appendingPathComponent("pixels"))
        try ExternalProgram.ffmpeg.run(
            ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", "\(pixels.width)x\(pixels.height)"]
                + ["-i", folder.file("pixels")] + options + ["-frames:v", "1", folder.file(name)])
        return Picture(bytes: Array(try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))))
    }

    /// Mean difference of all channels where both are the same size; nil otherwise.
    static func difference(_ a: Pixels?, _ b: Pixels) -> Double? {
        guard let a, a.width == b.width, a.height == b.height else { return nil }
        let sum = zip(a.rgba, b.rgba).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(a.rgba.count)
    }

    /// A valid gray JPEG of any size, with two bits for each block.
    ///
    /// Its Huffman tables have one code each: no difference, and end of block.
    static func grayJPEG(side: Int) -> Picture {
        let (high, low) = (UInt8(side >> 8), UInt8(side & 255))
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        bytes += [0xFF, 0xC0, 0, 11, 8, high, low, high, low, 1, 1, 0x11, 0]
        for tableClass: UInt8 in [0x00, 0x10] {
            bytes += [0xFF, 0xC4, 0, 20, tableClass, 1] + [UInt8](repeating: 0, count: 15) + [0]
        }
        bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        let blocks = ((side + 7) / 8) * ((side + 7) / 8)
        return Picture(bytes: bytes + [UInt8](repeating: 0, count: blocks / 4 + 1) + [0xFF, 0xD9])
    }
}

/// Foundation's coding, to compare with.
enum Base64 {
    static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
