package import AudioCodecs
import AudioConversion
package import AudioFormats
package import AudioModel
import ChannelLayouts
package import CommandLineTool

/// The output of a conversion, derived from the request and the source file.
package struct ConversionPlan: Equatable {
    package var kind: ContainerKind
    package var format: StreamFormat
    /// Whether packets are copied without decoding.
    package var isCopy: Bool
    /// The channels of a conversion that keeps their number and is not a copy; `nil` for others.
    package var channels: ChannelPlan?
    /// Describes, in plain words, why another coding is written than that of the source.
    private var recoding: String?

    package init(
        _ request: ConversionRequest, of source: AudioFileReader
    ) throws(ProgramError) {
        var format = Self.format(request, of: source.format)
        kind = request.container
        // A file of the same kind keeps the byte order of its samples.
        let keepsOrder =
            request.format == nil && format.id == .linearPCM && kind == source.containerKind
            && Self.isSame(format, source.format.withOrder(of: format))
        // A whole file is copied also where its order, or its coding in Ogg, is not written here.
        let isWhole =
            request.keepsSound && keepsOrder && request.bitRate == nil && Self.isWhole(source)
            || Self.isWholeOgg(request, of: source)
        recoding = isWhole ? nil : Self.recodingInOgg(request, of: source)
        if isWhole || keepsOrder && Self.canHold(kind, source.format) { format = source.format }
        var isSupported = isWhole || Self.canHold(kind, format)
        if !isSupported, request.isContainerGuessed, kind == .aiff {
            // Files of both types have the extension .aiff; only AIFF-C holds more than big-endian
            // integers.
            kind = .aifc
            isSupported = Self.canHold(kind, format)
        }
        guard isSupported else {
            throw ProgramError(
                .wrongUse,
                "\(request.container.name) does not hold \(Self.description(format, in: kind))",
                in: request.output, advice: Self.advice(request.container, format))
        }
        try Self.checkBitRate(request.bitRate, format, in: request.output)
        self.format = format
        isCopy =
            request.keepsSound && request.bitRate == nil
            && Self.isSame(format, source.format) && source.hasCountedPackets
            && Self.canState(source.channelLayout, kind)
        // Packets keep the order of their channels; frames can be reordered.
        let canReorderChannels = [.linearPCM, .uLaw, .aLaw].contains(source.format.id)
        if source.format.channelCount == format.channelCount, !isCopy || canReorderChannels {
            let channels = ChannelPlan(source.channelLayout, to: kind, format)
            isCopy = isCopy && channels.mapping == .firstChannels
            self.channels = channels
        }
        if isCopy, try Self.isChained(source, request.input) {
            isCopy = kind == source.containerKind && (try? source.isTruncated()) == false
        }
        if isCopy { self.format = source.format }
    }

    /// Whether the packets of a chained file have headers that one stream does not hold.
    private static func isChained(
        _ source: AudioFileReader, _ path: String
    ) throws(ProgramError) -> Bool {
        try readingInput(path) { () throws(FormatError) in try source.isChained() }
    }

    /// Whether nothing is to be completed in a file, and no channel to be moved.
    private static func isWhole(_ source: AudioFileReader) -> Bool {
        let channels = ChannelPlan(source.channelLayout, to: source.containerKind, source.format)
        return source.hasCountedPackets && source.isComplete
            && channels.mapping == .firstChannels && channels.notice == nil
            && (try? source.isTruncated()) == false
    }

    private static func canHold(_ kind: ContainerKind, _ format: StreamFormat) -> Bool {
        (try? AudioFileWriter(MemorySink(), kind: kind, format: format)) != nil
    }

    /// Whether the container can state the layout of packets that are copied: ADTS has no number for
    /// AAC with a rear pair.
    private static func canState(_ layout: ChannelLayout?, _ kind: ContainerKind) -> Bool {
        let rearPair = StandardLayout.encoded(
            .mpeg4AAC, channelCount: 8, for: ChannelLayout(tag: 189 << 16 | 8))
        return kind != .adts || layout?.tag != rearPair
    }

    /// Whether the format is AAC with a channel count that no encoder writes: seven, or more than
    /// eight.
    private static func lacksAACEncoding(_ format: StreamFormat) -> Bool {
        format.id == .mpeg4AAC && ![1, 2, 3, 4, 5, 6, 8].contains(format.channelCount)
    }

    /// Whether the format is AAC of a rate that has no number in the headers of ADTS.
    private static func isOfOtherRate(_ format: StreamFormat, for kind: ContainerKind) -> Bool {
        let rates = CodingProperties.sampleRates(of: .mpeg4AAC)
        return kind == .adts && format.id == .mpeg4AAC
            && !rates.contains { $0.contains(format.sampleRate) }
    }

    /// The format as error messages name it.
    private static func description(_ format: StreamFormat, in kind: ContainerKind) -> String {
        if lacksAACEncoding(format) {
            return "\(format.codingName) of \(format.channelCount) channels"
        }
        // These can have the wrong rate or number of channels for their own file type.
        guard [.flac, .opus, .mpegLayer3].contains(format.id) || isOfOtherRate(format, for: kind)
        else { return format.codingName }
        return "\(format.codingName) of \(Int(format.sampleRate)) Hz and "
            + "\(format.channelCount) channels"
    }

    private static func advice(_ kind: ContainerKind, _ format: StreamFormat) -> String {
        if lacksAACEncoding(format) { return "write --channels 8 or --channels 6" }
        switch kind {
        case .m4a, .m4b, .mp4: return "write --format aac or --format alac"
        case .adts:
            return isOfOtherRate(format, for: kind)
                ? "write --rate \(format.sampleRate > 96_000 ? 96_000 : 48_000)"
                : "write --format aac"
        case .flac:
            return format.id == .flac
                ? "write --rate 96000, or --channels 8 or fewer" : "write --format flac"
        case .mp3:
            return format.id == .mpegLayer3
                ? "write --rate 48000 or --channels 2" : "write --format mp3"
        case .ogg:
            return format.id == .opus ? "leave --rate out" : "write --format opus"
        case .wav, .rf64, .bw64: return "write --format i16, i24, i32, f32, ulaw or alaw"
        case .aiff: return "write --format i16 or i24, or --container aifc"
        default: return "choose another --format or --container"
        }
    }

    private static func isSame(_ wanted: StreamFormat, _ source: StreamFormat) -> Bool {
        guard wanted.id == source.id, wanted.sampleRate == source.sampleRate,
            wanted.channelCount == source.channelCount
        else { return false }
        guard wanted.id == .linearPCM else {
            // The flags of Apple Lossless give the bit depth.
            return wanted.flags == source.flags || wanted.flags.isEmpty
        }
        // A single byte has no byte order.
        let order: FormatFlags = wanted.bitsPerChannel <= 8 ? .bigEndian : []
        return wanted.flags.subtracting(order) == source.flags.subtracting(order)
            && wanted.bytesPerFrame == source.bytesPerFrame
            && wanted.bitsPerChannel == source.bitsPerChannel
    }

    // MARK: The format

    private static func format(
        _ request: ConversionRequest, of source: StreamFormat
    ) -> StreamFormat {
        let coding = request.format?.coding ?? defaultCoding(request, of: source)
        // Opus has one rate, at which it is decoded.
        let usualRate = coding == .coded(.opus) ? 48_000 : source.sampleRate
        let rate = request.sampleRate ?? usualRate
        let channelCount = request.channelCount ?? source.channelCount
        switch coding {
        case .coded(let id):
            return coded(id, of: source, sampleRate: rate, channelCount: channelCount)
        case .linearPCM(let sampleType, let isBigEndian):
            return linear(sampleType, isBigEndian, request.container, rate, channelCount)
        case .plainPCM:
            let sampleType = losslessSampleType(for: source, in: request.container)
            return linear(sampleType, nil, request.container, rate, channelCount)
        }
    }

    /// The source's coding where the file type can hold it. MPEG-4 files need a compressed coding;
    /// other files get linear PCM.
    private static func defaultCoding(
        _ request: ConversionRequest, of source: StreamFormat
    ) -> RequestedFormat.Coding {
        switch request.container {
        case .m4a, .m4b, .mp4:
            return .coded(source.id == .appleLossless ? .appleLossless : .mpeg4AAC)
        case .adts: return .coded(.mpeg4AAC)
        case .flac: return .coded(.flac)
        case .mp3: return .coded(.mpegLayer3)
        case .ogg: return .coded(.opus)
        case .caf:
            let copyable: [FormatID] = [
                .appleIMA4, .uLaw, .aLaw, .mpeg4AAC, .appleLossless, .mpegLayer3, .flac, .opus,
            ]
            // MP3 and Opus lack some sample rates, so they are only copied, with rate and channels
            // unchanged.
            let isChanged =
                !request.keepsSound
                || (request.sampleRate ?? source.sampleRate) != source.sampleRate
                || (request.channelCount ?? source.channelCount) != source.channelCount
            let encodable: [FormatID] = [
                .appleIMA4, .uLaw, .aLaw, .mpeg4AAC, .appleLossless, .flac,
            ]
            return (isChanged ? encodable : copyable).contains(source.id)
                ? .coded(source.id) : .plainPCM
        default: return .plainPCM
        }
    }

    private static func coded(
        _ id: FormatID, of source: StreamFormat, sampleRate: Double, channelCount: UInt32
    ) -> StreamFormat {
        var format = StreamFormat(
            sampleRate: sampleRate, id: id, bytesPerPacket: 0, framesPerPacket: 0,
            bytesPerFrame: 0, channelCount: channelCount, bitsPerChannel: 0)
        switch id {
        case .mpeg4AAC:
            format.framesPerPacket = 1024
        case .appleLossless, .flac:
            if id == .appleLossless { format.framesPerPacket = 4096 }
            // Flag 1 means samples of 16 bits, flag 3 samples of 24.
            let needs24Bits = source.id == id ? nil : sourceBits(source) > 16
            format.flags = needs24Bits.map { FormatFlags(rawValue: $0 ? 3 : 1) } ?? source.flags
        case .appleIMA4:
            format.bytesPerPacket = 34 * channelCount
            format.framesPerPacket = 64
        case .uLaw, .aLaw:
            format.bytesPerPacket = channelCount
            format.framesPerPacket = 1
            format.bytesPerFrame = channelCount
            format.bitsPerChannel = 8
        default:
            // No encoder: the source's format, for a copy.
            if id == source.id {
                format = source
                format.sampleRate = sampleRate
                format.channelCount = channelCount
            }
        }
        return format
    }

    private static func linear(
        _ sampleType: RequestedFormat.SampleType, _ isBigEndian: Bool?, _ kind: ContainerKind,
        _ sampleRate: Double, _ channelCount: UInt32
    ) -> StreamFormat {
        var sampleType = sampleType
        let isWAVE = [.wav, .rf64, .bw64].contains(kind)
        // Eight-bit samples are unsigned in WAVE and signed elsewhere, so "8 bits" has one meaning.
        if sampleType.bits == 8 {
            sampleType = isWAVE ? .unsigned(bits: 8) : .signed(bits: 8)
        }
        let isBig = isBigEndian ?? [.aiff, .aifc, .au].contains(kind)
        return .linearPCM(
            sampleType, isBigEndian: sampleType.bits > 8 && isBig, sampleRate: sampleRate,
            channelCount: channelCount)
    }

    /// The bit depth of the source's samples.
    static func sourceBits(_ source: StreamFormat) -> UInt32 {
        switch source.id {
        case .linearPCM: return source.bitsPerChannel
        case .appleLossless, .flac:
            let depths: [UInt32: UInt32] = [1: 16, 2: 20, 3: 24, 4: 32]
            return depths[source.flags.rawValue] ?? 16
        default: return 16
        }
    }

    /// The smallest sample type that holds the source without loss; 16 bits for lossy codings.
    private static func losslessSampleType(
        for source: StreamFormat, in kind: ContainerKind
    ) -> RequestedFormat.SampleType {
        if source.id == .linearPCM, source.flags.contains(.float) {
            // AIFF holds integers only.
            return kind == .aiff ? .signed(bits: 24) : .float(bits: source.bitsPerChannel)
        }
        switch sourceBits(source) {
        case ...8: return .signed(bits: 8)
        case ...16: return .signed(bits: 16)
        case ...24: return .signed(bits: 24)
        default: return .signed(bits: 32)
        }
    }
}

extension StreamFormat {
    /// Linear PCM with the byte order of another format.
    fileprivate func withOrder(of other: StreamFormat) -> StreamFormat {
        guard id == .linearPCM else { return self }
        var format = self
        format.flags.remove(.bigEndian)
        format.flags.formUnion(other.flags.intersection(.bigEndian))
        return format
    }
}

extension ConversionPlan {
    /// The linear PCM format between reader and writer, at the new rate with the new channels.
    func intermediateFormat(_ source: StreamFormat) -> StreamFormat {
        if format.id == .linearPCM { return format }
        let isInteger =
            source.id == .linearPCM && !source.flags.contains(.float)
            || [.appleLossless, .flac].contains(source.id)
        // Encoders take floats, which hold up to 24 bits exactly.
        let sampleType: RequestedFormat.SampleType =
            isInteger && Self.sourceBits(source) <= 16 ? .signed(bits: 16) : .float(bits: 32)
        let isChanged =
            source.sampleRate != format.sampleRate || source.channelCount != format.channelCount
        return .linearPCM(
            isChanged ? .float(bits: 32) : sampleType, isBigEndian: false,
            sampleRate: format.sampleRate, channelCount: format.channelCount)
    }

    /// The layout that the coding implies for the number of channels; `nil` if it implies none.
    var codedLayout: ChannelLayout? {
        guard format.channelCount > 2 else { return nil }
        return StandardLayout.decoded(format.id, channelCount: format.channelCount)
            .map { ChannelLayout(tag: $0) }
    }

    /// Describes, in plain words, what will be lost or changed.
    func notices(_ source: AudioFileReader) -> [String] {
        var notices = [recoding, channels?.notice].compactMap { $0 }
        let depths: [UInt32: UInt32] = [1: 16, 3: 24]
        let bits = Self.sourceBits(source.format)
        if !isCopy, [.appleLossless, .flac].contains(format.id),
            let depth = depths[format.flags.rawValue], bits > depth
        {
            notices.append(
                "\(depth) of \(bits) bits are kept: no more are written as "
                    + format.codingName)
        }
        return notices
    }

    /// Whether the output cannot hold the source's precision.
    func losesBits(of source: StreamFormat) -> Bool {
        guard format.id == .linearPCM, !format.flags.contains(.float), format.bitsPerChannel <= 16
        else { return false }
        let isChanged =
            source.sampleRate != format.sampleRate || source.channelCount != format.channelCount
        let isFloat = source.id == .linearPCM && source.flags.contains(.float)
        return isChanged || isFloat || Self.sourceBits(source) > format.bitsPerChannel
    }

    /// - Throws: `wrongUse` when the coding has no bit rate, or not this one.
    static func checkBitRate(
        _ bitRate: Int?, _ format: StreamFormat, in output: String
    ) throws(ProgramError) {
        guard let bitRate else { return }
        guard CodingProperties.bitRates(of: format.id) != nil else {
            throw ProgramError(
                .wrongUse,
                "--bitrate applies to AAC, Opus and MP3, not to \(format.codingName)", in: output,
                advice: "leave it out, or write --format aac, opus or mp3")
        }
        let range = CodingProperties.bitRateRange(
            of: format.id, sampleRate: format.sampleRate, channelCount: format.channelCount)
        // libavcodec's AAC encoder accepts bit rates below the range.
        let isTooLow = Double(bitRate) < range.lowerBound && format.id != .mpeg4AAC
        guard isTooLow || Double(bitRate) > range.upperBound else { return }
        throw ProgramError(
            .wrongUse,
            "\(format.codingName) of \(Int(format.sampleRate)) Hz and \(format.channelCount) "
                + "channels takes at \(isTooLow ? "least" : "most") "
                + "\(Int(isTooLow ? range.lowerBound : range.upperBound)) bits a second",
            in: output, advice: "ask for \(isTooLow ? "more" : "less"), or leave --bitrate out")
    }

    /// The remedy when no encoder makes the format.
    var encoderAdvice: String {
        switch format.id {
        case .mpeg4AAC where format.sampleRate > 96_000: "write --rate 96000 or less"
        case .mpeg4AAC: "try --rate 44100, --channels 2 or another --bitrate"
        case .appleLossless, .flac: "try --rate 44100 or --channels 2"
        case .mpegLayer3 where format.channelCount > 2: "write --channels 2"
        case .mpegLayer3:
            "write --rate with one of "
                + CodingProperties.sampleRates(of: format.id)
                .map { String(Int($0.lowerBound)) }.joined(separator: ", ")
        case .opus: "leave --rate out, and write --channels 8 or fewer"
        default: "choose another --format"
        }
    }
}

extension ConversionRequest {
    var rateQuality: RateConversionQuality {
        switch quality {
        case ..<0x20: RateConversionQuality(.minimum)
        case ..<0x40: RateConversionQuality(.low)
        case ..<0x60: RateConversionQuality(.medium)
        case ..<0x7F: RateConversionQuality(.high)
        default: RateConversionQuality(.maximum)
        }
    }
}
