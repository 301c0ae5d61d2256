#if FFmpeg
    import CFFmpeg

    /// Opens libavcodec contexts for decoding.
    enum FFmpegContext {
        /// Opens a decoder.
        ///
        /// - Parameters:
        ///   - extraData: libavcodec's `extradata`; may be empty.
        ///   - prepare: Sets further fields before the decoder is opened.
        /// - Returns: A context that the caller frees with `avcodec_free_context`; `nil` when libavcodec
        ///   rejects the parameters or has no memory.
        static func opened(
            _ codec: UnsafePointer<AVCodec>, extraData: [UInt8],
            _ prepare: (inout AVCodecContext) -> Void = { _ in }
        ) -> UnsafeMutablePointer<AVCodecContext>? {
            var context = avcodec_alloc_context3(codec)
            guard let opened = context else { return nil }
            opened.pointee.thread_count = 1
            // The container states the priming, and the reader trims it.
            opened.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL
            // Damaged packets become silence; libavcodec's messages of them are not printed.
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
