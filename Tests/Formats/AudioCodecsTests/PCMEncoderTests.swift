import AudioCodecs
import AudioModel
import Testing

@Suite("A PCM encoder")
struct PCMEncoderTests {
    /// A coding of single samples.
    struct Coding: CustomTestStringConvertible, Sendable {
        var bits: UInt32
        var bytes: UInt32
        var flags: FormatFlags

        var format: StreamFormat {
            StreamFormat(
                sampleRate: 48000, id: .linearPCM, flags: flags, bytesPerPacket: bytes,
                framesPerPacket: 1, bytesPerFrame: bytes, channelCount: 1, bitsPerChannel: bits)
        }

        var testDescription: String { "\(bits) bits in \(bytes) bytes, \(flags.rawValue)" }

        static let integers: [Coding] = {
            let sizes: [(bits: UInt32, bytes: UInt32)] = [
                (8, 1), (16, 2), (24, 3), (32, 4), (12, 2), (20, 3), (24, 4),
            ]
            let kinds: [FormatFlags] = [
                [], .signedInteger, .bigEndian, [.bigEndian, .signedInteger],
            ]
            var codings: [Coding] = []
            for (bits, bytes) in sizes {
                for place in bits == bytes * 8 ? [FormatFlags.packed] : [.alignedHigh, []] {
                    for kind in kinds {
                        codings.append(Coding(bits: bits, bytes: bytes, flags: kind.union(place)))
                    }
                }
            }
            return codings
        }()
    }

    private func bytes(
        _ samples: [Double], _ format: StreamFormat, dither: PCMDither? = nil
    ) throws -> [UInt8] {
        var encoder = try #require(PCMEncoder(format, dither: dither))
        var bytes = [UInt8](repeating: 0xAA, count: samples.count * encoder.bytesPerSample)
        encoder.encode(samples, into: &bytes, sampleCount: samples.count)
        return bytes
    }

    private func samples(_ bytes: [UInt8], _ format: StreamFormat) throws -> [Double] {
        let decoder = try #require(PCMDecoder(format))
        var samples = [Double](repeating: 9, count: bytes.count / decoder.bytesPerSample)
        decoder.decode(bytes, into: &samples, sampleCount: samples.count)
        return samples
    }

    /// Minimum, maximum, middle and steps in between.
    private func steps(_ bits: UInt32) -> [Double] {
        let lowest = -Double(1 << (bits - 1))
        let spread = (0..<999).map { (Double($0) * 0.002 * -lowest + lowest).rounded() }
        return (spread + [lowest, -lowest - 1, -1, 0, 1]).map { $0 / -lowest }
    }

    @Test("gives integers that come back bit for bit", arguments: Coding.integers)
    func integersComeBack(coding: Coding) throws {
        let samples = steps(coding.bits)
        let bytes = try bytes(samples, coding.format)
        #expect(try self.samples(bytes, coding.format) == samples)
    }

    @Test("gives through float what it gives through double, up to 24 bits")
    func floatIsEnough() throws {
        for coding in Coding.integers where coding.bits <= 24 {
            let samples = steps(coding.bits)
            var encoder = try #require(PCMEncoder(coding.format))
            let wide = try bytes(samples, coding.format)
            let decoder = try #require(PCMDecoder(coding.format))
            var floats = [Float](repeating: 9, count: samples.count)
            decoder.decode(wide, into: &floats, sampleCount: floats.count)
            var narrow = [UInt8](repeating: 0, count: wide.count)
            encoder.encode(floats, into: &narrow, sampleCount: floats.count)
            #expect(narrow == wide)
        }
    }

    @Test("lays out the bits as the flags say")
    func layouts() throws {
        let value = [Double(0x1234) / 32768, -1]
        func laid(_ bits: UInt32, _ size: UInt32, _ flags: FormatFlags) throws -> [UInt8] {
            try bytes(value, Coding(bits: bits, bytes: size, flags: flags).format)
        }
        #expect(try laid(16, 2, [.signedInteger, .packed]) == [0x34, 0x12, 0x00, 0x80])
        #expect(try laid(16, 2, [.signedInteger, .bigEndian]) == [0x12, 0x34, 0x80, 0x00])
        #expect(try laid(16, 2, [.packed]) == [0x34, 0x92, 0x00, 0x00])
        #expect(try laid(8, 1, [.packed]) == [0x92, 0x00])
        #expect(try laid(24, 3, [.signedInteger]) == [0x00, 0x34, 0x12, 0x00, 0x00, 0x80])
        #expect(
            try laid(16, 4, [.signedInteger, .alignedHigh]) == [0, 0, 0x34, 0x12, 0, 0, 0x00, 0x80])
        #expect(try laid(16, 4, [.signedInteger]) == [0x34, 0x12, 0, 0, 0x00, 0x80, 0xFF, 0xFF])
        #expect(try laid(16, 4, []) == [0x34, 0x92, 0, 0, 0, 0, 0, 0])
        // 8.24 fixed point: the canonical sample of old audio units.
        let fixed = FormatFlags(rawValue: 24 << 7).union(.signedInteger)
        #expect(try laid(32, 4, fixed) == [0, 0x68, 0x24, 0, 0, 0, 0, 0xFF])
    }

    @Test("clamps what is too loud, and silences what is no number")
    func extremes() throws {
        let loud = [2, -2, .infinity, -.infinity, .nan, 1, 0.99999]
        for coding in Coding.integers {
            let highest = 1 - 1 / Double(1 << (coding.bits - 1))
            let back = try samples(try bytes(loud, coding.format), coding.format)
            #expect(back.prefix(6) == [highest, -1, highest, -1, 0, highest])
        }
        let float = Coding(bits: 32, bytes: 4, flags: [.float, .packed]).format
        #expect(try samples(try bytes(loud, float), float).prefix(6) == [2, -2, 0, 0, 0, 1])
    }

    @Test("gives floats of either width and order that come back")
    func floats() throws {
        for (bytes, flags) in [(4, FormatFlags.float), (8, .float), (4, [.float, .bigEndian])] {
            let coding = Coding(
                bits: UInt32(bytes) * 8, bytes: UInt32(bytes), flags: flags.union(.packed))
            let samples = steps(24)
            #expect(
                try self.samples(try self.bytes(samples, coding.format), coding.format) == samples)
        }
    }

    @Test("gives every byte of the laws that a decoder knows", arguments: ["ulaw", "alaw"])
    func laws(name: String) throws {
        let id: FormatID = name == "ulaw" ? .uLaw : .aLaw
        let format = StreamFormat(
            sampleRate: 8000, id: id, bytesPerPacket: 1, framesPerPacket: 1, bytesPerFrame: 1,
            channelCount: 1, bitsPerChannel: 8)
        let samples = try self.samples((0...255).map { UInt8($0) }, format)
        #expect(try self.samples(try bytes(samples, format), format) == samples)
    }

    @Test("takes one channel from among interleaved ones, and a decoder puts it back")
    func strides() throws {
        let format = Coding(bits: 16, bytes: 2, flags: .signedInteger).format
        var encoder = try #require(PCMEncoder(format))
        let stereo: [Float] = [0.25, -0.5, 0.5, -0.25]
        var bytes = [UInt8](repeating: 0, count: 4)
        stereo.withUnsafeBufferPointer { stereo in
            encoder.encode(stereo.baseAddress! + 1, stride: 2, into: &bytes, sampleCount: 2)
        }
        #expect(bytes == [0x00, 0xC0, 0x00, 0xE0])
        var back = stereo.map { _ in Float(9) }
        let decoder = try #require(PCMDecoder(format))
        decoder.decode(bytes, into: &back, stride: 2, sampleCount: 2)
        #expect(back == [-0.5, 9, -0.25, 9])
    }

    @Test("dithers the same way from the same seed, whatever the pieces")
    func ditherIsRepeatable() throws {
        let format = Coding(bits: 16, bytes: 2, flags: .signedInteger).format
        let samples = (0..<500).map { Double($0) * 1e-6 }
        let whole = try bytes(samples, format, dither: PCMDither(seed: 7))
        var encoder = try #require(PCMEncoder(format, dither: PCMDither(seed: 7)))
        var pieces: [UInt8] = []
        for start in stride(from: 0, to: 500, by: 125) {
            var piece = [UInt8](repeating: 0, count: 250)
            encoder.encode(Array(samples[start..<start + 125]), into: &piece, sampleCount: 125)
            pieces += piece
        }
        #expect(pieces == whole)
        #expect(try bytes(samples, format, dither: PCMDither(seed: 8)) != whole)
    }

    @Test("dithers by a step and no more, and without favour")
    func ditherSize() throws {
        let format = Coding(bits: 16, bytes: 2, flags: .signedInteger).format
        let quarter = [Double](repeating: 0.25 / 32768, count: 20000)
        let steps = try samples(try bytes(quarter, format, dither: PCMDither(seed: 1)), format)
            .map { $0 * 32768 }
        #expect(Set(steps) == [-1, 0, 1])
        let mean = steps.reduce(0, +) / Double(steps.count)
        #expect(abs(mean - 0.25) < 0.02)
        // Triangular dither and rounding: a mean squared error of a quarter step².
        let power = steps.map { ($0 - 0.25) * ($0 - 0.25) }.reduce(0, +) / Double(steps.count)
        #expect(abs(power - 0.25) < 0.02)
    }
}
