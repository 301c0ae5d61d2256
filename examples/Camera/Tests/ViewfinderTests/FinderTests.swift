import Foundation
import Testing
import Viewfinder

/// Where the classic program shows its picture.
private let view = CGRect(x: 0, y: 110, width: 375, height: 400)

@Suite("The finder")
struct FinderTests {
    /// The square's centre after touches.
    private func centre(
        _ rule: Finder.Rule, began: (Double, Double), moved: [(Double, Double)]
    ) -> CGPoint {
        var finder = Finder(in: view, rule: rule)
        finder.begin(at: CGPoint(x: began.0, y: began.1))
        for touch in moved { finder.move(to: CGPoint(x: touch.0, y: touch.1)) }
        return CGPoint(x: finder.frame.midX, y: finder.frame.midY)
    }

    @Test func `begins in the corner of the view`() {
        let finder = Finder(in: view)
        #expect(finder.frame == CGRect(x: 0, y: 110, width: 100, height: 100))
    }

    @Test func `leaves the view by one step and is held at the left edge`() {
        #expect(
            centre(.listing, began: (200, 300), moved: [(20, 300)]) == CGPoint(x: 20, y: 300))
        #expect(
            centre(.listing, began: (200, 300), moved: [(20, 300), (150, 300)])
                == CGPoint(x: 50, y: 300))
    }

    @Test func `is held until the finger is lifted and the clamped one is not`() {
        let moved: [(Double, Double)] = [(20, 300), (150, 300), (200, 320)]
        #expect(centre(.listing, began: (200, 300), moved: moved) == CGPoint(x: 50, y: 320))
        #expect(centre(.clamped, began: (200, 300), moved: moved) == CGPoint(x: 200, y: 320))
        var finder = Finder(in: view, rule: .listing)
        finder.begin(at: CGPoint(x: 20, y: 300))
        finder.move(to: CGPoint(x: 200, y: 300))
        finder.begin(at: CGPoint(x: 200, y: 300))
        finder.move(to: CGPoint(x: 210, y: 310))
        #expect(finder.frame.midX == 210 && finder.frame.midY == 310)
    }

    @Test func `is held at the right edge`() {
        #expect(
            centre(.listing, began: (360, 300), moved: [(200, 300)]) == CGPoint(x: 325, y: 300))
    }

    @Test func `is held in the upper left corner`() {
        #expect(centre(.listing, began: (20, 130), moved: [(100, 300)]) == CGPoint(x: 50, y: 160))
    }

    @Test func `is held in the lower right corner`() {
        #expect(
            centre(.listing, began: (360, 490), moved: [(100, 300)]) == CGPoint(x: 325, y: 460))
    }

    @Test func `stays within the view under a finger that leaves it`() {
        #expect(centre(.clamped, began: (400, 600), moved: []) == CGPoint(x: 325, y: 460))
        #expect(centre(.clamped, began: (200, 300), moved: [(-9, 0)]) == CGPoint(x: 50, y: 160))
    }

    /// Old corners on each edge and in each corner of the view, and within it.
    @Test(arguments: [
        (CGPoint(x: 0, y: 250), CGPoint(x: 50, y: 301)),
        (CGPoint(x: -30, y: 250), CGPoint(x: 50, y: 301)),
        (CGPoint(x: 0, y: 110), CGPoint(x: 50, y: 160)),
        (CGPoint(x: 0, y: 410), CGPoint(x: 50, y: 460)),
        (CGPoint(x: 100, y: 110), CGPoint(x: 202, y: 160)),
        (CGPoint(x: 100, y: 60), CGPoint(x: 202, y: 160)),
        (CGPoint(x: 275, y: 110), CGPoint(x: 325, y: 160)),
        (CGPoint(x: 275, y: 250), CGPoint(x: 325, y: 301)),
        (CGPoint(x: 300, y: 250), CGPoint(x: 325, y: 301)),
        (CGPoint(x: 275, y: 410), CGPoint(x: 325, y: 460)),
        (CGPoint(x: 100, y: 410), CGPoint(x: 202, y: 460)),
        (CGPoint(x: 100, y: 450), CGPoint(x: 202, y: 460)),
        (CGPoint(x: 1, y: 111), CGPoint(x: 202, y: 301)),
        (CGPoint(x: 274, y: 409), CGPoint(x: 202, y: 301)),
    ])
    func `is held by the edges that it touched before the move`(old: CGPoint, next: CGPoint) {
        let touch = CGPoint(x: 202, y: 301)
        #expect(Finder.listingCentre(old: old, touch: touch, view: view) == next)
    }

    @Test func `calculates in Float as the listing does`() {
        let touch = CGPoint(x: 100.123456789, y: 300.1)
        let centre = Finder.listingCentre(old: CGPoint(x: 60, y: 200), touch: touch, view: view)
        #expect(centre.x == CGFloat(Float(100.123456789)) && centre.x != touch.x)
        #expect(centre.y == CGFloat(Float(300.1)))
    }

    @Test func `follows the view's own origin when it is clamped`() {
        let aside = CGRect(x: 40, y: 20, width: 200, height: 150)
        #expect(
            Finder.clampedCentre(touch: .zero, view: aside) == CGPoint(x: 90, y: 70))
        #expect(
            Finder.clampedCentre(touch: CGPoint(x: 999, y: 999), view: aside)
                == CGPoint(x: 190, y: 120))
        let small = CGRect(x: 0, y: 0, width: 60, height: 300)
        #expect(
            Finder.clampedCentre(touch: CGPoint(x: 10, y: 100), view: small)
                == CGPoint(x: 30, y: 100))
    }

    @Test func `is a hole in what darkens the picture`() {
        var finder = Finder(in: view)
        finder.begin(at: CGPoint(x: 200, y: 300))
        let overlay = FinderOverlay(finder)
        #expect(!overlay.darkens(CGPoint(x: 200, y: 300)))
        #expect(overlay.darkens(CGPoint(x: 10, y: 120)))
        #expect(!overlay.darkens(CGPoint(x: 10, y: 100)))
        #expect(FinderOverlay.opacity == 0.4)
    }
}

@Suite("A crop")
struct CropTests {
    private let picture = CGSize(width: 3000, height: 4000)

    @Test(arguments: [
        (
            CGRect(x: 0, y: 110, width: 100, height: 100),
            CGRect(x: 0, y: 0, width: 800, height: 1000)
        ),
        (
            CGRect(x: 275, y: 410, width: 100, height: 100),
            CGRect(x: 2200, y: 3000, width: 800, height: 1000)
        ),
        (
            CGRect(x: 0, y: 100, width: 100, height: 100),
            CGRect(x: 0, y: -100, width: 800, height: 1000)
        ),
    ])
    func `is the finder's part in the picture's pixels`(finder: CGRect, part: CGRect) {
        #expect(cropRect(finder: finder, in: view, picture: picture) == part)
    }

    @Test func `takes the view's own origin`() {
        let aside = CGRect(x: 50, y: 0, width: 100, height: 100)
        #expect(
            cropRect(
                finder: CGRect(x: 100, y: 50, width: 50, height: 50), in: aside,
                picture: CGSize(width: 200, height: 400))
                == CGRect(x: 100, y: 200, width: 100, height: 200))
    }

    @Test func `of a view without a size is empty`() {
        #expect(cropRect(finder: view, in: .zero, picture: picture) == .zero)
    }
}
