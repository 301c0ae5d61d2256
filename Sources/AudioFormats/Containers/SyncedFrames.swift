import AudioModel

/// A header that stands before each packet of a stream that has no table.
protocol SyncedFrameHeader: Sendable {
    /// Bytes of it that parsing needs; the first of them is always `SyncedFrameLimits.firstByte`.
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
    private(set) var isOver = false
    private var offset: Int64
    /// From here on a gap gives reason to ask whether this is still the same file.
    private var recheckOffset: Int64 = 0

    let first: Header
    private let mark: FirstFrameMark
    private let end: Int64
    private let countMax: Int64

    /// - Parameter countMax: Packets, where that is known.
    init(
        first: Header, at offset: Int64, end: Int64, countMax: Int64 = .max, mark: FirstFrameMark
    ) {
        self.first = first
        self.offset = offset
        self.end = end
        self.countMax = countMax
        self.mark = mark
    }

    mutating func next(in readers: inout WalkReaders) throws(FormatError) -> PacketPlace? {
        guard !isOver, index < countMax else { return nil }
        var header = try Header.read(at: offset, end: end, in: &readers.packets)
        if header?.follows(first) != true {
            guard let found = try search(in: &readers.packets) else {
                isOver = true
                return nil
            }
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

    /// - Throws: `replaced` when the gap comes from another file's bytes.
    private mutating func search(
        in reader: inout ByteReader
    ) throws(FormatError) -> (offset: Int64, header: Header)? {
        guard offset <= end - Int64(Header.byteCount) else { return nil }
        if offset >= recheckOffset {
            try mark.check(reader.source)
            recheckOffset = offset + SyncedFrameLimits.recheckBytes
        }
        var search = SyncedFrameSearch<Header>(from: offset, end: end, after: first)
        if let found = try search.find(in: &reader) { return found }
        try mark.check(reader.source)
        return nil
    }
}

/// What the first frame started with when the file was opened: by that it is seen whether another
/// file was written over it since.
struct FirstFrameMark: Sendable {
    private let offset: Int64
    /// Of header, table and first sound; a walk holds no more than a number of them.
    private let digest: UInt64

    init(_ source: any ByteSource, at offset: Int64) throws(FormatError) {
        self.offset = offset
        digest = try Self.digest(source, at: offset)
    }

    /// - Throws: `replaced` when other bytes stand there now.
    func check(_ source: any ByteSource) throws(FormatError) {
        guard try Self.digest(source, at: offset) == digest else {
            throw FormatError(.replaced, offset: offset)
        }
    }

    /// FNV-1a.
    ///
    /// Source: Fowler, Noll and Vo, "FNV Hash", 64 bits.
    private static func digest(
        _ source: any ByteSource, at offset: Int64
    ) throws(FormatError) -> UInt64 {
        let byteCount = 64
        let bytes = try [UInt8](unsafeUninitializedCapacity: byteCount) {
            buffer, count throws(FormatError) in
            let room = UnsafeMutableRawBufferPointer(buffer)
            count = max(min(try source.read(into: room, at: offset), byteCount), 0)
        }
        return bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

enum SyncedFrameLimits {
    /// That every header starts with.
    static let firstByte: UInt8 = 0xFF
    /// How far a stream is searched for its first frame.
    static let headBytesMax: Int64 = 1 << 16
    /// Headers looked at more closely in that search.
    static let headCandidatesMax = 64
    /// How much that is no frame is passed over between two.
    static let holeBytesMax: Int64 = 1 << 24
    /// How far a walk goes on over gaps without looking again whether the file is the same.
    static let recheckBytes: Int64 = 1 << 16
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
}
