import AudioCodecs
import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

#if FFmpeg
    /// AAC with implicit SBR signalling: only the packets contain SBR.
    enum ImplicitSBRSamples {
        /// Inserts an SBR fill element without header at the end of a packet: the output rate
        /// doubles, but the upper half stays empty.
        static func packet(_ plain: [UInt8]) -> [UInt8] {
            var bits = plain.flatMap { byte in (0..<8).map { byte >> UInt8(7 - $0) & 1 } }
            // The three bits of the end element are set, and zeros pad the last byte.
            while bits.last == 0 { bits.removeLast() }
            bits.removeLast(3)
            let fill: [UInt8] = [1, 1, 0, 0, 0, 0, 1]
            let replication: [UInt8] = [1, 1, 0, 1, 0, 0, 0, 0]
            bits += fill + replication + [1, 1, 1]
            while bits.count % 8 != 0 { bits.append(0) }
            return stride(from: 0, to: bits.count, by: 8).map { start in
                bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
            }
        }

        /// Inserts SBR into the packets of an ADTS file.
        static func adts(_ plain: [UInt8]) -> [UInt8] {
            var file: [UInt8] = []
            var start = 0
            while start + 7 <= plain.count {
                var header = Array(plain[start..<start + 7])
                let byteCount = Int(header[3] & 3) << 11 | Int(header[4]) << 3 | Int(header[5] >> 5)
                let packet = packet(Array(plain[start + 7..<start + byteCount]))
                let grown = packet.count + 7
                header[3] = header[3] & 0xFC | UInt8(grown >> 11)
                header[4] = UInt8(grown >> 3 & 0xFF)
                header[5] = header[5] & 0x1F | UInt8(grown & 7) << 5
                file += header + packet
                start += byteCount
            }
            return file
        }
    }

    @Suite("High-Efficiency AAC that only its packets show")
    struct HighEfficiencyAACTests {
        private func made(
            _ folder: TemporaryFolder, ending: String, channels: Int
        ) throws -> String {
            let plain = folder.file("plain.aac")
            try ExternalProgram.ffmpeg.run([
                "-v", "error", "-y", "-f", "lavfi", "-i", "sine=1000:r=22050:d=0.5", "-ac",
                "\(channels)", "-c:a", "aac", plain,
            ])
            let bytes = try Data(contentsOf: URL(fileURLWithPath: plain))
            let path = folder.file("implied.aac")
            try Data(ImplicitSBRSamples.adts(Array(bytes))).write(to: URL(fileURLWithPath: path))
            guard ending != "aac" else { return path }
            if ending == "caf" { return try inCAF(path, folder, channels: channels) }
            let other = folder.file("implied.\(ending)")
            try ExternalProgram.ffmpeg.run(["-v", "error", "-i", path, "-c", "copy", other])
            return other
        }

        /// Puts the packets into CAF, which FFmpeg cannot do for AAC. Rate and counts are the
        /// core's.
        private func inCAF(
            _ path: String, _ folder: TemporaryFolder, channels: Int
        ) throws -> String {
            let packets = try allPackets(AudioFileReader(path: path))
            let configuration: [UInt8] = [0x13, UInt8(0x80 | channels << 3)]
            let file = cafFile(
                cafDescription(
                    rate: 22050, id: "aac ", flags: 0, bytesPerPacket: 0, framesPerPacket: 1024,
                    channels: UInt32(channels), bits: 0),
                cafChunk("kuki", streamDescriptor(configuration)),
                cafPacketTable(
                    packets: Int64(packets.count), valid: Int64(packets.count) * 1024 - 1100,
                    priming: 1000, remainder: 100,
                    entries: packets.flatMap { variableLengthNumber($0.count) }),
                cafData(packets.flatMap { $0 }))
            let path = folder.file("implied.caf")
            try Data(file).write(to: URL(fileURLWithPath: path))
            return path
        }

        @Test(
            "is described by its doubled rate first, and then by its core",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
            arguments: ["aac", "m4a", "caf", "mka"], [1, 2])
        func describe(ending: String, channels: Int) throws {
            let folder = try TemporaryFolder()
            let path = try made(folder, ending: ending, channels: channels)
            let file = try AudioFileReader(path: path)
            #expect(file.format.id == .highEfficiencyAAC)
            #expect(file.format.sampleRate == 44100)
            #expect(file.format.framesPerPacket == 2048)
            #expect(Int(file.format.channelCount) == channels)
            #expect(file.formatList.map(\.id) == [.highEfficiencyAAC, .mpeg4AAC])
            #expect(file.formatList.map(\.framesPerPacket) == [2048, 1024])
            #expect(file.formatList.map(\.sampleRate) == [44100, 22050])
            #expect(file.primingFrames == (ending == "caf" ? 2000 : file.primingFrames))
            // FFmpeg assumes parametric stereo for a mono core, and not in each version.
            let probed = try ExternalProgram.ffprobe.run([
                "-v", "error", "-show_entries", "stream=sample_rate,channels", "-of", "csv=p=0",
                path,
            ])
            let words = String(decoding: probed, as: UTF8.self).split { ",\n".contains($0) }
            try #require(words.count == 2 && words[0] == "44100", "\(words)")
            let theirChannels = try #require(Int(words[1]))
            #expect(theirChannels == 2 || theirChannels == channels)
            let theirs = try ExternalProgram.decodeWithFFmpeg(path)
            let ours = try decodeFrames(file)
            #expect(try ours.count == Int(file.frameCount()) * channels)
            #expect(
                try file.frameCount() + file.primingFrames + file.remainderFrames()
                    == file.packetCount() * 2048)
            #expect(try abs(theirs.count / theirChannels - Int(file.frameCount())) <= 2 * 2048)
            #expect(ours.contains { abs($0) > 0.05 })
            // A seek gives the same frames as sequential reading.
            let frames = try FrameReader(file)
            frames.seek(toFrame: 9000)
            let rest = try decodeFrames(from: frames, pieceFrameCount: 1000)
            let largest = zip(rest, ours.dropFirst(9000 * channels)).map { abs($0 - $1) }.max()
            #expect(try #require(largest) < 1e-3)
        }

        @Test(
            "is not seen in plain AAC, nor where the configuration says there is none",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func plain() throws {
            let folder = try TemporaryFolder()
            for ending in ["aac", "m4a"] {
                let path = folder.file("plain.\(ending)")
                try ExternalProgram.ffmpeg.run([
                    "-v", "error", "-f", "lavfi", "-i", "sine=1000:r=22050:d=0.3", "-c:a",
                    "aac", path,
                ])
                let file = try AudioFileReader(path: path)
                #expect(file.format.id == .mpeg4AAC)
                #expect(file.format.sampleRate == 22050)
                #expect(file.formatList == [file.format])
            }
        }
    }
#endif
