#if FFmpeg
    import AudioCodecs
    import AudioFormats
    import AudioModel
    import TestSupport
    import Testing

    /// The last packet of a lossless coding is short: players that ignore the container's counts would
    /// play its padding as silence between the tracks of an album.
    @Suite("The end of a lossless file")
    struct LosslessEndTests {
        struct Case: CustomTestStringConvertible {
            let id: FormatID
            let kind: ContainerKind
            let frameCount: Int

            var testDescription: String { "\(frameCount) frames of \(id) in \(kind)" }
        }

        /// Around the size of a packet, and the second of a CD.
        static let cases = [1, 2, 4_095, 4_096, 4_097, 44_100].flatMap { frameCount in
            [
                Case(id: .appleLossless, kind: .m4a, frameCount: frameCount),
                Case(id: .appleLossless, kind: .caf, frameCount: frameCount),
                Case(id: .flac, kind: .caf, frameCount: frameCount),
                Case(id: .flac, kind: .flac, frameCount: frameCount),
            ]
        }

        private static func samples(_ frameCount: Int) -> [Int16] {
            (0..<2 * frameCount).map { Int16(truncatingIfNeeded: ($0 * $0) % 30_011 - 15_000) }
        }

        private func write(_ samples: [Int16], _ test: Case, to path: String) throws {
            let format = StreamFormat(
                sampleRate: 44_100, id: test.id, flags: FormatFlags(rawValue: 1),
                bytesPerPacket: 0, framesPerPacket: 0, bytesPerFrame: 0, channelCount: 2,
                bitsPerChannel: 0)
            let encoder = try makePacketEncoder(format)
            var packets = try samples.map { Float($0) / 32_768 }.withUnsafeBufferPointer {
                try encoder.encode($0.baseAddress!, frameCount: test.frameCount)
            }
            packets += try encoder.finish()
            let writer = try AudioFileWriter(path: path, kind: test.kind, format: encoder.format)
            writer.properties.magicCookie = encoder.magicCookie
            writer.properties.remainderFrames =
                Int64(packets.count) * Int64(encoder.format.framesPerPacket)
                - Int64(test.frameCount)
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
            try writer.close()
        }

        @Test("is the last frame that went in", arguments: cases)
        func frames(_ test: Case) throws {
            let folder = try TemporaryFolder()
            let path = folder.file("lossless.\(test.kind.extensions[0])")
            let samples = Self.samples(test.frameCount)
            try write(samples, test, to: path)
            let file = try AudioFileReader(path: path)
            #expect(try file.frameCount() == Int64(test.frameCount))
            #expect(try decodeFrames(file) == samples.map { Float($0) / 32_768 })
        }

        @Test(
            "is where FFmpeg ends as well",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: cases)
        func ffmpeg(_ test: Case) throws {
            let folder = try TemporaryFolder()
            let path = folder.file("lossless.\(test.kind.extensions[0])")
            let samples = Self.samples(test.frameCount)
            try write(samples, test, to: path)
            let output = try ExternalProgram.ffmpeg.run([
                "-v", "error", "-i", path, "-f", "s16le", "-",
            ])
            #expect(
                output
                    == samples.flatMap {
                        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
                    })
        }

        @Test(
            "is where mpv ends as well",
            .enabled(if: ExternalProgram.mpv.isInstalled, "mpv is not installed"),
            arguments: cases.filter { $0.frameCount == 44_100 })
        func mpv(_ test: Case) throws {
            let folder = try TemporaryFolder()
            let path = folder.file("lossless.\(test.kind.extensions[0])")
            let samples = Self.samples(test.frameCount)
            try write(samples, test, to: path)
            let played = folder.file("played.wav")
            try ExternalProgram.mpv.run([
                "--no-config", "--really-quiet", "--ao=pcm", "--ao-pcm-file=" + played,
                "--audio-format=s16", path,
            ])
            let file = try AudioFileReader(path: played)
            #expect(try decodeFrames(file) == samples.map { Float($0) / 32_768 })
        }
    }
#endif
