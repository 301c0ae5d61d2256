import AudioConversion
import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

@Suite("A conversion between PCM formats")
struct PCMConversionTests {
    /// The names of sample formats in the programs, and the formats here.
    static let codings: [String: (bits: UInt32, flags: FormatFlags)] = [
        "s8": (8, .signedInteger), "u8": (8, []),
        "s16le": (16, .signedInteger), "s16be": (16, [.signedInteger, .bigEndian]),
        "u16le": (16, []), "u16be": (16, .bigEndian),
        "s24le": (24, .signedInteger), "s24be": (24, [.signedInteger, .bigEndian]),
        "u24le": (24, []), "u24be": (24, .bigEndian),
        "s32le": (32, .signedInteger), "s32be": (32, [.signedInteger, .bigEndian]),
        "u32le": (32, []), "u32be": (32, .bigEndian),
        "f32le": (32, .float), "f32be": (32, [.float, .bigEndian]),
        "f64le": (64, .float), "f64be": (64, [.float, .bigEndian]),
        "mulaw": (8, .float), "alaw": (8, .bigEndian),
    ]
    static let names = codings.keys.sorted()

    private func format(_ name: String, channels: UInt32 = 1, isInterleaved: Bool = true)
        -> StreamFormat
    {
        guard name != "mulaw", name != "alaw" else {
            return StreamFormat(
                sampleRate: 44100, id: name == "mulaw" ? .uLaw : .aLaw, bytesPerPacket: channels,
                framesPerPacket: 1, bytesPerFrame: channels, channelCount: channels,
                bitsPerChannel: 8)
        }
        let coding = Self.codings[name] ?? (8, [])
        return .pcm(
            44100, channels: channels, bits: coding.bits, flags: coding.flags,
            isInterleaved: isInterleaved)
    }

    /// Steps of 16 bits as little-endian 32-bit integers, none of them near full scale.
    private let source: [UInt8] = {
        var numbers = SeededNumbers(3)
        return (0..<1500).flatMap { _ in
            let value = Int32(Int16.random(in: -32000...32000, using: &numbers)) << 16
            return littleEndian(value)
        }
    }()

    private func converted(_ bytes: [UInt8], _ input: StreamFormat, _ output: StreamFormat) throws
        -> [UInt8]
    {
        let packets = Packets(bytes: [bytes], count: bytes.count / Int(input.bytesPerFrame))
        return try AudioConversionTests.converted(packets, from: input, to: output).bytes[0]
    }

    @Test(
        "gives what FFmpeg gives, byte for byte, for every pair of linear formats",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
    func pairs() throws {
        // Given the same samples in every format, as FFmpeg writes them.
        let names = Self.names.filter { !$0.hasSuffix("law") }
        let folder = try TemporaryFolder()
        try Data(source).write(to: folder.url.appendingPathComponent("source"))
        var arguments = ["-v", "error", "-f", "s32le", "-ar", "44100", "-ac", "1", "-i", "source"]
        for name in names { arguments += ["-f", name, "-c:a", "pcm_" + name, name] }
        try ExternalProgram.ffmpeg.run(arguments, in: folder.url)
        var files: [String: [UInt8]] = [:]
        for name in names {
            files[name] = Array(try Data(contentsOf: folder.url.appendingPathComponent(name)))
        }
        // When each is converted to each other that has enough bits, then they are equal.
        for input in names {
            // FFmpeg truncates 16 bits to 8; here they are rounded.
            for output in names where output.hasSuffix("8") == input.hasSuffix("8") {
                guard let given = files[input], let expected = files[output] else { continue }
                let found = try converted(given, format(input), format(output))
                #expect(found == expected, "\(input) to \(output)")
            }
        }
    }

    @Test(
        "gives what SoX gives for the laws",
        .enabled(if: ExternalProgram.sox.isInstalled, "sox is not installed"),
        arguments: ["mulaw", "alaw"])
    func laws(name: String) throws {
        let folder = try TemporaryFolder()
        let every = Array(UInt8.min...UInt8.max)
        try Data(every).write(to: folder.url.appendingPathComponent("law.raw"))
        try ExternalProgram.sox.run(
            [
                "-D", "-t", name == "mulaw" ? "ul" : "al", "-r", "44100", "-c", "1", "law.raw",
                "-t", "s16", "out.raw",
            ],
            in: folder.url)
        let expected = Array(try Data(contentsOf: folder.url.appendingPathComponent("out.raw")))
        #expect(try converted(every, format(name), format("s16le")) == expected)
        // And back, except for the negative zero of µ-law.
        let back = try converted(expected, format("s16le"), format(name))
        #expect(zip(back, every).allSatisfy { $0 == $1 || $1 == 0x7F })
    }

    @Test("loses nothing on the way to as many bits or more and back")
    func thereAndBack() throws {
        let full = (0..<4000).flatMap { index -> [UInt8] in
            littleEndian(Int32(truncatingIfNeeded: index &* 1_073_741_827))
        }
        for name in ["s32be", "u32le", "u32be", "f64le", "f64be", "s32le"] {
            let there = try converted(full, format("s32le"), format(name))
            #expect(try converted(there, format(name), format("s32le")) == full)
        }
        let packed = Array(full.prefix(3 * 4000))
        for name in ["f32le", "s32be", "u24be", "f64be", "u32le"] {
            let there = try converted(packed, format("s24le"), format(name))
            #expect(try converted(there, format(name), format("s24le")) == packed)
        }
    }

    @Test("parts channels and puts them together", arguments: ["s16be", "s24le", "u24be", "s32le"])
    func planes(name: String) throws {
        let interleaved = format(name, channels: 3)
        let parted = format(name, channels: 3, isInterleaved: false)
        let bytes = Array(source.prefix(300 * Int(interleaved.bytesPerFrame)))
        let there = try AudioConversionTests.converted(
            Packets(bytes: [bytes], count: 300), from: interleaved, to: parted)
        let size = Int(parted.bytesPerFrame)
        for channel in 0..<3 {
            let expected = (0..<300).flatMap { frame -> ArraySlice<UInt8> in
                let start = (frame * 3 + channel) * size
                return bytes[start..<start + size]
            }
            #expect(there.bytes[channel] == expected)
        }
        let back = try AudioConversionTests.converted(there, from: parted, to: interleaved)
        #expect(back.bytes == [bytes])
    }

    @Test("copies what is laid out alike, not-a-number codes and all")
    func copies() throws {
        let bytes = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 251 | 0x7F) }
        var mixable = format("f32le")
        mixable.flags.insert(FormatFlags(rawValue: 1 << 6))
        #expect(try converted(bytes, mixable, format("f32le")) == bytes)
    }

    @Test("asks for as many frames as it is asked for, and no more")
    func exactRequests() throws {
        let converter = try FormatConverter(from: format("s16le"), to: format("f32le"))
        let feeder = Feeder(
            Packets(bytes: [Array(source.prefix(2000))], count: 1000), converter.inputFormat)
        var piece = 0
        let packets = converter.all(feeder) {
            piece += 100
            return piece
        }
        #expect(feeder.requests == [100, 200, 300, 400, 500])
        #expect(packets.packets.count == 1000)
        #expect(packets.end == .ended)
    }

    @Test("dithers only where bits are lost")
    func ditherPlaces() throws {
        var options = ConversionOptions()
        options.isDithered = true
        func result(_ input: String, _ output: String) throws -> [UInt8] {
            let bytes = try converted(source, format("s32le"), format(input))
            return try AudioConversionTests.converted(
                Packets(bytes: [bytes], count: 1500), from: format(input), to: format(output),
                options
            ).bytes[0]
        }
        let plain = try converted(source, format("s32le"), format("s16le"))
        #expect(try result("s16be", "s16le") == plain)
        #expect(
            try result("s8", "s16le")
                == converted(
                    converted(source, format("s32le"), format("s8")), format("s8"), format("s16le"))
        )
        #expect(try result("s24le", "s16le") != plain)
        #expect(try result("f32le", "s16le") != plain)
    }

    @Test("with dither turns the distortion of a faint sine into even noise")
    func ditherSpectrum() throws {
        let count = 1 << 15
        let hertz = 44100.0 * 743 / Double(count)
        let faint = sine(hertz, rate: 44100, frameCount: count, amplitude: 0x1p-15)
        func levels(isDithered: Bool) throws -> [Double] {
            var options = ConversionOptions()
            options.isDithered = isDithered
            let short = try AudioConversionTests.converted(
                Packets(floats: faint), from: .pcm(44100), to: format("s16le"), options)
            let back = try converted(short.bytes[0], format("s16le"), .pcm(44100))
            let samples = Packets(bytes: [back], count: count).floats
            return [1, 3, 5, 7, 9].map { level(samples, hertz * $0, rate: 44100) }
        }
        let hard = try levels(isDithered: false)
        let soft = try levels(isDithered: true)
        // The sine is present at −90 dB, in both.
        #expect(abs(soft[0] + 90.3) < 0.5)
        // Without dither the harmonics stand far above the noise, with it they do not.
        #expect((hard.dropFirst().max() ?? -200) > -110)
        #expect(soft.dropFirst().allSatisfy { $0 < -122 })
    }
}
