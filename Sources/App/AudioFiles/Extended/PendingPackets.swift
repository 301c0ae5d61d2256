import AudioCodecs
import AudioModel

/// Encoded packets that could not be written yet, oldest first.
struct PendingPackets {
    private(set) var packetCount = 0
    private(set) var bytes: [UInt8] = []
    /// Byte range of each packet in `bytes`; empty for packets of one size.
    private(set) var descriptions: [PacketDescription] = []

    /// Size of each packet in bytes; zero where sizes differ.
    private let packetByteCount: Int

    init(packetByteCount: Int) {
        self.packetByteCount = packetByteCount
    }

    var isEmpty: Bool { packetCount == 0 }

    /// Adds packets, without the first `first`.
    ///
    /// - Parameters:
    ///   - count: Packets in `bytes`.
    ///   - first: Packets to leave out, 0…`count`.
    ///   - descriptions: One per packet, where packets differ.
    mutating func add(
        _ count: Int, _ bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>?, after first: Int
    ) {
        if let descriptions {
            for packet in descriptions[..<count].dropFirst(first) {
                let start = Int(packet.startOffset)
                var moved = packet
                moved.startOffset = Int64(self.bytes.count)
                self.bytes += bytes[start..<start + Int(packet.byteCount)]
                self.descriptions.append(moved)
            }
        } else {
            self.bytes += bytes[first * packetByteCount..<count * packetByteCount]
        }
        packetCount += count - first
    }

    /// - Parameter count: At most `packetCount`.
    mutating func removeFirst(_ count: Int) {
        guard count > 0 else { return }
        guard count < packetCount else { return removeAll() }
        packetCount -= count
        guard !descriptions.isEmpty else {
            bytes.removeFirst(count * packetByteCount)
            return
        }
        descriptions.removeFirst(count)
        let start = descriptions[0].startOffset
        bytes.removeFirst(Int(start))
        for index in descriptions.indices { descriptions[index].startOffset -= start }
    }

    mutating func removeAll() {
        packetCount = 0
        bytes = []
        descriptions = []
    }
}
