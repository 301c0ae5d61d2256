import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

#if FFmpeg
    @Suite("Compressed sound")
    struct CompressedTests {
        struct Case: CustomTestStringConvertible {
            var encoder: String
            var ending: String
            var rate = 44100
            var channels = 2
            /// Whether priming and remainder are in the file, so that the frames come back exactly.
            var isExact = true
            var id: FormatID

            var testDescription: String { "\(encoder) in \(ending), \(rate), \(channels)" }
        }

        static let cases = [
            Case(encoder: "aac", ending: "m4a", id: .mpeg4AAC),
            Case(encoder: "aac", ending: "mp4", rate: 22050, channels: 1, id: .mpeg4AAC),
            Case(encoder: "aac", ending: "m4a", rate: 48000, channels: 6, id: .mpeg4AAC),
            Case(encoder: "aac", ending: "aac", isExact: false, id: .mpeg4AAC),
            Case(encoder: "alac", ending: "m4a", id: .appleLossless),
            Case(encoder: "alac", ending: "caf", channels: 1, isExact: false, id: .appleLossless),
            Case(encoder: "libmp3lame", ending: "mp3", id: .mpegLayer3),
            Case(encoder: "libmp3lame", ending: "mp3", rate: 16000, channels: 1, id: .mpegLayer3),
            Case(encoder: "flac", ending: "mp4", id: .flac),
            Case(encoder: "libopus", ending: "mp4", rate: 48000, id: .opus),
        ]

        @Test(
            "comes back with all frames and FFmpeg's samples, also after a jump",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: cases)
        func decode(_ file: Case) throws {
            let folder = try TemporaryFolder()
            let path = folder.file("sound.\(file.ending)")
            let frameCount = file.rate * 3 / 10
            try ExternalProgram.ffmpeg.run(
                [
                    "-v", "error", "-y", "-f", "lavfi", "-i",
                    "anoisesrc=r=\(file.rate):d=0.3:a=0.5:seed=3:c=pink", "-ac", "\(file.channels)",
                    // FFmpeg's AAC encoder would replace noise with random noise.
                    "-strict", "-2", "-c:a", file.encoder,
                ] + (file.encoder == "aac" ? ["-aac_pns", "0"] : []) + [path])
            let reader = try AudioFileReader(path: path)
            #expect(reader.format.id == file.id)
            let ours = try decodeFrames(reader, pieceFrameCount: 1000)
            if file.isExact { #expect(ours.count == frameCount * file.channels) }
            var theirs = try ExternalProgram.decodeWithFFmpeg(path)
            if file.channels == 6 {
                // FFmpeg gives WAVE's order.
                theirs = stride(from: 0, to: theirs.count, by: 6).flatMap { frame in
                    [2, 0, 1, 4, 5, 3].map { theirs[frame + $0] }
                }
            }
            // FFmpeg leaves the remainder in some containers, and priming in others.
            // FFmpeg's own CAF does not say that the last packet is short.
            if file.ending != "caf" { #expect(theirs.count >= ours.count) }
            let skipped = file.ending == "caf" ? Int(reader.primingFrames) * file.channels : 0
            let largest = zip(ours, theirs.dropFirst(skipped)).map { abs($0 - $1) }.max() ?? 9
            #expect(largest < 1e-4)

            let frames = try FrameReader(reader)
            for frame in [frameCount / 2, 5, frameCount * 9 / 10] {
                frames.seek(toFrame: Int64(frame))
                let rest = try decodeFrames(from: frames, pieceFrameCount: 777)
                let expected = ours.dropFirst(frame * file.channels)
                #expect(rest.count == expected.count)
                let largest = zip(rest, expected).map { abs($0 - $1) }.max() ?? 9
                #expect(largest < 1e-3, "after a jump to \(frame)")
            }
        }

        @Test("that is broken is silent for as long as it would be heard")
        func broken() throws {
            let file = try open(smallADTS())
            #expect(try decodeFrames(file).count == 3072)
            #expect(try decodeSound(file).frameCount == 3072)
        }

        @Test("is a system sound only where releases are lenient")
        func verdict() throws {
            let file = try open(smallADTS())
            #expect(try systemSoundVerdict(of: file).problem == .unsupportedFormat)
            #expect(try systemSoundVerdict(of: file, limits: .lenient).accepted)
        }
    }
#endif
