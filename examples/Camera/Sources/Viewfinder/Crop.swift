package import Foundation
package import UIKit

/// The part of a picture that is seen in the finder, in the picture's pixels from its upper left
/// corner. It may go beyond the picture, which `cropping(to:)` cuts.
///
/// Right for a picture that fills the view with both sides scaled on their own, and is stored
/// upright. Points are not pixels: a picture of scale 2 has twice its `size`.
///
/// - Parameters:
///   - finder: The square, in the coordinates of the view's own surroundings.
///   - view: Where the picture is seen, in the same coordinates.
///   - picture: Its size in pixels.
/// - Returns: An empty rectangle for a view without a size.
package func cropRect(finder: CGRect, in view: CGRect, picture: CGSize) -> CGRect {
    guard view.width > 0, view.height > 0 else { return .zero }
    let (scaleX, scaleY) = (picture.width / view.width, picture.height / view.height)
    return CGRect(
        x: (finder.minX - view.minX) * scaleX, y: (finder.minY - view.minY) * scaleY,
        width: finder.width * scaleX, height: finder.height * scaleY)
}

/// The part of an upright picture that is seen in the finder; `nil` when none of it is.
package func crop(_ picture: CGImage, to finder: CGRect, in view: CGRect) -> CGImage? {
    picture.cropping(
        to: cropRect(
            finder: finder, in: view,
            picture: CGSize(width: picture.width, height: picture.height)))
}
