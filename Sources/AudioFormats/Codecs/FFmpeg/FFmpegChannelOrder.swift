#if FFmpeg
    import AudioModel
    import CFFmpeg

    /// The order in which libavcodec gives channels that AAC describes itself.
    enum FFmpegChannelOrder {
        /// - Returns: nil where the configuration's number says it, and where it is no order of
        ///   loudspeakers.
        static func described(_ contents: ContainerContents) -> ChannelLayout? {
            let codings: [FormatID] = [.mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2]
            guard codings.contains(contents.format.id), contents.format.channelCount > 2,
                let bytes = contents.decoderConfiguration,
                let configuration = AudioSpecificConfiguration(bytes),
                !configuration.hasUsualChannels,
                let coding = FFmpegCoding.with(.mpeg4AAC),
                let decoder = avcodec_find_decoder(coding.codec)
            else { return nil }
            var context = FFmpegContext.opened(decoder, extraData: bytes)
            defer { avcodec_free_context(&context) }
            guard let order = context?.pointee.ch_layout, order.order == AV_CHANNEL_ORDER_NATIVE,
                order.nb_channels == Int32(contents.format.channelCount),
                let mask = UInt32(exactly: order.u.mask)
            else { return nil }
            return ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: mask)
        }
    }
#endif
