/// Finds packets and hands over their bytes, for containers in which a packet is no run of bytes of
/// the file: it stands in pages or blocks, or is made from them. Any thread may use it.
///
/// The offsets of its places count as if the packets stood one after the other.
protocol PacketSource: PacketLocator {
    /// Shows packets in order, from `index` on, until `visitor` declines one.
    ///
    /// - Parameter visitor: Gets bytes that are there only until it returns.
    func read(
        from index: Int64,
        _ visitor: (PacketPlace, UnsafeRawBufferPointer) throws(FormatError) -> Bool
    ) throws(FormatError)

    /// What is not as usual about a packet. Known of packets that have been read.
    func edge(at index: Int64) -> PacketEdge?
}

/// A packet where sounds were joined.
struct PacketEdge: Hashable, Sendable {
    /// Whether a decoder is to start anew with it.
    var startsAnew: Bool
    /// Frames that it decodes to before those that are its own.
    var hiddenFrames: Int64
}

extension PacketSource {
    func edge(at index: Int64) -> PacketEdge? { nil }

    func visit(
        from index: Int64, _ visitor: (PacketPlace) throws(FormatError) -> Bool
    ) throws(FormatError) {
        try read(from: index) { place, _ throws(FormatError) in try visitor(place) }
    }
}
