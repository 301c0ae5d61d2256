/// Where one packet of a file is.
struct PacketPlace: Hashable, Sendable {
    var index: Int64
    /// Bytes from the start of the file.
    var offset: Int64
    var byteCount: Int64
    /// Decoded frames before it, priming included.
    var firstFrame: Int64
    var frameCount: Int64
}

/// What a walk over all packets adds up to.
struct PacketTotals: Hashable, Sendable {
    var packetCount: Int64 = 0
    var byteCount: Int64 = 0
    var frameCount: Int64 = 0
    var largestByteCount: Int64 = 0
    /// Where the last packet ends.
    var end: Int64 = 0
    /// Of the frames at the end, those that are not to be heard, where the packets tell.
    var remainderFrames: Int64 = 0
}

/// Steps from packet to packet of one file. A copy of a walk is a place to come back to, so it is
/// small and holds no list that grows with the file.
protocol PacketWalk: Sendable {
    /// The packet it stands before.
    var index: Int64 { get }
    /// The decoded frames before that packet.
    var frame: Int64 { get }
    /// Of the frames before it, those at the end that are not to be heard if this is the end.
    var remainderFrames: Int64 { get }
    /// Whether it has been found out that there are no more packets: then it is not asked again.
    var isOver: Bool { get }

    /// - Returns: nil after the last packet that the file holds whole.
    mutating func next(in readers: inout WalkReaders) throws(FormatError) -> PacketPlace?
}

extension PacketWalk {
    var remainderFrames: Int64 { 0 }
    var isOver: Bool { false }
}

/// Windows on the places of a file that a walk reads in turn.
struct WalkReaders: Sendable {
    /// Entries or headers of packets.
    var packets: ByteReader
    var chunks: ByteReader
    var runs: ByteReader

    init(_ source: any ByteSource) {
        packets = ByteReader(source)
        chunks = packets
        runs = packets
    }
}

/// Finds packets of differing sizes by their index. Any thread may use it.
protocol PacketLocator: Sendable {
    /// Shows packets in order, from `index` on, until `visitor` declines one.
    func visit(
        from index: Int64, _ visitor: (PacketPlace) throws(FormatError) -> Bool
    ) throws(FormatError)

    /// The packet that holds a decoded frame; nil beyond the last.
    func place(ofFrame frame: Int64) throws(FormatError) -> PacketPlace?

    /// Goes over all packets the first time it is asked.
    func totals() throws(FormatError) -> PacketTotals
}

extension PacketLocator {
    func place(of index: Int64) throws(FormatError) -> PacketPlace? {
        var found: PacketPlace?
        try visit(from: index) { place in
            found = place
            return false
        }
        return found?.index == index ? found : nil
    }

    /// The packet that holds a byte of the file, or the next one when it lies between packets.
    func place(ofByte offset: Int64) throws(FormatError) -> PacketPlace? {
        var found: PacketPlace?
        try visit(from: 0) { place in
            guard offset < place.offset + place.byteCount else { return true }
            found = place
            return false
        }
        return found
    }
}
