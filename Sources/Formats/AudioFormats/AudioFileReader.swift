public import AudioCodecs
public import AudioModel

/// Reads an audio file: its format, properties and packets.
///
/// Opening reads only the headers, in bounded memory regardless of the file's size. A reader is
/// immutable and may be used from any thread.
public final class AudioFileReader: Sendable {
    let source: any ByteSource
    let contents: ContainerContents

    /// Opens the file at `path`.
    ///
    /// - Parameter hint: The kind to assume when the first bytes do not identify one; see
    ///   `init(_:soundTrack:hint:)`.
    /// - Throws: The first defect found, or `containerNotRead` for a kind that is recognised but
    ///   not parsed.
    public convenience init(
        path: String, hint: ContainerKind? = nil, recoversUnfinished: Bool = false
    ) throws(FormatError) {
        try self.init(
            try FileBytes(path: path), hint: hint, recoversUnfinished: recoversUnfinished)
    }

    /// Opens bytes from any source; they must not change while the reader lives.
    ///
    /// - Parameters:
    ///   - soundTrack: Index of the sound track to read, in files with several tracks.
    ///   - hint: The kind to assume when the first bytes do not identify one, as in a file cut from
    ///     the middle of another. Only `.mp3` and `.adts` are used: the file is searched for their
    ///     first frame.
    ///   - recoversUnfinished: Whether a WAVE file has audio up to its end if its header says that
    ///     there is none, and other bytes than chunks follow. A recorder that was killed
    ///     leaves such a file, which is empty for Apple's readers.
    /// - Throws: The first defect found, with the byte offset where it is.
    public init(
        _ source: any ByteSource, soundTrack: Int = 0, hint: ContainerKind? = nil,
        recoversUnfinished: Bool = false
    ) throws(FormatError) {
        guard source.byteCount <= ContainerLimits.fileBytesMax else {
            throw FormatError(.tooLarge("size"))
        }
        let parsed: ContainerContents
        var reader = ByteReader(source)
        if let (kind, start) = try ContainerKind.locate(&reader) {
            guard let format = kind.readable else { throw FormatError(.containerNotRead(kind)) }
            parsed = try format.open(
                ContainerFile(
                    reader: reader, start: start, soundTrack: soundTrack,
                    recoversUnfinished: recoversUnfinished))
        } else {
            parsed = try Self.contents(of: source, hint: hint)
        }
        self.source = source
        try parsed.checkCounts()
        #if FFmpeg
            var contents = parsed
            contents.codec.outputLayout = FFmpegChannelOrder.described(
                parsed.format, configuration: parsed.codec.configuration)
            self.contents = contents
        #else
            contents = parsed
        #endif
    }

    /// Creates a reader from parsed contents: those of a stream, in which packets are parsed as
    /// bytes arrive, or of a file that is being written.
    init(_ source: any ByteSource, contents: ContainerContents) {
        self.source = source
        self.contents = contents
    }

    /// Parses a file that its first bytes do not identify, according to `hint`.
    private static func contents(
        of source: any ByteSource, hint: ContainerKind?
    ) throws(FormatError) -> ContainerContents {
        do throws(FormatError) {
            if let hint, hint.isSelfFramed, let format = hint.readable {
                return try format.open(ContainerFile(reader: ByteReader(source)))
            }
        } catch {
            // No frame was found, so the hint does not apply.
            guard case .missing = error.reason else { throw error }
        }
        throw FormatError(.unknownContainer)
    }

    /// The kind of container that was recognised or hinted.
    public var containerKind: ContainerKind { contents.kind }
    /// The format of the packets.
    public var format: StreamFormat { contents.format }
    /// The formats the packets can be decoded to, the richest first. HE-AAC has more than one,
    /// because its AAC LC core can be decoded alone.
    public var formatList: [StreamFormat] {
        contents.codec.formatList.isEmpty ? [contents.format] : contents.codec.formatList
    }
    /// Number of packets in the file; zero when the container does not state it.
    ///
    /// The first call scans a stream without a packet table (ADTS, MP3 without a packet count).
    /// Like all methods below that scan, it throws `cannotRead` when the source fails.
    public func packetCount() throws(FormatError) -> Int64 {
        if let stated = contents.packets.count { return stated }
        return try packetTotals()?.packetCount ?? 0
    }
    /// Totals over all packets; nil for packets of fixed size, and when a defect ends the scan.
    func packetTotals() throws(FormatError) -> PacketTotals? {
        try FormatError.unlessDefective { () throws(FormatError) in
            try contents.packets.locator?.totals()
        }
    }
    /// Whether the container states where the packets are.
    public var hasCountedPackets: Bool {
        contents.packets.count != nil || contents.packets.locator != nil
    }
    /// Number of valid frames, without priming and remainder. Scans like `packetCount`.
    public func frameCount() throws(FormatError) -> Int64 {
        contents.timeline.certainty == .stated ? contents.timeline.valid : try countedFrameCount()
    }
    /// Valid frames counted from the packets present, for containers that only state a number.
    func countedFrameCount() throws(FormatError) -> Int64 {
        let timeline = contents.timeline
        guard timeline.certainty != .known, let totals = try packetTotals() else {
            return timeline.valid
        }
        let remainder = timeline.certainty == .counted ? timeline.remainder : totals.remainderFrames
        return max(totals.frameCount - primingFrames - remainder, 0)
    }
    /// Number of priming frames: decoded frames before the first valid one.
    public var primingFrames: Int64 { contents.timeline.priming }
    /// Number of remainder frames: decoded frames after the last valid one.
    public func remainderFrames() throws(FormatError) -> Int64 {
        guard contents.timeline.certainty == .countedWithRemainder else {
            return contents.timeline.remainder
        }
        return try packetTotals()?.remainderFrames ?? 0
    }
    /// Offset of the first packet, in bytes from the start of the file.
    public var dataOffset: Int64 { contents.dataOffset }
    /// Bytes of packet data that the file holds. Scans the packets when the file interleaves
    /// several tracks.
    public func dataByteCount() throws(FormatError) -> Int64 {
        switch contents.packets.bytes {
        case .all: contents.dataByteCount
        case .counted: min(try packetTotals()?.byteCount ?? 0, contents.dataByteCount)
        case .known(let byteCount): min(byteCount, contents.dataByteCount)
        }
    }
    /// Number of bytes from `dataOffset` that byte-wise reads can access. Includes the last
    /// packet's end and any bytes between packets.
    public var spannedByteCount: Int64 { contents.dataByteCount }
    /// The decoder's magic cookie; nil for codings without one.
    public var magicCookie: [UInt8]? { contents.codec.magicCookie }
    /// Number of sound tracks in the file; the reader reads one of them.
    public var soundTrackCount: Int { contents.metadata.soundTrackCount }

    /// Duration of the valid frames, in seconds.
    public func duration() throws(FormatError) -> Double {
        Double(try frameCount()) / format.sampleRate
    }

    /// Upper bound of a packet's size in bytes.
    ///
    /// It follows from the format, or else is the size of all packet data. Containers that are
    /// indexed on opening (sample tables, Ogg pages) give the size of the largest packet instead.
    public func packetSizeUpperBound() throws(FormatError) -> UInt32 {
        if format.bytesPerPacket > 0 { return format.bytesPerPacket }
        // Apple's implementation gives the largest packet here.
        let isListed = [.m4a, .m4b, .mp4, .threeGPP, .threeGPP2, .quickTime, .ogg]
            .contains(containerKind)
        if isListed, let largest = try largestPacketByteCount(), largest > 0 { return largest }
        let bound = codingBound
        // A packet table can list larger packets than the coding allows.
        guard containerKind == .caf else { return bound }
        return max(bound, try largestPacketByteCount() ?? 0)
    }

    private var codingBound: UInt32 {
        var format = format
        if format.id == .flac, let information = FLACStreamInfo(magicCookie ?? []) {
            if let told = information.packetByteCountMax { return told }
            format.framesPerPacket = information.blockFrames.upperBound
        }
        return format.packetByteCountMax ?? UInt32(clamping: spannedByteCount)
    }

    /// Size of the largest packet, in bytes. Scans all packets when their sizes differ.
    ///
    /// Falls back to `packetSizeUpperBound` when the scan fails.
    public func maximumPacketSize() throws(FormatError) -> UInt32 {
        guard format.bytesPerPacket == 0 else { return format.bytesPerPacket }
        guard let largest = try largestPacketByteCount(), largest > 0 else {
            return try packetSizeUpperBound()
        }
        return largest
    }

    /// Size of the largest packet found by a scan; nil when the packets cannot be scanned.
    private func largestPacketByteCount() throws(FormatError) -> UInt32? {
        if let equal = contents.packets.index?.equalByteCount { return equal }
        guard canScanPackets, let totals = try packetTotals() else { return nil }
        return UInt32(clamping: totals.largestByteCount)
    }

    /// Whether all packets can be scanned. False for a stream without a packet table: its number of
    /// packets is unlimited, and its bytes are dropped once parsed.
    var canScanPackets: Bool { contents.packets.count != nil || !(source is StreamBytes) }

    /// Copies consecutive packets of a fixed size.
    ///
    /// - Parameters:
    ///   - buffer: Filled with as many whole packets as fit.
    ///   - index: Index of the first packet; not negative.
    /// - Returns: Number of packets copied; zero at the end.
    /// - Throws: `endsEarly` when the file was truncated after opening.
    /// - Precondition: The format has a fixed packet size.
    public func readPackets(
        into buffer: UnsafeMutableRawBufferPointer, at index: Int64
    ) throws(FormatError) -> Int {
        let packetByteCount = Int64(format.bytesPerPacket)
        precondition(packetByteCount > 0, "packets of one size")
        let packetCount = try packetCount()
        guard index >= 0, index < packetCount else { return 0 }
        let count = min(Int64(buffer.count) / packetByteCount, packetCount - index)
        guard count > 0 else { return 0 }
        let offset = index * packetByteCount
        let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(count * packetByteCount)])
        let readCount = try readBytes(into: bytes, at: offset)
        guard readCount >= bytes.count else {
            throw FormatError(
                .endsEarly("audio"), offset: dataOffset + offset + Int64(max(readCount, 0)))
        }
        return Int(count)
    }

    /// Copies bytes of the packet data.
    ///
    /// - Parameter offset: Bytes from the first packet; not negative.
    /// - Returns: Number of bytes copied; fewer than `buffer` holds only at the end of the data.
    public func readBytes(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        if case .fixed(_, let data?) = contents.packets {
            return try data.read(into: buffer, at: offset)
        }
        guard offset >= 0, offset < spannedByteCount else { return 0 }
        let count = Int(min(Int64(buffer.count), spannedByteCount - offset))
        return try source.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]),
            at: dataOffset + offset)
    }
}
