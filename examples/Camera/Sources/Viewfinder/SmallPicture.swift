package import CoreVideo
import Foundation

/// A picture that is small enough for a terminal: red, green and blue of each pixel.
package struct SmallPicture: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Three bytes a pixel, rows from the top.
    package private(set) var rgb: [UInt8]

    /// Makes a small picture of a frame in BGRA; each pixel is the mean of some in its place.
    ///
    /// - Returns: `nil` for another format, and for a size that is not positive.
    package init?(_ buffer: CVPixelBuffer, width: Int, height: Int) {
        guard width > 0, height > 0,
            CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA,
            CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess
        else { return nil }
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let start = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        let columns = CVPixelBufferGetWidth(buffer)
        let rows = CVPixelBufferGetHeight(buffer)
        self.width = width
        self.height = height
        rgb = []
        rgb.reserveCapacity(3 * width * height)
        let samples = 4  // In each direction: enough for a picture of a hand's size.
        for y in 0..<height {
            for x in 0..<width {
                var sums = (0, 0, 0)
                for sample in 0..<samples * samples {
                    let column = (x * samples + sample % samples) * columns / (width * samples)
                    let row = (y * samples + sample / samples) * rows / (height * samples)
                    let pixel = start + row * stride + column * 4
                    sums.0 += Int(pixel.load(fromByteOffset: 2, as: UInt8.self))
                    sums.1 += Int(pixel.load(fromByteOffset: 1, as: UInt8.self))
                    sums.2 += Int(pixel.load(fromByteOffset: 0, as: UInt8.self))
                }
                let count = samples * samples
                rgb += [
                    UInt8(sums.0 / count), UInt8(sums.1 / count), UInt8(sums.2 / count),
                ]
            }
        }
    }

    package init(width: Int, height: Int, rgb: [UInt8]) {
        precondition(rgb.count == 3 * width * height, "a pixel has three bytes")
        self.width = width
        self.height = height
        self.rgb = rgb
    }

    /// Darkens what is around the finder, and draws its border.
    package mutating func overlay(_ overlay: FinderOverlay) {
        let (scaleX, scaleY) = (
            overlay.view.width / CGFloat(width), overlay.view.height / CGFloat(height)
        )
        for y in 0..<height {
            for x in 0..<width {
                let left = overlay.view.minX + CGFloat(x) * scaleX
                let top = overlay.view.minY + CGFloat(y) * scaleY
                let at = 3 * (y * width + x)
                let pixel = CGRect(x: left, y: top, width: scaleX, height: scaleY)
                let isBorder =
                    overlay.hole.intersects(pixel)
                    && !overlay.hole.insetBy(dx: scaleX, dy: scaleY).intersects(pixel)
                let centre = CGPoint(x: pixel.midX, y: pixel.midY)
                for channel in at..<at + 3 {
                    if isBorder {
                        rgb[channel] = 255
                    } else if overlay.darkens(centre) {
                        rgb[channel] = UInt8(Double(rgb[channel]) * (1 - FinderOverlay.opacity))
                    }
                }
            }
        }
    }

    /// The picture in colours of a terminal, two pixels a character, one line for each two rows.
    package var lines: [String] {
        stride(from: 0, to: height, by: 2).map { y in
            var line = ""
            for x in 0..<width {
                let (upper, lower) = (3 * (y * width + x), 3 * (min(y + 1, height - 1) * width + x))
                func color(_ at: Int) -> String { "\(rgb[at]);\(rgb[at + 1]);\(rgb[at + 2])" }
                line += "\u{1B}[38;2;\(color(upper));48;2;\(color(lower))m▀"
            }
            return line + "\u{1B}[0m"
        }
    }
}
