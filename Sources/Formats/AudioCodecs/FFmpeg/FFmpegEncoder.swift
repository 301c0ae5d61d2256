#if FFmpeg
    import AudioModel
    import CFFmpeg
    import ChannelLayouts
    import Synchronization

    /// Encodes AAC LC, Apple Lossless, FLAC, Opus, AC-3 and MPEG layers 2 and 3 with libavcodec.
    final class FFmpegEncoder: PacketEncoder {
        let format: StreamFormat
        private(set) var magicCookie: [UInt8]?
        let primingFrames: Int

        private var context: UnsafeMutablePointer<AVCodecContext>?
        private var packet: UnsafeMutablePointer<AVPacket>?
        private var frames: FrameCollector
        private var isFinished = false
        /// For each of libavcodec's channels the input's.
        private let sources: [Int]

        /// Opens an encoder.
        ///
        /// - Parameter layout: The channels of the input, in the order of the packets.
        /// - Returns: nil when libavcodec rejects the format.
        init?(
            _ coding: FFmpegEncoding, _ wanted: StreamFormat, bitRate: Int?,
            layout: ChannelLayout?
        ) {
            guard let codec = coding.encoder, coding.takes(wanted) else { return nil }
            var opened = avcodec_alloc_context3(codec)
            var packet = av_packet_alloc()
            guard let context = opened, packet != nil,
                coding.open(context, codec, wanted, bitRate: bitRate),
                let (found, cookie) = coding.result(context, wanted, layout)
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
            let channels = 0..<Int(wanted.channelCount)
            let order = FFmpegChannelOrder.packetOrder(
                wanted.id, configuration: nil, context.pointee.ch_layout)
            sources =
                order.map { order in channels.map { order.firstIndex(of: $0) ?? $0 } }
                ?? Array(channels)
            frames = FrameCollector(
                framesPerPacket: Int(context.pointee.frame_size),
                channelCount: Int(wanted.channelCount), padsLast: !coding.takesShortEnd)
        }

        deinit {
            // The AAC encoder logs statistics when it is closed, ignoring its context's log level;
            // only the process-wide level suppresses them.
            Self.logLevel.withLock { logLevel in
                let former = logLevel.value
                logLevel.value = AV_LOG_QUIET
                avcodec_free_context(&context)
                logLevel.value = former
            }
            av_packet_free(&packet)
        }

        /// libavutil's log level, which is a variable of the C library.
        private struct LogLevel {
            var value: Int32 {
                get { av_log_get_level() }
                nonmutating set { av_log_set_level(newValue) }
            }
        }

        private static let logLevel = Mutex(LogLevel())

        func encode(
            _ samples: UnsafePointer<Float>, frameCount: Int
        ) throws(FormatError) -> [[UInt8]] {
            guard !isFinished else { return [] }
            var packets: [[UInt8]] = []
            try frames.add(samples, frameCount: frameCount) { samples, count throws(FormatError) in
                try send(samples, frameCount: count)
                packets += receive()
            }
            return packets
        }

        func finish() throws(FormatError) -> [[UInt8]] {
            guard !isFinished else { return [] }
            var packets = try encode(
                [Float](repeating: 0, count: delayedFrames * Int(format.channelCount)),
                frameCount: delayedFrames)
            isFinished = true
            try frames.finish { samples, count throws(FormatError) in
                try send(samples, frameCount: count)
                packets += receive()
            }
            // A nil frame drains the encoder.
            _ = avcodec_send_frame(context, nil)
            return packets + receive()
        }

        /// The number of frames that the encoder still has after the last frame that it is given: those
        /// of MPEG layer 2 and AC-3 must be given as many further ones, others give the rest when
        /// they are drained.
        private var delayedFrames: Int {
            guard let codec = context?.pointee.codec else { return 0 }
            return codec.pointee.capabilities & AV_CODEC_CAP_DELAY == 0 ? primingFrames : 0
        }

        private func send(
            _ samples: UnsafePointer<Float>, frameCount: Int
        ) throws(FormatError) {
            guard let context, var frame = av_frame_alloc() as UnsafeMutablePointer<AVFrame>? else {
                throw FormatError(.unsupportedCoding(format.codingName))
            }
            defer {
                var freed: UnsafeMutablePointer<AVFrame>? = frame
                av_frame_free(&freed)
            }
            frame.pointee.nb_samples = Int32(frameCount)
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
            let sampleFormat = AVSampleFormat(rawValue: frame.pointee.format)
            let isPlanar = av_sample_fmt_is_planar(sampleFormat) == 1
            let stride = isPlanar ? 1 : channelCount
            for channel in 0..<channelCount {
                guard let plane = frame.pointee.extended_data[isPlanar ? channel : 0] else {
                    continue
                }
                let source = sources[channel]
                let output = UnsafeMutableRawPointer(plane)
                for index in 0..<frameCount {
                    let sample = samples[index * channelCount + source]
                    let place = index * stride + (isPlanar ? 0 : channel)
                    switch sampleFormat {
                    case AV_SAMPLE_FMT_S16P, AV_SAMPLE_FMT_S16:
                        output.storeBytes(
                            of: pcm16(sample), toByteOffset: 2 * place, as: Int16.self)
                    case AV_SAMPLE_FMT_S32P, AV_SAMPLE_FMT_S32:
                        output.storeBytes(
                            of: pcm24(sample), toByteOffset: 4 * place, as: Int32.self)
                    default:
                        output.storeBytes(
                            of: sample.isFinite ? sample : 0, toByteOffset: 4 * place,
                            as: Float.self)
                    }
                }
            }
        }

        private func receive() -> [[UInt8]] {
            var packets: [[UInt8]] = []
            while let packet, avcodec_receive_packet(context, packet) == 0 {
                takeFinalHeader(of: packet)
                // The packet that carries the final header can have no bytes.
                if packet.pointee.size > 0 {
                    packets.append(
                        Array(
                            UnsafeBufferPointer(
                                start: packet.pointee.data, count: Int(packet.pointee.size))))
                }
                av_packet_unref(packet)
            }
            return packets
        }

        /// Takes FLAC's stream information block, which has a checksum of all samples at the end.
        private func takeFinalHeader(of packet: UnsafeMutablePointer<AVPacket>) {
            guard format.id == .flac, let sideData = packet.pointee.side_data else { return }
            for index in 0..<Int(packet.pointee.side_data_elems) {
                let entry = sideData[index]
                guard entry.type == AV_PKT_DATA_NEW_EXTRADATA, let data = entry.data else {
                    continue
                }
                let bytes = Array(UnsafeBufferPointer(start: data, count: Int(entry.size)))
                if let information = FLACStreamInfo(bytes) { magicCookie = information.magicCookie }
            }
        }
    }

    /// Converts a float sample to a 24-bit integer in the high bits of 32.
    private func pcm24(_ sample: Float) -> Int32 {
        guard sample == sample else { return 0 }
        let scaled = (Double(sample) * 0x1p23).rounded(.toNearestOrEven)
        return Int32(min(max(scaled, -0x1p23), 0x1p23 - 1)) << 8
    }
#endif
