import AudioCodecs
import AudioFormats
import AudioModel

/// Decodes the packets of a network source that are there.
final class NetworkMediaReader: MediaReader {
    let channelCount: Int
    let sampleRate: Double
    private let packets: ArrivedPackets
    private let number: Int
    private let decoder: any PacketDecoder
    private let format: StreamFormat
    /// The next frame, counted with priming.
    private var position: Int64
    /// The packet that the decoder expects next; `nil` after a jump.
    private var nextPacket: Int64?
    private var batch: StreamedBatch?
    /// Decoded frames that have not been given.
    private var samples: [Float] = []
    private var firstFrame: Int64 = 0
    private var frameCount: Int64 = 0

    /// Frames that are decoded at a time where every packet is one.
    private static let pieceFrames: Int64 = 4096
    private static let samplesMax = 1 << 22
    /// The last frame to which a seek goes: 300 years.
    private static let framesMax: Int64 = 1 << 52

    init(_ packets: ArrivedPackets) throws(FormatError) {
        decoder = try packets.file.makeDecoder()
        self.packets = packets
        format = packets.file.format
        channelCount = Int(format.channelCount)
        sampleRate = format.sampleRate
        number = packets.addReader()
        position = packets.primingFrames
        position = packets.seek(to: position, roll: decoder.rollPacketCount)
    }

    func seek(toFrame frame: Int64, exactly: Bool) -> Int64 {
        let wanted = packets.primingFrames + min(max(frame, 0), Self.framesMax)
        let place = packets.seek(to: wanted, roll: decoder.rollPacketCount)
        if place != position {
            nextPacket = nil
            frameCount = 0
            batch = nil
        }
        position = place
        return place - packets.primingFrames
    }

    func read(
        into output: UnsafeMutablePointer<Float>, frameCount wanted: Int
    ) throws(FormatError) -> MediaRead {
        var done = 0
        while done < wanted {
            guard case .frames(let limit) = packets.place(of: position, reader: number) else {
                break
            }
            let count = min(Int64(wanted - done), limit - position)
            let given = give(count, into: output + done * channelCount)
            guard given > 0 else { break }
            done += given
            position += Int64(given)
        }
        if done > 0 {
            packets.advance(to: position)
            return .frames(done)
        }
        return switch packets.place(of: position, reader: number) {
        // What is there is being replaced.
        case .frames, .waiting: .waiting
        case .ended: .ended
        case .failed(let failure): .failed(failure)
        }
    }

    /// Gives frames from the position on, at most one packet's.
    private func give(_ wanted: Int64, into output: UnsafeMutablePointer<Float>) -> Int {
        if !(firstFrame..<firstFrame + frameCount).contains(position) {
            guard decodeToPosition() else { return 0 }
        }
        let offset = Int(position - firstFrame)
        let count = Int(min(wanted, frameCount - Int64(offset)))
        samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            output.update(from: start + offset * channelCount, count: count * channelCount)
        }
        return count
    }

    /// Decodes the packet with the position, and those that the decoder needs before it.
    private func decodeToPosition() -> Bool {
        guard let place = packets.packet(ofFrame: position) else { return false }
        let roll = decoder.rollPacketCount
        if let next = nextPacket, next <= place.packet, place.packet - next <= roll {
            // The packets in between are fewer than those before any other packet.
        } else {
            nextPacket = max(place.packet - roll, packets.startPacket, 0)
            decoder.reset()
        }
        while let next = nextPacket, next <= place.packet {
            guard decode(next) else { return false }
        }
        return (firstFrame..<firstFrame + frameCount).contains(position)
    }

    private func decode(_ packet: Int64) -> Bool {
        if batch.map({ !($0.firstPacket..<$0.endPacket).contains(packet) }) ?? true {
            batch = packets.batch(ofPacket: packet)
        }
        guard let batch else { return false }
        let index = Int(packet - batch.firstPacket)
        guard let descriptions = batch.descriptions else {
            return decodeFixed(batch, index)
        }
        guard index < descriptions.count else { return false }
        let description = descriptions[index]
        let frames =
            format.framesPerPacket > 0
            ? Int64(format.framesPerPacket) : Int64(description.variableFrameCount)
        let before = descriptions[..<index].reduce(0) { $0 + Int64($1.variableFrameCount) }
        let first =
            format.framesPerPacket > 0
            ? batch.firstFrame + Int64(index) * frames : batch.firstFrame + before
        let start = Int(description.startOffset)
        return decode(
            batch, start..<start + Int(description.byteCount), first: first, frames: frames,
            next: packet + 1)
    }

    private func decodeFixed(_ batch: StreamedBatch, _ index: Int) -> Bool {
        let size = Int(format.bytesPerPacket)
        let frames = Int64(format.framesPerPacket)
        let isFrameByFrame = frames == 1
        let count =
            isFrameByFrame ? min(Int(Self.pieceFrames), batch.packetCount - index) : 1
        guard count > 0, size > 0, (index + count) * size <= batch.bytes.count else { return false }
        return decode(
            batch, index * size..<(index + count) * size,
            first: batch.firstFrame + Int64(index) * frames, frames: Int64(count) * frames,
            next: batch.firstPacket + Int64(index + count))
    }

    private func decode(
        _ batch: StreamedBatch, _ range: Range<Int>, first: Int64, frames: Int64, next: Int64
    ) -> Bool {
        let sampleCount = Int(frames) * channelCount
        guard sampleCount <= Self.samplesMax, range.upperBound <= batch.bytes.count else {
            return false
        }
        if samples.count < sampleCount { samples = Array(repeating: 0, count: sampleCount) }
        samples.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            batch.bytes.withUnsafeBytes { bytes in
                decoder.decodeWhole(
                    UnsafeRawBufferPointer(rebasing: bytes[range]), into: start,
                    frameCount: Int(frames), channelCount: channelCount)
            }
        }
        (firstFrame, frameCount) = (first, frames)
        nextPacket = next
        return true
    }
}
