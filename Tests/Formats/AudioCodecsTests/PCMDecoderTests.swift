import AudioCodecs
import AudioModel
import Testing

@Suite("A PCM decoder")
struct PCMDecoderTests {
    private static let formats: [StreamFormat] =
        PCMEncoderTests.Coding.integers.map(\.format)
        + [FormatFlags.float, [.float, .bigEndian]].map { flags in
            StreamFormat(
                sampleRate: 48_000, id: .linearPCM, flags: flags.union(.packed),
                bytesPerPacket: 4, framesPerPacket: 1, bytesPerFrame: 4, channelCount: 1,
                bitsPerChannel: 32)
        }

    @Test("gives the same samples packed, apart and as doubles", arguments: formats)
    func strides(_ format: StreamFormat) throws {
        let decoder = try #require(PCMDecoder(format))
        var random = SeededGenerator(seed: 1)
        for count in [0, 1, 7, 8, 9, 33] {
            // At an odd address.
            let bytes = (0..<(1 + count * decoder.bytesPerSample)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            var packed = [Float](repeating: 9, count: count + 1)
            var apart = [Float](repeating: 9, count: 2 * count + 1)
            var doubles = [Double](repeating: 9, count: count + 1)
            bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                decoder.decode(start + 1, into: &packed, sampleCount: count)
                decoder.decode(start + 1, into: &apart, stride: 2, sampleCount: count)
                decoder.decode(start + 1, into: &doubles, sampleCount: count)
            }
            for index in 0..<count {
                #expect(packed[index] == apart[2 * index])
                #expect(packed[index] == Float(doubles[index]))
            }
            #expect(packed.last == 9 && apart.last == 9 && doubles.last == 9)
        }
    }
}
