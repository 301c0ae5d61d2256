#if FFmpeg
    import AudioCodecs
    import AudioFormats
    import AudioModel
    import CommandLineTool
    import Foundation
    import SoundCommands
    import TestSupport
    import Testing

    @Suite("sori convert to FLAC, MP3 and Opus")
    struct ConvertFormatsTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        static func canEncode(_ id: FormatID) -> Bool {
            let format = StreamFormat(
                sampleRate: 48_000, id: id, bytesPerPacket: 0, framesPerPacket: 0,
                bytesPerFrame: 0, channelCount: 2, bitsPerChannel: 0)
            return (try? makePacketEncoder(format)) != nil
        }

        private static let hasEncoders = canEncode(.mpegLayer3) && canEncode(.opus)

        private func makeTone(
            _ name: String, frameCount: Int, rate: Double = 48_000,
            _ describe: (AudioFileWriter) -> Void = { _ in }
        ) throws {
            let samples = (0..<2 * frameCount).map { index in
                Int16(sin(Double(index / 2) * 0.05) * 12_000)
            }
            try folder.makeAudioFile(name, samples: samples, sampleRate: rate, describe)
        }

        @Test("keeps every bit in FLAC, also of 24, and its length in all")
        func lossless() throws {
            try makeTone("in.wav", frameCount: 12_347)
            try folder.convert("in.wav", "a.flac")
            try folder.convert("a.flac", "b.wav")
            #expect(
                try Data(contentsOf: URL(filePath: folder.file("b.wav")))
                    == Data(contentsOf: URL(filePath: folder.file("in.wav"))))
            // 24 bits: a ramp through their range.
            try folder.writeWAV(
                (0..<9_001).map { Float($0 * 1861 - 8_388_608 + 3) / 0x1p23 }, rate: 96_000,
                as: "float.wav")
            try folder.convert("float.wav", "deep.wav", "--format", "i24")
            try folder.convert("deep.wav", "deep.flac")
            #expect(try folder.audioFile("deep.flac").format.flags.rawValue == 3)
            try folder.convert("deep.flac", "deep2.wav")
            #expect(
                try Data(contentsOf: URL(filePath: folder.file("deep2.wav")))
                    == Data(contentsOf: URL(filePath: folder.file("deep.wav"))))
        }

        @Test(
            "keeps the length in every container, and copies packets that can stay",
            .enabled(if: hasEncoders, "FFmpeg was built without libmp3lame or libopus"))
        func lengths() throws {
            try makeTone("in.wav", frameCount: 54_321)
            for name in ["a.mp3", "a.opus", "a.ogg", "a.flac"] {
                try folder.convert("in.wav", name)
                #expect(try folder.audioFile(name).frameCount() == 54_321, "\(name)")
                // To CAF and back the packets are copied.
                try folder.convert(name, "\(name).caf")
                #expect(
                    try folder.audioFile("\(name).caf").format.id
                        == folder.audioFile(name).format.id, "\(name)")
                #expect(try folder.audioFile("\(name).caf").frameCount() == 54_321, "\(name)")
                let again = "again.\(name.split(separator: ".")[1])"
                try folder.convert("\(name).caf", again, "--force")
                #expect(try folder.audioFile(again).frameCount() == 54_321, "\(name)")
                #expect(
                    try folder.audioFile(again).packetCount()
                        == folder.audioFile(name).packetCount(), "\(name)")
            }
            // Opus is resampled; the length is rounded up.
            try makeTone("cd.wav", frameCount: 44_101, rate: 44_100)
            try folder.convert("cd.wav", "cd.opus")
            #expect(try folder.audioFile("cd.opus").frameCount() == 48_002)
            // A stereo file of less than a packet.
            try makeTone("short.wav", frameCount: 1)
            for name in ["s.mp3", "s.opus", "s.flac"] {
                try folder.convert("short.wav", name)
                #expect(try folder.audioFile(name).frameCount() == 1, "\(name)")
            }
        }

        @Test(
            "carries texts and pictures",
            .enabled(if: hasEncoders, "FFmpeg was built without libmp3lame or libopus"))
        func texts() throws {
            let picture = [0xFF, 0xD8] + [UInt8](repeating: 7, count: 70_000)
            try makeTone("in.wav", frameCount: 4_000) {
                $0.properties.tags = [("title", "Tide"), ("album artist", "Band")]
                $0.properties.artwork = picture
            }
            var source = "in.wav"
            for name in ["a.flac", "b.mp3", "c.opus", "d.m4a", "e.flac"] {
                #expect(try folder.convert(source, name) == "", "\(name)")
                let found = try folder.audioFile(name)
                #expect(try found.artwork() == picture, "\(name)")
                let tags = try found.tags().filter { $0.key != "encoding application" }
                #expect(tags.contains { $0.key == "title" && $0.value == "Tide" }, "\(name)")
                #expect(tags.contains { $0.key == "album artist" && $0.value == "Band" }, "\(name)")
                source = name
            }
        }

        @Test(
            "takes a bit rate for MP3 and Opus",
            .enabled(if: hasEncoders, "FFmpeg was built without libmp3lame or libopus"))
        func bitRates() throws {
            try makeTone("in.wav", frameCount: 96_000)
            for name in ["a.mp3", "a.opus"] {
                try folder.convert("in.wav", name, "--bitrate", "64k")
                let bytes = try folder.audioFile(name).packetCount()
                #expect(bytes > 0)
                let size = try Data(contentsOf: URL(filePath: folder.file(name))).count
                #expect((8_000..<24_000).contains(size), "\(name): \(size)")
            }
            #expect(
                try folder.failure("in.wav", "b.mp3", "--bitrate", "400k").what
                    == "MPEG layer 3 of 48000 Hz and 2 channels takes at most 320000 bits a second")
            #expect(
                try folder.failure("in.wav", "b.flac", "--bitrate", "64k").what
                    == "--bitrate applies to AAC, Opus and MP3, not to FLAC")
        }

        @Test(
            "decodes a chained file, as one stream has no place for the headers of each part",
            .enabled(if: hasEncoders, "FFmpeg was built without libmp3lame or libopus"))
        func chained() throws {
            var chain: [UInt8] = []
            for (name, frameCount) in [("1", 30_000), ("2", 20_000)] {
                try makeTone("\(name).wav", frameCount: frameCount)
                try folder.convert("\(name).wav", "\(name).opus")
                chain += try folder.data("\(name).opus")
            }
            try folder.write(chain, as: "chain.opus")
            for name in ["a.caf", "b.wav", "c.opus"] {
                try folder.convert("chain.opus", name)
                #expect(try folder.audioFile(name).frameCount() == 50_000, "\(name)")
            }
            #expect(try folder.audioFile("a.caf").format.id == .opus)
            // Unaltered it is copied as it is.
            #expect(try folder.data("c.opus") == chain)
        }

        @Test(
            "keeps or names what each part of a chained file says, and info shows it",
            .enabled(if: hasEncoders, "FFmpeg was built without libmp3lame or libopus"))
        func chainedTags() throws {
            var chain: [UInt8] = []
            for (name, artist) in [("Ebb", "A"), ("Flow", "B")] {
                try makeTone("\(name).wav", frameCount: 24_000) {
                    $0.properties.tags = [("title", name), ("artist", artist), ("album", "Tide")]
                }
                try folder.convert("\(name).wav", "\(name).opus")
                chain += try folder.data("\(name).opus")
            }
            try folder.write(chain, as: "chain.opus")
            let test = TestConsole()
            let words = try arguments([folder.file("chain.opus")], InfoCommand.syntax)
            #expect(try InfoCommand.run(words, test.console) == .done)
            let part = test.output.lines.drop { !$0.contains("part 2") }
            #expect(part.first?.hasSuffix("from 0.500 s on") == true)
            for line in ["title     Flow", "artist    B", "album     Tide"] {
                #expect(part.contains { $0.hasSuffix(line) }, "\(line)")
            }
            let notice =
                "left out, because the parts of the file become one: artist of part 2"
            #expect(try folder.convert("chain.opus", "a.flac").contains(notice))
            let made = try folder.audioFile("a.flac").fileTags()
            #expect(made.texts.contains { $0 == ("title", "Ebb") })
            #expect(made.chapters.map(\.title) == ["Ebb", "Flow"])
            #expect(made.chapters.map(\.start) == [0, 0.5] && made.laterParts.isEmpty)
        }

        @Test("refuses what a coding or a file type lacks, with a remedy, and makes nothing")
        func refused() throws {
            try makeTone("in.wav", frameCount: 4_000, rate: 96_000)
            for (name, options, advice) in [
                ("a.mp3", [], "write --rate 48000 or --channels 2"),
                ("a.opus", ["--rate", "44100"], "leave --rate out"),
                ("a.flac", ["--format", "aac"], "write --format flac"),
                ("a.mp3", ["--format", "flac"], "write --format mp3"),
                ("a.ogg", ["--format", "flac"], "write --format opus"),
                ("a.m4a", ["--format", "flac"], "write --format aac or --format alac"),
            ] as [(String, [String], String)] {
                let error = try #require(throws: ProgramError.self) {
                    _ = try folder.runConvert("in.wav", name, options)
                }
                #expect(error.code == .wrongUse, "\(name)")
                #expect(error.advice.hasPrefix(advice), "\(name): \(error.advice)")
            }
            #expect(folder.files == ["in.wav"])
        }
    }
#endif
