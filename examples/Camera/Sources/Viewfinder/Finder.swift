package import Foundation

/// The square that a finger moves over a picture, and that is cut out of it.
package struct Finder: Hashable, Sendable {
    /// The length of its sides, in points.
    package static let side: CGFloat = 100
    /// The width of its border, in points.
    package static let borderWidth: CGFloat = 1

    /// How the square follows the finger.
    package enum Rule: Sendable {
        /// The classic program's rule: the square's place before the move decides which edges
        /// hold it. A fast finger takes it out of the picture by one step, and an edge that it has
        /// touched holds it until the finger is lifted.
        case listing
        /// The square stays within the picture, wherever the finger is.
        case clamped
    }

    /// Where the picture is seen.
    package let view: CGRect
    package let rule: Rule
    /// Where the square is now, in the same coordinates.
    package private(set) var frame: CGRect

    /// A finder in the upper left corner of the view.
    package init(in view: CGRect, rule: Rule = .clamped) {
        self.view = view
        self.rule = rule
        frame = CGRect(origin: view.origin, size: CGSize(width: Self.side, height: Self.side))
    }

    /// A finger has come down: the square comes to it.
    package mutating func begin(at touch: CGPoint) {
        switch rule {
        case .listing: centre(at: touch)
        case .clamped: centre(at: Self.clampedCentre(touch: touch, view: view))
        }
    }

    /// The finger has moved, or was lifted.
    package mutating func move(to touch: CGPoint) {
        switch rule {
        case .listing:
            centre(at: Self.listingCentre(old: frame.origin, touch: touch, view: view))
        case .clamped: centre(at: Self.clampedCentre(touch: touch, view: view))
        }
    }

    private mutating func centre(at point: CGPoint) {
        frame.origin = CGPoint(x: point.x - Self.side / 2, y: point.y - Self.side / 2)
    }

    /// The square's next centre by the listing's rule.
    ///
    /// The listing takes for granted that the view begins at x = 0, and calculates in `Float`.
    ///
    /// - Parameter old: The upper left corner of the square before the move.
    package static func listingCentre(
        old: CGPoint, touch: CGPoint, view: CGRect
    ) -> CGPoint {
        let (x, y) = (Float(old.x), Float(old.y))
        let (touchX, touchY) = (Float(touch.x), Float(touch.y))
        let (top, width) = (Float(view.minY), Float(view.width))
        let bottom = top + Float(view.height)
        let (side, half) = (Float(Self.side), Float(Self.side / 2))
        func point(_ x: Float, _ y: Float) -> CGPoint { CGPoint(x: CGFloat(x), y: CGFloat(y)) }
        if x <= 0 {
            if y <= top { return point(half, top + half) }
            return y + side >= bottom ? point(half, bottom - half) : point(half, touchY)
        }
        if y <= top {
            return x + side >= width ? point(width - half, top + half) : point(touchX, top + half)
        }
        if x + side >= width {
            return y + side >= bottom
                ? point(width - half, bottom - half) : point(width - half, touchY)
        }
        return y + side >= bottom ? point(touchX, bottom - half) : point(touchX, touchY)
    }

    /// The touch, or the nearest centre of a square within the view.
    package static func clampedCentre(touch: CGPoint, view: CGRect) -> CGPoint {
        let half = side / 2
        func clamped(_ value: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
            // In a view that is smaller than the square, the square is in the middle.
            low <= high ? min(max(value, low), high) : (low + high) / 2
        }
        return CGPoint(
            x: clamped(touch.x, view.minX + half, view.maxX - half),
            y: clamped(touch.y, view.minY + half, view.maxY - half))
    }
}

/// What darkens the picture around the finder.
package struct FinderOverlay: Hashable, Sendable {
    /// How dark it is, 0 … 1.
    package static let opacity = 0.4

    package let view: CGRect
    package let hole: CGRect

    package init(_ finder: Finder) {
        view = finder.view
        hole = finder.frame
    }

    /// Whether a point is darkened, by the even-odd rule: what is in one of the two rectangles, and
    /// not in both.
    package func darkens(_ point: CGPoint) -> Bool {
        view.contains(point) != hole.contains(point)
    }
}
