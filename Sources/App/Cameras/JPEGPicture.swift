package import Foundation
package import Pictures

/// JPEG files of frames.
package enum JPEGPicture {
    /// Encodes a picture by libavcodec; transparent pixels are shown on white.
    ///
    /// - Parameters:
    ///   - bgra: `width` × `height` × 4 bytes, rows from the top and without padding.
    ///   - quality: 0 for the smallest file to 1 for the best picture.
    /// - Returns: `nil` for another number of bytes, a size that the encoder does not take, and
    ///   without FFmpeg.
    package static func encode(
        bgra: [UInt8], width: Int, height: Int, quality: Double = 0.9
    ) -> Data? {
        guard let picture = FramePixels(width: width, height: height, bytes: bgra) else {
            return nil
        }
        return picture.drawn.jpegBytes(quality: quality).map { Data($0) }
    }
}

extension FramePixels {
    /// The picture as a file's: red before blue.
    package var drawn: Pixels {
        Pixels(width: width, height: height, rgba: Self.swapped(bytes))
    }

    /// A file's picture as a frame's.
    package init?(_ drawn: Pixels) {
        self.init(width: drawn.width, height: drawn.height, bytes: Self.swapped(drawn.rgba))
    }

    /// Each pixel with its first and its third byte exchanged.
    private static func swapped(_ bytes: [UInt8]) -> [UInt8] {
        let words = bytes.count / 4
        return [UInt8](unsafeUninitializedCapacity: words * 4) { result, initialized in
            bytes.withUnsafeBytes { source in
                let target = UnsafeMutableRawBufferPointer(result)
                for word in 0..<words {
                    let pixel = source.loadUnaligned(fromByteOffset: word * 4, as: UInt32.self)
                    let outer = pixel & 0x00FF_00FF
                    target.storeBytes(
                        of: pixel & 0xFF00_FF00 | outer << 16 | outer >> 16,
                        toByteOffset: word * 4, as: UInt32.self)
                }
            }
            initialized = words * 4
        }
    }
}
