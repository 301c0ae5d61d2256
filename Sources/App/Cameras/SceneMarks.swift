/// What tells the frames of the scene `bars` apart, as places in an upright picture of a size.
///
/// At the top is a black strip, in which a white mark moves from left to right in two seconds.
/// Below the centre a row of white and black blocks spells the frame's number; at the centre is a
/// white dot in a black ring.
package struct SceneMarks: Hashable, Sendable {
    let width: Int
    let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    static let dark: FramePixels.Color = (0, 0, 0, 255)
    static let bright: FramePixels.Color = (255, 255, 255, 255)

    /// Rows of the strip at the top.
    package var stripHeight: Int { max(height / 12, 1) }
    /// The dot's radius in pixels, a fortieth of the shorter side: it is seen whole at zoom 16.
    package var dotRadius: Double { Double(min(width, height)) / 40 }
    var ringRadius: Double { dotRadius * 1.5 }

    /// Numbers that can be told apart.
    package static let numbersMax = 1 << numberBits
    private static let numberBits = 24
    private static let checkBits = 5
    /// A white and a black block before the number, a white one after it.
    private static let blockCount = 2 + numberBits + checkBits + 1

    struct Rectangle: Hashable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int

        /// Where the rectangle is in a picture of this size after quarter turns clockwise.
        func turned(by turns: Int, inWidth width: Int, height: Int) -> Rectangle {
            switch ((turns % 4) + 4) % 4 {
            case 1:
                Rectangle(
                    x: height - y - self.height, y: x, width: self.height, height: self.width)
            case 2:
                Rectangle(
                    x: width - x - self.width, y: height - y - self.height, width: self.width,
                    height: self.height)
            case 3:
                Rectangle(x: y, y: width - x - self.width, width: self.height, height: self.width)
            default: self
            }
        }
    }

    /// The mark in the strip.
    func mark(_ number: Int) -> Rectangle {
        let (side, margin) = (max(width / 12, 1), stripHeight / 4)
        return Rectangle(
            x: (width - side) * (number % 60) / 59, y: margin, width: side,
            height: max(stripHeight - margin * 2, 1))
    }

    /// The blocks of a number, and whether each is white.
    func blocks(_ number: Int) -> [(place: Rectangle, isBright: Bool)] {
        let number = number % Self.numbersMax
        let check = number % ((1 << Self.checkBits) - 1)
        let bits =
            [true, false]
            + (0..<Self.numberBits).reversed().map { number >> $0 & 1 == 1 }
            + (0..<Self.checkBits).reversed().map { check >> $0 & 1 == 1 } + [true]
        return bits.enumerated().map { (block($0.offset), $0.element) }
    }

    private func block(_ index: Int) -> Rectangle {
        let left = width / 10
        let length = width * 8 / 10
        let start = left + length * index / Self.blockCount
        let end = left + length * (index + 1) / Self.blockCount
        return Rectangle(
            x: start, y: height * 3 / 4, width: end - start, height: max(height / 16, 1))
    }
}

extension SceneMarks {
    /// The number of the frame that an upright picture shows, or `nil` when it has none, or its
    /// blocks are not where they are in a whole frame.
    package static func number(in picture: FramePixels) -> Int? {
        let marks = SceneMarks(width: picture.width, height: picture.height)
        let bits = (0..<blockCount).map { index in
            let place = marks.block(index)
            return picture[place.x + place.width / 2, place.y + place.height / 2].green >= 128
        }
        func value(_ bits: ArraySlice<Bool>) -> Int { bits.reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
        let number = value(bits[2..<2 + numberBits])
        let check = value(bits[(2 + numberBits)..<(blockCount - 1)])
        guard bits[0], !bits[1], bits[blockCount - 1], check == number % ((1 << checkBits) - 1)
        else { return nil }
        return number
    }

    /// The dot's diameter along the middle row in pixels, which a zoom multiplies, or `nil` without
    /// the dot.
    package static func dotDiameter(in picture: FramePixels) -> Double? {
        let (centre, row) = (picture.width / 2, picture.height / 2)
        guard picture[centre, row].green > 250, picture[centre, row].blue > 250 else { return nil }
        var sum = 0.0
        for columns in [Array(centre..<picture.width), (0..<centre).reversed()] {
            for column in columns {
                let pixel = picture[column, row]
                // The ring is black; a pixel at the edge has its share of both.
                guard pixel.green > 8 else { break }
                sum += Double(pixel.green) / 255
            }
        }
        return sum
    }

    /// How far the mark has come in an upright picture, 0 … 1; `nil` without a strip at the top.
    package static func markPosition(in picture: FramePixels) -> Double? {
        let marks = SceneMarks(width: picture.width, height: picture.height)
        let row = marks.mark(0).y + marks.mark(0).height / 2
        let bright = (0..<picture.width).filter { picture[$0, row].green >= 128 }
        guard let first = bright.first, let last = bright.last,
            last - first + 1 == bright.count, abs(bright.count - marks.mark(0).width) <= 2,
            (0..<picture.width).allSatisfy({ picture[$0, 0].green < 64 })
        else { return nil }
        return Double(first) / Double(picture.width - bright.count)
    }
}
