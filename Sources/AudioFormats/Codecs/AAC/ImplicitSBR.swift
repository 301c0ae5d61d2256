import AudioModel

/// HE-AAC with implicit SBR signalling: the configuration describes only the core.
struct ImplicitSBR {
    /// The formats the packets can be decoded to, the richest first.
    let formats: [StreamFormat]
    /// The equivalent configuration with explicit signalling.
    let configuration: [UInt8]

    /// Number of packets decoded to detect SBR.
    static let packetsMax = 4
    private static let packetByteCountMax: Int64 = 1 << 16
    /// Highest core sample rate in Hz; doubled by SBR, it is the highest there is.
    private static let sampleRateMax = 48_000.0

    /// Decodes the first packets to detect SBR.
    ///
    /// - Parameter configuration: The container's `AudioSpecificConfig`.
    /// - Returns: nil without SBR, with explicit signalling, and when nothing can be decoded.
    ///   Errors in packets are reported when the packets are read.
    /// - Throws: Read errors.
    init?(
        in locator: any PacketLocator, of source: any ByteSource, configuration: [UInt8]
    ) throws(FormatError) {
        #if FFmpeg
            let lowComplexity: UInt32 = 2
            guard let plain = AudioSpecificConfiguration(configuration),
                plain.objectType == lowComplexity, !plain.signalsSBR,
                plain.sampleRate <= Self.sampleRateMax,
                let found = SBRProbe.look(in: try Self.packets(locator, source), configuration),
                let announcing = plain.withExplicitSBR(
                    isParametricStereo: found == .parametricStereo),
                let richer = AudioSpecificConfiguration(announcing)
            else { return nil }
            formats = richer.formats
            self.configuration = announcing
        #else
            return nil
        #endif
    }

    /// The first packets; fewer when the file ends or is damaged before.
    private static func packets(
        _ locator: any PacketLocator, _ source: any ByteSource
    ) throws(FormatError) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        _ = try FormatError.unlessDefective { () throws(FormatError) in
            try locator.visit(from: 0) { place throws(FormatError) in
                guard place.byteCount <= packetByteCountMax else { return false }
                var reader = ByteReader(source)
                reader.enter("audio", at: place.offset, end: place.offset + place.byteCount)
                packets.append(try reader.readBytes(Int(place.byteCount)))
                return packets.count < packetsMax
            }
        }
        return packets
    }
}
