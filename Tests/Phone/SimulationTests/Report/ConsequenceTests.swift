import Simulation
import Testing

@Suite("A report of a story with failures")
struct ConsequenceTests {
    private func report(_ story: String) throws -> StoryReport {
        try run(story)
    }

    private static let story = """
        scenario "a refused category"
        app Chat category record options defaultToSpeaker
        app Music category playback background audio
        at 0 Music opens; Music plays tone:440 as song
        at 1 Chat opens
        at 2 Chat records as memo
        at 3 Chat category playAndRecord
        at 4 end
        expect 2..3 Chat.memo records audible
        expect 1..2 Music.song silent
        expect 3..4 Music.song silent
        expect 3.2..4 Chat.memo records audible

        """

    @Test("marks what follows from a refused category, until the category is granted")
    func category() throws {
        let report = try report(Self.story)
        #expect(report.failures.map(\.line) == [5, 6])
        #expect(report.failures.map(\.followsFrom) == [nil, 5])
        #expect(report.expectations.map(\.isOK) == [false, false, false, false])
        // The recording never started because of the category; the third condition fails in the
        // same span as the second.
        #expect(report.expectations.map(\.followsFrom) == [5, nil, 10, 5])
    }

    @Test("does not say that a recording follows from a category without input")
    func categoryWithoutInput() throws {
        let story = Self.story.replacing(
            "category record options", with: "category playback options")
        let report = try report(story)
        #expect(report.failures.map(\.line) == [5, 6])
        #expect(report.failures.map(\.followsFrom) == [nil, nil])
        #expect(report.expectations.map(\.followsFrom) == [6, nil, 10, 6])
    }

    @Test(
        "does not name requests of the library for an app that has ended",
        arguments: ["is killed", "crashes"])
    func endedApp(end: String) throws {
        let report = try report(
            """
            scenario "an app ends while it sounds"
            app Game category playback
            at 0 Game opens; Game plays tone:440 as song
            at 3 Game \(end)
            at 6 end
            expect 3.2..6 Game.song silent

            """)
        #expect(report.isOK && !report.text().contains("is refused"))
    }

    @Test("shows a cause before what follows from it, and says so in every form")
    func forms() throws {
        let report = try report(Self.story)
        let lines = report.text().split(separator: "\n").map(String.init)
        let problems = lines.filter { $0.contains("does not hold: ") || $0.contains("failure: ") }
        #expect(
            problems.map { $0.hasPrefix("follows from line ") }
                == [false, true, false, true, true, true])
        #expect(report.text().contains("needs category playAndRecord; the category is record"))
        #expect(report.jsonText.contains(#""followsFrom": 5"#))
        #expect(StoryReport.junitXML([report]).contains("follows from line 5: "))
        #expect(report.errorAnnotations.contains { $0.contains("follows from line 10: ") })
        #expect(report.html().contains("follows from line 5: Chat records as memo"))
        let why = try #require(report.explanation(of: "Chat", at: .seconds(2.5)))
        #expect(why.refused.count == 2)
        #expect(why.text().contains("rule options-must-fit"))
    }

    @Test("does not blame a refused category for what a call refuses")
    func other() throws {
        let report = try report(
            """
            scenario "a call"
            app Chat category record options defaultToSpeaker
            at 0 Chat opens
            at 1 call arrives
            at 2 Chat activates
            at 3 Chat plays tone:440 as song
            at 4 end

            """)
        #expect(report.failures.map(\.followsFrom) == [nil, nil, 5])
    }

    @Test("does not blame a refused category for what was not refused")
    func notRefused() throws {
        let report = try report(
            """
            scenario "an act that cannot be"
            app Chat category playback
            app Music category playback
            at 0 Chat opens
            at 1 Chat category playback options allowBluetooth
            at 2 Chat plays tone:440 as song fails '!pla'
            at 3 Music opens
            at 19 Chat stops song
            at 60 Chat plays tone:440 as other
            at 61 end

            """)
        #expect(report.failures.map(\.line).prefix(2) == [5, 6])
        #expect(report.failures.contains { $0.message.contains("suspended") })
        #expect(report.failures.allSatisfy { $0.followsFrom == nil })
        let text = "expected error '!pla' (cannotStartPlaying), but it succeeded"
        #expect(report.failures[1].message.hasSuffix(text))
        #expect(report.failures[1].action == "Chat plays tone:440 as song fails '!pla'")
    }

    @Test("says where a category comes from that the opening asks for, and what an app was told")
    func origins() throws {
        let report = try report(
            """
            scenario "a header"
            app Game category ambient options defaultToSpeaker
            app Music category playback background audio
            at 0 Music opens; Music plays tone:440 as song
            at 1 call arrives
            at 2 call ends
            at 3 Game opens
            at 4 end
            expect at 2 Music told interruption.ended noResume

            """)
        #expect(
            report.failures.first?.message.hasSuffix("; the line 'app Game' asks for it") == true)
        #expect(
            report.expectations.first?.found.hasSuffix("interruption.ended shouldResume at 2 s")
                == true, "\(report.expectations)")
    }
}
