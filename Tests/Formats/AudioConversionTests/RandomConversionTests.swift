import AudioConversion
import AudioFormats
import AudioModel
import Testing

@Suite("Any conversion")
struct RandomConversionTests {
    private static func format(_ numbers: inout SeededNumbers) -> StreamFormat {
        let rates = [8000, 11025, 22050, 44100, 44100, 48000, 96000, 44099.5, 12345]
        let rate = rates.randomElement(using: &numbers) ?? 8000
        let channels = UInt32.random(in: 1...6, using: &numbers)
        let kind = Int.random(in: 0..<10, using: &numbers)
        switch kind {
        case 0: return .coded(.appleIMA4, rate, channels: channels)
        case 1: return .coded(.uLaw, rate, channels: channels)
        case 2: return .coded(.aLaw, rate, channels: channels)
        default:
            let isFloat = kind < 5
            let bits: UInt32 = isFloat ? 32 : [8, 16, 24, 32].randomElement(using: &numbers) ?? 8
            var flags: FormatFlags = isFloat ? .float : []
            if !isFloat, Bool.random(using: &numbers) { flags.insert(.signedInteger) }
            if Bool.random(using: &numbers) { flags.insert(.bigEndian) }
            return .pcm(
                rate, channels: channels, bits: bits, flags: flags,
                isInterleaved: Bool.random(using: &numbers))
        }
    }

    @Test(
        "gives the same bytes in whatever pieces, and keeps count of the frames", arguments: 0..<120
    )
    func pieces(seed: Int) throws {
        // Given two formats, some options and noise in the first.
        var numbers = SeededNumbers(UInt64(seed))
        let (input, output) = (Self.format(&numbers), Self.format(&numbers))
        var options = ConversionOptions()
        options.quality.level = [.minimum, .low, .medium].randomElement(using: &numbers) ?? .low
        options.primeMethod = Bool.random(using: &numbers) ? .normal : .none
        options.isDithered = Bool.random(using: &numbers)
        options.channelMapping = Bool.random(using: &numbers) ? .mixed : .firstChannels
        let converter = try FormatConverter(from: input, to: output, options: options)
        let packetCount = Int.random(in: 0...600, using: &numbers)
        let perPacket = Int(converter.inputFormat.framesPerPacket)
        var packets = Packets(converter.inputFormat)
        packets.count = packetCount / perPacket
        packets.bytes = packets.bytes.map { _ in
            (0..<packets.count * Int(converter.inputFormat.bytesPerPacket)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
        }
        // When it is converted in one call and in several, with the same converter and another one.
        let whole = converter.all(Feeder(packets, converter.inputFormat))
        converter.reset()
        let again = converter.all(
            Feeder(packets, converter.inputFormat) { _ in Int.random(in: 1...200, using: &numbers)
            },
            piece: { 77 })
        let other = try FormatConverter(from: input, to: output, options: options)
        var sizes = SeededNumbers(UInt64(seed) + 1000)
        let pieces = other.all(
            Feeder(packets, other.inputFormat, piece: { $0 }),
            piece: { Int.random(in: 1...99, using: &sizes) })
        // Then the results are equal, and have the expected length.
        #expect(whole.end == .ended)
        #expect(again.packets == whole.packets)
        #expect(pieces.packets == whole.packets)
        let frames = (Double(packets.count * perPacket) * output.sampleRate / input.sampleRate)
            .rounded(.up)
        let outputPerPacket = Double(converter.outputFormat.framesPerPacket)
        #expect(Double(whole.packets.count) == (frames / outputPerPacket).rounded(.up))
    }

    @Test("goes on after an input that failed, and ends only once")
    func failures() throws {
        let converter = try FormatConverter(from: .pcm(44100), to: .pcm(48000))
        let samples = sine(440, rate: 44100, frameCount: 1000)
        let packets = Packets(floats: samples)
        let whole = try converted(packets, from: .pcm(44100), to: .pcm(48000))
        let feeder = Feeder(packets, .pcm(44100)) { min($0, 100) }
        var calls = 0
        var found: [UInt8] = []
        var halts: [ConversionHalt?] = []
        var room = [UInt8](repeating: 0, count: 4 * 300)
        while halts.last != .ended, halts.count < 100 {
            let result = room.withUnsafeMutableBytes { room in
                converter.convert(into: ConversionOutput(buffers: [room]), packetCount: 300) {
                    calls += 1
                    return calls % 3 == 0 ? .failed(status: 7) : feeder.pull($0)
                }
            }
            found += room.prefix(result.byteCount)
            halts.append(result.halt)
        }
        #expect(found == whole.bytes[0])
        #expect(halts.contains(.inputFailed(status: 7)))
        // After the end no more input is requested.
        let before = calls
        let result = room.withUnsafeMutableBytes { room in
            converter.convert(into: ConversionOutput(buffers: [room]), packetCount: 300) { _ in
                calls += 1
                return .end
            }
        }
        #expect(result == ConversionResult(halt: .ended))
        #expect(calls == before)
    }

    @Test("refuses buffers that are not the format's, and a call within a call")
    func misuse() throws {
        let planar = StreamFormat.pcm(44100, channels: 2, isInterleaved: false)
        let converter = try FormatConverter(from: planar, to: .pcm(44100, channels: 2))
        var room = [UInt8](repeating: 0, count: 64)
        func result(
            _ size: Int, _ buffers: Int = 1, _ pull: (Int) -> ConversionInput = { _ in .end }
        ) -> ConversionHalt? {
            room.withUnsafeMutableBytes { room in
                let part = UnsafeMutableRawBufferPointer(rebasing: room[..<size])
                return converter.convert(
                    into: ConversionOutput(buffers: Array(repeating: part, count: buffers)),
                    packetCount: 4, pulling: pull
                ).halt
            }
        }
        #expect(result(7) == .failed(.outputSize))
        #expect(result(64, 2) == .failed(.outputSize))
        #expect(result(64, 0) == .failed(.outputSize))
        let four: [UInt8] = [0, 0, 0, 0]
        four.withUnsafeBytes { four in
            #expect(
                result(64) { _ in .packets(PacketBatch(packetCount: 1, buffers: [four])) }
                    == .failed(.inputSize))
            let short = UnsafeRawBufferPointer(rebasing: four[..<3])
            #expect(
                result(64) { _ in .packets(PacketBatch(packetCount: 1, buffers: [four, short])) }
                    == .failed(.inputSize))
        }
        var inner: ConversionHalt?
        _ = result(64) { _ in
            var few: [UInt8] = Array(repeating: 0, count: 8)
            inner = few.withUnsafeMutableBytes {
                converter.convert(into: ConversionOutput(buffers: [$0]), packetCount: 1) { _ in .end
                }
                .halt
            }
            converter.reset()
            return .end
        }
        #expect(inner == .failed(.busy))
    }
}
