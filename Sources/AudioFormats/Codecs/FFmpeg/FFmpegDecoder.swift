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
            opened.pointee.log_level_offset = 1000
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
            let padded = bytes.count + Self.paddingByteCount
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
            guard let packet, let frame, put(bytes, into: packet),
                avcodec_send_packet(context, packet) == 0
            else { return }
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

        /// Copies bytes into the packet's memory, which is taken anew only while the decoder holds
        /// the last packet's, and when it is too small.
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
            // Decoders may look a little beyond the end.
            (data + bytes.count).initializeMemory(
                as: UInt8.self, repeating: 0, count: Self.paddingByteCount)
            return true
        }

        private static let paddingByteCount = Int(AV_INPUT_BUFFER_PADDING_SIZE)
    }
#endif
