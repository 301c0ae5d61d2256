import AudioCodecs
import AudioModel

/// A frame header of a self-framed stream, which has no packet table.
protocol SelfFramedHeader: Sendable {
    /// Number of header bytes to parse; the first is always `FrameSyncLimits.firstByte`.
    static var byteCount: Int { get }

    /// Parses a header.
    ///
    /// - Parameter bytes: The header's bytes, big-endian.
    /// - Returns: nil when they are no frame header.
    init?(_ bytes: UInt64)

    /// Bytes from the start of this header to the next one.
    var frameByteCount: Int64 { get }
    /// Bytes of the header that do not belong to the packet.
    var skippedByteCount: Int64 { get }
    var framesPerPacket: Int64 { get }

    /// Whether a stream that began with `first` can continue with this header.
    func follows(_ first: Self) -> Bool
}

/// Parses a self-framed stream from header to header, and resynchronises after damaged data.
struct SelfFramedPacketParser<Header: SelfFramedHeader>: PacketParser {
    private(set) var index: Int64 = 0
    private(set) var frame: Int64 = 0
    private(set) var isOver = false
    private var offset: Int64
    /// Offset from which a gap triggers another check that the file was not replaced.
    private var recheckOffset: Int64 = 0

    let first: Header
    private let mark: FirstFrameFingerprint
    private let end: Int64
    private let countMax: Int64

    /// Creates a parser.
    ///
    /// - Parameter countMax: Number of packets, when known.
    init(
        first: Header, at offset: Int64, end: Int64, countMax: Int64 = .max,
        mark: FirstFrameFingerprint
    ) {
        self.first = first
        self.offset = offset
        self.end = end
        self.countMax = countMax
        self.mark = mark
    }

    mutating func next(in readers: inout ParserReaders) throws(FormatError) -> PacketRange? {
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
        let place = PacketRange(
            index: index, offset: offset + header.skippedByteCount,
            byteCount: header.frameByteCount - header.skippedByteCount, firstFrame: frame,
            frameCount: first.framesPerPacket)
        index += 1
        frame += first.framesPerPacket
        offset += header.frameByteCount
        return place
    }

    /// Searches for the next frame after a gap.
    ///
    /// - Throws: `replaced` when the file was overwritten by another.
    private mutating func search(
        in reader: inout ByteReader
    ) throws(FormatError) -> (offset: Int64, header: Header)? {
        guard offset <= end - Int64(Header.byteCount) else { return nil }
        if offset >= recheckOffset {
            try mark.check(reader.source)
            recheckOffset = offset + FrameSyncLimits.recheckBytes
        }
        var search = SyncWordScanner<Header>(from: offset, end: end, after: first)
        if let found = try search.find(in: &reader) { return found }
        try mark.check(reader.source)
        return nil
    }
}

/// A fingerprint of the first frame when the file was opened, to detect that the file was
/// overwritten.
struct FirstFrameFingerprint: Sendable {
    private let offset: Int64
    /// Digest of the header, Xing header and first audio data; parser copies stay small.
    private let digest: UInt64

    init(_ source: any ByteSource, at offset: Int64) throws(FormatError) {
        self.offset = offset
        digest = try Self.digest(source, at: offset)
    }

    /// Compares the fingerprint with the file.
    ///
    /// - Throws: `replaced` when the bytes differ.
    func check(_ source: any ByteSource) throws(FormatError) {
        guard try Self.digest(source, at: offset) == digest else {
            throw FormatError(.replaced, offset: offset)
        }
    }

    private static func digest(
        _ source: any ByteSource, at offset: Int64
    ) throws(FormatError) -> UInt64 {
        let byteCount = 64
        let bytes = try [UInt8](unsafeUninitializedCapacity: byteCount) {
            buffer, count throws(FormatError) in
            let room = UnsafeMutableRawBufferPointer(buffer)
            count = max(min(try source.read(into: room, at: offset), byteCount), 0)
        }
        return FNV1aHash(bytes).value
    }
}

/// Limits of the search for frames.
enum FrameSyncLimits {
    /// First byte of every header.
    static let firstByte: UInt8 = 0xFF
    /// Number of bytes searched for a stream's first frame.
    static let headBytesMax: Int64 = 1 << 16
    /// Number of candidate headers examined in that search.
    static let headCandidatesMax = 64
    /// Number of bytes skipped between two frames.
    static let holeBytesMax: Int64 = 1 << 24
    /// Number of bytes after which another gap triggers a check for replacement.
    static let recheckBytes: Int64 = 1 << 16
}

extension SelfFramedHeader {
    /// Reads a header.
    ///
    /// - Returns: nil when there is no frame header at `offset`.
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
