import AudioCodecs
import AudioModel

/// Finds the comments of an Ogg file, which are the second packet of its first logical bitstream.
///
/// Source: RFC 7845, 5.2; Vorbis I specification, 4.2; The Speex Codec Manual, 7.3; "FLAC to Ogg
/// mapping", 1.0.
enum OggComments {
    private static let pagesMax = 1 << 14
    private static let byteCountMax: Int64 = 1 << 27

    /// Reads the comments.
    ///
    /// - Returns: The comments, and the source that the ranges of their pictures refer to; nil when
    ///   the file has none that are known.
    static func read(
        _ source: any ByteSource
    ) throws(FormatError) -> (block: VorbisCommentBlock, source: any ByteSource)? {
        guard let pieces = try packet(of: source) else { return nil }
        let bytes = OggPacketBytes(pieces, of: source)
        var reader = ByteReader(bytes)
        let head = try reader.readBytes(Int(min(bytes.byteCount, 8)))
        let start: Int64
        if head.starts(with: "OpusTags".utf8) {
            start = 8
        } else if head.starts(with: [3] + "vorbis".utf8) {
            start = 7
        } else if let type = head.first, type & 0x7F == 4, head.count >= 4 {
            // The header of a FLAC metadata block.
            start = 4
        } else {
            // Speex's comments have no name before them.
            start = 0
        }
        reader.enter("comments", at: start, end: bytes.byteCount)
        return (try VorbisCommentBlock(reading: &reader), bytes)
    }

    /// Where the second packet of the first bitstream is in the file.
    private static func packet(
        of source: any ByteSource
    ) throws(FormatError) -> [Range<Int64>]? {
        var reader = ByteReader(source)
        var position: Int64 = 0
        var serial: UInt32?
        var packet = 0
        var pieces: [Range<Int64>] = []
        var byteCount: Int64 = 0
        for _ in 0..<pagesMax {
            guard let page = try OggPageHeader(at: position, in: &reader) else { return nil }
            var offset = page.contentStart
            position = page.end
            serial = serial ?? page.serial
            // Pages of other bitstreams can lie between.
            guard page.serial == serial else { continue }
            for length in page.segments {
                if packet == 1, length > 0 {
                    byteCount += Int64(length)
                    guard byteCount <= byteCountMax else { return nil }
                    if let last = pieces.last, last.upperBound == offset {
                        pieces[pieces.count - 1] = last.lowerBound..<offset + Int64(length)
                    } else {
                        pieces.append(offset..<offset + Int64(length))
                    }
                }
                offset += Int64(length)
                // A shorter segment ends a packet.
                if length < 255 { packet += 1 }
                if packet == 2 { return pieces }
            }
        }
        return nil
    }
}

/// Presents the pieces of a packet as contiguous bytes.
private struct OggPacketBytes: ByteSource {
    let byteCount: Int64
    private let source: any ByteSource
    /// Where each piece starts in the packet, and where it is in the file.
    private let pieces: [(start: Int64, range: Range<Int64>)]

    init(_ ranges: [Range<Int64>], of source: any ByteSource) {
        self.source = source
        var start: Int64 = 0
        var pieces: [(start: Int64, range: Range<Int64>)] = []
        for range in ranges {
            pieces.append((start, range))
            start += range.upperBound - range.lowerBound
        }
        self.pieces = pieces
        byteCount = start
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        guard offset >= 0, offset < byteCount else { return 0 }
        var done = 0
        var index = firstPiece(at: offset)
        while done < buffer.count, index < pieces.count {
            let piece = pieces[index]
            let skipped = offset + Int64(done) - piece.start
            let held = piece.range.upperBound - piece.range.lowerBound - skipped
            let count = Int(min(held, Int64(buffer.count - done)))
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
            let readCount = try source.read(into: room, at: piece.range.lowerBound + skipped)
            done += max(min(readCount, count), 0)
            guard readCount >= count else { break }
            index += 1
        }
        return done
    }

    /// The index of the piece that holds an offset.
    private func firstPiece(at offset: Int64) -> Int {
        var (low, high) = (0, pieces.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if pieces[middle].start <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
