import AudioCodecs

#if FFmpeg
    import AudioModel
    import CFFmpeg

    /// Containers that libavformat demuxes.
    enum DemuxedContainer {
        static func parse(
            _ source: any ByteSource, kind: ContainerKind, demuxer name: String
        ) throws(FormatError) -> ContainerContents {
            var name = name
            if kind == .ac3, try isEnhanced(source) { name = "eac3" }
            let demuxer = try open(source, kind, name)
            let coding = try DemuxedCoding(demuxer)
            var format = coding.format
            // The last block of a logical bitstream may be short, and others follow in a chained
            // file.
            if kind == .ogg, format.id == .flac { format.framesPerPacket = 0 }
            let chain = OggChain(format.id, headers: coding.headers)
            let links = kind == .ogg ? OggLinks(source, chain) : nil
            let framesPerPacket = format.framesPerPacket
            let first = DemuxedPacketParser(
                demuxer, measure: coding.measure, framesPerPacket: framesPerPacket,
                links: links)
            _ = try first.peek()
            let (start, isRun) = try first.place(in: source)
            let excess = kind == .ogg ? first.excessOfFirstPacket : 0
            first.begin(at: start, discardExcess: excess)
            let packets = DemuxedPackets(first) { [name] () throws(FormatError) in
                let demuxer = try Demuxer(source, demuxer: name)
                // Keeps the packet durations determined on opening.
                let parser = DemuxedPacketParser(
                    demuxer, measure: try DemuxedCoding(demuxer).measure,
                    framesPerPacket: framesPerPacket, links: links)
                parser.begin(at: start, discardExcess: excess)
                return parser
            }
            return ContainerContents(
                kind: kind, format: format, dataOffset: start,
                dataByteCount: max(source.byteCount - start, 0),
                packets: .demuxed(packets, isContiguous: isRun),
                timeline: FrameTimeline(
                    priming: max(Int64(demuxer.parameters.initial_padding), 0),
                    certainty: .countedWithRemainder,
                    estimate: demuxer.duration.map { [rate = format.sampleRate] in
                        Int64(min($0 * rate, Double(ContainerLimits.framesMax)).rounded())
                    }, hasPacketTable: format.id != .linearPCM),
                codec: coding.parameters,
                metadata: FileMetadata(
                    tags: tags(of: demuxer), hasAttachedPicture: demuxer.hasAttachedPicture))
        }

        private static func open(
            _ source: any ByteSource, _ kind: ContainerKind, _ name: String
        ) throws(FormatError) -> Demuxer {
            do throws(FormatError) {
                return try Demuxer(source, demuxer: name)
            } catch {
                guard kind == .ogg, case .missing = error.reason,
                    try OggStart.endsBeforeSound(source)
                else { throw error }
                throw FormatError(
                    .endsEarly("first pages, before its first sound"), offset: source.byteCount)
            }
        }

        /// Whether the frames are Enhanced AC-3.
        ///
        /// Source: ETSI TS 102 366, E.1.3.1.6, "bsid".
        static func isEnhanced(_ source: any ByteSource) throws(FormatError) -> Bool {
            var reader = ByteReader(source)
            guard reader.bytesLeft >= 6 else { return false }
            try reader.skip(5)
            let byte: UInt8 = try reader.readBigEndian()
            return byte >> 3 > 10
        }

        // MARK: Tags

        /// Reads the cover picture, for which the file is opened again.
        ///
        /// - Returns: nil when there is none, or too large a one.
        static func attachedPicture(
            of source: any ByteSource, kind: ContainerKind
        ) throws(FormatError) -> [UInt8]? {
            guard let format = kind.format as? any FFmpegContainerFormat else { return nil }
            return try Demuxer(source, demuxer: format.demuxer).attachedPicture
        }

        static func tags(of demuxer: Demuxer) -> [FileMetadata.Tag] {
            var tags: [FileMetadata.Tag] = []
            demuxer.visitTags { key, value in
                guard tags.count < ContainerLimits.tagsMax, !value.isEmpty,
                    value.utf8.count <= ContainerLimits.tagBytesMax
                else { return }
                let key = key.lowercased()
                tags.append(.init(key: TagTable.key(ofComment: key), value: value))
            }
            return tags
        }
    }

    /// A track's coding, with its format, decoder configuration and packet durations.
    struct DemuxedCoding {
        private(set) var format: StreamFormat
        private(set) var parameters = CodecParameters()
        private(set) var measure: PacketDuration
        /// libavformat's `extradata`; may be empty.
        private(set) var headers: [UInt8] = []

        /// Reads the track's parameters.
        ///
        /// - Throws: `unsupportedCoding` with libavcodec's name, or `badField`.
        init(_ demuxer: Demuxer) throws(FormatError) {
            let parameters = demuxer.parameters
            let rate = Double(parameters.sample_rate)
            let channels = UInt32(clamping: parameters.ch_layout.nb_channels)
            guard CodingLimits.sampleRate.contains(rate) else {
                throw FormatError(.badField("sample rate"))
            }
            guard CodingLimits.channels.contains(channels) else {
                throw FormatError(.badField("channel count"))
            }
            let extra = demuxer.headers
            headers = extra
            self.parameters.configuration = extra.isEmpty ? nil : extra
            if let linear = Self.linearFormat(parameters, rate: rate, channels: channels) {
                format = linear
                measure = .bytes(perFrame: Int64(linear.bytesPerFrame))
                // Packets hold any number of frames.
                format.bytesPerPacket = 0
                format.framesPerPacket = 0
                return
            }
            guard let coding = FFmpegCoding.with(parameters.codec_id) else {
                throw FormatError(
                    .unsupportedCoding(String(cString: avcodec_get_name(parameters.codec_id))))
            }
            format = StreamFormat(named: coding.id, sampleRate: rate, channelCount: channels)
            format.framesPerPacket = coding.framesPerPacket ?? 0
            measure = .fixed(Int64(format.framesPerPacket))
            try takeDetails(of: demuxer, extra, parameters)
        }

        private mutating func takeDetails(
            of demuxer: Demuxer, _ extra: [UInt8], _ parameters: AVCodecParameters
        ) throws(FormatError) {
            switch format.id {
            case .mpeg4AAC: takeAAC(extra)
            case .mpegLayer3:
                format.framesPerPacket = format.sampleRate < 32000 ? 576 : 1152
                measure = .fixed(Int64(format.framesPerPacket))
            case .appleLossless:
                guard let configuration = ALACConfiguration(extra) else {
                    throw FormatError(.badField("Apple Lossless configuration"))
                }
                format = configuration.format
                measure = .appleLossless(perPacket: Int64(format.framesPerPacket))
                self.parameters.magicCookie = configuration.statedCookie
                self.parameters.configuration = configuration.bytes
            case .flac:
                guard let information = FLACStreamInfo(extra) else {
                    throw FormatError(.badField("stream information"))
                }
                format = information.format
                measure = .flac(framesMax: Int64(information.blockFrames.upperBound))
                self.parameters.magicCookie = information.magicCookie
                self.parameters.configuration = information.bytes
            case .opus:
                format.sampleRate = 48000
                measure = .opus
                self.parameters.magicCookie = extra
            case .vorbis:
                guard let blocks = VorbisBlocks(extra) else {
                    throw FormatError(.badField("Vorbis header"))
                }
                measure = .vorbis(blocks)
                self.parameters.magicCookie = extra
            case .wavPack: measure = .wavPack
            case .enhancedAC3: measure = .enhancedAC3
            case .trueAudio: try takeTrueAudio(extra, parameters)
            case .monkeysAudio:
                format.bitsPerChannel = UInt32(clamping: parameters.bits_per_coded_sample)
                measure = .duration
            case .speex: try takeSpeex(extra)
            default: break
            }
            let isMeasuredByTime = if case .duration = measure { true } else { false }
            let base = demuxer.track.pointee.time_base
            if isMeasuredByTime, base.num != 1 || Double(base.den) != format.sampleRate {
                throw FormatError(
                    .unsupportedCoding(format.codingName + " without packet durations"))
            }
        }

        /// Source: The Speex Codec Manual, 7.2, "Ogg file format".
        private mutating func takeSpeex(_ header: [UInt8]) throws(FormatError) {
            var reader = ByteReader(MemoryBytes(header))
            reader.enter("Speex header", at: 56, end: reader.end)
            let framesPerBlock: UInt32 = try reader.readLittleEndian()
            try reader.skip(4)
            let blocks: UInt32 = try reader.readLittleEndian()
            // Wideband and ultra-wideband have the largest blocks.
            guard (1...640).contains(framesPerBlock), (1...100).contains(blocks) else {
                throw reader.error(.badField("number of frames per packet"))
            }
            parameters.magicCookie = header
            format.framesPerPacket = framesPerBlock * blocks
            measure = .fixed(Int64(format.framesPerPacket))
        }

        /// Source: TTA lossless audio codec, format description, "TTA1 header".
        private mutating func takeTrueAudio(
            _ header: [UInt8], _ parameters: AVCodecParameters
        ) throws(FormatError) {
            format.bitsPerChannel = UInt32(clamping: parameters.bits_per_coded_sample)
            var reader = ByteReader(MemoryBytes(header))
            reader.enter("True Audio header", at: 14, end: reader.end)
            let total: UInt32 = try reader.readLittleEndian()
            format.framesPerPacket = UInt32(min(format.sampleRate, 1e6)) * 256 / 245
            measure = .upTo(total: Int64(total), perPacket: Int64(format.framesPerPacket))
        }

        private mutating func takeAAC(_ extra: [UInt8]) {
            guard let configuration = AudioSpecificConfiguration(extra) else {
                format.framesPerPacket = 1024
                measure = .fixed(1024)
                return
            }
            let channels = format.channelCount
            var found = configuration.formats
            // libavformat decodes the first packet, so it detects implicit SBR.
            if !configuration.signalsSBR,
                format.sampleRate == configuration.sampleRate * 2,
                let announcing = configuration.withExplicitSBR(isParametricStereo: false),
                let richer = AudioSpecificConfiguration(announcing)
            {
                parameters.configuration = announcing
                found = richer.formats
            }
            format = found[0]
            if format.channelCount == 0 { format.channelCount = channels }
            parameters.formatList = found.count > 1 ? found : []
            parameters.magicCookie = ElementaryStreamDescriptor.bytes(specificConfiguration: extra)
            measure = .fixed(Int64(format.framesPerPacket))
        }

        private static func linearFormat(
            _ parameters: AVCodecParameters, rate: Double, channels: UInt32
        ) -> StreamFormat? {
            func linear(_ bits: UInt32, float: Bool = false, big: Bool = false, signed: Bool = true)
                -> StreamFormat
            {
                StreamFormat(
                    linearPCM: rate, channelCount: channels, bits: bits, bytesPerSample: bits / 8,
                    isFloat: float, isBigEndian: big, isSigned: signed)
            }
            switch parameters.codec_id {
            case AV_CODEC_ID_PCM_U8: return linear(8, signed: false)
            case AV_CODEC_ID_PCM_S8: return linear(8)
            case AV_CODEC_ID_PCM_S16LE: return linear(16)
            case AV_CODEC_ID_PCM_S16BE: return linear(16, big: true)
            case AV_CODEC_ID_PCM_S24LE: return linear(24)
            case AV_CODEC_ID_PCM_S24BE: return linear(24, big: true)
            case AV_CODEC_ID_PCM_S32LE: return linear(32)
            case AV_CODEC_ID_PCM_S32BE: return linear(32, big: true)
            case AV_CODEC_ID_PCM_F32LE: return linear(32, float: true)
            case AV_CODEC_ID_PCM_F32BE: return linear(32, float: true, big: true)
            case AV_CODEC_ID_PCM_F64LE: return linear(64, float: true)
            case AV_CODEC_ID_PCM_F64BE: return linear(64, float: true, big: true)
            case AV_CODEC_ID_PCM_MULAW:
                return StreamFormat(law: .uLaw, sampleRate: rate, channelCount: channels)
            case AV_CODEC_ID_PCM_ALAW:
                return StreamFormat(law: .aLaw, sampleRate: rate, channelCount: channels)
            default: return nil
            }
        }
    }
#endif
