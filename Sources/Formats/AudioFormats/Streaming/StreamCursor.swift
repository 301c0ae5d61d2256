/// Consecutive packets of a stream.
public import AudioCodecs
import AudioModel

public struct StreamedPackets: Sendable {
    /// Index of the first packet; an estimate after a gap or an estimated seek.
    public internal(set) var firstPacket: Int64
    /// Number of packets.
    public internal(set) var packetCount: Int
    /// The packets' bytes, without gaps.
    public internal(set) var bytes: [UInt8]
    /// Location of each packet in `bytes`; nil for packets of fixed size.
    public internal(set) var descriptions: [PacketDescription]?
}

extension StreamedPackets {
    /// Whether as many packets are gathered as are delivered at a time.
    var isFull: Bool {
        packetCount >= StreamLimits.packetsMax || bytes.count >= StreamLimits.packetsBytesMax
    }

    /// Starts packets of variable size.
    init(firstPacket: Int64) {
        self.init(firstPacket: firstPacket, packetCount: 0, bytes: [], descriptions: [])
    }

    /// Copies a packet that has arrived.
    ///
    /// - Parameter frameCount: Its number of frames when packets differ; otherwise zero.
    mutating func append(
        _ byteCount: Int64, at offset: Int64, frameCount: Int64 = 0, from source: StreamBytes
    ) throws(FormatError) {
        let packet = try source.copy(byteCount, at: offset)
        descriptions?.append(
            PacketDescription(
                startOffset: Int64(bytes.count), variableFrameCount: UInt32(clamping: frameCount),
                byteCount: UInt32(byteCount)))
        bytes += packet
        packetCount += 1
    }
}

/// Cuts packets from the bytes that have arrived.
protocol StreamCursor {
    /// Stream offset of the next packet or of the search for it.
    var offset: Int64 { get }

    /// Whether packets are found by frame headers or fragments, not by a table.
    var isSynced: Bool { get }

    /// Number of decoded frames that are not valid if the stream ends after the packets so far.
    var remainderFrames: Int64 { get }

    /// Whether the stream has ended within a packet, or before one that it announces.
    var endsInsidePacket: Bool { get }

    /// Cuts all complete packets and releases their bytes.
    ///
    /// - Returns: nil at the end.
    /// - Throws: A shortage when no packet is complete.
    mutating func cut(_ bytes: StreamBytes) throws(FormatError) -> StreamedPackets?

    /// Selects the next packet.
    ///
    /// - Parameter average: Average packet size in bytes, for streams without a table.
    /// - Returns: Whether the position is an estimate; nil when there is no such packet.
    mutating func seek(to packet: Int64, average: Double) throws(FormatError) -> Bool?

    /// Prepares for bytes that do not continue the previous ones.
    ///
    /// - Returns: Whether that is possible.
    mutating func bridgeGap() -> Bool
}

extension StreamCursor {
    var isSynced: Bool { false }
    var remainderFrames: Int64 { 0 }
    var endsInsidePacket: Bool { false }
}

/// Cuts packets of fixed size.
struct FixedCursor: StreamCursor {
    private(set) var offset: Int64
    private var index: Int64 = 0
    private let dataOffset: Int64
    private let packetByteCount: Int64
    private let packetCount: Int64

    init(_ contents: ContainerContents) throws(FormatError) {
        packetByteCount = Int64(contents.format.bytesPerPacket)
        guard packetByteCount > 0, let count = contents.packets.count else {
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

    /// Succeeds: the bytes after a gap are assumed to start with a packet.
    mutating func bridgeGap() -> Bool { true }
}

/// Cuts packets that a table in the header locates.
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
        var awaited: PacketRange?
        var packets = StreamedPackets(firstPacket: index)
        do throws(FormatError) {
            try locator.visit(from: index) { place throws(FormatError) in
                guard place.byteCount <= StreamLimits.packetBytesMax else {
                    throw FormatError(.tooLarge("packet"), offset: place.offset)
                }
                // The bytes before it may have been released.
                guard place.offset >= position else { throw .outOfOrder(at: place.offset) }
                guard place.offset + place.byteCount <= heldEnd else {
                    awaited = place
                    return false
                }
                position = place.offset + place.byteCount
                try packets.append(
                    place.byteCount, at: place.offset,
                    frameCount: hasVariableFrames ? place.frameCount : 0, from: bytes)
                return !packets.isFull
            }
        } catch {
            // Packets before a defective one are delivered first.
            if packets.packetCount == 0 { throw error }
        }
        guard packets.packetCount > 0 else {
            guard let awaited, bytes.isStillArriving else { return nil }
            bytes.drop(before: awaited.offset)
            throw .shortage(until: awaited.offset + awaited.byteCount)
        }
        index += Int64(packets.packetCount)
        offset = position
        bytes.drop(before: offset)
        return packets
    }

    mutating func seek(to packet: Int64, average: Double) throws(FormatError) -> Bool? {
        guard packet >= 0, let place = try locator.place(of: packet) else { return nil }
        index = packet
        offset = place.offset
        return false
    }

    /// Fails: the table does not identify the next packet.
    mutating func bridgeGap() -> Bool { false }
}

extension StreamBytes {
    /// Copies bytes that have arrived.
    ///
    /// - Parameter byteCount: Within a limit.
    func copy(_ byteCount: Int64, at offset: Int64) throws(FormatError) -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: Int(byteCount)) {
            buffer, count throws(FormatError) in
            count = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
    }
}

extension FormatError {
    /// The error for packets that are not stored in playing order.
    static func outOfOrder(at offset: Int64) -> FormatError {
        FormatError(.badField("order of packets"), offset: offset)
    }
}
