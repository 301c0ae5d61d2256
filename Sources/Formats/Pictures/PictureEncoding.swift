#if FFmpeg
    import CFFmpeg
#endif

extension Pixels {
    /// The picture as a PNG file with alpha; without FFmpeg it is not compressed.
    ///
    /// - Returns: nil when it is too large for the encoder.
    package func pngBytes() -> [UInt8]? {
        #if FFmpeg
            if sori_avcodec_load() == nil { return PictureEncoder.png(self) }
        #endif
        return StoredPNG.bytes(of: self)
    }

    /// The picture as a JPEG file, on white.
    ///
    /// - Parameter quality: 0 for the smallest file to 1 for the best picture.
    /// - Returns: nil when it is too large for the encoder, and without FFmpeg.
    package func jpegBytes(quality: Double) -> [UInt8]? {
        #if FFmpeg
            return PictureEncoder.jpeg(self, quality: quality)
        #else
            return nil
        #endif
    }
}

#if FFmpeg
    /// Encodes pictures with libavcodec.
    enum PictureEncoder {
        static func png(_ pixels: Pixels) -> [UInt8]? {
            encoded(AV_CODEC_ID_PNG, AV_PIX_FMT_RGBA, pixels) { _ in
            } fill: { frame in
                let (width, stride) = (pixels.width, Int(frame.linesize.0))
                guard let data = frame.data.0 else { return }
                pixels.rgba.withUnsafeBufferPointer { rgba in
                    for y in 0..<pixels.height {
                        (data + y * stride).update(
                            from: rgba.baseAddress! + 4 * y * width, count: 4 * width)
                    }
                }
            }
        }

        static func jpeg(_ pixels: Pixels, quality: Double) -> [UInt8]? {
            let quality = quality.isFinite ? min(max(quality, 0), 1) : 1
            // The scale of the quantisation: 1 is the finest, 31 the coarsest.
            let scale = Int32((1 + (1 - quality) * 30).rounded())
            return encoded(AV_CODEC_ID_MJPEG, AV_PIX_FMT_YUVJ444P, pixels) { context in
                context.color_range = AVCOL_RANGE_JPEG
                context.flags |= AV_CODEC_FLAG_QSCALE
                context.qmin = 1
                context.qmax = 31
                context.global_quality = scale * FF_QP2LAMBDA
            } fill: { frame in
                frame.quality = scale * FF_QP2LAMBDA
                frame.color_range = AVCOL_RANGE_JPEG
                fillPlanes(of: frame, with: pixels)
            }
        }

        /// Source: ITU-T T.871, 7.
        private static func fillPlanes(of frame: AVFrame, with pixels: Pixels) {
            guard let luma = frame.data.0, let blue = frame.data.1, let red = frame.data.2 else {
                return
            }
            func byte(_ value: Int) -> UInt8 { UInt8(min(max((value + 32768) >> 16, 0), 255)) }
            for y in 0..<pixels.height {
                for x in 0..<pixels.width {
                    let at = 4 * (y * pixels.width + x)
                    let alpha = Int(pixels.rgba[at + 3])
                    func onWhite(_ channel: Int) -> Int {
                        (Int(pixels.rgba[at + channel]) * alpha + 255 * (255 - alpha) + 127) / 255
                    }
                    let (r, g, b) = (onWhite(0), onWhite(1), onWhite(2))
                    luma[y * Int(frame.linesize.0) + x] = byte(19595 * r + 38470 * g + 7471 * b)
                    blue[y * Int(frame.linesize.1) + x] = byte(
                        -11059 * r - 21709 * g + 32768 * b + 128 << 16)
                    red[y * Int(frame.linesize.2) + x] = byte(
                        32768 * r - 27439 * g - 5329 * b + 128 << 16)
                }
            }
        }

        private static func encoded(
            _ id: AVCodecID, _ format: AVPixelFormat, _ pixels: Pixels,
            prepare: (inout AVCodecContext) -> Void, fill: (inout AVFrame) -> Void
        ) -> [UInt8]? {
            guard let codec = avcodec_find_encoder(id), let width = Int32(exactly: pixels.width),
                let height = Int32(exactly: pixels.height)
            else { return nil }
            var context = avcodec_alloc_context3(codec)
            var packet = av_packet_alloc()
            var frame = av_frame_alloc()
            defer {
                avcodec_free_context(&context)
                av_packet_free(&packet)
                av_frame_free(&frame)
            }
            guard let context, let packet, let frame else { return nil }
            context.pointee.width = width
            context.pointee.height = height
            context.pointee.pix_fmt = format
            context.pointee.time_base = AVRational(num: 1, den: 25)
            context.pointee.thread_count = 1
            context.pointee.log_level_offset = 100
            prepare(&context.pointee)
            guard avcodec_open2(context, codec, nil) >= 0 else { return nil }
            frame.pointee.width = width
            frame.pointee.height = height
            frame.pointee.format = format.rawValue
            guard av_frame_get_buffer(frame, 0) >= 0 else { return nil }
            fill(&frame.pointee)
            guard avcodec_send_frame(context, frame) == 0,
                avcodec_send_frame(context, nil) == 0,
                avcodec_receive_packet(context, packet) == 0
            else { return nil }
            return Array(
                UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
        }
    }
#endif
