public import AudioCodecs
public import AudioModel

/// Writes an audio file packet by packet.
///
/// Until `update()` or `close()`, sizes in the header are "unknown" or zero, and the chunks after
/// the audio are missing. Not thread-safe: used by one thread at a time.
public final class AudioFileWriter {
    /// The kind of container.
    public let kind: ContainerKind
    /// The format of the packets.
    public private(set) var format: StreamFormat
    /// Metadata and other properties. Those stored before the audio must be set before the first
    /// packet; texts, markers and chunks until the file is closed.
    public var properties = WritingProperties()

    let sink: any ByteSink
    var container: any ContainerMuxer
    var totals = MuxerTotals()
    /// The fragment writer of a fragmented MPEG-4 file, from the first packet on.
    var fragments: MP4FragmentWriter?
    /// The live packet table of a CAF file that is kept readable, from the first packet on.
    var liveTable: CAFLiveTable?
    /// The page writer of an Ogg file, from the first packet on.
    var pages: OggPageWriter?
    /// Offset of the first packet or fragment; nil before it is written.
    private(set) var dataOffset: Int64?
    private var isClosed = false
    /// Whether the file existed before.
    let continuesFile: Bool
    /// Whether the chunks after the audio are moved before it when they fit.
    private var isAudioLast = false

    /// Creates a writer.
    ///
    /// - Parameter kind: A kind for which `isWritten` is true.
    /// - Throws: `unsupportedCoding` when the container cannot hold the format; `badField` for
    ///   other kinds, and for an invalid sample rate or channel count.
    public init(
        _ sink: any ByteSink, kind: ContainerKind, format: StreamFormat
    ) throws(FormatError) {
        container = try kind.writing(format)
        continuesFile = false
        self.sink = sink
        self.kind = kind
        self.format = format
    }

    /// Creates a file, and a writer for it.
    ///
    /// - Parameter mayReplace: Whether an existing file is overwritten.
    /// - Throws: Like `init(_:kind:format:)`, or `cannotOpen` or `notAFile`.
    public convenience init(
        path: String, kind: ContainerKind, format: StreamFormat, mayReplace: Bool = true
    ) throws(FormatError) {
        try kind.check(format)
        try self.init(try FileSink(path: path, mayReplace: mayReplace), kind: kind, format: format)
    }

    /// Continues an existing file: see `init(continuing:)`.
    init(
        _ sink: any ByteSink, kind: ContainerKind, format: StreamFormat,
        container: any ContainerMuxer, totals: MuxerTotals, dataOffset: Int64
    ) {
        continuesFile = true
        self.sink = sink
        self.kind = kind
        self.format = format
        self.container = container
        self.totals = totals
        self.dataOffset = dataOffset
    }

    /// Number of packets written.
    public var packetCount: Int64 { totals.packetCount }
    /// Bytes of packets written, with the headers between them.
    public var dataByteCount: Int64 { totals.byteCount }
    /// Limit of the container on the bytes of packets.
    public var dataByteCountMax: Int64 { container.dataBytesMax }
    /// Number of frames in all packets, priming and remainder included.
    public var decodedFrameCount: Int64 { totals.decodedFrameCount(format) }

    /// Changes the format; possible only while nothing is written.
    ///
    /// - Throws: `badField` after the first packet, or like `init`.
    public func changeFormat(_ format: StreamFormat) throws(FormatError) {
        guard totals.byteCount == 0, dataOffset == nil else {
            throw FormatError(.badField("property after the first packet"))
        }
        container = try kind.writing(format)
        self.format = format
    }

    // MARK: Packets

    /// Writes packets.
    ///
    /// - Parameters:
    ///   - index: Index of the first packet: at most `packetCount` for fixed-size packets, which
    ///     overwrites existing ones; otherwise `packetCount`.
    ///   - count: Number of packets; `bytes` must contain that many.
    ///   - descriptions: One for each packet; required when packets vary in size or frames.
    /// - Throws: `badField` for invalid packets, `tooLarge` beyond the container's limits,
    ///   `cannotWrite`.
    public func writePackets(
        startingAt index: Int64, count: Int, from bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>? = nil
    ) throws(FormatError) {
        guard !isClosed, count >= 0, index >= 0, index <= totals.packetCount else {
            throw FormatError(.badField("packet index"))
        }
        guard count > 0 else { return }
        guard format.isVariableBitRate else {
            let packetByteCount = Int64(format.bytesPerPacket)
            let (byteCount, overflow) = Int64(count).multipliedReportingOverflow(
                by: packetByteCount)
            guard !overflow, byteCount <= bytes.count else {
                throw FormatError(.badField("number of packets"))
            }
            try writeBytes(
                at: index * packetByteCount,
                UnsafeRawBufferPointer(rebasing: bytes[..<Int(byteCount)]))
            return
        }
        guard index == totals.packetCount, let descriptions, descriptions.count >= count else {
            throw FormatError(.badField("packet index"))
        }
        let start = try begin()
        for packet in 0..<count {
            try append(descriptions[packet], of: bytes, start: start)
        }
    }

    /// Writes bytes of fixed-size packets; the last packet may be incomplete.
    ///
    /// - Parameter offset: Offset from the first packet; at most `dataByteCount`.
    /// - Throws: `badField`, `tooLarge` or `cannotWrite`.
    public func writeBytes(
        at offset: Int64, _ bytes: UnsafeRawBufferPointer
    ) throws(FormatError) {
        guard !isClosed, !format.isVariableBitRate, (0...totals.byteCount).contains(offset) else {
            throw FormatError(.badField("packet index"))
        }
        guard !bytes.isEmpty else { return }
        let (end, overflow) = offset.addingReportingOverflow(Int64(bytes.count))
        try checkRoom(for: overflow ? .max : end)
        let start = try begin()
        try sink.write(bytes, at: start + offset)
        totals.byteCount = max(totals.byteCount, end)
        totals.packetCount = totals.byteCount / Int64(format.bytesPerPacket)
    }

    /// Truncates the data of fixed-size packets to `byteCount` bytes.
    ///
    /// - Throws: `badField` when that is not a number of whole packets that exist.
    public func truncate(toByteCount byteCount: Int64) throws(FormatError) {
        guard !isClosed, !format.isVariableBitRate, (0...totals.byteCount).contains(byteCount),
            byteCount % Int64(format.bytesPerPacket) == 0
        else { throw FormatError(.badField("number of bytes")) }
        totals.byteCount = byteCount
        totals.packetCount = byteCount / Int64(format.bytesPerPacket)
    }

    private func append(
        _ packet: PacketDescription, of bytes: UnsafeRawBufferPointer, start: Int64
    ) throws(FormatError) {
        let byteCount = Int64(packet.byteCount)
        guard packet.startOffset >= 0, packet.startOffset <= Int64(bytes.count) - byteCount else {
            throw FormatError(.badField("packet size"))
        }
        let frameCount =
            format.framesPerPacket > 0 ? format.framesPerPacket : packet.variableFrameCount
        let head = try container.packetHead(byteCount: byteCount)
        try checkRoom(for: totals.byteCount + Int64(head.count) + byteCount)
        let first = Int(packet.startOffset)
        let packetBytes = UnsafeRawBufferPointer(rebasing: bytes[first..<first + Int(byteCount)])
        if fragments != nil {
            try fragments?.append(packetBytes)
        } else if pages != nil {
            try pages?.append(packetBytes, frameCount: Int64(frameCount), to: sink)
        } else {
            try makeRoomBeforeTable(for: totals.byteCount + byteCount)
            if !head.isEmpty { try sink.write(head, at: start + totals.byteCount) }
            try sink.write(packetBytes, at: start + totals.byteCount + Int64(head.count))
        }
        totals.packetCount += 1
        totals.byteCount += Int64(head.count) + byteCount
        totals.packets.append((packet.byteCount, frameCount))
        totals.lastPacketFrameCount = format.id.statedFrameCount(
            packetBytes, framesPerPacket: format.framesPerPacket)
        if fragments?.isDue == true { try fragments?.flush(to: sink) }
    }

    private func checkRoom(for byteCount: Int64) throws(FormatError) {
        guard byteCount <= container.dataBytesMax else { throw FormatError(.tooLarge("file")) }
    }

    // MARK: Headers and trailers

    /// Writes the header before the first packet.
    private func begin() throws(FormatError) -> Int64 {
        if let dataOffset { return dataOffset }
        var start = try beginFragments()
        if start == nil { start = try beginLiveTable() }
        if start == nil { start = try beginPages() }
        if let start {
            dataOffset = start
            return start
        }
        let head = try newHead(isFinal: properties.isEmptyUntilUpdated)
        try sink.write(head, at: 0)
        dataOffset = Int64(head.count)
        return Int64(head.count)
    }

    /// Whether the header with the current properties ends where the audio starts.
    public func headFits() throws(FormatError) -> Bool {
        // The movie box at the end of a fragmented file can have any size.
        guard let dataOffset, fragments == nil else { return true }
        let context = MuxerHeaderContext(
            totals: totals, properties: properties, isFinal: true, dataOffset: dataOffset)
        return try container.head(context)?.count == Int(dataOffset)
    }

    private func newHead(isFinal: Bool) throws(FormatError) -> [UInt8] {
        let context = MuxerHeaderContext(totals: totals, properties: properties, isFinal: isFinal)
        guard let head = try container.head(context) else { throw FormatError(.tooLarge("head")) }
        return head
    }

    var paddingByteCount: Int {
        let chunkByteCount = container.bytesBeforeAudio + totals.byteCount
        return container.isPadded && chunkByteCount % 2 == 1 ? 1 : 0
    }

    /// Completes the file in its current state; more packets may follow.
    ///
    /// - Throws: `badField` when a property no longer fits before the audio, or `cannotWrite`.
    public func update() throws(FormatError) {
        guard !isClosed else { return }
        if try updateFragments() { return }
        if try updateLiveTable() { return }
        if try updatePages() { return }
        // Without packets, the header may still grow.
        let start: Int64
        if let dataOffset {
            start = dataOffset
        } else {
            start = Int64(try newHead(isFinal: true).count)
        }
        var tail = try container.tail(totals, properties, dataOffset: start)
        var context = MuxerHeaderContext(
            totals: totals, properties: properties, isFinal: true, dataOffset: start)
        var head: [UInt8]?
        if !tail.isEmpty, isAudioLast || properties.reservedByteCount > 0 {
            context.early = tail
            context.behindByteCount = Int64(paddingByteCount)
            head = try container.head(context)
            if head != nil { tail = [] }
        }
        if head == nil {
            context.early = []
            context.behindByteCount = Int64(paddingByteCount + tail.count)
            head = try container.head(context)
        }
        guard let head, Int64(head.count) == start else {
            throw FormatError(.badField("property after the first packet"))
        }
        let end = start + totals.byteCount
        if paddingByteCount > 0 { tail.insert(0, at: 0) }
        if !tail.isEmpty { try sink.write(tail, at: end) }
        try sink.setByteCount(end + Int64(tail.count))
        try sink.write(head, at: 0)
    }

    /// Completes the file; further packets are refused. Closing twice has no effect.
    ///
    /// - Throws: Like `update()`.
    public func close() throws(FormatError) {
        guard !isClosed else { return }
        try update()
        try seal()
        isClosed = true
    }

    /// Completes the file and moves all other chunks before the audio; the audio is moved if there
    /// is no room. Later packets still go after the audio.
    ///
    /// - Throws: `badField` when the header cannot be changed, or the bytes cannot be read back.
    public func optimize() throws(FormatError) {
        // In a file of fragments or pages, headers precede their packets already.
        guard !isClosed, fragments == nil, pages == nil else { return }
        try sealLiveTable()
        // An existing file can have two data chunks; the first has the audio.
        guard !properties.chunks.contains(where: { ["SSND", "data"].contains($0.id) }) else {
            throw FormatError(.badField("second audio data chunk"))
        }
        isAudioLast = true
        guard let start = dataOffset else { return try update() }
        let tail = try container.tail(totals, properties, dataOffset: start)
        var context = MuxerHeaderContext(
            totals: totals, properties: properties, isFinal: true, dataOffset: start, early: tail)
        let fits = try container.head(context) != nil
        if !tail.isEmpty, !fits {
            context.dataOffset = nil
            guard let head = try container.head(context), let source = sink as? any ByteSource
            else { throw FormatError(.badField("head")) }
            let moved = Int64(head.count)
            try source.move(totals.byteCount, from: start, to: moved, in: sink)
            dataOffset = moved
        }
        try update()
    }
}

extension ByteSource {
    /// Moves bytes towards the end, back to front.
    fileprivate func move(
        _ byteCount: Int64, from start: Int64, to target: Int64, in sink: any ByteSink
    ) throws(FormatError) {
        let pieceByteCountMax: Int64 = 1 << 20
        let piece = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Int(min(pieceByteCountMax, max(byteCount, 1))), alignment: 16)
        defer { piece.deallocate() }
        var left = byteCount
        while left > 0 {
            let count = Int(min(left, pieceByteCountMax))
            left -= Int64(count)
            let room = UnsafeMutableRawBufferPointer(rebasing: piece[..<count])
            guard try read(into: room, at: start + left) == count else {
                throw FormatError(.endsEarly("audio"), offset: start + left)
            }
            try sink.write(UnsafeRawBufferPointer(room), at: target + left)
        }
    }
}

extension FormatID {
    /// Number of frames that a packet of a lossless coding states; nil for other codings.
    fileprivate func statedFrameCount(
        _ packet: UnsafeRawBufferPointer, framesPerPacket: UInt32
    ) -> Int64? {
        switch self {
        case .appleLossless: return ALACPacket.statedFrameCount(packet) ?? Int64(framesPerPacket)
        case .flac: return FLACStreamInfo.frameCount(ofPacket: packet)
        default: return nil
        }
    }
}
