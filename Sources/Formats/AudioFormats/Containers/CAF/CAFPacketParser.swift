import AudioCodecs
import AudioModel

/// Parses the entries of a CAF packet table.
///
/// Source: Apple Core Audio Format Specification 1.0, "Packet Table Chunk": each packet's size if
/// sizes vary, then its frame count if those vary; packets are contiguous.
struct CAFPacketParser: PacketParser {
    private(set) var index: Int64 = 0
    private(set) var frame: Int64 = 0
    private var entryOffset: Int64
    private var offset: Int64

    private let entriesEnd: Int64
    private let dataEnd: Int64
    private let packetCount: Int64
    private let bytesPerPacket: Int64
    private let framesPerPacket: Int64

    init(_ table: CAFPacketTable, format: StreamFormat, data: Range<Int64>) {
        entryOffset = table.entries.lowerBound
        entriesEnd = table.entries.upperBound
        offset = data.lowerBound
        dataEnd = data.upperBound
        packetCount = table.packetCount
        bytesPerPacket = Int64(format.bytesPerPacket)
        framesPerPacket = Int64(format.framesPerPacket)
    }

    mutating func next(in readers: inout ParserReaders) throws(FormatError) -> PacketRange? {
        guard index < packetCount else { return nil }
        readers.packets.enter("packet table", at: entryOffset, end: entriesEnd)
        let byteCount = bytesPerPacket > 0 ? bytesPerPacket : try Self.readNumber(&readers.packets)
        let frameCount =
            framesPerPacket > 0 ? framesPerPacket : try Self.readNumber(&readers.packets)
        guard byteCount <= dataEnd - offset else { return nil }
        guard frameCount <= ContainerLimits.framesMax - frame else {
            throw readers.packets.error(.tooLarge("number of frames"))
        }
        let place = PacketRange(
            index: index, offset: offset, byteCount: byteCount, firstFrame: frame,
            frameCount: frameCount)
        entryOffset = readers.packets.position
        index += 1
        offset += byteCount
        frame += frameCount
        return place
    }

    /// Reads a variable-length integer: seven bits per byte, most significant first; the top bit
    /// marks continuation.
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
