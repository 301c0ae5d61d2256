import AudioCodecs

/// The byte range and frame range of a packet in a file.
struct PacketRange: Hashable, Sendable {
    var index: Int64
    /// Offset in the file.
    var offset: Int64
    var byteCount: Int64
    /// First decoded frame, priming included.
    var firstFrame: Int64
    var frameCount: Int64
}

/// Totals over all packets of a file.
struct PacketTotals: Hashable, Sendable {
    var packetCount: Int64 = 0
    var byteCount: Int64 = 0
    var frameCount: Int64 = 0
    var largestByteCount: Int64 = 0
    /// End of the last packet in the file.
    var end: Int64 = 0
    /// Number of trailing frames that are not valid, as far as packets determine it.
    var remainderFrames: Int64 = 0
}

/// Parses the packets of a file one after the other. A copy is a position to resume from, so its
/// size must not grow with the file.
protocol PacketParser: Sendable {
    /// Index of the next packet.
    var index: Int64 { get }
    /// First decoded frame of the next packet.
    var frame: Int64 { get }
    /// Number of trailing frames before the position that are trimmed if the file ends here.
    var remainderFrames: Int64 { get }
    /// Whether the end was found; `next` is not called again.
    var isOver: Bool { get }

    /// Locates the next packet.
    ///
    /// - Returns: nil after the last packet that the file completely contains.
    mutating func next(in readers: inout ParserReaders) throws(FormatError) -> PacketRange?
}

extension PacketParser {
    var remainderFrames: Int64 { 0 }
    var isOver: Bool { false }
}

/// Separate read windows for the parts of a file that a parser reads alternately.
struct ParserReaders: Sendable {
    /// Packet headers, or entries of a packet table.
    var packets: ByteReader
    var chunks: ByteReader
    var runs: ByteReader

    init(_ source: any ByteSource) {
        packets = ByteReader(source)
        chunks = packets
        runs = packets
    }
}

/// Locates packets of variable size by index. Thread-safe.
protocol PacketLocator: Sendable {
    /// Visits packets in order, starting at `index`, until `visitor` returns false.
    func visit(
        from index: Int64, _ visitor: (PacketRange) throws(FormatError) -> Bool
    ) throws(FormatError)

    /// The packet that contains a decoded frame; nil beyond the last.
    func place(ofFrame frame: Int64) throws(FormatError) -> PacketRange?

    /// Totals over all packets; the first call scans them.
    func totals() throws(FormatError) -> PacketTotals
}

extension PacketLocator {
    func place(of index: Int64) throws(FormatError) -> PacketRange? {
        var found: PacketRange?
        try visit(from: index) { place in
            found = place
            return false
        }
        return found?.index == index ? found : nil
    }

    /// The packet that contains a byte of the file, or the next one for a byte between packets.
    func place(ofByte offset: Int64) throws(FormatError) -> PacketRange? {
        var found: PacketRange?
        try visit(from: 0) { place in
            guard offset < place.offset + place.byteCount else { return true }
            found = place
            return false
        }
        return found
    }
}
