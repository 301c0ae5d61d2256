/// Packets of a stream, one after the other.
public struct StreamedPackets: Sendable {
    /// The number of the first; an estimate behind a gap or an estimated seek.
    public internal(set) var firstPacket: Int64
    public internal(set) var packetCount: Int
    public internal(set) var bytes: [UInt8]
    /// Where each is in `bytes`; nil where all packets have one size.
    public internal(set) var descriptions: [PacketDescription]?
}

/// Cuts packets from what has come.
protocol StreamCursor {
    /// Where the next packet is looked for.
    var offset: Int64 { get }

    /// Whether packets are found by the headers between them, and not by a table.
    var isSynced: Bool { get }

    /// Cuts as many packets as have come whole, and lets go of their bytes.
    ///
    /// - Returns: nil when no more will come.
    /// - Throws: A shortage when not even one is whole.
    mutating func cut(_ bytes: StreamBytes) throws(FormatError) -> StreamedPackets?

    /// Makes a packet the next.
    ///
    /// - Parameter average: Bytes a packet, where that is all there is to go by.
    /// - Returns: Whether the place is an estimate. nil when there is no such packet.
    mutating func seek(to packet: Int64, average: Double) throws(FormatError) -> Bool?

    /// Goes on with bytes that do not follow those before.
    ///
    /// - Returns: Whether that is possible.
    mutating func bridgeGap() -> Bool
}

extension StreamCursor {
    var isSynced: Bool { false }
}

/// Packets of one size.
struct FixedCursor: StreamCursor {
    private(set) var offset: Int64
    private var index: Int64 = 0
    private let dataOffset: Int64
    private let packetByteCount: Int64
    private let packetCount: Int64

    init(_ contents: ContainerContents) throws(FormatError) {
        packetByteCount = Int64(contents.format.bytesPerPacket)
        guard packetByteCount > 0, let count = contents.packetCount else {
            throw FormatError(.unsupportedCoding(contents.format.codingName))
        }
        guard packetByteCount <= StreamLimits.packetBytesMax else {
            throw FormatError(.tooLarge("packet"))
        }
        packetCount = count
        dataOffset = contents.dataOffset
        offset = dataOffset
    }

    mutating func cut(_ bytes: StreamBytes) throws(FormatError) -> StreamedPackets? {
        guard index < packetCount else { return nil }
        bytes.drop(before: offset)
        let whole = (bytes.heldEnd - offset) / packetByteCount
        let roomCount = max(Int64(StreamLimits.packetsBytesMax) / packetByteCount, 1)
        let count = min(whole, packetCount - index, roomCount)
        guard count > 0 else {
            guard bytes.isStillArriving else { return nil }
            throw .shortage(until: offset + packetByteCount)
        }
        let packets = StreamedPackets(
            firstPacket: index, packetCount: Int(count),
            bytes: try bytes.copy(count * packetByteCount, at: offset))
        index += count
        offset += count * packetByteCount
        bytes.drop(before: offset)
        return packets
    }

    mutating func seek(to packet: Int64, average: Double) throws(FormatError) -> Bool? {
        guard (0...packetCount).contains(packet) else { return nil }
        index = packet
        offset = dataOffset + packet * packetByteCount
        return false
    }

    /// What follows a gap is taken to start with a packet.
    mutating func bridgeGap() -> Bool { true }
}

/// Packets that a table in the header finds.
struct LocatedCursor: StreamCursor {
    private(set) var offset: Int64
    private var index: Int64 = 0
    private let locator: any PacketLocator
    private let hasVariableFrames: Bool

    init(_ locator: any PacketLocator, _ contents: ContainerContents) {
        self.locator = locator
        offset = contents.dataOffset
        hasVariableFrames = contents.format.framesPerPacket == 0
    }

    mutating func cut(_ bytes: StreamBytes) throws(FormatError) -> StreamedPackets? {
        let heldEnd = bytes.heldEnd
        var position = offset
        var awaited: PacketPlace?
        var byteCount: Int64 = 0
        var places: [PacketPlace] = []
        do throws(FormatError) {
            try locator.visit(from: index) { place throws(FormatError) in
                guard place.byteCount <= StreamLimits.packetBytesMax else {
                    throw FormatError(.tooLarge("packet"), offset: place.offset)
                }
                // Bytes before it may be gone.
                guard place.offset >= position else { throw .outOfOrder(at: place.offset) }
                guard place.offset + place.byteCount <= heldEnd else {
                    awaited = place
                    return false
                }
                position = place.offset + place.byteCount
                byteCount += place.byteCount
                places.append(place)
                return places.count < StreamLimits.packetsMax
                    && byteCount < Int64(StreamLimits.packetsBytesMax)
            }
        } catch {
            // Those before the one that is wrong come first.
            if places.isEmpty { throw error }
        }
        guard !places.isEmpty else {
            guard let awaited, bytes.isStillArriving else { return nil }
            bytes.drop(before: awaited.offset)
            throw .shortage(until: awaited.offset + awaited.byteCount)
        }
        let packets = try copy(places, from: bytes)
        index += Int64(places.count)
        offset = position
        bytes.drop(before: offset)
        return packets
    }

    private func copy(
        _ places: [PacketPlace], from bytes: StreamBytes
    ) throws(FormatError) -> StreamedPackets {
        var packets = StreamedPackets(
            firstPacket: index, packetCount: places.count, bytes: [], descriptions: [])
        for place in places {
            packets.descriptions?.append(
                PacketDescription(
                    startOffset: Int64(packets.bytes.count),
                    variableFrameCount: hasVariableFrames ? UInt32(clamping: place.frameCount) : 0,
                    byteCount: UInt32(place.byteCount)))
            packets.bytes += try bytes.copy(place.byteCount, at: place.offset)
        }
        return packets
    }

    mutating func seek(to packet: Int64, average: Double) throws(FormatError) -> Bool? {
        guard packet >= 0, let place = try locator.place(of: packet) else { return nil }
        index = packet
        offset = place.offset
        return false
    }

    /// The table does not tell which packet comes next.
    mutating func bridgeGap() -> Bool { false }
}

extension StreamBytes {
    /// - Parameter byteCount: They have come, and are within a limit.
    func copy(_ byteCount: Int64, at offset: Int64) throws(FormatError) -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: Int(byteCount)) {
            buffer, count throws(FormatError) in
            count = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
    }
}

extension FormatError {
    /// The audio does not stand in the file as it is to be heard.
    static func outOfOrder(at offset: Int64) -> FormatError {
        FormatError(.badField("order of packets"), offset: offset)
    }
}
