import AudioModel

/// The frame counts of a packet table: decoded frames that are valid, priming, and remainder.
public struct PacketTable: Hashable, Sendable {
    /// Number of frames without priming and remainder.
    public var validFrames: Int64
    /// Number of decoded frames before the valid ones.
    public var primingFrames: Int64
    /// Number of decoded frames after the valid ones.
    public var remainderFrames: Int64

    /// Creates a table.
    public init(validFrames: Int64, primingFrames: Int64, remainderFrames: Int64) {
        self.validFrames = validFrames
        self.primingFrames = primingFrames
        self.remainderFrames = remainderFrames
    }
}

/// A position within a packet; the offset is in frames or bytes.
public struct PacketPosition: Hashable, Sendable {
    /// Index of the packet.
    public var packet: Int64
    /// Offset from the start of the packet, in frames or bytes.
    public var offset: Int64

    /// Creates a position.
    public init(packet: Int64, offset: Int64) {
        self.packet = packet
        self.offset = offset
    }
}

extension AudioFileReader {
    /// The frame counts; nil for codings without them, like linear PCM.
    public var packetTable: PacketTable? {
        guard contents.hasPacketTable else { return nil }
        if contents.statesFrameCount, let held = try? contents.locator?.totals().frameCount {
            // A truncated file counts what is present.
            let heard = min(frameCount, max(held - primingFrames, 0))
            return PacketTable(
                validFrames: heard, primingFrames: min(primingFrames, held),
                remainderFrames: max(held - primingFrames - heard, 0))
        }
        // A header can state more priming than there are frames in packets that it does not count.
        let isCounted = contents.packetCount != nil
        let held = isCounted ? nil : try? contents.locator?.totals().frameCount
        return PacketTable(
            validFrames: frameCount, primingFrames: min(primingFrames, held ?? .max),
            remainderFrames: remainderFrames)
    }

    /// Duration of the valid frames in seconds, estimated without a packet scan except for Ogg.
    /// Where the container states none, it is extrapolated from the first packets.
    public var estimatedDuration: Double {
        // Like Apple's implementation: up to the last granule position, including priming.
        if containerKind == .ogg { return Double(frameCount + primingFrames) / format.sampleRate }
        if let rate = constantBitRate { return Double(dataByteCount) * 8 / rate }
        if let frames = contents.estimatedFrameCount {
            return Double(frames) / format.sampleRate
        }
        guard contents.packetCount == nil, let locator = contents.locator else { return duration }
        let estimate = try? estimatedFrameCount(locator)
        return Double(estimate ?? 0) / format.sampleRate
    }

    private func estimatedFrameCount(_ locator: any PacketLocator) throws(FormatError) -> Int64 {
        var count = 0
        var frames: Int64 = 0
        var end = dataOffset
        try locator.visit(from: 0) { place in
            end = place.offset + place.byteCount
            frames += place.frameCount
            count += 1
            return count < Self.sampledPackets
        }
        // Headers between the packets count towards their size.
        guard end > dataOffset else { return 0 }
        let share = Double(spannedByteCount) / Double(end - dataOffset)
        return max(Int64(Double(frames) * share) - primingFrames - remainderFrames, 0)
    }

    /// Bit rate in bits per second, computed like Apple's: from size and duration of all packets
    /// including priming and remainder, or the packets' stated rate when it is constant. Zero for
    /// an empty file.
    public var bitRate: Double {
        if let rate = constantBitRate { return rate }
        if format.bytesPerPacket > 0, format.framesPerPacket > 0, dataByteCount > 0 {
            return Double(format.bytesPerPacket) * 8 * format.sampleRate
                / Double(format.framesPerPacket)
        }
        let bits = Double(dataByteCount) * 8
        let isCounted =
            contents.packetCount != nil || contents.packetBytes == .counted && containerKind != .ogg
        guard isCounted, format.framesPerPacket > 0 else {
            let seconds = estimatedDuration
            return seconds > 0 ? bits / seconds : 0
        }
        let frames = Double(packetCount) * Double(format.framesPerPacket)
        return frames > 0 ? bits * format.sampleRate / frames : 0
    }

    /// The bit rate that the first packets state, in bits per second; nil when they differ.
    private var constantBitRate: Double? {
        guard contents.mayHaveConstantBitRate, let locator = contents.locator else { return nil }
        var reader = ByteReader(source)
        var rates: Set<Double> = []
        var count = 0
        try? locator.visit(from: 0) { place throws(FormatError) in
            let end = place.offset + place.byteCount
            let header = try MP3Header.read(at: place.offset, end: end, in: &reader)
            if let header { rates.insert(header.bitRate) }
            count += 1
            return rates.count == 1 && count < Self.sampledPackets
        }
        return rates.count == 1 ? rates.first : nil
    }

    /// Number of packets sampled for estimates.
    private static let sampledPackets = 64

    /// First decoded frame of a packet, priming included.
    ///
    /// - Returns: nil beyond the end, when packets differ in frames.
    public func frame(ofPacket packet: Int64) throws(FormatError) -> Int64? {
        guard packet >= 0 else { return nil }
        guard format.framesPerPacket == 0 else {
            let (frame, overflow) = packet.multipliedReportingOverflow(
                by: Int64(format.framesPerPacket))
            return overflow ? nil : frame
        }
        return try contents.locator?.place(of: packet)?.firstFrame
    }

    /// The packet that contains a decoded frame, counted with priming.
    ///
    /// - Returns: nil before the start, and beyond the end when packets differ in frames.
    public func packet(ofFrame frame: Int64) throws(FormatError) -> PacketPosition? {
        guard frame >= 0 else { return nil }
        guard format.framesPerPacket == 0 else {
            let (packet, offset) = frame.quotientAndRemainder(
                dividingBy: Int64(format.framesPerPacket))
            return PacketPosition(packet: packet, offset: offset)
        }
        guard let place = try contents.locator?.place(ofFrame: frame) else { return nil }
        return PacketPosition(packet: place.index, offset: frame - place.firstFrame)
    }

    /// Whether packets have byte offsets in the file. In Ogg pages and Matroska blocks they are
    /// fragmented, or stored differently.
    public var hasByteOffsets: Bool { contents.packets == nil || contents.packetsAreContiguous }

    /// Offset of a packet from `dataOffset`, in bytes.
    ///
    /// - Returns: nil beyond the end when packets differ in size, and when packets have no offsets.
    public func byte(ofPacket packet: Int64) throws(FormatError) -> Int64? {
        guard packet >= 0, hasByteOffsets else { return nil }
        if let packets = contents.packets {
            return try place(ofPacket: packet, in: packets).map { $0.offset - dataOffset }
        }
        if let locator = contents.locator {
            guard let place = try locator.place(of: packet) else { return nil }
            return place.offset - dataOffset
        }
        let (byte, overflow) = packet.multipliedReportingOverflow(by: Int64(format.bytesPerPacket))
        return overflow ? nil : byte
    }

    /// The packet that contains a byte, counted from `dataOffset`.
    ///
    /// - Returns: nil before the start, beyond the end when packets differ in size, and when
    ///   packets have no offsets.
    public func packet(ofByte byte: Int64) throws(FormatError) -> PacketPosition? {
        guard byte >= 0, hasByteOffsets else { return nil }
        if let locator = contents.locator {
            let (offset, overflow) = byte.addingReportingOverflow(dataOffset)
            guard !overflow, let place = try locator.place(ofByte: offset) else { return nil }
            if let packets = contents.packets,
                try self.place(ofPacket: place.index, in: packets) == nil
            {
                return nil
            }
            return PacketPosition(packet: place.index, offset: max(offset - place.offset, 0))
        }
        guard format.bytesPerPacket > 0 else { return nil }
        let (packet, offset) = byte.quotientAndRemainder(
            dividingBy: Int64(format.bytesPerPacket))
        return PacketPosition(packet: packet, offset: offset)
    }

    /// The byte range of a packet of a `PacketSource`; nil when the file has other bytes there, as
    /// after garbage between packets.
    private func place(
        ofPacket packet: Int64, in packets: any PacketSource
    ) throws(FormatError) -> PacketRange? {
        let source = source
        var found: PacketRange?
        try packets.read(from: packet) { place, bytes throws(FormatError) in
            if place.index == packet, try source.holds(bytes, at: place.offset) { found = place }
            return false
        }
        return found
    }
}

extension ByteSource {
    /// Whether the source has these bytes at `offset`.
    func holds(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FormatError) -> Bool {
        guard offset >= 0, Int64(bytes.count) <= byteCount - offset else { return false }
        var own = [UInt8](repeating: 0, count: bytes.count)
        var failure: FormatError?
        let count = own.withUnsafeMutableBytes { room in
            do throws(FormatError) { return try read(into: room, at: offset) } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return count == bytes.count && own.elementsEqual(bytes)
    }
}
