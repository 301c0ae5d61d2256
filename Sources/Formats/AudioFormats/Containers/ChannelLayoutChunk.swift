import AudioCodecs
import ChannelLayouts

extension ChannelLayout {
    /// Reads the layout of a CAF `chan` or an AIFF-C `CHAN` chunk.
    ///
    /// - Parameter reader: At the start of the chunk's content, limited to it.
    /// - Returns: nil when the chunk is too short for its stated number of descriptions; a sound is
    ///   not rejected for that.
    ///
    /// Source: Apple Core Audio Format Specification 1.0, "Channel Layout Chunk".
    init?(reading reader: inout ByteReader) throws(FormatError) {
        guard reader.bytesLeft >= 12 else { return nil }
        let tag: UInt32 = try reader.readBigEndian()
        let bitmap: UInt32 = try reader.readBigEndian()
        let count: UInt32 = try reader.readBigEndian()
        let bytesPerChannel: Int64 = 20
        guard count <= CodingLimits.channels.upperBound,
            Int64(count) * bytesPerChannel <= reader.bytesLeft
        else { return nil }
        var descriptions: [Channel] = []
        for _ in 0..<count {
            let label: UInt32 = try reader.readBigEndian()
            let flags: UInt32 = try reader.readBigEndian()
            var coordinates: [Float] = []
            for _ in 0..<3 {
                coordinates.append(Float(bitPattern: try reader.readBigEndian()))
            }
            descriptions.append(.init(label: label, flags: flags, coordinates: coordinates))
        }
        self.init(tag: tag, bitmap: bitmap, descriptions: descriptions)
    }

    /// The layout as stored in CAF and AIFF-C.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(tag)
        bytes.appendBigEndian(bitmap)
        bytes.appendBigEndian(UInt32(descriptions.count))
        for channel in descriptions {
            bytes.appendBigEndian(channel.label)
            bytes.appendBigEndian(channel.flags)
            for index in 0..<3 {
                let coordinate =
                    channel.coordinates.indices.contains(index) ? channel.coordinates[index] : 0
                bytes.appendBigEndian(coordinate.bitPattern)
            }
        }
        return bytes
    }
}
