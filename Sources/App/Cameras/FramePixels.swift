/// A picture in memory: BGRA, rows from the top and without padding.
package struct FramePixels: Hashable, Sendable {
    package private(set) var width: Int
    package private(set) var height: Int
    /// `width` × `height` × 4 bytes.
    package private(set) var bytes: [UInt8]

    /// Returns `nil` unless `bytes` has exactly the bytes of a picture of this size, which has at
    /// least one pixel.
    package init?(width: Int, height: Int, bytes: [UInt8]) {
        guard width > 0, height > 0, width <= Self.sideMax, height <= Self.sideMax,
            bytes.count == width * height * 4
        else { return nil }
        self.init(unchecked: width, height, bytes)
    }

    /// A picture of one colour: blue, green, red, alpha. Sizes are brought into 1 … `sideMax`.
    package init(
        width: Int, height: Int, filledWith color: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 255)
    ) {
        let width = min(max(width, 1), Self.sideMax)
        let height = min(max(height, 1), Self.sideMax)
        let count = width * height
        self.init(
            unchecked: width, height,
            [UInt8](unsafeUninitializedCapacity: count * 4) { bytes, initialized in
                for pixel in 0..<count {
                    bytes[pixel * 4] = color.0
                    bytes[pixel * 4 + 1] = color.1
                    bytes[pixel * 4 + 2] = color.2
                    bytes[pixel * 4 + 3] = color.3
                }
                initialized = count * 4
            })
    }

    /// The pixels of a frame, or `nil` when it has fewer or more than its size says.
    package init?(_ frame: CameraFrame) {
        self.init(width: frame.width, height: frame.height, bytes: frame.pixels)
    }

    init(unchecked width: Int, _ height: Int, _ bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// Writes pixels in place.
    mutating func change(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeMutableBufferPointer { body($0) }
    }

    /// The longest side of a picture, in pixels.
    package static let sideMax = 8192

    /// Blue, green, red and alpha of a pixel; those of the nearest one for one outside.
    package subscript(x: Int, y: Int) -> (blue: UInt8, green: UInt8, red: UInt8, alpha: UInt8) {
        let column = min(max(x, 0), width - 1)
        let row = min(max(y, 0), height - 1)
        let start = (row * width + column) * 4
        return (bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
    }
}
