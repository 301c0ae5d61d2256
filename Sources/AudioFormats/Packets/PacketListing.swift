/// One packet of a file, for lists.
public struct ListedPacket: Hashable, Sendable {
    public var index: Int64
    /// Bytes from the start of the audio, which is at the file's `dataOffset`.
    public var byteOffset: Int64
    public var byteCount: Int64
    /// Decoded, priming and remainder included.
    public var frameCount: Int64
    /// Decoded frames before it, priming included.
    public var firstFrame: Int64

    public init(
        index: Int64, byteOffset: Int64, byteCount: Int64, frameCount: Int64, firstFrame: Int64
    ) {
        self.index = index
        self.byteOffset = byteOffset
        self.byteCount = byteCount
        self.frameCount = frameCount
        self.firstFrame = firstFrame
    }
}

extension AudioFileReader {
    /// Shows packets in order; none of them is kept, so a file of any length may be gone over.
    ///
    /// - Parameters:
    ///   - index: The first packet; from beyond the end on there is none, below zero counts as zero.
    ///   - visitor: Declines to see more by `false`.
    /// - Throws: What is wrong with the packets, after those before have been shown.
    public func visitPackets(
        from index: Int64, _ visitor: (ListedPacket) -> Bool
    ) throws(FormatError) {
        let start = max(index, 0)
        if let locator = contents.locator {
            let dataOffset = dataOffset
            return try locator.visit(from: start) { place in
                visitor(
                    ListedPacket(
                        index: place.index, byteOffset: place.offset - dataOffset,
                        byteCount: place.byteCount, frameCount: place.frameCount,
                        firstFrame: place.firstFrame))
            }
        }
        let byteCount = Int64(format.bytesPerPacket)
        let frameCount = Int64(format.framesPerPacket)
        let count = packetCount
        var packet = start
        // Within the file's frames, which have a limit: the products stay in range.
        while packet < count {
            let isWanted = visitor(
                ListedPacket(
                    index: packet, byteOffset: packet * byteCount, byteCount: byteCount,
                    frameCount: frameCount, firstFrame: packet * frameCount))
            guard isWanted else { return }
            packet += 1
        }
    }
}
