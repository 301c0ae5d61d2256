public import Foundation
import MusicLibrary
public import UIKit

/// The picture of an item's cover. Any thread.
///
/// Ownership: nothing changes after `init`.
open class MPMediaItemArtwork: NSObject, @unchecked Sendable {
    /// The rectangle of the largest image, in points.
    public let bounds: CGRect
    private let image: @Sendable (CGSize) -> UIImage?

    /// Makes an artwork that asks for its images when they are needed.
    ///
    /// - Parameters:
    ///   - boundsSize: The size of the largest image, in points.
    ///   - requestHandler: Makes an image of about a size, on any thread.
    @preconcurrency
    public init(boundsSize: CGSize, requestHandler: @escaping @Sendable (CGSize) -> UIImage) {
        bounds = CGRect(origin: .zero, size: boundsSize)
        image = requestHandler
        super.init()
    }

    /// Makes an artwork with one image.
    public convenience init(image: UIImage) {
        self.init(boundsSize: image.size) { _ in image }
    }

    init?(pictureWith hash: UInt64, in source: LibrarySource) {
        let found = source.readGranted("MPMediaItem.artwork") { library throws(LibraryError) in
            try library.picture(hash)
        }
        guard let picture = found ?? nil else { return nil }
        let size = CGSize(width: picture.width ?? 0, height: picture.height ?? 0)
        bounds = CGRect(origin: .zero, size: size)
        image = { _ in nil }
        super.init()
    }

    /// The image that suits a size in points; it may be smaller or larger.
    ///
    /// - Returns: `nil` for a picture that cannot be read.
    open func image(at size: CGSize) -> UIImage? { image(size) }
}
