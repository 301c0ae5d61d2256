/// How a machine's camera codes its frames.
package enum FrameCoding: Hashable, Sendable, CaseIterable {
    case bgrx, bgra, rgbx, rgba, rgb, bgr
    /// Luma and chroma of BT.601 or BT.709: in two planes, in three, and packed.
    case nv12, i420, yuy2
    /// A JPEG file for each frame.
    case mjpg
}

/// A frame as a camera gives it.
package struct CodedFrame: Sendable {
    package struct Plane: Sendable {
        package var bytes: [UInt8]
        /// Bytes from a row to the next.
        package var stride: Int

        package init(bytes: [UInt8], stride: Int) {
            self.bytes = bytes
            self.stride = stride
        }
    }

    package var coding: FrameCoding
    package var width: Int
    package var height: Int
    package var isFullRange: Bool
    /// `nil` for the usual one of the size.
    package var matrix: FrameMatrix?
    package var planes: [Plane]

    package init(
        _ coding: FrameCoding, width: Int, height: Int, isFullRange: Bool = false,
        matrix: FrameMatrix? = nil, planes: [Plane]
    ) {
        self.coding = coding
        self.width = width
        self.height = height
        self.isFullRange = isFullRange
        self.matrix = matrix
        self.planes = planes
    }

    /// Decodes a frame of any coding but JPEG, which a `JPEGFrameDecoder` decodes.
    ///
    /// - Returns: `nil` for a frame with too few bytes, and for a JPEG file.
    package func decoded() -> FramePixels? {
        guard width > 0, height > 0, width <= FramePixels.sideMax, height <= FramePixels.sideMax
        else { return nil }
        switch coding {
        case .bgrx: return packed(pixelBytes: 4, blue: 0, red: 2, alpha: nil)
        case .bgra: return packed(pixelBytes: 4, blue: 0, red: 2, alpha: 3)
        case .rgbx: return packed(pixelBytes: 4, blue: 2, red: 0, alpha: nil)
        case .rgba: return packed(pixelBytes: 4, blue: 2, red: 0, alpha: 3)
        case .rgb: return packed(pixelBytes: 3, blue: 2, red: 0, alpha: nil)
        case .bgr: return packed(pixelBytes: 3, blue: 0, red: 2, alpha: nil)
        case .nv12:
            return planar(
                chroma: [(1, 0), (1, 1)], lumaStep: 1, chromaStep: 2, rowShift: 1)
        case .i420:
            return planar(
                chroma: [(1, 0), (2, 0)], lumaStep: 1, chromaStep: 1, rowShift: 1)
        case .yuy2:
            return planar(
                chroma: [(0, 1), (0, 3)], lumaStep: 2, chromaStep: 4, rowShift: 0)
        case .mjpg: return nil
        }
    }

    /// Whether a plane has all rows of a length in bytes.
    private func has(_ plane: Int, rows: Int, rowBytes: Int) -> Bool {
        guard planes.indices.contains(plane) else { return false }
        let (stride, count) = (planes[plane].stride, planes[plane].bytes.count)
        guard stride >= rowBytes else { return false }
        let (before, overflows) = stride.multipliedReportingOverflow(by: rows - 1)
        return !overflows && count >= rowBytes && before <= count - rowBytes
    }

    private func packed(pixelBytes: Int, blue: Int, red: Int, alpha: Int?) -> FramePixels? {
        guard has(0, rows: height, rowBytes: width * pixelBytes) else { return nil }
        let (stride, width, height) = (planes[0].stride, width, height)
        return planes[0].bytes.withUnsafeBufferPointer { source in
            let result = [UInt8](unsafeUninitializedCapacity: width * height * 4) {
                target, initialized in
                for y in 0..<height {
                    var (from, to) = (y * stride, y * width * 4)
                    for _ in 0..<width {
                        target[to] = source[from + blue]
                        target[to + 1] = source[from + 1]
                        target[to + 2] = source[from + red]
                        target[to + 3] = alpha.map { source[from + $0] } ?? 255
                        from += pixelBytes
                        to += 4
                    }
                }
                initialized = width * height * 4
            }
            return FramePixels(unchecked: width, height, result)
        }
    }

    /// - Parameters:
    ///   - chroma: The planes of the blue and the red difference, and their first bytes.
    ///   - lumaStep: Bytes from one pixel's luma to the next.
    ///   - rowShift: 1 when two rows share a row of chroma.
    private func planar(
        chroma: [(plane: Int, offset: Int)], lumaStep: Int, chromaStep: Int, rowShift: Int
    ) -> FramePixels? {
        let halfWidth = (width + 1) / 2
        guard has(0, rows: height, rowBytes: (width - 1) * lumaStep + 1) else { return nil }
        for place in chroma {
            let rows = (height + (1 << rowShift) - 1) >> rowShift
            let rowBytes = place.offset + (halfWidth - 1) * chromaStep + 1
            guard has(place.plane, rows: rows, rowBytes: rowBytes) else { return nil }
        }
        func part(_ plane: Int, _ offset: Int, _ step: Int, _ base: UnsafePointer<UInt8>)
            -> LumaChroma.Part
        {
            LumaChroma.Part(bytes: base + offset, stride: planes[plane].stride, step: step)
        }
        return planes[0].bytes.withUnsafeBufferPointer { luma in
            planes[chroma[0].plane].bytes.withUnsafeBufferPointer { blue in
                planes[chroma[1].plane].bytes.withUnsafeBufferPointer { red in
                    LumaChroma(
                        width: width, height: height,
                        luma: part(0, 0, lumaStep, luma.baseAddress!),
                        blue: part(
                            chroma[0].plane, chroma[0].offset, chromaStep, blue.baseAddress!),
                        red: part(chroma[1].plane, chroma[1].offset, chromaStep, red.baseAddress!),
                        columnShift: 1, rowShift: rowShift, isFullRange: isFullRange,
                        matrix: matrix ?? FrameMatrix(width: width, height: height)
                    ).pixels
                }
            }
        }
    }
}
