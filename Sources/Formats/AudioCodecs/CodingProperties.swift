package import AudioModel

/// Properties of codings, independent of any file.
package enum CodingProperties {
    private struct Facts {
        var framesPerPacket: UInt32 = 0
        /// Bytes per packet and channel; zero for variable packet sizes.
        var bytesPerPacketAndChannel: UInt32 = 0
    }

    /// Source: the specifications of the codings with a fixed packet length.
    private static let facts: [FourCC: Facts] = [
        "lpcm": Facts(framesPerPacket: 1, bytesPerPacketAndChannel: 1),
        "ulaw": Facts(framesPerPacket: 1, bytesPerPacketAndChannel: 1),
        "alaw": Facts(framesPerPacket: 1, bytesPerPacketAndChannel: 1),
        "ima4": Facts(framesPerPacket: 64, bytesPerPacketAndChannel: 34),
        "MAC3": Facts(framesPerPacket: 6, bytesPerPacketAndChannel: 2),
        "MAC6": Facts(framesPerPacket: 6, bytesPerPacketAndChannel: 1),
        "aac ": Facts(framesPerPacket: 1024), "aach": Facts(framesPerPacket: 2048),
        "aacp": Facts(framesPerPacket: 2048), "aacl": Facts(framesPerPacket: 512),
        "aace": Facts(framesPerPacket: 512), "aacf": Facts(framesPerPacket: 512),
        "aacg": Facts(framesPerPacket: 512), "aacs": Facts(framesPerPacket: 1024),
        "usac": Facts(framesPerPacket: 1024), "alac": Facts(framesPerPacket: 4096),
        ".mp1": Facts(framesPerPacket: 384), ".mp2": Facts(framesPerPacket: 1152),
        ".mp3": Facts(framesPerPacket: 1152), "samr": Facts(framesPerPacket: 160),
        "sawb": Facts(framesPerPacket: 320), "ac-3": Facts(framesPerPacket: 1536),
        "ec-3": Facts(framesPerPacket: 1536), "flac": Facts(), "opus": Facts(),
        "ilbc": Facts(), "celp": Facts(), "hvxc": Facts(), "twvq": Facts(), "QDMC": Facts(),
        "QDM2": Facts(), "Qclp": Facts(), "cac3": Facts(), "AUDB": Facts(),
    ]

    private static func facts(of id: FormatID) -> Facts? {
        // Microsoft codings have blocks of one size, chosen by the file.
        if [.microsoftADPCM, .microsoftIMA, .microsoftGSM].contains(id) {
            return Facts(bytesPerPacketAndChannel: 1)
        }
        return facts[id.rawValue]
    }

    package static func isKnown(_ id: FormatID) -> Bool { facts(of: id) != nil }

    /// Whether packet sizes vary; nil for an unknown coding.
    package static func hasVariablePackets(_ id: FormatID) -> Bool? {
        facts(of: id).map { $0.bytesPerPacketAndChannel == 0 }
    }

    /// Fills in the format's zero fields from the coding or the magic cookie.
    ///
    /// - Returns: nil for an unknown coding.
    package static func completed(_ format: StreamFormat, magicCookie: [UInt8]?) -> StreamFormat? {
        guard let facts = facts(of: format.id) else { return nil }
        if let told = formats(format, magicCookie: magicCookie)?.last { return told }
        var format = format
        if format.id == .linearPCM { return completedLinear(format) }
        if format.framesPerPacket == 0 { format.framesPerPacket = facts.framesPerPacket }
        if format.id == .mpegLayer3, (1..<32000).contains(format.sampleRate) {
            format.framesPerPacket = 576
        }
        let (size, overflow) = facts.bytesPerPacketAndChannel.multipliedReportingOverflow(
            by: format.channelCount)
        // A block size cannot be derived from a channel's size.
        let isBlock = facts.framesPerPacket == 0
        if format.bytesPerPacket == 0, !isBlock, !overflow { format.bytesPerPacket = size }
        if format.framesPerPacket == 1 {
            if format.bytesPerFrame == 0 { format.bytesPerFrame = format.bytesPerPacket }
            if format.bitsPerChannel == 0 { format.bitsPerChannel = 8 }
        }
        return format
    }

    private static func completedLinear(_ format: StreamFormat) -> StreamFormat {
        var format = format
        let isInterleaved = !format.flags.contains(.nonInterleaved)
        if format.framesPerPacket == 0 { format.framesPerPacket = 1 }
        let bytes = format.bitsPerChannel / 8 + (format.bitsPerChannel % 8 == 0 ? 0 : 1)
        let (size, overflow) = bytes.multipliedReportingOverflow(
            by: isInterleaved ? format.channelCount : 1)
        if format.bytesPerFrame == 0, !overflow { format.bytesPerFrame = size }
        let (packet, isLarge) = format.bytesPerFrame.multipliedReportingOverflow(
            by: format.framesPerPacket)
        if format.bytesPerPacket == 0, !isLarge { format.bytesPerPacket = packet }
        return format
    }

    /// The formats a magic cookie's packets can be decoded to, the richest first; nil without a
    /// cookie, or for one that cannot be parsed.
    package static func formats(
        _ format: StreamFormat, magicCookie: [UInt8]?
    ) -> [StreamFormat]? {
        guard let magicCookie else { return nil }
        switch format.id {
        case .mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2:
            guard let bytes = decoderConfiguration(inCookie: magicCookie, of: format),
                var found = AudioSpecificConfiguration(bytes)?.formats
            else { return nil }
            // A program configuration defines the channels; the caller may know their number.
            for index in found.indices where found[index].channelCount == 0 {
                found[index].channelCount = format.channelCount
            }
            return found
        case .appleLossless: return ALACConfiguration(magicCookie).map { [$0.format] }
        default: return nil
        }
    }

    /// The formats described by an elementary stream descriptor, the richest first. The descriptor
    /// may be preceded by the version field of an `esds` box.
    package static func formats(ofStreamDescriptor bytes: [UInt8]) -> [StreamFormat]? {
        specificConfiguration(ofStreamDescriptor: bytes)
            .flatMap { AudioSpecificConfiguration($0)?.formats }
    }

    /// The `AudioSpecificConfig` in such a descriptor; nil without a valid one.
    package static func specificConfiguration(ofStreamDescriptor bytes: [UInt8]) -> [UInt8]? {
        for skipped in [0, 4] {
            if let descriptor = ElementaryStreamDescriptor(Array(bytes.dropFirst(skipped))),
                AudioSpecificConfiguration(descriptor.specificConfiguration) != nil
            {
                return descriptor.specificConfiguration
            }
        }
        return nil
    }
}

// MARK: Supported codings

extension CodingProperties {
    private static func typical(_ id: FormatID) -> StreamFormat {
        var format = StreamFormat(named: id, sampleRate: 44100, channelCount: 2)
        format.bitsPerChannel = id == .linearPCM ? 16 : 0
        format.flags = id == .linearPCM ? [.signedInteger, .packed] : []
        // The most common bit depth of the lossless codings.
        if [.appleLossless, .flac].contains(id) { format.flags = FormatFlags(rawValue: 1) }
        if id == .opus { format.sampleRate = 48_000 }
        return completed(format, magicCookie: nil) ?? format
    }

    private static let alwaysDecoded: [FormatID] = [
        .linearPCM, .appleIMA4, .uLaw, .aLaw, .microsoftADPCM, .microsoftIMA,
    ]
    private static let alwaysEncoded: [FormatID] = [.linearPCM, .appleIMA4, .uLaw, .aLaw]

    /// Codings that can be decoded.
    package static let decodable: [FormatID] = {
        let others: [FormatID] = [
            .mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2, .mpegLayer3, .mpegLayer2, .flac,
            .opus, .ac3, .enhancedAC3,
        ]
        let found = others.filter {
            (try? makePacketDecoder(typical($0), configuration: nil)) != nil
        }
        // An Apple Lossless decoder needs a configuration, so the encoder is tried instead.
        let encoder = try? makePacketEncoder(typical(.appleLossless))
        return alwaysDecoded + found + (encoder == nil ? [] : [.appleLossless])
    }()

    /// Codings that can be encoded, without those that Apple's systems only decode (MP3).
    package static let encodable: [FormatID] =
        alwaysEncoded
        + [.mpeg4AAC, .appleLossless, .flac, .opus, .ac3, .enhancedAC3, .mpegLayer2].filter {
            (try? makePacketEncoder(typical($0))) != nil
        }

    /// Usual bit rates, in bits per second; nil for codings without a bit rate.
    package static func bitRates(of id: FormatID) -> [Double]? {
        switch id {
        case .mpeg4AAC:
            [
                16_000, 20_000, 24_000, 28_000, 32_000, 40_000, 48_000, 56_000, 64_000, 72_000,
                80_000, 96_000, 112_000, 128_000, 160_000, 192_000, 224_000, 256_000, 288_000,
                320_000, 384_000, 448_000, 512_000,
            ]
        case .opus:
            [
                6_000, 8_000, 12_000, 16_000, 24_000, 32_000, 48_000, 64_000, 96_000, 128_000,
                160_000, 192_000, 256_000, 320_000, 384_000, 448_000, 512_000,
            ]
        case .mpegLayer2:
            [
                32_000, 48_000, 56_000, 64_000, 80_000, 96_000, 112_000, 128_000, 160_000,
                192_000, 224_000, 256_000, 320_000, 384_000,
            ]
        case .ac3, .enhancedAC3:
            [
                32_000, 40_000, 48_000, 56_000, 64_000, 80_000, 96_000, 112_000, 128_000, 160_000,
                192_000, 224_000, 256_000, 320_000, 384_000, 448_000, 512_000, 576_000, 640_000,
            ]
        case .mpegLayer3:
            [
                8_000, 16_000, 24_000, 32_000, 40_000, 48_000, 56_000, 64_000, 80_000, 96_000,
                112_000, 128_000, 144_000, 160_000, 192_000, 224_000, 256_000, 320_000,
            ]
        default: nil
        }
    }

    /// Default bit rate in bits per second: 64,000 per channel, for MP3 96,000, or the nearest
    /// usual rate that the format allows.
    package static func defaultBitRate(
        of id: FormatID, sampleRate: Double, channelCount: UInt32
    ) -> Double {
        let perChannel: Double = id == .mpegLayer3 ? 96_000 : 64_000
        let wanted = perChannel * Double(channelCount)
        let range = bitRateRange(of: id, sampleRate: sampleRate, channelCount: channelCount)
        let possible = (bitRates(of: id) ?? []).filter { range.contains($0) }
        return possible.min { abs($0 - wanted) < abs($1 - wanted) }
            ?? min(wanted, range.upperBound)
    }

    /// Bit rates that a lossy coding can be encoded with, in bits per second.
    ///
    /// A packet of AAC has at most 6144 bits per channel, six per sample; libavcodec requantises
    /// larger packets until they have 1.53 times the average size.
    ///
    /// Source: RFC 6716, 2.1.1, "Bitrate", and libopus, for Opus; ISO/IEC 11172-3, 2.4.2.3, and
    /// 13818-3, 2.4.2.3, "bitrate_index", for MPEG layers 2 and 3; ETSI TS 102 366, table 4.13, for
    /// AC-3.
    package static func bitRateRange(
        of id: FormatID, sampleRate: Double, channelCount: UInt32
    ) -> ClosedRange<Double> {
        switch id {
        case .opus: return 6_000...256_000 * Double(max(channelCount, 1))
        case .ac3, .enhancedAC3: return 32_000...640_000
        case .mpegLayer2:
            if sampleRate < 32_000 { return 8_000...160_000 }
            // Some rates are for one channel only, others for two only.
            return channelCount == 1 ? 32_000...192_000 : 64_000...384_000
        case .mpegLayer3:
            if sampleRate >= 32_000 { return 32_000...320_000 }
            return 8_000...(sampleRate >= 16_000 ? 160_000 : 64_000)
        default:
            let samples = sampleRate * Double(channelCount)
            return samples / 2...samples * 3.9
        }
    }

    /// Bit rates in bits a second that Apple's AAC encoder is known to accept, for recorders: a
    /// recorder does not start with another one.
    ///
    /// Source: reports of what works and what does not, as
    /// react-native-audio-toolkit/react-native-audio-toolkit#126 (two channels 64,000 to 256,000; one
    /// 32,000 to 256,000, not 24,000; 16,000 at 11,025 Hz, not at 22,050) and
    /// hackiftekhar/IQAudioRecorderController#48 (not 128,000 at 8,000 Hz, two channels). The upper
    /// bound is that of ISO/IEC 14496-3, 6144 bits a channel and frame; the bounds between the
    /// reported ones are ours.
    package static func recordedAACBitRates(
        sampleRate: Double, channelCount: UInt32
    ) -> ClosedRange<Double> {
        let lowest: Double =
            switch sampleRate {
            case ..<16_000: 8_000
            case ..<22_050: 12_000
            case ..<32_000: 20_000
            case ..<44_100: 24_000
            default: 32_000
            }
        let channels = Double(max(channelCount, 1))
        return lowest * channels...max(lowest, 6 * sampleRate) * channels
    }

    /// All sample rates in Hz, of MPEG-1, MPEG-2 and the unofficial version 2.5.
    private static let layer3SampleRates: [Double] = [
        8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
    ]

    /// Sample rates that can be encoded, in Hz, as ranges.
    package static func sampleRates(of id: FormatID) -> [ClosedRange<Double>] {
        switch id {
        case .mpeg4AAC: AudioSpecificConfiguration.sampleRates.sorted().map { $0...$0 }
        // Opus is decoded at 48 kHz, whatever the rate of the encoder's input.
        case .opus: [48_000...48_000]
        case .mpegLayer3: layer3SampleRates.map { $0...$0 }
        case .mpegLayer2: layer3SampleRates.filter { $0 >= 16_000 }.map { $0...$0 }
        case .ac3, .enhancedAC3: layer3SampleRates.filter { $0 >= 32_000 }.map { $0...$0 }
        case .flac: [1...FLACStreamInfo.sampleRateMax]
        default: [CodingLimits.sampleRate]
        }
    }

    /// Channel counts that can be encoded; nil for any.
    package static func encodedChannelCounts(of id: FormatID) -> [UInt32]? {
        switch id {
        case .mpeg4AAC: [1, 2, 3, 4, 5, 6, 8]
        case .appleLossless, .flac, .opus: Array(1...8)
        case .mpegLayer3, .mpegLayer2: [1, 2]
        case .ac3, .enhancedAC3: Array(1...6)
        default: nil
        }
    }

    /// Channel counts that can be decoded; nil for any.
    package static func decodedChannelCounts(of id: FormatID) -> [UInt32]? {
        switch id {
        case .mpeg4AAC, .highEfficiencyAAC, .appleLossless, .flac, .opus: Array(1...8)
        case .highEfficiencyAAC2: [2]
        case .mpegLayer3, .mpegLayer2: [1, 2]
        case .ac3, .enhancedAC3: Array(1...6)
        default: nil
        }
    }
}
