#if FFmpeg
    import CFFmpeg

    /// A sound encoded by one of libavcodec's encoders, as a file without a container: MP3, or FLAC
    /// with its stream marker.
    struct FFmpegStream {
        private(set) var fileBytes: [UInt8] = []

        /// - Returns: `nil` if this libavcodec has no such encoder, or if encoding fails.
        init?(coding sound: BenchSound, with name: String) {
            guard let codec = avcodec_find_encoder_by_name(name) else { return nil }
            var context = avcodec_alloc_context3(codec)
            var frame = av_frame_alloc()
            var packet = av_packet_alloc()
            defer {
                avcodec_free_context(&context)
                av_frame_free(&frame)
                av_packet_free(&packet)
            }
            guard let context, let frame, let packet, Self.open(context, codec, sound) else {
                return nil
            }
            fileBytes = Self.marker(context, name)
            let frameSize = Int(context.pointee.frame_size)
            for start in stride(from: 0, to: sound.frameCount - frameSize + 1, by: frameSize) {
                guard Self.fill(frame, context, sound, start),
                    avcodec_send_frame(context, frame) == 0
                else { return nil }
                receive(context, packet)
            }
            _ = avcodec_send_frame(context, nil)
            receive(context, packet)
        }

        private static func open(
            _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>,
            _ sound: BenchSound
        ) -> Bool {
            // FLAC takes interleaved integers, the encoders of MP3 planar ones.
            context.pointee.sample_fmt =
                codec.pointee.id == AV_CODEC_ID_FLAC ? AV_SAMPLE_FMT_S16 : AV_SAMPLE_FMT_S16P
            context.pointee.sample_rate = Int32(BenchSound.sampleRate)
            context.pointee.bit_rate = 128_000
            context.pointee.log_level_offset = 100
            av_channel_layout_default(&context.pointee.ch_layout, Int32(sound.channelCount))
            return avcodec_open2(context, codec, nil) >= 0 && context.pointee.frame_size > 0
        }

        /// The FLAC stream marker and the mandatory metadata block.
        ///
        /// Source: RFC 9639, "Metadata Blocks".
        private static func marker(
            _ context: UnsafeMutablePointer<AVCodecContext>, _ name: String
        ) -> [UInt8] {
            guard name == "flac", let data = context.pointee.extradata else { return [] }
            let block = UnsafeBufferPointer(start: data, count: Int(context.pointee.extradata_size))
            return Array("fLaC".utf8) + [0x80, 0, 0, UInt8(truncatingIfNeeded: block.count)] + block
        }

        private static func fill(
            _ frame: UnsafeMutablePointer<AVFrame>, _ context: UnsafeMutablePointer<AVCodecContext>,
            _ sound: BenchSound, _ start: Int
        ) -> Bool {
            av_frame_unref(frame)
            frame.pointee.nb_samples = context.pointee.frame_size
            frame.pointee.format = context.pointee.sample_fmt.rawValue
            frame.pointee.sample_rate = context.pointee.sample_rate
            guard
                av_channel_layout_copy(&frame.pointee.ch_layout, &context.pointee.ch_layout) == 0,
                av_frame_get_buffer(frame, 0) == 0
            else { return false }
            let isPlanar = context.pointee.sample_fmt == AV_SAMPLE_FMT_S16P
            for index in 0..<Int(frame.pointee.nb_samples) * sound.channelCount {
                let (time, channel) = index.quotientAndRemainder(dividingBy: sound.channelCount)
                guard let plane = frame.pointee.extended_data[isPlanar ? channel : 0] else {
                    return false
                }
                UnsafeMutableRawPointer(plane).storeBytes(
                    of: Int16(sound.samples[start * sound.channelCount + index] * 32767),
                    toByteOffset: 2 * (isPlanar ? time : index), as: Int16.self)
            }
            return true
        }

        private mutating func receive(
            _ context: UnsafeMutablePointer<AVCodecContext>,
            _ packet: UnsafeMutablePointer<AVPacket>
        ) {
            while avcodec_receive_packet(context, packet) == 0 {
                fileBytes += UnsafeBufferPointer(
                    start: packet.pointee.data, count: Int(packet.pointee.size))
                av_packet_unref(packet)
            }
        }
    }
#endif
