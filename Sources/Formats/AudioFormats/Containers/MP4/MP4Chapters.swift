import AudioCodecs
import AudioModel

/// The chapter list in user data (`chpl`), which Nero introduced and FFmpeg and players read.
///
/// Source: the layout that FFmpeg and mp4v2 document: a version, flags, in version 1 four reserved
/// bytes, a count; then for each chapter its start in units of 100 nanoseconds, and its title after
/// one byte with its size.
enum MP4ChapterList {
    private static let unitsPerSecond = 10_000_000.0
    /// Limit of the count, which has one byte.
    static let countMax = 255

    static func read(_ box: MP4Box, in reader: inout ByteReader) throws(FormatError)
        -> [AudioChapter]
    {
        reader.enter("chapter list", at: box.start, end: box.end)
        guard reader.bytesLeft >= 5 else { return [] }
        let version: UInt8 = try reader.readBigEndian()
        try reader.skip(min(version > 0 ? 7 : 3, reader.bytesLeft))
        guard reader.bytesLeft >= 1 else { return [] }
        let count: UInt8 = try reader.readBigEndian()
        var chapters: [AudioChapter] = []
        for _ in 0..<count {
            guard reader.bytesLeft >= 9 else { break }
            let start: UInt64 = try reader.readBigEndian()
            let byteCount: UInt8 = try reader.readBigEndian()
            guard Int64(byteCount) <= reader.bytesLeft else { break }
            let title = text(of: try reader.readBytes(Int(byteCount)))
            chapters.append(AudioChapter(start: Double(start) / unitsPerSecond, title: title))
        }
        return chapters
    }

    /// Encodes the content of the box.
    static func bytes(_ chapters: [AudioChapter]) -> [UInt8] {
        let chapters = chapters.prefix(countMax)
        var bytes: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, UInt8(chapters.count)]
        for chapter in chapters {
            let start = min(max(chapter.start, 0), 1e9)
            bytes.appendBigEndian(UInt64((start * unitsPerSecond).rounded()))
            let title = chapter.title.utf8Prefix(255)
            bytes.append(UInt8(title.count))
            bytes += title
        }
        return bytes
    }
}

extension String {
    /// The bytes of as many whole characters as fit.
    func utf8Prefix(_ byteCountMax: Int) -> [UInt8] {
        var bytes = Array(utf8.prefix(byteCountMax))
        while !bytes.isEmpty, String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
        return bytes
    }
}

/// A text track with the titles of chapters, to which the sound track refers.
///
/// Source: Apple QuickTime File Format, "Chapter Lists" and "Text Sample Data".
struct MP4ChapterTrack: Sendable {
    let tables: MP4SampleTables
    let timescale: UInt32

    /// Reads the titles with their times.
    func chapters(in source: any ByteSource) throws(FormatError) -> [AudioChapter] {
        guard timescale > 0 else { return [] }
        var parser = MP4PacketParser(tables, framesPerPacket: 0, sourceEnd: source.byteCount)
        var readers = ParserReaders(source)
        var reader = ByteReader(source)
        var chapters: [AudioChapter] = []
        while chapters.count < AudioChapter.countMax,
            let sample = try parser.next(in: &readers)
        {
            reader.enter("chapter", at: sample.offset, end: sample.offset + sample.byteCount)
            guard reader.bytesLeft >= 2 else { continue }
            let byteCount: UInt16 = try reader.readBigEndian()
            let bytes = try reader.readBytes(Int(min(Int64(byteCount), reader.bytesLeft)))
            let start = Double(sample.firstFrame) / Double(timescale)
            chapters.append(AudioChapter(start: start, title: Self.title(bytes)))
        }
        return chapters
    }

    /// The text of a sample: UTF-8, or UTF-16 after a byte order mark.
    private static func title(_ bytes: [UInt8]) -> String {
        let isUTF16 = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        return isUTF16 ? ID3Tag.parts(bytes[...], 1).first ?? "" : text(of: bytes)
    }
}
