import AudioCodecs
import AudioModel

/// A track's fragment defaults in the movie header (`trex`).
///
/// Source: ISO/IEC 14496-12, 8.8.3, "Track Extends Box".
struct MP4FragmentDefaults: Sendable {
    var trackID: UInt32 = 0
    /// Default packet duration, in the track's timescale.
    var duration: UInt32 = 0
    var byteCount: UInt32 = 0

    init() {}

    /// Reads the defaults.
    ///
    /// - Parameter reader: At the start of the content of a `trex` box.
    init(_ reader: inout ByteReader) throws(FormatError) {
        try reader.skip(4)  // Version and flags.
        trackID = try reader.readBigEndian()
        try reader.skip(4)  // Sample description index.
        duration = try reader.readBigEndian()
        byteCount = try reader.readBigEndian()
    }
}

/// A track fragment header (`tfhd`).
///
/// Source: ISO/IEC 14496-12, 8.8.7, "Track Fragment Header Box".
struct MP4TrackFragmentHeader: Sendable {
    let trackID: UInt32
    /// What data offsets are relative to: a file offset, the start of the fragment, or the end of
    /// the previous track fragment.
    let base: Base
    /// Overrides of the defaults; nil when absent.
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

    /// Reads the header.
    ///
    /// - Parameter reader: At the start of the content of a `tfhd` box.
    init(_ reader: inout ByteReader) throws(FormatError) {
        let flags: UInt32 = try reader.readBigEndian()
        trackID = try reader.readBigEndian()
        if flags & Flags.hasBase != 0 {
            let place: Int64 = try reader.readBigEndian()
            guard (0...ContainerLimits.fileBytesMax).contains(place) else {
                throw reader.error(.badField("base data offset"))
            }
            base = .place(place)
        } else {
            base = flags & Flags.isBasedOnFragment != 0 ? .fragment : .partBefore
        }
        if flags & Flags.hasDescription != 0 { try reader.skip(4) }
        duration = flags & Flags.hasDuration != 0 ? try reader.readBigEndian() : nil
        byteCount = flags & Flags.hasByteCount != 0 ? try reader.readBigEndian() : nil
    }

    /// The track's defaults with this header's overrides.
    func defaults(_ track: MP4FragmentDefaults) -> MP4FragmentDefaults {
        var defaults = track
        defaults.duration = duration ?? track.duration
        defaults.byteCount = byteCount ?? track.byteCount
        return defaults
    }
}

/// A track fragment run (`trun`): contiguous packets, with the sizes and durations that differ from
/// the defaults.
///
/// Source: ISO/IEC 14496-12, 8.8.8, "Track Fragment Run Box".
struct MP4TrackRun: Sendable {
    /// Offset of the first packet relative to the base; nil when it follows the previous run.
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

    /// Reads the header of the run.
    ///
    /// - Parameter reader: At the start of the content of a `trun` box, limited to it.
    /// - Throws: `endsEarly` when the box is shorter than its entries.
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
            // Packets without bytes and without entries would be unbounded.
            if defaults.byteCount == 0 { packetsLeft = 0 }
        } else if packetsLeft > reader.bytesLeft / entryByteCount {
            throw reader.error(.endsEarly("track fragment run"))
        }
    }

    /// Whether all of its packets have the default size.
    var isUniform: Bool { flags & Flags.hasByteCount == 0 }

    /// Skips the remaining packets.
    ///
    /// - Returns: Their total size in bytes.
    mutating func finish(in reader: inout ByteReader) throws(FormatError) -> Int64 {
        guard !isUniform else {
            defer { packetsLeft = 0 }
            return packetsLeft.multipliedClamping(by: Int64(defaults.byteCount))
        }
        var byteCount: Int64 = 0
        while packetsLeft > 0 { byteCount += try next(in: &reader).byteCount }
        return byteCount
    }

    /// Reads the next entry.
    ///
    /// - Precondition: `packetsLeft` is positive.
    mutating func next(
        in reader: inout ByteReader
    ) throws(FormatError) -> (duration: Int64, byteCount: Int64) {
        var entry = (duration: Int64(defaults.duration), byteCount: Int64(defaults.byteCount))
        if flags & Flags.ofEntries != 0 {
            reader.enter("track fragment run", at: offset, end: end)
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
