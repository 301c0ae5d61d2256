#if FFmpeg
    import CFFmpeg

    /// How every decoder here is opened.
    enum FFmpegContext {
        /// - Parameters:
        ///   - extraData: What libavcodec wants beside the packets; may be empty.
        ///   - prepare: Sets what else is known.
        /// - Returns: nil when libavcodec does not take it.
        static func opened(
            _ codec: UnsafePointer<AVCodec>, extraData: [UInt8],
            _ prepare: (inout AVCodecContext) -> Void = { _ in }
        ) -> UnsafeMutablePointer<AVCodecContext>? {
            var context = avcodec_alloc_context3(codec)
            guard let opened = context else { return nil }
            opened.pointee.thread_count = 1
            // Priming is the container's to tell, and trimmed by who reads the frames.
            opened.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL
            // What is wrong with a packet is heard as silence and not printed.
            opened.pointee.log_level_offset = 100
            prepare(&opened.pointee)
            guard setExtraData(extraData, of: opened), avcodec_open2(opened, codec, nil) >= 0 else {
                avcodec_free_context(&context)
                return nil
            }
            return opened
        }

        private static func setExtraData(
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
    }
#endif
