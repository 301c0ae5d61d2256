import AudioModel

/// Whether a file bears out what its table says.
extension MP3Table {
    /// Off by so many packets, or by the bytes of so many, tables are without harm: some count
    /// themselves, and some do not.
    static let packetsOffMax: Int64 = 2

    /// The count, where the file has all the bytes that go with it and does not go on with more
    /// frames behind these; otherwise nil, and packets are counted.
    ///
    /// - Parameters:
    ///   - start: Where the first packet is.
    ///   - end: Of all frames.
    ///   - header: The table's frame's.
    ///   - tableOffset: Where that is.
    func believedPacketCount(
        before start: Int64, end: Int64, header: MP3Header, at tableOffset: Int64,
        in reader: inout ByteReader
    ) throws(FormatError) -> Int64? {
        let smallestFrameByteCount: Int64 = 24
        guard let packetCount, packetCount > 0, (byteCount ?? 0) <= end - tableOffset,
            packetCount <= (end - start) / smallestFrameByteCount
        else { return nil }
        guard let byteCount, !reader.source.isStillArriving else { return packetCount }
        let statedEnd = tableOffset + byteCount
        // Such sizes are none.
        guard statedEnd > start, statedEnd < end else { return packetCount }
        return try goesOn(at: statedEnd, end: end, header, in: &reader) ? nil : packetCount
    }

    /// Whether another file's frames stand somewhere, or a tag of either file and then frames.
    private func goesOn(
        at offset: Int64, end: Int64, _ first: MP3Header, in reader: inout ByteReader
    ) throws(FormatError) -> Bool {
        if let header = try MP3Header.read(at: offset, end: end, in: &reader),
            header.follows(first)
        {
            // One more is what a table lacks that does not count itself.
            let next = offset + header.frameByteCount
            return try MP3Header.read(at: next, end: end, in: &reader)?.follows(first) == true
        }
        reader.enter("tag", at: offset, end: end)
        let tagHeaderByteCount: Int64 = 10
        let head = try reader.readBytes(Int(min(reader.bytesLeft, tagHeaderByteCount)))
        guard ["ID3", "TAG", "APETAGEX"].contains(where: { head.starts(with: $0.utf8) }) else {
            return false
        }
        var search = SyncedFrameSearch<MP3Header>(
            from: offset + ContainerKind.id3ByteCount(head), end: end, after: first)
        return try search.find(in: &reader) != nil
    }

    /// Whether bytes are missing of those that it states.
    ///
    /// - Parameter heldByteCount: From the table's frame to the end of all.
    func statesMore(than heldByteCount: Int64, header: MP3Header) -> Bool {
        guard let byteCount else { return false }
        let average = packetCount.map { byteCount / ($0 + 1) } ?? 0
        return byteCount - heldByteCount
            >= Self.packetsOffMax * max(header.frameByteCount, average)
    }
}
