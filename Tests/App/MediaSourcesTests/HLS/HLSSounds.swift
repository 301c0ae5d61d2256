import AudioCodecs
import AudioFormats
import AudioModel
import Foundation

/// Packets of a tone, and segments of them in every packaging that is read.
struct HLSSound: Sendable {
    let format: StreamFormat
    let cookie: [UInt8]?
    let packets: [[UInt8]]
    let rate: Double

    static let hasAAC = (try? HLSSound(.mpeg4AAC, seconds: 0.1)) != nil
    static let hasMP3 = (try? HLSSound(.mpegLayer3, seconds: 0.1)) != nil
    /// 20 seconds of 440 Hz, AAC LC, one channel.
    static let aac = Result { try HLSSound(.mpeg4AAC, seconds: 20) }

    init(
        _ id: FormatID, seconds: Double, rate: Double = 44_100, frequency: Double = 440,
        channelCount: Int = 1, bitRate: Int = 128_000
    ) throws {
        let asked = StreamFormat(
            sampleRate: rate, id: id, bytesPerPacket: 0, framesPerPacket: 0, bytesPerFrame: 0,
            channelCount: UInt32(channelCount), bitsPerChannel: 0)
        let encoder = try makePacketEncoder(asked, bitRate: bitRate)
        let frameCount = Int(seconds * rate)
        let tone = (0..<frameCount * channelCount).map { index in
            Float(sin(2 * .pi * frequency * Double(index / channelCount) / rate) * 0.5)
        }
        var packets: [[UInt8]] = []
        try tone.withUnsafeBufferPointer { tone in
            guard let start = tone.baseAddress else { return }
            packets = try encoder.encode(start, frameCount: frameCount)
        }
        packets += try encoder.finish()
        format = encoder.format
        cookie = encoder.magicCookie
        self.rate = rate
        // No more than the frames that were asked for: a segment has whole packets.
        let count = frameCount / Int(encoder.format.framesPerPacket)
        self.packets = Array(packets.prefix(count))
    }

    var framesPerPacket: Int { Int(format.framesPerPacket) }

    /// The packets of each segment.
    func parts(seconds: Double) -> [Range<Int>] {
        let perSegment = seconds * rate / Double(framesPerPacket)
        let count = Int((Double(packets.count) / perSegment).rounded(.up))
        return (0..<count).map { index in
            let first = Int((Double(index) * perSegment).rounded())
            let end = Int((Double(index + 1) * perSegment).rounded())
            return min(first, packets.count)..<min(end, packets.count)
        }
    }

    /// Seconds of a part, as a playlist says.
    func seconds(_ part: Range<Int>) -> Double {
        Double(part.count * framesPerPacket) / rate
    }

    /// The time of a packet in units of 90 kHz.
    func timestamp(_ packet: Int, after start: Int64) -> Int64 {
        let ticks = (Double(packet * framesPerPacket) * 90_000 / rate).rounded()
        return (start + Int64(ticks)) & 0x1_FFFF_FFFF
    }

    /// What a decoder gives that decodes all packets in a row.
    func decoded() throws -> [Float] {
        let decoder = try makePacketDecoder(format, magicCookie: cookie)
        let count = framesPerPacket * Int(format.channelCount)
        var samples = [Float](repeating: 0, count: count * packets.count)
        samples.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            for (index, packet) in packets.enumerated() {
                packet.withUnsafeBytes {
                    decoder.decodeWhole(
                        $0, into: start + index * count, frameCount: framesPerPacket,
                        channelCount: Int(format.channelCount))
                }
            }
        }
        return samples
    }

    // MARK: Packagings

    /// A packet with an ADTS header; packets of MP3 have theirs.
    func framed(_ packet: [UInt8]) -> [UInt8] {
        guard format.id == .mpeg4AAC else { return packet }
        let rates = [
            96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000,
        ]
        let index = UInt64(rates.firstIndex(of: Int(rate)) ?? 4)
        let count = UInt64(packet.count + 7)
        var bits: UInt64 = 0xFFF1 << 40 | 1 << 38 | index << 34
        bits |= UInt64(format.channelCount) << 30 | count << 13 | 0x7FF << 2
        return (0..<7).map { UInt8(truncatingIfNeeded: bits >> (48 - 8 * UInt64($0))) } + packet
    }

    /// A packed segment, behind a tag with its time and other frames.
    func packed(_ part: Range<Int>, start: Int64? = 900_000, frames: [UInt8] = []) -> [UInt8] {
        let tag = start.map { Self.tag(timestamp(part.lowerBound, after: $0), frames) } ?? []
        return tag + packets[part].flatMap { framed($0) }
    }

    /// An ID3 tag with a timestamp.
    static func tag(_ time: Int64?, _ frames: [UInt8] = []) -> [UInt8] {
        var body: [UInt8] = []
        if let time {
            let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
            let value = (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) }
            body += frame("PRIV", owner + value)
        }
        body += frames
        let size = [21, 14, 7, 0].map { UInt8(body.count >> $0 & 0x7F) }
        return Array("ID3".utf8) + [4, 0, 0] + size + body
    }

    static func frame(_ id: String, _ content: [UInt8]) -> [UInt8] {
        let size = [21, 14, 7, 0].map { UInt8(content.count >> $0 & 0x7F) }
        return Array(id.utf8) + size + [0, 0] + content
    }

    /// An initialisation section, and the fragments of the parts.
    func fragments(
        _ parts: [Range<Int>], primingFrames: Int64 = 0
    ) throws -> (initialisation: [UInt8], segments: [[UInt8]]) {
        let sink = MemorySink()
        let writer = try AudioFileWriter(sink, kind: .m4a, format: format)
        writer.properties.isFragmented = true
        writer.properties.magicCookie = cookie
        writer.properties.primingFrames = primingFrames
        var ends = [0]
        for part in parts {
            for packet in packets[part] {
                let description = [PacketDescription(byteCount: UInt32(packet.count))]
                try packet.withUnsafeBytes { bytes in
                    try description.withUnsafeBufferPointer {
                        try writer.writePackets(
                            startingAt: writer.packetCount, count: 1, from: bytes,
                            descriptions: $0)
                    }
                }
            }
            try writer.update()
            ends.append(Int(sink.byteCount))
        }
        let bytes = sink.bytes
        let moof = Array("moof".utf8)
        let first = bytes.indices.first { bytes[$0...].starts(with: moof) } ?? 4
        ends[0] = first - 4
        let segments = zip(ends, ends.dropFirst()).map { Array(bytes[$0..<$1]) }
        return (Array(bytes[..<(first - 4)]), segments)
    }
}
