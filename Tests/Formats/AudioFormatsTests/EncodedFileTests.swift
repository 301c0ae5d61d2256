#if FFmpeg
    import AudioCodecs
    import AudioFormats
    import AudioModel
    import Foundation
    import TestSupport
    import Testing

    /// Files of FLAC, MP3 and Opus that are encoded and written here.
    @Suite("A file that is encoded here")
    struct EncodedFileTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private static let isComparable = ExternalProgram.ffmpeg.isInstalled

        /// A tone, different in each channel, quantised to `bits`.
        private static func tone(
            _ frameCount: Int, channels: Int, bits: Int = 16, rate: Double = 44_100
        ) -> [Float] {
            let scale = Double(1 << (bits - 1))
            return (0..<frameCount * channels).map { index in
                let (frame, channel) = index.quotientAndRemainder(dividingBy: channels)
                let phase = Double(frame) * 2 * .pi * (330 + 50 * Double(channel)) / rate
                return Float((sin(phase) * 0.4 * scale).rounded() / scale)
            }
        }

        private static func format(
            _ id: FormatID, rate: Double, channels: Int, flags: UInt32 = 0
        ) -> StreamFormat {
            StreamFormat(
                sampleRate: rate, id: id, flags: FormatFlags(rawValue: flags), bytesPerPacket: 0,
                framesPerPacket: 0, bytesPerFrame: 0, channelCount: UInt32(channels),
                bitsPerChannel: 0)
        }

        /// Encodes samples and writes them, in pieces of odd sizes.
        ///
        /// - Parameter isClosed: False leaves the file as a killed writer does, after an update.
        private func write(
            _ samples: [Float], _ format: StreamFormat, _ kind: ContainerKind,
            to sink: any ByteSink, bitRate: Int? = nil,
            isClosed: Bool = true, _ prepare: (AudioFileWriter) -> Void = { _ in }
        ) throws {
            let encoder = try makePacketEncoder(format, bitRate: bitRate)
            let writer = try AudioFileWriter(sink, kind: kind, format: encoder.format)
            writer.properties.magicCookie = encoder.magicCookie
            writer.properties.primingFrames = Int64(encoder.primingFrames)
            prepare(writer)
            let channels = Int(format.channelCount)
            let frameCount = samples.count / channels
            try samples.withUnsafeBufferPointer { samples in
                var frame = 0
                while frame < frameCount {
                    let count = min(1999, frameCount - frame)
                    let packets = try encoder.encode(
                        samples.baseAddress! + frame * channels, frameCount: count)
                    try append(packets, to: writer)
                    frame += count
                }
            }
            guard isClosed else {
                try writer.update()
                return
            }
            try append(try encoder.finish(), to: writer)
            writer.properties.magicCookie = encoder.magicCookie
            writer.properties.remainderFrames =
                writer.packetCount * Int64(encoder.format.framesPerPacket)
                - Int64(encoder.primingFrames + frameCount)
            try writer.close()
        }

        private func append(_ packets: [[UInt8]], to writer: AudioFileWriter) throws {
            for packet in packets {
                let description = [PacketDescription(byteCount: UInt32(packet.count))]
                try packet.withUnsafeBytes { bytes in
                    try description.withUnsafeBufferPointer {
                        try writer.writePackets(
                            startingAt: writer.packetCount, count: 1, from: bytes,
                            descriptions: $0)
                    }
                }
            }
        }

        /// FFmpeg's decoded samples, as floats.
        private func decodedByFFmpeg(_ bytes: [UInt8], _ ending: String) throws -> [Float] {
            let path = folder.file("coded.\(ending)")
            try Data(bytes).write(to: URL(filePath: path))
            let output = try ExternalProgram.ffmpeg.run([
                "-v", "error", "-i", path, "-f", "f32le", "-",
            ])
            return output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        }

        /// Ratio of the sound to the error, in dB.
        private func ratio(_ decoded: [Float], to samples: [Float]) -> Double {
            let sound = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
            let error = zip(decoded, samples).reduce(0.0) {
                let difference = Double($1.0 - $1.1)
                return $0 + difference * difference
            }
            return 10 * log10(sound / max(error, 1e-12))
        }

        // MARK: AAC

        @Test(
            "of AAC has the packets that FFmpeg's own program makes",
            .enabled(if: isComparable, "ffmpeg is not installed"), arguments: [64, 128])
        func aacPackets(kilobits: Int) throws {
            let samples = Self.tone(20_000, channels: 2)
            try samples.withUnsafeBytes { Data($0) }
                .write(to: URL(filePath: folder.file("in.raw")))
            try ExternalProgram.ffmpeg.run([
                "-v", "error", "-f", "f32le", "-ar", "44100", "-ac", "2", "-i",
                folder.file("in.raw"), "-c:a", "aac", "-aac_pns", "0", "-b:a", "\(kilobits)k",
                folder.file("out.m4a"),
            ])
            let theirs = try allPackets(try AudioFileReader(path: folder.file("out.m4a")))
            let format = Self.format(.mpeg4AAC, rate: 44_100, channels: 2)
            let encoder = try makePacketEncoder(format, bitRate: kilobits * 1000)
            let ours =
                try samples.withUnsafeBufferPointer {
                    try encoder.encode($0.baseAddress!, frameCount: 20_000)
                } + encoder.finish()
            #expect(ours.count == theirs.count)
            // Both pad the last frames with silence, differently.
            #expect(Array(ours.dropLast(2)) == Array(theirs.dropLast(2)))
        }

        @Test("of AAC has its frames without priming and remainder")
        func aac() throws {
            let samples = Self.tone(20_000, channels: 2)
            let sink = MemorySink()
            try write(
                samples, Self.format(.mpeg4AAC, rate: 44_100, channels: 2), .m4a, to: sink,
                bitRate: 192_000)
            let file = try open(sink.bytes)
            #expect(try file.frameCount() == 20_000)
            // FFmpeg's encoder is inaccurate in the very first frames, and at a sudden end.
            let settled = 2 * 4096..<2 * 19_000
            let decoded = try decodeFrames(file)
            let aligned = ratio(Array(decoded[settled]), to: Array(samples[settled]))
            #expect(aligned > 20)
            let differences = zip(decoded[settled], samples[settled]).map { abs($0 - $1) }
            #expect(try #require(differences.max()) < 0.05)
            // A frame earlier or later fits less well.
            for shift in [-2, 2] {
                let shifted = samples[settled.lowerBound + shift..<settled.upperBound + shift]
                #expect(ratio(Array(decoded[settled]), to: Array(shifted)) < aligned)
            }
        }

        // MARK: FLAC

        @Test(
            "of FLAC has the same samples, of 16 and 24 bits, whatever its length",
            arguments: [(16, 1), (16, 2), (24, 1), (24, 2), (16, 3), (24, 6), (16, 7), (24, 8)])
        func lossless(bits: Int, channels: Int) throws {
            for frameCount in [1, 15, 4_608, 12_345] {
                let samples = Self.tone(frameCount, channels: channels, bits: bits)
                let sink = MemorySink()
                try write(
                    samples,
                    Self.format(.flac, rate: 44_100, channels: channels, flags: bits == 16 ? 1 : 3),
                    .flac, to: sink)
                let file = try open(sink.bytes)
                #expect(try file.frameCount() == Int64(frameCount))
                #expect(try decodeFrames(file) == samples)
                guard Self.isComparable else { continue }
                #expect(try decodedByFFmpeg(sink.bytes, "flac") == samples, "\(frameCount) frames")
            }
        }

        @Test(
            "of FLAC states the checksum and the number of its samples",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func checksum() throws {
            let sink = MemorySink()
            try write(
                Self.tone(10_000, channels: 2),
                Self.format(.flac, rate: 48_000, channels: 2, flags: 1),
                .flac, to: sink)
            let bytes = sink.bytes
            // The checksum is at the end of the first block, which starts behind 8 bytes.
            let stated = bytes[26..<42].map { String(format: "%02x", $0) }.joined()
            let path = folder.file("checked.flac")
            try Data(bytes).write(to: URL(filePath: path))
            let output = try ExternalProgram.ffmpeg.run([
                "-v", "error", "-i", path, "-c:a", "pcm_s16le", "-f", "md5", "-",
            ])
            #expect(String(decoding: output, as: UTF8.self) == "MD5=\(stated)\n")
            #expect(bytes[21] & 0xF == 0 && bytes[22..<26].elementsEqual([0, 0, 0x27, 0x10]))
        }

        // MARK: MP3 and Opus

        private struct Lossy: CustomTestStringConvertible {
            var id: FormatID
            var kind: ContainerKind
            var ending: String
            var rate: Double
            var channels: Int
            var testDescription: String { "\(ending), \(Int(rate)) Hz, \(channels) channels" }
        }

        private static let lossy =
            [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000].flatMap { rate in
                [1, 2].map {
                    Lossy(id: .mpegLayer3, kind: .mp3, ending: "mp3", rate: rate, channels: $0)
                }
            }
            + [1, 2, 3, 6, 8].map {
                Lossy(id: .opus, kind: .ogg, ending: "opus", rate: 48_000, channels: $0)
            }
            + [Lossy(id: .opus, kind: .caf, ending: "caf", rate: 48_000, channels: 2)]

        private static func hasEncoder(_ id: FormatID) -> Bool {
            let format = format(id, rate: 48_000, channels: 2)
            return (try? makePacketEncoder(format)) != nil
        }

        private static let hasLossyEncoders = hasEncoder(.mpegLayer3) && hasEncoder(.opus)

        @Test(
            "of MP3 or Opus has the length of its source, and its sound in place",
            .enabled(if: hasLossyEncoders, "FFmpeg was built without libmp3lame or libopus"),
            arguments: lossy)
        private func exactLength(_ coding: Lossy) throws {
            // Opus keeps only the low frequencies of the LFE channel.
            let low = coding.id == .opus && coding.channels >= 6 ? 3 : nil
            func ratio(_ decoded: [Float], to samples: [Float]) -> Double {
                let heard = samples.indices.filter { $0 % coding.channels != low }
                return self.ratio(
                    heard.map { decoded.indices.contains($0) ? decoded[$0] : 0 },
                    to: heard.map { samples[$0] })
            }
            for frameCount in [1, 575, 1_152, 48_000, 54_321] {
                let samples = Self.tone(frameCount, channels: coding.channels, rate: coding.rate)
                let sink = MemorySink()
                try write(
                    samples,
                    Self.format(coding.id, rate: coding.rate, channels: coding.channels),
                    coding.kind, to: sink)
                let file = try open(sink.bytes)
                #expect(try file.frameCount() == Int64(frameCount), "\(frameCount) frames")
                let decoded = try decodeFrames(file)
                #expect(decoded.count == samples.count, "\(frameCount) frames")
                if frameCount > 40_000 { #expect(ratio(decoded, to: samples) > 15) }
                // FFmpeg 5.1 trims the end of neither CAF nor short files.
                guard Self.isComparable, coding.kind != .caf, frameCount > 2_000 else { continue }
                let theirs = try decodedByFFmpeg(sink.bytes, coding.ending)
                #expect(theirs.count == samples.count, "\(frameCount) frames by FFmpeg")
                #expect(ratio(theirs, to: samples) > 15)
            }
        }

        @Test(
            "can be read to the last packet, or page, when its writer was killed",
            arguments: [
                (.flac, .flac, 44_100), (.mpegLayer3, .mp3, 44_100), (.opus, .ogg, 48_000),
            ] as [(FormatID, ContainerKind, Double)])
        func killed(id: FormatID, kind: ContainerKind, rate: Double) throws {
            guard Self.hasEncoder(id) else { return }
            let samples = Self.tone(100_000, channels: 2, rate: rate)
            let sink = MemorySink()
            let format = Self.format(id, rate: rate, channels: 2, flags: id == .flac ? 1 : 0)
            try write(samples, format, kind, to: sink, isClosed: false)
            for cut in [0, 1, 77, 20_000] {
                let bytes = Array(sink.bytes.dropLast(cut))
                let decoded = try decodeFrames(try open(bytes))
                #expect(decoded.count > 2 * (cut < 100 ? 90_000 : 10_000), "without \(cut) bytes")
                // A packet that was cut is silence.
                let count = min(decoded.count, samples.count) - 2 * 4_608
                #expect(ratio(Array(decoded[..<count]), to: samples) > 15, "without \(cut) bytes")
            }
        }

        @Test(
            "carries texts and a picture",
            arguments: [
                (.flac, .flac), (.mpegLayer3, .mp3), (.opus, .ogg),
            ] as [(FormatID, ContainerKind)])
        func texts(id: FormatID, kind: ContainerKind) throws {
            guard Self.hasEncoder(id) else { return }
            // The picture is longer than a page of Ogg.
            let picture = [0xFF, 0xD8] + (0..<100_000).map { UInt8($0 * $0 >> 3 & 0xFF) }
            let tags = [
                ("title", "Tide ≈"), ("artist", "Ebb"), ("album", "Sea"), ("album artist", "Both"),
                ("track number", "3"), ("genre", "Calm"),
            ]
            let sink = MemorySink()
            let samples = Self.tone(60_000, channels: 2, rate: 48_000)
            let format = Self.format(id, rate: 48_000, channels: 2, flags: id == .flac ? 1 : 0)
            try write(samples, format, kind, to: sink) { writer in
                writer.properties.tags = tags
                writer.properties.artwork = picture
            }
            let file = try open(sink.bytes)
            let found = try file.tags()
            for (key, value) in tags {
                #expect(found.contains { $0.key == key && $0.value == value }, "\(key)")
            }
            #expect(try file.artwork() == picture)
            #expect(try file.frameCount() == 60_000)
        }

        @Test("of no frames is a file")
        func empty() throws {
            for (id, kind) in [(.flac, .flac), (.opus, .ogg)] as [(FormatID, ContainerKind)]
            where Self.hasEncoder(id) {
                let sink = MemorySink()
                let format = Self.format(id, rate: 48_000, channels: 2, flags: id == .flac ? 1 : 0)
                try write([], format, kind, to: sink)
                #expect(sink.bytes.count > 57)
            }
        }

        @Test("of an unknown rate or channel count is refused, not written")
        func refused() throws {
            for format in [
                Self.format(.opus, rate: 44_100, channels: 2),
                Self.format(.mpegLayer3, rate: 96_000, channels: 2),
                Self.format(.mpegLayer3, rate: 44_100, channels: 3),
                Self.format(.flac, rate: 44_100.5, channels: 2, flags: 1),
                Self.format(.flac, rate: 44_100, channels: 9, flags: 1),
            ] {
                #expect(throws: FormatError(.unsupportedCoding(format.codingName))) {
                    try makePacketEncoder(format)
                }
            }
        }
    }
#endif
