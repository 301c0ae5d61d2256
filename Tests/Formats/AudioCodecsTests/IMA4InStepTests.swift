import AudioCodecs
import AudioModel
import Testing

@Suite("IMA4 packets decoded together")
struct IMA4InStepTests {
    private func format(_ channels: Int) -> StreamFormat {
        StreamFormat(
            sampleRate: 44100, id: .appleIMA4, bytesPerPacket: UInt32(34 * channels),
            framesPerPacket: 64, bytesPerFrame: 0, channelCount: UInt32(channels),
            bitsPerChannel: 0)
    }

    /// Decodes `packetsACall` packets per call.
    private func decode(_ bytes: [UInt8], channels: Int, packetsACall: Int) throws -> [Float] {
        let decoder = try makePacketDecoder(format(channels), magicCookie: nil)
        let packetByteCount = 34 * channels
        var samples: [Float] = []
        for start in stride(from: 0, to: bytes.count, by: packetsACall * packetByteCount) {
            let end = min(start + packetsACall * packetByteCount, bytes.count)
            let frameCount = (end - start) / packetByteCount * 64
            var piece = [Float](repeating: 9, count: frameCount * channels)
            let given = bytes[start..<end].withUnsafeBytes {
                decoder.decode($0, into: &piece, frameCount: frameCount)
            }
            #expect(given == frameCount)
            samples += piece
        }
        return samples
    }

    /// Encoded noise: each header agrees with the end of the packet before.
    private func coded(peak: Float, channels: Int, packets: Int) throws -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(channels))
        let samples = (0..<packets * 64 * channels).map { _ in
            Float.random(in: -peak...peak, using: &random)
        }
        let encoder = try makePacketEncoder(format(channels))
        return try samples.withUnsafeBufferPointer {
            try encoder.encode(try #require($0.baseAddress), frameCount: packets * 64)
        }.flatMap { $0 }
    }

    @Test(
        "are the same as one by one, of quiet and of clipped sound",
        arguments: [1, 2, 3, 8], [0.01, 0.5, 1.2] as [Float])
    func sound(channels: Int, peak: Float) throws {
        let bytes = try coded(peak: peak, channels: channels, packets: 23)
        let alone = try decode(bytes, channels: channels, packetsACall: 1)
        for count in [2, 4, 5, 23] {
            #expect(try decode(bytes, channels: channels, packetsACall: count) == alone)
        }
    }

    @Test("are the same as one by one, whatever their bytes are", arguments: 1...20)
    func anything(seed: Int) throws {
        // Given random packets, some of which continue the one before.
        var random = SeededGenerator(seed: UInt64(seed))
        let channels = 1 + seed % 3
        let bytes = (0..<34 * channels * 40).map { index in
            let isHead = index % 34 < 2 && Bool.random(using: &random)
            return isHead ? 0 : UInt8.random(in: 0...255, using: &random)
        }
        // Then decoding four at a time gives the same bits.
        #expect(
            try decode(bytes, channels: channels, packetsACall: 40)
                == decode(bytes, channels: channels, packetsACall: 1))
    }
}
