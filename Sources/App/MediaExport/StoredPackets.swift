package import AudioCodecs
package import AudioFormats
package import AudioModel

/// Packets as a file stores them; of linear PCM, frames.
package struct PacketPiece: Sendable {
    package var bytes: [UInt8]
    /// One for each packet, where they differ in size or frames.
    package var descriptions: [PacketDescription]
    package var packetCount: Int
    /// The number of decoded frames, hidden ones included.
    package var frameCount: Int64
    /// The first decoded frame's number; negative for priming frames.
    package var firstFrame: Int64
    /// How many decoded frames at the start and at the end are not heard.
    package var hiddenAtStart: Int64 = 0
    package var hiddenAtEnd: Int64 = 0
}

/// Reads the packets that a part of a file needs, in bounded memory.
///
/// Not thread-safe: used by one thread at a time.
package final class StoredPackets {
    /// The format of the packets.
    package let format: StreamFormat
    /// The valid frames to read.
    package let frames: Range<Int64>

    private let file: AudioFileReader
    private let packets: Range<Int64>
    private var next: Int64
    /// The decoded frame of the next packet, priming included.
    private var nextFrame: Int64
    private var room: [UInt8]

    private static let pieceFramesMax = 8192
    private static let roomByteCount = 1 << 16
    private static let packetBytesMax: Int64 = 1 << 24
    /// Packets before the part that a decoder needs, at most.
    private static let rollMax: Int64 = 32

    /// - Parameter range: In seconds; clamped to the file. `nil` for all packets.
    /// - Throws: An error of the file.
    package init(_ file: AudioFileReader, range: Range<Double>?) throws(FormatError) {
        self.file = file
        format = file.format
        let total = try file.frameCount()
        let priming = file.primingFrames
        let all = 0..<(try file.packetCount())
        if let range {
            let start = nearestFrame(at: range.lowerBound, format.sampleRate)
            let end = nearestFrame(at: range.upperBound, format.sampleRate)
            frames = (start..<max(end, start)).clamped(to: 0..<max(total, 0))
            packets = try Self.packets(of: file, frames, priming).clamped(to: all)
        } else {
            frames = 0..<max(total, 0)
            packets = all
        }
        next = packets.lowerBound
        nextFrame = try file.frame(ofPacket: packets.lowerBound) ?? 0
        room = Array(repeating: 0, count: Self.roomByteCount)
    }

    private static func packets(
        of file: AudioFileReader, _ frames: Range<Int64>, _ priming: Int64
    ) throws(FormatError) -> Range<Int64> {
        guard !frames.isEmpty,
            let first = try file.packet(ofFrame: frames.lowerBound + priming)?.packet
        else { return 0..<0 }
        let last = try file.packet(ofFrame: frames.upperBound - 1 + priming)?.packet ?? first
        guard file.format.isVariableBitRate, first > 0 else { return first..<last + 1 }
        let decoder = try? makePacketDecoder(file.format, magicCookie: file.magicCookie)
        let roll = min(max(decoder?.rollPacketCount ?? 1, 1), rollMax)
        return max(first - roll, 0)..<max(last + 1, first)
    }

    /// The frame of the next packet; negative for priming.
    package var frame: Int64 { nextFrame - file.primingFrames }

    /// Reads the next packets, of at most 8192 frames unless one packet has more.
    ///
    /// - Returns: `nil` at the end.
    /// - Throws: An error of the file.
    package func nextPiece() throws(FormatError) -> PacketPiece? {
        guard next < packets.upperBound else { return nil }
        let framesPerPacket = Int64(format.framesPerPacket)
        let wanted =
            framesPerPacket > 0 ? max(Int64(Self.pieceFramesMax) / framesPerPacket, 1) : 32
        let count = Int(min(wanted, packets.upperBound - next))
        var descriptions = [PacketDescription](
            repeating: PacketDescription(), count: format.isVariableBitRate ? count : 0)
        var read = try readPackets(count, &descriptions)
        if read.packetCount == 0, let byteCount = try file.packetByteCount(next),
            byteCount > room.count
        {
            guard byteCount <= Self.packetBytesMax else { throw FormatError(.tooLarge("packet")) }
            room = Array(repeating: 0, count: Int(byteCount))
            read = try readPackets(count, &descriptions)
        }
        guard read.packetCount > 0 else {
            next = packets.upperBound
            return nil
        }
        let frameCount =
            framesPerPacket > 0
            ? Int64(read.packetCount) * framesPerPacket
            : descriptions.prefix(read.packetCount).reduce(0) { $0 + Int64($1.variableFrameCount) }
        var piece = PacketPiece(
            bytes: Array(room[..<read.byteCount]),
            descriptions: Array(descriptions.prefix(read.packetCount)),
            packetCount: read.packetCount, frameCount: frameCount, firstFrame: frame)
        if next == packets.lowerBound {
            piece.hiddenAtStart = min(max(frames.lowerBound - frame, 0), frameCount)
        }
        next += Int64(read.packetCount)
        nextFrame += frameCount
        if next == packets.upperBound {
            piece.hiddenAtEnd = min(max(frame - frames.upperBound, 0), frameCount)
        }
        return piece
    }

    private func readPackets(
        _ count: Int, _ descriptions: inout [PacketDescription]
    ) throws(FormatError) -> PacketRead {
        let (file, next) = (file, next)
        let isVariable = !descriptions.isEmpty
        return try room.withUnsafeMutableBufferPointer { room throws(FormatError) in
            try descriptions.withUnsafeMutableBufferPointer { descriptions throws(FormatError) in
                try file.readPackets(
                    startingAt: next, count: count, into: UnsafeMutableRawBufferPointer(room),
                    descriptions: isVariable ? descriptions : nil)
            }
        }
    }
}
