import SoundMixer
import AudioModel
import Simulation
import SoundClient
import Testing

@Suite("A world that has ended")
struct EndedWorldTests {
    /// An object that a server's observer holds; it exists as long as the server.
    private final class Token: Sendable {}

    @Test("leaves nothing of a story behind, whatever sounded at its end")
    func story() throws {
        weak var left: Token?
        try {
            let token = Token()
            left = token
            var options = RunOptions()
            options.observer = { _, _, _ in withExtendedLifetime(token) {} }
            let scenario = try parseScenario(
                bytes: Array(
                    """
                    app Music category playback
                    at 0 Music opens; Music plays tone:440 as song
                    at 1 call arrives
                    expect 0..1 Music.song audible
                    at 2 end
                    """.utf8), path: "story")
            #expect(try runScenario(scenario, options: options).failures.isEmpty)
        }()
        #expect(left == nil)
    }

    @Test("leaves nothing of a stage behind, with an app that plays")
    func stage() throws {
        weak var left: Token?
        weak var leftSound: AppSound?
        try {
            let token = Token()
            left = token
            let stage = SimulatedStage(observer: { _, _, _ in withExtendedLifetime(token) {} })
            let app = stage.open("Music", backgroundModes: ["audio"])
            leftSound = app.sound
            let second = SoundBuffer(frameCount: 48_000, channelCount: 1, sampleRate: 48_000) { _ in
            }
            _ = try app.sound.startStream(.player, .buffer(second, loopCount: -1)) { _ in }
            stage.advance(by: .seconds(1))
        }()
        #expect(left == nil)
        #expect(leftSound == nil)
    }
}
