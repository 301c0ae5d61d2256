import AudioCodecs
import AudioModel
import Foundation
import Testing

@Suite("A packet encoder")
struct EncoderTests {
    private func named(
        _ id: FormatID, rate: Double = 44100, channels: UInt32 = 2, flags: UInt32 = 0
    )
        -> StreamFormat
    {
        StreamFormat(
            sampleRate: rate, id: id, flags: FormatFlags(rawValue: flags), bytesPerPacket: 0,
            framesPerPacket: 0, bytesPerFrame: 0, channelCount: channels, bitsPerChannel: 0)
    }

    private func tone(frameCount: Int, channels: Int) -> [Float] {
        (0..<frameCount * channels).map { index in
            let frame = Double(index / channels)
            let step = (sin(frame * 0.05) * 0.5 * 32768).rounded()
            return Float(step / 32768) * (index % channels == 0 ? 1 : -1)
        }
    }

    /// Encodes in pieces of different sizes.
    private func packets(_ encoder: any PacketEncoder, _ samples: [Float]) throws -> [[UInt8]] {
        let channels = Int(encoder.format.channelCount)
        var packets: [[UInt8]] = []
        try samples.withUnsafeBufferPointer { samples in
            var frame = 0
            for size in sequence(first: 1, next: { $0 * 3 % 1999 + 1 }) {
                let count = min(size, samples.count / channels - frame)
                guard count > 0, let start = samples.baseAddress else { break }
                packets += try encoder.encode(start + frame * channels, frameCount: count)
                frame += count
            }
        }
        return packets + (try encoder.finish())
    }

    private func decode(_ packets: [[UInt8]], _ encoder: any PacketEncoder) throws -> [Float] {
        let format = encoder.format
        let decoder = try makePacketDecoder(format, magicCookie: encoder.magicCookie)
        let frameCount = Int(format.framesPerPacket)
        var samples: [Float] = []
        for packet in packets {
            var piece = [Float](repeating: 0, count: frameCount * Int(format.channelCount))
            packet.withUnsafeBytes {
                decoder.decodeWhole(
                    $0, into: &piece, frameCount: frameCount,
                    channelCount: Int(format.channelCount))
            }
            samples += piece
        }
        return samples
    }

    private func largestDifference(_ left: some Sequence<Float>, _ right: some Sequence<Float>)
        -> Float
    {
        zip(left, right).map { abs($0 - $1) }.max() ?? .infinity
    }

    @Test("of IMA4 gives packets of 64 frames that come back nearly the same")
    func ima4() throws {
        let encoder = try makePacketEncoder(named(.appleIMA4))
        let samples = tone(frameCount: 1000, channels: 2)
        let packets = try packets(encoder, samples)
        #expect(packets.count == 16)
        #expect(packets.allSatisfy { $0.count == 68 })
        #expect(encoder.magicCookie == nil)
        // In the first packets the step size is still adapting.
        let decoded = try decode(packets, encoder)
        #expect(largestDifference(decoded.dropFirst(200), samples.dropFirst(200)) < 0.05)
    }

    @Test("for a coding that nothing encodes is refused by name")
    func refused() {
        #expect(throws: FormatError(.unsupportedCoding("MACE"))) {
            try makePacketEncoder(named(FormatID(rawValue: "MAC3")))
        }
    }

    #if FFmpeg
        @Test("of AC-3 and MPEG layer 2 gives what comes back at the same level")
        func lossy() throws {
            for id in ["ac-3", "ec-3", ".mp2"] as [FourCC] {
                for rate in [44_100.0, 48_000] {
                    for channels in [1, 2] as [UInt32] {
                        let encoder = try makePacketEncoder(
                            named(FormatID(rawValue: id), rate: rate, channels: channels))
                        // Whole packets, so that the end is in packets of the encoder's delay alone.
                        let samples = tone(frameCount: 18_432, channels: Int(channels))
                        let packets = try packets(encoder, samples)
                        let decoded = try decode(packets, encoder)
                        let priming = encoder.primingFrames * Int(channels)
                        let middle = 4000 * Int(channels)..<16_000 * Int(channels)
                        let heard = Array(decoded.dropFirst(priming).prefix(samples.count))
                        try #require(heard.count == samples.count)
                        func level(_ samples: ArraySlice<Float>) -> Float {
                            (samples.map { $0 * $0 }.reduce(0, +) / Float(samples.count))
                                .squareRoot()
                        }
                        let ratio = level(heard[middle]) / level(samples[middle])
                        #expect(abs(ratio - 1) < 0.03, "\(id) \(rate) \(channels) \(ratio)")
                        #expect(
                            largestDifference(heard[middle], samples[middle]) < 0.1,
                            "\(id) \(rate) \(channels)")
                    }
                }
            }
        }

        @Test("of Apple Lossless loses nothing")
        func lossless() throws {
            for (flags, channels) in [(1, 2), (3, 1)] as [(UInt32, UInt32)] {
                let encoder = try makePacketEncoder(
                    named(.appleLossless, channels: channels, flags: flags))
                #expect(encoder.format.flags.rawValue == flags)
                #expect(encoder.format.framesPerPacket == 4096)
                #expect(encoder.magicCookie?.count == 24)
                // The maximum run that Apple writes.
                #expect(encoder.magicCookie?[10...11].elementsEqual([0, 255]) == true)
                #expect(encoder.primingFrames == 0)
                let samples = tone(frameCount: 10_000, channels: Int(channels))
                let packets = try packets(encoder, samples)
                #expect(packets.count == 3)
                let decoded = try decode(packets, encoder)
                #expect(Array(decoded.prefix(samples.count)) == samples)
                #expect(decoded.dropFirst(samples.count).allSatisfy { $0 == 0 })
            }
        }

        @Test("of Apple Lossless tells a size that no packet exceeds", arguments: 1...8)
        func largestPacket(channels: Int) throws {
            for flags in [1, 3] as [UInt32] {
                let encoder = try makePacketEncoder(
                    named(.appleLossless, channels: UInt32(channels), flags: flags))
                // Noise, which cannot be compressed.
                var state: UInt32 = 1
                let samples = (0..<4096 * channels).map { _ in
                    state = state &* 1_664_525 &+ 1_013_904_223
                    return Float(Int32(bitPattern: state)) / 0x1p31
                }
                let largest = try packets(encoder, samples).map(\.count).max() ?? 0
                let cookie = try #require(encoder.magicCookie)
                let told = cookie[12..<16].reduce(0) { $0 << 8 | Int($1) }
                #expect(largest > 4096 * channels && largest <= told)
            }
        }

        /// A click demands more bits from the encoder than anything else.
        @Test(
            "of AAC makes no packet larger than the coding allows",
            arguments: [8000, 11_025, 16_000, 44_100])
        func packetBound(rate: Double) throws {
            func sample(_ index: Int) -> Float {
                let noise = Float(index * 7919 % 1001) / 100_000
                return index % 700 == 0 ? 0.9 : noise
            }
            let range = CodingProperties.bitRateRange(
                of: .mpeg4AAC, sampleRate: rate, channelCount: 1)
            for bitRate in [nil, Int(range.upperBound)] {
                let encoder = try makePacketEncoder(
                    named(.mpeg4AAC, rate: rate, channels: 1), bitRate: bitRate)
                let samples = (0..<20_000).map(sample)
                let largest = try packets(encoder, samples).map(\.count).max() ?? 0
                let bound = try #require(encoder.format.packetByteCountMax)
                #expect(largest <= Int(bound) && largest > 100)
            }
        }

        @Test("of AAC comes back after its priming")
        func aac() throws {
            let encoder = try makePacketEncoder(named(.mpeg4AAC), bitRate: 192_000)
            let samples = tone(frameCount: 20_000, channels: 2)
            let packets = try packets(encoder, samples)
            #expect(encoder.primingFrames == 1024)
            // FFmpeg's encoder is inaccurate in the very first frames, and at a sudden end.
            let settled = 2 * 4096..<2 * 19_000
            let decoded = try decode(packets, encoder).dropFirst(2 * encoder.primingFrames)
            #expect(decoded.count >= samples.count)
            #expect(largestDifference(Array(decoded)[settled], samples[settled]) < 0.05)
        }

        @Test("takes every number of channels whole, or none of it", arguments: 1...8)
        func channels(count: Int) throws {
            for id in [FormatID.mpeg4AAC, .appleLossless] {
                let wanted = named(id, channels: UInt32(count), flags: id == .appleLossless ? 1 : 0)
                // AAC has a configuration for all of these but seven.
                guard count != 7 || id == .appleLossless else {
                    #expect(throws: FormatError.self) { try makePacketEncoder(wanted) }
                    continue
                }
                let encoder = try makePacketEncoder(wanted, bitRate: nil)
                #expect(encoder.format.channelCount == UInt32(count))
                // A tone in each channel, rising in level, and low enough for an LFE channel.
                let samples = (0..<20_000 * count).map { index in
                    Float(sin(Double(index / count) * 0.008) * 0.1 * Double(1 + index % count))
                }
                let decoded = try decode(packets(encoder, samples), encoder)
                    .dropFirst(count * encoder.primingFrames)
                for channel in 0..<count {
                    let power = stride(from: channel + 4096 * count, to: 16_384 * count, by: count)
                        .map { decoded[decoded.startIndex + $0] }.reduce(0) { $0 + $1 * $1 }
                    let loudness = (2 * power / 12_288).squareRoot()
                    #expect(abs(loudness / (0.1 * Float(1 + channel)) - 1) < 0.05)
                }
            }
        }
    #endif
}
