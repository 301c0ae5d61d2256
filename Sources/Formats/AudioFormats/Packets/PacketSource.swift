import AudioCodecs

/// Locates and delivers packets that are not byte ranges of the file, but fragmented into pages or
/// blocks, or generated from them. Thread-safe.
///
/// The offsets of its ranges count as if the packets were contiguous.
protocol PacketSource: PacketLocator {
    /// Visits packets in order, starting at `index`, until `visitor` returns false.
    ///
    /// - Parameter visitor: Receives bytes that are valid only during the call.
    func read(
        from index: Int64,
        _ visitor: (PacketRange, UnsafeRawBufferPointer) throws(FormatError) -> Bool
    ) throws(FormatError)

    /// Special treatment of a packet; known only for packets that have been read.
    func edge(at index: Int64) -> PacketDiscontinuity?
}

/// A packet at the junction of chained bitstreams.
struct PacketDiscontinuity: Hashable, Sendable {
    /// Whether the decoder has to be reset before it.
    var resetsDecoder: Bool
    /// Number of leading decoded frames to trim.
    var trimmedFrames: Int64
}

extension PacketSource {
    func edge(at index: Int64) -> PacketDiscontinuity? { nil }

    func visit(
        from index: Int64, _ visitor: (PacketRange) throws(FormatError) -> Bool
    ) throws(FormatError) {
        try read(from: index) { place, _ throws(FormatError) in try visitor(place) }
    }
}
