import AudioModel
import Foundation
import Testing

import SimulationReports

@Suite("The explanation of a moment")
struct MomentExplanationTests {
    @Test("names state, factors, reasons with rule and cause, and what came before")
    func text() throws {
        let explanation = try #require(SampleStory.report.explanation(of: "Game", at: .seconds(12)))
        #expect(
            explanation.text() == """
                Game at 12.000 s

                Game.jump: over, ended at 8.700

                Game.tune: interrupted by call since 10.000, playing tone:440
                  gain     media volume  0.800    -1.9 dB   rule media-volume-governs, since 7.000
                           mute          0.000    -inf dB
                           product       0.000    -inf dB
                  because  1. a call interrupts Game (interrupted)
                              rule call-interrupts, since 10.000: call arrives
                           2. the ring switch is silent and the category obeys it (ring-switch)
                              rule ring-switch-mutes, since 6.000: switch silent

                interruptions
                  1. began at 10.000
                     not over: nothing was told; Game may activate its session by itself

                before that
                   7.000  Game opens
                   7.000  Game told hint.begin
                  10.000  phone: vibrates
                  10.000  Game told interruption.began reason default
                  10.600  phone: media 0.75
                  11.000  phone: call is answered

                """)
    }

    @Test(
        "belongs to the span that begins at the moment",
        arguments: [
            (0, "audible"), (2.999, "audible"), (3, "ducked"), (10, "interrupted"), (20, "paused"),
        ] as [(Double, String)])
    func boundaries(at: Double, state: String) throws {
        let explanation = try #require(
            SampleStory.report.explanation(of: "Player", at: .seconds(at)))
        guard case .during(let span, _) = explanation.streams[0].moment else {
            Issue.record("no span")
            return
        }
        #expect(span.verdict.state.rawValue == state)
    }

    @Test("says when a stream is still to come")
    func notYet() throws {
        let explanation = try #require(SampleStory.report.explanation(of: "Guide", at: .seconds(1)))
        #expect(explanation.text().contains("Guide.turnLeft: not yet, starts at 3.000"))
    }

    @Test("says that nothing silences what is heard")
    func heard() throws {
        let explanation = try #require(SampleStory.report.explanation(of: "Guide", at: .seconds(4)))
        #expect(explanation.text().contains("  because  nothing silences it\n"))
    }

    @Test("knows every app of the story and the phone, and no other")
    func apps() {
        #expect(SampleStory.report.explainableApps == ["Player", "Guide", "Game", "phone"])
        #expect(SampleStory.report.explanation(of: "Nobody", at: .zero) == nil)
    }

    @Test("is JSON too")
    func json() throws {
        let explanation = try #require(SampleStory.report.explanation(of: "Game", at: .seconds(12)))
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(explanation.jsonText.utf8))
                as? [String: Any])
        let streams = try #require(object["streams"] as? [[String: Any]])
        #expect(streams.map { $0["state"] as? String } == ["over", "interrupted"])
        let because = try #require(streams[1]["because"] as? [[String: Any]])
        #expect(because.map { $0["rule"] as? String } == ["call-interrupts", "ring-switch-mutes"])
    }
}
