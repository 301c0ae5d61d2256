import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

@Suite("An MPEG-4 file in fragments that FFmpeg makes")
struct MadeFragmentTests {
    /// How a fragmented file is made, and its expected trimming.
    struct Made: CustomTestStringConvertible, Sendable {
        var flags: String
        var ending = "m4a"
        var encoder = "aac"
        /// Seconds per fragment; zero for a single one.
        var seconds = 0.2
        var beside = Beside.nothing
        /// Frames that the edit list trims at the start.
        var priming = 0
        /// Frames that the durations trim at the end.
        var remainder = 0

        enum Beside { case nothing, video, sound }

        var testDescription: String { "\(flags), \(encoder) in \(ending), beside \(beside)" }
    }

    static let files = [
        Made(flags: "frag_keyframe+empty_moov+default_base_moof", seconds: 0),
        Made(flags: "frag_keyframe+empty_moov+default_base_moof"),
        Made(flags: "frag_keyframe"),
        Made(flags: "empty_moov", ending: "mov"),
        Made(flags: "frag_keyframe+delay_moov", priming: 1024, remainder: 164),
        Made(flags: "dash+delay_moov", ending: "mp4", priming: 1024, remainder: 164),
        Made(flags: "isml+frag_keyframe", ending: "isma"),
        Made(flags: "empty_moov+omit_tfhd_offset", ending: "mp4", beside: .video),
        Made(flags: "empty_moov+omit_tfhd_offset", ending: "mp4", beside: .sound),
        Made(flags: "empty_moov+separate_moof", ending: "mp4", beside: .video),
        Made(flags: "empty_moov", ending: "mp4", beside: .video),
        Made(flags: "empty_moov+default_base_moof", ending: "mp4", beside: .video),
        Made(flags: "frag_keyframe", ending: "mp4", beside: .video),
        Made(flags: "empty_moov", ending: "mp4", beside: .sound),
        Made(flags: "empty_moov+default_base_moof", ending: "mp4", beside: .sound),
        Made(flags: "empty_moov", encoder: "alac"),
        Made(flags: "empty_moov", ending: "mp4", encoder: "flac"),
        Made(flags: "empty_moov", ending: "mp4", encoder: "libmp3lame"),
    ]

    @Test(
        "has the packets that FFmpeg finds, where it finds them, and its frames",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
        .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
        arguments: files)
    func packets(_ made: Made) throws {
        let folder = try TemporaryFolder()
        let path = try Self.make(made, folder)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let file = try AudioFileReader(path: path)
        let theirs = try Self.packets(path)
        var ours: [Packet] = []
        try file.visitPackets(from: 0) { packet in
            ours.append(Packet(size: packet.byteCount, place: file.dataOffset + packet.byteOffset))
            return true
        }
        #expect(ours == theirs)
        #expect(try file.packetCount() == Int64(theirs.count))
        #expect(try file.dataByteCount() == theirs.reduce(0) { $0 + $1.size })
        let packets = try allPackets(file)
        for (packet, their) in zip(packets, theirs) {
            let start = Int(their.place)
            #expect(Array(bytes[start..<start + packet.count]) == packet)
        }
        // The estimate is near the count.
        #expect(try abs(file.estimatedDuration() - 0.6) < 0.15)
        #if FFmpeg
            try expectFrames(file, made, path)
        #endif
    }

    #if FFmpeg
        /// Expects FFmpeg's output, trimmed by the edit list and the durations.
        private func expectFrames(
            _ file: AudioFileReader, _ made: Made, _ path: String
        ) throws {
            let theirs = try ExternalProgram.decodeWithFFmpeg(path)
            let ours = try decodeFrames(file)
            #expect(file.primingFrames == Int64(made.priming))
            #expect(try ours.count == Int(file.frameCount()))
            // Versions of FFmpeg differ in what they trim of this, at the start and at the end.
            let skipped = try #require(
                [0, made.priming].first { start in
                    [0, made.remainder].contains(theirs.count - start - ours.count)
                }, "\(theirs.count) frames instead of \(ours.count)")
            let largest = zip(ours, theirs.dropFirst(skipped)).map { abs($0 - $1) }.max()
            #expect(try #require(largest) < 1e-4)
        }
    #endif

    @Test(
        "of linear PCM has its samples, and of Opus those of its times",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
        .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"))
    func others() throws {
        let folder = try TemporaryFolder()
        let linear = try Self.make(
            Made(flags: "empty_moov", ending: "mov", encoder: "pcm_s16le"), folder)
        let file = try AudioFileReader(path: linear)
        #expect(file.format.bytesPerPacket == 2)
        #expect(try file.frameCount() == 26460)
        #expect(try decodeFrames(file) == ExternalProgram.decodeWithFFmpeg(linear))
        let coded = try Self.make(
            Made(flags: "delay_moov", ending: "mp4", encoder: "libopus"), folder)
        let opus = try AudioFileReader(path: coded)
        #expect(try allPackets(opus).map(\.count) == ExternalProgram.packetSizes(of: coded))
        #expect(try opus.frameCount() == 28800)
        #expect(opus.primingFrames == 312)
        // Without an edit list, the Opus header has the priming.
        let other = try TemporaryFolder()
        let bare = try Self.make(
            Made(flags: "frag_keyframe+empty_moov", ending: "mp4", encoder: "libopus"),
            other)
        let unedited = try AudioFileReader(path: bare)
        #expect(unedited.primingFrames == 312)
        let ours = try decodeFrames(unedited)
        let theirs = try ExternalProgram.decodeWithFFmpeg(bare)
        #expect(ours.count <= theirs.count)
        #expect(zip(ours, theirs).allSatisfy { abs($0 - $1) < 1e-4 })
    }

    @Test(
        "is an error or sound, wherever it is cut or changed",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
    func damaged() throws {
        let folder = try TemporaryFolder()
        let path = try Self.make(Made(flags: "empty_moov", ending: "mp4", beside: .sound), folder)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        DamagedFileTests.readEverything(bytes)
        let step = bytes.count / 40
        var seed: UInt32 = 7
        for offset in stride(from: 0, to: bytes.count, by: step) {
            DamagedFileTests.readEverything(Array(bytes[..<offset]))
            seed = seed &* 1_664_525 &+ 1_013_904_223
            var changed = bytes
            changed[Int(seed >> 8) % 1500] ^= UInt8(seed >> 24) | 1
            DamagedFileTests.readEverything(changed)
        }
    }

    private struct Packet: Equatable {
        var size: Int64
        var place: Int64
    }

    private static func make(
        _ made: Made, _ folder: TemporaryFolder
    ) throws -> String {
        let path = folder.file("sound-\(made.encoder).\(made.ending)")
        var arguments = ["-v", "error", "-f", "lavfi", "-i", "sine=440:d=0.6:r=44100"]
        switch made.beside {
        case .nothing: break
        case .video:
            arguments += ["-f", "lavfi", "-i", "testsrc=d=0.6:s=64x64:r=10", "-c:v", "mpeg4"]
        case .sound:
            arguments += ["-f", "lavfi", "-i", "sine=880:d=0.5:r=44100", "-map", "0", "-map", "1"]
        }
        arguments += ["-c:a", made.encoder, "-strict", "-2", "-movflags", made.flags]
        if made.seconds > 0 { arguments += ["-frag_duration", "\(Int(made.seconds * 1e6))"] }
        if made.ending == "isma" { arguments += ["-f", "ismv"] }
        try ExternalProgram.ffmpeg.run(arguments + [path])
        return path
    }

    private static func packets(_ path: String) throws -> [Packet] {
        let output = try ExternalProgram.ffprobe.run([
            "-v", "error", "-select_streams", "a:0", "-show_entries", "packet=size,pos",
            "-of", "csv=p=0", path,
        ])
        return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).map {
            let numbers = $0.split(separator: ",").compactMap { Int64($0) }
            return Packet(size: numbers[0], place: numbers[1])
        }
    }
}
