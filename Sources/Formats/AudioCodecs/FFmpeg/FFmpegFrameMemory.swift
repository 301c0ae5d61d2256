#if FFmpeg
    import CFFmpeg

    /// A frame buffer for one decoder, reallocated only when the decoder still references the last
    /// frame.
    ///
    /// libavcodec's default allocator allocates and frees several blocks per frame, up to a tenth
    /// of the decoding time. Used only by the decoding thread.
    final class FFmpegFrameMemory {
        private var memory: UnsafeMutablePointer<AVBufferRef>?

        deinit {
            av_buffer_unref(&memory)
        }

        /// Makes a context allocate its frames here. This object must outlive the context.
        func install(in context: inout AVCodecContext) {
            context.opaque = Unmanaged.passUnretained(self).toOpaque()
            context.get_buffer2 = { context, frame, flags in
                guard let context, let frame, let opaque = context.pointee.opaque,
                    let codec = context.pointee.codec,
                    codec.pointee.capabilities & AV_CODEC_CAP_DR1 != 0,
                    Unmanaged<FFmpegFrameMemory>.fromOpaque(opaque).takeUnretainedValue()
                        .lend(to: frame)
                else { return avcodec_default_get_buffer2(context, frame, flags) }
                return 0
            }
        }

        /// Assigns the buffer to a frame.
        ///
        /// - Returns: False when the default allocator has to be used.
        private func lend(to frame: UnsafeMutablePointer<AVFrame>) -> Bool {
            let channelCount = frame.pointee.ch_layout.nb_channels
            let frameCount = frame.pointee.nb_samples
            let format = AVSampleFormat(rawValue: frame.pointee.format)
            guard (1...AV_NUM_DATA_POINTERS).contains(channelCount), frameCount > 0 else {
                return false
            }
            let needed = av_samples_get_buffer_size(nil, channelCount, frameCount, format, 0)
            guard needed > 0, hold(Int(needed)), let memory,
                let offset = MemoryLayout<AVFrame>.offset(of: \.data)
            else { return false }
            let planes = (UnsafeMutableRawPointer(frame) + offset)
                .assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
            guard
                av_samples_fill_arrays(
                    planes, &frame.pointee.linesize.0, memory.pointee.data, channelCount,
                    frameCount, format, 0) >= 0,
                let own = av_buffer_ref(memory)
            else { return false }
            frame.pointee.buf.0 = own
            frame.pointee.extended_data = planes
            return true
        }

        private func hold(_ byteCount: Int) -> Bool {
            if let memory, memory.pointee.size >= byteCount, av_buffer_is_writable(memory) == 1 {
                return true
            }
            av_buffer_unref(&memory)
            memory = av_buffer_alloc(byteCount)
            return memory != nil
        }
    }
#endif
