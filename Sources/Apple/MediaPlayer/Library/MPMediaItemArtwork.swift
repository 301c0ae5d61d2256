public import Foundation
import MusicLibrary
import Pictures
public import UIKit

/// The picture of an item's cover. Any thread.
///
/// Ownership: nothing changes after `init`.
open class MPMediaItemArtwork: NSObject, @unchecked Sendable {
    /// The rectangle of the largest image, in points.
    public let bounds: CGRect
    private let request: @Sendable (CGSize) -> UIImage?
    /// The file of a picture of the library.
    let path: String?

    /// Makes an artwork that asks for its images when they are needed.
    ///
    /// - Parameters:
    ///   - boundsSize: The size of the largest image, in points.
    ///   - requestHandler: Makes an image of about a size, on any thread.
    @preconcurrency
    public init(boundsSize: CGSize, requestHandler: @escaping @Sendable (CGSize) -> UIImage) {
        bounds = CGRect(origin: .zero, size: boundsSize)
        request = requestHandler
        path = nil
        super.init()
    }

    /// Makes an artwork with one image.
    @available(*, deprecated, renamed: "init(boundsSize:requestHandler:)")
    public convenience init(image: UIImage) {
        self.init(boundsSize: image.size) { size in Self.image(of: image, fitting: size) ?? image }
    }

    init?(pictureWith hash: UInt64, in source: LibrarySource) {
        let found = source.readGranted("MPMediaItem.artwork") { library throws(LibraryError) in
            try library.picture(hash)
        }
        guard let picture = found ?? nil else { return nil }
        let path = picture.path
        bounds = CGRect(x: 0, y: 0, width: picture.width ?? 0, height: picture.height ?? 0)
        request = { size in
            guard let image = UIImage(contentsOfFile: path) else { return nil }
            return Self.image(of: image, fitting: size) ?? image
        }
        self.path = path
        super.init()
    }

    /// The image scaled down to fit; `nil` if it cannot be decoded. An image that fits is not decoded.
    private static func image(of image: UIImage, fitting size: CGSize) -> UIImage? {
        guard image.size.width > size.width || image.size.height > size.height else {
            return image
        }
        return image.preparingThumbnail(of: size)
    }

    /// The rectangle of the cover in the largest image: all of it.
    @available(*, deprecated, message: "Covers have no margins; use bounds.")
    open var imageCropRect: CGRect { bounds }

    /// The image that suits a size in points: it fits the size, with its proportions kept, and is never
    /// larger than the cover. A picture that cannot be decoded is returned as its file, of its own size.
    ///
    /// - Returns: `nil` for a picture that cannot be read, and for a size that is not positive.
    open func image(at size: CGSize) -> UIImage? {
        guard size.width > 0, size.height > 0 else { return nil }
        return request(size)
    }
}
