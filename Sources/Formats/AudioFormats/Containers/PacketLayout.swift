/// How the packets of a file are found.
enum PacketLayout: Sendable {
    /// The container does not state where the packets are.
    case unlocated
    /// Packets of one size are contiguous: in the file, or in `data` when they are scattered in the
    /// file.
    case fixed(count: Int64, data: (any ByteSource)? = nil)
    /// A table or the packets' own headers give their byte ranges.
    case indexed(PacketIndex)
    /// libavformat delivers the packets; `isContiguous` when they nevertheless are byte ranges of
    /// the file.
    case demuxed(any PacketSource, isContiguous: Bool)
    /// Movie fragments list the packets; the parser finds them as they arrive.
    case fragmented(MP4FragmentParser<MP4PacketParser>, any PacketLocator)

    /// Number of packets; nil when only a scan of the packets gives it.
    var count: Int64? {
        switch self {
        case .fixed(let count, _): count
        case .indexed(let index): index.count
        case .unlocated, .demuxed, .fragmented: nil
        }
    }

    /// Locates packets that vary in size.
    var locator: (any PacketLocator)? {
        switch self {
        case .unlocated, .fixed: nil
        case .indexed(let index): index.locator
        case .demuxed(let packets, _): packets
        case .fragmented(_, let locator): locator
        }
    }

    /// Delivers packets that need not be byte ranges of the file.
    var source: (any PacketSource)? {
        if case .demuxed(let packets, _) = self { packets } else { nil }
    }

    var index: PacketIndex? {
        if case .indexed(let index) = self { index } else { nil }
    }

    var fragments: MP4FragmentParser<MP4PacketParser>? {
        if case .fragmented(let fragments, _) = self { fragments } else { nil }
    }

    /// How the bytes of the packets alone are determined.
    var bytes: Bytes {
        switch self {
        case .unlocated, .fixed, .demuxed(_, isContiguous: true): .all
        case .indexed(let index): index.bytes
        case .demuxed, .fragmented: .counted
        }
    }

    enum Bytes: Hashable, Sendable {
        /// There is no other data between the packets.
        case all
        /// Other data is interleaved: the packet sizes have to be added up.
        case counted
        case known(Int64)
    }
}

/// The byte ranges of packets of variable size.
struct PacketIndex: Sendable {
    var locator: any PacketLocator
    /// Number of packets; nil when the container does not state it.
    var count: Int64?
    var bytes = PacketLayout.Bytes.all
    /// Size of every packet, when a table states that all are equal.
    var equalByteCount: UInt32?
    /// What a Xing or VBRI header states of the packets; nil without one.
    var stated: StatedPackets?
    /// Whether the packets state their own bit rate, and no header says that it varies.
    var mayHaveConstantBitRate = false

    /// Packets according to a header that does not locate them, even if it is not trusted.
    struct StatedPackets: Sendable {
        /// Number of packets; nil when not stated.
        var count: Int64?
        /// Offset of the end of the last packet; nil when not stated.
        var end: Int64?
        /// Number of decoded frames at the end that are not valid.
        var remainderFrames: Int64
    }
}
