import AudioModel

/// The head of the `pakt` chunk: how many packets and frames there are; and its entries.
///
/// Source: Apple Core Audio Format Specification 1.0, "Packet Table Chunk".
struct CAFPacketTable {
    static let headByteCount: Int64 = 24
    let packetCount: Int64
    let validFrames: Int64
    let primingFrames: Int64
    let remainderFrames: Int64
    /// Where they stand in the file.
    let entries: Range<Int64>

    /// - Parameter reader: At the start of the chunk's bytes, and ending with them.
    init(reading reader: inout ByteReader, format: StreamFormat) throws(FormatError) {
        let start = reader.position
        packetCount = try reader.readBigEndian()
        validFrames = try reader.readBigEndian()
        primingFrames = Int64(try reader.readBigEndian() as Int32)
        remainderFrames = Int64(try reader.readBigEndian() as Int32)
        entries = reader.position..<reader.position + reader.bytesLeft
        guard validFrames >= 0 else {
            throw FormatError(.badField("number of frames"), offset: start + 8)
        }
        guard primingFrames >= 0 else {
            throw FormatError(.badField("number of priming frames"), offset: start + 16)
        }
        guard remainderFrames >= 0 else {
            throw FormatError(.badField("number of remainder frames"), offset: start + 20)
        }
        // Every packet of a format without fixed sizes has an entry, of a byte at least.
        let countMax = format.isVariableBitRate ? Int64(entries.count) : .max
        guard (0...countMax).contains(packetCount) else {
            throw FormatError(.badField("number of packets"), offset: start)
        }
    }
}
