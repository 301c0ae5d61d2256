import AudioFormats
import AudioModel

/// Packets that a coder made and that could not be written yet, the oldest first.
struct PendingPackets {
    private(set) var packetCount = 0
    private(set) var bytes: [UInt8] = []
    /// Where each packet is in `bytes`; empty where packets are of one size.
    private(set) var descriptions: [PacketDescription] = []

    /// Of packets of one size; zero where each has its own.
    private let packetByteCount: Int

    init(packetByteCount: Int) {
        self.packetByteCount = packetByteCount
    }

    var isEmpty: Bool { packetCount == 0 }

    /// Adds packets but for the first ones.
    ///
    /// - Parameters:
    ///   - count: Packets in `bytes`.
    ///   - first: Packets that are left out; no more than there are.
    ///   - descriptions: Of each packet, where packets differ.
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

    /// - Parameter count: No more than there are.
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
