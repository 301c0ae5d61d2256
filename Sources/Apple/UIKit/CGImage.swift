public import Foundation
package import Pictures

/// The pixels of a picture as they are stored, which may still be those of a file that is not
/// decoded. Any thread.
public final class CGImage: NSObject, Sendable {
    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int
    private let content: Content

    private enum Content: Sendable {
        case picture(Picture)
        case pixels(Pixels)
    }

    /// Makes an image of a file; `nil` for anything but a picture. Only its header is read.
    package init?(_ picture: Picture) {
        guard let header = PictureHeader(picture.bytes), header.size != nil,
            let storedWidth = header.storedWidth, let storedHeight = header.storedHeight
        else { return nil }
        width = storedWidth
        height = storedHeight
        content = .picture(picture)
        super.init()
    }

    /// Makes an image of decoded pixels.
    package init(_ pixels: Pixels) {
        width = pixels.width
        height = pixels.height
        content = .pixels(pixels)
        super.init()
    }

    /// The part within a rectangle in pixels, from the upper left corner; a rectangle that goes beyond
    /// the picture is cut to it, and one between pixels grows to whole ones.
    ///
    /// - Returns: `nil` for a part without pixels, and for a picture that cannot be decoded.
    public func cropping(to rect: CGRect) -> CGImage? {
        let all = CGRect(x: 0, y: 0, width: width, height: height)
        guard [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy(\.isFinite) else {
            return nil
        }
        let part = rect.standardized.intersection(all)
        guard part.width > 0, part.height > 0 else { return nil }
        let (left, top) = (Int(part.minX.rounded(.down)), Int(part.minY.rounded(.down)))
        let (right, bottom) = (Int(part.maxX.rounded(.up)), Int(part.maxY.rounded(.up)))
        if left == 0, top == 0, right >= width, bottom >= height { return self }
        return allPixels?.cropped(x: left, y: top, width: right - left, height: bottom - top).map {
            CGImage($0)
        }
    }

    /// Bits of a colour of a pixel: 8.
    public var bitsPerComponent: Int { 8 }
    /// Bits of a pixel: 32, red, green, blue and alpha.
    public var bitsPerPixel: Int { 32 }
    /// Bytes of a row.
    public var bytesPerRow: Int { 4 * width }

    /// The decoded pixels; `nil` for a picture that cannot be decoded, or is too large.
    package var allPixels: Pixels? {
        switch content {
        case .pixels(let pixels): pixels
        case .picture(let picture):
            // A large JPEG file is decoded smaller, and then is not all of the picture.
            picture.pixels(fittingWidth: width, height: height, isTurned: false).flatMap {
                $0.width == width && $0.height == height ? $0 : nil
            }
        }
    }

    /// The decoded pixels, scaled down to fit a size in pixels.
    package func pixels(fitting size: CGSize) -> Pixels? {
        func side(_ length: CGFloat) -> Int {
            length.isFinite ? Int(min(max(length.rounded(), 1), 1_048_576)) : 1_048_576
        }
        let (width, height) = (side(size.width), side(size.height))
        switch content {
        case .pixels(let pixels): return pixels.scaled(toFitWidth: width, height: height)
        case .picture(let picture):
            return picture.pixels(fittingWidth: width, height: height, isTurned: false)
        }
    }

    /// The bytes of the file, if it is one of that type, such as `png`.
    package func file(ofType type: String) -> [UInt8]? {
        guard case .picture(let picture) = content, PictureHeader(picture.bytes)?.type == type
        else { return nil }
        return picture.bytes
    }
}
