import AudioModel

/// Validation of the header against the file.
extension MP3Table {
    /// Tolerance in packets, or their bytes: some headers count their own frame, and some do not.
    static let packetsOffMax: Int64 = 2

    /// The stated packet count, if the file has all the stated bytes and no more frames follow
    /// them; otherwise nil, and packets are counted by a scan.
    ///
    /// - Parameters:
    ///   - start: Offset of the first packet.
    ///   - end: End of all frames.
    ///   - header: Frame header of the frame with this Xing or VBRI header.
    ///   - tableOffset: Offset of that frame.
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
        // Sizes outside the file are ignored.
        guard statedEnd > start, statedEnd < end else { return packetCount }
        return try goesOn(at: statedEnd, end: end, header, in: &reader) ? nil : packetCount
    }

    /// Whether the stream continues with another file's frames, directly or after a tag.
    private func goesOn(
        at offset: Int64, end: Int64, _ first: MP3Header, in reader: inout ByteReader
    ) throws(FormatError) -> Bool {
        if let header = try MP3Header.read(at: offset, end: end, in: &reader),
            header.follows(first)
        {
            // One extra frame is tolerated: the header may not count its own.
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

    /// Whether the file lacks some of the stated bytes.
    ///
    /// - Parameter heldByteCount: Bytes from the header's frame to the end of all frames.
    func statesMore(than heldByteCount: Int64, header: MP3Header) -> Bool {
        guard let byteCount else { return false }
        let average = packetCount.map { byteCount / ($0 + 1) } ?? 0
        return byteCount - heldByteCount
            >= Self.packetsOffMax * max(header.frameByteCount, average)
    }
}
