/// Where a stored picture's first row and first column are when it is shown.
///
/// Source: CIPA DC-008 (Exif 2.32), tag 274.
package enum PictureOrientation: Int, Sendable {
    case upright = 1
    case mirrored = 2
    case upsideDown = 3
    case mirroredUpsideDown = 4
    /// The first row is the left side, the first column the top.
    case transposed = 5
    /// The first row is the right side: turn it clockwise.
    case turnedRight = 6
    case transverse = 7
    /// The first row is the left side, from the bottom: turn it counter-clockwise.
    case turnedLeft = 8

    /// Whether stored rows are shown as columns.
    package var swapsSides: Bool { rawValue >= 5 }
}

extension Pixels {
    /// The pixels as they are shown, from the pixels as they are stored.
    package func turned(by orientation: PictureOrientation) -> Pixels {
        guard orientation != .upright else { return self }
        let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
        var turned = [UInt8](repeating: 0, count: rgba.count)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let (column, row) =
                    switch orientation {
                    case .upright: (x, y)
                    case .mirrored: (width - 1 - x, y)
                    case .upsideDown: (width - 1 - x, height - 1 - y)
                    case .mirroredUpsideDown: (x, height - 1 - y)
                    case .transposed: (y, x)
                    case .turnedRight: (y, height - 1 - x)
                    case .transverse: (width - 1 - y, height - 1 - x)
                    case .turnedLeft: (width - 1 - y, x)
                    }
                let (from, to) = (4 * (row * width + column), 4 * (y * newWidth + x))
                for channel in 0..<4 { turned[to + channel] = rgba[from + channel] }
            }
        }
        return Pixels(width: newWidth, height: newHeight, rgba: turned)
    }
}
