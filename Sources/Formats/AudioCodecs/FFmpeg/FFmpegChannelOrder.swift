package import ChannelLayouts

#if FFmpeg
    package import AudioModel
    import CFFmpeg

    /// The order of libavcodec's channels, which is that of WAVE.
    package enum FFmpegChannelOrder {
        /// libavcodec's channels as they follow each other in packets of AAC and Apple Lossless, by
        /// the number of the speaker's bit.
        ///
        /// Source: ISO/IEC 14496-3, table 1.19, and `ALACMagicCookieDescription.txt`. Of eight
        /// channels libavcodec names the second pair at the front or at the sides.
        private static let packetOrders: [[UInt64]] = {
            let (left, right, center, low): (UInt64, UInt64, UInt64, UInt64) = (0, 1, 2, 3)
            return [
                [center, left, right],
                [center, left, right, 8],
                [center, left, right, 4, 5], [center, left, right, 9, 10],
                [center, left, right, 4, 5, low], [center, left, right, 9, 10, low],
                [center, left, right, 4, 5, 8, low], [center, left, right, 9, 10, 8, low],
                [center, left, right, 9, 10, 4, 5, low],
                [center, 6, 7, left, right, 4, 5, low], [center, 6, 7, left, right, 9, 10, low],
            ]
        }()

        /// For each channel of a packet the index of libavcodec's channel.
        ///
        /// - Parameter mask: libavcodec's speakers.
        /// - Returns: nil where the orders are the same or the speakers are others.
        static func packetOrder(mask: UInt64) -> [Int]? {
            let order = packetOrders.first { bits in bits.reduce(0) { $0 | 1 << $1 } == mask }
            return order?.map { (mask & (1 << $0 - 1)).nonzeroBitCount }
        }

        /// For each channel of a format's packets the index of libavcodec's channel; nil where the
        /// orders are the same.
        ///
        /// - Parameter configuration: AAC's `AudioSpecificConfig`.
        static func packetOrder(
            _ id: FormatID, configuration: [UInt8]?, _ layout: AVChannelLayout
        ) -> [Int]? {
            switch id {
            case .appleLossless: break
            case .mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2:
                let stated = configuration.flatMap { AudioSpecificConfiguration($0) }
                guard stated?.hasStandardChannels != false else { return nil }
            default: return nil
            }
            guard layout.order == AV_CHANNEL_ORDER_NATIVE else { return nil }
            return packetOrder(mask: layout.u.mask)
        }

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
