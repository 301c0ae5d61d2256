import AudioCodecs
import AudioModel

/// An ISO base media box: a size, a four-character code, and content that may be boxes.
struct MP4Box {
    var id: FourCC
    /// Offset of the box header.
    var head: Int64
    /// Offset of the content.
    var start: Int64
    var end: Int64
    /// Whether the box is truncated by the end of its parent.
    var isCut = false
}

/// Iterates over the boxes of a file or of another box.
///
/// Source: ISO/IEC 14496-12, 4.2, "Object Structure".
struct MP4BoxParser {
    /// Limit on the number of boxes in a file; bounds the work for a hostile file.
    static let boxesMax = 4096

    private var offset: Int64
    private let end: Int64

    /// Offset of the next box.
    var position: Int64 { offset }
    var isOver: Bool { offset > end - 8 }

    init(_ range: Range<Int64>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    init(in box: MP4Box, skipping byteCount: Int64 = 0) {
        offset = min(box.start + byteCount, box.end)
        end = box.end
    }

    /// Reads the next box header.
    ///
    /// - Parameter count: Running number of boxes in the file; incremented.
    /// - Returns: nil at the end and at an invalid box.
    mutating func next(
        in reader: inout ByteReader, count: inout Int
    ) throws(FormatError) -> MP4Box? {
        guard !isOver else { return nil }
        reader.enter("box header", at: offset, end: end)
        count += 1
        guard count <= Self.boxesMax else { throw reader.error(.tooLarge("number of boxes")) }
        let short: UInt32 = try reader.readBigEndian()
        let id = try reader.readFourCC()
        var byteCount = Int64(short)
        if short == 1 {
            guard reader.bytesLeft >= 8 else { return nil }
            byteCount = try reader.readBigEndian()
        } else if short == 0 {
            byteCount = end - offset
        }
        let headByteCount = reader.position - offset
        guard byteCount >= headByteCount else { return nil }
        // A box longer than its parent is a sign of a truncated file.
        let box = MP4Box(
            id: id, head: offset, start: reader.position,
            end: offset + min(byteCount, end - offset), isCut: byteCount > end - offset)
        offset = box.end
        return box
    }
}
