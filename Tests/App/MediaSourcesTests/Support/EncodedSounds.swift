import AudioCodecs
import AudioFormats
import AudioModel
import Foundation
import TestSupport

/// Sounds that are encoded once for all tests.
enum EncodedSounds {
    static let rate = 44_100.0

    /// 20 seconds of MP3 at 128 kbit/s.
    static let m20 = Result { try encoded(.mpegLayer3, .mp3, seconds: 20, bitRate: 128_000) }
    /// 5 seconds of AAC with the tables first, and last.
    static let f5 = Result { try encoded(.mpeg4AAC, .m4a, seconds: 5, isOptimized: true) }
    static let tablesLast = Result { try encoded(.mpeg4AAC, .m4a, seconds: 5) }

    /// Whether MP3 can be encoded here.
    static let hasMP3 = hasEncoder(.mpegLayer3)
    static let hasAAC = hasEncoder(.mpeg4AAC)

    private static func hasEncoder(_ id: FormatID) -> Bool {
        (try? makePacketEncoder(format(id), bitRate: 128_000)) != nil
    }

    private static func format(_ id: FormatID, rate: Double = rate) -> StreamFormat {
        StreamFormat(
            sampleRate: rate, id: id, flags: FormatFlags(rawValue: 0), bytesPerPacket: 0,
            framesPerPacket: 0, bytesPerFrame: 0, channelCount: 2, bitsPerChannel: 0)
    }

    /// A rising tone: no two places of it are alike.
    static func tone(_ frameCount: Int) -> [Float] {
        (0..<frameCount * 2).map { index in
            let time = Double(index / 2) / rate
            let phase = 2 * .pi * (300 * time + 40 * time * time)
            return Float(sin(phase) * (index % 2 == 0 ? 0.4 : 0.2))
        }
    }

    static func encoded(
        _ id: FormatID, _ kind: ContainerKind, seconds: Double, bitRate: Int = 128_000,
        rate: Double = rate,
        isOptimized: Bool = false
    ) throws -> [UInt8] {
        let encoder = try makePacketEncoder(format(id, rate: rate), bitRate: bitRate)
        let sink = MemorySink()
        let writer = try AudioFileWriter(sink, kind: kind, format: encoder.format)
        writer.properties.magicCookie = encoder.magicCookie
        writer.properties.primingFrames = Int64(encoder.primingFrames)
        let frameCount = Int(seconds * rate)
        let packets = try tone(frameCount).withUnsafeBufferPointer {
            try encoder.encode($0.baseAddress!, frameCount: frameCount)
        }
        for packet in try packets + encoder.finish() {
            let description = [PacketDescription(byteCount: UInt32(packet.count))]
            try packet.withUnsafeBytes { bytes in
                try description.withUnsafeBufferPointer {
                    try writer.writePackets(
                        startingAt: writer.packetCount, count: 1, from: bytes, descriptions: $0)
                }
            }
        }
        writer.properties.magicCookie = encoder.magicCookie
        writer.properties.remainderFrames =
            writer.packetCount * Int64(encoder.format.framesPerPacket)
            - Int64(encoder.primingFrames + frameCount)
        if isOptimized { try writer.optimize() }
        try writer.close()
        return sink.bytes
    }

    /// The frames of a file as they are read from memory.
    static func frames(of file: [UInt8]) throws -> [Float] {
        let reader = try FrameReader(try AudioFileReader(MemoryBytes(file)))
        var samples: [Float] = []
        var piece = [Float](repeating: 0, count: 4096 * reader.channelCount)
        while true {
            let count = try piece.withUnsafeMutableBufferPointer {
                try reader.read(into: $0.baseAddress!, frameCount: 4096)
            }
            guard count > 0 else { return samples }
            samples += piece[..<(count * reader.channelCount)]
        }
    }
}
