#if FFmpeg
    import AudioFormats
    import AudioModel
    import ChannelLayouts
    import Foundation
    import TestSupport
    import Testing
    import sori

    /// Files in which each channel has a pitch of its own.
    @Suite("sori convert, of surround sound")
    struct ConvertSurroundTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private static let rate = 48_000.0

        /// Labels of the channels with the pitch of each, in the order of WAVE.
        private static func pitches(_ channelCount: Int) -> [(label: UInt32, hertz: Double)] {
            let front: [(UInt32, Double)] = [(1, 400), (2, 500), (3, 600), (4, 100)]
            let behind: [(UInt32, Double)] =
                channelCount == 6
                ? [(5, 700), (6, 800)] : [(33, 700), (34, 800), (5, 900), (6, 1000)]
            return front + behind
        }

        private func make(_ name: String, channelCount: Int) throws {
            let pitches = Self.pitches(channelCount)
            let samples = (0..<9_600 * channelCount).map { index -> Int16 in
                let (frame, channel) = index.quotientAndRemainder(dividingBy: channelCount)
                let phase = 2 * Double.pi * pitches[channel].hertz * Double(frame) / Self.rate
                return Int16(8_000 * sin(phase))
            }
            try folder.makeAudioFile(
                name, .wav, channels: UInt32(channelCount), samples: samples, sampleRate: Self.rate
            ) {
                $0.properties.channelLayout = ChannelLayout(
                    tag: ChannelLayout.useBitmap, bitmap: channelCount == 6 ? 0x3F : 0x63F)
            }
        }

        private func level(_ samples: some Collection<Float>, _ hertz: Double) -> Double {
            var (real, imaginary) = (0.0, 0.0)
            for (index, sample) in samples.enumerated() {
                let angle = 2 * Double.pi * hertz / Self.rate * Double(index)
                real += Double(sample) * cos(angle)
                imaginary += Double(sample) * sin(angle)
            }
            return (real * real + imaginary * imaginary).squareRoot()
        }

        /// The label that each channel has by its pitch.
        private func labels(_ samples: [Float], _ channelCount: Int) -> [UInt32] {
            (0..<channelCount).map { channel in
                let own = stride(
                    from: channel + channelCount * 2_000, to: samples.count - channelCount * 1_000,
                    by: channelCount
                ).map { samples[$0] }
                return Self.pitches(channelCount).max {
                    level(own, $0.hertz) < level(own, $1.hertz)
                }?.label ?? 0
            }
        }

        private func decoded(_ file: AudioFileReader) throws -> [Float] {
            let reader = try FrameReader(file)
            let frameCount = Int(try file.frameCount())
            var samples = [Float](repeating: 0, count: frameCount * reader.channelCount)
            let count = try reader.read(into: &samples, frameCount: frameCount)
            return Array(samples.prefix(count * reader.channelCount))
        }

        /// The channels as the file names them, with those that are heard.
        private func channels(_ name: String) throws -> (stated: [UInt32], heard: [UInt32]) {
            let file = try folder.audioFile(name)
            // WAVE's bits call the pair at the sides direct surrounds beside a rear one.
            var stated = try file.channelLayout?.labels().map(\.rawValue) ?? []
            if stated.contains(10) {
                let names: [UInt32: UInt32] = [5: 33, 6: 34, 10: 5, 11: 6]
                stated = stated.map { names[$0] ?? $0 }
            }
            return (stated, labels(try decoded(file), Int(file.format.channelCount)))
        }

        private static let files: [(name: String, options: [String])] = [
            ("a.wav", []), ("b.caf", []), ("c.flac", []), ("d.opus", []),
            ("e.m4a", ["--format", "aac"]), ("f.caf", ["--format", "aac"]),
            ("g.m4a", ["--format", "alac"]), ("h.caf", ["--format", "alac"]),
            ("i.aac", []), ("j.aifc", []),
        ]

        private func convert(_ input: String, _ output: String, _ options: [String]) throws {
            let result = try folder.runConvert(input, output, options)
            #expect(result.errors == "", "\(input) to \(output)")
        }

        @Test(
            "keeps every channel's role between any two kinds of file", arguments: [6, 8])
        func roles(channelCount: Int) throws {
            // Neither Apple Lossless nor ADTS has two pairs behind.
            let files = Self.files.filter {
                channelCount == 6 || !"ghi".contains($0.name.prefix(1))
            }
            try make("source.wav", channelCount: channelCount)
            for first in files {
                let one = "1\(first.name)"
                try convert("source.wav", one, first.options)
                let written = try channels(one)
                #expect(written.stated == written.heard, "\(first)")
                for second in files {
                    let two = "\(first.name)-2\(second.name)"
                    try convert(one, two, second.options)
                    let found = try channels(two)
                    #expect(found.stated == found.heard, "\(first) to \(second)")
                    #expect(
                        Set(found.heard) == Set(Self.pitches(channelCount).map(\.label)),
                        "\(first) to \(second)")
                }
            }
        }

        @Test(
            "writes channels where FFmpeg finds them",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: [6, 8])
        func others(channelCount: Int) throws {
            try make("source.wav", channelCount: channelCount)
            let files = Self.files.filter { file in
                channelCount == 6 || !"ghi".contains(file.name.prefix(1))
            }
            // FFmpeg decodes to WAVE's order; of AAC it does so for both configurations of eight.
            for file in files where file.name != "j.aifc" && file.name != "b.caf" {
                try convert("source.wav", file.name, file.options)
                let samples = try ExternalProgram.decodeWithFFmpeg(folder.file(file.name))
                #expect(
                    labels(samples, channelCount) == Self.pitches(channelCount).map(\.label),
                    "\(file)")
            }
        }

        @Test("states a rear pair of AAC in the configuration, and a wide one in ADTS")
        func eight() throws {
            try make("source.wav", channelCount: 8)
            #expect(try folder.convert("source.wav", "a.m4a", "--format", "aac") == "")
            // AAC 7.1 B: channel configuration 12 behind type 2 and index 3.
            #expect(try folder.audioFile("a.m4a").channelLayout?.tag == 183 << 16 | 8)
            let cookie = try #require(try folder.audioFile("a.m4a").magicCookie)
            #expect(
                cookie.indices.dropLast().contains { cookie[$0...].starts(with: [0x11, 0xE0]) })
            // Packets that are copied keep what they are said to be.
            #expect(try folder.convert("a.m4a", "b.caf") == "")
            #expect(try folder.audioFile("b.caf").channelLayout?.tag == 183 << 16 | 8)
            let notice = try folder.convert("source.wav", "c.aac")
            #expect(notice.contains("mixed from"))
            #expect(try folder.audioFile("c.aac").channelLayout?.tag == 127 << 16 | 8)
            // Nor is the sound of a rear pair copied to where it would be a wide one.
            let copied = try folder.convert("a.m4a", "d.aac")
            #expect(copied.contains("mixed from"))
        }

        @Test("plays surround sound of any file with its sides and its centre in place")
        func playing() throws {
            try make("source.wav", channelCount: 6)
            for file in Self.files {
                try convert("source.wav", file.name, file.options)
                let reader = try folder.audioFile(file.name)
                let samples = try decoded(reader)
                var stereo = [Float](repeating: 0, count: samples.count / 3)
                StereoDownmix(channelCount: 6, layout: reader.channelLayout)
                    .apply(samples, frameCount: samples.count / 6, into: &stereo)
                let sides = [0, 1].map { side in
                    stride(from: side + 4_000, to: stereo.count - 2_000, by: 2).map { stereo[$0] }
                }
                // Left and its surround are on the left, the centre on both, low effects on none.
                for (hertz, wanted) in [
                    (400.0, [true, false]), (500, [false, true]), (600, [true, true]),
                    (100, [false, false]), (700, [true, false]), (800, [false, true]),
                ] {
                    let loudest = sides.map { level($0, 400) }.max() ?? 0
                    #expect(
                        sides.map { level($0, hertz) > loudest / 5 } == wanted,
                        "\(hertz) Hz of \(file.name)")
                }
            }
        }
    }
#endif
