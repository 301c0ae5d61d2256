public import AudioCodecs
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
    public func packetTable() throws(FormatError) -> PacketTable? {
        guard contents.timeline.hasPacketTable else { return nil }
        if contents.timeline.certainty == .stated,
            let held = try packetTotals()?.frameCount
        {
            // A truncated file counts what is present.
            let validFrames = min(try frameCount(), max(held - primingFrames, 0))
            return PacketTable(
                validFrames: validFrames, primingFrames: min(primingFrames, held),
                remainderFrames: max(held - primingFrames - validFrames, 0))
        }
        // A header can state more priming than there are frames in packets that it does not count.
        let isCounted = contents.packets.count != nil
        let held = isCounted ? nil : try packetTotals()?.frameCount
        return PacketTable(
            validFrames: try frameCount(), primingFrames: min(primingFrames, held ?? .max),
            remainderFrames: try remainderFrames())
    }

    /// Duration of the valid frames in seconds, estimated without a packet scan except for Ogg.
    /// Where the container states none, it is extrapolated from the first packets.
    public func estimatedDuration() throws(FormatError) -> Double {
        // Like Apple's implementation: up to the last granule position, including priming.
        if containerKind == .ogg {
            return Double(try frameCount() + primingFrames) / format.sampleRate
        }
        if let rate = try constantBitRate() { return Double(try dataByteCount()) * 8 / rate }
        if let frames = contents.timeline.estimate {
            return Double(frames) / format.sampleRate
        }
        guard contents.packets.count == nil, let locator = contents.packets.locator else {
            return try duration()
        }
        let estimate = try FormatError.unlessDefective { () throws(FormatError) in
            try estimatedFrameCount(locator)
        }
        return Double(estimate ?? 0) / format.sampleRate
    }

    /// Duration of the valid frames in seconds, without a scan of the packets: stated by the
    /// container, or estimated. Suits lists of many files.
    public func quickDuration() throws(FormatError) -> Double {
        switch contents.timeline.certainty {
        case .known, .stated: return Double(contents.timeline.valid) / format.sampleRate
        case .counted, .countedWithRemainder: break
        }
        guard let frames = contents.timeline.estimate else { return try estimatedDuration() }
        return Double(frames) / format.sampleRate
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
        let validFrames = Int64(Double(frames) * share) - primingFrames
        return max(validFrames - (try remainderFrames()), 0)
    }

    /// Bit rate in bits per second, computed like Apple's: from size and duration of all packets
    /// including priming and remainder, or the packets' stated rate when it is constant. Zero for
    /// an empty file.
    public func bitRate() throws(FormatError) -> Double {
        if let rate = try constantBitRate() { return rate }
        let dataByteCount = try dataByteCount()
        if format.bytesPerPacket > 0, format.framesPerPacket > 0, dataByteCount > 0 {
            return Double(format.bytesPerPacket) * 8 * format.sampleRate
                / Double(format.framesPerPacket)
        }
        let bits = Double(dataByteCount) * 8
        let isCounted =
            contents.packets.count != nil
            || contents.packets.bytes == .counted && containerKind != .ogg
        guard isCounted, format.framesPerPacket > 0 else {
            let seconds = try estimatedDuration()
            return seconds > 0 ? bits / seconds : 0
        }
        let frames = Double(try packetCount()) * Double(format.framesPerPacket)
        return frames > 0 ? bits * format.sampleRate / frames : 0
    }

    /// The bit rate that the first packets state, in bits per second; nil when they differ.
    private func constantBitRate() throws(FormatError) -> Double? {
        guard let index = contents.packets.index, index.mayHaveConstantBitRate else { return nil }
        var reader = ByteReader(source)
        var rates: Set<Double> = []
        var count = 0
        _ = try FormatError.unlessDefective { () throws(FormatError) in
            try index.locator.visit(from: 0) { place throws(FormatError) in
                let end = place.offset + place.byteCount
                let header = try MP3Header.read(at: place.offset, end: end, in: &reader)
                if let header { rates.insert(header.bitRate) }
                count += 1
                return rates.count == 1 && count < Self.sampledPackets
            }
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
        return try contents.packets.locator?.place(of: packet)?.firstFrame
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
        guard let place = try contents.packets.locator?.place(ofFrame: frame) else { return nil }
        return PacketPosition(packet: place.index, offset: frame - place.firstFrame)
    }

    /// Whether packets have byte offsets in the file. In Ogg pages and Matroska blocks they are
    /// fragmented, or stored differently.
    public var hasByteOffsets: Bool {
        if case .demuxed(_, let isContiguous) = contents.packets { isContiguous } else { true }
    }

    /// Offset of a packet from `dataOffset`, in bytes.
    ///
    /// - Returns: nil beyond the end when packets differ in size, and when packets have no offsets.
    public func byte(ofPacket packet: Int64) throws(FormatError) -> Int64? {
        guard packet >= 0, hasByteOffsets else { return nil }
        if let packets = contents.packets.source {
            return try place(ofPacket: packet, in: packets).map { $0.offset - dataOffset }
        }
        if let locator = contents.packets.locator {
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
        if let locator = contents.packets.locator {
            let (offset, overflow) = byte.addingReportingOverflow(dataOffset)
            guard !overflow, let place = try locator.place(ofByte: offset) else { return nil }
            if let packets = contents.packets.source,
                try self.place(ofPacket: place.index, in: packets) == nil
            {
                return nil
            }
            return PacketPosition(packet: place.index, offset: max(offset - place.offset, 0))
        }
        guard format.bytesPerPacket > 0 else { return nil }
        let (packet, offset) = byte.quotientAndRemainder(dividingBy: Int64(format.bytesPerPacket))
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
        let count = try own.withUnsafeMutableBufferPointer { own throws(FormatError) in
            try read(into: UnsafeMutableRawBufferPointer(own), at: offset)
        }
        return count == bytes.count && own.elementsEqual(bytes)
    }
}
