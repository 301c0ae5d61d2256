import AudioModel
import CommandLineTool
import Foundation
import Simulation
import StoryCommands
import TestSupport
import Testing

@Suite("The progress of long stories")
struct StoryProgressTests {
    @Test("says which story it is, how far it is, and since when")
    func words() {
        var place = StoryPlace()
        place.name = "night.scenario"
        place.duration = .seconds(28_800)
        place.reached = .seconds(3_723.25)
        place.begun = 1
        place.count = 1
        #expect(
            place.words(afterSeconds: 5) == "night.scenario: at 62:03.2 of 480:00.0, after 5 s")
        place.begun = 2
        place.count = 3
        place.name = "a\u{1B}[2J"
        #expect(
            place.words(afterSeconds: 61)
                == "story 2 of 3, a\u{FFFD}[2J: at 62:03.2 of 480:00.0, after 61 s")
        place.choices = (4, 70)
        #expect(
            place.words(afterSeconds: 61) == "story 2 of 3, a\u{FFFD}[2J: 4 of 70 choices tried")
    }
}

@Suite("Silence that is expected of a stream before it starts")
struct LateStreamWarningTests {
    private func warnings(_ lines: String...) throws -> [String] {
        let folder = try TemporaryFolder()
        let story = ["app Music category playback", "at 0 Music opens", "at 4 end"]
        let starts = "at 2 Music plays tone:440 as song"
        try folder.write(
            (story[..<2] + [starts] + lines + story[2...]).joined(separator: "\n").utf8,
            as: "a.scenario")
        let read = try #require(SimulatedStories().read(folder.file("a.scenario")).first)
        let report = try read.run()
        #expect(report.expectations.count == lines.count)
        return report.warnings.map {
            "\($0.at.seconds) \($0.location.line): \($0.message)"
        }
    }

    @Test("is a warning, at a moment and in a span")
    func late() throws {
        #expect(
            try warnings("expect 0.5..1.5 Music.song silent", "expect at 0.25 Music.song silent")
                == [
                    "0.25 5: 'Music.song silent' says nothing: it starts only at 2 s",
                    "0.5 4: 'Music.song silent' says nothing: it starts only at 2 s",
                ])
    }

    @Test("is none where the stream has started by then, or silence is of the whole phone")
    func fine() throws {
        #expect(
            try warnings(
                "expect 1..3 Music.song silent", "expect at 3 Music.song silent",
                "expect 0..1 heard silence"
            ).isEmpty)
    }
}
