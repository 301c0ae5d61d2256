package import ChannelLayouts

#if FFmpeg
    package import AudioModel
    import CFFmpeg

    /// The channel order of libavcodec's output for AAC with a program configuration.
    package enum FFmpegChannelOrder {
        /// The layout of the decoded channels.
        ///
        /// - Parameter configuration: The `AudioSpecificConfig`; nil for codings without one.
        /// - Returns: nil when the channel configuration defines it, and when libavcodec has no
        ///   native channel order for it.
        package static func described(
            _ format: StreamFormat, configuration bytes: [UInt8]?
        ) -> ChannelLayout? {
            let codings: [FormatID] = [.mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2]
            guard codings.contains(format.id), format.channelCount > 2, let bytes,
                let configuration = AudioSpecificConfiguration(bytes),
                !configuration.hasStandardChannels,
                let coding = FFmpegCoding.with(.mpeg4AAC),
                let decoder = avcodec_find_decoder(coding.codec)
            else { return nil }
            var context = FFmpegContext.opened(decoder, extraData: bytes)
            defer { avcodec_free_context(&context) }
            guard let order = context?.pointee.ch_layout, order.order == AV_CHANNEL_ORDER_NATIVE,
                order.nb_channels == Int32(format.channelCount),
                let mask = UInt32(exactly: order.u.mask)
            else { return nil }
            return ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: mask)
        }
    }
#endif
