import AudioModel

/// Writes an audio file packet by packet.
///
/// The file's head says "unknown" or nothing where sizes stand until `update()` or `close()`; what
/// stands behind the audio is written there too. One thread at a time.
public final class AudioFileWriter {
    public let kind: ContainerKind
    public private(set) var format: StreamFormat
    /// What the container tells about the audio, besides. What stands before the audio is to be set
    /// before the first packet; texts, markers and chunks until the file is closed.
    public var properties = WritingProperties()

    let sink: any ByteSink
    var container: any ContainerWriting
    var totals = WritingTotals()
    /// The fragments of an MPEG-4 file that is written so, from the first packet on.
    var fragments: MP4Fragments?
    /// The packet table of a CAF file that is kept readable, from the first packet on.
    var liveTable: CAFLiveTable?
    /// Where the first packet is, or the first fragment; nil until one is written.
    private(set) var dataOffset: Int64?
    private var isClosed = false
    /// Whether what stands behind the audio goes before it where it fits.
    private var isAudioLast = false

    /// - Parameter kind: One of those that `isWritten`.
    /// - Throws: `unsupportedCoding` for formats that the container has no room for, `badField` for
    ///   other kinds, or rates and channels that cannot be.
    public init(
        _ sink: any ByteSink, kind: ContainerKind, format: StreamFormat
    ) throws(FormatError) {
        container = try kind.writing(format)
        self.sink = sink
        self.kind = kind
        self.format = format
    }

    public convenience init(
        path: String, kind: ContainerKind, format: StreamFormat, mayReplace: Bool = true
    ) throws(FormatError) {
        try kind.check(format)
        try self.init(
            try FileSink(path: path, mayReplace: mayReplace), kind: kind, format: format)
    }

    /// Goes on with a file that is there: see `init(continuing:)`.
    init(
        _ sink: any ByteSink, kind: ContainerKind, format: StreamFormat,
        container: any ContainerWriting, totals: WritingTotals, dataOffset: Int64
    ) {
        self.sink = sink
        self.kind = kind
        self.format = format
        self.container = container
        self.totals = totals
        self.dataOffset = dataOffset
    }

    public var packetCount: Int64 { totals.packetCount }
    public var dataByteCount: Int64 { totals.byteCount }
    /// No container has room for more bytes of packets.
    public var dataByteCountMax: Int64 { container.dataBytesMax }
    /// Frames of all packets, priming and remainder included.
    public var decodedFrameCount: Int64 { totals.decodedFrameCount(format) }

    /// Takes another format; only while nothing is written.
    public func changeFormat(_ format: StreamFormat) throws(FormatError) {
        guard totals.byteCount == 0, dataOffset == nil else {
            throw FormatError(.badField("property set too late"))
        }
        container = try kind.writing(format)
        self.format = format
    }

    // MARK: Packets

    /// Writes packets.
    ///
    /// - Parameters:
    ///   - index: Where packets are of one size, up to the count so far: what is there is written
    ///     over. Otherwise the count itself.
    ///   - count: Packets; of one size, `bytes` holds as many.
    ///   - descriptions: Of each packet, for packets of differing sizes.
    /// - Throws: `badField` for packets that cannot be, `tooLarge` beyond what the container can
    ///   count, `cannotWrite`.
    public func writePackets(
        startingAt index: Int64, count: Int, from bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>? = nil
    ) throws(FormatError) {
        guard !isClosed, count >= 0, index >= 0, index <= totals.packetCount else {
            throw FormatError(.badField("packet's place"))
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
            throw FormatError(.badField("packet's place"))
        }
        let start = try begin()
        for packet in 0..<count {
            try append(descriptions[packet], of: bytes, start: start)
        }
    }

    /// Writes bytes of packets that all have one size; the last packet may be whole only later.
    ///
    /// - Parameter offset: Up to the bytes so far.
    public func writeBytes(
        at offset: Int64, _ bytes: UnsafeRawBufferPointer
    ) throws(FormatError) {
        guard !isClosed, !format.isVariableBitRate, (0...totals.byteCount).contains(offset) else {
            throw FormatError(.badField("packet's place"))
        }
        guard !bytes.isEmpty else { return }
        let (end, overflow) = offset.addingReportingOverflow(Int64(bytes.count))
        try checkRoom(for: overflow ? .max : end)
        let start = try begin()
        try sink.write(bytes, at: start + offset)
        totals.byteCount = max(totals.byteCount, end)
        totals.packetCount = totals.byteCount / Int64(format.bytesPerPacket)
    }

    /// Forgets what lies beyond so many bytes of packets that all have one size.
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
        } else {
            try makeRoomBeforeTable(for: totals.byteCount + byteCount)
            if !head.isEmpty { try sink.write(head, at: start + totals.byteCount) }
            try sink.write(packetBytes, at: start + totals.byteCount + Int64(head.count))
        }
        totals.packetCount += 1
        totals.byteCount += Int64(head.count) + byteCount
        totals.packets.append((packet.byteCount, frameCount))
        if fragments?.isDue == true { try fragments?.flush(to: sink) }
    }

    private func checkRoom(for byteCount: Int64) throws(FormatError) {
        guard byteCount <= container.dataBytesMax else { throw FormatError(.tooLarge("file")) }
    }

    // MARK: What stands around them

    /// Writes the head the first time.
    private func begin() throws(FormatError) -> Int64 {
        if let dataOffset { return dataOffset }
        var start = try beginFragments()
        if start == nil { start = try beginLiveTable() }
        if let start {
            dataOffset = start
            return start
        }
        let head = try newHead(isFinal: false)
        try sink.write(head, at: 0)
        dataOffset = Int64(head.count)
        return Int64(head.count)
    }

    /// Whether the head, with the properties as they are, ends where the audio starts.
    public func headFits() throws(FormatError) -> Bool {
        // The movie box at the end of a file in fragments has room for anything.
        guard let dataOffset, fragments == nil else { return true }
        let moment = WritingMoment(
            totals: totals, properties: properties, isFinal: true, dataOffset: dataOffset)
        return try container.head(moment)?.count == Int(dataOffset)
    }

    private func newHead(isFinal: Bool) throws(FormatError) -> [UInt8] {
        let moment = WritingMoment(totals: totals, properties: properties, isFinal: isFinal)
        guard let head = try container.head(moment) else { throw FormatError(.tooLarge("head")) }
        return head
    }

    var paddingByteCount: Int {
        let chunkByteCount = container.bytesBeforeAudio + totals.byteCount
        return container.isPadded && chunkByteCount % 2 == 1 ? 1 : 0
    }

    /// Makes the file complete as it is; more packets may follow.
    public func update() throws(FormatError) {
        guard !isClosed else { return }
        if try updateFragments() { return }
        if try updateLiveTable() { return }
        // While there are no packets, the head may still grow.
        let start: Int64
        if let dataOffset {
            start = dataOffset
        } else {
            start = Int64(try newHead(isFinal: true).count)
        }
        var tail = try container.tail(totals, properties, dataOffset: start)
        var moment = WritingMoment(
            totals: totals, properties: properties, isFinal: true, dataOffset: start)
        var head: [UInt8]?
        if !tail.isEmpty, isAudioLast || properties.reservedByteCount > 0 {
            moment.early = tail
            moment.behindByteCount = Int64(paddingByteCount)
            head = try container.head(moment)
            if head != nil { tail = [] }
        }
        if head == nil {
            moment.early = []
            moment.behindByteCount = Int64(paddingByteCount + tail.count)
            head = try container.head(moment)
        }
        guard let head, Int64(head.count) == start else {
            throw FormatError(.badField("property set too late"))
        }
        let end = start + totals.byteCount
        if paddingByteCount > 0 { tail.insert(0, at: 0) }
        if !tail.isEmpty { try sink.write(tail, at: end) }
        try sink.setByteCount(end + Int64(tail.count))
        try sink.write(head, at: 0)
    }

    /// Makes the file complete; further packets are refused. Closing again does nothing.
    public func close() throws(FormatError) {
        guard !isClosed else { return }
        try update()
        try seal()
        isClosed = true
    }

    /// Makes the file complete, with what stands behind the audio before it: the audio is moved
    /// where there is no room. Further packets go behind the audio all the same.
    ///
    /// - Throws: `badField` when the file's head cannot be changed, or its bytes not be read.
    public func optimize() throws(FormatError) {
        // In fragments, what finds the packets stands before them already.
        guard !isClosed, fragments == nil else { return }
        try sealLiveTable()
        // A file that was there can have two such parts: the first is the audio.
        guard !properties.chunks.contains(where: { ["SSND", "data"].contains($0.id) }) else {
            throw FormatError(.badField("second audio"))
        }
        isAudioLast = true
        guard let start = dataOffset else { return try update() }
        let tail = try container.tail(totals, properties, dataOffset: start)
        var moment = WritingMoment(
            totals: totals, properties: properties, isFinal: true, dataOffset: start, early: tail)
        let fits = try container.head(moment) != nil
        if !tail.isEmpty, !fits {
            moment.dataOffset = nil
            guard let head = try container.head(moment), let source = sink as? any ByteSource
            else { throw FormatError(.badField("head")) }
            let moved = Int64(head.count)
            try source.move(totals.byteCount, from: start, to: moved, in: sink)
            dataOffset = moved
        }
        try update()
    }
}

extension ByteSource {
    /// Moves bytes towards the end, the last first.
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
