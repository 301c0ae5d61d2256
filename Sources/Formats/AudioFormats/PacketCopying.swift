public import AudioCodecs
import AudioModel

extension AudioFileReader {
    /// The magic cookie to write when the packets are copied to another container.
    ///
    /// ADTS has no cookie; it is made from the configuration in the packets' headers. Apple Lossless
    /// of more than two channels gets the layout that Apple's readers look for.
    public var cookieForCopy: [UInt8]? {
        if format.id == .appleLossless, let cookie = magicCookie {
            return ALACConfiguration(cookie)?.cookie ?? cookie
        }
        if let cookie = magicCookie { return cookie }
        guard format.id == .mpeg4AAC, let configuration = contents.codec.configuration else {
            return nil
        }
        return ElementaryStreamDescriptor.bytes(specificConfiguration: configuration)
    }
}

/// Copies packets from file to file without decoding, in bounded memory.
///
/// The caller sets the writer's properties; its format is the reader's. Not thread-safe: used by
/// one thread at a time.
public struct PacketCopier {
    private let reader: AudioFileReader
    private let writer: AudioFileWriter
    private var bytes: [UInt8]
    private var descriptions: [PacketDescription]
    /// Number of packets copied so far.
    public private(set) var packetCount: Int64 = 0

    private static let pieceByteCount = 1 << 18
    private static let packetsPerPiece = 256
    /// Size limit of a packet, in bytes.
    private static let packetBytesMax: Int64 = 1 << 26

    /// Creates a copier from the reader's first packet to the writer's.
    public init(from reader: AudioFileReader, to writer: AudioFileWriter) {
        self.reader = reader
        self.writer = writer
        bytes = Array(repeating: 0, count: Self.pieceByteCount)
        descriptions = Array(
            repeating: PacketDescription(),
            count: reader.format.isVariableBitRate ? Self.packetsPerPiece : 0)
    }

    /// Copies some packets.
    ///
    /// - Returns: Whether there may be more.
    /// - Throws: An error of the reader or the writer, or `tooLarge` for a packet.
    public mutating func copyMore() throws(FormatError) -> Bool {
        var read = try readPiece()
        if read.packetCount == 0 {
            guard let byteCount = try reader.packetByteCount(packetCount) else { return false }
            guard byteCount <= Self.packetBytesMax else { throw FormatError(.tooLarge("packet")) }
            guard byteCount > bytes.count else { return false }
            bytes = Array(repeating: 0, count: Int(byteCount))
            read = try readPiece()
            guard read.packetCount > 0 else { return false }
        }
        try write(read)
        packetCount += Int64(read.packetCount)
        return true
    }

    private mutating func readPiece() throws(FormatError) -> PacketRead {
        let isVariable = !descriptions.isEmpty
        let wanted = isVariable ? descriptions.count : Self.pieceByteCount
        let (reader, start) = (reader, packetCount)
        return try bytes.withUnsafeMutableBufferPointer { bytes throws(FormatError) in
            try descriptions.withUnsafeMutableBufferPointer { descriptions throws(FormatError) in
                try reader.readPackets(
                    startingAt: start, count: wanted, into: UnsafeMutableRawBufferPointer(bytes),
                    descriptions: isVariable ? descriptions : nil)
            }
        }
    }

    private func write(_ read: PacketRead) throws(FormatError) {
        try bytes.withUnsafeBufferPointer { bytes throws(FormatError) in
            try descriptions.withUnsafeBufferPointer { descriptions throws(FormatError) in
                try writer.writePackets(
                    startingAt: packetCount, count: read.packetCount,
                    from: UnsafeRawBufferPointer(
                        UnsafeBufferPointer(rebasing: bytes[..<read.byteCount])),
                    descriptions: descriptions.isEmpty ? nil : descriptions)
            }
        }
    }
}
