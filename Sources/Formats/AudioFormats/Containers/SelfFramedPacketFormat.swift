package import AudioCodecs
package import AudioModel

extension CodingProperties {
    /// The format of a self-framed packet: MPEG layer 3, or AAC in ADTS.
    package static func format(ofMPEGPacket bytes: [UInt8]) -> StreamFormat? {
        func header(_ count: Int) -> UInt64? {
            bytes.count < count ? nil : bytes.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
        }
        if let header = header(MP3Header.byteCount).flatMap({ MP3Header($0) }) {
            var format = StreamFormat(
                named: .mpegLayer3, sampleRate: header.sampleRate,
                channelCount: header.channelCount)
            format.framesPerPacket = UInt32(header.framesPerPacket)
            return format
        }
        guard let header = header(ADTSHeader.byteCount).flatMap({ ADTSHeader($0) }) else {
            return nil
        }
        var format = StreamFormat(
            named: .mpeg4AAC, sampleRate: AudioSpecificConfiguration.sampleRates[header.rateIndex],
            channelCount: AudioSpecificConfiguration.channelCount(
                configuration: UInt32(header.channelConfiguration)))
        format.framesPerPacket = UInt32(header.framesPerPacket)
        return format
    }
}
