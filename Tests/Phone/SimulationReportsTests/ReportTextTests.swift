import AudioModel
import Testing

import SimulationReports

@Suite("The text form of a story")
struct ReportTextTests {
    @Test("is one aligned line a change, then what does not hold, then the counts")
    func whole() {
        #expect(
            SmallStory.report.text() == """
                A & B (story.scenario), 2.5 s

                0.000  Music       opens
                0.000  Music.song  audible      -8.0 dB (app volume -6.0, media volume -1.9)
                0.500  Mail.ping   ducked       by Music; -20.0 dB (duck)
                0.750  Mail.ping   ends
                1.500  phone       switch silent
                1.500  Music.song  silent       ring-switch: the switch is silent
                1.500  Mail        told         hint.begin
                2.000  Mail        told         volume 0.5

                does not hold: story.scenario:5: at 2 Music.song audible
                        found: silent because ring-switch

                failure: story.scenario:7: Mail: cannot <play> "ping" (at 0.500)

                FAILED  8 changes, 1 of 2 expectations hold, 1 other failure

                """)
    }

    @Test("says ok when everything holds")
    func good() {
        let lines = SampleStory.goodReport.text().split(separator: "\n")
        #expect(lines.last == "ok  35 changes, 4 of 4 expectations hold")
        #expect(!lines.contains { $0.contains("does not hold") })
    }

    @Test("of an empty story is its heading and its counts")
    func empty() {
        let report = StoryReport(title: "", path: "x", duration: .zero)
        #expect(report.text() == " (x), 0 s\n\n\nok  0 changes, no expectations\n")
    }

    @Test("has colour only when asked for")
    func color() {
        #expect(!SampleStory.report.text().contains("\u{1B}"))
        let colored = SampleStory.report.text(inColor: true)
        #expect(colored.contains("\u{1B}[1;31mFAILED\u{1B}[0m"))
        // Without its escapes it is the same text.
        let plain = colored.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(plain == SampleStory.report.text())
    }

    @Test("lets nothing in a scenario steer the terminal")
    func controlCharacters() {
        var report = StoryReport(title: "a\u{1B}[2Jb\nc", path: "p\u{9B}", duration: .seconds(1))
        report.device = [DeviceRecord(at: .zero, change: "x\ry")]
        report.failures = [StoryFailure(at: .zero, line: 0, message: "\u{7}")]
        let text = report.text()
        #expect(text.hasPrefix("a\u{FFFD}[2Jb\u{FFFD}c (p\u{FFFD}), 1 s\n"))
        #expect(text.contains("phone  x\u{FFFD}y\n"))
        #expect(text.contains("failure: p\u{FFFD}: \u{FFFD} (at 0.000)"))
    }
}

@Suite("Numbers as text")
struct NumeralTests {
    @Test(
        "have as many decimals as asked for",
        arguments: [
            (1.5, 3, "1.500", "1.5"), (-0.0004, 3, "0.000", "0.000"), (0, 0, "0", "0"),
            (2.9996, 3, "3.000", "3"), (-12.25, 1, "-12.3", "-12.3"), (100, 2, "100.00", "100"),
            (0.000_001, 6, "0.000001", "0.000001"), (-.infinity, 1, "-inf", "-inf"),
        ] as [(Double, Int, String, String)])
    func decimals(value: Double, places: Int, fixed: String, short: String) {
        #expect(Numeral.fixed(value, places: places) == fixed)
        #expect(Numeral.short(value, places: places) == (fixed == "0.000" ? "0" : short))
    }

    @Test("of any size never trap")
    func extremes() {
        for value in [Double.greatestFiniteMagnitude, -1e300, .nan, .infinity, 1e16] {
            #expect(!Numeral.fixed(value, places: 6).isEmpty)
            #expect(!Numeral.short(value, places: 6).isEmpty)
        }
        #expect(HostTime(nanoseconds: .max).secondsText.hasPrefix("9223372036"))
    }
}
