#if FFmpeg
    import AudioCodecs
    import AudioFormats
    import AudioModel
    import Foundation
    import TestSupport
    import Testing

    @Suite("A FLAC file that arrives in pieces")
    struct FLACStreamTests {
        /// A tone under noise, in frames of the encoder's size and a shorter last one.
        private static func file(channels: Int, frameCount: Int, flags: UInt32 = 1) throws
            -> [UInt8]
        {
            let format = StreamFormat(
                sampleRate: 44_100, id: .flac, flags: FormatFlags(rawValue: flags),
                bytesPerPacket: 0, framesPerPacket: 0, bytesPerFrame: 0,
                channelCount: UInt32(channels), bitsPerChannel: 0)
            let encoder = try makePacketEncoder(format)
            var generator = SeededGenerator(seed: 7)
            let samples = (0..<frameCount * channels).map { index in
                Float(sin(Double(index / channels) * 0.05) * 0.4)
                    + Float.random(in: -0.2...0.2, using: &generator)
            }
            let sink = MemorySink()
            let writer = try AudioFileWriter(sink, kind: .flac, format: encoder.format)
            writer.properties.tags = [("title", "Tide")]
            writer.properties.artwork = [0xFF, 0xD8] + [UInt8](repeating: 7, count: 3_000)
            var packets = try samples.withUnsafeBufferPointer {
                try encoder.encode($0.baseAddress!, frameCount: frameCount)
            }
            packets += try encoder.finish()
            for packet in packets {
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
                Int64(packets.count) * Int64(encoder.format.framesPerPacket) - Int64(frameCount)
            try writer.close()
            return sink.bytes
        }

        @Test("gives the packets of the whole file, whatever the pieces", arguments: [1, 2, 6])
        func same(channels: Int) throws {
            let file = try Self.file(channels: channels, frameCount: 30_000)
            let expected = try filePackets(file)
            #expect(expected.packets.count > 6)
            #expect(stream(file) == expected)
            #expect(stream(file, in: .of(1)) == expected)
            for seed in 1...4 as ClosedRange<UInt64> {
                #expect(stream(file, in: .random(seed)) == expected, "seed \(seed)")
            }
            // And all but the last before it ends.
            let open = stream(file, in: .of(1_000), isFinished: false)
            #expect(open.packets == expected.packets.dropLast())
        }

        @Test(
            "of FFmpeg's making gives its packets",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: [
                ["-ar", "44100"], ["-ar", "96000", "-sample_fmt", "s32"], ["-ar", "8000"],
            ])
        func others(options: [String]) throws {
            let folder = try TemporaryFolder()
            let path = folder.file("a.flac")
            try ExternalProgram.ffmpeg.run(
                ["-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=1:a=0.5:seed=3"] + options + [
                    path
                ])
            let file = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            #expect(stream(file, in: .random(5)) == (try filePackets(file)))
        }

        @Test("states what its header states")
        func header() throws {
            let file = try Self.file(channels: 2, frameCount: 30_000)
            let parser = AudioStreamParser()
            try append(file[...], to: parser)
            while try parser.nextEvent() != nil, parser.reader == nil {}
            let reader = try #require(parser.reader)
            let whole = try open(file)
            #expect(reader.format == whole.format)
            #expect(reader.magicCookie == whole.magicCookie)
            #expect(reader.dataOffset == whole.dataOffset)
            #expect(parser.packetCount == (try whole.packetCount()))
            #expect(parser.duration == (try whole.duration()))
            #expect(parser.packetSizeUpperBound ?? 0 >= (try whole.maximumPacketSize()))
            #expect(try reader.tags().map(\.value) == ["Tide"])
        }

        @Test("continues behind a gap and after a seek, with the frame's own number")
        func gaps() throws {
            let file = try Self.file(channels: 1, frameCount: 60_000)
            let expected = try filePackets(file).packets
            let start = Int(try open(file).dataOffset)
            for isSeek in [false, true] {
                let parser = AudioStreamParser()
                try append(file[..<(start + 100)], to: parser)
                while try parser.nextEvent() != nil {}
                let next = start + expected[..<5].map(\.count).reduce(0, +) + 11
                if isSeek {
                    let place = try parser.seek(toPacket: 3)
                    #expect(place.isEstimated)
                }
                try append(file[next...], to: parser, isDiscontinuous: !isSeek)
                parser.finish()
                var found: [StreamedPackets] = []
                while let event = try parser.nextEvent() {
                    if case .packets(let packets) = event { found.append(packets) }
                }
                #expect(found.first?.firstPacket == 6)
                #expect(found.flatMap(\.bytes) == expected[6...].flatMap { $0 })
            }
        }

        @Test("that is cut inside a frame has the frames before it, and says so", arguments: 0..<5)
        func cut(place: Int) throws {
            let whole = try Self.file(channels: 2, frameCount: 30_000)
            let packets = try filePackets(whole).packets
            let expected = try decodeFrames(whole)
            let last = try #require(packets.last).count
            // Near the end of the last frame, in its middle, behind its header, inside it, and inside
            // the frame before.
            let missing = [1, 700, last - 20, last - 3, last + 500][place]
            let count = packets.count - (place == 4 ? 2 : 1)
            let cut = Array(whole.dropLast(missing))
            let file = try open(cut)
            let found = Int64(count) * Int64(file.format.framesPerPacket)
            #expect(try file.packetCount() == Int64(count))
            #expect(try decodeFrames(file) == Array(expected.prefix(Int(found) * 2)))
            #expect(try file.missingAudio() == .frames(found: found, stated: 30_000))
            #expect(stream(cut).packets == Array(packets.prefix(count)))
            // Where nothing states the number of frames, it is said as well.
            var bytes = cut
            let information = 8
            bytes[information + 13] &= 0xF0
            for index in 14..<18 { bytes[information + index] = 0 }
            let unstated = try open(bytes)
            #expect(try unstated.frameCount() == found)
            #expect(try unstated.missingAudio() == .packet(found: found))
        }

        @Test("that is damaged or cut gives packets of its own bytes, and ends", arguments: 1...60)
        func damaged(seed: UInt64) throws {
            var file = try Self.file(channels: 1, frameCount: 9_000)
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<Int.random(in: 1...20, using: &generator) {
                let index = Int.random(in: 4..<(seed % 2 == 0 ? 80 : file.count), using: &generator)
                file[index] = UInt8.random(in: 0...255, using: &generator)
            }
            file = Array(file.prefix(Int.random(in: 0...file.count, using: &generator)))
            let found = stream(file, in: .random(seed))
            #expect(found.packets.reduce(0) { $0 + $1.count } <= file.count)
            #expect(found == stream(file, in: .of(997)))
        }
    }
#endif
