import AudioCodecs
import AudioModel

/// Finds the first frame of a self-framed stream, and derives the stream's properties from it.
struct SelfFramedHeaderFinder<Header: SelfFramedHeader>: StreamHeaderFinder {
    private var search: SyncWordScanner<Header>
    private let end: Int64
    private let parse:
        (_ bytes: StreamBytes, _ start: Int64) throws(FormatError) -> ContainerContents

    var dropOffset: Int64 { search.offset }

    init(
        from start: Int64, end: Int64 = .max,
        parse: @escaping (StreamBytes, Int64) throws(FormatError) -> ContainerContents
    ) {
        search = SyncWordScanner(from: start, end: end, after: nil)
        self.end = end
        self.parse = parse
    }

    mutating func find(in bytes: StreamBytes) throws(FormatError) -> StreamHeader {
        var reader = ByteReader(bytes)
        guard let found = try search.find(in: &reader) else {
            throw FormatError(.missing("MPEG frame sync"))
        }
        // A Xing or VBRI header is within the first frame.
        let frameEnd = found.offset + found.header.frameByteCount
        guard frameEnd <= bytes.heldEnd || !bytes.isStillArriving else {
            throw .shortage(until: frameEnd)
        }
        let contents = try parse(bytes, found.offset)
        return StreamHeader(
            contents: contents,
            cursor: SelfFramedCursor(first: found.header, at: contents.dataOffset, end: end),
            keptByteCount: 0,
            isByteCountKnown: false)
    }
}

/// Cuts packets of a self-framed stream. Resynchronises after damaged data like `SelfFramedPacketParser`.
struct SelfFramedCursor<Header: SelfFramedHeader>: StreamCursor {
    private(set) var offset: Int64
    let isSynced = true
    private let first: Header
    private let end: Int64
    private let dataOffset: Int64
    private var index: Int64 = 0
    private var search: SyncWordScanner<Header>?
    private var isOver = false
    private(set) var endsInsidePacket = false

    init(first: Header, at offset: Int64, end: Int64) {
        self.first = first
        self.end = end
        self.offset = offset
        dataOffset = offset
    }

    mutating func cut(_ bytes: StreamBytes) throws(FormatError) -> StreamedPackets? {
        var reader = ByteReader(bytes)
        var packets = StreamedPackets(firstPacket: index)
        do throws(FormatError) {
            while !packets.isFull, let header = try nextHeader(in: &reader) {
                try append(header, to: &packets, from: bytes)
            }
        } catch {
            bytes.drop(before: search?.offset ?? offset)
            // Complete packets are delivered without waiting for the next.
            guard error.shortageEnd != nil, packets.packetCount > 0 else { throw error }
            return packets
        }
        bytes.drop(before: offset)
        return packets.packetCount > 0 ? packets : nil
    }

    private mutating func nextHeader(in reader: inout ByteReader) throws(FormatError) -> Header? {
        guard !isOver else { return nil }
        if search == nil {
            let header = try Header.read(
                at: offset, end: min(end, reader.source.byteCount), in: &reader)
            if let header, header.follows(first) { return header }
            search = SyncWordScanner(from: offset, end: end, after: first)
        }
        let found = try search?.find(in: &reader)
        search = nil
        guard let found else {
            isOver = true
            return nil
        }
        offset = found.offset
        return found.header
    }

    private mutating func append(
        _ header: Header, to packets: inout StreamedPackets, from bytes: StreamBytes
    ) throws(FormatError) {
        let next = offset + header.frameByteCount
        guard next <= min(end, bytes.heldEnd) else {
            guard next <= end, bytes.isStillArriving else {
                isOver = true
                endsInsidePacket = true
                return
            }
            throw .shortage(until: next)
        }
        let byteCount = header.frameByteCount - header.skippedByteCount
        try packets.append(byteCount, at: offset + header.skippedByteCount, from: bytes)
        index += 1
        offset = next
    }

    mutating func seek(to packet: Int64, average: Double) throws(FormatError) -> Bool? {
        guard packet >= 0 else { return nil }
        let bytes = (Double(packet) * average).rounded(.down)
        guard bytes < Double(ContainerLimits.fileBytesMax) else { return nil }
        index = packet
        offset = dataOffset + Int64(bytes)
        _ = bridgeGap()
        return packet > 0
    }

    mutating func bridgeGap() -> Bool {
        isOver = false
        // The next frame may be anywhere, but the first is at its known offset.
        search = index > 0 ? SyncWordScanner(from: offset, end: end, after: first) : nil
        return true
    }
}
