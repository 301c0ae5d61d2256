/// Where a packet stands in a buffer. Fields and layout are those of Apple's
/// `AudioStreamPacketDescription`.
public struct PacketDescription: Hashable, Sendable {
    /// Bytes from the start of the buffer.
    public var startOffset: Int64
    /// Decoded frames, where packets differ in that; otherwise zero.
    public var variableFrameCount: UInt32
    public var byteCount: UInt32

    public init(startOffset: Int64 = 0, variableFrameCount: UInt32 = 0, byteCount: UInt32 = 0) {
        self.startOffset = startOffset
        self.variableFrameCount = variableFrameCount
        self.byteCount = byteCount
    }
}

/// How much a read has copied.
public struct PacketRead: Hashable, Sendable {
    public var packetCount: Int
    public var byteCount: Int

    public init(packetCount: Int = 0, byteCount: Int = 0) {
        self.packetCount = packetCount
        self.byteCount = byteCount
    }
}

extension AudioFileReader {
    /// Copies packets, of one size or of many, one after the other.
    ///
    /// Threads may read at the same time; each that goes through the file in order goes on where
    /// its last read stopped.
    ///
    /// - Parameters:
    ///   - index: The first packet. Beyond the end, and before the start, nothing is read.
    ///   - count: Packets wanted.
    ///   - buffer: Only whole packets are copied: fewer than wanted when it is full.
    ///   - descriptions: Filled for the packets read, when given; as many as it holds at most.
    /// - Returns: Zero packets at the end, and when the first does not fit the buffer.
    /// - Throws: `endsEarly` when the file became shorter since it was opened, or what is wrong
    ///   with its packets.
    public func readPackets(
        startingAt index: Int64, count: Int, into buffer: UnsafeMutableRawBufferPointer,
        descriptions: UnsafeMutableBufferPointer<PacketDescription>? = nil
    ) throws(FormatError) -> PacketRead {
        let countMax = min(max(count, 0), descriptions?.count ?? .max)
        guard index >= 0, countMax > 0 else { return PacketRead() }
        if let packets = contents.packets {
            return try readHandedOver(
                packets, startingAt: index, count: countMax, into: buffer,
                descriptions: descriptions)
        }
        if let locator = contents.locator {
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

    /// nil when there is no such packet.
    func packetByteCount(_ index: Int64) throws(FormatError) -> Int64? {
        if let locator = contents.locator { return try locator.place(of: index)?.byteCount }
        return (0..<packetCount).contains(index) ? Int64(format.bytesPerPacket) : nil
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
            let decoded = place.frameCount + (packets.edge(at: place.index)?.hiddenFrames ?? 0)
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
        // Packets that stand one after the other in the file are copied together.
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
            // Finding out by the next packet that it is enough would mean looking for it.
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
