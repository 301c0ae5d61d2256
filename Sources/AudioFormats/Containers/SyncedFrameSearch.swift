/// Looks for a frame that is followed by another one, or by the end, in a file or in what has come
/// of a stream: then it keeps its place while bytes are missing, so that none is looked at twice.
///
/// A byte costs at most one look at the header that would follow, in bytes that are held: the work
/// grows with the bytes passed over, whatever these are.
struct SyncedFrameSearch<Header: SyncedFrameHeader> {
    /// What a frame must go with, when it is not the first itself.
    private let first: Header?
    private(set) var offset: Int64
    private let last: Int64
    /// Where the frames end, if the stream does not end before.
    private let end: Int64
    private let candidatesMax: Int
    private var candidateCount = 0
    private var candidateOffset: Int64 = -1

    init(from start: Int64, end: Int64, after first: Header?) {
        self.first = first
        self.end = end
        offset = start
        // What has no frame at its start is likely no sound at all.
        let isHead = first == nil
        last =
            start
            + (isHead ? SyncedFrameLimits.headBytesMax : SyncedFrameLimits.holeBytesMax)
        candidatesMax = isHead ? SyncedFrameLimits.headCandidatesMax : .max
    }

    /// - Returns: nil when there is no frame within the limits.
    mutating func find(
        in reader: inout ByteReader
    ) throws(FormatError) -> (offset: Int64, header: Header)? {
        let end = min(end, reader.source.byteCount)
        let last = min(last, end - Int64(Header.byteCount))
        while offset <= last {
            reader.enter("frame header", at: offset, end: end)
            let isAtHeader = try reader.skip(to: SyncedFrameLimits.firstByte, until: last + 1)
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
        // The frames that other candidates tell of end before and behind this one.
        reader.enter("frame header", at: offset, end: end)
        try reader.hold(Int(header.frameByteCount) + Header.byteCount)
        return try Header.read(at: next, end: end, in: &reader)?.follows(header) == true
    }
}
