public import AudioCodecs
import AudioModel

/// The result of a packet read.
public struct PacketRead: Hashable, Sendable {
    /// Number of packets copied.
    public var packetCount = 0
    /// Number of bytes copied.
    public var byteCount = 0

    /// Creates a result; the default one is that nothing was copied.
    public init(packetCount: Int = 0, byteCount: Int = 0) {
        self.packetCount = packetCount
        self.byteCount = byteCount
    }
}

extension AudioFileReader {
    /// Copies consecutive packets of fixed or variable size.
    ///
    /// Several threads may read concurrently; sequential reads continue where the last one stopped.
    ///
    /// - Parameters:
    ///   - index: Index of the first packet; outside the file nothing is read.
    ///   - count: Number of packets to read.
    ///   - buffer: Receives whole packets, fewer than `count` when it is full.
    ///   - descriptions: Receives a description of each packet, if not nil; limits the number of
    ///     packets.
    /// - Returns: Zero packets at the end, and when the first does not fit into the buffer.
    /// - Throws: `endsEarly` when the file was truncated after opening, or the first defect in the
    ///   packets.
    public func readPackets(
        startingAt index: Int64, count: Int, into buffer: UnsafeMutableRawBufferPointer,
        descriptions: UnsafeMutableBufferPointer<PacketDescription>? = nil
    ) throws(FormatError) -> PacketRead {
        let countMax = min(max(count, 0), descriptions?.count ?? .max)
        guard index >= 0, countMax > 0 else { return PacketRead() }
        if let packets = contents.packets.source {
            return try readHandedOver(
                packets, startingAt: index, count: countMax, into: buffer,
                descriptions: descriptions)
        }
        if let locator = contents.packets.locator {
            return try readLocated(
                locator, startingAt: index, count: countMax, into: buffer,
                descriptions: descriptions)
        }
        let packetByteCount = Int(format.bytesPerPacket)
        guard packetByteCount > 0 else { return PacketRead() }
        let fitting = min(buffer.count / packetByteCount, countMax)
        guard fitting > 0 else { return PacketRead() }
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(fitting * packetByteCount)])
        let readCount = try readPackets(into: room, at: index)
        if let descriptions {
            for packet in 0..<readCount {
                descriptions[packet] = PacketDescription(
                    startOffset: Int64(packet * packetByteCount),
                    byteCount: UInt32(packetByteCount))
            }
        }
        return PacketRead(packetCount: readCount, byteCount: readCount * packetByteCount)
    }

    /// Size of a packet in bytes; nil when there is no such packet.
    package func packetByteCount(_ index: Int64) throws(FormatError) -> Int64? {
        if let locator = contents.packets.locator { return try locator.place(of: index)?.byteCount }
        return (0..<(try packetCount())).contains(index) ? Int64(format.bytesPerPacket) : nil
    }

    private func readHandedOver(
        _ packets: any PacketSource, startingAt index: Int64, count: Int,
        into buffer: UnsafeMutableRawBufferPointer,
        descriptions: UnsafeMutableBufferPointer<PacketDescription>?
    ) throws(FormatError) -> PacketRead {
        let hasVariableFrames = format.framesPerPacket == 0
        var done = PacketRead()
        try packets.read(from: index) { place, bytes in
            guard bytes.count <= buffer.count - done.byteCount else { return false }
            UnsafeMutableRawBufferPointer(rebasing: buffer[done.byteCount...])
                .copyMemory(from: bytes)
            let decoded = place.frameCount + (packets.edge(at: place.index)?.trimmedFrames ?? 0)
            descriptions?[done.packetCount] = PacketDescription(
                startOffset: Int64(done.byteCount),
                variableFrameCount: hasVariableFrames ? UInt32(clamping: decoded) : 0,
                byteCount: UInt32(clamping: bytes.count))
            done.packetCount += 1
            done.byteCount += bytes.count
            return done.packetCount < count
        }
        return done
    }

    private func readLocated(
        _ locator: any PacketLocator, startingAt index: Int64, count: Int,
        into buffer: UnsafeMutableRawBufferPointer,
        descriptions: UnsafeMutableBufferPointer<PacketDescription>?
    ) throws(FormatError) -> PacketRead {
        let hasVariableFrames = format.framesPerPacket == 0
        var done = PacketRead()
        // Packets that are contiguous in the file are copied together.
        var run: (offset: Int64, bufferStart: Int, byteCount: Int)?
        try locator.visit(from: index) { place throws(FormatError) in
            guard done.packetCount < count,
                place.byteCount <= Int64(buffer.count - done.byteCount)
            else { return false }
            let byteCount = Int(place.byteCount)
            if let open = run, open.offset + Int64(open.byteCount) == place.offset {
                run = (open.offset, open.bufferStart, open.byteCount + byteCount)
            } else {
                if let run { try copy(run, into: buffer) }
                run = (place.offset, done.byteCount, byteCount)
            }
            descriptions?[done.packetCount] = PacketDescription(
                startOffset: Int64(done.byteCount),
                variableFrameCount: hasVariableFrames ? UInt32(clamping: place.frameCount) : 0,
                byteCount: UInt32(clamping: byteCount))
            done.packetCount += 1
            done.byteCount += byteCount
            // Stops here, because locating the next packet would cost a read.
            return done.packetCount < count
        }
        if let run { try copy(run, into: buffer) }
        return done
    }

    private func copy(
        _ run: (offset: Int64, bufferStart: Int, byteCount: Int),
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(FormatError) {
        let room = UnsafeMutableRawBufferPointer(
            rebasing: buffer[run.bufferStart..<run.bufferStart + run.byteCount])
        let readCount = try source.read(into: room, at: run.offset)
        guard readCount >= run.byteCount else {
            throw FormatError(.endsEarly("audio"), offset: run.offset + Int64(max(readCount, 0)))
        }
    }
}
