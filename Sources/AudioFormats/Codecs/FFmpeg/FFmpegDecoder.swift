#if FFmpeg
    import AudioModel
    import CFFmpeg

    /// Packets of AAC, Apple Lossless, MPEG layer 3, FLAC and Opus, decoded by libavcodec.
    ///
    /// Channels come in the order of WAVE files.
    final class FFmpegDecoder: PacketDecoder {
        let rollPacketCount: Int64

        private let channelCount: Int
        private let format: StreamFormat
        private let codec: UnsafePointer<AVCodec>
        private let extraData: [UInt8]
        private var context: UnsafeMutablePointer<AVCodecContext>?
        private var packet: UnsafeMutablePointer<AVPacket>?
        private var frame: UnsafeMutablePointer<AVFrame>?

        /// - Parameter configuration: `AudioSpecificConfig`, an ALAC configuration, a FLAC stream
        ///   information block or an Opus identification header; nil where there is none.
        /// - Returns: nil when libavcodec does not take it.
        init?(_ format: StreamFormat, configuration: [UInt8]?) {
            guard let coding = Self.codings[format.id], let codec = avcodec_find_decoder(coding.id)
            else { return nil }
            self.format = format
            self.codec = codec
            channelCount = Int(format.channelCount)
            rollPacketCount = coding.rollPacketCount
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
            var context = avcodec_alloc_context3(codec)
            guard let opened = context else { return nil }
            opened.pointee.sample_rate = Int32(clamping: Int(format.sampleRate))
            av_channel_layout_default(&opened.pointee.ch_layout, Int32(format.channelCount))
            opened.pointee.thread_count = 1
            // Priming is the container's to tell, and trimmed by who reads the frames.
            opened.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL
            // What is wrong with a packet is heard as silence and not printed.
            // More than 199 would wrap: of a level only the low byte counts.
            opened.pointee.log_level_offset = 100
            guard setExtraData(extraData, of: opened), avcodec_open2(opened, codec, nil) >= 0 else {
                avcodec_free_context(&context)
                return nil
            }
            return opened
        }

        deinit {
            close()
        }

        private func close() {
            avcodec_free_context(&context)
            av_packet_free(&packet)
            av_frame_free(&frame)
        }

        private struct Coding {
            var id: AVCodecID
            var rollPacketCount: Int64
        }

        /// How far back a jump must start: one overlapping block in AAC and the filters of band
        /// replication, the bit reservoir of layer 3, the 80 milliseconds that Opus asks for.
        private static let codings: [FormatID: Coding] = [
            .mpeg4AAC: Coding(id: AV_CODEC_ID_AAC, rollPacketCount: 2),
            .highEfficiencyAAC: Coding(id: AV_CODEC_ID_AAC, rollPacketCount: 8),
            .highEfficiencyAAC2: Coding(id: AV_CODEC_ID_AAC, rollPacketCount: 8),
            .appleLossless: Coding(id: AV_CODEC_ID_ALAC, rollPacketCount: 0),
            .mpegLayer3: Coding(id: AV_CODEC_ID_MP3, rollPacketCount: 24),
            .flac: Coding(id: AV_CODEC_ID_FLAC, rollPacketCount: 0),
            .opus: Coding(id: AV_CODEC_ID_OPUS, rollPacketCount: 32),
        ]

        private static func extraData(
            _ format: StreamFormat, _ configuration: [UInt8]?
        ) -> [UInt8] {
            switch format.id {
            case .mpeg4AAC:
                let given = configuration ?? AudioSpecificConfiguration.bytes(of: format)
                // Says that there is no band replication: a decoder would look for it, and give
                // twice the frames that the format has.
                return given.count == 2 ? given + [0x56, 0xE5, 0x00] : given
            case .appleLossless:
                // The box around it.
                guard let configuration else { return [] }
                return [0, 0, 0, 36] + "alac".utf8 + [0, 0, 0, 0] + configuration
            default: return configuration ?? []
            }
        }

        private func setExtraData(
            _ bytes: [UInt8], of context: UnsafeMutablePointer<AVCodecContext>
        ) -> Bool {
            guard !bytes.isEmpty else { return true }
            let padded = bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
            guard let copy = av_mallocz(padded) else { return false }
            copy.copyMemory(from: bytes, byteCount: bytes.count)
            context.pointee.extradata = copy.assumingMemoryBound(to: UInt8.self)
            context.pointee.extradata_size = Int32(bytes.count)
            return true
        }

        /// Opens anew: flushing leaves the shape of the last window behind, which is heard at the
        /// start of the first packet.
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
        ) {
            guard let packet, let frame, let start = bytes.baseAddress, !bytes.isEmpty,
                av_new_packet(packet, Int32(bytes.count)) == 0
            else { return }
            packet.pointee.data.update(
                from: start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
            let sent = avcodec_send_packet(context, packet)
            av_packet_unref(packet)
            guard sent == 0 else { return }
            var done = 0
            while avcodec_receive_frame(context, frame) == 0 {
                let count = min(Int(frame.pointee.nb_samples), frameCount - done)
                if count > 0 {
                    FFmpegSamples.copy(
                        frame, frameCount: count, into: samples + done * channelCount,
                        channelCount: channelCount)
                    done += count
                }
                av_frame_unref(frame)
            }
        }
    }

    /// libavcodec's samples as interleaved floats.
    enum FFmpegSamples {
        /// - Parameter channelCount: Of `samples`. A frame of one channel goes to all of them; else
        ///   missing channels are left and further ones dropped.
        static func copy(
            _ frame: UnsafeMutablePointer<AVFrame>, frameCount: Int,
            into samples: UnsafeMutablePointer<Float>, channelCount: Int
        ) {
            let format = AVSampleFormat(rawValue: frame.pointee.format)
            let heldCount = Int(frame.pointee.ch_layout.nb_channels)
            let isPlanar = av_sample_fmt_is_planar(format) == 1
            guard heldCount > 0, let planes = frame.pointee.extended_data else { return }
            for channel in 0..<channelCount {
                let held = heldCount == 1 ? 0 : channel
                guard held < heldCount, let plane = planes[isPlanar ? held : 0] else { continue }
                let source = UnsafeRawPointer(plane)
                let start = isPlanar ? 0 : held
                let stride = isPlanar ? 1 : heldCount
                func convert<Sample>(_: Sample.Type, _ number: (Sample) -> Float) {
                    let input = source.assumingMemoryBound(to: Sample.self)
                    for index in 0..<frameCount {
                        samples[index * channelCount + channel] = number(
                            input[start + index * stride])
                    }
                }
                switch av_get_packed_sample_fmt(format) {
                case AV_SAMPLE_FMT_FLT: convert(Float.self) { $0.isFinite ? $0 : 0 }
                case AV_SAMPLE_FMT_S16: convert(Int16.self) { Float($0) * 0x1p-15 }
                case AV_SAMPLE_FMT_S32: convert(Int32.self) { Float($0) * 0x1p-31 }
                case AV_SAMPLE_FMT_DBL: convert(Double.self) { $0.isFinite ? Float($0) : 0 }
                case AV_SAMPLE_FMT_U8: convert(UInt8.self) { Float(Int32($0) - 128) * 0x1p-7 }
                default: return
                }
            }
        }
    }
#endif
