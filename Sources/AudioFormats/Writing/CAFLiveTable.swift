import AudioModel

/// The packet table of a CAF file that can be read at any moment while it is written.
///
/// The table stands behind the packets, and a table that has been written over is a file that is
/// lost. The data chunk therefore ends with room for packets to come, and the table behind it grows
/// at its end: first its new entries are written, then, by one write of 36 bytes, the counts that
/// make them valid. When the room is used up, a whole new table is written behind the old one,
/// and then the size of the data chunk is changed, by one write of eight bytes, so that it ends
/// where the new table starts. When the file is closed, the table moves to the last packet in the
/// same way.
///
/// Source: Apple Core Audio Format Specification 1.0, "Data Chunk" and "Packet Table Chunk": the
/// table alone tells which bytes of the data chunk are packets.
struct CAFLiveTable {
    private let container: CAFWriting
    private let dataOffset: Int64
    /// The file up to the first packet, as it was written last.
    private var head: [UInt8]
    /// Bytes of the data chunk that packets have or will have.
    private var capacity: Int64
    /// The chunks that stand before the table, as they were written last.
    private var chunks: [UInt8]
    /// Packets that the table lists.
    private var listedCount: Int
    /// The end of the table, and of the file.
    private var end: Int64

    /// Room for packets, besides that for a table; four seconds of AAC.
    private static let roomByteCount: Int64 = 1 << 16
    private static let chunkHeaderByteCount: Int64 = 12
    /// The size of the data chunk and its count of edits.
    private static let sizeBeforeData: Int64 = 12
    private static let editCountByteCount: Int64 = 4

    /// Writes a file without packets.
    ///
    /// - Parameter start: What the head is made from, with the place where the audio starts.
    init(
        _ container: CAFWriting, _ start: WritingMoment, dataOffset: Int64, in sink: any ByteSink
    ) throws(FormatError) {
        self.container = container
        self.dataOffset = dataOffset
        capacity = Self.roomByteCount
        chunks = container.chunks(start.properties)
        listedCount = 0
        head = try Self.head(container, start, capacity: capacity)
        guard Int64(head.count) == dataOffset else { throw FormatError(.tooLarge("head")) }
        let tail = chunks + container.packetTable(start.totals, start.properties)
        try sink.write(head + [UInt8](repeating: 0, count: Int(capacity)) + tail, at: 0)
        end = dataOffset + capacity + Int64(tail.count)
        try sink.setByteCount(end)
    }

    private static func head(
        _ container: CAFWriting, _ moment: WritingMoment, capacity: Int64
    ) throws(FormatError) -> [UInt8] {
        var moment = moment
        moment.isFinal = true
        moment.totals.byteCount = capacity
        guard let head = try container.head(moment) else { throw FormatError(.tooLarge("head")) }
        return head
    }

    /// Moves the table out of the way of packets.
    ///
    /// - Parameter byteCount: Bytes of all packets that there will be.
    mutating func makeRoom(
        for byteCount: Int64, _ totals: WritingTotals, _ properties: WritingProperties,
        in sink: any ByteSink
    ) throws(FormatError) {
        guard byteCount > capacity else { return }
        try moveTable(atLeast: byteCount, totals, properties, in: sink)
    }

    /// Writes a whole new table behind the old one, then makes it the one that counts.
    private mutating func moveTable(
        atLeast byteCount: Int64, _ totals: WritingTotals, _ properties: WritingProperties,
        in sink: any ByteSink
    ) throws(FormatError) {
        let chunks = container.chunks(properties)
        let tail = chunks + container.packetTable(totals, properties)
        // Behind the old table, and a chunk's header behind that.
        let used = max(byteCount, end + Self.chunkHeaderByteCount - dataOffset)
        let next = used + Self.roomByteCount
        try sink.write(Self.filler(from: end, to: dataOffset + next), at: end)
        try sink.write(tail, at: dataOffset + next)
        try writeCapacity(next, in: sink)
        self.chunks = chunks
        listedCount = totals.packets.entries.count
        end = dataOffset + next + Int64(tail.count)
    }

    /// A chunk's header, for bytes that mean nothing.
    private static func filler(from start: Int64, to end: Int64) -> [UInt8] {
        var header: [UInt8] = []
        header.append("free" as FourCC)
        header.appendBigEndian(end - start - chunkHeaderByteCount)
        return header
    }

    private mutating func writeCapacity(
        _ byteCount: Int64, in sink: any ByteSink
    ) throws(FormatError) {
        var size: [UInt8] = []
        size.appendBigEndian(byteCount + Self.editCountByteCount)
        let offset = dataOffset - Self.sizeBeforeData
        try sink.write(size, at: offset)
        capacity = byteCount
        head.replaceSubrange(Int(offset)..<Int(offset) + size.count, with: size)
    }

    /// Lists all packets that have been written.
    mutating func update(
        _ moment: WritingMoment, in sink: any ByteSink
    ) throws(FormatError) {
        let (totals, properties) = (moment.totals, moment.properties)
        if container.chunks(properties) != chunks {
            try moveTable(atLeast: totals.byteCount, totals, properties, in: sink)
        } else {
            let start = dataOffset + capacity + Int64(chunks.count)
            let entries = container.entries(totals.packets.entries[listedCount...])
            if !entries.isEmpty { try sink.write(entries, at: end) }
            let tableByteCount = end + Int64(entries.count) - start - Self.chunkHeaderByteCount
            var counts: [UInt8] = []
            counts.append("pakt" as FourCC)
            counts.appendBigEndian(tableByteCount)
            try sink.write(counts + container.packetCounts(totals, properties), at: start)
            end += Int64(entries.count)
            listedCount = totals.packets.entries.count
        }
        let head = try Self.head(container, moment, capacity: capacity)
        guard head.count == self.head.count else {
            throw FormatError(.badField("property set too late"))
        }
        guard head != self.head else { return }
        try sink.write(head, at: 0)
        self.head = head
    }

    /// Makes the file one without room between its packets and their table.
    mutating func seal(_ moment: WritingMoment, in sink: any ByteSink) throws(FormatError) {
        let (totals, properties) = (moment.totals, moment.properties)
        let tail = try container.tail(totals, properties, dataOffset: dataOffset)
        let needed = totals.byteCount + Int64(tail.count) + Self.chunkHeaderByteCount
        if needed > capacity { try moveTable(atLeast: needed, totals, properties, in: sink) }
        let head = try Self.head(container, moment, capacity: totals.byteCount)
        guard head.count == self.head.count else {
            throw FormatError(.badField("property set too late"))
        }
        let tailEnd = dataOffset + totals.byteCount + Int64(tail.count)
        // Until it is cut off, what is left behind is a chunk that means nothing.
        try sink.write(
            tail + Self.filler(from: tailEnd, to: end), at: dataOffset + totals.byteCount)
        try sink.write(head, at: 0)
        try sink.setByteCount(tailEnd)
    }
}

extension AudioFileWriter {
    /// Whether the file is kept readable by a table with room before it, by its properties, its
    /// kind and its format.
    private var liveContainer: CAFWriting? {
        properties.isFragmented && format.isVariableBitRate ? container as? CAFWriting : nil
    }

    private func moment(dataOffset: Int64) -> WritingMoment {
        WritingMoment(
            totals: totals, properties: properties, isFinal: true, dataOffset: dataOffset)
    }

    /// Writes a file without packets whose table has room before it.
    ///
    /// - Returns: Where its audio starts; nil for another file.
    func beginLiveTable() throws(FormatError) -> Int64? {
        guard let container = liveContainer else { return nil }
        var start = WritingMoment(totals: totals, properties: properties, isFinal: true)
        guard let head = try container.head(start) else { throw FormatError(.tooLarge("head")) }
        start.dataOffset = Int64(head.count)
        liveTable = try CAFLiveTable(container, start, dataOffset: Int64(head.count), in: sink)
        return Int64(head.count)
    }

    /// Keeps the table where no packet is written over it.
    ///
    /// - Parameter byteCount: Bytes of all packets that there will be.
    func makeRoomBeforeTable(for byteCount: Int64) throws(FormatError) {
        try liveTable?.makeRoom(for: byteCount, totals, properties, in: sink)
    }

    /// Lists all packets in a table that has room before it.
    ///
    /// - Returns: Whether there is one.
    func updateLiveTable() throws(FormatError) -> Bool {
        guard liveTable != nil, let dataOffset else { return false }
        try liveTable?.update(moment(dataOffset: dataOffset), in: sink)
        return true
    }

    /// Moves the table to the last packet. The file is then one like others.
    func sealLiveTable() throws(FormatError) {
        guard liveTable != nil, let dataOffset else { return }
        try liveTable?.seal(moment(dataOffset: dataOffset), in: sink)
        liveTable = nil
    }
}
