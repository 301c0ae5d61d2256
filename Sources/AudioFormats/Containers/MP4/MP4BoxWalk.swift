import AudioModel

/// A box: a size, a four-character code and bytes, which may be boxes in turn.
struct MP4Box {
    var id: FourCC
    /// Where its size stands.
    var head: Int64
    /// Where its bytes start.
    var start: Int64
    var end: Int64
    /// Whether what holds it ends before it says that it does.
    var isCut = false
}

/// Steps through the boxes of a file or of another box.
///
/// Source: ISO/IEC 14496-12, 4.2, "Object Structure".
struct MP4BoxWalk {
    /// Of one file; keeps one of nothing but boxes cheap.
    static let boxesMax = 4096

    private var offset: Int64
    private let end: Int64

    /// Where the next box is.
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

    /// - Parameter count: Boxes of the file so far.
    /// - Returns: nil at the end, and at a box that cannot be.
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
        // A box may say that it is longer than what holds it: a file that was cut.
        let box = MP4Box(
            id: id, head: offset, start: reader.position,
            end: offset + min(byteCount, end - offset), isCut: byteCount > end - offset)
        offset = box.end
        return box
    }
}
