import SoundServer
import AVFAudio
import AudioModel
import Simulation
import Testing

extension SessionAcceptanceTests {
    @Test("37: only the foreground app with an active session gets the secondary-audio hint")
    func hintNotification() throws {
        // Given one app that is active in front, and another that is active in the background.
        let report = try run(
            """
            app Music category playback background audio
            app Behind category ambient background audio
            app Game category ambient
            at 0 Behind opens; Behind plays tone:220 as rain
            at 1 Music opens; Music plays tone:440 as song; Music pauses song
            at 2 Game opens; Game plays tone:880 as theme
            at 3 Music resumes song
            expect at 3 Game told hint.begin
            expect never Behind told hint.begin
            at 5 end
            """)
        #expect(report.findings == [])
        // Given an app in front without an active session.
        let inactive = try run(
            """
            app Music category playback background audio
            app Game category ambient
            at 0 Music opens; Music plays tone:440 as song; Music pauses song
            at 1 Game opens
            at 2 Music resumes song
            expect never Game told hint.begin
            at 3 end
            """)
        #expect(inactive.findings == [])
    }

    @Test("38: the audio of an Ambient app does not set secondaryAudioShouldBeSilencedHint")
    func hintFlags() throws {
        let stage = SimulatedStage()
        let rain = StagedSession("Rain", on: stage)
        try rain.session.setCategory(.ambient)
        try rain.play()
        let game = StagedSession("Game", on: stage)
        // Opening Game put Rain in the background, where Ambient is silenced.
        #expect(!game.session.isOtherAudioPlaying)
        // So Rain returns to the front, and Game asks from the background.
        stage.server.open(rain.app.id)
        stage.settle()
        #expect(game.session.isOtherAudioPlaying)
        #expect(!game.session.secondaryAudioShouldBeSilencedHint)
        #expect(!rain.session.isOtherAudioPlaying)
    }

    @Test(
        "39: when the phone is locked, a Playback app continues only with the audio mode",
        arguments: [false, true])
    func lockingPlayback(hasMode: Bool) throws {
        let report = try run(
            """
            app Music category playback\(hasMode ? " background audio" : "")
            at 0 Music opens; Music plays tone:440 as song
            at 1 lock
            expect 0..1 Music.song audible
            expect at 1 Music told didEnterBackground
            expect 1..3 Music.song \(hasMode ? "audible" : "silent because background")
            at 3 end
            """)
        #expect(report.findings == [])
    }

    @Test("40: when the phone is locked, a SoloAmbient app is silent even with the audio mode")
    func lockingSoloAmbient() throws {
        let report = try run(
            """
            app Game category soloAmbient background audio
            at 0 Game opens; Game plays tone:440 as theme
            at 1 lock
            expect 0..1 Game.theme audible
            expect 1..3 Game.theme silent because locked
            at 3 end
            """)
        #expect(report.findings == [])
    }

    @Test("41: while one app records, another app's alert neither sounds nor vibrates")
    func alertDuringRecording() throws {
        let report = try run(
            """
            app Memo category record background audio
            app Blog
            at 0 Memo opens; Memo records as memo from tone:220
            at 1 Blog opens; Blog alerts tone:880/0.5 as posted
            expect 1..1.4 Blog.posted silent because recording-elsewhere
            expect 0.5..2 phone does not vibrate
            at 2 end
            """)
        #expect(report.findings == [])
    }

    @Test("41: an alert sounds and vibrates during recording if the recording app allows it")
    func allowedAlertDuringRecording() throws {
        let stage = SimulatedStage.atFullVolume()
        let memo = StagedSession("Memo", on: stage)
        try memo.session.setCategory(.record)
        try memo.session.setActive(true)
        let blog = StagedSession("Blog", on: stage)
        try blog.play(.alertSound)
        stage.settle()
        #expect(blog.level == 0 && stage.vibrationCount == 0)
        try memo.session.setAllowHapticsAndSystemSoundsDuringRecording(true)
        try blog.play(.alertSound)
        stage.settle()
        #expect(blog.level > 0 && stage.vibrationCount == 1)
    }
}
