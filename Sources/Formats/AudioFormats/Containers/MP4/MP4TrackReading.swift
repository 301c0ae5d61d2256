import AudioCodecs
import AudioModel

/// Reads a track's boxes.
///
/// Source: ISO/IEC 14496-12, 8.3 to 8.7.
extension MP4Track {
    init(
        _ track: MP4Box, in reader: inout ByteReader, count: inout Int
    ) throws(FormatError) {
        try readBoxes(in: track, &reader, &count, depth: 0)
    }

    private mutating func readBoxes(
        in parent: MP4Box, _ reader: inout ByteReader, _ count: inout Int, depth: Int
    ) throws(FormatError) {
        var parser = MP4BoxParser(in: parent)
        while let box = try parser.next(in: &reader, count: &count) {
            switch box.id {
            case "chap":
                reader.enter("track reference", at: box.start, end: box.end)
                while reader.bytesLeft >= 4, chapterTrackIDs.count < 16 {
                    chapterTrackIDs.append(try reader.readBigEndian())
                }
            case "mdia", "minf", "stbl", "edts", "tref":
                let depthMax = 4
                guard depth < depthMax else { continue }
                try readBoxes(in: box, &reader, &count, depth: depth + 1)
            case "tkhd":
                id = try Self.readID(box, in: &reader)
            case "mdhd":
                reader.enter("media header", at: box.start, end: box.end)
                (timescale, duration) = try Self.readTimes(&reader)
            case "hdlr":
                reader.enter("handler", at: box.start, end: box.end)
                try reader.skip(8)
                // QuickTime has a second handler, for the data reference.
                let handler = try reader.readFourCC()
                if handler == "soun" { isSound = true }
                if handler == "text" || handler == "sbtl" { isText = true }
            case "elst":
                reader.enter("edit list", at: box.start, end: box.end)
                try readEdits(&reader)
            case "stsd" where isSound:
                var entries = MP4BoxParser(in: box, skipping: 8)
                if let entry = try entries.next(in: &reader, count: &count) {
                    sample = try MP4SampleEntry(entry, in: &reader, count: &count)
                }
            case "stsz", "stz2", "stts", "stsc", "stco", "co64":
                reader.enter("sample table", at: box.start, end: box.end)
                try readTable(box.id, &reader)
            default: break
            }
        }
    }

    /// Reads timescale and duration of a movie header or a media header.
    static func readTimes(
        _ reader: inout ByteReader
    ) throws(FormatError) -> (timescale: UInt32, duration: Int64) {
        let version: UInt8 = try reader.readBigEndian()
        try reader.skip(3)
        try reader.skip(version == 1 ? 16 : 8)  // Creation and modification time.
        let timescale: UInt32 = try reader.readBigEndian()
        let duration: Int64 =
            version == 1
            ? try reader.readBigEndian() : Int64(try reader.readBigEndian() as UInt32)
        return (timescale, max(duration, 0))
    }

    private mutating func readEdits(_ reader: inout ByteReader) throws(FormatError) {
        let version: UInt8 = try reader.readBigEndian()
        try reader.skip(3)
        let stated: UInt32 = try reader.readBigEndian()
        let entryByteCount: Int64 = version == 1 ? 20 : 12
        let editsMax: Int64 = 256
        for _ in 0..<min(Int64(stated), reader.bytesLeft / entryByteCount, editsMax) {
            let duration: Int64 =
                version == 1
                ? try reader.readBigEndian() : Int64(try reader.readBigEndian() as UInt32)
            let start: Int64 =
                version == 1
                ? try reader.readBigEndian() : Int64(try reader.readBigEndian() as Int32)
            try reader.skip(4)  // Media rate.
            // A start of −1 is an empty edit.
            guard start >= 0, duration >= 0 else { continue }
            let (total, overflow) = (edit?.duration ?? 0).addingReportingOverflow(duration)
            edit = (edit?.start ?? start, overflow ? .max : total)
        }
    }

    private mutating func readTable(
        _ id: FourCC, _ reader: inout ByteReader
    ) throws(FormatError) {
        try reader.skip(4)  // Version and flags.
        switch id {
        case "stsz":
            packetByteCount = Int64(try reader.readBigEndian() as UInt32)
            packetCount = Int64(try reader.readBigEndian() as UInt32)
            guard packetByteCount == 0 else {
                // The file's size bounds the number of fixed-size packets.
                packetCount = min(packetCount, reader.source.byteCount / packetByteCount)
                return
            }
            sizes = try Self.table(packetCount, bytesPerEntry: 4, &reader)
        case "stz2":
            try reader.skip(3)
            let bits: UInt8 = try reader.readBigEndian()
            guard [4, 8, 16].contains(bits) else {
                throw reader.error(.badField("sample size field"))
            }
            packetCount = Int64(try reader.readBigEndian() as UInt32)
            isNibbles = bits == 4
            sizes = try Self.table(
                isNibbles ? (packetCount + 1) / 2 : packetCount,
                bytesPerEntry: max(Int64(bits) / 8, 1), &reader)
        default:
            let entryCount = Int64(try reader.readBigEndian() as UInt32)
            switch id {
            case "stts": durations = try Self.table(entryCount, bytesPerEntry: 8, &reader)
            case "stsc": chunkRuns = try Self.table(entryCount, bytesPerEntry: 12, &reader)
            case "stco": chunkOffsets = try Self.table(entryCount, bytesPerEntry: 4, &reader)
            default: chunkOffsets = try Self.table(entryCount, bytesPerEntry: 8, &reader)
            }
        }
    }

    private static func table(
        _ count: Int64, bytesPerEntry: Int64, _ reader: inout ByteReader
    ) throws(FormatError) -> Table {
        guard count <= reader.bytesLeft / bytesPerEntry else {
            throw reader.error(.endsEarly("sample table"))
        }
        return Table(offset: reader.position, count: count, bytesPerEntry: bytesPerEntry)
    }
}
