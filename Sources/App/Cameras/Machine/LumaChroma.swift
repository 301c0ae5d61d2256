/// Luma and two differences in memory, however they lie.
///
/// Source: ITU-R BT.601-7, 2.5; BT.709-6, 3; ITU-T T.871, 7.
struct LumaChroma {
    struct Part {
        var bytes: UnsafePointer<UInt8>
        /// Bytes from a row to the next, and from a column to the next.
        var stride: Int
        var step: Int
    }

    var width: Int
    var height: Int
    var luma: Part
    var blue: Part
    var red: Part
    /// The powers of two by which there are fewer columns and rows of the differences.
    var columnShift: Int
    var rowShift: Int
    var isFullRange: Bool
    var matrix: FrameMatrix

    /// The opaque picture.
    var pixels: FramePixels {
        let weights = ColorWeights(matrix, isFullRange: isFullRange)
        let group = 1 << columnShift
        let result = [UInt8](unsafeUninitializedCapacity: width * height * 4) {
            target, initialized in
            for y in 0..<height {
                let lumaRow = luma.bytes + y * luma.stride
                let blueRow = blue.bytes + (y >> rowShift) * blue.stride
                let redRow = red.bytes + (y >> rowShift) * red.stride
                var to = target.baseAddress! + y * width * 4
                var x = 0
                while x < width {
                    let column = x >> columnShift
                    let tint = weights.tint(blueRow[column * blue.step], redRow[column * red.step])
                    let end = min(x + group, width)
                    while x < end {
                        let light = weights.light(lumaRow[x * luma.step])
                        to[0] = byte(light &+ tint.blue)
                        to[1] = byte(light &+ tint.green)
                        to[2] = byte(light &+ tint.red)
                        to[3] = 255
                        to += 4
                        x += 1
                    }
                }
            }
            initialized = width * height * 4
        }
        return FramePixels(unchecked: width, height, result)
    }

    @inline(__always)
    private func byte(_ value: Int32) -> UInt8 {
        UInt8(truncatingIfNeeded: min(max(value >> 16, 0), 255))
    }
}

/// The inverse of a matrix in whole numbers: 1/65536 of a step.
private struct ColorWeights {
    let lumaScale: Int32
    let lumaOffset: Int32
    let redFromRed: Int32
    let greenFromRed: Int32
    let greenFromBlue: Int32
    let blueFromBlue: Int32

    init(_ matrix: FrameMatrix, isFullRange: Bool) {
        let (red, blue) = matrix.shares
        let green = 1 - red - blue
        let scale = isFullRange ? 1.0 : 255.0 / 224
        func whole(_ value: Double) -> Int32 { Int32((value * 65536).rounded()) }
        lumaScale = whole(isFullRange ? 1 : 255.0 / 219)
        lumaOffset = isFullRange ? 0 : 16
        redFromRed = whole(2 * (1 - red) * scale)
        greenFromRed = whole(-2 * (1 - red) * red / green * scale)
        greenFromBlue = whole(-2 * (1 - blue) * blue / green * scale)
        blueFromBlue = whole(2 * (1 - blue) * scale)
    }

    @inline(__always)
    func light(_ luma: UInt8) -> Int32 { (Int32(luma) &- lumaOffset) &* lumaScale &+ 32768 }

    @inline(__always)
    func tint(_ blue: UInt8, _ red: UInt8) -> (blue: Int32, green: Int32, red: Int32) {
        let (blue, red) = (Int32(blue) &- 128, Int32(red) &- 128)
        return (
            blue &* blueFromBlue, blue &* greenFromBlue &+ red &* greenFromRed,
            red &* redFromRed
        )
    }
}
