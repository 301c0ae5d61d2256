extension FramePixels {
    /// The middle of the picture, scaled to a size: what a camera shows by digital zoom.
    ///
    /// The part has the proportions of the result; at zoom 1 it is the largest such part.
    ///
    /// - Parameters:
    ///   - factor: At least 1; anything else counts as 1.
    ///   - width: Columns of the result, 1 … `sideMax`; this picture's by default.
    ///   - height: Rows of the result.
    package func zoomed(
        by factor: Double, toWidth width: Int? = nil, height: Int? = nil
    ) -> FramePixels {
        let width = min(max(width ?? self.width, 1), Self.sideMax)
        let height = min(max(height ?? self.height, 1), Self.sideMax)
        let factor = factor.isFinite ? max(factor, 1) : 1
        guard factor != 1 || width != self.width || height != self.height else { return self }
        let part = middle(widthShare: Double(width), height: Double(height), factor: factor)
        // Many pixels for one of the result: their means first.
        let steps = (x: Int(part.width) / width, y: Int(part.height) / height)
        guard steps.x > 1 || steps.y > 1 else {
            return scaled(part, width: width, height: height)
        }
        let (smaller, x, y) = (means(max(steps.x, 1), max(steps.y, 1)), steps.x, steps.y)
        let scaledPart = part.divided(by: Double(max(x, 1)), Double(max(y, 1)))
        return smaller.scaled(scaledPart, width: width, height: height)
    }

    /// A rectangle of the picture, in its pixels.
    private struct Part {
        var left: Double
        var top: Double
        var width: Double
        var height: Double

        func divided(by x: Double, _ y: Double) -> Part {
            Part(left: left / x, top: top / y, width: width / x, height: height / y)
        }
    }

    /// The largest part of these proportions, divided by the factor, around the centre.
    private func middle(widthShare: Double, height heightShare: Double, factor: Double) -> Part {
        let (ownWidth, ownHeight) = (Double(width), Double(height))
        let partWidth = min(ownWidth, ownHeight * widthShare / heightShare) / factor
        let partHeight = min(ownHeight, ownWidth * heightShare / widthShare) / factor
        return Part(
            left: (ownWidth - partWidth) / 2, top: (ownHeight - partHeight) / 2, width: partWidth,
            height: partHeight)
    }

    /// The picture with the mean of each block of columns and rows in place of the block; what is
    /// left at the right and at the bottom is left out.
    private func means(_ columns: Int, _ rows: Int) -> FramePixels {
        let (newWidth, newHeight) = (max(width / columns, 1), max(height / rows, 1))
        let (columns, rows) = (min(columns, width), min(rows, height))
        let (stride, area) = (width * 4, UInt32(columns * rows))
        return bytes.withUnsafeBufferPointer { source in
            let result = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight * 4) {
                target, initialized in
                for pixel in 0..<newWidth * newHeight {
                    let (x, y) = (pixel % newWidth, pixel / newWidth)
                    let start = y * rows * stride + x * columns * 4
                    for channel in 0..<4 {
                        var sum = area / 2
                        for row in 0..<rows {
                            let first = start + row * stride + channel
                            for column in 0..<columns { sum &+= UInt32(source[first + column * 4]) }
                        }
                        target[pixel * 4 + channel] = UInt8(truncatingIfNeeded: sum / area)
                    }
                }
                initialized = newWidth * newHeight * 4
            }
            return FramePixels(unchecked: newWidth, newHeight, result)
        }
    }

    /// A part, by linear interpolation between the centres of pixels.
    private func scaled(_ part: Part, width newWidth: Int, height newHeight: Int) -> FramePixels {
        let columns = ScaledPositions(part.left, part.width, count: newWidth, most: width - 1)
        let rows = ScaledPositions(part.top, part.height, count: newHeight, most: height - 1)
        let stride = newWidth * 4
        return bytes.withUnsafeBytes { source in
            // Two rows of the source that have the result's width already.
            let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: stride * 2)
            defer { memory.deallocate() }
            var upper = (row: -1, bytes: memory)
            var lower = (row: -1, bytes: memory + stride)
            let result = [UInt8](unsafeUninitializedCapacity: stride * newHeight) {
                target, initialized in
                for y in 0..<newHeight {
                    let (first, second) = (rows.first[y], min(rows.first[y] + 1, height - 1))
                    if upper.row != first, lower.row == first { swap(&upper, &lower) }
                    for (wanted, isUpper) in [(first, true), (second, false)]
                    where (isUpper ? upper : lower).row != wanted {
                        let bytes = isUpper ? upper.bytes : lower.bytes
                        columns.stretch(source, row: wanted * width, into: bytes)
                        if isUpper { upper.row = wanted } else { lower.row = wanted }
                    }
                    blend(
                        upper.bytes, lower.bytes, rows.share[y], count: stride,
                        into: target.baseAddress! + y * stride)
                }
                initialized = stride * newHeight
            }
            return FramePixels(unchecked: newWidth, newHeight, result)
        }
    }
}

/// Where the pixels of a scaled row or column come from.
private struct ScaledPositions {
    /// For each, the pixel before it; the last one has itself as its next.
    var first: [Int] = []
    /// The share of the next pixel, in 1/256.
    var share: [UInt16] = []
    private let most: Int

    init(_ start: Double, _ length: Double, count: Int, most: Int) {
        self.most = most
        first.reserveCapacity(count)
        share.reserveCapacity(count)
        for index in 0..<count {
            let centre = start + (Double(index) + 0.5) * length / Double(count) - 0.5
            let position = min(max(centre, 0), Double(most))
            let whole = Int(position)
            first.append(whole)
            share.append(UInt16((position - Double(whole)) * 256))
        }
    }

    /// Writes a row of the source with a pixel for each position.
    func stretch(
        _ source: UnsafeRawBufferPointer, row: Int, into target: UnsafeMutablePointer<UInt8>
    ) {
        let pixels = source.baseAddress! + row * 4
        let mask: UInt32 = 0x00FF_00FF
        for index in first.indices {
            let (column, part) = (first[index], UInt32(share[index]))
            let left = pixels.loadUnaligned(fromByteOffset: column * 4, as: UInt32.self)
            let right = pixels.loadUnaligned(
                fromByteOffset: min(column + 1, most) * 4, as: UInt32.self)
            // Two channels in each half, with room for eight more bits.
            let rest = 256 &- part
            let even = (left & mask) &* rest &+ (right & mask) &* part &+ 0x0080_0080
            let odd = (left >> 8 & mask) &* rest &+ (right >> 8 & mask) &* part &+ 0x0080_0080
            UnsafeMutableRawPointer(target).storeBytes(
                of: even >> 8 & mask | odd & ~mask, toByteOffset: index * 4, as: UInt32.self)
        }
    }
}

/// Writes a row between two rows.
///
/// - Parameter share: Of the lower row, in 1/256.
private func blend(
    _ upper: UnsafeMutablePointer<UInt8>, _ lower: UnsafeMutablePointer<UInt8>, _ share: UInt16,
    count: Int, into target: UnsafeMutablePointer<UInt8>
) {
    let rest = 256 &- share
    for index in 0..<count {
        let sum = UInt16(upper[index]) &* rest &+ UInt16(lower[index]) &* share &+ 128
        target[index] = UInt8(truncatingIfNeeded: sum >> 8)
    }
}
