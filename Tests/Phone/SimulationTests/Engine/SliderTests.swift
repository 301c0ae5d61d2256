import Simulation
import Testing

@Suite("The slider of a volume view")
struct SliderTests {
    @Test("belongs to the app in the foreground, so the app's rule decides what it moves")
    func inTheForeground() throws {
        // Given an app in the foreground, and an app's slider that moves nothing.
        let story = """
            app Music category playback
            phone media 0.8
            at 0 Music opens
            at 1 slider 0.5
            expect at 1.5 media 0.5
            at 2 end
            """
        // Then the slider moves nothing either.
        #expect(try run(story).findings == [])
        #expect(try run(story, disabledRules: ["slider-moves-media"]).failingLines == [5])
    }

    @Test("is the phone's own where no app is in the foreground")
    func onTheHomeScreen() throws {
        let story = """
            app Music category playback background audio
            phone media 0.8
            at 0 Music opens; Music plays tone:440 as song; Music leaves
            at 1 slider 0.5
            expect at 1.5 media 0.5
            at 2 end
            """
        #expect(try run(story).findings == [])
        #expect(try run(story, disabledRules: ["slider-moves-media"]).findings == [])
    }
}
