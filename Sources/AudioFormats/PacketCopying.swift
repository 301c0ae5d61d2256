import AudioModel

extension AudioFileReader {
    /// What another container is to carry beside the packets so that they can be decoded there.
    ///
    /// An ADTS file says it in every packet's header, and has no cookie of its own.
    public var cookieForCopy: [UInt8]? {
        if let cookie = magicCookie { return cookie }
        guard format.id == .mpeg4AAC, let configuration = contents.decoderConfiguration else {
            return nil
        }
        return ElementaryStreamDescriptor.bytes(specificConfiguration: configuration)
    }
}

/// Copies packets from file to file, as they are, in bounded memory.
///
/// The writer's properties are set by whoever made it; its format is the reader's. One thread at a
/// time.
public struct PacketCopier {
    private let reader: AudioFileReader
    private let writer: AudioFileWriter
    private var bytes: [UInt8]
    private var descriptions: [PacketDescription]
    /// Packets copied so far.
    public private(set) var packetCount: Int64 = 0

    private static let pieceByteCount = 1 << 18
    private static let packetsPerPiece = 256
    /// The largest packet that is copied.
    private static let packetBytesMax: Int64 = 1 << 26

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
        var failure: FormatError?
        let (reader, start) = (reader, packetCount)
        let read = bytes.withUnsafeMutableBytes { bytes in
            descriptions.withUnsafeMutableBufferPointer { descriptions in
                do throws(FormatError) {
                    return try reader.readPackets(
                        startingAt: start, count: wanted, into: bytes,
                        descriptions: isVariable ? descriptions : nil)
                } catch {
                    failure = error
                    return PacketRead()
                }
            }
        }
        if let failure { throw failure }
        return read
    }

    private func write(_ read: PacketRead) throws(FormatError) {
        var failure: FormatError?
        bytes.withUnsafeBytes { bytes in
            descriptions.withUnsafeBufferPointer { descriptions in
                do throws(FormatError) {
                    try writer.writePackets(
                        startingAt: packetCount, count: read.packetCount,
                        from: UnsafeRawBufferPointer(rebasing: bytes[..<read.byteCount]),
                        descriptions: descriptions.isEmpty ? nil : descriptions)
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
    }
}
