import AudioCodecs
import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

#if FFmpeg
    @Suite("Codings in containers of others")
    struct OtherCodingsTests {
        struct Case: CustomTestStringConvertible {
            var encoder: String
            var ending: String
            var rate = 44100
            var channels = 2
            var id: FormatID
            var framesPerPacket: UInt32
            var tolerance: Float = 1e-4

            var testDescription: String { "\(encoder) in \(ending)" }
        }

        static let cases = [
            Case(encoder: "pcm_s16le", ending: "mov", id: .linearPCM, framesPerPacket: 1),
            Case(encoder: "pcm_s16be", ending: "mov", id: .linearPCM, framesPerPacket: 1),
            Case(encoder: "pcm_s24le", ending: "mov", id: .linearPCM, framesPerPacket: 1),
            Case(encoder: "pcm_s24be", ending: "mov", id: .linearPCM, framesPerPacket: 1),
            Case(encoder: "pcm_s32le", ending: "mov", id: .linearPCM, framesPerPacket: 1),
            Case(encoder: "pcm_f32le", ending: "mov", id: .linearPCM, framesPerPacket: 1),
            Case(encoder: "pcm_f64be", ending: "mov", id: .linearPCM, framesPerPacket: 1),
            Case(encoder: "pcm_u8", ending: "mov", id: .linearPCM, framesPerPacket: 1),
            Case(encoder: "pcm_s8", ending: "mov", id: .linearPCM, framesPerPacket: 1),
            Case(
                encoder: "pcm_s16le", ending: "mov", rate: 96000, id: .linearPCM,
                framesPerPacket: 1),
            Case(encoder: "pcm_mulaw", ending: "mov", id: .uLaw, framesPerPacket: 1),
            Case(encoder: "pcm_alaw", ending: "mov", id: .aLaw, framesPerPacket: 1),
            Case(
                encoder: "adpcm_ima_qt", ending: "mov", id: .appleIMA4, framesPerPacket: 64,
                tolerance: 0.01),
            Case(encoder: "adpcm_ms", ending: "mov", id: .microsoft(tag: 2), framesPerPacket: 1012),
            Case(
                encoder: "adpcm_ima_wav", ending: "mov", id: .microsoft(tag: 0x11),
                framesPerPacket: 1017, tolerance: 0.002),
            Case(encoder: "libmp3lame", ending: "mov", id: .mpegLayer3, framesPerPacket: 1152),
            Case(encoder: "mp2", ending: "mov", id: .mpegLayer2, framesPerPacket: 1152),
            Case(encoder: "ac3", ending: "mov", id: .ac3, framesPerPacket: 1536),
            Case(encoder: "alac", ending: "mov", id: .appleLossless, framesPerPacket: 4096),
            Case(encoder: "libmp3lame", ending: "wav", id: .mpegLayer3, framesPerPacket: 1152),
            Case(
                encoder: "libgsm_ms", ending: "wav", rate: 8000, channels: 1, id: .microsoftGSM,
                framesPerPacket: 320),
            Case(encoder: "mp2", ending: "wav", id: .mpegLayer2, framesPerPacket: 1152),
            Case(encoder: "ac3", ending: "wav", id: .ac3, framesPerPacket: 1536),
            Case(encoder: "mp2", ending: "caf", id: .mpegLayer2, framesPerPacket: 1152),
            Case(encoder: "ac3", ending: "caf", id: .ac3, framesPerPacket: 1536),
            Case(encoder: "pcm_s16le", ending: "w64", id: .linearPCM, framesPerPacket: 1),
            Case(encoder: "pcm_mulaw", ending: "w64", id: .uLaw, framesPerPacket: 1),
        ]

        @Test(
            "decode to FFmpeg's samples, from any place",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: cases)
        func decode(_ made: Case) throws {
            let folder = try TemporaryFolder()
            let path = folder.file("sound.\(made.ending)")
            try ExternalProgram.ffmpeg.run([
                "-v", "error", "-y", "-f", "lavfi", "-i",
                "anoisesrc=r=\(made.rate):d=0.3:a=0.5:seed=3:c=pink", "-ac",
                "\(made.channels)", "-c:a", made.encoder, path,
            ])
            let file = try AudioFileReader(path: path)
            #expect(file.format.id == made.id)
            #expect(file.format.sampleRate == Double(made.rate))
            #expect(file.format.framesPerPacket == made.framesPerPacket)
            let theirs = try ExternalProgram.decodeWithFFmpeg(path)
            let ours = try decodeFrames(file, pieceFrameCount: 1000)
            #expect(try !ours.isEmpty && ours.count == Int(file.frameCount()) * made.channels)
            // The last packet is trimmed as the container states.
            let remainder = try Int(file.remainderFrames()) * made.channels
            #expect(theirs.count >= ours.count && theirs.count <= ours.count + remainder)
            let largest = zip(ours, theirs).map { abs($0 - $1) }.max() ?? 9
            #expect(largest <= (made.id == .linearPCM ? 0 : made.tolerance))
            let frames = try FrameReader(file)
            let middle = try Int(file.frameCount()) / 2
            frames.seek(toFrame: Int64(middle))
            let rest = try decodeFrames(from: frames, pieceFrameCount: 777)
            #expect(rest.count == ours.count - middle * made.channels)
            let jumped = zip(rest, ours.dropFirst(middle * made.channels)).map { abs($0 - $1) }
            #expect(try #require(jumped.max()) < 0.1)
        }

        @Test(
            "of sound between pictures is read across its chunks",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func interleaved() throws {
            let folder = try TemporaryFolder()
            for encoder in ["pcm_s16le", "adpcm_ima_qt", "aac"] {
                let path = folder.file("movie.mov")
                try ExternalProgram.ffmpeg.run([
                    "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=64x64:d=2:r=10",
                    "-f", "lavfi", "-i", "anoisesrc=r=22050:d=2:seed=1:a=0.5", "-c:v",
                    "mpeg4", "-aac_pns", "0", "-c:a", encoder, path,
                ])
                let file = try AudioFileReader(path: path)
                let theirs = try ExternalProgram.decodeWithFFmpeg(path)
                let ours = try decodeFrames(file, pieceFrameCount: 997)
                #expect(try theirs.count - ours.count <= Int(file.remainderFrames()))
                let largest = zip(ours, theirs).map { abs($0 - $1) }.max() ?? 9
                #expect(largest < (encoder == "adpcm_ima_qt" ? 0.01 : 1e-4), "\(encoder)")
            }
        }

        @Test(
            "of old Macintoshes decode to FFmpeg's samples",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: ["MAC3", "MAC6"])
        func mace(coding: String) throws {
            let folder = try TemporaryFolder()
            let path = folder.file("sound.aifc")
            var seed: UInt32 = 1
            let bytesPerPacket = coding == "MAC3" ? 2 : 1
            let noise = (0..<bytesPerPacket * 600).map { _ in
                seed = seed &* 1_664_525 &+ 1_013_904_223
                return UInt8(seed >> 24)
            }
            let bytes = aiffFile(
                iffChunk("FVER", bigEndian(UInt32(0xA280_5140))),
                iffChunk("COMM", aiffCommon(frames: 600, bits: 8, coding: coding)),
                soundData(noise), type: "AIFC")
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let file = try AudioFileReader(path: path)
            #expect(try file.packetCount() == 600)
            let ours = try decodeFrames(file)
            let theirs = try ExternalProgram.decodeWithFFmpeg(path)
            #expect(Difference.between(ours, theirs) == nil)
        }
    }
#endif
