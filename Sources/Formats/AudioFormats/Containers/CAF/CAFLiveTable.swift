import AudioCodecs
import AudioModel

/// Maintains the packet table of a CAF file so that the file is readable at any time while it is
/// written.
///
/// The packet table follows the packets, and a file with an overwritten table is lost. The data
/// chunk therefore ends with room for further packets, and the table after it grows at its end:
/// first the new entries are written, then, with one write of 36 bytes, the counts that make them
/// valid. When the room is used up, a complete new table is written after the old one; then one
/// write of eight bytes changes the size of the data chunk, so that it ends where the new table
/// starts. Closing the file moves the table to the last packet in the same way.
///
/// Source: Apple Core Audio Format Specification 1.0, "Data Chunk" and "Packet Table Chunk": the
/// table alone determines which bytes of the data chunk are packets.
struct CAFLiveTable {
    private let container: CAFMuxer
    private let dataOffset: Int64
    /// The file up to the first packet, as last written.
    private var head: [UInt8]
    /// Bytes of the data chunk for present and future packets.
    private var capacity: Int64
    /// The chunks before the table, as last written.
    private var chunks: [UInt8]
    /// Number of packets in the table.
    private var listedCount: Int
    /// End of the table and of the file.
    private var end: Int64

    /// Room for packets in addition to that for a table; four seconds of AAC.
    private static let roomByteCount: Int64 = 1 << 16
    private static let chunkHeaderByteCount: Int64 = 12
    /// Bytes of the data chunk's size field and edit count.
    private static let sizeBeforeData: Int64 = 12
    private static let editCountByteCount: Int64 = 4

    /// Writes a file without packets.
    ///
    /// - Parameter start: The input for the header, with the offset of the audio.
    init(
        _ container: CAFMuxer, _ start: MuxerHeaderContext, dataOffset: Int64, in sink: any ByteSink
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
        _ container: CAFMuxer, _ context: MuxerHeaderContext, capacity: Int64
    ) throws(FormatError) -> [UInt8] {
        var context = context
        context.isFinal = true
        context.totals.byteCount = capacity
        guard let head = try container.head(context) else { throw FormatError(.tooLarge("head")) }
        return head
    }

    /// Moves the table if packets would overwrite it.
    ///
    /// - Parameter byteCount: Size of all packets, including those about to be written.
    mutating func makeRoom(
        for byteCount: Int64, _ totals: MuxerTotals, _ properties: WritingProperties,
        in sink: any ByteSink
    ) throws(FormatError) {
        guard byteCount > capacity else { return }
        try moveTable(atLeast: byteCount, totals, properties, in: sink)
    }

    /// Writes a complete new table after the old one, then makes it the valid one.
    private mutating func moveTable(
        atLeast byteCount: Int64, _ totals: MuxerTotals, _ properties: WritingProperties,
        in sink: any ByteSink
    ) throws(FormatError) {
        let chunks = container.chunks(properties)
        let tail = chunks + container.packetTable(totals, properties)
        // After the old table and a chunk header.
        let used = max(byteCount, end + Self.chunkHeaderByteCount - dataOffset)
        let next = used + Self.roomByteCount
        try sink.write(Self.filler(from: end, to: dataOffset + next), at: end)
        try sink.write(tail, at: dataOffset + next)
        try writeCapacity(next, in: sink)
        self.chunks = chunks
        listedCount = totals.packets.entries.count
        end = dataOffset + next + Int64(tail.count)
    }

    /// The header of a filler chunk.
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

    /// Adds all packets written so far to the table.
    mutating func update(
        _ context: MuxerHeaderContext, in sink: any ByteSink
    ) throws(FormatError) {
        let (totals, properties) = (context.totals, context.properties)
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
        let head = try Self.head(container, context, capacity: capacity)
        guard head.count == self.head.count else {
            throw FormatError(.badField("property after the first packet"))
        }
        guard head != self.head else { return }
        try sink.write(head, at: 0)
        self.head = head
    }

    /// Removes the room between the packets and the table.
    mutating func seal(_ context: MuxerHeaderContext, in sink: any ByteSink) throws(FormatError) {
        let (totals, properties) = (context.totals, context.properties)
        let tail = try container.tail(totals, properties, dataOffset: dataOffset)
        let needed = totals.byteCount + Int64(tail.count) + Self.chunkHeaderByteCount
        if needed > capacity { try moveTable(atLeast: needed, totals, properties, in: sink) }
        let head = try Self.head(container, context, capacity: totals.byteCount)
        guard head.count == self.head.count else {
            throw FormatError(.badField("property after the first packet"))
        }
        let tailEnd = dataOffset + totals.byteCount + Int64(tail.count)
        // Until the file is truncated, the rest is a filler chunk.
        try sink.write(
            tail + Self.filler(from: tailEnd, to: end), at: dataOffset + totals.byteCount)
        try sink.write(head, at: 0)
        try sink.setByteCount(tailEnd)
    }
}

extension AudioFileWriter {
    /// The container writer if properties, kind and format call for a live packet table; nil
    /// otherwise.
    private var liveContainer: CAFMuxer? {
        properties.isFragmented && format.isVariableBitRate ? container as? CAFMuxer : nil
    }

    private func context(dataOffset: Int64) -> MuxerHeaderContext {
        MuxerHeaderContext(
            totals: totals, properties: properties, isFinal: true, dataOffset: dataOffset)
    }

    /// Writes a file without packets, with room before its packet table.
    ///
    /// - Returns: Offset of the audio; nil for files without a live table.
    func beginLiveTable() throws(FormatError) -> Int64? {
        guard let container = liveContainer else { return nil }
        var start = MuxerHeaderContext(totals: totals, properties: properties, isFinal: true)
        guard let head = try container.head(start) else { throw FormatError(.tooLarge("head")) }
        start.dataOffset = Int64(head.count)
        liveTable = try CAFLiveTable(container, start, dataOffset: Int64(head.count), in: sink)
        return Int64(head.count)
    }

    /// Moves the live table if packets would overwrite it.
    ///
    /// - Parameter byteCount: Size of all packets, including those about to be written.
    func makeRoomBeforeTable(for byteCount: Int64) throws(FormatError) {
        try liveTable?.makeRoom(for: byteCount, totals, properties, in: sink)
    }

    /// Updates the live table with all packets.
    ///
    /// - Returns: Whether there is a live table.
    func updateLiveTable() throws(FormatError) -> Bool {
        guard liveTable != nil, let dataOffset else { return false }
        try liveTable?.update(context(dataOffset: dataOffset), in: sink)
        return true
    }

    /// Moves the live table to the last packet, which makes the file an ordinary one.
    func sealLiveTable() throws(FormatError) {
        guard liveTable != nil, let dataOffset else { return }
        try liveTable?.seal(context(dataOffset: dataOffset), in: sink)
        liveTable = nil
    }
}
