import AudioModel

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
    default: return cookie
    }
}
