import Simulation
import Testing

@Suite("Advice about a story")
struct AdviceTests {
    /// A guideline with a story that goes against it, and one that does not.
    struct Pair: CustomTestStringConvertible, Sendable {
        var guideline: Guideline
        var bad: String
        var good: String
        /// Seconds at which the first goes against it.
        var at: Double

        var testDescription: String { guideline.rawValue }
    }

    private static let music = "app Music category playback background audio"

    static let pairs = [
        Pair(
            guideline: .alertsForAlerts,
            bad: """
                app Game
                at 0 Game opens
                at 1 Game alerts tone:880/0.2 as a
                at 3 Game alerts tone:880/0.2 as b
                at 5 Game alerts tone:880/0.2 as c
                at 7 end
                """,
            good: """
                app Game
                at 0 Game opens
                at 1 Game sounds tone:880/0.2 as a
                at 3 Game sounds tone:880/0.2 as b
                at 5 Game sounds tone:880/0.2 as c
                at 7 end
                """, at: 5),
        Pair(
            guideline: .steadyCategory,
            bad: """
                \(music)
                at 0 Music opens; Music plays tone:440 as song
                at 2 Music category ambient
                at 4 end
                """,
            good: """
                \(music)
                at 0 Music opens; Music plays tone:440 as song
                at 1 Music stops song; Music deactivates
                at 2 Music category ambient
                at 4 end
                """, at: 2),
        Pair(
            guideline: .silentAfterUnplug,
            bad: """
                phone route headphones
                app Music category playback reacts ignores
                at 0 Music opens; Music plays tone:440 as song with unit
                at 2 unplug headphones
                at 5 end
                """,
            good: """
                phone route headphones
                app Music category playback
                at 0 Music opens; Music plays tone:440 as song with unit
                at 2 unplug headphones
                at 5 end
                """, at: 2),
        Pair(
            guideline: .idleSession,
            bad: """
                \(music)
                at 0 Music opens; Music plays tone:440/3 as song
                at 20 end
                """,
            good: """
                \(music)
                at 0 Music opens; Music plays tone:440/3 as song
                at 4 Music deactivates notifying
                at 20 end
                """, at: 3),
        Pair(
            guideline: .backgroundMode,
            bad: """
                app Music category soloAmbient background audio
                at 0 Music opens; Music plays tone:440 as song
                at 2 Music leaves
                at 5 end
                """,
            good: """
                \(music)
                at 0 Music opens; Music plays tone:440 as song
                at 2 Music leaves
                at 5 end
                """, at: 2),
        Pair(
            guideline: .volumeButtons,
            bad: """
                \(music)
                at 0 Music opens; Music plays tone:440 as song
                at 2 press volume down
                then +0.2 Music sets song volume 0.5
                at 5 end
                """,
            good: """
                \(music)
                at 0 Music opens; Music plays tone:440 as song
                at 2 press volume down
                then +2 Music sets song volume 0.5
                at 5 end
                """, at: 2.2),
        Pair(
            guideline: .resumeAfterInterruption,
            bad: """
                app Music category playback background audio reacts ignores
                at 0 Music opens; Music plays tone:440 as song with queue
                at 2 call arrives
                at 4 call is declined
                at 8 end
                """,
            good: """
                \(music)
                at 0 Music opens; Music plays tone:440 as song with queue
                at 2 call arrives
                at 4 call is declined
                at 8 end
                """, at: 4),
        Pair(
            guideline: .neverQuit,
            bad: """
                \(music)
                at 0 Music opens
                at 2 Music quits
                at 3 end
                """,
            good: """
                \(music)
                at 0 Music opens
                at 2 Music is killed
                at 3 end
                """, at: 2),
        Pair(
            guideline: .slowLaunch,
            bad: """
                app Slow
                at 0 Slow hangs in didFinishLaunching for 6
                at 1 Slow opens
                at 9 end
                """,
            good: """
                app Slow
                at 0 Slow hangs in didFinishLaunching for 5
                at 1 Slow opens
                at 9 end
                """, at: 6),
        Pair(
            guideline: .routeDetectionInFront,
            bad: """
                \(music)
                at 0 Music opens; Music detects routes on
                at 2 Music leaves
                at 5 end
                """,
            good: """
                \(music)
                at 0 Music opens; Music detects routes on
                at 2 Music leaves; Music detects routes off
                at 5 end
                """, at: 2),
    ]

    private func advice(_ text: String) throws -> [Advice] {
        try runScenario(try parseScenario(text, path: "advice")).advice
    }

    @Test("names the moment where a guideline is not followed", arguments: pairs)
    func bad(pair: Pair) throws {
        let found = try advice(pair.bad).filter { $0.guideline == pair.guideline }
        #expect(found.count == 1)
        #expect(found.first.map { abs($0.at.seconds - pair.at) < 0.1 } == true)
    }

    @Test("is not given where the guideline is followed", arguments: pairs)
    func good(pair: Pair) throws {
        #expect(try advice(pair.good).filter { $0.guideline == pair.guideline } == [])
    }

    @Test("has a pair of stories for every guideline")
    func complete() {
        // A story's apps have no handlers to observe: `PhoneAdviceTests` has that guideline.
        #expect(Self.pairs.map(\.guideline) == Guideline.allCases.filter { !$0.concernsCalls })
    }

    @Test("says the moment, the guideline and the remedy")
    func words() throws {
        var report = StoryReport(title: "t", path: "p", duration: .seconds(3))
        #expect(report.adviceText() == "t (p): nothing to advise\n")
        report.events = [EventRecord(at: .seconds(2), actor: "A", sentence: "A quit")]
        report.apps = [AppActionRecord(at: .zero, app: "A", what: "is active")]
        #expect(
            report.adviceText() == """
                t (p)

                2.000  A  quit by itself
                        An app does not quit by itself; to the user that is a crash.
                        Remove the call of exit, and show what is wrong instead. [never-quit]

                """)
    }
}
