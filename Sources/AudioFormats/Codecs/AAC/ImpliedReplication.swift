import AudioModel

/// High-Efficiency AAC that only its packets show: the configuration knows of the core alone.
struct ImpliedReplication {
    /// The richest first.
    let formats: [StreamFormat]
    /// As if the file said it.
    let configuration: [UInt8]

    /// Packets that are decoded to find out.
    static let packetsMax = 4
    private static let packetByteCountMax: Int64 = 1 << 16
    /// Of the core; twice that is the most there is.
    private static let sampleRateMax = 48_000.0

    /// - Parameter configuration: As the container has it.
    /// - Returns: nil when there is no band replication, when the configuration tells of it, and
    ///   where there is no decoder to ask, or nothing to decode: what is wrong with the packets
    ///   shows when they are read.
    init?(in locator: any PacketLocator, of source: any ByteSource, configuration: [UInt8]) {
        #if FFmpeg
            let lowComplexity: UInt32 = 2
            guard let plain = AudioSpecificConfiguration(configuration),
                plain.objectType == lowComplexity, !plain.tellsReplication,
                plain.sampleRate <= Self.sampleRateMax,
                let found = FFmpegReplicationProbe.look(
                    in: Self.packets(locator, source), configuration),
                let announcing = plain.announcingReplication(
                    isParametricStereo: found == .parametricStereo),
                let richer = AudioSpecificConfiguration(announcing)
            else { return nil }
            formats = richer.formats
            self.configuration = announcing
        #else
            return nil
        #endif
    }

    /// The first packets; fewer when the file ends, or is broken, before.
    private static func packets(
        _ locator: any PacketLocator, _ source: any ByteSource
    ) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        try? locator.visit(from: 0) { place throws(FormatError) in
            guard place.byteCount <= packetByteCountMax else { return false }
            var reader = ByteReader(source)
            reader.enter("audio", at: place.offset, end: place.offset + place.byteCount)
            packets.append(try reader.readBytes(Int(place.byteCount)))
            return packets.count < packetsMax
        }
        return packets
    }
}
