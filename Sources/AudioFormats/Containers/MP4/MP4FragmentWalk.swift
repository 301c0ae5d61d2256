import AudioModel

/// Goes along the fragments of a track, behind the packets that its tables list.
///
/// The times at which fragments say that they start are not asked for: what is missing between
/// them is no packet.
///
/// Each step goes on in the file by the head of a box or by an entry, or takes bytes of packets,
/// of which there are no more than the file has: it ends.
///
/// Source: ISO/IEC 14496-12, 8.8, "Movie Fragments".
struct MP4FragmentWalk<Listed: PacketWalk>: PacketWalk {
    private(set) var index: Int64 = 0
    private(set) var frame: Int64 = 0
    /// Fragments that are entered.
    var fragmentsMax = Int64.max
    /// Those that it has entered.
    private(set) var fragmentCount: Int64 = 0
    /// Where the fragment starts in which it stands.
    private(set) var fragmentStart: Int64

    /// Bytes of a stream that are not kept: no box is looked for there.
    var gone: Range<Int64> = 0..<0
    /// Where the head of the fragment ends in which it stands; nil before the first.
    private(set) var fragmentEnd: Int64?
    /// Whether what it looks for next is a box of the file.
    private(set) var isBetweenFragments = false

    /// Shared by all copies: what never changes.
    private let plan: MP4FragmentPlan
    /// Those before the fragments; nil when they are over.
    private var listed: Listed?
    private var boxes: MP4BoxWalk
    private var parts = MP4BoxWalk(0..<0)
    private var runs = MP4BoxWalk(0..<0)
    /// Whether the file ends within the fragment's head.
    private var isCut = false
    /// From which the places of a part's runs count.
    private var base: Int64 = 0
    private var defaults = MP4FragmentDefaults()
    private var run: MP4Run?
    /// Where the next packet is.
    private var offset: Int64 = 0
    /// In the track's units.
    private var duration: Int64 = 0
    /// Of the file, that packets may still take.
    private var bytesLeft: Int64

    /// - Parameter start: Where the first fragment is, or a box before it.
    init(_ plan: MP4FragmentPlan, listed: Listed, start: Int64) {
        self.plan = plan
        self.listed = listed
        fragmentStart = start
        boxes = MP4BoxWalk(min(start, plan.sourceEnd)..<plan.sourceEnd)
        bytesLeft = plan.sourceEnd
    }

    /// What their times and the file leave out at the end.
    var remainderFrames: Int64 {
        let heard = plan.heard.frames(decoded: frame, duration: duration)
        return max(frame - heard.priming - (heard.count ?? frame), 0)
    }

    /// Whether the file ends within a fragment or the packets of one.
    ///
    /// - Precondition: It stands at the start.
    func isCutShort(_ source: any ByteSource) -> Bool {
        var reader = ByteReader(source)
        var boxes = boxes
        // How many there may be is told by the file's length.
        var boxCount = 0
        while let box = try? boxes.next(in: &reader, count: &boxCount) {
            boxCount = 0
            if box.isCut { return box.id == "moof" || box.id == "mdat" }
        }
        return false
    }

    /// Where that box is.
    var nextBox: Int64 { boxes.position }

    mutating func next(in readers: inout WalkReaders) throws(FormatError) -> PacketPlace? {
        if var walk = listed {
            if let place = try walk.next(in: &readers) {
                listed = walk
                index = walk.index
                frame = walk.frame
                bytesLeft -= min(place.byteCount, bytesLeft)
                return place
            }
            guard walk.index == plan.listedCount || plan.isByRun else { return nil }
            duration = try plan.listedDuration(in: &readers.runs)
            listed = nil
        }
        do throws(FormatError) {
            return try nextInFragments(&readers.packets)
        } catch {
            // Where the file ends within the head, its packets are missing as well.
            if isCut, case .endsEarly = error.reason { return nil }
            throw error
        }
    }

    private mutating func nextInFragments(
        _ reader: inout ByteReader
    ) throws(FormatError) -> PacketPlace? {
        // Of the file, not of its head: how many there may be is told by its length.
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
                runs = MP4BoxWalk(in: part)
                defaults.trackID = 0
            } else {
                isBetweenFragments = true
                // What came before a box that cannot be is not looked at again.
                (parts, runs) = (MP4BoxWalk(0..<0), MP4BoxWalk(0..<0))
                guard let box = try boxes.next(in: &reader, count: &boxCount) else { return nil }
                let needed = box.head..<(box.id == "moof" ? box.end : box.start)
                guard !gone.overlaps(needed) else { throw .outOfOrder(at: box.head) }
                guard box.id == "moof" else { continue }
                guard fragmentCount < fragmentsMax else { return nil }
                isBetweenFragments = false
                fragmentCount += 1
                parts = MP4BoxWalk(in: box)
                isCut = box.isCut
                fragmentStart = box.head
                fragmentEnd = box.end
                offset = fragmentStart
            }
        }
    }

    /// Reads a box of a track's part.
    private mutating func enter(
        _ box: MP4Box, _ reader: inout ByteReader
    ) throws(FormatError) {
        reader.enter("fragment", at: box.start, end: box.end)
        switch box.id {
        case "tfhd":
            let head = try MP4FragmentHead(&reader)
            // What other tracks take counts too, where the next part starts behind it.
            defaults = head.defaults(plan.defaults(of: head.trackID))
            defaults.trackID = head.trackID
            switch head.base {
            case .place(let place): base = place
            case .fragment: base = fragmentStart
            case .partBefore: base = offset
            }
            offset = base
        case "trun" where defaults.trackID != 0:
            var found = try MP4Run(&reader, defaults)
            if let start = found.start { offset = base.addingClamping(start) }
            if defaults.trackID == plan.trackID {
                run = found
            } else {
                offset = offset.addingClamping(try found.finish(in: &reader))
            }
        default: break
        }
    }

    /// - Returns: nil where the file does not hold it whole.
    private mutating func place(
        in run: inout MP4Run, _ reader: inout ByteReader
    ) throws(FormatError) -> PacketPlace? {
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
                ? plan.framesPerPacket : max(plan.heard.frames(units: duration) - frame, 0)
        }
        guard frameCount <= ContainerLimits.framesMax - frame else {
            throw reader.error(.tooLarge("number of frames"))
        }
        let place = PacketPlace(
            index: index, offset: offset, byteCount: byteCount, firstFrame: frame,
            frameCount: frameCount)
        index += 1
        frame += frameCount
        offset += byteCount
        bytesLeft -= byteCount
        return place
    }
}

/// What a walk over the fragments of one track knows from the start.
final class MP4FragmentPlan: Sendable {
    let trackID: UInt32
    /// Of all tracks that have fragments.
    private let defaults: [MP4FragmentDefaults]
    /// Zero where the times tell.
    let framesPerPacket: Int64
    /// For packets of one size: a place is a run, and its frames are its bytes.
    let isByRun: Bool
    let heard: MP4Heard
    let sourceEnd: Int64
    /// Packets before the fragments, and the table of their times.
    let listedCount: Int64
    private let durations: MP4Track.Table

    init(
        _ track: MP4Track, defaults: [MP4FragmentDefaults], format: StreamFormat, heard: MP4Heard,
        sourceEnd: Int64
    ) {
        trackID = track.id
        self.defaults = defaults
        framesPerPacket = Int64(format.framesPerPacket)
        isByRun = format.bytesPerPacket > 0
        self.heard = heard
        self.sourceEnd = sourceEnd
        listedCount = track.packetCount
        durations = track.durations
    }

    func defaults(of trackID: UInt32) -> MP4FragmentDefaults {
        defaults.first { $0.trackID == trackID } ?? MP4FragmentDefaults()
    }

    /// Of the packets before the fragments, in the track's units.
    func listedDuration(in reader: inout ByteReader) throws(FormatError) -> Int64 {
        guard listedCount > 0 else { return 0 }
        var total: Int64 = 0
        reader.enter("table of times", at: durations.offset, end: durations.end)
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
