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

    /// Frames that a packet decodes to before its own, and that are not heard. Known of packets
    /// that have been read.
    func hiddenFrames(before index: Int64) -> Int64
}

extension PacketSource {
    func hiddenFrames(before index: Int64) -> Int64 { 0 }

    func visit(
        from index: Int64, _ visitor: (PacketPlace) throws(FormatError) -> Bool
    ) throws(FormatError) {
        try read(from: index) { place, _ throws(FormatError) in try visitor(place) }
    }
}
