import Pictures
import Testing

@Suite("A decoded picture")
struct PixelsTests {
    private let quarters = Pixels(
        width: 2, height: 2,
        rgba: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255])

    @Test("is cropped to a rectangle, which is cut to the picture")
    func crops() {
        let right = quarters.cropped(x: 1, y: -1, width: 10, height: 2)
        #expect(right == Pixels(width: 1, height: 1, rgba: [0, 255, 0, 255]))
        #expect(quarters.cropped(x: 0, y: 0, width: .max, height: .max) == quarters)
        #expect(quarters.cropped(x: 2, y: 0, width: 1, height: 1) == nil)
        #expect(quarters.cropped(x: 0, y: 0, width: 0, height: 1) == nil)
        #expect(quarters.cropped(x: .min, y: 0, width: 1, height: 1) == nil)
    }

    @Test("made smaller, is the mean of the areas")
    func means() {
        #expect(quarters.scaled(toWidth: 1, height: 1).rgba == [128, 128, 128, 255])
        let thirds = Pixels(
            width: 3, height: 1, rgba: [0, 0, 0, 255, 90, 90, 90, 255, 240, 240, 240, 255])
        // Each of two pixels covers one and a half: (0 + 45) / 1.5 and (45 + 240) / 1.5.
        #expect(
            thirds.scaled(toWidth: 2, height: 1).rgba == [30, 30, 30, 255, 190, 190, 190, 255])
    }

    @Test("made smaller, takes no colour from transparent pixels")
    func transparent() {
        let half = Pixels(width: 2, height: 1, rgba: [200, 100, 50, 255, 255, 255, 255, 0])
        #expect(half.scaled(toWidth: 1, height: 1).rgba == [200, 100, 50, 128])
    }

    @Test("fits with its proportions kept, and is never enlarged")
    func fits() {
        let wide = PictureFiles.pattern(width: 100, height: 50)
        let small = wide.scaled(toFitWidth: 30, height: 30)
        #expect((small.width, small.height) == (30, 15))
        #expect(wide.scaled(toFitWidth: 300, height: 300) == wide)
        let thin = wide.scaled(toFitWidth: 1, height: 1)
        #expect((thin.width, thin.height) == (1, 1))
        let none = wide.scaled(toFitWidth: -5, height: 0)
        #expect((none.width, none.height) == (1, 1))
    }
}
