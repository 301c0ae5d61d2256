#if FFmpeg
    import CFFmpeg

    /// Decodes a picture with libavcodec, in bounded memory.
    struct PictureDecoder {
        private let picture: Picture
        private let header: PictureHeader
        private let width: Int
        private let height: Int

        /// - Returns: nil for anything that is no picture, or has a header that claims what its bytes
        ///   cannot hold.
        init?(_ picture: Picture) {
            guard picture.bytes.count <= Picture.encodedByteCountMax,
                let header = PictureHeader(picture.bytes), header.size != nil,
                let width = header.storedWidth, let height = header.storedHeight,
                width <= Self.sideMax, height <= Self.sideMax
            else { return nil }
            self.picture = picture
            self.header = header
            self.width = width
            self.height = height
            let pixelsMax = picture.bytes.count.multipliedReportingOverflow(by: pixelsPerByteMax)
            guard pixelsMax.overflow || width * height <= pixelsMax.partialValue,
                header.type != "jpg" || scanCount <= Self.scansMax
            else { return nil }
        }

        /// Most columns or rows.
        private static let sideMax = 1 << 20
        /// Most scans of a JPEG file; usual ones have ten. Each costs the time of a picture.
        private static let scansMax = 64
        /// The largest power of two by which the JPEG decoder makes a picture smaller.
        private static let reductionMax = 3

        /// Most columns or rows that a decoder allocates beyond a picture's.
        private static let blockMax = 128

        /// Keeps messages about damaged pictures from the process's terminal, unless the app has
        /// chosen a level: some do not heed their context's level.
        private static let silencesMessages: Bool = {
            guard av_log_get_level() == AV_LOG_INFO else { return false }
            av_log_set_level(AV_LOG_QUIET)
            return true
        }()

        /// The most pixels that the coding can express in a byte.
        private var pixelsPerByteMax: Int {
            switch header.type {
            case "png": 8 * 1032  // Deflate's largest ratio, with a bit a pixel.
            case "jpg": 4096  // Two bits for a block whose samples stand for up to 16 pixels each.
            case "gif", "bmp": 4096  // A code of up to 12 bits for a run.
            default: Int.max  // WebP's lossless coding has runs without bits.
            }
        }

        private var scanCount: Int {
            var count = 0
            for index in picture.bytes.indices.dropLast()
            where picture.bytes[index] == 0xFF && picture.bytes[index + 1] == 0xDA {
                count += 1
            }
            return count
        }

        private var codec: UnsafePointer<AVCodec>? {
            switch header.type {
            case "png": avcodec_find_decoder(AV_CODEC_ID_PNG)
            case "jpg": avcodec_find_decoder(AV_CODEC_ID_MJPEG)
            case "gif": avcodec_find_decoder(AV_CODEC_ID_GIF)
            case "webp": avcodec_find_decoder(AV_CODEC_ID_WEBP)
            case "bmp": avcodec_find_decoder(AV_CODEC_ID_BMP)
            default: nil
            }
        }

        func pixels(
            fittingWidth wantedWidth: Int, height wantedHeight: Int, isTurned: Bool
        ) -> Pixels? {
            guard let codec else { return nil }
            let swapsSides = isTurned && header.orientation.swapsSides
            let target = fitted(
                width: width, height: height, intoWidth: swapsSides ? wantedHeight : wantedWidth,
                height: swapsSides ? wantedWidth : wantedHeight)
            guard let reduction = reduction(codec, for: target) else { return nil }
            var frame = av_frame_alloc()
            defer { av_frame_free(&frame) }
            guard let frame, decode(with: codec, reduction, into: frame),
                let rows = FrameRows(frame)
            else { return nil }
            let pixels = scaled(rows, to: target)
            return isTurned ? pixels?.turned(by: header.orientation) : pixels
        }

        /// The power of two by which to decode smaller; nil when the picture is too large anyway.
        private func reduction(
            _ codec: UnsafePointer<AVCodec>, for target: (width: Int, height: Int)
        ) -> Int? {
            let most = min(Int(codec.pointee.max_lowres), Self.reductionMax)
            var reduction = 0
            while reduction < most, width >> (reduction + 1) >= target.width,
                height >> (reduction + 1) >= target.height
            {
                reduction += 1
            }
            // Coefficients of 16 bits are kept at the full size.
            let coefficients = header.isProgressive ? width * height * 6 : 0
            while true {
                let count = (width >> reduction) * (height >> reduction)
                let byteCount = count * header.decodedBitsPerPixel / 8 + coefficients
                if byteCount <= Picture.decodedByteCountMax { return reduction }
                guard reduction < most else { return nil }
                reduction += 1
            }
        }

        private func decode(
            with codec: UnsafePointer<AVCodec>, _ reduction: Int,
            into frame: UnsafeMutablePointer<AVFrame>
        ) -> Bool {
            var context = avcodec_alloc_context3(codec)
            var packet = av_packet_alloc()
            defer {
                avcodec_free_context(&context)
                av_packet_free(&packet)
            }
            guard let context, let packet else { return false }
            context.pointee.thread_count = 1
            context.pointee.log_level_offset = 100
            context.pointee.lowres = Int32(reduction)
            // The decoder may find another size than the header's; it allocates whole blocks.
            context.pointee.max_pixels = Int64((width + Self.blockMax) * (height + Self.blockMax))
            _ = Self.silencesMessages
            guard avcodec_open2(context, codec, nil) >= 0,
                av_new_packet(packet, Int32(picture.bytes.count)) == 0
            else { return false }
            picture.bytes.withUnsafeBytes {
                UnsafeMutableRawPointer(packet.pointee.data).copyMemory(
                    from: $0.baseAddress!, byteCount: $0.count)
            }
            guard avcodec_send_packet(context, packet) == 0 else { return false }
            if avcodec_receive_frame(context, frame) == 0 { return true }
            // Without a further packet the decoder gives the frame that it holds back.
            return avcodec_send_packet(context, nil) == 0
                && avcodec_receive_frame(context, frame) == 0
        }

        private func scaled(_ rows: FrameRows, to target: (width: Int, height: Int)) -> Pixels? {
            var row = [UInt8](repeating: 255, count: 4 * rows.width)
            if (rows.width, rows.height) == target {
                var rgba: [UInt8] = []
                rgba.reserveCapacity(4 * rows.width * rows.height)
                for y in 0..<rows.height {
                    rows.read(y, into: &row)
                    rgba += row
                }
                return Pixels(width: rows.width, height: rows.height, rgba: rgba)
            }
            var scaler = AreaScaler(
                fromWidth: rows.width, height: rows.height,
                toWidth: min(target.width, rows.width), height: min(target.height, rows.height))
            for y in 0..<rows.height {
                rows.read(y, into: &row)
                scaler.add(row[...])
            }
            return scaler.pixels
        }
    }
#endif
