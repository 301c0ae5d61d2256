import AudioFormats
import AudioModel
import CommandLineTool
import Foundation
import SoundCommands
import TestSupport
import Testing

@Suite("ReplayGain")
struct ReplayGainTests {
    private func tags(_ texts: [(key: String, value: String)]) -> FileTags {
        var tags = FileTags()
        tags.texts = texts
        return tags
    }

    private func decibels(_ mode: ReplayGain, _ texts: (key: String, value: String)...) -> Double {
        AudioModel.decibels(ofAmplitude: Double(mode.factor(tags(texts))))
    }

    @Test("follows the track's or the album's tags, and leaves others alone")
    func scopes() {
        let texts: [(key: String, value: String)] = [
            ("REPLAYGAIN_TRACK_GAIN", "-6.20 dB"), ("replaygain_album_gain", " -8 dB"),
        ]
        #expect(ReplayGain.off.factor(tags(texts)) == 1)
        #expect(abs(decibels(.track, texts[0], texts[1]) + 6.2) < 1e-4)
        #expect(abs(decibels(.album, texts[0], texts[1]) + 8) < 1e-4)
        // An album that states nothing has the track's.
        #expect(abs(decibels(.album, texts[0]) + 6.2) < 1e-4)
        #expect(ReplayGain.track.factor(tags([texts[1]])) == 1)
    }

    @Test("reads the gains of Opus, which refer to another loudness")
    func opus() {
        #expect(abs(decibels(.track, ("R128_TRACK_GAIN", "-2560")) + 5) < 1e-4)
    }

    @Test("never raises a sound beyond full scale")
    func peaks() {
        #expect(
            abs(
                decibels(
                    .track, ("replaygain_track_gain", "+4 dB"), ("replaygain_track_peak", "0.5"))
                    - 4) < 1e-4)
        #expect(
            ReplayGain.track.factor(
                tags([
                    ("replaygain_track_gain", "+12.00 dB"), ("replaygain_track_peak", "0.5"),
                ])) == 2)
        // The peak of a file that states none may be full scale.
        #expect(ReplayGain.track.factor(tags([("replaygain_track_gain", "+4 dB")])) == 1)
    }

    @Test(
        "passes over what is no loudness",
        arguments: ["", "loud", "nan", "inf dB", "1e9", "-600 dB", "--4", "- 4"])
    func damaged(text: String) {
        let factor = ReplayGain.track.factor(
            tags([("replaygain_track_gain", text), ("replaygain_track_peak", text)]))
        #expect(factor == 1)
    }

    @Test("changes each track from its first frame on")
    func tracks() {
        var samples = [Float](repeating: 1, count: 20)
        samples.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            TrackGains.apply(
                to: start, frameCount: 10, at: 100, [(0, 0.5), (103, 1), (105, 0.25), (300, 0)])
        }
        let frames = stride(from: 0, to: 20, by: 2).map { samples[$0] }
        #expect(frames == [0.5, 0.5, 0.5, 1, 1, 0.25, 0.25, 0.25, 0.25, 0.25])
        #expect(stride(from: 1, to: 20, by: 2).map { samples[$0] } == frames)
    }

    @Test("makes a file half as loud that asks for it, when it is asked for")
    func file() throws {
        let folder = try TemporaryFolder()
        let samples = (0..<4_000).map { Int16($0 * 8 - 16_000) }
        try folder.makeAudioFile("a.caf", .caf, channels: 2, samples: samples) {
            $0.properties.tags = [("replaygain_track_gain", "-6.0206 dB")]
        }
        for (mode, share) in [("track", Float(0.5)), ("off", 1)] {
            let result = try BuiltProgram.sori.run([
                "play", folder.file("a.caf"), "--replaygain", mode, "--force", "--output",
                "file:" + folder.file("b.wav"),
            ])
            #expect(result.code == 0, "\(result.errors)")
            let written = try decodeSound(AudioFileReader(path: folder.file("b.wav")))
            #expect(written.frameCount == 2_000)
            let isRight = samples.indices.allSatisfy {
                abs(written.samples[$0] - share * Float(samples[$0]) / 32_768) <= 1.0 / 32_768
            }
            #expect(isRight)
        }
    }

    @Test("is off unless asked for, and no other word is a mode")
    func option() throws {
        func mode(_ words: String...) throws -> ReplayGain {
            try PlayRequest.requests(arguments(["a"] + words, PlayCommand.syntax))[0].replayGain
        }
        #expect(try mode() == .off)
        #expect(try mode("--replaygain", "album") == .album)
        #expect(throws: ProgramError.self) { try mode("--replaygain", "loud") }
    }
}
