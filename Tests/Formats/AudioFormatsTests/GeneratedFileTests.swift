import AudioCodecs
import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

@Suite("Files other programs write")
struct GeneratedFileTests {
    /// File name extensions with FFmpeg's encoders for them.
    static let ffmpegKinds: [(ending: String, encoders: [String])] = [
        (
            "caf",
            [
                "pcm_s8", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le",
                "pcm_s32be", "pcm_f32le", "pcm_f32be", "pcm_f64le", "pcm_f64be", "adpcm_ima_qt",
            ]
        ),
        (
            "aiff",
            [
                "pcm_s8", "pcm_s16be", "pcm_s16le", "pcm_s24be", "pcm_s32be", "pcm_f32be",
                "pcm_f64be", "adpcm_ima_qt", "pcm_alaw",
            ]
        ),
        ("au", ["pcm_s24be", "pcm_f32be", "pcm_mulaw"]),
        (
            "wav",
            [
                "pcm_u8", "pcm_alaw", "pcm_mulaw", "adpcm_ms", "adpcm_ima_wav", "pcm_s16le",
                "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le",
            ]
        ),
    ]

    @Test(
        "FFmpeg's, of every PCM and IMA4, one to eight channels, decode to its samples",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
    func ffmpeg() throws {
        let folder = try TemporaryFolder()
        for (ending, encoders) in Self.ffmpegKinds {
            for encoder in encoders {
                for (channels, rate) in [(1, 8000), (2, 44100), (6, 11025)] {
                    // FFmpeg's ADPCM encoders support at most two channels.
                    if encoder.hasPrefix("adpcm") && channels > 2 { continue }
                    let file = folder.file("\(encoder)-\(channels).\(ending)")
                    try ExternalProgram.ffmpeg.run(
                        noise(channels: channels, rate: rate) + ["-c:a", encoder, file])
                    try expectSame(file, channels: channels, rate: Double(rate))
                }
            }
        }
    }

    @Test(
        "FFmpeg's streams have its packets",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
        .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
        arguments: [
            ("aac", "aac", 44100, 2), ("aac", "aac", 16000, 1), ("libmp3lame", "mp3", 44100, 2),
            ("libmp3lame", "mp3", 22050, 1), ("libmp3lame", "mp3", 8000, 1),
            ("aac", "m4a", 44100, 2), ("aac", "mov", 22050, 1), ("alac", "m4a", 44100, 2),
            ("alac", "mp4", 96000, 6), ("alac", "caf", 44100, 1), ("libmp3lame", "mp4", 48000, 2),
            ("libmp3lame", "caf", 44100, 2),
        ])
    func streams(encoder: String, ending: String, rate: Int, channels: Int) throws {
        let folder = try TemporaryFolder()
        for options in [[], ["-write_xing", "0"], ["-q:a", "3"]] {
            if ending != "mp3" && !options.isEmpty { continue }
            let file = folder.file("sound.\(ending)")
            try ExternalProgram.ffmpeg.run(
                noise(channels: channels, rate: rate) + ["-c:a", encoder] + options + [file])
            let reader = try AudioFileReader(path: file)
            #expect(reader.format.sampleRate == Double(rate))
            #expect(reader.format.channelCount == UInt32(channels))
            #expect(try packetDifference(reader, file) == nil)
        }
    }

    @Test(
        "FFmpeg's in RF64 decode to its samples",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
    func rf64() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("long.wav")
        try ExternalProgram.ffmpeg.run(noise(channels: 2, rate: 22050) + ["-rf64", "always", file])
        #expect(try AudioFileReader(path: file).containerKind == .rf64)
        try expectSame(file, channels: 2, rate: 22050)
    }

    @Test(
        "SoX's decode to FFmpeg's samples, odd rates included",
        .enabled(if: ExternalProgram.sox.isInstalled, "sox is not installed"),
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
    func sox() throws {
        let folder = try TemporaryFolder()
        for ending in ["wav", "aiff", "aifc", "caf"] {
            for coding in [
                ["-b", "8"], ["-b", "16"], ["-b", "24"], ["-b", "32"], ["-e", "float", "-b", "32"],
            ] {
                // Plain AIFF has no float.
                if ending == "aiff" && coding.contains("float") { continue }
                for (channels, rate) in [(1, 12345), (2, 96000), (3, 7999)] {
                    let file = folder.file("\(coding.joined())-\(channels).\(ending)")
                    let made = try? ExternalProgram.sox.run(
                        ["-D", "-n", "-r", "\(rate)", "-c", "\(channels)"] + coding
                            + [file, "synth", "0.21", "whitenoise", "vol", "0.7"])
                    // SoX does not write every coding into every container.
                    if made == nil { break }
                    try expectSame(file, channels: channels, rate: Double(rate))
                }
            }
        }
    }

    private func noise(channels: Int, rate: Int) -> [String] {
        let source = "anoisesrc=r=\(rate):d=0.2:a=0.8:seed=7:c=pink"
        return [
            "-v", "error", "-y", "-f", "lavfi", "-i", source, "-ac", "\(channels)", "-map_metadata",
            "-1",
        ]
    }

    /// IMA's predictor may add a step's parts one by one, or multiply: versions of FFmpeg differ, by a
    /// few units of 16 bits.
    private static func tolerance(_ format: StreamFormat) -> Float {
        [.appleIMA4, .microsoft(tag: 0x11)].contains(format.id) ? 0.002 : 0
    }

    private func expectSame(
        _ file: String, channels: Int, rate: Double
    ) throws {
        let reader = try AudioFileReader(path: file)
        let name = "\(URL(fileURLWithPath: file).lastPathComponent), \(reader.format.codingName)"
        #expect(Int(reader.format.channelCount) == channels, "\(name)")
        #expect(reader.format.sampleRate == rate, "\(name)")
        #expect(reader.primingFrames == 0)
        let ours = try decodeFrames(reader)
        #expect(try ours.count == Int(reader.frameCount()) * channels)
        #expect(ours.contains { $0 != 0 }, "\(name) is silent")
        let theirs = try ExternalProgram.decodeWithFFmpeg(file)
        let heard = try reader.remainderFrames() > 0 ? Array(theirs.prefix(ours.count)) : theirs
        let difference = Difference.between(ours, heard, tolerance: Self.tolerance(reader.format))
        #expect(difference == nil, "\(name): \(difference?.description ?? "")")
    }
}
