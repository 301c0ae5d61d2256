import AudioModel

/// A header that stands before each packet of a stream that has no table.
protocol SyncedFrameHeader: Sendable {
    /// Bytes of it that parsing needs.
    static var byteCount: Int { get }

    /// - Returns: nil when these bytes start no frame.
    init?(_ bytes: UInt64)

    /// From the start of the header to the next one.
    var frameByteCount: Int64 { get }
    /// Bytes of the header that are not part of the packet.
    var skippedByteCount: Int64 { get }
    var framesPerPacket: Int64 { get }

    /// Whether a stream can go on with this header.
    func follows(_ first: Self) -> Bool
}

/// Steps from header to header. Between frames that are broken, looks for the next that is whole.
struct SyncedFrameWalk<Header: SyncedFrameHeader>: PacketWalk {
    private(set) var index: Int64 = 0
    private(set) var frame: Int64 = 0
    private var offset: Int64
    private var resyncCount = 0

    let first: Header
    private let end: Int64

    init(first: Header, at offset: Int64, end: Int64) {
        self.first = first
        self.offset = offset
        self.end = end
    }

    mutating func next(in readers: inout WalkReaders) throws(FormatError) -> PacketPlace? {
        var header = try Header.read(at: offset, end: end, in: &readers.packets)
        if header?.follows(first) != true {
            guard resyncCount < SyncedFrameLimits.resyncsMax,
                let found = try Header.find(
                    from: offset, end: end, after: first, in: &readers.packets)
            else { return nil }
            resyncCount += 1
            (offset, header) = (found.offset, found.header)
        }
        guard let header, header.frameByteCount <= end - offset else { return nil }
        let place = PacketPlace(
            index: index, offset: offset + header.skippedByteCount,
            byteCount: header.frameByteCount - header.skippedByteCount, firstFrame: frame,
            frameCount: first.framesPerPacket)
        index += 1
        frame += first.framesPerPacket
        offset += header.frameByteCount
        return place
    }
}

enum SyncedFrameLimits {
    /// How far a stream is searched for its next frame.
    static let searchBytesMax: Int64 = 1 << 16
    /// Headers looked at more closely in one search.
    static let candidatesMax = 64
    /// Searches a stream; keeps one of nothing but gaps cheap.
    static let resyncsMax = 1000
}

extension SyncedFrameHeader {
    /// - Returns: nil when no header starts here.
    static func read(
        at offset: Int64, end: Int64, in reader: inout ByteReader
    ) throws(FormatError) -> Self? {
        guard offset <= end - Int64(byteCount) else { return nil }
        reader.enter("frame header", at: offset, end: end)
        var bytes: UInt64 = 0
        for _ in 0..<byteCount { bytes = bytes << 8 | UInt64(try reader.readBigEndian() as UInt8) }
        return Self(bytes)
    }

    /// Looks for a frame that is followed by another one, or by the end.
    ///
    /// - Parameter first: What the frame must go with, when it is not the first itself.
    static func find(
        from start: Int64, end: Int64, after first: Self?, in reader: inout ByteReader
    ) throws(FormatError) -> (offset: Int64, header: Self)? {
        let last = min(start + SyncedFrameLimits.searchBytesMax, end - Int64(byteCount))
        let mask = (1 as UInt64) << UInt64(8 * byteCount) - 1
        var bytes: UInt64 = 0
        var candidateCount = 0
        reader.enter("frame header", at: start, end: end)
        guard last >= start else { return nil }
        for _ in 0..<byteCount - 1 {
            bytes = bytes << 8 | UInt64(try reader.readBigEndian() as UInt8)
        }
        for offset in start...last {
            bytes = (bytes << 8 | UInt64(try reader.readBigEndian() as UInt8)) & mask
            guard let header = Self(bytes), header.follows(first ?? header) else { continue }
            candidateCount += 1
            guard candidateCount <= SyncedFrameLimits.candidatesMax else { return nil }
            let next = offset + header.frameByteCount
            if next == end { return (offset, header) }
            // A copy, whose window may move.
            var ahead = reader
            if let following = try read(at: next, end: end, in: &ahead), following.follows(header) {
                return (offset, header)
            }
        }
        return nil
    }
}
