import AudioModel

/// The head of the `pakt` chunk: how many packets and frames there are; and its entries.
///
/// Source: Apple Core Audio Format Specification 1.0, "Packet Table Chunk".
struct CAFPacketTable {
    static let headByteCount: Int64 = 24
    /// Entries are looked at up to here; a day and more of AAC.
    static let entryBytesMax: Int64 = 1 << 24

    let packetCount: Int64
    let validFrames: Int64
    let primingFrames: Int64
    let remainderFrames: Int64
    let entries: ContainerContents.PacketTable

    /// - Parameter reader: At the start of the chunk's bytes, and ending with them.
    init(reading reader: inout ByteReader, format: StreamFormat) throws(FormatError) {
        let start = reader.position
        packetCount = try reader.readBigEndian()
        validFrames = try reader.readBigEndian()
        primingFrames = Int64(try reader.readBigEndian() as Int32)
        remainderFrames = Int64(try reader.readBigEndian() as Int32)
        entries = .init(offset: reader.position, byteCount: reader.bytesLeft)
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
        let countMax = format.isVariableBitRate ? entries.byteCount : .max
        guard (0...countMax).contains(packetCount) else {
            throw FormatError(.badField("number of packets"), offset: start)
        }
    }

    /// The size of the largest packet; nil when the table is broken or larger than the limit.
    static func largestPacketByteCount(
        _ entries: ContainerContents.PacketTable, packetCount: Int64, format: StreamFormat,
        in source: any ByteSource
    ) throws(FormatError) -> Int64? {
        guard entries.byteCount <= entryBytesMax else { return nil }
        var reader = ByteReader(source)
        reader.enter(
            "packet table", at: entries.offset, end: entries.offset + entries.byteCount)
        var largest: Int64 = 0
        for _ in 0..<packetCount {
            if format.bytesPerPacket == 0 { largest = max(largest, try readNumber(&reader)) }
            if format.framesPerPacket == 0 { _ = try readNumber(&reader) }
        }
        return format.bytesPerPacket == 0 ? largest : Int64(format.bytesPerPacket)
    }

    /// Seven bits a byte, the highest first; the top bit says that more follow.
    private static func readNumber(_ reader: inout ByteReader) throws(FormatError) -> Int64 {
        var number: Int64 = 0
        for _ in 0..<5 {
            let byte: UInt8 = try reader.readBigEndian()
            number = number << 7 | Int64(byte & 0x7F)
            if byte & 0x80 == 0 { return number }
        }
        throw reader.error(.badField("packet size"))
    }
}
