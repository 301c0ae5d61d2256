/// Luma and chroma of a picture, as in a pixel buffer of two planes: 420v, 420f.
package struct FramePlanes: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// A byte a pixel, rows without padding.
    package let luma: [UInt8]
    /// Blue and red difference of each two by two pixels, rows without padding.
    package let chroma: [UInt8]

    /// Pairs of a row of `chroma`, and its rows: half as many as of luma, rounded up.
    package var chromaWidth: Int { (width + 1) / 2 }
    package var chromaHeight: Int { (height + 1) / 2 }
}

/// How red, green and blue make luma and the two differences.
package enum FrameMatrix: Hashable, Sendable {
    /// ITU-R BT.601, for pictures of fewer than 720 rows or columns.
    case standard
    /// ITU-R BT.709, for larger ones.
    case high

    /// The matrix that is usual for a size, however it lies.
    package init(width: Int, height: Int) {
        self = min(width, height) >= 720 ? .high : .standard
    }

    /// The shares of red and blue in luma.
    var shares: (red: Double, blue: Double) {
        switch self {
        case .standard: (0.299, 0.114)
        case .high: (0.2126, 0.0722)
        }
    }
}

extension FramePixels {
    /// The picture in two planes; its alpha is left out.
    ///
    /// - Parameters:
    ///   - isFullRange: Whether luma is 0 … 255 (420f), and not 16 … 235 (420v).
    ///   - matrix: The usual one of the size by default.
    ///
    /// Source: ITU-R BT.601-7, 2.5; BT.709-6, 3.
    package func planes(isFullRange: Bool, matrix: FrameMatrix? = nil) -> FramePlanes {
        let matrix = matrix ?? FrameMatrix(width: width, height: height)
        let weights = PlaneWeights(matrix, isFullRange: isFullRange)
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        return bytes.withUnsafeBufferPointer { source in
            let luma = [UInt8](unsafeUninitializedCapacity: width * height) { target, initialized in
                for pixel in 0..<width * height {
                    target[pixel] = weights.luma(
                        Int32(source[pixel * 4]), Int32(source[pixel * 4 + 1]),
                        Int32(source[pixel * 4 + 2]))
                }
                initialized = width * height
            }
            let chroma = [UInt8](unsafeUninitializedCapacity: halfWidth * halfHeight * 2) {
                target, initialized in
                for y in 0..<halfHeight {
                    let upper = y * 2 * width
                    let lower = min(y * 2 + 1, height - 1) * width
                    for x in 0..<halfWidth {
                        let (left, right) = (x * 2, min(x * 2 + 1, width - 1))
                        var sums: (Int32, Int32, Int32) = (0, 0, 0)
                        func add(_ place: Int) {
                            sums.0 &+= Int32(source[place * 4])
                            sums.1 &+= Int32(source[place * 4 + 1])
                            sums.2 &+= Int32(source[place * 4 + 2])
                        }
                        add(upper + left)
                        add(upper + right)
                        add(lower + left)
                        add(lower + right)
                        let pair = (y * halfWidth + x) * 2
                        target[pair] = weights.difference(weights.blueDifference, of: sums)
                        target[pair + 1] = weights.difference(weights.redDifference, of: sums)
                    }
                }
                initialized = halfWidth * halfHeight * 2
            }
            return FramePlanes(width: width, height: height, luma: luma, chroma: chroma)
        }
    }
}

/// The matrix in whole numbers: 1/65536 of a step.
private struct PlaneWeights {
    typealias Weights = (blue: Int32, green: Int32, red: Int32)
    let lumaWeights: Weights
    let lumaOffset: Int32
    let blueDifference: Weights
    let redDifference: Weights

    init(_ matrix: FrameMatrix, isFullRange: Bool) {
        let (red, blue) = matrix.shares
        let green = 1 - red - blue
        let (lumaScale, differenceScale) =
            isFullRange ? (1.0, 1.0) : (219.0 / 255, 224.0 / 255)
        func weights(_ values: (Double, Double, Double), _ scale: Double) -> Weights {
            func whole(_ value: Double) -> Int32 { Int32((value * scale * 65536).rounded()) }
            // Their sum stays what it is after rounding, so that gray has no colour.
            let (b, r) = (whole(values.0), whole(values.2))
            return (b, whole(values.0 + values.1 + values.2) - b - r, r)
        }
        lumaWeights = weights((blue, green, red), lumaScale)
        lumaOffset = (isFullRange ? 0 : 16) << 16 + 32768
        let (toBlue, toRed) = (0.5 / (1 - blue), 0.5 / (1 - red))
        blueDifference = weights((0.5, -green * toBlue, -red * toBlue), differenceScale)
        redDifference = weights((-blue * toRed, -green * toRed, 0.5), differenceScale)
    }

    @inline(__always)
    func luma(_ blue: Int32, _ green: Int32, _ red: Int32) -> UInt8 {
        let sum =
            lumaWeights.blue &* blue &+ lumaWeights.green &* green &+ lumaWeights.red &* red
            &+ lumaOffset
        return UInt8(truncatingIfNeeded: sum >> 16)
    }

    /// - Parameter sums: Of four pixels.
    @inline(__always)
    func difference(_ weights: Weights, of sums: (Int32, Int32, Int32)) -> UInt8 {
        let sum = weights.blue &* sums.0 &+ weights.green &* sums.1 &+ weights.red &* sums.2
        let value = (sum &+ (128 << 18) &+ (1 << 17)) >> 18
        return UInt8(truncatingIfNeeded: min(max(value, 0), 255))
    }
}
