import AudioFormats
import Foundation
import Simulation
import Testing

@Suite("A sound that cannot be read during the story")
struct UnreadableSoundTests {
    @Test("fails the story")
    func failure() throws {
        // Given a file too long to be held in memory, which loses its samples when the story begins.
        let folder = try SoundFolder()
        let samples = [Float](repeating: 0, count: 61 * 8000)
        let path = try folder.write(samples, rate: 8000, as: "long.wav")
        var options = RunOptions()
        options.observer = { _, _, _ in truncate(path, 100) }
        // When it plays.
        let report = try runScenario(
            parseScenario(
                """
                app Game category playback
                at 0 Game opens
                at 1 Game plays "\(path)" as music
                at 3 end
                """, path: "story.scenario"), options: options)
        // Then the story fails, once, and says why.
        let failure = try #require(report.failures.first)
        #expect(report.failures.count == 1)
        #expect(failure.line == 0)
        #expect(failure.message.hasPrefix("cannot read the sound \"\(path)\": "))
    }
}
