import AudioModel
import Foundation
import UIKit

/// Encodes the picture that an app shows as now playing, the same object once.
struct ArtworkCache {
    /// Largest width and height that are asked for, in points.
    static let sideMax = 600.0
    /// Qualities of JPEG, tried in order when the PNG of a picture is too large.
    private static let qualities: [CGFloat] = [0.9, 0.6, 0.3]

    private var object: MPMediaItemArtwork?
    private var artwork: NowPlayingArtwork?

    /// Returns the encoded picture of a value of the app's dictionary; `nil` for a value that is no
    /// artwork, and for a picture that cannot be encoded within `NowPlayingArtwork.bytesMax`.
    ///
    /// Calls the app's code, at most once for each object.
    mutating func encoded(_ value: Any?) -> NowPlayingArtwork? {
        guard let new = value as? MPMediaItemArtwork else { return nil }
        if new === object { return artwork }
        object = new
        artwork = Self.encode(new)
        return artwork
    }

    private static func encode(_ artwork: MPMediaItemArtwork) -> NowPlayingArtwork? {
        func side(_ length: CGFloat) -> CGFloat {
            length.isFinite && length > 0 ? min(length, sideMax) : sideMax
        }
        let bounds = artwork.bounds.size
        let size = CGSize(width: side(bounds.width), height: side(bounds.height))
        guard var image = artwork.image(at: size) else { return nil }
        // The app may give a larger one than was asked for.
        if max(image.size.width, image.size.height) > sideMax {
            guard let smaller = image.preparingThumbnail(of: fitting(image.size)) else {
                return nil
            }
            image = smaller
        }
        if let found = image.pngData().flatMap({ NowPlayingArtwork([UInt8]($0)) }) { return found }
        for quality in qualities {
            let data = image.jpegData(compressionQuality: quality)
            if let found = data.flatMap({ NowPlayingArtwork([UInt8]($0)) }) { return found }
        }
        return nil
    }

    private static func fitting(_ size: CGSize) -> CGSize {
        let scale = sideMax / max(size.width, size.height)
        return CGSize(width: size.width * scale, height: size.height * scale)
    }
}
