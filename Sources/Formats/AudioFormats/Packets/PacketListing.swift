/// A packet in a listing of the file.
public import AudioCodecs
import AudioModel

public struct ListedPacket: Hashable, Sendable {
    /// Index of the packet.
    public var index: Int64
    /// Byte offset from the file's `dataOffset`.
    public var byteOffset: Int64
    /// Size of the packet in bytes.
    public var byteCount: Int64
    /// Number of decoded frames, priming and remainder included.
    public var frameCount: Int64
    /// First decoded frame, priming included.
    public var firstFrame: Int64
}

extension AudioFileReader {
    /// Enumerates packets in order, in bounded memory for files of any length.
    ///
    /// - Parameters:
    ///   - index: Index of the first packet; negative counts as zero.
    ///   - visitor: Called for each packet; returns false to stop.
    /// - Throws: The first defect in the packets, after the packets before it were visited.
    public func visitPackets(
        from index: Int64, _ visitor: (ListedPacket) -> Bool
    ) throws(FormatError) {
        let start = max(index, 0)
        if let locator = contents.packets.locator {
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
        let count = try packetCount()
        var packet = start
        // The file's limits keep the products in range.
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
