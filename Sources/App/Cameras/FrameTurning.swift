extension FramePixels {
    /// The picture after quarter turns clockwise; negative ones turn the other way.
    package func turned(by quarterTurns: Int) -> FramePixels {
        switch ((quarterTurns % 4) + 4) % 4 {
        case 1: moved(toWidth: height, height: width, from: (height - 1) * width, -width, 1)
        case 2: moved(toWidth: width, height: height, from: height * width - 1, -1, -width)
        case 3: moved(toWidth: height, height: width, from: width - 1, width, -1)
        default: self
        }
    }

    /// The picture with left and right exchanged.
    package func mirrored() -> FramePixels {
        moved(toWidth: width, height: height, from: width - 1, -1, width)
    }

    /// The quarter turns clockwise that an angle in degrees means, or `nil` for another angle.
    package static func quarterTurns(ofDegrees degrees: Double) -> Int? {
        [0: 0, 90: 1, 180: 2, 270: 3][degrees]
    }

    /// Pixels from places in this picture that begin at one, and go on by one step for each column
    /// and another for each row.
    private func moved(
        toWidth newWidth: Int, height newHeight: Int, from start: Int, _ columnStep: Int,
        _ rowStep: Int
    ) -> FramePixels {
        let side = 32  // Pixels of a tile: its rows and its columns stay in the cache.
        let count = newWidth * newHeight
        return bytes.withUnsafeBytes { source in
            let result = [UInt8](unsafeUninitializedCapacity: count * 4) { target, initialized in
                let (from, to) = (source.baseAddress!, UnsafeMutableRawPointer(target.baseAddress!))
                for top in stride(from: 0, to: newHeight, by: side) {
                    for left in stride(from: 0, to: newWidth, by: side) {
                        for y in top..<min(top + side, newHeight) {
                            var place = start + y * rowStep + left * columnStep
                            for x in left..<min(left + side, newWidth) {
                                let pixel = from.loadUnaligned(
                                    fromByteOffset: place * 4, as: UInt32.self)
                                to.storeBytes(
                                    of: pixel, toByteOffset: (y * newWidth + x) * 4,
                                    as: UInt32.self)
                                place += columnStep
                            }
                        }
                    }
                }
                initialized = count * 4
            }
            return FramePixels(unchecked: newWidth, newHeight, result)
        }
    }
}
