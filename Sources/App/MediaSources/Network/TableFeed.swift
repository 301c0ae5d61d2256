import AudioCodecs
import AudioFormats
import AudioModel

/// The feed of media with its tables behind its packets: the tables were read first.
final class TableFeed: PacketFeed {
    private let reader: AudioFileReader
    private let bytes: SparseBytes
    private var nextPacket: Int64 = 0
    private var nextByte: Int64 = 0
    private var isFirstMove = true
    private var isAnnounced = false
    private var room = [UInt8](repeating: 0, count: 1 << 16)
    private let frameCount: Int64
    let averagePacketByteCount: Double?

    /// - Parameter reader: Has read its tables in `bytes`.
    init(_ reader: AudioFileReader, _ bytes: SparseBytes) throws(FormatError) {
        self.reader = reader
        self.bytes = bytes
        frameCount = try reader.frameCount()
        let packetCount = try reader.packetCount()
        averagePacketByteCount =
            packetCount > 0 ? Double(try reader.dataByteCount()) / Double(packetCount) : nil
    }

    var end: StreamEnd { .frame(frameCount) }

    func append(_ bytes: ArraySlice<UInt8>, isDiscontinuous: Bool) throws(AudioStreamError) {
        guard self.bytes.append(bytes, at: nextByte) else {
            throw .format(FormatError(.tooLarge("number of parts")))
        }
        nextByte += Int64(bytes.count)
    }

    func finish() {}

    func next() throws(AudioStreamError) -> FeedStep? {
        guard isAnnounced else {
            isAnnounced = true
            return .ready(reader)
        }
        for count in [256, 16, 1] {
            do throws(FormatError) {
                guard let packets = try read(count) else { return nil }
                nextPacket = packets.endPacket
                if let offset = try reader.byte(ofPacket: nextPacket) {
                    bytes.dropWindow(before: reader.dataOffset + offset)
                }
                return .packets(packets)
            } catch {
                guard error.missingByte != nil else { throw .format(error) }
            }
        }
        return nil
    }

    private func read(_ count: Int) throws(FormatError) -> StreamedBatch? {
        var descriptions = [PacketDescription](repeating: PacketDescription(), count: count)
        if let byteCount = try reader.packetByteCount(nextPacket), byteCount > room.count {
            guard byteCount <= 1 << 24 else { throw FormatError(.tooLarge("packet")) }
            room = [UInt8](repeating: 0, count: Int(byteCount))
        }
        let done = try room.withUnsafeMutableBufferPointer { room throws(FormatError) in
            try descriptions.withUnsafeMutableBufferPointer { descriptions throws(FormatError) in
                try reader.readPackets(
                    startingAt: nextPacket, count: count,
                    into: UnsafeMutableRawBufferPointer(room), descriptions: descriptions)
            }
        }
        guard done.packetCount > 0 else { return nil }
        return StreamedBatch(
            firstPacket: nextPacket, packetCount: done.packetCount,
            bytes: Array(room[..<done.byteCount]),
            descriptions: reader.format.isVariableBitRate
                ? Array(descriptions[..<done.packetCount]) : nil)
    }

    func seek(toPacket packet: Int64) throws(AudioStreamError) -> Int64 {
        let offset: Int64?
        do throws(FormatError) {
            offset = try reader.byte(ofPacket: packet)
        } catch {
            throw .format(error)
        }
        guard let offset else { throw .noSuchPacket }
        nextPacket = packet
        nextByte = reader.dataOffset + offset
        bytes.moveWindow(to: nextByte, isFirst: isFirstMove)
        isFirstMove = false
        return nextByte
    }
}
