public import AudioCodecs
import AudioModel

/// Parses an audio file into packets while its bytes arrive, in pieces of any size.
///
/// The packets equal those of `AudioFileReader` on the whole file. Delivered bytes are released, so
/// memory does not grow with the stream. Not thread-safe: used by one thread at a time.
public final class AudioStreamParser {
    private let bytes = StreamBytes()
    private let hint: ContainerKind?
    private let readsGaplessTag: Bool
    private var finder: (any StreamHeaderFinder)?
    private(set) var cursor: (any StreamCursor)?
    private var tagByteCount: Int64?
    /// iTunes's gapless information in the leading tag.
    private var tagGapless: PacketTable?
    /// Stream offset that must be reached before another attempt makes sense.
    private var neededEnd: Int64 = 0
    private var isAtEnd = false
    private var failure: AudioStreamError?
    /// Whether a seek determined where the next bytes come from.
    private var isPlaced = false
    /// The packet table behind the audio of a stream that has ended.
    private(set) var lateTable: CAFPacketTable?
    private(set) var seenPacketCount: Int64 = 0
    private var seenByteCount: Int64 = 0

    /// The stream's properties according to its header; nil until the header is complete. Packets,
    /// and counts that require a packet scan, are not available.
    public private(set) var reader: AudioFileReader?
    /// The kind of container; nil until the first bytes identify it.
    public private(set) var containerKind: ContainerKind?
    /// Whether the header states the size of the audio data.
    public private(set) var isByteCountKnown = false

    /// Length of the stream in bytes once it has ended; nil before.
    var endedByteCount: Int64? { bytes.isStillArriving ? nil : bytes.byteCount }

    /// Number of bytes buffered for the next packet.
    public var heldByteCount: Int { bytes.windowByteCount }

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - hint: The kind to assume when the first bytes do not identify one, as in the middle of a
    ///     broadcast: `.mp3` or `.adts`.
    ///   - readsGaplessTag: Whether iTunes's gapless information is read from a tag before MP3, as
    ///     in a file. Apple's streams skip it.
    public init(hint: ContainerKind? = nil, readsGaplessTag: Bool = false) {
        self.hint = hint
        self.readsGaplessTag = readsGaplessTag
    }

    /// Appends the next bytes. `nextEvent` reports what they complete.
    ///
    /// - Parameter isDiscontinuous: Whether bytes are missing between these and the previous ones.
    /// - Throws: `cannotBridgeGap` when packets cannot be determined after a gap; a seek clears it.
    public func append(
        _ piece: UnsafeRawBufferPointer, isDiscontinuous: Bool = false
    ) throws(AudioStreamError) {
        if isDiscontinuous, !isPlaced { try bridgeGap() }
        if !piece.isEmpty { isPlaced = false }
        if let failure { throw failure }
        // After the last packet nothing is buffered but the chunks that may have a packet table.
        guard !isAtEnd || mayHaveLateTable && bytes.windowByteCount < StreamLimits.tailBytesMax
        else { return }
        bytes.append(piece)
    }

    /// Marks the end of the stream, so that pending decisions are made.
    public func finish() {
        guard bytes.isStillArriving else { return }
        bytes.end()
        neededEnd = 0
        if isAtEnd { readLateTable() }
    }

    /// Whether chunks behind the audio may tell which frames are valid: in CAF without a packet table
    /// before the audio, of a coding with more than one frame a packet.
    var mayHaveLateTable: Bool {
        guard let reader, isByteCountKnown, reader.containerKind == .caf else { return false }
        return !reader.contents.timeline.hasPacketTable && reader.format.framesPerPacket > 1
    }

    private func readLateTable() {
        guard let reader, mayHaveLateTable, lateTable == nil else { return }
        lateTable = try? CAFContainer.packetTable(
            in: bytes, after: reader.dataOffset + reader.spannedByteCount, reader.format)
    }

    /// The next event; nil when it requires more bytes, or at the end.
    ///
    /// - Throws: The first defect in the stream; every later call throws it again.
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
        if finder == nil { finder = kind.streamable?.headerFinder(from: tagByteCount ?? 0) }
        defer { if let finder { bytes.drop(before: finder.dropOffset) } }
        guard let head = try finder?.find(in: bytes) else { return nil }
        finder = nil
        var contents = head.contents
        if kind == .mp3, let tagGapless { MP3Container.trim(&contents.timeline, tagGapless) }
        let reader = AudioFileReader(bytes, contents: contents)
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
            if !mayHaveLateTable {
                bytes.drop(before: .max)
            } else if !bytes.isStillArriving {
                readLateTable()
            }
            return nil
        }
        seenPacketCount += Int64(packets.packetCount)
        seenByteCount += Int64(packets.bytes.count)
        return .packets(packets)
    }

    /// Recognises the container. A leading tag is skipped; only a small one is buffered.
    private func recognise() throws(FormatError) -> ContainerKind? {
        let start = tagByteCount ?? 0
        if readsGaplessTag, start > 0, start <= MP3Container.tagBytesMax, tagGapless == nil {
            guard bytes.heldEnd >= start || !bytes.isStillArriving else {
                throw .shortage(until: start)
            }
            tagGapless = try MP3Container.gaplessText(in: bytes, until: start)
        }
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
        // Tags are most common in MP3, where padding can also hide the first frame.
        guard
            let kind = ContainerRegistry.recognise(FileHead(bytes: head))
                ?? (start > 0 ? .mp3 : hint)
        else { throw FormatError(.unknownContainer) }
        guard kind.isStreamed else { throw FormatError(.containerNotRead(kind)) }
        containerKind = kind
        return kind
    }

    private func problem(_ error: FormatError) -> AudioStreamError {
        if case .missing = error.reason, reader == nil, !isSynced { return .notOptimized(error) }
        if error.reason == FormatError.outOfOrder(at: 0).reason { return .notOptimized(error) }
        return .format(error)
    }
}

// MARK: Gaps and seeking

extension AudioStreamParser {
    /// Selects the next packet. The next bytes must come from the position that this returns.
    ///
    /// - Throws: `notReady` before the header is complete, `noSuchPacket`, or `format`.
    public func seek(toPacket packet: Int64) throws(AudioStreamError) -> AudioStreamPosition {
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
        return AudioStreamPosition(
            byteOffset: cursor.offset - reader.dataOffset, isEstimated: isEstimated)
    }

    /// A value of the header. The bytes are in memory, so that there are no read errors.
    private func known<Value>(_ value: (AudioFileReader) throws -> Value) -> Value? {
        reader.flatMap { try? value($0) }
    }

    /// Average packet size in bytes: fixed, from the tables, or of the packets so far.
    public var averageBytesPerPacket: Double? {
        guard let reader else { return nil }
        if reader.format.bytesPerPacket > 0 { return Double(reader.format.bytesPerPacket) }
        if let equal = reader.contents.packets.index?.equalByteCount { return Double(equal) }
        if !isSynced, reader.canScanPackets,
            let totals = known({ try $0.packetTotals() }) ?? nil,
            totals.packetCount > 0
        {
            return Double(totals.byteCount) / Double(totals.packetCount)
        }
        guard seenPacketCount > 0 else { return nil }
        return Double(seenByteCount) / Double(seenPacketCount)
    }

    /// Number of packets in the whole stream; nil when the header does not state it.
    public var packetCount: Int64? {
        guard let reader else { return nil }
        if isSynced || reader.format.bytesPerPacket == 0 {
            return isSynced || !reader.canScanPackets
                ? reader.contents.packets.count : known { try $0.packetCount() }
        }
        return isByteCountKnown || reader.contents.packets.locator != nil
            ? known { try $0.packetCount() } : nil
    }

    /// Size of the audio data in bytes; nil when the header does not state it.
    public var dataByteCount: Int64? {
        isByteCountKnown ? known { try $0.dataByteCount() } : nil
    }

    /// Upper bound of a packet's size in bytes.
    public var packetSizeUpperBound: UInt32? {
        guard let reader else { return nil }
        guard isSynced, reader.contents.packets.fragments == nil else {
            return known { try $0.packetSizeUpperBound() }
        }
        if reader.format.id == .flac {
            let stated = FLACStreamInfo(reader.magicCookie ?? [])?.packetByteCountMax
            return stated ?? reader.format.packetByteCountMax
        }
        // ADTS has a 13-bit length.
        return reader.format.id == .mpegLayer3 ? known { try $0.packetSizeUpperBound() } : 8191
    }

    /// Size of the largest packet in bytes according to a table; otherwise the upper bound.
    public var maximumPacketSize: UInt32? {
        isSynced ? packetSizeUpperBound : known { try $0.maximumPacketSize() }
    }

    /// Bit rate of the packets, in bits per second; nil while it cannot be determined.
    public var bitRate: Double? {
        guard let reader, let bytes = averageBytesPerPacket else { return nil }
        let frames = Double(reader.format.framesPerPacket)
        guard frames > 0 else { return nil }
        return bytes * 8 * reader.format.sampleRate / frames
    }

    /// Duration of the valid frames in seconds; nil when the header does not state it.
    public var duration: Double? {
        packetCount == nil ? nil : known { try $0.duration() }
    }

    /// Whether packets are found by frame headers or fragments, not by a table.
    public var isSynced: Bool {
        cursor?.isSynced ?? containerKind?.isSelfFramed ?? false
    }

    /// Whether the stream starts with a tag and is not recognised yet, as in self-framed streams.
    private var startsWithTag: Bool { tagByteCount ?? 0 > 0 && containerKind == nil }

    /// Searches for a frame header in the following bytes, as in the middle of a broadcast.
    private func beginAnew() {
        finder = nil
        tagByteCount = 0
        bytes.jump(to: 0, byteCount: ContainerLimits.fileBytesMax)
        neededEnd = 0
    }

    private func bridgeGap() throws(AudioStreamError) {
        guard var cursor else {
            // Before the first byte there is no gap.
            guard bytes.heldEnd > 0, failure == nil else { return }
            if isSynced || startsWithTag || hint?.isSelfFramed == true {
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
