import ChannelLayouts

#if FFmpeg
    import AudioModel
    import CFFmpeg

    /// The channel order of libavcodec's output for AAC with a program configuration.
    enum FFmpegChannelOrder {
        /// The layout of the decoded channels.
        ///
        /// - Returns: nil when the channel configuration defines it, and when libavcodec has no
        ///   native channel order for it.
        static func described(_ contents: ContainerContents) -> ChannelLayout? {
            let codings: [FormatID] = [.mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2]
            guard codings.contains(contents.format.id), contents.format.channelCount > 2,
                let bytes = contents.codec.configuration,
                let configuration = AudioSpecificConfiguration(bytes),
                !configuration.hasStandardChannels,
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
