import Simulation
import Testing

@Suite("A story's players of Apple's classes", .serialized)
struct FrameworkPlayerTests {
    @Test("play as often as asked", arguments: [PlayerKind.player, .engine])
    func loops(kind: PlayerKind) throws {
        let report = try run(
            """
            app Music category playback
            at 0 Music opens
            at 1 Music plays tone:440/0.5 as song loops 2; Music plays tone:880/0.3 as hum loops -1
            at 4 Music stops hum
            expect 1..2.45 Music.song audible
            expect 2.6..5 Music.song stopped
            expect 1..4 Music.hum audible
            expect 4..5 Music.hum stopped
            expect never clicks
            at 5 end
            """, kind)
        #expect(report.findings == [])
    }

    @Test("play endless and long sounds", arguments: [PlayerKind.player, .engine])
    func longSounds(kind: PlayerKind) throws {
        let report = try run(
            """
            app Music category playback
            at 0 Music opens; Music plays tone:1000/65 as song
            at 30 Music pauses song; Music plays noise as hiss
            at 40 Music resumes song; Music stops hiss
            expect 0..30 heard 1000 Hz
            expect 30..40 Music.song paused
            expect 30..40 Music.hiss audible
            expect 40..74.8 heard 1000 Hz
            expect 75.1..76 Music.song stopped
            expect never clicks
            at 76 end
            """, kind)
        #expect(report.findings == [])
    }

    @Test("keep the pitch at another rate", arguments: [PlayerKind.player, .engine])
    func rate(kind: PlayerKind) throws {
        let report = try run(
            """
            app Music category playback
            at 0 Music opens; Music plays tone:440/4 as song rate 2
            expect 0.1..1.8 heard 440 Hz
            expect 2.2..3 heard silence
            expect 2.2..3 Music.song stopped
            at 3 end
            """, kind)
        #expect(report.findings == [])
    }

    @Test("are refused with the session's error", arguments: [PlayerKind.player, .engine])
    func refusal(kind: PlayerKind) throws {
        let report = try run(
            """
            app Music category playback background audio
            app Game category playback
            at 0 Game opens; Game plays tone:880 as effects; Game pauses effects
            at 1 call arrives; call is answered
            at 2 Game plays tone:440 as song fails insufficientPriority
            at 3 Game resumes effects fails insufficientPriority
            expect 0.1..4 Game.effects silent
            at 4 end
            """, kind)
        #expect(report.findings == [])
    }

    @Test("hold the app's volume", arguments: [PlayerKind.player, .engine])
    func volume(kind: PlayerKind) throws {
        let report = try run(
            """
            phone media 1
            app Music category playback
            at 0 Music opens; Music plays tone:440 as song volume 0
            at 1 Music sets song volume 1
            at 2 Music sets song volume 0
            expect 0..1 heard silence
            expect 1..2 heard 440 Hz
            expect 2.1..3 heard silence
            at 3 end
            """, kind)
        #expect(report.findings == [])
    }

    @Test("are made again after a media-services reset", arguments: [PlayerKind.player, .engine])
    func reset(kind: PlayerKind) throws {
        let report = try run(
            """
            app Music category playback
            at 0 Music opens; Music plays tone:440/3 as song; Music plays tone:550 as hum
            at 1 media-services reset
            at 2 Music category playback; Music resumes song; Music stops hum
            at 3 Music pauses song
            at 4 Music resumes song
            expect 0..1 Music.song audible
            expect 1..2 heard silence
            expect 2..3 Music.song audible
            expect 3..4 Music.song paused
            expect 4..4.9 Music.song audible
            expect 5.1..6 Music.song stopped
            expect 2..6 Music.hum stopped
            at 6 end
            """, kind)
        #expect(report.findings == [])
    }

    @Test("end with their app's process", arguments: [PlayerKind.player, .engine])
    func process(kind: PlayerKind) throws {
        let report = try run(
            """
            app Music category playback
            at 0 Music opens; Music plays tone:440 as song
            at 1 Music is killed
            at 2 Music opens; Music plays tone:440 as song
            expect 0..1 Music.song audible
            expect 1..2 Music.song silent because process-gone
            expect 2..3 Music.song audible
            at 3 end
            """, kind)
        #expect(report.findings == [])
    }

    @Test("are named by the story, or by the run where it names none")
    func kinds() throws {
        let text = """
            app Music category playback
            at 0 Music opens
            at 0 Music plays tone:440 as a; Music plays tone:440 as b with engine
            at 0 Music plays tone:440 as c with queue; Music plays tone:440 as d with player
            at 1 end
            """
        let kinds = { (kind: PlayerKind) in try run(text, kind).streams.map(\.kind) }
        #expect(try kinds(.player) == [.player, .unit, .queue, .player])
        #expect(try kinds(.engine) == [.unit, .unit, .queue, .player])
        #expect(try kinds(.queue) == [.queue, .unit, .queue, .player])
    }
}
