import SoundClient
import AVFAudio
import AudioModel
import Simulation
import SoundPolicy
import Testing

extension SessionAcceptanceTests {
    @Test("29: from the background, activating beside another that plays throws 560557684")
    func activatingInTheBackground() throws {
        let stage = SimulatedStage()
        let a = StagedSession("A", on: stage)
        try a.session.setCategory(.playback)
        let b = StagedSession("B", on: stage)
        try b.session.setCategory(.playback)
        try b.play()
        // When A, behind, wants to be active.
        #expect(a.code { try $0.setActive(true) } == 560_557_684)
        // Then nothing has happened.
        stage.settle()
        #expect(!a.isActive && b.isActive && b.notifications == [])
    }

    @Test(
        "30: to iOS 25, deactivating while sound runs throws 560030580 and happens all the same",
        arguments: [PhoneProfile.ios8, .ios13, .ios17])
    func busyDeactivation(profile: PhoneProfile) throws {
        let stage = SimulatedStage.atFullVolume(profile: profile)
        let music = StagedSession("Music", on: stage)
        try music.session.setCategory(.playback)
        let song = try music.play()
        stage.settle()
        #expect(music.level == 1)
        #expect(music.code { try $0.setActive(false) } == 560_030_580)
        stage.settle()
        #expect(!music.isActive && music.level == 0)
        #expect(music.app.sound.transport(ofStream: song) == .held)
    }

    @Test("31: on iOS 26, it happens and throws nothing")
    func deactivationOfToday() throws {
        let stage = SimulatedStage.atFullVolume(profile: .ios26)
        let music = StagedSession("Music", on: stage)
        try music.session.setCategory(.playback)
        let song = try music.play()
        stage.settle()
        #expect(music.code { try $0.setActive(false) } == nil)
        stage.settle()
        #expect(!music.isActive && music.level == 0)
        #expect(music.app.sound.transport(ofStream: song) == .held)
    }

    @Test("34: options are gone when the category is set again")
    func optionsAreNotSticky() throws {
        let music = StagedSession("Music", on: SimulatedStage())
        try music.session.setCategory(.playback, options: [.mixWithOthers, .duckOthers])
        #expect(music.session.categoryOptions == [.mixWithOthers, .duckOthers])
        try music.session.setCategory(.playback)
        #expect(music.session.categoryOptions == [])
    }

    @Test("35: ducking others is mixing with them")
    func duckingMixes() throws {
        let guide = StagedSession("Guide", on: SimulatedStage())
        try guide.session.setCategory(.playback, options: .duckOthers)
        #expect(guide.session.categoryOptions.contains(.mixWithOthers))
    }

    @Test("36: an option that the category does not take throws -50 and changes nothing")
    func wrongOption() throws {
        let music = StagedSession("Music", on: SimulatedStage())
        try music.session.setCategory(.ambient)
        #expect(music.code { try $0.setCategory(.playback, options: .defaultToSpeaker) } == -50)
        #expect(music.session.category == .ambient)
    }
}
