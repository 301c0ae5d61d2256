import AudioModel
import Simulation
import Testing

/// The 48 cases by the numbers of the specification; other files extend this suite.
@Suite("An acceptance case of the session policy")
struct SessionAcceptanceTests {
    @Test("1: an app that never asks has a SoloAmbient session, without mode or options")
    func freshApp() throws {
        // Given music that mixes, and an app that never uses its session. When it plays, then it
        // obeys the switch and the lock, and interrupts sessions that do not mix, like SoloAmbient.
        let story = """
            app Music category playback background audio
            app Game
            at 0 Music opens; Music plays tone:440 as song
            at 1 Game opens
            expect 0..2 Music.song audible
            at 2 Game plays tone:880 as game
            expect 2..3 Game.game audible; Music.song interrupted by Game
            at 3 switch silent
            expect 3..4 Game.game silent because ring-switch
            at 4 switch ring
            at 5 lock
            expect 5..6 Game.game silent because locked
            at 6 end
            """
        #expect(try run(story).findings == [])
        #expect(try !run(story, disabledRules: ["session-starts-solo-ambient"]).isOK)
    }

    @Test("2: the switch at silent mutes a SoloAmbient app, which plays on and is told nothing")
    func switchToSilent() throws {
        // Given a SoloAmbient app that plays two seconds.
        // When the switch moves to silent after one.
        let report = try run(
            """
            app Game category soloAmbient
            at 0 Game opens; Game plays tone:440/2 as theme
            expect 0..1 Game.theme audible
            at 1 switch silent
            expect 1..1.9 Game.theme silent because ring-switch; heard silence
            expect 0.5..3 Game not told volume 0
            expect 0.5..3 Game not told interruption.began
            expect at 2.1 Game.theme stopped
            at 3 end
            """)
        // Then it is silent, running, and comes to its end in its time.
        #expect(report.findings == [])
        #expect(report.told.filter { $0.at > .zero }.isEmpty)
        #expect(report.streams[0].spans.map(\.verdict.state) == [.audible, .silent, .stopped])
        #expect(abs(report.streams[0].spans[1].to.seconds - 2) < 0.02)
    }

    @Test("3: back at ring, the sound returns at the position it has got to")
    func switchBackToRing() throws {
        // Given a sound of three seconds, muted after one. When the switch moves back a second
        // later, then its last second is heard.
        let report = try run(
            """
            app Game category soloAmbient
            at 0 Game opens; Game plays tone:440/3 as theme
            at 1 switch silent
            at 2 switch ring
            expect 1..2 Game.theme silent because ring-switch
            expect 2..2.9 Game.theme audible; heard 440 Hz
            expect 3.1..4 Game.theme stopped; heard silence
            expect never clicks
            at 4 end
            """)
        #expect(report.findings == [])
    }

    @Test("4: the switch leaves a Playback app as it is")
    func playbackAndSwitch() throws {
        let report = try run(
            """
            phone media 0.5
            app Music category playback
            at 0 Music opens; Music plays tone:440 as song
            at 1 switch silent
            expect 0..3 Music.song audible; Music.song gain -6.02 dB within 0.1
            at 3 end
            """)
        #expect(report.findings == [])
        #expect(report.streams[0].spans.count == 1)
    }

    @Test(
        "5: the switch at silent mutes Ambient and user-interface sound effects",
        arguments: ["ambient", "userInterfaceSoundEffects"])
    func mutedCategories(category: String) throws {
        let report = try run(
            """
            app Game category \(category)
            at 0 Game opens; Game plays tone:440 as theme
            expect 0..1 Game.theme audible
            at 1 switch silent
            expect 1..2 Game.theme silent because ring-switch
            at 2 end
            """)
        #expect(report.findings == [])
    }

    @Test(
        "6: the switch does not matter to PlayAndRecord, LiveAudio and MultiRoute",
        arguments: ["playAndRecord", "liveAudio", "multiRoute"])
    func spokenCategories(category: String) throws {
        let report = try run(
            """
            phone switch silent
            app Voice category \(category)
            at 0 Voice opens; Voice plays tone:440 as voice
            expect 0..2 Voice.voice audible
            at 1 switch ring
            at 2 end
            """)
        #expect(report.findings == [])
        #expect(report.streams[0].spans.count == 1)
    }

    @Test("6: the switch does not matter to a recording")
    func recordingAndSwitch() throws {
        let report = try run(
            """
            app Memo category record
            at 0 Memo opens; Memo records as memo from tone:440
            at 1 switch silent
            at 2 Memo stops memo
            expect at 2 Memo.memo stopped
            expect 0..3 Memo not told interruption.began
            at 3 end
            """)
        #expect(report.findings == [])
        #expect(report.streams[0].spans.map(\.verdict.state) == [.audible, .stopped])
    }

    @Test("7: in silent mode a language course is heard, and its taps are not")
    func languageCourse() throws {
        // Given a course that plays its lessons as Playback and its taps as system sounds.
        // When the learner taps, and then plays a lesson.
        let report = try run(
            """
            phone switch silent
            app Course category playback
            at 0 Course opens
            at 1 Course sounds tone:1000/0.3 as tap
            expect 1..1.3 Course.tap silent because ring-switch; heard silence
            at 2 Course plays tone:440 as lesson
            expect 2..4 Course.lesson audible
            at 3 Course sounds tone:1000/0.3 as tap
            expect 3..3.3 Course.tap silent because ring-switch; heard 440 Hz
            at 4 end
            """)
        #expect(report.findings == [])
    }

    @Test("8: a game that asks for nothing interrupts the music when it begins to sound")
    func gameInterruptsMusic() throws {
        let report = try run(
            """
            app Music category playback background audio
            app Game category soloAmbient
            at 0 Music opens; Music plays tone:440 as song
            at 1 Game opens
            expect 0..2 Music.song audible
            at 2 Game activates; Game plays tone:880 as theme
            expect at 2 Music told interruption.began
            expect 2..4 Music.song interrupted by Game; Game.theme audible; heard 880 Hz
            at 4 end
            """)
        #expect(report.findings == [])
        #expect(report.told.filter { $0.event == "interruption.began" }.map(\.app) == ["Music"])
    }

    @Test("9: an Ambient game sounds with the music, and learns that music plays")
    func ambientGame() throws {
        let report = try run(
            """
            app Music category playback background audio
            app Game category ambient
            at 0 Music opens; Music plays tone:440 as song; Music pauses song
            at 1 Game opens; Game plays tone:880 as theme
            at 2 Music resumes song
            expect at 2 Game told hint.begin
            expect 2..4 Music.song audible; Game.theme audible
            expect never Music told interruption.began
            expect never Game told interruption.began
            at 4 end
            """)
        #expect(report.findings == [])
    }

    @Test("10: an app with nothing but system sounds leaves the music alone")
    func systemSoundsOnly() throws {
        let report = try run(
            """
            phone media 0.5 ringer 0.5
            app Music category playback background audio
            app Blog
            at 0 Music opens; Music plays tone:440 as song
            at 1 Blog opens; Blog sounds tone:880/0.5 as posted
            expect 1..1.5 Blog.posted audible
            expect 0..3 Music.song audible; Music.song gain -6.02 dB within 0.1
            expect never Music told interruption.began
            at 3 end
            """)
        #expect(report.findings == [])
        #expect(report.streams.first { $0.fullName == "Music.song" }?.spans.count == 1)
        #expect(!report.apps.contains { $0.app == "Blog" && $0.what.hasPrefix("session") })
    }

    @Test("11: an alarm breaks through silent mode at the ringer volume, and interrupts the app")
    func alarmInSilentMode() throws {
        let report = try run(
            """
            phone switch silent media 1 ringer 0.5
            app Music category playback
            at 0 Music opens; Music plays tone:440 as song
            at 1 alarm fires
            expect at 1 Music told interruption.began
            expect 1..3 phone.alarm audible; phone.alarm gain -6.02 dB within 0.1
            expect 1..3 Music.song interrupted by alarm
            at 3 end
            """)
        #expect(report.findings == [])
    }

    @Test("12: with nothing playing, volume up moves the ringer by a sixteenth, and nothing else")
    func buttonWhileIdle() throws {
        let report = try run(
            """
            phone media 0.5 ringer 0.5
            setting change-with-buttons on
            app Music category playback
            at 0 Music opens
            at 1 press volume up
            expect at 1 ringer 0.5625; media 0.5
            expect 0..2 Music not told volume 0.5625
            at 2 end
            """)
        #expect(report.findings == [])
        #expect(report.told.filter { $0.event == "volume" }.isEmpty)
    }

    @Test("13: while a Playback app plays, volume down moves the media volume, and it is told")
    func buttonWhilePlaying() throws {
        let report = try run(
            """
            phone media 0.5 ringer 0.5
            app Music category playback
            at 0 Music opens; Music plays tone:440 as song
            at 1 press volume down
            expect at 1 media 0.4375; ringer 0.5
            expect at 1 Music told volume 0.4375
            expect 1.1..2 Music.song gain -7.18 dB within 0.1
            at 2 end
            """)
        #expect(report.findings == [])
        #expect(report.told.filter { $0.event == "volume" }.map(\.detail) == ["0.4375"])
    }
}
