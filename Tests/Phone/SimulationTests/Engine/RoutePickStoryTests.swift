import Simulation
import Testing

@Suite struct RoutePickStoryTests {
    @Test(arguments: [
        (
            "at 0 Music opens\nat 1 Music leaves; user picks speaker from Music's route button",
            "it is not in front"
        ),
        (
            "at 0 Music opens\nat 1 user picks receiver from Music's route button",
            "receiver is not among the outputs that Music's route button offers"
        ),
        (
            "at 0 Music opens\nat 1 user picks airplay:Den from Music's route button",
            "airplay:Den is not among the outputs"
        ),
    ])
    func `a pick that is impossible fails the story`(lines: String, words: String) throws {
        let story = try parseScenario(
            "app Music background audio\n\(lines)\nat 3 end\n", path: "a")
        let failures = try runScenario(story).failures
        #expect(failures.contains { $0.message.contains(words) }, "\(failures)")
    }
}
