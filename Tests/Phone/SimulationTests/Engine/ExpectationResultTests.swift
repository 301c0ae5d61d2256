import AudioModel
import Simulation
import Testing

@Suite("The result of an expectation")
struct ExpectationResultTests {
    @Test("carries the stretch or the moment that it is about, and nothing for the whole story")
    func span() throws {
        let report = try run(
            """
            app Game
            at 0 Game opens; Game plays tone:440 as song
            expect 0.5..1.5 Game.song audible; heard 440 Hz
            expect at 1 Game is active
            expect never Game told interruption.began
            at 2 end
            """)
        #expect(
            report.expectations.map(\.span) == [
                .seconds(0.5) ... .seconds(1.5), .seconds(0.5) ... .seconds(1.5),
                .seconds(1) ... .seconds(1), nil,
            ])
    }

    @Test(
        "about the last moment is judged by what was heard last",
        arguments: [2.0, 2.003], ["tone:440", "silence/5"])
    func lastMoment(duration: Double, sound: String) throws {
        let report = try run(
            """
            app Game
            at 0 Game opens; Game plays \(sound) as song
            expect at \(duration) heard 440 Hz
            expect at \(duration) heard silence
            expect at \(duration) Game.song gain 0 dB
            at \(duration) end
            """)
        #expect(report.failingLines == (sound == "silence/5" ? [3] : [4, 5]))
    }
}

@Suite("What a story says of itself")
struct StoryWordsTests {
    @Test("has volumes in ten-thousandths")
    func volumes() throws {
        // Given presses of a sixteenth each, which add up to a value slightly beside 0.2375.
        let report = try run(
            """
            app Music category playback
            at 0 Music opens; Music plays tone:440 as song
            at 1 press volume down x9
            at 2 end
            """)
        let told = report.told.filter { $0.event == "volume" }.map(\.detail)
        #expect(told.count == 9 && told.last == "0.2375")
        #expect(told.allSatisfy { $0.count <= 6 })
        let changes = report.device.map(\.change).filter { $0.hasPrefix("media ") }
        #expect(changes.count == 9 && changes.last == "media 0.2375")
    }

    @Test("fails once for an act that nobody is there to try")
    func suspended() throws {
        let report = try run(
            """
            app Music category playback
            app Game
            at 0 Music opens
            at 1 Game opens
            at 30 Music activates fails '!int'
            at 31 Game activates fails '!int'
            at 32 end
            """)
        #expect(
            report.failures.map(\.message) == [
                "Music activates: Music is suspended, and nothing runs in it",
                "Game activates fails '!int': expected error '!int' (cannotInterruptOthers), but it succeeded",
            ])
    }
}

@Suite("A story without length")
struct EmptyStoryTests {
    private static let story = """
        app Game
        at 0 Game opens; Game plays tone:440 as song
        expect at 0 Game is active; media 0.8
        expect at 0 Game told didBecomeActive
        expect never Game told interruption.began
        expect never clicks
        expect never heard silence
        at 0 end
        """

    @Test("is told and judged like any other")
    func told() throws {
        let report = try run(EmptyStoryTests.story)
        #expect(report.findings == [])
        #expect(report.duration == .zero)
        #expect(report.streams.map(\.fullName) == ["Game.song"])
    }

    @Test("proves nothing about sound, and says so")
    func nothingToHear() throws {
        let claims = ["Game.song audible", "Game.song silent", "heard silence", "heard 440 Hz"]
        let report = try run(
            """
            app Game
            at 0 Game opens; Game plays tone:440 as song
            expect at 0 \(claims.joined(separator: "; "))
            at 0 end
            """)
        #expect(report.expectations.map(\.isOK) == claims.map { _ in false })
    }

    @Test("can be shown in every form")
    func forms() throws {
        let report = try run(EmptyStoryTests.story)
        for text in [report.text(), report.jsonText, report.svg(), report.html()] {
            #expect(!text.isEmpty)
            #expect(!text.contains("nan") && !text.contains("inf"))
        }
    }
}
