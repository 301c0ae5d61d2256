public import AudioModel

/// Creates a decoder for packets from any source.
///
/// - Parameter magicCookie: Apple's magic cookie; nil without one. A cookie that cannot be parsed
///   is ignored.
/// - Throws: `unsupportedCoding` with the coding's name, or `badField` for the channel count.
public func makePacketDecoder(
    _ format: StreamFormat, magicCookie: [UInt8]?
) throws(FormatError) -> any PacketDecoder {
    guard CodingLimits.channels.contains(format.channelCount) else {
        throw FormatError(.badField("channel count"))
    }
    let isInterleaved = format.channelCount == 1 || !format.flags.contains(.nonInterleaved)
    if isInterleaved || format.id != .linearPCM, let decoder = PCMDecoder(format) {
        return LinearPacketDecoder(decoder, format)
    }
    if format.id == .appleIMA4 { return IMA4PacketDecoder(format) }
    var configuration = magicCookie.flatMap { decoderConfiguration(inCookie: $0, of: format) }
    if configuration == nil, format.id == .appleLossless {
        configuration = ALACConfiguration.bytes(of: format)
    }
    #if FFmpeg
        if configuration == nil, format.id == .vorbis { return UnconfiguredDecoder() }
    #endif
    return try makePacketDecoder(format, configuration: configuration)
}

/// Creates the decoder for a container's packets, which are interleaved in every coding.
///
/// - Parameter configuration: The decoder configuration in the container.
/// - Throws: `unsupportedCoding`, with the coding's name; `missingLibrary`.
package func makePacketDecoder(
    interleaved format: StreamFormat, configuration: [UInt8]?
) throws(FormatError) -> any PacketDecoder {
    if let decoder = PCMDecoder(format) { return LinearPacketDecoder(decoder, format) }
    return try makePacketDecoder(format, configuration: configuration)
}

/// Decodes linear PCM and G.711.
private final class LinearPacketDecoder: PacketDecoder {
    let rollPacketCount: Int64 = 0
    private let decoder: PCMDecoder
    private let bytesPerFrame: Int
    private let channelCount: Int

    init(_ decoder: PCMDecoder, _ format: StreamFormat) {
        self.decoder = decoder
        bytesPerFrame = max(Int(format.bytesPerFrame), 1)
        channelCount = Int(format.channelCount)
    }

    func reset() {}

    func decode(
        _ packet: UnsafeRawBufferPointer, into samples: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) -> Int {
        guard let bytes = packet.baseAddress else { return 0 }
        let count = min(packet.count / bytesPerFrame, frameCount)
        decoder.decode(bytes, into: samples, sampleCount: count * channelCount)
        return count
    }
}

/// Decodes Apple IMA4.
private final class IMA4PacketDecoder: PacketDecoder {
    /// After a seek, the predictor's low bits come from the packet before.
    let rollPacketCount: Int64 = 1
    private var decoder: IMA4Decoder
    private let bytesPerPacket: Int

    init(_ format: StreamFormat) {
        decoder = IMA4Decoder(channelCount: Int(format.channelCount))
        bytesPerPacket = Int(IMA4.bytesPerChannel * format.channelCount)
    }

    func reset() { decoder.reset() }

    func decode(
        _ packet: UnsafeRawBufferPointer, into samples: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) -> Int {
        guard let bytes = packet.baseAddress else { return 0 }
        let count = min(packet.count / bytesPerPacket, frameCount / Int(IMA4.framesPerPacket))
        decoder.decode(bytes, packetCount: count, into: samples)
        return count * Int(IMA4.framesPerPacket)
    }
}

/// Stands in for a decoder of codings that need their headers, until these arrive.
private final class UnconfiguredDecoder: PacketDecoder {
    let rollPacketCount: Int64 = 0
    private(set) var brokenPacketCount = 0

    func reset() {}

    func decode(
        _ packet: UnsafeRawBufferPointer, into samples: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) -> Int {
        brokenPacketCount += 1
        return 0
    }
}

/// Creates a decoder for a format with packets that are decoded one by one.
///
/// - Parameter configuration: The decoder configuration in the container.
/// - Throws: `unsupportedCoding`, with the coding's name; `missingLibrary`.
package func makePacketDecoder(
    _ format: StreamFormat, configuration: [UInt8]?
) throws(FormatError) -> any PacketDecoder {
    switch format.id {
    case .microsoftADPCM: return MicrosoftADPCMDecoder(channelCount: Int(format.channelCount))
    case .microsoftIMA: return MicrosoftIMADecoder(channelCount: Int(format.channelCount))
    default: break
    }
    #if FFmpeg
        if FFmpegCoding.with(format.id) != nil { try FFmpegLibrary.codec.load() }
        if let decoder = FFmpegDecoder(format, configuration: configuration) { return decoder }
    #endif
    throw FormatError(.unsupportedCoding(format.codingName))
}

/// Extracts the decoder configuration from Apple's magic cookie; nil when it cannot be parsed.
package func decoderConfiguration(
    inCookie cookie: [UInt8], of format: StreamFormat
) -> [UInt8]? {
    switch format.id {
    case .mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2:
        let configuration = ElementaryStreamDescriptor(cookie)?.specificConfiguration ?? cookie
        return AudioSpecificConfiguration(configuration) == nil ? nil : configuration
    case .appleLossless: return ALACConfiguration(cookie)?.bytes
    case .flac: return FLACStreamInfo(cookie)?.bytes
    default: return cookie
    }
}
