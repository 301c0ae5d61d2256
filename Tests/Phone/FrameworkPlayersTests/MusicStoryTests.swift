import AudioModel
import FrameworkPlayers
import ScenarioLanguage
import Simulation
import Testing

/// The story "music, call, unplug, headset press" through the players that apps have.
@Suite("A music player, a call, pulled headphones and a headset's button")
struct MusicStoryTests {
    private static func story() throws -> Scenario {
        let story = try #require(
            try Story.library().first { $0.name == "actions/music-call-unplug-headset" })
        return try story.scenario()
    }

    /// What one run has shown: the states of the song with their beginnings in tenths of a second, and
    /// the findings.
    private struct Result: Equatable {
        var states: [String]
        var findings: [String]
    }

    private static func outcome(of kind: PlayerKind, byFramework: Bool) throws -> Result {
        var options = RunOptions()
        options.defaultPlayer = kind
        if byFramework { options.players = FrameworkPlayers() }
        let report = try runScenario(try story(), options: options)
        let song = try #require(report.streams.first { $0.fullName == "Music.song" })
        var states: [String] = []
        for span in song.spans {
            let sounds = span.verdict.gain > 0 && span.verdict.isRunning
            let line = "\((span.from.seconds * 10).rounded() / 10) \(sounds ? "sounds" : "holds")"
            if states.last?.hasSuffix(sounds ? "sounds" : "holds") != true { states.append(line) }
        }
        return Result(states: states, findings: report.findings)
    }

    @Test("run the same through three players")
    func same() throws {
        let own = try Self.outcome(of: .player, byFramework: false)
        #expect(own.findings == [])
        #expect(
            own.states == [
                "0.0 sounds", "3.0 holds", "5.0 sounds", "8.0 holds", "11.0 sounds", "13.0 holds",
            ])
        // `AVAudioPlayer` with remote commands, and `MPMusicPlayerController`.
        #expect(try Self.outcome(of: .player, byFramework: true) == own)
        #expect(try Self.outcome(of: .music, byFramework: true) == own)
        // Where the simulator starts the streams itself, `music` is a player like others.
        #expect(try Self.outcome(of: .music, byFramework: false) == own)
    }

    @Test("take each other's place, loop, and end")
    func loops() throws {
        let report = try run(
            """
            scenario "Two songs, one player"
            phone route headset
            app Music category playback background audio commands play,pause,toggle,stop,next,previous
            at 0 Music opens; Music plays tone:440/0.5 as first loops 2 with music
            at 2 Music plays tone:550 as second with music volume 0.5
            at 3 Music plays tone:660/0.5 as third loops -1 with music
            at 5 headset press 1
            at 6 Music resumes third
            expect 0.1..1.4 heard 440 Hz
            expect 1.6..1.9 heard silence
            expect 2.1..2.9 heard 550 Hz
            expect 3.1..4.9 heard 660 Hz
            expect 3.1..4.9 Music.second stopped
            expect 5.1..5.9 Music.third paused
            expect 6.1..6.9 heard 660 Hz
            at 7 end
            """, .player)
        #expect(report.findings == [])
    }

    @Test("may begin over the app in front, which one rule allows")
    func rule() throws {
        let story = try #require(
            try Story.library().first { $0.name == "rules/foreground-starts-player" })
        var options = RunOptions()
        #expect(try runScenario(try story.scenario(), options: options).findings == [])
        options.disabledRules = ["foreground-starts-player"]
        #expect(try runScenario(try story.scenario(), options: options).findings != [])
    }

    @Test("say that a rate is not supported")
    func rate() throws {
        #expect(throws: RunError.self) {
            try run(
                """
                scenario "Fast"
                app Music
                at 0 Music opens; Music plays tone:440 as song rate 2 with music
                at 1 end
                """, .player)
        }
    }
}
