import AudioFormats
import AudioModel
import CommandLineTool
import Foundation
import SoundCommands
import TestSupport
import Testing

/// Tests what `sori convert` does to the sound itself: parts, levels, fades, joins.
@Suite("sori convert, editing")
struct ConvertEditsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let frameCount = 8000
    /// Mono samples at 8000 Hz: one second, with a peak of 10,001.
    private static let samples = (0..<frameCount).map { Int16(($0 * 7919) % 20_002 - 10_001) }

    private func makeSource(_ name: String = "in.wav", _ samples: [Int16] = samples) throws {
        try folder.makeAudioFile(name, channels: 1, samples: samples, sampleRate: 8000) {
            $0.properties.tags = [("title", "Tide")]
        }
    }

    /// The samples of a 16-bit mono WAVE file.
    private func samples(_ name: String) throws -> [Int16] {
        let file = try folder.audioFile(name)
        #expect(file.format.bitsPerChannel == 16)
        let count = Int(try file.frameCount())
        var found = [Int16](repeating: 0, count: count)
        let read = try found.withUnsafeMutableBytes { bytes in
            try file.readPackets(startingAt: 0, count: count, into: bytes)
        }
        #expect(read.packetCount == Int64(count))
        return found.map { Int16(littleEndian: $0) }
    }

    private func run(_ words: String...) throws -> (code: ExitCode, errors: String) {
        let test = TestConsole()
        let words = words.map {
            $0.hasPrefix("-") || !$0.contains(".") || Double($0) != nil || $0.contains(",")
                ? $0 : folder.file($0)
        }
        let code = try ConvertCommand.run(
            arguments(words, ConvertCommand.syntax), test.console, terminalWidth: nil,
            shouldEnd: { false })
        return (code, test.errors.text)
    }

    @Test(
        "keeps the part between two times, frame for frame",
        arguments: [
            (["--from", "0.25"], 2000..<8000), (["--to", "0:00.5"], 0..<4000),
            (["--from", "0.1", "--to", "0.7"], 800..<5600), (["--to", "9"], 0..<8000),
        ] as [([String], Range<Int>)])
    func parts(options: [String], kept: Range<Int>) throws {
        try makeSource()
        let result = try folder.runConvert("in.wav", "out.wav", options)
        #expect(result.code == .done && result.errors == "")
        #expect(try samples("out.wav") == Array(Self.samples[kept]))
        let tags = try folder.audioFile("out.wav").tags()
        #expect(tags.contains { $0.key == "title" && $0.value == "Tide" })
    }

    @Test("gives a part its exact length at another rate")
    func partAtOtherRate() throws {
        try makeSource()
        try folder.convert(
            "in.wav", "out.wav", "--from", "0.25", "--to", "0.75", "--rate", "44100")
        #expect(try folder.audioFile("out.wav").frameCount() == 22_050)
    }

    @Test("refuses a part that is not there, and leaves nothing")
    func noPart() throws {
        try makeSource()
        let late = try folder.failure("in.wav", "out.wav", "--from", "2")
        #expect(late.code == .wrongUse && late.place == folder.file("in.wav"))
        #expect(late.what == "there is no sound after 0:02.0: it ends at 0:01.0")
        #expect(late.advice == "give an earlier --from")
        #expect(
            try folder.failure("in.wav", "out.wav", "--from", "1", "--to", "1").code == .wrongUse)
        #expect(try folder.failure("in.wav", "out.wav", "--from", "x").code == .wrongUse)
        #expect(folder.files == ["in.wav"])
    }

    @Test("changes the level by decibels, and says what is cut off at full scale")
    func gain() throws {
        try makeSource()
        let quieter = try folder.runConvert(
            "in.wav", "out.wav", ["--gain", "-20", "--no-dither"])
        #expect(quieter.errors == "")
        for (found, given) in zip(try samples("out.wav"), Self.samples) {
            #expect(abs(Double(found) - Double(given) / 10) <= 0.51)
        }
        let louder = try folder.runConvert("in.wav", "loud.wav", ["--gain", "20"])
        #expect(louder.code == .done)
        #expect(
            louder.errors == "\(folder.file("loud.wav")): goes 9.7 dB over full scale, where it is "
                + "cut off; write --gain 10.3 or less, or --normalise\n")
        #expect(try samples("loud.wav").max() == .max && samples("loud.wav").min() == .min)
        // Floats hold it.
        #expect(
            try folder.convert("in.wav", "float.wav", "--gain", "20", "--format", "f32") == "")
        #expect(try folder.failure("in.wav", "b.wav", "--gain", "61").code == .wrongUse)
    }

    @Test("brings the highest sample to full scale, or below it", arguments: [0, -6])
    func normalise(gain: Int) throws {
        try makeSource()
        let options = ["--normalise", "--no-dither", "--gain", "\(gain)"]
        #expect(try folder.runConvert("in.wav", "out.wav", options).errors == "")
        let peak = try samples("out.wav").map { abs(Int($0)) }.max()
        #expect(peak == Int((32_767 * pow(10, Double(gain) / 20)).rounded()))
        // Only a part's own peak counts.
        try makeSource("quiet.wav", Array(repeating: 100, count: 4000) + Self.samples)
        try folder.convert("quiet.wav", "part.wav", "--normalise", "--to", "0.5", "--no-dither")
        #expect(try samples("part.wav") == Array(repeating: 32_767, count: 4000))
    }

    @Test("says that silence has no level to change")
    func silence() throws {
        try makeSource("in.wav", Array(repeating: 0, count: 800))
        #expect(
            try folder.convert("in.wav", "out.wav", "--normalise", "--no-dither")
                == "\(folder.file("out.wav")): is silent: --normalise changes nothing\n")
        #expect(try samples("out.wav") == Array(repeating: 0, count: 800))
    }

    @Test("fades in and out in a straight line")
    func fades() throws {
        try makeSource("in.wav", Array(repeating: 10_000, count: 8000))
        try folder.convert("in.wav", "out.wav", "--fade", "0.25,0.5", "--no-dither")
        let found = try samples("out.wav")
        #expect(found.count == 8000)
        #expect(found[0] == 0 && found[1000] == 5000 && found[2000] == 10_000)
        #expect(found[2000..<3999].allSatisfy { $0 == 10_000 })
        #expect(found[5999] == 5000 && found[7999] == 0)
        // A fade at one end leaves the other.
        try folder.convert("in.wav", "start.wav", "--fade", "0:00.1", "--no-dither")
        #expect(try samples("start.wav").last == 10_000)
        try folder.convert("in.wav", "end.wav", "--fade", "0,0.1", "--no-dither")
        #expect(try samples("end.wav").first == 10_000)
        // Fades must have room, also in a part.
        let long = try folder.failure("in.wav", "b.wav", "--to", "0.5", "--fade", "0.4,0.2")
        #expect(long.what == "the fades take 0.6 seconds, and the sound has 0.5")
        for word in ["x", "1,2,3", ",", "1:75", "1,"] {
            #expect(
                try folder.failure("in.wav", "b.wav", "--fade", word).code == .wrongUse, "\(word)")
        }
    }

    @Test("joins sounds sample for sample")
    func joins() throws {
        try makeSource("a.wav")
        try makeSource("b.wav", [1, -2, 3])
        try makeSource("c.wav", Self.samples.reversed())
        let result = try run("a.wav", "b.wav", "c.wav", "out.wav")
        #expect(result.code == .done && result.errors == "")
        #expect(try samples("out.wav") == Self.samples + [1, -2, 3] + Self.samples.reversed())
        // A part of the whole can lie across the joins.
        _ = try run("a.wav", "b.wav", "c.wav", "part.wav", "--from", "0.9", "--to", "1.1")
        let all = Self.samples + [1, -2, 3] + Self.samples.reversed()
        #expect(try samples("part.wav") == Array(all[7200..<8800]))
    }

    #if FFmpeg
        @Test("joins what is coded without the encoders' padding", arguments: ["flac", "m4a"])
        func codedJoins(kind: String) throws {
            try makeSource("a.wav")
            try makeSource("b.wav", Self.samples.reversed())
            let format = kind == "flac" ? "flac" : "alac"
            for name in ["a", "b"] {
                try folder.convert("\(name).wav", "\(name).\(kind)", "--format", format)
            }
            #expect(try run("a.\(kind)", "b.\(kind)", "out.\(kind)").errors == "")
            try folder.convert("out.\(kind)", "back.wav")
            #expect(try samples("back.wav") == Self.samples + Self.samples.reversed())
        }

        @Test("says that a coding with loss loses a little more")
        func secondLoss() throws {
            try makeSource()
            try folder.convert("in.wav", "a.m4a")
            let said = try folder.convert("a.m4a", "b.m4a", "--to", "0.5")
            #expect(said.contains("AAC is decoded and coded again as AAC"))
            #expect(try folder.audioFile("b.m4a").frameCount() == 4000)
            #expect(try folder.convert("a.m4a", "c.wav", "--gain", "-3") == "")
            // A copy stays a copy.
            #expect(try folder.convert("a.m4a", "d.m4a") == "")
            #expect(try folder.data("a.m4a") == folder.data("d.m4a"))
        }
    #endif

    @Test("says what changes of joined sounds, and which of them ends early")
    func otherFormats() throws {
        try makeSource("a.wav")
        try folder.makeAudioFile(
            "b.wav", samples: Array(repeating: 9, count: 32_000), sampleRate: 16_000)
        let result = try run("a.wav", "b.wav", "out.wav")
        #expect(result.code == .done)
        #expect(
            result.errors.contains(
                "of \(folder.file("b.wav")) 16000 Hz become 8000, 2 channels become 1"))
        #expect(try folder.audioFile("out.wav").frameCount() == 16_000)
        try folder.write(try folder.data("a.wav").dropLast(2000), as: "cut.wav")
        let early = try run("b.wav", "cut.wav", "early.wav")
        #expect(early.code == .badInput)
        #expect(early.errors.contains("\(folder.file("cut.wav")): ends early: 7013 of 8000 frames"))
        // None of the sources is overwritten.
        let error = #expect(throws: ProgramError.self) {
            _ = try run("a.wav", "b.wav", "b.wav", "--force")
        }
        #expect(error?.what == "is a file that is read")
    }

    @Test("moves chapters with the sound, and takes out those outside a part")
    func chapters() throws {
        try folder.makeAudioFile("in.wav", channels: 1, samples: Self.samples, sampleRate: 8000) {
            var tags = FileTags()
            tags.chapters = [
                AudioChapter(start: 0, end: 0.25, title: "A"),
                AudioChapter(start: 0.25, end: 0.75, title: "B"),
                AudioChapter(start: 0.75, end: 1, title: "C"),
            ]
            $0.properties.setTags(tags)
        }
        try folder.convert("in.wav", "out.wav", "--from", "0.5", "--to", "0.875")
        let found = try folder.audioFile("out.wav").fileTags().chapters
        #expect(found.map(\.title) == ["B", "C"])
        #expect(found.map(\.start) == [0, 0.25])
        #expect(found.map(\.end) == [0.25, 0.375])
    }

    #if FFmpeg
        @Test("leaves out what was said of the loudness when the level changes")
        func loudness() throws {
            try makeSource()
            try folder.makeAudioFile("a.wav", samples: Array(repeating: 5, count: 900)) {
                var tags = FileTags()
                tags.texts = [("title", "Tide"), ("replaygain_track_gain", "-3.00 dB")]
                $0.properties.setTags(tags)
            }
            try folder.convert("a.wav", "a.flac")
            func keys(_ name: String) throws -> [String] {
                try folder.audioFile(name).tags().map { $0.key.lowercased() }
            }
            try #require(try keys("a.flac").contains("replaygain_track_gain"))
            try folder.convert("a.flac", "cut.flac", "--to", "0.005")
            #expect(try keys("cut.flac").contains("replaygain_track_gain"))
            try folder.convert("a.flac", "loud.flac", "--gain", "-1")
            #expect(try keys("loud.flac").contains("title"))
            #expect(try !keys("loud.flac").contains("replaygain_track_gain"))
        }
    #endif
}
