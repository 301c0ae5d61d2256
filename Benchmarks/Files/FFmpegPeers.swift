import CommandLineTool

#if FFmpeg
    import AudioModel
    import CFFmpeg

    /// Decodes packets in memory with libavcodec.
    final class FFmpegPacketDecoder {
        private var context: UnsafeMutablePointer<AVCodecContext>?
        private var frame = av_frame_alloc()
        /// The packets, each in memory of its own, so that the decoder need not copy them.
        private var packets: [UnsafeMutablePointer<AVPacket>?] = []

        /// - Parameter id: Must be Apple's IMA4.
        init(_ id: FormatID, packets: [[UInt8]], channelCount: Int) throws(ProgramError) {
            guard id == .appleIMA4, let codec = avcodec_find_decoder(AV_CODEC_ID_ADPCM_IMA_QT),
                let context = avcodec_alloc_context3(codec)
            else { throw ffmpegFailed("has no decoder") }
            self.context = context
            context.pointee.sample_rate = 44100
            context.pointee.thread_count = 1
            av_channel_layout_default(&context.pointee.ch_layout, Int32(channelCount))
            guard avcodec_open2(context, codec, nil) >= 0 else {
                throw ffmpegFailed("cannot open its decoder")
            }
            for bytes in packets {
                let packet = av_packet_alloc()
                guard let packet, av_new_packet(packet, Int32(bytes.count)) == 0 else {
                    throw ffmpegFailed("has no memory")
                }
                packet.pointee.data.update(from: bytes, count: bytes.count)
                self.packets.append(packet)
            }
        }

        deinit {
            avcodec_free_context(&context)
            av_frame_free(&frame)
            for index in packets.indices { av_packet_free(&packets[index]) }
        }

        func decodeAll(frameCount: Int) throws(ProgramError) {
            var done = 0
            for packet in packets {
                guard avcodec_send_packet(context, packet) == 0 else { break }
                while avcodec_receive_frame(context, frame) == 0 {
                    done += Int(frame?.pointee.nb_samples ?? 0)
                }
            }
            guard done == frameCount else { throw ffmpegFailed("cannot decode it") }
        }
    }

    /// A file opened with libavformat.
    final class FFmpegFile {
        private var context: UnsafeMutablePointer<AVFormatContext>?
        private var packet = av_packet_alloc()

        init(_ path: String) throws(ProgramError) {
            guard avformat_open_input(&context, path, nil, nil) == 0,
                avformat_find_stream_info(context, nil) >= 0
            else {
                avformat_close_input(&context)
                throw ffmpegFailed("cannot open \(path)")
            }
        }

        deinit {
            avformat_close_input(&context)
            av_packet_free(&packet)
        }

        func readPacket() throws(ProgramError) {
            guard av_read_frame(context, packet) == 0 else { throw ffmpegFailed("reads nothing") }
            av_packet_unref(packet)
        }

        /// The first stream's codec parameters.
        var parameters: UnsafeMutablePointer<AVCodecParameters>? {
            context?.pointee.streams[0]?.pointee.codecpar
        }

        /// - Returns: Whether there was another packet.
        func next(_ body: (UnsafeMutablePointer<AVPacket>) -> Void) -> Bool {
            guard let packet, av_read_frame(context, packet) == 0 else { return false }
            if packet.pointee.stream_index == 0 { body(packet) }
            av_packet_unref(packet)
            return true
        }
    }

    /// Decodes a file from start to end with libavformat and libavcodec, on one thread.
    final class FFmpegDecoding {
        private let path: String
        private var file: FFmpegFile?
        private var context: UnsafeMutablePointer<AVCodecContext>?
        private var frame = av_frame_alloc()

        init(_ path: String) {
            self.path = path
        }

        deinit {
            avcodec_free_context(&context)
            av_frame_free(&frame)
        }

        func open() throws(ProgramError) {
            avcodec_free_context(&context)
            let file = try FFmpegFile(path)
            guard let parameters = file.parameters,
                let codec = avcodec_find_decoder(parameters.pointee.codec_id),
                let context = avcodec_alloc_context3(codec)
            else { throw ffmpegFailed("has no decoder for \(path)") }
            self.context = context
            self.file = file
            context.pointee.thread_count = 1
            guard avcodec_parameters_to_context(context, parameters) >= 0,
                avcodec_open2(context, codec, nil) >= 0
            else { throw ffmpegFailed("cannot open its decoder for \(path)") }
        }

        /// - Parameter framesAtLeast: Fewer frames are an error, because the work would not be the
        ///   same.
        func decodeAll(framesAtLeast: Int) throws(ProgramError) {
            var done = 0
            var isMore = true
            while isMore, let file {
                isMore = file.next { packet in
                    guard avcodec_send_packet(context, packet) == 0 else { return }
                    receive(&done)
                }
            }
            _ = avcodec_send_packet(context, nil)
            receive(&done)
            // The priming frames may be missing.
            guard done + 4096 >= framesAtLeast else { throw ffmpegFailed("cannot decode \(path)") }
        }

        private func receive(_ done: inout Int) {
            while avcodec_receive_frame(context, frame) == 0 {
                done += Int(frame?.pointee.nb_samples ?? 0)
            }
        }
    }

    private func ffmpegFailed(_ what: String) -> ProgramError {
        ProgramError(.deviceMissing, "FFmpeg \(what)", in: "Benchmarks")
    }
#endif
