/// A decoded picture.
package struct Pixels: Equatable, Sendable {
    /// The number of columns, at least one.
    package let width: Int
    /// The number of rows, at least one.
    package let height: Int
    /// Four bytes a pixel, row by row from the top: red, green, blue (sRGB, not multiplied by
    /// alpha), alpha.
    package let rgba: [UInt8]

    /// - Parameter rgba: Exactly four bytes a pixel.
    package init(width: Int, height: Int, rgba: [UInt8]) {
        precondition(width > 0 && height > 0, "a picture has at least one pixel")
        precondition(rgba.count == 4 * width * height, "a pixel has four bytes")
        self.width = width
        self.height = height
        self.rgba = rgba
    }

    /// Whether every pixel covers what is behind it.
    package var isOpaque: Bool {
        stride(from: 3, to: rgba.count, by: 4).allSatisfy { rgba[$0] == 255 }
    }

    /// The part within a rectangle, which is cut to the picture.
    ///
    /// - Returns: nil when nothing is left.
    package func cropped(x: Int, y: Int, width: Int, height: Int) -> Pixels? {
        guard width > 0, height > 0 else { return nil }
        let (left, top) = (max(x, 0), max(y, 0))
        let (right, isWide) = x.addingReportingOverflow(width)
        let (bottom, isHigh) = y.addingReportingOverflow(height)
        let endX = isWide ? self.width : min(right, self.width)
        let endY = isHigh ? self.height : min(bottom, self.height)
        guard left < endX, top < endY else { return nil }
        var part: [UInt8] = []
        part.reserveCapacity(4 * (endX - left) * (endY - top))
        for row in top..<endY {
            part += rgba[4 * (row * self.width + left)..<4 * (row * self.width + endX)]
        }
        return Pixels(width: endX - left, height: endY - top, rgba: part)
    }

    /// Scales the picture down to fit, with its proportions kept; it is never enlarged.
    package func scaled(toFitWidth width: Int, height: Int) -> Pixels {
        let size = fitted(width: self.width, height: self.height, intoWidth: width, height: height)
        return scaled(toWidth: size.width, height: size.height)
    }

    /// Scales the picture down to exactly a size; a side that would grow stays as it is.
    package func scaled(toWidth width: Int, height: Int) -> Pixels {
        let (newWidth, newHeight) = (
            min(max(width, 1), self.width), min(max(height, 1), self.height)
        )
        guard (newWidth, newHeight) != (self.width, self.height) else { return self }
        var scaler = AreaScaler(
            fromWidth: self.width, height: self.height, toWidth: newWidth, height: newHeight)
        for row in 0..<self.height {
            scaler.add(rgba[4 * row * self.width..<4 * (row + 1) * self.width])
        }
        return scaler.pixels
    }
}

/// The size of a picture that is scaled down to fit, with its proportions kept.
///
/// - Returns: Sides of at least one pixel, never larger than the picture's.
package func fitted(
    width: Int, height: Int, intoWidth wantedWidth: Int, height wantedHeight: Int
) -> (width: Int, height: Int) {
    let scale = min(
        Double(max(wantedWidth, 1)) / Double(width),
        Double(max(wantedHeight, 1)) / Double(height), 1)
    return (
        min(max(Int((Double(width) * scale).rounded()), 1), width),
        min(max(Int((Double(height) * scale).rounded()), 1), height)
    )
}
