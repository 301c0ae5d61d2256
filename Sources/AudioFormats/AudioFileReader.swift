import AudioModel

/// An audio file, opened: what it holds, and its packets.
///
/// Opening reads the headers only, in bounded memory, whatever the file's size. Any thread may use
/// a reader; it changes nothing.
public final class AudioFileReader: Sendable {
    let source: any ByteSource
    let contents: ContainerContents

    /// - Throws: What is wrong with the file, or `containerNotRead` for kinds that are recognised
    ///   only.
    public convenience init(path: String, hint: ContainerKind? = nil) throws(FormatError) {
        try self.init(try FileBytes(path: path), hint: hint)
    }

    /// Opens any bytes; they must not change while the reader lives.
    ///
    /// - Parameters:
    ///   - soundTrack: Which, of a file that has several.
    ///   - hint: What the file is where its first bytes do not tell, as when it was cut from the
    ///     middle of another: MP3 or ADTS, which are then searched for their first frame.
    public init(
        _ source: any ByteSource, soundTrack: Int = 0, hint: ContainerKind? = nil
    ) throws(FormatError) {
        guard source.byteCount <= ContainerLimits.fileBytesMax else {
            throw FormatError(.tooLarge("size"))
        }
        let parsed: ContainerContents
        if let kind = try ContainerKind.recognise(source) {
            parsed = try Self.contents(of: source, kind: kind, soundTrack: soundTrack)
        } else {
            parsed = try Self.contents(of: source, hint: hint)
        }
        self.source = source
        try parsed.checkCounts()
        #if FFmpeg
            var contents = parsed
            contents.describedLayout = FFmpegChannelOrder.described(parsed)
            self.contents = contents
        #else
            contents = parsed
        #endif
    }

    /// Tells of a stream what its header says; the packets are cut as they come.
    init(_ source: any ByteSource, contents: ContainerContents) {
        self.source = source
        self.contents = contents
    }

    init(_ source: any ByteSource, _ contents: ContainerContents) {
        self.source = source
        self.contents = contents
    }

    private static func contents(
        of source: any ByteSource, kind: ContainerKind, soundTrack: Int
    ) throws(FormatError) -> ContainerContents {
        switch kind {
        case .caf: try CAFContainer.parse(source)
        case .aiff, .aifc: try AIFFContainer.parse(source, kind: kind)
        case .wav, .rf64, .bw64: try WAVContainer.parse(source, kind: kind)
        case .au: try AUContainer.parse(source)
        case .adts:
            try ADTSContainer.parse(source, from: try ContainerKind.id3ByteCount(of: source))
        case .mp3:
            try MP3Container.parse(source, from: try ContainerKind.id3ByteCount(of: source))
        case .m4a, .m4b, .mp4, .threeGPP, .threeGPP2, .quickTime:
            try MP4Container.parse(source, kind: kind, soundTrack: soundTrack)
        case .wave64: try Wave64Container.parse(source)
        default: try demuxedContents(of: source, kind: kind)
        }
    }

    /// Of a file whose bytes do not tell its kind.
    private static func contents(
        of source: any ByteSource, hint: ContainerKind?
    ) throws(FormatError) -> ContainerContents {
        do throws(FormatError) {
            switch hint {
            case .adts: return try ADTSContainer.parse(source, from: 0)
            case .mp3: return try MP3Container.parse(source, from: 0)
            default: break
            }
        } catch {
            // Without a frame the hint says nothing.
            guard case .missing = error.reason else { throw error }
        }
        throw FormatError(.unknownContainer)
    }

    private static func demuxedContents(
        of source: any ByteSource, kind: ContainerKind
    ) throws(FormatError) -> ContainerContents {
        #if FFmpeg
            if kind == .flac {
                return try FLACContainer.parse(
                    source, from: try ContainerKind.id3ByteCount(of: source))
            }
            if let demuxer = DemuxedContainer.demuxerName(kind) {
                return try DemuxedContainer.parse(source, kind: kind, demuxer: demuxer)
            }
        #endif
        throw FormatError(.containerNotRead(kind))
    }

    public var containerKind: ContainerKind { contents.kind }
    public var format: StreamFormat { contents.format }
    /// What the packets can be decoded to, the richest first: more than one for High-Efficiency
    /// AAC, whose core can be decoded alone.
    public var formatList: [StreamFormat] {
        contents.formatList.isEmpty ? [contents.format] : contents.formatList
    }
    /// Packets the file holds; zero where the container does not tell.
    ///
    /// Streams without a table (ADTS, MP3 without a count) are gone over the first time.
    public var packetCount: Int64 {
        if let stated = contents.packetCount { return stated }
        return (try? contents.locator?.totals().packetCount) ?? 0
    }
    /// Whether the container tells where the packets are.
    public var hasCountedPackets: Bool {
        contents.packetCount != nil || contents.locator != nil
    }
    /// Frames to be heard, without priming and remainder. Counted like `packetCount`.
    public var frameCount: Int64 {
        contents.statesFrameCount ? contents.frameCount : countedFrameCount
    }
    /// What is really there, where the container only states it.
    var countedFrameCount: Int64 {
        guard contents.packetCount == nil, let locator = contents.locator,
            let totals = try? locator.totals()
        else { return contents.frameCount }
        let remainder = countsRemainder ? totals.remainderFrames : contents.remainderFrames
        return max(totals.frameCount - primingFrames - remainder, 0)
    }
    /// Decoded frames before the first that is to be heard.
    public var primingFrames: Int64 { contents.primingFrames }
    /// Decoded frames after the last that is to be heard.
    public var remainderFrames: Int64 {
        guard countsRemainder, !contents.statesFrameCount else {
            return contents.remainderFrames
        }
        return (try? contents.locator?.totals().remainderFrames) ?? 0
    }
    private var countsRemainder: Bool { contents.packets != nil || contents.countsRemainder }
    /// Bytes from the start of the file to the first packet.
    public var dataOffset: Int64 { contents.dataOffset }
    /// Bytes of packets that the file really holds. Where it holds other tracks as well, the sizes
    /// are added up when it is asked for.
    public var dataByteCount: Int64 {
        switch contents.packetBytes {
        case .all: contents.dataByteCount
        case .counted:
            min((try? contents.locator?.totals().byteCount) ?? 0, contents.dataByteCount)
        case .known(let byteCount): min(byteCount, contents.dataByteCount)
        }
    }
    /// Whether the file ends before the audio that its header states. Frames and packets are those
    /// that are there, but for MPEG-4 with a table, which counts all, and FLAC, which states its
    /// frames and is not looked at here. Where packets are found or counted by a table, or in
    /// fragments, these are gone over.
    public var isCutShort: Bool {
        if contents.isCutShort { return true }
        if let fragments = contents.fragments { return fragments.isCutShort(source) }
        if let stated = contents.statedPacketCount {
            guard !source.isStillArriving else { return false }
            guard let totals = try? contents.locator?.totals() else { return true }
            return stated - totals.packetCount > MP3Table.packetsOffMax
        }
        guard let count = contents.packetCount, count > 0, contents.packets == nil,
            let locator = contents.locator
        else { return false }
        guard let last = try? locator.place(of: count - 1) else { return true }
        return last.byteCount > source.byteCount - last.offset
    }
    /// Bytes from `dataOffset` on that are read as bytes: up to the last packet's at least, and
    /// with what stands between the packets.
    public var spannedByteCount: Int64 { contents.dataByteCount }
    /// What a decoder must know beside the format, where there is such a thing.
    public var magicCookie: [UInt8]? { contents.magicCookie }
    /// Texts about the sound, in the order of the file; keys can repeat.
    ///
    /// Those of an ID3 tag are read when they are asked for, and follow where the container has none
    /// of their keys.
    public var tags: [(key: String, value: String)] {
        let own = contents.tags.map { ($0.key, $0.value) }
        return own + id3Texts.filter { text in !own.contains { $0.0 == text.key } }
    }

    /// Of which one is read.
    public var soundTrackCount: Int { contents.soundTrackCount }

    /// Seconds to be heard.
    public var duration: Double { Double(frameCount) / format.sampleRate }

    /// No packet is larger. Told by the format, or else the bytes of all; where the packets are
    /// gone over when the file is opened, as for tables and pages, by the largest.
    public var packetSizeUpperBound: UInt32 {
        if format.bytesPerPacket > 0 { return format.bytesPerPacket }
        // As Apple's tells.
        let isListed = [.m4a, .m4b, .mp4, .threeGPP, .threeGPP2, .quickTime, .ogg]
            .contains(containerKind)
        if isListed, let largest = largestPacketByteCount, largest > 0 { return largest }
        let bound = codingBound
        // A table is gone over: what it lists can be more than the coding allows.
        guard containerKind == .caf else { return bound }
        return max(bound, largestPacketByteCount ?? 0)
    }

    private var codingBound: UInt32 {
        var format = format
        if format.id == .flac, let information = FLACStreamInformation(magicCookie ?? []) {
            if let told = information.packetByteCountMax { return told }
            format.framesPerPacket = information.blockFrames.upperBound
        }
        return format.packetByteCountMax ?? UInt32(clamping: spannedByteCount)
    }

    /// The size of the largest packet. Goes over all packets when they differ in size.
    ///
    /// Where that fails, the upper bound.
    public var maximumPacketSize: UInt32 {
        guard format.bytesPerPacket == 0 else { return format.bytesPerPacket }
        guard let largest = largestPacketByteCount, largest > 0 else { return packetSizeUpperBound }
        return largest
    }

    /// nil where it is not found by going over the packets.
    private var largestPacketByteCount: UInt32? {
        if let equal = contents.equalPacketByteCount { return equal }
        guard canBeGoneOver, let totals = try? contents.locator?.totals() else { return nil }
        return UInt32(clamping: totals.largestByteCount)
    }

    /// Whether it is known where the packets end: not that of a stream without a table, in which
    /// there can be any number of them, and of which the bytes are gone when it has ended.
    var canBeGoneOver: Bool { contents.packetCount != nil || !(source is StreamBytes) }

    /// Copies packets that stand one after the other and all have one size.
    ///
    /// - Parameters:
    ///   - buffer: As many packets are read as it holds whole.
    ///   - index: The first packet; not negative.
    /// - Returns: Packets copied; zero at the end.
    /// - Throws: `endsEarly` when the file became shorter since it was opened.
    /// - Precondition: The format has a fixed packet size.
    public func readPackets(
        into buffer: UnsafeMutableRawBufferPointer, at index: Int64
    ) throws(FormatError) -> Int {
        let packetByteCount = Int64(format.bytesPerPacket)
        precondition(packetByteCount > 0, "packets of one size")
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

    /// Copies bytes of the audio.
    ///
    /// - Parameter offset: Bytes from the first packet; not negative.
    /// - Returns: Bytes copied: fewer than `buffer` holds only where the audio ends.
    public func readBytes(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        if let audio = contents.audio { return try audio.read(into: buffer, at: offset) }
        guard offset >= 0, offset < spannedByteCount else { return 0 }
        let count = Int(min(Int64(buffer.count), spannedByteCount - offset))
        return try source.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]),
            at: dataOffset + offset)
    }
}
