import AudioModel

/// What a movie's head says of all fragments of one track.
///
/// Source: ISO/IEC 14496-12, 8.8.3, "Track Extends Box".
struct MP4FragmentDefaults: Sendable {
    var trackID: UInt32 = 0
    /// Of a packet, in the track's units, where its fragment says nothing else.
    var duration: UInt32 = 0
    var byteCount: UInt32 = 0

    init() {}

    /// - Parameter reader: At the start of a `trex` box.
    init(_ reader: inout ByteReader) throws(FormatError) {
        try reader.skip(4)  // Version and flags.
        trackID = try reader.readBigEndian()
        try reader.skip(4)  // Which of the track's descriptions.
        duration = try reader.readBigEndian()
        byteCount = try reader.readBigEndian()
    }
}

/// The head of one track's part of a fragment.
///
/// Source: ISO/IEC 14496-12, 8.8.7, "Track Fragment Header Box".
struct MP4FragmentHead: Sendable {
    let trackID: UInt32
    /// Where its places count from: a place in the file, the fragment's start, or where the part
    /// before ends.
    let base: Base
    /// Where it says them itself.
    private let duration: UInt32?
    private let byteCount: UInt32?

    enum Base: Hashable, Sendable {
        case place(Int64)
        case fragment
        case partBefore
    }

    private enum Flags {
        static let hasBase: UInt32 = 0x1
        static let hasDescription: UInt32 = 0x2
        static let hasDuration: UInt32 = 0x8
        static let hasByteCount: UInt32 = 0x10
        static let isBasedOnFragment: UInt32 = 0x2_0000
    }

    /// - Parameter reader: At the start of a `tfhd` box.
    init(_ reader: inout ByteReader) throws(FormatError) {
        let flags: UInt32 = try reader.readBigEndian()
        trackID = try reader.readBigEndian()
        if flags & Flags.hasBase != 0 {
            let place: Int64 = try reader.readBigEndian()
            guard (0...ContainerLimits.fileBytesMax).contains(place) else {
                throw reader.error(.badField("place of a fragment's data"))
            }
            base = .place(place)
        } else {
            base = flags & Flags.isBasedOnFragment != 0 ? .fragment : .partBefore
        }
        if flags & Flags.hasDescription != 0 { try reader.skip(4) }
        duration = flags & Flags.hasDuration != 0 ? try reader.readBigEndian() : nil
        byteCount = flags & Flags.hasByteCount != 0 ? try reader.readBigEndian() : nil
    }

    /// Of the packets of its runs, where these say nothing else.
    func defaults(_ track: MP4FragmentDefaults) -> MP4FragmentDefaults {
        var defaults = track
        defaults.duration = duration ?? track.duration
        defaults.byteCount = byteCount ?? track.byteCount
        return defaults
    }
}

/// Packets that stand one after the other. It says of each what the defaults do not.
///
/// Source: ISO/IEC 14496-12, 8.8.8, "Track Fragment Run Box".
struct MP4Run: Sendable {
    /// From its part's base to its first packet; nil right behind the run before.
    let start: Int64?
    private(set) var packetsLeft: Int64
    private let flags: UInt32
    private var offset: Int64
    private let end: Int64
    private let defaults: MP4FragmentDefaults

    private enum Flags {
        static let hasStart: UInt32 = 0x1
        static let hasFirstFlags: UInt32 = 0x4
        static let hasDuration: UInt32 = 0x100
        static let hasByteCount: UInt32 = 0x200
        static let ofEntries: UInt32 = 0xF00
    }

    /// - Parameter reader: At the start of a `trun` box, with its end.
    /// - Throws: `endsEarly` where the box does not hold what it says.
    init(_ reader: inout ByteReader, _ defaults: MP4FragmentDefaults) throws(FormatError) {
        flags = try reader.readBigEndian()
        packetsLeft = Int64(try reader.readBigEndian() as UInt32)
        start = flags & Flags.hasStart != 0 ? Int64(try reader.readBigEndian() as Int32) : nil
        if flags & Flags.hasFirstFlags != 0 { try reader.skip(4) }
        self.defaults = defaults
        offset = reader.position
        end = reader.end
        let entryByteCount = 4 * Int64((flags & Flags.ofEntries).nonzeroBitCount)
        if entryByteCount == 0 {
            // Neither bytes in the file nor an entry: nothing would end so many of them.
            if defaults.byteCount == 0 { packetsLeft = 0 }
        } else if packetsLeft > reader.bytesLeft / entryByteCount {
            throw reader.error(.endsEarly("run of packets"))
        }
    }

    /// Whether all its packets have one size.
    var isUniform: Bool { flags & Flags.hasByteCount == 0 }

    /// Of all packets that are left; the run is over then.
    mutating func finish(in reader: inout ByteReader) throws(FormatError) -> Int64 {
        guard !isUniform else {
            defer { packetsLeft = 0 }
            return packetsLeft.multipliedClamping(by: Int64(defaults.byteCount))
        }
        var byteCount: Int64 = 0
        while packetsLeft > 0 { byteCount += try next(in: &reader).byteCount }
        return byteCount
    }

    /// - Precondition: Packets are left.
    mutating func next(
        in reader: inout ByteReader
    ) throws(FormatError) -> (duration: Int64, byteCount: Int64) {
        var entry = (duration: Int64(defaults.duration), byteCount: Int64(defaults.byteCount))
        if flags & Flags.ofEntries != 0 {
            reader.enter("run of packets", at: offset, end: end)
            if flags & Flags.hasDuration != 0 {
                entry.duration = Int64(try reader.readBigEndian() as UInt32)
            }
            if flags & Flags.hasByteCount != 0 {
                entry.byteCount = Int64(try reader.readBigEndian() as UInt32)
            }
            offset += 4 * Int64((flags & Flags.ofEntries).nonzeroBitCount)
        }
        packetsLeft -= 1
        return entry
    }
}
