import AudioCodecs
import AudioModel

/// Parses the movie fragments of a track, after the packets listed in its sample tables.
///
/// Decode times of fragments are ignored: a gap between fragments adds no packet.
///
/// Termination: each step advances by a box header or an entry, or consumes packet bytes, and the
/// file's size limits their total.
///
/// Source: ISO/IEC 14496-12, 8.8, "Movie Fragments".
struct MP4FragmentParser<Listed: PacketParser>: PacketParser {
    private(set) var index: Int64 = 0
    private(set) var frame: Int64 = 0
    /// Limit on the number of fragments to enter.
    var fragmentsMax = Int64.max
    /// Number of fragments entered.
    private(set) var fragmentCount: Int64 = 0
    /// Offset of the current fragment.
    private(set) var fragmentStart: Int64

    /// Range of a stream's bytes that are no longer buffered; boxes in it cannot be read.
    var gone: Range<Int64> = 0..<0
    /// End of the current fragment's `moof` box; nil before the first.
    private(set) var fragmentEnd: Int64?
    /// Whether the next step reads a top-level box.
    private(set) var isBetweenFragments = false

    /// Constants, shared by all copies.
    private let plan: MP4FragmentConstants
    /// Parser of the packets in sample tables; nil when they are exhausted.
    private var listed: Listed?
    private var boxes: MP4BoxParser
    private var parts = MP4BoxParser(0..<0)
    private var runs = MP4BoxParser(0..<0)
    /// Whether the file ends within the `moof` box.
    private var isCut = false
    /// Base that data offsets of the track fragment are relative to.
    private var base: Int64 = 0
    private var defaults = MP4FragmentDefaults()
    private var run: MP4TrackRun?
    /// Offset of the next packet.
    private var offset: Int64 = 0
    /// Duration so far, in the track's timescale.
    private var duration: Int64 = 0
    /// Bytes of the file that packets may still occupy.
    private var bytesLeft: Int64

    /// Creates a parser.
    ///
    /// - Parameter start: Offset of the first fragment, or of a box before it.
    init(_ plan: MP4FragmentConstants, listed: Listed, start: Int64) {
        self.plan = plan
        self.listed = listed
        fragmentStart = start
        boxes = MP4BoxParser(min(start, plan.sourceEnd)..<plan.sourceEnd)
        bytesLeft = plan.sourceEnd
    }

    /// Frames trimmed at the end by the edit list or by the track's duration.
    var remainderFrames: Int64 {
        let valid = plan.editList.frames(decoded: frame, duration: duration)
        return max(frame - valid.priming - (valid.count ?? frame), 0)
    }

    /// Whether the file ends within a fragment or its media data.
    ///
    /// - Precondition: The parser is at the start.
    func isTruncated(_ source: any ByteSource) throws(FormatError) -> Bool {
        var reader = ByteReader(source)
        var boxes = boxes
        // The file's length bounds the number of boxes.
        var boxCount = 0
        while let box = try FormatError.unlessDefective({ () throws(FormatError) in
            try boxes.next(in: &reader, count: &boxCount)
        }) {
            boxCount = 0
            if box.isCut { return box.id == "moof" || box.id == "mdat" }
        }
        return false
    }

    /// Offset of the next top-level box.
    var nextBox: Int64 { boxes.position }

    mutating func next(in readers: inout ParserReaders) throws(FormatError) -> PacketRange? {
        if var parser = listed {
            if let place = try parser.next(in: &readers) {
                listed = parser
                index = parser.index
                frame = parser.frame
                bytesLeft -= min(place.byteCount, bytesLeft)
                return place
            }
            guard parser.index == plan.listedCount || plan.isByRun else { return nil }
            duration = try plan.listedDuration(in: &readers.runs)
            listed = nil
        }
        do throws(FormatError) {
            return try nextInFragments(&readers.packets)
        } catch {
            // When the file ends within the `moof` box, its packets are missing too.
            if isCut, case .endsEarly = error.reason { return nil }
            throw error
        }
    }

    private mutating func nextInFragments(
        _ reader: inout ByteReader
    ) throws(FormatError) -> PacketRange? {
        // The box limit applies to headers; here the file's length bounds the number.
        var boxCount = 0
        while true {
            if var run, run.packetsLeft > 0 {
                let place = try place(in: &run, &reader)
                self.run = run
                return place
            }
            boxCount = 0
            if let box = try runs.next(in: &reader, count: &boxCount) {
                try enter(box, &reader)
            } else if let part = try parts.next(in: &reader, count: &boxCount) {
                guard part.id == "traf" else { continue }
                runs = MP4BoxParser(in: part)
                defaults.trackID = 0
            } else {
                isBetweenFragments = true
                // The boxes of the previous fragment are not resumed after an invalid box.
                (parts, runs) = (MP4BoxParser(0..<0), MP4BoxParser(0..<0))
                guard let box = try boxes.next(in: &reader, count: &boxCount) else { return nil }
                let needed = box.head..<(box.id == "moof" ? box.end : box.start)
                guard !gone.overlaps(needed) else { throw .outOfOrder(at: box.head) }
                guard box.id == "moof" else { continue }
                guard fragmentCount < fragmentsMax else { return nil }
                isBetweenFragments = false
                fragmentCount += 1
                parts = MP4BoxParser(in: box)
                isCut = box.isCut
                fragmentStart = box.head
                fragmentEnd = box.end
                offset = fragmentStart
            }
        }
    }

    /// Reads a box of a track fragment.
    private mutating func enter(
        _ box: MP4Box, _ reader: inout ByteReader
    ) throws(FormatError) {
        reader.enter("fragment", at: box.start, end: box.end)
        switch box.id {
        case "tfhd":
            let head = try MP4TrackFragmentHeader(&reader)
            // Other tracks' data counts too, because the next track fragment can start after it.
            defaults = head.defaults(plan.defaults(of: head.trackID))
            defaults.trackID = head.trackID
            switch head.base {
            case .place(let place): base = place
            case .fragment: base = fragmentStart
            case .partBefore: base = offset
            }
            offset = base
        case "trun" where defaults.trackID != 0:
            var found = try MP4TrackRun(&reader, defaults)
            if let start = found.start { offset = base.addingClamping(start) }
            if defaults.trackID == plan.trackID {
                run = found
            } else {
                offset = offset.addingClamping(try found.finish(in: &reader))
            }
        default: break
        }
    }

    /// Locates the next packet of a run.
    ///
    /// - Returns: nil when the file does not contain all of it.
    private mutating func place(
        in run: inout MP4TrackRun, _ reader: inout ByteReader
    ) throws(FormatError) -> PacketRange? {
        guard offset >= 0, offset <= plan.sourceEnd else { return nil }
        let room = min(plan.sourceEnd - offset, bytesLeft)
        var byteCount: Int64
        var frameCount: Int64
        if plan.isByRun {
            let isWhole = run.isUniform
            byteCount = isWhole ? try run.finish(in: &reader) : try run.next(in: &reader).byteCount
            byteCount = min(byteCount, room)
            frameCount = byteCount
        } else {
            let entry = try run.next(in: &reader)
            byteCount = entry.byteCount
            guard byteCount <= room else { return nil }
            duration += entry.duration
            guard duration <= ContainerLimits.framesMax else {
                throw reader.error(.tooLarge("number of frames"))
            }
            frameCount =
                plan.framesPerPacket > 0
                ? plan.framesPerPacket : max(plan.editList.frames(units: duration) - frame, 0)
        }
        guard frameCount <= ContainerLimits.framesMax - frame else {
            throw reader.error(.tooLarge("number of frames"))
        }
        let place = PacketRange(
            index: index, offset: offset, byteCount: byteCount, firstFrame: frame,
            frameCount: frameCount)
        index += 1
        frame += frameCount
        offset += byteCount
        bytesLeft -= byteCount
        return place
    }
}

/// Constants of a fragment parser for one track.
final class MP4FragmentConstants: Sendable {
    let trackID: UInt32
    /// Fragment defaults of all tracks.
    private let defaults: [MP4FragmentDefaults]
    /// Fixed number of frames per packet; zero when durations give it.
    let framesPerPacket: Int64
    /// Whether packets have a fixed size; each range is then a run, with its bytes as frames.
    let isByRun: Bool
    let editList: MP4EditList
    let sourceEnd: Int64
    /// Number of packets before the fragments, and their time-to-sample table.
    let listedCount: Int64
    private let durations: MP4Track.Table

    init(
        _ track: MP4Track, defaults: [MP4FragmentDefaults], format: StreamFormat,
        editList: MP4EditList, sourceEnd: Int64
    ) {
        trackID = track.id
        self.defaults = defaults
        framesPerPacket = Int64(format.framesPerPacket)
        isByRun = format.bytesPerPacket > 0
        self.editList = editList
        self.sourceEnd = sourceEnd
        listedCount = track.packetCount
        durations = track.durations
    }

    func defaults(of trackID: UInt32) -> MP4FragmentDefaults {
        defaults.first { $0.trackID == trackID } ?? MP4FragmentDefaults()
    }

    /// Total duration of the packets before the fragments, in the track's timescale.
    func listedDuration(in reader: inout ByteReader) throws(FormatError) -> Int64 {
        guard listedCount > 0 else { return 0 }
        var total: Int64 = 0
        reader.enter("time-to-sample table", at: durations.offset, end: durations.end)
        for _ in 0..<durations.count {
            let count = Int64(try reader.readBigEndian() as UInt32)
            let each = Int64(try reader.readBigEndian() as UInt32)
            total = total.addingClamping(count.multipliedClamping(by: each))
        }
        return min(total, ContainerLimits.framesMax)
    }
}

extension Int64 {
    fileprivate func addingClamping(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
