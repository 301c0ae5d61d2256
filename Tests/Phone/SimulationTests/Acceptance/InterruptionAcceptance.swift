import SoundServer
import SoundPolicy
import SoundClient
import AVFAudio
import AudioModel
import Simulation
import Testing

extension SessionAcceptanceTests {
    @Test(
        "18: a call interrupts whatever app plays, mixing or not, and takes its session",
        arguments: [
            "soloAmbient", "ambient", "playback", "playback options mixWithOthers",
            "playAndRecord options mixWithOthers",
        ])
    func callInterrupts(category: String) throws {
        let report = try run(
            """
            app Music category \(category)
            at 0 Music opens; Music plays tone:440 as song
            at 1 call arrives
            expect 0..1 Music.song audible
            expect at 1 Music told interruption.began
            expect 1..2 Music.song interrupted by call
            expect at 1.5 Music is inactive
            at 2 end
            """)
        #expect(report.findings == [])
        let sessions = report.apps.filter { $0.app == "Music" && $0.what.hasPrefix("session") }
        #expect(sessions.map(\.what) == ["session becomes active", "session becomes inactive"])
    }

    @Test("19: a call that is declined ends the interruption, with the option to resume")
    func callDeclined() throws {
        // Given an app that a ringing call has interrupted.
        let stage = SimulatedStage.atFullVolume()
        let music = StagedSession("Music", on: stage)
        try music.session.setCategory(.playback)
        try music.play()
        stage.server.send(.callArrived)
        stage.settle()
        #expect(music.notifications == [StagedSession.began])
        #expect(!music.isActive && music.level == 0)
        // When it is declined.
        stage.server.send(.callDeclined)
        stage.settle()
        // Then the end is delivered, with option 1.
        #expect(music.notifications == [StagedSession.began, StagedSession.endedToResume])
    }

    @Test("20: a call that is answered ends the interruption when it is hung up, not before")
    func callAnswered() throws {
        let stage = SimulatedStage.atFullVolume()
        let music = StagedSession("Music", on: stage)
        try music.session.setCategory(.playback)
        try music.play()
        stage.server.send(.callArrived)
        stage.settle()
        stage.server.send(.callAnswered)
        stage.advance(by: .seconds(60))
        #expect(music.notifications == [StagedSession.began])
        stage.server.send(.callEnded)
        stage.settle()
        #expect(music.notifications == [StagedSession.began, StagedSession.endedToResume])
    }

    @Test("21: during a call, activating PlayAndRecord throws 561017449")
    func activatingDuringCall() throws {
        let stage = SimulatedStage()
        let voice = StagedSession("Voice", on: stage)
        stage.server.send(.callArrived)
        stage.server.send(.callAnswered)
        #expect(voice.code { try $0.setCategory(.playAndRecord) } == nil)
        #expect(voice.code { try $0.setActive(true) } == 561_017_449)
        #expect(!voice.isActive)
    }

    @Test("22: B interrupts A; when B deactivates and notifies, A is told to resume")
    func notifyingRival() throws {
        let stage = SimulatedStage.atFullVolume()
        let a = StagedSession("A", on: stage)
        try a.session.setCategory(.playback)
        try a.play()
        let b = StagedSession("B", on: stage)
        try b.session.setCategory(.playback)
        try b.session.setActive(true)
        stage.settle()
        #expect(a.notifications == [StagedSession.began] && a.level == 0)
        try b.session.setActive(false, options: .notifyOthersOnDeactivation)
        stage.settle()
        #expect(a.notifications == [StagedSession.began, StagedSession.endedToResume])
        #expect(b.notifications == [])
    }

    @Test("23: B deactivates without notifying: A is told nothing more, and stays inactive")
    func silentRival() throws {
        let stage = SimulatedStage.atFullVolume()
        let a = StagedSession("A", on: stage)
        try a.session.setCategory(.playback)
        try a.play()
        let b = StagedSession("B", on: stage)
        try b.session.setCategory(.playback)
        try b.session.setActive(true)
        stage.settle()
        try b.session.setActive(false)
        stage.advance(by: .seconds(1))
        #expect(a.notifications == [StagedSession.began])
        #expect(!a.isActive && a.level == 0)
        // When A asks in front, where no other app holds the output.
        stage.server.open(a.app.id)
        #expect(a.code { try $0.setActive(true) } == nil)
    }

    @Test("24: A is interrupted by B, and B by a call: the call's end wakes B alone")
    func nesting() throws {
        let stage = SimulatedStage.atFullVolume()
        let a = StagedSession("A", on: stage)
        try a.session.setCategory(.playback)
        try a.play()
        let b = StagedSession("B", on: stage)
        try b.session.setCategory(.playback)
        try b.play()
        stage.server.send(.callArrived)
        stage.settle()
        stage.server.send(.callDeclined)
        stage.settle()
        #expect(a.notifications == [StagedSession.began])
        #expect(b.notifications == [StagedSession.began, StagedSession.endedToResume])
    }

    @Test("25: a prompt's session ducks as soon as it is active, until it is not, and tells nobody")
    func ducking() throws {
        // Given music, and a guide that ducks others.
        let stage = SimulatedStage.atFullVolume()
        let music = StagedSession("Music", on: stage)
        try music.session.setCategory(.playback)
        try music.play()
        let guide = StagedSession("Guide", on: stage)
        try guide.session.setCategory(.playback, options: .duckOthers)
        stage.settle()
        #expect(music.level == 1)
        // When the guide's session becomes active, without a sound.
        try guide.session.setActive(true)
        stage.advance(by: .milliseconds(600))
        // Then the music is lower at once, and stays so when the prompt has ended.
        #expect(music.level == 0.25 && guide.level == 0)
        let prompt = try guide.play()
        stage.settle()
        #expect(music.level == 0.25 && guide.level == 1)
        try guide.app.sound.stopStream(prompt)
        stage.advance(by: .seconds(1))
        #expect(music.level == 0.25)
        // When the session is deactivated, then the music is as loud as before.
        try guide.session.setActive(false, options: .notifyOthersOnDeactivation)
        stage.advance(by: .milliseconds(600))
        #expect(music.level == 1)
        #expect(music.notifications == [] && music.observedVolumes == [])
    }

    @Test("26: spoken audio is interrupted by who interrupts spoken audio, and given back")
    func spokenAudio() throws {
        let stage = SimulatedStage.atFullVolume()
        let talk = StagedSession("Talk", on: stage)
        try talk.session.setCategory(.playback, mode: .spokenAudio)
        try talk.play()
        let guide = StagedSession("Guide", on: stage)
        let option = AVAudioSession.CategoryOptions.interruptSpokenAudioAndMixWithOthers
        #expect(option.rawValue == 0x11)
        try guide.session.setCategory(.playback, options: option)
        try guide.session.setActive(true)
        stage.settle()
        #expect(talk.notifications == [StagedSession.began] && talk.level == 0)
        try guide.session.setActive(false, options: .notifyOthersOnDeactivation)
        stage.settle()
        #expect(talk.notifications == [StagedSession.began, StagedSession.endedToResume])
    }

    @Test("27: music of the default mode plays at its full level beside that one")
    func musicBesidePrompt() throws {
        let stage = SimulatedStage.atFullVolume()
        let music = StagedSession("Music", on: stage)
        try music.session.setCategory(.playback)
        try music.play()
        let guide = StagedSession("Guide", on: stage)
        try guide.session.setCategory(.playback, options: .interruptSpokenAudioAndMixWithOthers)
        try guide.play()
        stage.advance(by: .seconds(1))
        #expect(music.level == 1 && guide.level == 1)
        #expect(music.notifications == [])
    }

    @Test("28: an app that mixes is not interrupted by one that does not")
    func mixing() throws {
        let stage = SimulatedStage.atFullVolume()
        let radio = StagedSession("Radio", on: stage)
        try radio.session.setCategory(.playback, options: .mixWithOthers)
        try radio.play()
        let music = StagedSession("Music", on: stage)
        try music.session.setCategory(.playback)
        try music.play()
        stage.settle()
        #expect(radio.level == 1 && music.level == 1)
        #expect(radio.notifications == [] && radio.isActive)
    }
}
