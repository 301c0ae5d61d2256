import AudioCodecs

extension ImplicitSBR {
    /// Decodes a container's first packets to detect SBR.
    ///
    /// - Parameter configuration: The container's `AudioSpecificConfig`.
    /// - Returns: nil without SBR, with explicit signalling, and when nothing can be decoded.
    /// - Throws: Read errors.
    init?(
        in locator: any PacketLocator, of source: any ByteSource, configuration: [UInt8]
    ) throws(FormatError) {
        try self.init(configuration: configuration) { () throws(FormatError) in
            try Self.packets(locator, source)
        }
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
