#if FFmpeg
    import CFFmpeg

    /// The rows of a decoded frame as red, green, blue and alpha, from any of libavcodec's pixel
    /// formats with components of at most 16 bits.
    ///
    /// Source: libavutil's pixel format descriptors; ITU-R BT.601, 2.5; ITU-T T.871, 7.
    struct FrameRows {
        let width: Int
        let height: Int
        private let frame: UnsafeMutablePointer<AVFrame>
        private let kind: Kind
        private let components: [Component]
        private let isFullRange: Bool

        private enum Kind {
            case gray, rgb, yuv, palette, bits(isWhiteZero: Bool)
        }

        /// Where the samples of one component are.
        private struct Component {
            var data: UnsafePointer<UInt8>
            var stride: Int
            var step: Int
            var offset: Int
            var shift: Int
            var depth: Int
            var isBigEndian: Bool
            /// The powers of two by which there are fewer columns and rows.
            var columnShift = 0
            var rowShift = 0

            /// The sample, scaled to 8 bits.
            @inline(__always)
            func sample(_ x: Int, in row: UnsafePointer<UInt8>) -> Int {
                let at = row + (x >> columnShift) * step + offset
                guard depth != 8 || shift != 0 else { return Int(at[0]) }
                let first = Int(at[0])
                let word: Int
                if depth + shift <= 8 {
                    word = first
                } else {
                    word = isBigEndian ? first << 8 | Int(at[1]) : first | Int(at[1]) << 8
                }
                let value = word >> shift & ((1 << depth) - 1)
                let most = (1 << depth) - 1
                return depth == 8 ? value : (value * 255 + most / 2) / most
            }

            func row(_ y: Int) -> UnsafePointer<UInt8> { data + (y >> rowShift) * stride }
        }

        /// - Returns: nil for a format that is not understood.
        init?(_ frame: UnsafeMutablePointer<AVFrame>) {
            let format = AVPixelFormat(rawValue: frame.pointee.format)
            guard let descriptor = av_pix_fmt_desc_get(format), frame.pointee.width > 0,
                frame.pointee.height > 0
            else { return nil }
            self.frame = frame
            width = Int(frame.pointee.width)
            height = Int(frame.pointee.height)
            let flags = descriptor.pointee.flags
            func has(_ flag: Int32) -> Bool { flags & UInt64(flag) != 0 }
            guard !has(AV_PIX_FMT_FLAG_HWACCEL), !has(AV_PIX_FMT_FLAG_FLOAT),
                let components = Self.components(of: frame, descriptor)
            else { return nil }
            if has(AV_PIX_FMT_FLAG_BITSTREAM) {
                guard format == AV_PIX_FMT_MONOWHITE || format == AV_PIX_FMT_MONOBLACK else {
                    return nil
                }
                kind = .bits(isWhiteZero: format == AV_PIX_FMT_MONOWHITE)
            } else if has(AV_PIX_FMT_FLAG_PAL) {
                guard frame.pointee.data.1 != nil else { return nil }
                kind = .palette
            } else if has(AV_PIX_FMT_FLAG_RGB) {
                guard components.count >= 3 else { return nil }
                kind = .rgb
            } else {
                kind = components.count >= 3 ? .yuv : .gray
            }
            self.components = components
            let isJPEGFormat = [
                AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P,
                AV_PIX_FMT_YUVJ411P,
            ].contains(format)
            isFullRange = isJPEGFormat || frame.pointee.color_range == AVCOL_RANGE_JPEG
        }

        private static func components(
            of frame: UnsafeMutablePointer<AVFrame>,
            _ descriptor: UnsafePointer<AVPixFmtDescriptor>
        ) -> [Component]? {
            let (planes, strides) = (frame.pointee.data, frame.pointee.linesize)
            let all = descriptor.pointee.comp
            let isBigEndian = descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_BE) != 0
            let isRGB = descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
            var components: [Component] = []
            for (index, part) in [all.0, all.1, all.2, all.3].enumerated()
            where index < Int(descriptor.pointee.nb_components) {
                let plane = [planes.0, planes.1, planes.2, planes.3]
                let stride = [strides.0, strides.1, strides.2, strides.3]
                guard plane.indices.contains(Int(part.plane)), let data = plane[Int(part.plane)],
                    (1...16).contains(part.depth)
                else { return nil }
                let isChroma =
                    !isRGB && (index == 1 || index == 2)
                    && descriptor.pointee.nb_components >= 3
                components.append(
                    Component(
                        data: UnsafePointer(data), stride: Int(stride[Int(part.plane)]),
                        step: Int(part.step), offset: Int(part.offset), shift: Int(part.shift),
                        depth: Int(part.depth), isBigEndian: isBigEndian,
                        columnShift: isChroma ? Int(descriptor.pointee.log2_chroma_w) : 0,
                        rowShift: isChroma ? Int(descriptor.pointee.log2_chroma_h) : 0))
            }
            return components.isEmpty ? nil : components
        }

        /// Writes one row, four bytes a pixel.
        func read(_ y: Int, into row: inout [UInt8]) {
            precondition(y >= 0 && y < height && row.count >= 4 * width, "the row must fit")
            row.withUnsafeMutableBufferPointer { row in
                switch kind {
                case .bits(let isWhiteZero): readBits(y, isWhiteZero, into: row)
                case .palette: readPalette(y, into: row)
                case .gray: readGray(y, into: row)
                case .rgb: readRGB(y, into: row)
                case .yuv: readYUV(y, into: row)
                }
            }
        }

        private func readBits(
            _ y: Int, _ isWhiteZero: Bool, into row: UnsafeMutableBufferPointer<UInt8>
        ) {
            let bits = components[0].row(y)
            for x in 0..<width {
                let isSet = bits[x >> 3] >> UInt8(7 - x & 7) & 1 == 1
                let value: UInt8 = isSet != isWhiteZero ? 255 : 0
                for channel in 0..<3 { row[4 * x + channel] = value }
                row[4 * x + 3] = 255
            }
        }

        private func readPalette(_ y: Int, into row: UnsafeMutableBufferPointer<UInt8>) {
            guard let palette = frame.pointee.data.1 else { return }
            let indices = components[0].row(y)
            for x in 0..<width {
                // 256 entries of 32 bits in the machine's order, alpha in the highest byte.
                let colour = UnsafeRawPointer(palette).loadUnaligned(
                    fromByteOffset: 4 * Int(indices[x]), as: UInt32.self)
                row[4 * x] = UInt8(truncatingIfNeeded: colour >> 16)
                row[4 * x + 1] = UInt8(truncatingIfNeeded: colour >> 8)
                row[4 * x + 2] = UInt8(truncatingIfNeeded: colour)
                row[4 * x + 3] = UInt8(truncatingIfNeeded: colour >> 24)
            }
        }

        private func readGray(_ y: Int, into row: UnsafeMutableBufferPointer<UInt8>) {
            let gray = components[0]
            let line = gray.row(y)
            for x in 0..<width {
                let value = UInt8(truncatingIfNeeded: gray.sample(x, in: line))
                for channel in 0..<3 { row[4 * x + channel] = value }
                row[4 * x + 3] = 255
            }
            if components.count == 2 { readAlpha(components[1], y, into: row) }
        }

        private func readRGB(_ y: Int, into row: UnsafeMutableBufferPointer<UInt8>) {
            for channel in 0..<3 {
                let component = components[channel]
                let line = component.row(y)
                for x in 0..<width {
                    row[4 * x + channel] = UInt8(
                        truncatingIfNeeded: component.sample(x, in: line))
                }
            }
            finishAlpha(y, into: row)
        }

        private func readYUV(_ y: Int, into row: UnsafeMutableBufferPointer<UInt8>) {
            let (luma, blue, red) = (components[0], components[1], components[2])
            let (lumaRow, blueRow, redRow) = (luma.row(y), blue.row(y), red.row(y))
            // Factors times 65,536: of luma, of red in red, of blue and red in green, of blue.
            let (floor, scale, redRed, greenBlue, greenRed, blueBlue) =
                isFullRange
                ? (0, 65536, 91881, 22554, 46802, 116130)
                : (16, 76309, 104597, 25675, 53279, 132201)
            func byte(_ value: Int) -> UInt8 { UInt8(min(max((value + 32768) >> 16, 0), 255)) }
            for x in 0..<width {
                let light = (luma.sample(x, in: lumaRow) - floor) * scale
                let u = blue.sample(x, in: blueRow) - 128
                let v = red.sample(x, in: redRow) - 128
                row[4 * x] = byte(light + v * redRed)
                row[4 * x + 1] = byte(light - u * greenBlue - v * greenRed)
                row[4 * x + 2] = byte(light + u * blueBlue)
            }
            finishAlpha(y, into: row)
        }

        private func finishAlpha(_ y: Int, into row: UnsafeMutableBufferPointer<UInt8>) {
            if components.count == 4 {
                readAlpha(components[3], y, into: row)
            } else {
                for x in 0..<width { row[4 * x + 3] = 255 }
            }
        }

        private func readAlpha(
            _ alpha: Component, _ y: Int, into row: UnsafeMutableBufferPointer<UInt8>
        ) {
            let line = alpha.row(y)
            for x in 0..<width {
                row[4 * x + 3] = UInt8(truncatingIfNeeded: alpha.sample(x, in: line))
            }
        }
    }
#endif
