import AudioModel
import Foundation
import Simulation
import Testing

@Suite("An expectation within a time of a line")
struct TimeLimitTests {
    /// The results of conditions in a story in which a call rings from 2 to 6 and the music plays
    /// again from then on; its app is suspended at 12.
    private func results(_ expectations: String...) throws -> [ExpectationResult] {
        try run(
            """
            app Music category playback background audio
            at 0 Music opens; Music plays tone:440 as song
            at 2 ring: call arrives
            at 6 hangup: call is declined
            at 7 left: Music stops song; Music leaves
            at 20 end
            \(expectations.map { "expect within " + $0 }.joined(separator: "\n"))
            """
        ).expectations
    }

    private func found(_ expectation: String) throws -> String {
        let result = try #require(results(expectation).first)
        return (result.isOK ? "ok: " : "fails: ") + result.found
    }

    @Test("holds if the samples show it in time, and tells how long it took")
    func measured() throws {
        #expect(
            try found("0.2 s of hangup Music.song audible")
                == "ok: audible, -20.2 dBFS, at 6 s: 0 s after 'hangup'")
        #expect(try found("0.2 s of ring phone.ringtone audible").hasPrefix("ok: audible"))
        #expect(try found("1 s of hangup heard 440 Hz").hasPrefix("ok: strongest line at 440 Hz"))
        #expect(try found("1 s of left heard silence").hasPrefix("ok: silence, at 7"))
    }

    @Test("fails for what is too late, and tells how late it is, or that it never comes")
    func late() throws {
        #expect(
            try found("3 s of ring Music.song audible").hasPrefix("fails: audible"))
        #expect(try found("3 s of ring Music.song audible").hasSuffix(", at 6 s: 4 s after 'ring'"))
        #expect(
            try found("3 s of left Music.song audible")
                == "fails: never after 'left': stopped (its app stopped it), at 7 s")
        #expect(
            try found("1 s of left Music is suspended")
                == "fails: Music is suspended at 12 s: 5 s after 'left'")
        #expect(
            try found("9 s of hangup Music is active") == "ok: Music is active: 0 s after 'hangup'")
        #expect(
            try found("9 s of left Music is active")
                == "fails: never after 'left': Music is background")
    }

    @Test("finds what an app was told, and what it was not")
    func told() throws {
        #expect(
            try found("3 s of ring Music told interruption.ended")
                == "fails: told interruption.ended shouldResume at 6 s: 4 s after 'ring'")
        #expect(
            try found("4 s of ring Music told interruption.ended")
                == "ok: told interruption.ended shouldResume at 6 s: 4 s after 'ring'")
        #expect(
            try found("1 s of hangup Music told interruption.began").hasPrefix(
                "fails: never after 'hangup': Music was told only: didBecomeActive at 6 s"))
        #expect(try found("3 s of ring Music not told interruption.ended").hasPrefix("ok: "))
        #expect(try found("4 s of ring Music not told interruption.ended").hasPrefix("fails: told"))
        #expect(try found("1 s of ring phone vibrates").hasPrefix("ok: vibrates at 2 s: 0 s after"))
        #expect(try found("1 s of left phone does not vibrate").hasPrefix("ok: "))
    }

    @Test("follows a zoom on its way")
    func zoom() throws {
        let report = try run(
            """
            app Camera category playAndRecord
            at 0 Camera opens; Camera films as film
            at 1 zoom: Camera zooms to 8 rate 1
            at 6 end
            expect within 3 s of zoom Camera.film zoom 4
            expect within 1 s of zoom Camera.film zoom 4
            expect within 5 s of zoom Camera.film zoom 9
            """)
        #expect(report.expectations.map(\.isOK) == [true, false, false])
        // Twice as much each second, and within 1 %.
        #expect(report.expectations[0].found == "zoom 4 at 2.986 s: 1.986 s after 'zoom'")
        #expect(report.expectations[2].found == "never after 'zoom': zoom 1")
    }
}

@Suite("The cases of a story")
struct StoryCaseTests {
    @Test("run one by one, each with its values in its title")
    func titles() throws {
        let text = """
            scenario "Loops"
            for each category expected in ambient silent, playback audible, record audible
            phone switch silent
            app Game category $category
            at 0 Game opens; Game plays tone:220 as loop
            at 2 end
            expect 1..2 Game.loop $expected
            """
        let reports = try parseScenarios(bytes: Array(text.utf8), path: "a.scenario").map {
            try runScenario($0)
        }
        #expect(
            reports.map(\.title) == [
                "Loops [category=ambient, expected=silent]",
                "Loops [category=playback, expected=audible]",
                "Loops [category=record, expected=audible]",
            ])
        #expect(reports.map(\.isOK) == [true, true, false])
        #expect(
            reports.map { $0.expectations[0].text }
                == Array(repeating: "expect 1..2 Game.loop $expected", count: 3))
        #expect(reports[0].jsonText.contains("\"case\": {\"category\": \"ambient\", "))
        let suites = StoryReport.junitXML(reports)
        #expect(suites.contains("<testsuite name=\"Loops [category=record, expected=audible]\""))
    }

    @Test("of the library hold, and number as many as their tables have")
    func library() throws {
        var counts: [Int] = []
        for name in ["interrupted-by", "ring-switch"] {
            let folder = ScenarioLibrary.folder.appending(path: "cases")
            func read(_ path: String) -> [UInt8]? {
                (try? Data(contentsOf: URL(fileURLWithPath: path))).map(Array.init)
            }
            let path = folder.appending(path: "\(name).scenario").path
            let cases = try parseScenarios(bytes: try #require(read(path)), path: path) {
                path throws(IncludeError) in
                guard let bytes = read(path) else { throw IncludeError("cannot be read") }
                return bytes
            }
            for story in cases {
                let report = try runScenario(story)
                #expect(report.isOK, "\(report.text())")
            }
            counts.append(cases.count)
        }
        #expect(counts == [6, 4])
    }
}
