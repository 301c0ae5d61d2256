import AudioCodecs
import AudioModel

/// The `pakt` chunk: the counts in its header, and the range of its entries.
///
/// Source: Apple Core Audio Format Specification 1.0, "Packet Table Chunk".
struct CAFPacketTable {
    static let headByteCount: Int64 = 24
    let packetCount: Int64
    let validFrames: Int64
    let primingFrames: Int64
    let remainderFrames: Int64
    /// Byte range of the entries in the file.
    let entries: Range<Int64>

    /// Reads the header.
    ///
    /// - Parameter reader: At the start of the chunk's content, limited to it.
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
        // Each packet of variable size has an entry of at least one byte.
        let countMax = format.isVariableBitRate ? Int64(entries.count) : .max
        guard (0...countMax).contains(packetCount) else {
            throw FormatError(.badField("number of packets"), offset: start)
        }
    }
}
