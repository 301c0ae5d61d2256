import AudioCodecs

/// Searches for a frame header that is followed by another, or by the end.
///
/// In a stream, the search keeps its position while bytes are missing, so no byte is examined
/// twice. Each byte costs at most one look at a following header within the buffered bytes, so the
/// work is linear in the bytes skipped.
struct SyncWordScanner<Header: SelfFramedHeader> {
    /// The header that a frame must be compatible with; nil when searching for the first.
    private let first: Header?
    private(set) var offset: Int64
    private let last: Int64
    /// End of the frames, if the source does not end before.
    private let end: Int64
    private let candidatesMax: Int
    private var candidateCount = 0
    private var candidateOffset: Int64 = -1

    init(from start: Int64, end: Int64, after first: Header?) {
        self.first = first
        self.end = end
        offset = start
        // Data without a frame near its start is probably not audio.
        let isHead = first == nil
        last = start + (isHead ? FrameSyncLimits.headBytesMax : FrameSyncLimits.holeBytesMax)
        candidatesMax = isHead ? FrameSyncLimits.headCandidatesMax : .max
    }

    /// Continues the search.
    ///
    /// - Returns: nil when there is no frame within the limits.
    mutating func find(
        in reader: inout ByteReader
    ) throws(FormatError) -> (offset: Int64, header: Header)? {
        let end = min(end, reader.source.byteCount)
        let last = min(last, end - Int64(Header.byteCount))
        while offset <= last {
            reader.enter("frame header", at: offset, end: end)
            let isAtHeader = try reader.skip(to: FrameSyncLimits.firstByte, until: last + 1)
            offset = reader.position
            guard isAtHeader else { continue }
            if let header = try Header.read(at: offset, end: end, in: &reader),
                header.follows(first ?? header)
            {
                if candidateOffset != offset {
                    candidateOffset = offset
                    candidateCount += 1
                }
                guard candidateCount <= candidatesMax else { return nil }
                if try isFollowed(header, end: end, in: &reader) { return (offset, header) }
            }
            offset += 1
        }
        return nil
    }

    private func isFollowed(
        _ header: Header, end: Int64, in reader: inout ByteReader
    ) throws(FormatError) -> Bool {
        let next = offset + header.frameByteCount
        if next == end { return true }
        guard next <= end - Int64(Header.byteCount) else { return false }
        // Candidates before and after this one have headers to check in the same range.
        reader.enter("frame header", at: offset, end: end)
        try reader.hold(Int(header.frameByteCount) + Header.byteCount)
        return try Header.read(at: next, end: end, in: &reader)?.follows(header) == true
    }
}
