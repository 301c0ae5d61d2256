import AudioModel

/// Cuts an audio file into packets while its bytes arrive, in pieces of any size.
///
/// Packets are those of `AudioFileReader` for the whole file. Bytes that have been delivered are
/// let go, so memory does not grow with the stream. One thread at a time.
public final class AudioStreamParser {
    private let bytes = StreamBytes()
    private let hint: ContainerKind?
    private var finder: (any StreamHeadFinder)?
    private var cursor: (any StreamCursor)?
    private var tagByteCount: Int64?
    /// Trying again makes no sense before the stream has come this far.
    private var neededEnd: Int64 = 0
    private var isAtEnd = false
    private var failure: AudioStreamError?
    /// A seek has said where the next bytes come from.
    private var isPlaced = false
    private var seenPacketCount: Int64 = 0
    private var seenByteCount: Int64 = 0

    /// What the stream's header says. Its packets are not to be had here, and counts that would be
    /// found by going over them neither. nil until all of the header has come.
    public private(set) var reader: AudioFileReader?
    /// nil until the first bytes have told.
    public private(set) var containerKind: ContainerKind?
    /// Whether the header tells where the audio ends.
    public private(set) var isByteCountKnown = false

    /// Bytes that are kept because the next packet needs them.
    public var heldByteCount: Int { bytes.windowByteCount }

    /// - Parameter hint: What the stream is where its first bytes do not tell, as when they come
    ///   from the middle of a broadcast: MP3 or ADTS.
    public init(hint: ContainerKind? = nil) {
        self.hint = hint
    }

    /// Takes the next bytes. What they complete is told by `nextEvent`.
    ///
    /// - Parameter isDiscontinuous: Whether bytes are missing between these and those before.
    /// - Throws: `cannotBridgeGap` where packets cannot be told any more after a gap; it passes
    ///   when a seek says where to go on.
    public func append(
        _ piece: UnsafeRawBufferPointer, isDiscontinuous: Bool = false
    ) throws(AudioStreamError) {
        if isDiscontinuous, !isPlaced { try bridgeGap() }
        if !piece.isEmpty { isPlaced = false }
        if let failure { throw failure }
        // Behind the last packet nothing is kept.
        guard !isAtEnd else { return }
        bytes.append(piece)
    }

    /// Says that nothing more will come: what waited for more is decided now.
    public func finish() {
        guard bytes.isStillArriving else { return }
        bytes.end()
        neededEnd = 0
    }

    /// What has happened next; nil when that takes more bytes, or there is nothing left.
    ///
    /// - Throws: What is wrong with the stream: from then on always.
    public func nextEvent() throws(AudioStreamError) -> AudioStreamEvent? {
        if let failure { throw failure }
        guard !isAtEnd, bytes.heldEnd >= neededEnd else { return nil }
        do throws(FormatError) {
            return try step()
        } catch {
            if let end = error.shortageEnd {
                neededEnd = end
                return nil
            }
            let found = problem(error)
            failure = found
            throw found
        }
    }

    private func step() throws(FormatError) -> AudioStreamEvent? {
        if cursor != nil { return try cut() }
        guard let kind = containerKind else { return try recognise().map { .kind($0) } }
        if finder == nil { finder = headFinder(kind) }
        defer { if let finder { bytes.drop(before: finder.dropOffset) } }
        guard let head = try finder?.find(in: bytes) else { return nil }
        finder = nil
        let reader = AudioFileReader(bytes, contents: head.contents)
        self.reader = reader
        cursor = head.cursor
        isByteCountKnown = head.isByteCountKnown
        bytes.keepHead(until: head.keptByteCount)
        if bytes.isStillArriving { bytes.setByteCount(ContainerLimits.fileBytesMax) }
        return .ready(reader)
    }

    private func cut() throws(FormatError) -> AudioStreamEvent? {
        guard let packets = try cursor?.cut(bytes) else {
            isAtEnd = true
            bytes.drop(before: .max)
            return nil
        }
        seenPacketCount += Int64(packets.packetCount)
        seenByteCount += Int64(packets.bytes.count)
        return .packets(packets)
    }

    /// A tag before what counts is passed over without being kept.
    private func recognise() throws(FormatError) -> ContainerKind? {
        let start = tagByteCount ?? 0
        bytes.drop(before: start)
        let headByteCount: Int64 = 12
        guard bytes.heldEnd >= start + headByteCount || !bytes.isStillArriving else {
            throw .shortage(until: start + headByteCount)
        }
        let held = max(min(bytes.heldEnd - start, headByteCount), 0)
        let head = try bytes.copy(held, at: start)
        if tagByteCount == nil {
            let byteCount = ContainerKind.id3ByteCount(head)
            tagByteCount = byteCount
            if byteCount > 0 { return try recognise() }
        }
        // Tags are at home in MP3; more so when padding hides the first frame.
        guard let kind = ContainerKind.kind(ofHead: head) ?? (start > 0 ? .mp3 : hint) else {
            throw FormatError(.unknownContainer)
        }
        guard kind.isStreamed else { throw FormatError(.containerNotRead(kind)) }
        containerKind = kind
        return kind
    }

    private func headFinder(_ kind: ContainerKind) -> any StreamHeadFinder {
        let start = tagByteCount ?? 0
        switch kind {
        case .mp3:
            return SyncedHeadFinder<MP3Header>(from: start) { source, start throws(FormatError) in
                try MP3Container.parse(source, from: start, end: source.byteCount)
            }
        case .adts:
            return SyncedHeadFinder<ADTSHeader>(from: start) { source, start throws(FormatError) in
                try ADTSContainer.parse(source, from: start)
            }
        default:
            return PartsHeadFinder(kind)
        }
    }

    private func problem(_ error: FormatError) -> AudioStreamError {
        if case .missing = error.reason, reader == nil, !isSynced { return .notOptimized(error) }
        if error.reason == FormatError.outOfOrder(at: 0).reason { return .notOptimized(error) }
        return .format(error)
    }
}

// MARK: Gaps and seeking

extension AudioStreamParser {
    /// Makes a packet the next. The bytes that are given then must be from the place this returns.
    ///
    /// - Throws: `notReady` before the header has come whole, `noSuchPacket`.
    public func seek(toPacket packet: Int64) throws(AudioStreamError) -> AudioStreamPlace {
        guard var cursor, let reader else { throw failure ?? .notReady }
        let isEstimated: Bool?
        do throws(FormatError) {
            isEstimated = try cursor.seek(to: packet, average: averageBytesPerPacket ?? 0)
        } catch {
            throw .format(error)
        }
        guard let isEstimated else { throw .noSuchPacket }
        self.cursor = cursor
        bytes.jump(to: cursor.offset, byteCount: ContainerLimits.fileBytesMax)
        failure = nil
        isAtEnd = false
        isPlaced = true
        neededEnd = 0
        return AudioStreamPlace(
            byteOffset: cursor.offset - reader.dataOffset, isEstimated: isEstimated)
    }

    /// Bytes a packet: all the same, or as the tables tell, or of the packets so far.
    public var averageBytesPerPacket: Double? {
        guard let reader else { return nil }
        if reader.format.bytesPerPacket > 0 { return Double(reader.format.bytesPerPacket) }
        if let equal = reader.contents.equalPacketByteCount { return Double(equal) }
        if !isSynced, reader.canBeGoneOver, let totals = try? reader.contents.locator?.totals(),
            totals.packetCount > 0
        {
            return Double(totals.byteCount) / Double(totals.packetCount)
        }
        guard seenPacketCount > 0 else { return nil }
        return Double(seenByteCount) / Double(seenPacketCount)
    }

    /// Packets of the whole stream, where the header tells.
    public var packetCount: Int64? {
        guard let reader else { return nil }
        if isSynced || reader.format.bytesPerPacket == 0 {
            return isSynced || !reader.canBeGoneOver
                ? reader.contents.packetCount : reader.packetCount
        }
        return isByteCountKnown || reader.contents.locator != nil ? reader.packetCount : nil
    }

    /// Bytes of the audio, where the header tells.
    public var dataByteCount: Int64? { isByteCountKnown ? reader?.dataByteCount : nil }

    /// No packet is larger.
    public var packetSizeUpperBound: UInt32? {
        guard let reader else { return nil }
        guard isSynced, reader.contents.fragments == nil else {
            return reader.packetSizeUpperBound
        }
        // Of ADTS, what thirteen bits can say.
        return reader.format.id == .mpegLayer3 ? reader.packetSizeUpperBound : 8191
    }

    /// The size of the largest packet where a table tells; else the bound.
    public var maximumPacketSize: UInt32? {
        isSynced ? packetSizeUpperBound : reader?.maximumPacketSize
    }

    /// Bits a second, of the packets alone; nil while there is nothing to tell it from.
    public var bitRate: Double? {
        guard let reader, let bytes = averageBytesPerPacket else { return nil }
        let frames = Double(reader.format.framesPerPacket)
        guard frames > 0 else { return nil }
        return bytes * 8 * reader.format.sampleRate / frames
    }

    /// Seconds to be heard; nil where the header does not tell.
    public var duration: Double? {
        guard let reader, packetCount != nil else { return nil }
        return reader.duration
    }

    /// Whether packets are found by the headers between them, and not by a table.
    public var isSynced: Bool {
        cursor?.isSynced ?? (containerKind == .mp3 || containerKind == .adts)
    }

    /// Whether a tag came first, as it does in streams whose packets are found by their headers.
    private var startsWithTag: Bool { tagByteCount ?? 0 > 0 && containerKind == nil }

    /// Looks for the first header in what comes next, as in the middle of a broadcast.
    private func beginAnew() {
        finder = nil
        tagByteCount = 0
        bytes.jump(to: 0, byteCount: ContainerLimits.fileBytesMax)
        neededEnd = 0
    }

    private func bridgeGap() throws(AudioStreamError) {
        guard var cursor else {
            // Where there is nothing yet, there is no gap.
            guard bytes.heldEnd > 0, failure == nil else { return }
            if isSynced || startsWithTag || hint == .mp3 || hint == .adts {
                beginAnew()
                return
            }
            failure = .cannotBridgeGap
            throw .cannotBridgeGap
        }
        guard cursor.bridgeGap() else {
            failure = .cannotBridgeGap
            throw .cannotBridgeGap
        }
        self.cursor = cursor
        bytes.jump(to: cursor.offset, byteCount: ContainerLimits.fileBytesMax)
        isAtEnd = false
        neededEnd = 0
    }
}
