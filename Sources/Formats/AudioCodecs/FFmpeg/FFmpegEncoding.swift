#if FFmpeg
    import AudioModel
    import CFFmpeg
    import ChannelLayouts

    /// The libavcodec encoder for a format ID, and its settings.
    struct FFmpegEncoding {
        let id: FormatID
        private let name: String
        private let sampleFormat: AVSampleFormat
        /// The sample format for 24 bits; nil for codings without bit depth.
        private var deepFormat: AVSampleFormat?
        /// Whether the encoder takes fewer frames at the end: FLAC and Apple Lossless then have a short
        /// packet, and Opus no packet more than it needs.
        private(set) var takesShortEnd = false
        /// Channel masks by channel count, where libavcodec's default differs from the coding's.
        private var masks: [UInt32: UInt64] = [:]

        private init(_ id: FormatID, _ name: String, _ sampleFormat: AVSampleFormat) {
            self.id = id
            self.name = name
            self.sampleFormat = sampleFormat
        }

        static func with(_ id: FormatID) -> FFmpegEncoding? {
            switch id {
            case .mpeg4AAC:
                var coding = FFmpegEncoding(id, "aac", AV_SAMPLE_FMT_FLTP)
                // ISO/IEC 14496-3, table 1.19: left, right, centre instead of 2.1.
                coding.masks = [3: 0x7]
                return coding
            case .appleLossless:
                var coding = FFmpegEncoding(id, "alac", AV_SAMPLE_FMT_S16P)
                coding.deepFormat = AV_SAMPLE_FMT_S32P
                coding.takesShortEnd = true
                // Apple Lossless reference, `ALACAudioTypes.h`: six channels plus back centre; five
                // in front and two behind.
                coding.masks = [3: 0x7, 7: 0x13F, 8: 0xFF]
                return coding
            case .flac:
                var coding = FFmpegEncoding(id, "flac", AV_SAMPLE_FMT_S16)
                coding.deepFormat = AV_SAMPLE_FMT_S32
                coding.takesShortEnd = true
                coding.masks = xiphMasks
                return coding
            case .opus:
                var coding = FFmpegEncoding(id, "libopus", AV_SAMPLE_FMT_FLT)
                coding.takesShortEnd = true
                coding.masks = xiphMasks
                return coding
            case .mpegLayer3: return FFmpegEncoding(id, "libmp3lame", AV_SAMPLE_FMT_FLTP)
            case .mpegLayer2: return FFmpegEncoding(id, "mp2", AV_SAMPLE_FMT_S16)
            case .ac3, .enhancedAC3:
                let name = id == .ac3 ? "ac3" : "eac3"
                var coding = FFmpegEncoding(id, name, AV_SAMPLE_FMT_FLTP)
                // ETSI TS 102 366, table 4.3: left, centre, right instead of 2.1; two behind.
                coding.masks = [3: 0x7, 4: 0x33]
                return coding
            default: return nil
            }
        }

        /// Source: RFC 9639, 9.1.3, "Channels Bits"; RFC 7845, 5.1.1.2, "Channel Mapping Family 1".
        private static let xiphMasks: [UInt32: UInt64] = [
            3: 0x7, 4: 0x33, 5: 0x37, 6: 0x3F, 7: 0x70F, 8: 0x63F,
        ]

        var encoder: UnsafePointer<AVCodec>? { avcodec_find_encoder_by_name(name) }

        /// Opens libavcodec.
        ///
        /// - Throws: `missingLibrary` without libavcodec, and when it was built without the encoder.
        func load() throws(FormatError) {
            try FFmpegLibrary.codec.load()
            guard encoder == nil else { return }
            throw FormatError(
                .missingLibrary(
                    "the encoder \(name), which FFmpeg's libavcodec was built without: install a "
                        + "build with it"))
        }

        /// Whether the coding has the sample rate, the channel count and the bit depth.
        func takes(_ format: StreamFormat) -> Bool {
            let counts = CodingProperties.encodedChannelCounts(of: id) ?? []
            let rates = CodingProperties.sampleRates(of: id)
            guard Int32(exactly: format.sampleRate) != nil, (1...8).contains(format.channelCount)
            else { return false }
            // libavcodec itself refuses the other rates and channel counts of AAC.
            if id == .mpeg4AAC { return true }
            return counts.contains(format.channelCount)
                && rates.contains { $0.contains(format.sampleRate) }
        }

        func open(
            _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>,
            _ wanted: StreamFormat, bitRate: Int?
        ) -> Bool {
            context.pointee.sample_rate = Int32(wanted.sampleRate)
            av_channel_layout_default(&context.pointee.ch_layout, Int32(wanted.channelCount))
            if let mask = masks[wanted.channelCount] {
                av_channel_layout_from_mask(&context.pointee.ch_layout, mask)
            }
            context.pointee.sample_fmt = sampleFormat
            if let deepFormat {
                let isDeep = wanted.flags.rawValue == 3
                context.pointee.bits_per_raw_sample = isDeep ? 24 : 16
                if isDeep { context.pointee.sample_fmt = deepFormat }
            } else {
                let usual = CodingProperties.defaultBitRate(
                    of: id, sampleRate: wanted.sampleRate, channelCount: wanted.channelCount)
                context.pointee.bit_rate = Int64(bitRate ?? Int(usual))
            }
            if id == .mpeg4AAC {
                // Perceptual noise substitution is not deterministic: after a seek a file would
                // decode to different samples than in continuous playback.
                _ = av_opt_set_int(context.pointee.priv_data, "aac_pns", 0, 0)
            }
            if id == .opus, wanted.channelCount > 2 {
                // The other families do not name the loudspeakers.
                _ = av_opt_set_int(context.pointee.priv_data, "mapping_family", 1, 0)
            }
            context.pointee.thread_count = 1
            context.pointee.log_level_offset = 100
            return avcodec_open2(context, codec, nil) >= 0 && context.pointee.frame_size > 0
        }

        /// The format of the packets and the magic cookie, after the encoder was opened.
        ///
        /// - Parameter layout: Decides between AAC's two configurations of eight channels; the
        ///   packets of both are the same. libavcodec always states one of them, up to version 8 the wide one
        ///   for a rear pair.
        func result(
            _ context: UnsafeMutablePointer<AVCodecContext>, _ wanted: StreamFormat,
            _ layout: ChannelLayout?
        ) -> (format: StreamFormat, cookie: [UInt8]?)? {
            let extra = context.pointee.extradata.map {
                Array(UnsafeBufferPointer(start: $0, count: Int(context.pointee.extradata_size)))
            }
            switch id {
            case .mpegLayer3, .mpegLayer2, .ac3, .enhancedAC3, .opus:
                var format = StreamFormat(
                    named: id, sampleRate: wanted.sampleRate, channelCount: wanted.channelCount)
                format.framesPerPacket = UInt32(context.pointee.frame_size)
                return (format, id == .opus ? extra : nil)
            case .flac:
                return extra.flatMap { FLACStreamInfo($0) }.map { ($0.format, $0.magicCookie) }
            case .appleLossless:
                return extra.flatMap { ALACConfiguration($0) }
                    .map { ($0.format, $0.completeCookie) }
            default:
                // For channel counts without a channel configuration libavcodec writes its own
                // channel order.
                guard var extra, let configuration = AudioSpecificConfiguration(extra),
                    let format = configuration.formats.last, configuration.hasStandardChannels,
                    format.channelCount == wanted.channelCount
                else { return nil }
                if wanted.channelCount == 8 {
                    let tag = StandardLayout.encoded(id, channelCount: 8, for: layout)
                    let isWide = tag == StandardLayout.decoded(id, channelCount: 8)
                    guard
                        let stated = AudioSpecificConfiguration.bytes(
                            extra, channelConfiguration: isWide ? 7 : 12)
                    else { return nil }
                    extra = stated
                }
                return (format, ElementaryStreamDescriptor.bytes(specificConfiguration: extra))
            }
        }
    }
#endif
