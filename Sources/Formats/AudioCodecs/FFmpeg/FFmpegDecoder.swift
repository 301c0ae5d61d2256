#if FFmpeg
    import AudioModel
    import CFFmpeg

    /// A packet decoder for the codings in `FFmpegCoding`, using libavcodec.
    ///
    /// Channels of AAC and Apple Lossless are in the order of the packets, as Apple's converters have
    /// them; others, and those of AAC that describes its channels itself, in that of WAVE.
    final class FFmpegDecoder: PacketDecoder {
        let rollPacketCount: Int64
        private(set) var brokenPacketCount = 0

        private let channelCount: Int
        private let format: StreamFormat
        private let codec: UnsafePointer<AVCodec>
        private let extraData: [UInt8]
        private let configuration: [UInt8]?
        /// For each output channel libavcodec's one, for the speakers of `orderedMask`.
        private var order: [Int]?
        private var orderedMask: UInt64?
        private var context: UnsafeMutablePointer<AVCodecContext>?
        private var packet: UnsafeMutablePointer<AVPacket>?
        private var frame: UnsafeMutablePointer<AVFrame>?
        private let frameMemory = FFmpegFrameMemory()

        /// Opens a decoder.
        ///
        /// - Parameter configuration: `AudioSpecificConfig`, Apple Lossless configuration, FLAC
        ///   stream information block or Opus identification header; nil for codings without one.
        /// - Returns: nil when libavcodec rejects the format.
        init?(_ format: StreamFormat, configuration: [UInt8]?) {
            guard let coding = FFmpegCoding.with(format.id),
                let codec = coding.decoder
            else { return nil }
            self.format = format
            self.codec = codec
            channelCount = Int(format.channelCount)
            rollPacketCount = coding.rollPacketCount
            self.configuration = configuration
            extraData = Self.extraData(format, configuration)
            packet = av_packet_alloc()
            frame = av_frame_alloc()
            context = opened()
            guard context != nil, packet != nil, frame != nil else {
                close()
                return nil
            }
        }

        private func opened() -> UnsafeMutablePointer<AVCodecContext>? {
            FFmpegContext.opened(codec, extraData: extraData) { context in
                context.sample_rate = Int32(clamping: Int(format.sampleRate))
                av_channel_layout_default(&context.ch_layout, Int32(format.channelCount))
                // Some codings differ only in these fields.
                context.block_align = Int32(clamping: format.bytesPerPacket)
                context.bits_per_coded_sample = Int32(clamping: format.bitsPerChannel)
                frameMemory.install(in: &context)
            }
        }

        deinit {
            close()
        }

        private func close() {
            avcodec_free_context(&context)
            av_packet_free(&packet)
            av_frame_free(&frame)
        }

        private static func extraData(
            _ format: StreamFormat, _ configuration: [UInt8]?
        ) -> [UInt8] {
            switch format.id {
            case .mpeg4AAC:
                let given = configuration ?? AudioSpecificConfiguration.bytes(of: format)
                // Signals explicitly that there is no SBR; otherwise the decoder would detect it
                // and output twice the format's number of frames.
                let stated = AudioSpecificConfiguration(given)
                let isSilent = stated?.channelConfiguration == 0 && stated?.signalsSBR == false
                return given.count == 2 || isSilent ? given + [0x56, 0xE5, 0x00] : given
            case .flac:
                return configuration.flatMap { FLACStreamInfo($0)?.bytes } ?? []
            case .appleLossless:
                // libavcodec wants the configuration in its box.
                guard let configuration else { return [] }
                return [0, 0, 0, 36] + "alac".utf8 + [0, 0, 0, 0] + configuration
            default: return configuration ?? []
            }
        }

        /// Reopens the decoder. Flushing would keep the window shape of the last packet, which is
        /// audible at the start of the next.
        func reset() {
            guard let fresh = opened() else {
                avcodec_flush_buffers(context)
                return
            }
            avcodec_free_context(&context)
            context = fresh
        }

        func decode(
            _ bytes: UnsafeRawBufferPointer, into samples: UnsafeMutablePointer<Float>,
            frameCount: Int
        ) -> Int {
            guard let packet, let frame, put(bytes, into: packet),
                avcodec_send_packet(context, packet) == 0
            else {
                brokenPacketCount += 1
                return 0
            }
            var done = 0
            while avcodec_receive_frame(context, frame) == 0 {
                let count = min(Int(frame.pointee.nb_samples), frameCount - done)
                if count > 0,
                    FFmpegSamples.copy(
                        frame, frameCount: count, into: samples + done * channelCount,
                        channelCount: channelCount, order: order(of: frame.pointee.ch_layout))
                {
                    done += count
                }
                av_frame_unref(frame)
            }
            return done
        }

        private func order(of layout: AVChannelLayout) -> [Int]? {
            guard channelCount > 2, layout.order == AV_CHANNEL_ORDER_NATIVE else { return nil }
            if orderedMask != layout.u.mask {
                orderedMask = layout.u.mask
                order = FFmpegChannelOrder.packetOrder(
                    format.id, configuration: configuration, layout)
            }
            return order
        }

        /// Copies bytes into the packet's buffer, which is reallocated only when it is too small or
        /// the decoder still references it.
        private func put(
            _ bytes: UnsafeRawBufferPointer, into packet: UnsafeMutablePointer<AVPacket>
        ) -> Bool {
            guard let start = bytes.baseAddress, !bytes.isEmpty,
                bytes.count <= Int(Int32.max) - Self.paddingByteCount
            else { return false }
            let needed = bytes.count + Self.paddingByteCount
            if let memory = packet.pointee.buf, memory.pointee.size >= needed,
                av_buffer_is_writable(memory) == 1
            {
                packet.pointee.data = memory.pointee.data
                packet.pointee.size = Int32(bytes.count)
            } else {
                av_packet_unref(packet)
                guard av_new_packet(packet, Int32(bytes.count)) == 0 else { return false }
            }
            let data = UnsafeMutableRawPointer(packet.pointee.data!)
            data.copyMemory(from: start, byteCount: bytes.count)
            // Decoders may read past the end, into the padding.
            (data + bytes.count).initializeMemory(
                as: UInt8.self, repeating: 0, count: Self.paddingByteCount)
            return true
        }

        private static let paddingByteCount = Int(AV_INPUT_BUFFER_PADDING_SIZE)
    }
#endif
