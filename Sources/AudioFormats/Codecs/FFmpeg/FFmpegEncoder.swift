#if FFmpeg
    import AudioModel
    import CFFmpeg
    import Synchronization

    /// Encodes AAC LC and Apple Lossless with libavcodec.
    final class FFmpegEncoder: PacketEncoder {
        let format: StreamFormat
        let magicCookie: [UInt8]?
        let primingFrames: Int

        private var context: UnsafeMutablePointer<AVCodecContext>?
        private var packet: UnsafeMutablePointer<AVPacket>?
        private var frames: FrameCollector
        private var isFinished = false

        static let codings: [FormatID] = [.mpeg4AAC, .appleLossless]

        /// Opens an encoder.
        ///
        /// - Returns: nil when libavcodec rejects the format.
        init?(_ wanted: StreamFormat, bitRate: Int?) {
            let isLossless = wanted.id == .appleLossless
            guard Self.codings.contains(wanted.id), (1...8).contains(wanted.channelCount),
                let rate = Int32(exactly: wanted.sampleRate), rate > 0,
                let codec = avcodec_find_encoder(
                    isLossless ? AV_CODEC_ID_ALAC : AV_CODEC_ID_AAC)
            else { return nil }
            var opened = avcodec_alloc_context3(codec)
            var packet = av_packet_alloc()
            guard let context = opened, packet != nil,
                Self.open(context, codec, wanted, rate, bitRate),
                let (found, cookie) = Self.result(context, wanted)
            else {
                avcodec_free_context(&opened)
                av_packet_free(&packet)
                return nil
            }
            self.context = context
            self.packet = packet
            format = found
            magicCookie = cookie
            primingFrames = Int(context.pointee.initial_padding)
            frames = FrameCollector(
                framesPerPacket: Int(context.pointee.frame_size),
                channelCount: Int(wanted.channelCount))
        }

        deinit {
            // The AAC encoder logs statistics when it is closed, ignoring its context's log level;
            // only the process-wide level suppresses them.
            Self.messages.withLock { _ in
                let level = av_log_get_level()
                av_log_set_level(AV_LOG_QUIET)
                avcodec_free_context(&context)
                av_log_set_level(level)
            }
            av_packet_free(&packet)
        }

        private static let messages = Mutex(())

        private static func open(
            _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>,
            _ wanted: StreamFormat, _ rate: Int32, _ bitRate: Int?
        ) -> Bool {
            let isLossless = wanted.id == .appleLossless
            context.pointee.sample_rate = rate
            av_channel_layout_default(&context.pointee.ch_layout, Int32(wanted.channelCount))
            if let loudspeakers = loudspeakers(of: wanted) {
                av_channel_layout_from_mask(&context.pointee.ch_layout, loudspeakers)
            }
            if isLossless {
                let isDeep = wanted.flags.rawValue == 3
                context.pointee.sample_fmt = isDeep ? AV_SAMPLE_FMT_S32P : AV_SAMPLE_FMT_S16P
                context.pointee.bits_per_raw_sample = isDeep ? 24 : 16
            } else {
                context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
                // Perceptual noise substitution is not deterministic: after a seek a file would
                // decode to different samples than in continuous playback.
                _ = av_opt_set_int(context.pointee.priv_data, "aac_pns", 0, 0)
            }
            if !isLossless {
                let usual = CodingProperties.defaultBitRate(
                    sampleRate: wanted.sampleRate, channelCount: wanted.channelCount)
                context.pointee.bit_rate = Int64(bitRate ?? Int(usual))
            }
            context.pointee.thread_count = 1
            context.pointee.log_level_offset = 100
            return avcodec_open2(context, codec, nil) >= 0 && context.pointee.frame_size > 0
        }

        /// The coding's channel mask for a channel count, where libavcodec's default differs.
        ///
        /// Source: ISO/IEC 14496-3, table 1.19; Apple Lossless reference, `ALACAudioTypes.h`.
        private static func loudspeakers(of wanted: StreamFormat) -> UInt64? {
            let isLossless = wanted.id == .appleLossless
            switch wanted.channelCount {
            case 3: return 0x7  // Left, right, centre instead of 2.1.
            case 7 where isLossless: return 0x13F  // Six plus back centre.
            case 8 where isLossless: return 0xFF  // Five in front, two behind.
            default: return nil
            }
        }

        private static func result(
            _ context: UnsafeMutablePointer<AVCodecContext>, _ wanted: StreamFormat
        ) -> (format: StreamFormat, cookie: [UInt8])? {
            guard let data = context.pointee.extradata else { return nil }
            let extra = Array(
                UnsafeBufferPointer(start: data, count: Int(context.pointee.extradata_size)))
            if wanted.id == .appleLossless {
                guard let configuration = ALACConfiguration(extra) else { return nil }
                return (configuration.format, configuration.completeBytes)
            }
            // For channel counts without a channel configuration libavcodec writes its own channel
            // order.
            guard let configuration = AudioSpecificConfiguration(extra),
                let format = configuration.formats.last, configuration.hasStandardChannels,
                format.channelCount == wanted.channelCount
            else { return nil }
            return (format, ElementaryStreamDescriptor.bytes(specificConfiguration: extra))
        }

        func encode(
            _ samples: UnsafePointer<Float>, frameCount: Int
        ) throws(FormatError) -> [[UInt8]] {
            guard !isFinished else { return [] }
            var packets: [[UInt8]] = []
            try frames.add(samples, frameCount: frameCount) { samples throws(FormatError) in
                try send(samples)
                packets += receive()
            }
            return packets
        }

        func finish() throws(FormatError) -> [[UInt8]] {
            guard !isFinished else { return [] }
            isFinished = true
            var packets: [[UInt8]] = []
            try frames.finish { samples throws(FormatError) in
                try send(samples)
                packets += receive()
            }
            // A nil frame drains the encoder.
            _ = avcodec_send_frame(context, nil)
            return packets + receive()
        }

        private func send(_ samples: UnsafePointer<Float>) throws(FormatError) {
            guard let context, var frame = av_frame_alloc() as UnsafeMutablePointer<AVFrame>? else {
                throw FormatError(.unsupportedCoding(format.codingName))
            }
            defer {
                var freed: UnsafeMutablePointer<AVFrame>? = frame
                av_frame_free(&freed)
            }
            frame.pointee.nb_samples = context.pointee.frame_size
            frame.pointee.format = context.pointee.sample_fmt.rawValue
            frame.pointee.sample_rate = context.pointee.sample_rate
            guard
                av_channel_layout_copy(&frame.pointee.ch_layout, &context.pointee.ch_layout) == 0,
                av_frame_get_buffer(frame, 0) == 0
            else { throw FormatError(.unsupportedCoding(format.codingName)) }
            fill(&frame, with: samples)
            guard avcodec_send_frame(context, frame) == 0 else {
                throw FormatError(.unsupportedCoding(format.codingName))
            }
        }

        private func fill(
            _ frame: inout UnsafeMutablePointer<AVFrame>, with samples: UnsafePointer<Float>
        ) {
            let channelCount = Int(format.channelCount)
            let frameCount = Int(frame.pointee.nb_samples)
            for channel in 0..<channelCount {
                guard let plane = frame.pointee.extended_data[channel] else { continue }
                let output = UnsafeMutableRawPointer(plane)
                for index in 0..<frameCount {
                    let sample = samples[index * channelCount + channel]
                    switch AVSampleFormat(rawValue: frame.pointee.format) {
                    case AV_SAMPLE_FMT_S16P:
                        output.storeBytes(
                            of: pcm16(sample), toByteOffset: 2 * index, as: Int16.self)
                    case AV_SAMPLE_FMT_S32P:
                        output.storeBytes(
                            of: pcm24(sample), toByteOffset: 4 * index, as: Int32.self)
                    default:
                        output.storeBytes(
                            of: sample.isFinite ? sample : 0, toByteOffset: 4 * index,
                            as: Float.self)
                    }
                }
            }
        }

        private func receive() -> [[UInt8]] {
            var packets: [[UInt8]] = []
            while let packet, avcodec_receive_packet(context, packet) == 0 {
                packets.append(
                    Array(
                        UnsafeBufferPointer(
                            start: packet.pointee.data, count: Int(packet.pointee.size))))
                av_packet_unref(packet)
            }
            return packets
        }
    }

    /// Converts a float sample to a 24-bit integer in the high bits of 32.
    private func pcm24(_ sample: Float) -> Int32 {
        guard sample == sample else { return 0 }
        let scaled = (Double(sample) * 0x1p23).rounded(.toNearestOrEven)
        return Int32(min(max(scaled, -0x1p23), 0x1p23 - 1)) << 8
    }
#endif
