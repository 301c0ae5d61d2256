import AudioModel

/// A decoder for packets that come from anywhere.
///
/// - Parameter magicCookie: As Apple has it; nil where there is none. A cookie that is not
///   understood counts as none.
/// - Throws: `unsupportedCoding`, with the coding's name.
public func makePacketDecoder(
    _ format: StreamFormat, magicCookie: [UInt8]?
) throws(FormatError) -> any PacketDecoder {
    guard ContainerLimits.channels.contains(format.channelCount) else {
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
        if configuration == nil, format.id == .vorbis { return HeadlessDecoder() }
    #endif
    return try makePacketDecoder(format, configuration: configuration)
}

/// The decoder for the packets of a container.
func makePacketDecoder(_ contents: ContainerContents) throws(FormatError) -> any PacketDecoder {
    if let decoder = PCMDecoder(contents.format) {
        return LinearPacketDecoder(decoder, contents.format)
    }
    return try makePacketDecoder(contents.format, configuration: contents.decoderConfiguration)
}

/// Linear PCM and the laws.
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

/// Apple IMA4.
private final class IMA4PacketDecoder: PacketDecoder {
    /// The bits of the predictor that packets do not repeat are lost after a jump.
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

/// For codings whose packets mean nothing without the headers, before these came.
private final class HeadlessDecoder: PacketDecoder {
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

/// The decoder for a format whose packets are decoded one by one.
///
/// - Parameter configuration: What the container says about the coding beside the format.
/// - Throws: `unsupportedCoding`, with the coding's name.
func makePacketDecoder(
    _ format: StreamFormat, configuration: [UInt8]?
) throws(FormatError) -> any PacketDecoder {
    switch format.id {
    case .microsoftADPCM: return MicrosoftADPCMDecoder(channelCount: Int(format.channelCount))
    case .microsoftIMA: return MicrosoftIMADecoder(channelCount: Int(format.channelCount))
    default: break
    }
    #if FFmpeg
        if let decoder = FFmpegDecoder(format, configuration: configuration) { return decoder }
    #endif
    throw FormatError(.unsupportedCoding(format.codingName))
}

/// What a decoder wants of Apple's magic cookie; nil when the cookie is not understood.
func decoderConfiguration(inCookie cookie: [UInt8], of format: StreamFormat) -> [UInt8]? {
    switch format.id {
    case .mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2:
        let configuration =
            ElementaryStreamDescriptor(cookie)?.specificConfiguration ?? cookie
        return AudioSpecificConfiguration(configuration) == nil ? nil : configuration
    case .appleLossless: return ALACConfiguration(cookie)?.bytes
    case .flac: return FLACStreamInformation(cookie)?.bytes
    default: return cookie
    }
}
