#if FFmpeg
    import CFFmpeg
    import Pictures

    /// Decodes a camera's JPEG frames by libavcodec, one after the other.
    ///
    /// Ownership: one stream's work queue.
    package final class JPEGFrameDecoder {
        private var context: UnsafeMutablePointer<AVCodecContext>?
        private var packet: UnsafeMutablePointer<AVPacket>?
        private var frame: UnsafeMutablePointer<AVFrame>?

        /// - Returns: `nil` without libavcodec.
        package init?() {
            guard sori_avcodec_load() == nil, let codec = avcodec_find_decoder(AV_CODEC_ID_MJPEG)
            else { return nil }
            context = avcodec_alloc_context3(codec)
            packet = av_packet_alloc()
            frame = av_frame_alloc()
            guard let context, packet != nil, frame != nil else { return nil }
            context.pointee.thread_count = 1
            context.pointee.log_level_offset = 100
            let side = Int64(FramePixels.sideMax)
            context.pointee.max_pixels = side * side
            guard avcodec_open2(context, codec, nil) >= 0 else { return nil }
        }

        deinit {
            avcodec_free_context(&context)
            av_packet_free(&packet)
            av_frame_free(&frame)
        }

        /// - Returns: `nil` for a damaged frame.
        package func decode(_ file: [UInt8]) -> FramePixels? {
            guard let context, let packet, let frame, !file.isEmpty,
                file.count <= Picture.encodedByteCountMax,
                av_new_packet(packet, Int32(file.count)) == 0
            else { return nil }
            defer {
                av_packet_unref(packet)
                av_frame_unref(frame)
            }
            file.withUnsafeBytes {
                UnsafeMutableRawPointer(packet.pointee.data).copyMemory(
                    from: $0.baseAddress!, byteCount: $0.count)
            }
            guard avcodec_send_packet(context, packet) == 0,
                avcodec_receive_frame(context, frame) == 0
            else { return nil }
            return pixels(frame.pointee) ?? slowly(file)
        }

        /// The usual formats of cameras, of which every plane has a byte a sample.
        private func pixels(_ frame: AVFrame) -> FramePixels? {
            let (width, height) = (Int(frame.width), Int(frame.height))
            guard width > 0, height > 0, width <= FramePixels.sideMax,
                height <= FramePixels.sideMax,
                let shifts = Self.shifts(AVPixelFormat(rawValue: frame.format)),
                let luma = frame.data.0, let blue = frame.data.1, let red = frame.data.2,
                frame.linesize.0 >= frame.width
            else { return nil }
            func part(_ bytes: UnsafeMutablePointer<UInt8>, _ stride: Int32) -> LumaChroma.Part {
                LumaChroma.Part(bytes: UnsafePointer(bytes), stride: Int(stride), step: 1)
            }
            return LumaChroma(
                width: width, height: height, luma: part(luma, frame.linesize.0),
                blue: part(blue, frame.linesize.1), red: part(red, frame.linesize.2),
                columnShift: shifts.column, rowShift: shifts.row, isFullRange: true,
                matrix: .standard
            ).pixels
        }

        private static func shifts(_ format: AVPixelFormat) -> (column: Int, row: Int)? {
            switch format {
            case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUV420P: (1, 1)
            case AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUV422P: (1, 0)
            case AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUV444P: (0, 0)
            default: nil
            }
        }

        private func slowly(_ file: [UInt8]) -> FramePixels? {
            let side = FramePixels.sideMax
            return Picture(bytes: file).pixels(fittingWidth: side, height: side)
                .flatMap { FramePixels($0) }
        }
    }
#endif
