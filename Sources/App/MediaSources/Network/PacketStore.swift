import AudioCodecs
import AudioModel

/// Consecutive packets of a stream.
struct StreamedBatch: Sendable {
    var firstPacket: Int64
    var packetCount: Int
    var bytes: [UInt8]
    /// Where each packet is in `bytes`; `nil` for packets of one size.
    var descriptions: [PacketDescription]?
    /// The first decoded frame, with priming.
    var firstFrame: Int64 = 0
    var frameCount: Int64 = 0

    var endPacket: Int64 { firstPacket + Int64(packetCount) }
    var endFrame: Int64 { firstFrame + frameCount }
}

/// The packets of a stream that are there: without a gap, the oldest ones dropped.
struct PacketStore: Sendable {
    private let framesPerPacket: Int64
    private let bytesPerPacket: Int
    private var batches: [StreamedBatch] = []
    /// Batches at the front that have been dropped.
    private var droppedCount = 0
    private(set) var byteCount = 0
    /// The packet and the frame that come next.
    private(set) var endPacket: Int64
    private(set) var endFrame: Int64

    /// Bytes of a batch up to which packets are added to it.
    private static let batchByteCount = 1 << 14

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - packet: The first packet that will come.
    ///   - frame: Its first decoded frame.
    init(_ format: StreamFormat, fromPacket packet: Int64 = 0, frame: Int64 = 0) {
        framesPerPacket = Int64(format.framesPerPacket)
        bytesPerPacket = Int(format.bytesPerPacket)
        endPacket = packet
        endFrame = frame
    }

    private var held: ArraySlice<StreamedBatch> { batches[droppedCount...] }

    var startPacket: Int64 { held.first?.firstPacket ?? endPacket }
    var startFrame: Int64 { held.first?.firstFrame ?? endFrame }

    /// Adds packets that follow those that are there.
    mutating func append(_ packets: StreamedBatch) {
        var packets = packets
        packets.firstFrame = endFrame
        packets.frameCount = frameCount(of: packets)
        byteCount += packets.bytes.count
        if let last = held.indices.last, batches[last].bytes.count < Self.batchByteCount,
            packets.bytes.count < Self.batchByteCount,
            (batches[last].descriptions == nil) == (packets.descriptions == nil)
        {
            join(packets, to: last)
        } else {
            batches.append(packets)
        }
        endPacket = packets.endPacket
        endFrame = packets.endFrame
    }

    private func frameCount(of packets: StreamedBatch) -> Int64 {
        if framesPerPacket > 0 { return Int64(packets.packetCount) * framesPerPacket }
        return (packets.descriptions ?? []).reduce(0) { $0 + Int64($1.variableFrameCount) }
    }

    private mutating func join(_ packets: StreamedBatch, to index: Int) {
        let offset = Int64(batches[index].bytes.count)
        batches[index].bytes += packets.bytes
        batches[index].packetCount += packets.packetCount
        batches[index].frameCount += packets.frameCount
        for description in packets.descriptions ?? [] {
            var moved = description
            moved.startOffset += offset
            batches[index].descriptions?.append(moved)
        }
    }

    /// Drops packets before a frame, but as many bytes of them as are to be kept.
    mutating func drop(beforeFrame frame: Int64, keeping keptByteCount: Int) {
        var behind = held.prefix { $0.endFrame <= frame }.reduce(0) { $0 + $1.bytes.count }
        while behind > keptByteCount, let first = held.first, first.endFrame <= frame {
            behind -= first.bytes.count
            byteCount -= first.bytes.count
            batches[droppedCount].bytes = []
            batches[droppedCount].descriptions = nil
            droppedCount += 1
        }
        if droppedCount > 64, droppedCount > batches.count / 2 {
            batches.removeFirst(droppedCount)
            droppedCount = 0
        }
    }

    /// Bytes of the packets from a frame on.
    func byteCount(fromFrame frame: Int64) -> Int {
        held.reversed().prefix { $0.endFrame > frame }.reduce(0) { $0 + $1.bytes.count }
    }

    /// The batch with a packet; `nil` when it is not there.
    func batch(ofPacket packet: Int64) -> StreamedBatch? {
        find { packet < $0.endPacket }.flatMap { $0.firstPacket <= packet ? $0 : nil }
    }

    /// The packet with a frame, and its first frame; `nil` when it is not there.
    func packet(ofFrame frame: Int64) -> (packet: Int64, firstFrame: Int64)? {
        guard let batch = find({ frame < $0.endFrame }), batch.firstFrame <= frame else {
            return nil
        }
        if framesPerPacket > 0 {
            let index = (frame - batch.firstFrame) / framesPerPacket
            return (batch.firstPacket + index, batch.firstFrame + index * framesPerPacket)
        }
        var first = batch.firstFrame
        for (index, description) in (batch.descriptions ?? []).enumerated() {
            let next = first + Int64(description.variableFrameCount)
            if frame < next { return (batch.firstPacket + Int64(index), first) }
            first = next
        }
        return nil
    }

    /// The first batch of which something is true that is true of all later ones.
    private func find(_ isTrue: (StreamedBatch) -> Bool) -> StreamedBatch? {
        var (low, high) = (droppedCount, batches.count)
        while low < high {
            let middle = (low + high) / 2
            if isTrue(batches[middle]) { high = middle } else { low = middle + 1 }
        }
        return low < batches.count ? batches[low] : nil
    }
}
