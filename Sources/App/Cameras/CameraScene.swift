/// What the cameras of a simulated phone see.
///
/// A scene stands upright; how it lies on the sensor depends on how the phone is held.
package enum CameraScene: Hashable, Sendable {
    /// Eight colour bars, of which no two frames are alike; see `SceneMarks`.
    case bars
    /// A still picture, which fills the frame and is cut where it is too long.
    case picture(FramePixels)

    /// The parts of the scene that stay, at a size, turned into the sensor's position.
    ///
    /// - Parameters:
    ///   - turns: Quarter turns clockwise that bring a frame upright.
    ///   - isReversed: Whether the bars run from right to left, as the front camera sees them.
    func background(width: Int, height: Int, turns: Int, isReversed: Bool) -> FramePixels {
        let swaps = turns % 2 != 0
        let (uprightWidth, uprightHeight) = swaps ? (height, width) : (width, height)
        let upright =
            switch self {
            case .bars:
                Self.bars(width: uprightWidth, height: uprightHeight, isReversed: isReversed)
            case .picture(let picture):
                picture.zoomed(by: 1, toWidth: uprightWidth, height: uprightHeight)
            }
        return upright.turned(by: -turns)
    }

    /// Blue, green and red of the bars from the left, at three quarters of full intensity: white,
    /// yellow, cyan, green, magenta, red, blue, black.
    package static let barColors: [(blue: UInt8, green: UInt8, red: UInt8)] = [
        (191, 191, 191), (0, 191, 191), (191, 191, 0), (0, 191, 0),
        (191, 0, 191), (0, 0, 191), (191, 0, 0), (0, 0, 0),
    ]

    private static func bars(width: Int, height: Int, isReversed: Bool) -> FramePixels {
        var picture = FramePixels(width: width, height: height)
        for (index, color) in barColors.enumerated() {
            let place = isReversed ? barColors.count - 1 - index : index
            let left = width * place / barColors.count
            let right = width * (place + 1) / barColors.count
            picture.fill(
                x: left, y: 0, width: right - left, height: height,
                with: (color.blue, color.green, color.red, 255))
        }
        let marks = SceneMarks(width: width, height: height)
        picture.fill(x: 0, y: 0, width: width, height: marks.stripHeight, with: SceneMarks.dark)
        picture.fillDisc(radius: marks.ringRadius, with: SceneMarks.dark)
        picture.fillDisc(radius: marks.dotRadius, with: SceneMarks.bright)
        return picture
    }
}

extension FramePixels {
    /// A pixel's blue, green, red and alpha.
    package typealias Color = (UInt8, UInt8, UInt8, UInt8)

    /// Fills a rectangle, which is cut to the picture.
    mutating func fill(x: Int, y: Int, width: Int, height: Int, with color: Color) {
        let (left, right) = (max(x, 0), min(x + width, self.width))
        let (top, bottom) = (max(y, 0), min(y + height, self.height))
        guard left < right, top < bottom else { return }
        let stride = self.width * 4
        change { bytes in
            for row in top..<bottom {
                for column in left..<right {
                    let start = row * stride + column * 4
                    bytes[start] = color.0
                    bytes[start + 1] = color.1
                    bytes[start + 2] = color.2
                    bytes[start + 3] = color.3
                }
            }
        }
    }

    /// Fills a disc around the centre.
    mutating func fillDisc(radius: Double, with color: Color) {
        let (centreX, centreY) = (Double(width) / 2, Double(height) / 2)
        for y in max(Int(centreY - radius), 0)..<min(Int(centreY + radius) + 1, height) {
            let distance = Double(y) + 0.5 - centreY
            guard abs(distance) < radius else { continue }
            let half = (radius * radius - distance * distance).squareRoot()
            let left = Int((centreX - half).rounded())
            fill(
                x: left, y: y, width: Int((centreX + half).rounded()) - left, height: 1, with: color
            )
        }
    }
}
