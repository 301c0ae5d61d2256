import AudioCodecs
import AudioFormats
import AudioModel
import Foundation
import Synchronization
import TestSupport
import Testing

#if FFmpeg
    /// A file made by FFmpeg: its encoder and the expected properties.
    struct MadeFile: CustomTestStringConvertible {
        var encoder: String
        var ending: String
        var rate = 44100
        var channels = 2
        var options: [String] = []
        var id: FormatID
        /// Whether the samples equal FFmpeg's bit for bit.
        var isLossless = false
        /// Allowed level of the difference after a seek, relative to the sound. Some decoders add
        /// noise.
        var jumpTolerance: Float = 1e-3

        var testDescription: String { "\(encoder) in \(ending), \(rate), \(channels)" }

        var frameCount: Int { rate * 2 / 5 }

        func make(in folder: TemporaryFolder) throws -> String {
            let path = folder.file("sound.\(ending)")
            try ExternalProgram.ffmpeg.run(
                [
                    "-v", "error", "-y", "-f", "lavfi", "-i",
                    "anoisesrc=r=\(rate):d=0.4:a=0.5:seed=3:c=pink", "-ac", "\(channels)",
                    "-strict", "-2", "-aac_pns", "0", "-metadata", "title=A title", "-c:a", encoder,
                ] + options + [path])
            return path
        }

        func decodeWithFFmpeg(_ path: String) throws -> [Float] {
            id == .speex
                ? try ExternalProgram.decodeSpeex(path, framesPerPacket: 320)
                : try ExternalProgram.decodeWithFFmpeg(path)
        }
    }

    @Suite("Files that libavformat cuts")
    struct DemuxedFileTests {
        static let files = [
            MadeFile(encoder: "flac", ending: "flac", id: .flac, isLossless: true),
            MadeFile(
                encoder: "flac", ending: "flac", rate: 96000, channels: 6,
                options: ["-sample_fmt", "s32", "-frame_size", "1024"], id: .flac,
                isLossless: true),
            MadeFile(encoder: "flac", ending: "oga", channels: 1, id: .flac, isLossless: true),
            MadeFile(encoder: "flac", ending: "mka", id: .flac, isLossless: true),
            MadeFile(encoder: "libopus", ending: "opus", rate: 48000, id: .opus),
            MadeFile(
                encoder: "libopus", ending: "ogg", rate: 48000, channels: 1,
                options: ["-frame_duration", "2.5"], id: .opus),
            MadeFile(
                encoder: "libopus", ending: "webm", rate: 48000,
                options: ["-frame_duration", "60"], id: .opus),
            MadeFile(encoder: "libvorbis", ending: "ogg", id: .vorbis),
            MadeFile(encoder: "libvorbis", ending: "ogg", rate: 8000, channels: 1, id: .vorbis),
            MadeFile(encoder: "libvorbis", ending: "webm", id: .vorbis),
            MadeFile(encoder: "libspeex", ending: "spx", rate: 16000, channels: 1, id: .speex),
            MadeFile(encoder: "aac", ending: "mka", id: .mpeg4AAC),
            MadeFile(encoder: "libmp3lame", ending: "mka", id: .mpegLayer3),
            MadeFile(encoder: "alac", ending: "mka", id: .appleLossless, isLossless: true),
            MadeFile(encoder: "pcm_s16le", ending: "mka", id: .linearPCM, isLossless: true),
            MadeFile(encoder: "pcm_f32le", ending: "mka", id: .linearPCM, isLossless: true),
            MadeFile(encoder: "tta", ending: "mka", id: .trueAudio, isLossless: true),
            MadeFile(encoder: "wavpack", ending: "wv", id: .wavPack, isLossless: true),
            MadeFile(encoder: "wavpack", ending: "mka", id: .wavPack, isLossless: true),
            MadeFile(encoder: "ac3", ending: "ac3", rate: 48000, channels: 6, id: .ac3),
            MadeFile(
                encoder: "eac3", ending: "eac3", rate: 48000, id: .enhancedAC3, jumpTolerance: 0.2),
            MadeFile(encoder: "mp2", ending: "mp2", id: .mpegLayer2),
        ]

        @Test(
            "have its packets, frames and samples, from any place",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
            arguments: files)
        func read(_ made: MadeFile) throws {
            let folder = try TemporaryFolder()
            let path = try made.make(in: folder)
            let file = try AudioFileReader(path: path)
            #expect(file.format.id == made.id)
            #expect(file.format.sampleRate == Double(made.rate))
            #expect(Int(file.format.channelCount) == made.channels)
            // Packets.
            let sizes = try ExternalProgram.packetSizes(of: path)
            let packets = try allPackets(file)
            #expect(packets.map(\.count) == sizes)
            #expect(try file.packetCount() == Int64(sizes.count))
            #expect(try Int(file.maximumPacketSize()) == sizes.max())
            // Frames.
            var theirs = try made.decodeWithFFmpeg(path)
            let ours = try decodeFrames(file, pieceFrameCount: 1000)
            // FFmpeg 7 knows priming in Matroska, and decodes it.
            let priming = try ExternalProgram.primingFrames(of: path)
            if priming > 0 {
                #expect(file.primingFrames == Int64(priming))
                if theirs.count == ours.count + priming * made.channels {
                    theirs.removeFirst(priming * made.channels)
                }
            }
            var expectedCount = theirs.count
            if made.id == .vorbis, made.ending == "ogg" {
                // FFmpeg does not trim the end of single-page files.
                expectedCount = made.frameCount * made.channels
                #expect(theirs.count >= expectedCount)
            }
            #expect(try Int(file.frameCount()) * made.channels == expectedCount)
            #expect(ours.count == expectedCount)
            let largest = zip(ours, theirs).map { abs($0 - $1) }.max() ?? 9
            #expect(largest <= (made.isLossless ? 0 : 1e-4))
            // From other positions.
            for index in [sizes.count - 1, sizes.count / 2, 3, sizes.count / 3, 0] {
                let read = try readPackets(file, from: Int64(index), count: 5, capacity: 1 << 20)
                #expect(read.packets == Array(packets.dropFirst(index).prefix(5)))
            }
            try expectJumps(file, made, ours)
        }

        @Test(
            "of SoX have its packets, frames and samples",
            .enabled(if: ExternalProgram.sox.isInstalled, "sox is not installed"),
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
            arguments: ["amr-nb", "flac", "ogg", "w64", "wv"])
        func sox(ending: String) throws {
            let folder = try TemporaryFolder()
            let path = folder.file("sound.\(ending)")
            try ExternalProgram.sox.run([
                "-D", "-n", "-r", "8000", "-c", "1", path, "synth", "0.5", "pinknoise",
            ])
            let file = try AudioFileReader(path: path)
            #expect(file.format.sampleRate == 8000)
            if ending != "w64" {
                let sizes = try ExternalProgram.packetSizes(of: path)
                #expect(try allPackets(file).map(\.count) == sizes)
            }
            let theirs = try ExternalProgram.decodeWithFFmpeg(path)
            let ours = try decodeFrames(file, pieceFrameCount: 500)
            // FFmpeg does not trim the end of single-page Vorbis files.
            #expect(ending == "ogg" ? ours.count == 4000 : ours.count == theirs.count)
            #expect(theirs.count >= ours.count)
            let largest = zip(ours, theirs).map { abs($0 - $1) }.max() ?? 9
            #expect(largest < (["amr-nb", "ogg"].contains(ending) ? 1e-4 : 1e-9))
        }

        @Test(
            "of layer 2 are not rounded to 16 bits",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func precision() throws {
            let made = MadeFile(encoder: "mp2", ending: "mp2", id: .mpegLayer2)
            let folder = try TemporaryFolder()
            let samples = try decodeFrames(
                try AudioFileReader(path: made.make(in: folder)), pieceFrameCount: 1000)
            let between = samples.count { $0 * 32_768 != ($0 * 32_768).rounded() }
            #expect(between > samples.count / 2)
        }

        @Test(
            "read in order are opened once more at most",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: ["mka", "opus"])
        func sequential(ending: String) throws {
            let folder = try TemporaryFolder()
            let path = folder.file("long.\(ending)")
            try ExternalProgram.ffmpeg.run([
                "-v", "error", "-f", "lavfi", "-i", "sine=duration=5:r=48000", path,
            ])
            let source = StartCountingBytes(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
            let file = try AudioFileReader(source)
            // Given that all packets were scanned, so that there are anchors.
            let packetCount = try file.packetCount()
            #expect(packetCount > 200)
            let before = source.startCount
            // When they are read one by one.
            for index in 0..<packetCount {
                #expect(
                    try readPackets(file, from: index, count: 1, capacity: 1 << 16).packets.count
                        == 1)
            }
            // Then sequential reads open no further demuxer.
            #expect(source.startCount <= before + 1)
        }

        @Test(
            "tell what they say about themselves",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func tags() throws {
            for made in Self.files
            where ["flac", "ogg", "opus", "mka", "webm"].contains(made.ending) {
                let folder = try TemporaryFolder()
                let file = try AudioFileReader(path: made.make(in: folder))
                #expect(try file.tags().contains { $0 == ("title", "A title") }, "\(made)")
                #expect(try abs(file.estimatedDuration() - 0.4) < 0.05, "\(made)")
            }
        }

        private func expectJumps(
            _ file: AudioFileReader, _ made: MadeFile, _ ours: [Float]
        ) throws {
            let frames = try FrameReader(file)
            let frameCount = try Int(file.frameCount())
            for frame in [frameCount / 2, 5, frameCount * 9 / 10, frameCount] {
                frames.seek(toFrame: Int64(frame))
                let rest = try decodeFrames(from: frames, pieceFrameCount: 777)
                let expected = ours.dropFirst(frame * made.channels)
                #expect(rest.count == expected.count)
                let error = loudness(zip(rest, expected).map { $0 - $1 })
                #expect(
                    error <= loudness(expected) * (made.isLossless ? 0 : made.jumpTolerance),
                    "after a jump to \(frame)")
            }
        }

        private func loudness(_ samples: some Collection<Float>) -> Float {
            (samples.reduce(0) { $0 + $1 * $1 } / Float(max(samples.count, 1))).squareRoot()
        }
    }

    /// Counts how often the start of a file is read, which opening it does.
    private final class StartCountingBytes: ByteSource {
        private let bytes: MemoryBytes
        private let count = Mutex(0)

        init(_ bytes: [UInt8]) {
            self.bytes = MemoryBytes(bytes)
        }

        var startCount: Int { count.withLock { $0 } }
        var byteCount: Int64 { bytes.byteCount }

        func read(
            into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
        ) throws(FormatError) -> Int {
            if offset == 0 { count.withLock { $0 += 1 } }
            return try bytes.read(into: buffer, at: offset)
        }
    }
#endif
