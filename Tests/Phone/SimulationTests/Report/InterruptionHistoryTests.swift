import AudioModel
import Foundation
import Simulation
import Testing

@Suite("The history of an app's interruptions")
struct InterruptionHistoryTests {
    /// The lines about interruptions that `sori why` prints.
    private func lines(_ story: String, _ app: String, at seconds: Double) throws -> [String] {
        let report = try run(story)
        #expect(report.findings == [])
        let explanation = try #require(report.explanation(of: app, at: .seconds(seconds)))
        let lines = explanation.text().split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "interruptions") else { return [] }
        return lines[(start + 1)...].prefix { !$0.isEmpty }.map(String.init)
    }

    private static let rivals = """
        app Music category playback background audio reacts ignores
        app Game category playback
        at 0 Music opens; Music plays tone:440 as song
        at 1 Game opens; Game plays tone:880 as theme
        """

    /// On a phone of iOS 8, Music may begin in the background by itself, and its return to the front
    /// ends no interruption.
    private static let earlyRivals = "phone profile 8\n" + rivals

    @Test("says that a rival let go without a word, and that nothing was told")
    func never() throws {
        let story =
            Self.earlyRivals + """

                at 3 Game stops theme; Game deactivates
                at 5 end
                """
        #expect(
            try lines(story, "Music", at: 5) == [
                "  1. began at 1.000: Game started a sound",
                "     3.000  Game session becomes inactive: Game deactivated its session without "
                    + "notifying",
                "     not over: nothing was told; Music may activate its session by itself",
            ])
    }

    @Test("says what ended it, and whether there was leave to resume")
    func told() throws {
        let story =
            Self.earlyRivals + """

                at 3 Game stops theme; Game deactivates notifying
                at 5 end
                """
        #expect(
            try lines(story, "Music", at: 2) == [
                "  1. began at 1.000: Game started a sound",
                "     not over: nothing was told; Music cannot activate its session from the "
                    + "background (cannotInterruptOthers)",
            ])
        #expect(
            try lines(story, "Music", at: 4) == [
                "  1. began at 1.000: Game started a sound",
                "     3.000  Game session becomes inactive: Game deactivated its session, notifying "
                    + "others",
                "     ended at 3.000: Game deactivated its session, notifying others; Music was "
                    + "told, and to resume",
            ])
    }

    @Test("says that a session cannot be activated while a call lasts, and then that it could be")
    func refused() throws {
        let story = """
            phone profile 8
            app Music category playback background audio reacts ignores
            app Game category playback
            at 0 Music opens; Music plays tone:440 as song
            at 1 Game opens; Game plays tone:880 as theme
            at 2 call arrives
            at 2.5 Music activates fails insufficientPriority
            at 3 call is answered
            at 3.2 alarm fires
            at 3.5 Music activates fails insufficientPriority
            at 3.6 alarm is dismissed
            at 4 call ends
            at 4.5 Game stops theme; Game deactivates
            at 5 Music activates
            at 6 end
            """
        let start = "     not over: nothing was told; "
        for (seconds, wanted) in [
            (2.2, "Music cannot activate its session while the call lasts (insufficientPriority)"),
            (
                3.3,
                "Music cannot activate its session while the call and the alarm last "
                    + "(insufficientPriority)"
            ),
            (4.8, "Music may activate its session by itself"),
        ] {
            #expect(try lines(story, "Music", at: seconds).last == start + wanted)
        }
    }

    @Test("says that a suspended app does nothing")
    func suspended() throws {
        let story = """
            app Music category playback reacts ignores
            app Game category playback
            at 0 Music opens; Music plays tone:440 as song
            at 0.5 call arrives
            at 1 call is answered
            at 20 end
            """
        #expect(
            try lines(story, "Music", at: 19).last
                == "     not over: nothing was told; Music is suspended, and nothing runs in it")
    }

    @Test(
        "tells each one, with the rival that is interrupted itself, and the app that helped itself")
    func chain() throws {
        let story =
            Self.earlyRivals + """

                at 2 call arrives
                at 3 call is declined
                at 4 Music opens; Music resumes song
                at 6 alarm fires
                at 7 alarm is dismissed
                at 8 end
                """
        #expect(
            try lines(story, "Music", at: 8) == [
                "  1. began at 1.000: Game started a sound",
                "     2.000  Game is itself interrupted: a call arrived",
                "     3.000  Game session becomes active: Game activated its session",
                "     4.000  Game is itself interrupted: Music resumed the sound",
                "     over at 4.000: Music activated its session, untold",
                "  2. began at 6.000: the alarm fired",
                "     ended at 7.000: the alarm was dismissed; Music was told, and to resume",
            ])
    }

    @Test("says that the app's return to the front ended it, and with what leave")
    func late() throws {
        let story = Self.rivals + "\nat 4 Music opens\nat 6 end"
        #expect(
            try lines(story, "Music", at: 6) == [
                "  1. began at 1.000: Game started a sound",
                "     ended at 4.000: Music was opened; Music was told, and not to resume by itself",
            ])
    }

    @Test("is empty for who was never interrupted, and there in JSON for who was")
    func json() throws {
        let story = Self.rivals + "\nat 2 end"
        #expect(try lines(story, "Game", at: 2) == [])
        let explanation = try #require(run(story).explanation(of: "Music", at: .seconds(2)))
        #expect(explanation.jsonText.contains("\"by\": \"Game\""))
        #expect(explanation.jsonText.contains("\"cause\": \"Game started a sound\""))
    }
}

@Suite("The origin of a factor")
struct FactorOriginTests {
    @Test("is its rule, with the event that last changed it and when")
    func origins() throws {
        let report = try run(
            """
            app Music category playback background audio
            app Guide category playback options duckOthers
            at 0 Music opens; Music plays tone:440 as song
            at 1 media 0.5
            at 2 Guide opens; Guide activates
            at 3 Music sets song volume 0.5
            at 4 end
            """)
        let text = try #require(report.explanation(of: "Music", at: .seconds(4))).text()
        let rules = text.split(separator: "\n").compactMap { line in
            line.range(of: "dB   ").map { String(line[$0.upperBound...]) }
        }
        #expect(
            rules == [
                "rule app-volume-governs, since 3.000: Music set the sound's volume to 0.5",
                "rule ducking-lowers, since 2.000: Guide activated its session",
                "rule media-volume-governs, since 1.000: the media volume was set to 0.5",
            ])
    }
}

@Suite("The explanation of the phone")
struct PhoneExplanationTests {
    @Test("names what ended the phone's own sounds, and when")
    func phoneSounds() throws {
        let report = try run(
            """
            at 0 call arrives
            at 1 press volume down
            at 2 call is answered
            at 3 call ends
            at 4 alarm fires
            at 5 alarm is dismissed
            at 6 timer fires
            at 7 timer is dismissed
            at 8 end
            """)
        let text = try #require(report.explanation(of: "phone", at: .seconds(8))).text()
        for (since, cause) in [
            ("1.000", "volume down was pressed"), ("3.000", "the call ended"),
            ("5.000", "the alarm was dismissed"), ("7.000", "the timer was dismissed"),
        ] {
            #expect(
                text.contains(
                    """
                      because  1. the phone ended it (stopped)
                                  rule sounds-end, since \(since): \(cause)

                    """))
        }
        #expect(!text.contains("its app"))
    }
}
