import AudioCodecs
import AudioModel

/// The contents of one `trak` box.
struct MP4Track {
    /// Location of a table that is read in place.
    struct Table: Hashable, Sendable {
        var offset: Int64 = 0
        var count: Int64 = 0
        var bytesPerEntry: Int64 = 1

        var end: Int64 { offset + count * bytesPerEntry }
    }

    /// Track ID, which fragments refer to.
    var id: UInt32 = 0
    var isSound = false
    var isText = false
    /// Identifiers of the tracks that have the chapters' titles.
    var chapterTrackIDs: [UInt32] = []
    /// Units per second of the times below.
    var timescale: UInt32 = 0
    var duration: Int64 = 0
    /// Start of the first edit in the track's timescale, and its duration in the movie's; nil
    /// without an edit list.
    var edit: (start: Int64, duration: Int64)?
    var sample: MP4SampleEntry?

    /// Size of every packet in bytes; zero when sizes vary and the table lists them.
    var packetByteCount: Int64 = 0
    var packetCount: Int64 = 0
    var sizes = Table()
    /// Whether the compact size table has four bits per entry.
    var isNibbles = false
    var durations = Table()
    var chunkRuns = Table()
    var chunkOffsets = Table()
}

/// Parses the sample tables of a track.
///
/// Source: ISO/IEC 14496-12, 8.6.1.2 (times), 8.7.3 (sizes), 8.7.4 (chunks), 8.7.5 (offsets).
struct MP4PacketParser: PacketParser {
    private(set) var index: Int64 = 0
    private(set) var frame: Int64 = 0

    /// Constants, shared by all copies.
    private let plan: Plan
    private var offset: Int64 = 0
    private var chunks = MP4Chunks()
    private var packetsLeftInChunk: Int64 = 0
    private var durationEntry: Int64 = 0
    private var packetsLeftInEntry: Int64 = 0
    private var duration: Int64 = 0

    private final class Plan: Sendable {
        let track: MP4SampleTables
        let framesPerPacket: Int64
        let sourceEnd: Int64

        init(_ track: MP4SampleTables, framesPerPacket: Int64, sourceEnd: Int64) {
            self.track = track
            self.framesPerPacket = framesPerPacket
            self.sourceEnd = sourceEnd
        }
    }

    init(_ tables: MP4SampleTables, framesPerPacket: UInt32, sourceEnd: Int64) {
        plan = Plan(tables, framesPerPacket: Int64(framesPerPacket), sourceEnd: sourceEnd)
    }

    mutating func next(in readers: inout ParserReaders) throws(FormatError) -> PacketRange? {
        let track = plan.track
        guard index < track.packetCount else { return nil }
        if packetsLeftInChunk == 0 {
            guard let chunk = try chunks.next(of: track, in: &readers) else { return nil }
            (offset, packetsLeftInChunk) = chunk
        }
        let byteCount = try byteCount(in: &readers.packets)
        guard offset <= plan.sourceEnd, byteCount <= plan.sourceEnd - offset else { return nil }
        let frameCount =
            plan.framesPerPacket > 0 ? plan.framesPerPacket : try nextDuration(in: &readers.runs)
        guard frameCount <= ContainerLimits.framesMax - frame else {
            throw readers.packets.error(.tooLarge("number of frames"))
        }
        let place = PacketRange(
            index: index, offset: offset, byteCount: byteCount, firstFrame: frame,
            frameCount: frameCount)
        index += 1
        frame += frameCount
        offset += byteCount
        packetsLeftInChunk -= 1
        return place
    }

    private func byteCount(in reader: inout ByteReader) throws(FormatError) -> Int64 {
        let track = plan.track
        guard track.packetByteCount == 0 else { return track.packetByteCount }
        let table = track.sizes
        let position = track.isNibbles ? index / 2 : index * table.bytesPerEntry
        reader.enter("sample size table", at: table.offset + position, end: table.end)
        switch table.bytesPerEntry {
        case 1:
            let byte: UInt8 = try reader.readBigEndian()
            guard track.isNibbles else { return Int64(byte) }
            return Int64(index % 2 == 0 ? byte >> 4 : byte & 0x0F)
        case 2: return Int64(try reader.readBigEndian() as UInt16)
        default: return Int64(try reader.readBigEndian() as UInt32)
        }
    }

    private mutating func nextDuration(in reader: inout ByteReader) throws(FormatError) -> Int64 {
        let table = plan.track.durations
        while packetsLeftInEntry == 0, durationEntry < table.count {
            reader.enter(
                "time-to-sample table", at: table.offset + durationEntry * 8, end: table.end)
            packetsLeftInEntry = Int64(try reader.readBigEndian() as UInt32)
            duration = Int64(try reader.readBigEndian() as UInt32)
            durationEntry += 1
        }
        // After the table's end the last duration continues.
        packetsLeftInEntry = max(packetsLeftInEntry - 1, 0)
        return duration
    }
}

/// The sample tables of a track that locate its packets.
struct MP4SampleTables: Sendable {
    var packetByteCount: Int64
    var packetCount: Int64
    var sizes: MP4Track.Table
    var isNibbles: Bool
    var durations: MP4Track.Table
    var chunkRuns: MP4Track.Table
    var chunkOffsets: MP4Track.Table

    init(_ track: MP4Track) {
        packetByteCount = track.packetByteCount
        packetCount = track.packetCount
        sizes = track.sizes
        isNibbles = track.isNibbles
        durations = track.durations
        chunkRuns = track.chunkRuns
        chunkOffsets = track.chunkOffsets
    }
}
