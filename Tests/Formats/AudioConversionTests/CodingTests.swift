import AudioConversion
import AudioCodecs
import AudioModel
import Testing

@Suite("A conversion to a coding and back")
struct CodingTests {
    private func music(_ frameCount: Int, channels: Int) -> Packets {
        let parts = (0..<channels).map {
            sine(440 * Double($0 + 1), rate: 44100, frameCount: frameCount)
        }
        return Packets(
            floats: (0..<frameCount * channels).map { parts[$0 % channels][$0 / channels] },
            channels: channels)
    }

    /// Encoded audio, with the properties that a decoder needs.
    private struct Coded {
        var packets: Packets
        var format: StreamFormat
        var cookie: [UInt8]?
        var priming: (leading: Int, trailing: Int)
    }

    private func coded(
        _ packets: Packets, _ input: StreamFormat, _ output: StreamFormat,
        _ options: ConversionOptions = ConversionOptions(), piece: @escaping (Int) -> Int = { $0 }
    ) throws -> Coded {
        let converter = try FormatConverter(from: input, to: output, options: options)
        let all = converter.all(Feeder(packets, input, piece: piece))
        #expect(all.end == .ended)
        return Coded(
            packets: all.packets, format: converter.outputFormat, cookie: converter.magicCookie,
            priming: converter.outputPriming)
    }

    private func decoded(_ coded: Coded, to output: StreamFormat) throws -> Packets {
        var options = ConversionOptions()
        options.inputMagicCookie = coded.cookie
        options.inputPriming = coded.priming.leading
        options.inputRemainder = coded.priming.trailing
        return try converted(coded.packets, from: coded.format, to: output, options)
    }

    @Test("of IMA4 gives back every frame, nearly as it was", arguments: [1, 64, 65, 5000])
    func ima4(frameCount: Int) throws {
        let input = StreamFormat.pcm(44100, channels: 2)
        let music = music(frameCount, channels: 2)
        let coded = try coded(music, input, .coded(.appleIMA4, 44100, channels: 2))
        #expect(coded.packets.count == (frameCount + 63) / 64)
        #expect(coded.priming == (0, coded.packets.count * 64 - frameCount))
        let back = try decoded(coded, to: input)
        #expect(back.count == frameCount)
        let worst = zip(back.floats, music.floats).dropFirst(400).map { abs($0 - $1) }.max() ?? 0
        #expect(worst < 0.05)
    }

    @Test("of G.711 is as exact as its quantisation", arguments: ["ulaw", "alaw"])
    func laws(name: String) throws {
        let input = StreamFormat.pcm(8000)
        let music = music(1000, channels: 1)
        let law = StreamFormat.coded(name == "ulaw" ? .uLaw : .aLaw, 8000, channels: 1)
        let coded = try coded(music, input, law)
        #expect(coded.packets.bytes[0].count == 1000)
        let back = try decoded(coded, to: input)
        let fit = SineFit(back.floats, 440, rate: 44100)
        #expect(fit.signalToNoise > 35)
    }

    @Test("names what it cannot do")
    func refused() {
        func error(_ input: StreamFormat, _ output: StreamFormat) -> ConversionError? {
            do throws(ConversionError) {
                _ = try FormatConverter(from: input, to: output)
                return nil
            } catch { return error }
        }
        let pcm = StreamFormat.pcm(44100)
        let celp = StreamFormat.coded(FormatID(rawValue: "Qclp"), 44100, channels: 1)
        #expect(error(pcm, celp) == .unsupportedOutput("QCELP"))
        #expect(error(celp, pcm) == .unsupportedInput("QCELP"))
        #expect(error(pcm, .pcm(44100, channels: 0)) == .unsupportedOutput("0 channels"))
        #expect(error(.pcm(44100, channels: 65), pcm) == .unsupportedInput("65 channels"))
        #expect(
            error(.pcm(44100, bits: 40, flags: .signedInteger), pcm)
                == .unsupportedInput("40-bit little-endian integer PCM"))
    }

    #if FFmpeg
        @Test("of Apple Lossless loses nothing", arguments: [16, 24], [1, 4096, 9000])
        func lossless(bits: UInt32, frameCount: Int) throws {
            let input = StreamFormat.pcm(44100, channels: 2, bits: bits, flags: .signedInteger)
            let short = try converted(
                music(frameCount, channels: 2), from: .pcm(44100, channels: 2), to: input)
            let coded = try coded(short, input, .coded(.appleLossless, 44100, channels: 0))
            #expect(coded.format.framesPerPacket == 4096)
            #expect(coded.format.channelCount == 2)
            #expect(coded.cookie?.count == 24)
            #expect(try decoded(coded, to: input) == short)
            // The cookie contains nothing beyond the format.
            var bare = coded
            bare.cookie = nil
            #expect(try decoded(bare, to: input) == short)
        }

        @Test("of AAC gives back every frame in its place, also at another rate")
        func aac() throws {
            let input = StreamFormat.pcm(44100, channels: 1)
            let music = music(10000, channels: 1)
            let coded = try coded(music, input, .coded(.mpeg4AAC, 44100, channels: 1))
            #expect(coded.priming.leading > 0)
            let back = try decoded(coded, to: input)
            #expect(back.count == 10000)
            let fit = SineFit(back.floats[3000..<7000], 440, rate: 44100)
            #expect(fit.signalToNoise > 20)
            let expected = (2 * Double.pi * 440 * 3000 / 44100)
            #expect(abs((fit.phase - expected).remainder(dividingBy: 2 * .pi)) < 0.02)
            let other = try self.coded(music, input, .coded(.mpeg4AAC, 48000, channels: 2))
            #expect(other.format.sampleRate == 48000)
            let wide = try decoded(other, to: .pcm(44100, channels: 2))
            // Twice rounded up to a whole frame.
            #expect((10000...10001).contains(wide.count))
        }

        @Test("makes the same packets of whatever pieces")
        func pieces() throws {
            let input = StreamFormat.pcm(44100, channels: 2)
            let music = music(9000, channels: 2)
            for id in [FormatID.mpeg4AAC, .appleLossless, .appleIMA4] {
                let whole = try coded(music, input, .coded(id, 44100, channels: 2))
                var numbers = SeededNumbers(5)
                let parts = try coded(music, input, .coded(id, 44100, channels: 2)) { _ in
                    Int.random(in: 1...3000, using: &numbers)
                }
                #expect(parts.packets == whole.packets)
            }
        }

        @Test("needs descriptions where packets differ, and room for one packet")
        func misuse() throws {
            let input = StreamFormat.pcm(44100, channels: 1)
            let coded = try coded(
                music(5000, channels: 1), input, .coded(.mpeg4AAC, 44100, channels: 1))
            var options = ConversionOptions()
            options.inputMagicCookie = coded.cookie
            let decoder = try FormatConverter(from: coded.format, to: input, options: options)
            let bytes = coded.packets.bytes[0]
            var room = [UInt8](repeating: 0, count: 4096)
            func result(_ descriptions: [PacketDescription]?) -> ConversionResult {
                bytes.withUnsafeBytes { bytes in
                    room.withUnsafeMutableBytes { room in
                        (descriptions ?? []).withUnsafeBufferPointer { list in
                            decoder.convert(
                                into: ConversionOutput(buffers: [room]), packetCount: 1024
                            ) { _ in
                                .packets(
                                    PacketBatch(
                                        packetCount: 1, buffers: [bytes],
                                        descriptions: descriptions == nil ? nil : list))
                            }
                        }
                    }
                }
            }
            #expect(result(nil).halt == .failed(.missingDescriptions))
            for description in [
                PacketDescription(startOffset: -1, byteCount: 10),
                PacketDescription(startOffset: 0, byteCount: .max),
                PacketDescription(startOffset: .max, byteCount: 1),
            ] {
                #expect(result([description]).halt == .failed(.inputSize))
            }
            let encoder = try FormatConverter(from: input, to: coded.format)
            let feeder = Feeder(music(5000, channels: 1), input)
            let tight = room.withUnsafeMutableBytes { room in
                encoder.convert(
                    into: ConversionOutput(
                        buffers: [UnsafeMutableRawBufferPointer(rebasing: room[..<4])]),
                    packetCount: 1, pulling: feeder.pull)
            }
            #expect(tight.halt == .failed(.outputSize))
        }
    #endif
}
