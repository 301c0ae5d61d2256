import SoundServer
import SoundClient
import AVFAudio
import AudioModel
import Simulation
import SoundPolicy
import Testing

extension SessionAcceptanceTests {
    @Test("14: with the switch at silent, the buttons still lower what plays, down to nothing")
    func buttonsInSilentMode() throws {
        let report = try run(
            """
            phone switch silent media 0.5 ringer 0.5
            app Music category playback
            at 0 Music opens; Music plays tone:440 as song
            expect 0..1 Music.song audible
            at 1 press volume down x8
            expect at 1 media 0; ringer 0.5
            expect 1..2 Music.song silent because volume-zero
            at 2 press volume up
            expect 2..3 Music.song audible
            at 3 end
            """)
        #expect(report.findings == [])
    }

    @Test("15: headphones that are plugged in take over what plays, and the reason is 1")
    func plugging() throws {
        let stage = SimulatedStage.atFullVolume()
        let music = StagedSession("Music", on: stage)
        try music.session.setCategory(.playback)
        try music.play()
        stage.settle()
        stage.server.send(.portPlugged(.headphones))
        stage.settle()
        #expect(music.session.currentRoute.outputs.map(\.portType) == [.headphones])
        #expect(music.level == 1 && music.isActive)
        #expect(
            routeChanges(of: music) == [
                .routeChanged(.newDeviceAvailable, previous: Route(outputs: [.speaker]))
            ])
        #expect(AVAudioSession.RouteChangeReason.newDeviceAvailable.rawValue == 1)
    }

    @Test("16: the music player is paused when its headphones are pulled, and stays so")
    func unpluggingTheMusicPlayer() throws {
        let stage = SimulatedStage.atFullVolume()
        stage.server.send(.portPlugged(.headphones))
        let player = StagedSession("Music", on: stage, role: .musicPlayer)
        try player.session.setCategory(.playback)
        let song = try player.play()
        stage.settle()
        // When it is unplugged.
        stage.server.send(.portUnplugged(.headphones))
        stage.settle()
        // Then the system pauses it, and notifies it of the reason and the previous route.
        #expect(player.level == 0 && player.app.sound.transport(ofStream: song) == .held)
        #expect(
            routeChanges(of: player) == [
                .routeChanged(.oldDeviceUnavailable, previous: Route(outputs: [.headphones]))
            ])
        #expect(AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue == 2)
        // When it is plugged in again, then nothing resumes.
        stage.server.send(.portPlugged(.headphones))
        stage.advance(by: .seconds(1))
        #expect(player.level == 0 && player.app.sound.transport(ofStream: song) == .held)
    }

    @Test("17: a queue whose app ignores that plays on from the speaker, and was told")
    func unpluggingAQueue() throws {
        let report = try run(
            """
            phone route headphones
            app Radio category playback reacts ignores
            at 0 Radio opens; Radio plays tone:440 as news with queue
            expect 0..1 Radio.news audible; route headphones
            at 1 unplug headphones
            expect at 1 Radio told route-change oldDeviceUnavailable
            expect 1..3 Radio.news audible; route speaker; heard 440 Hz
            at 3 end
            """)
        #expect(report.findings == [])
    }

    @Test("32: PlayAndRecord with nothing attached goes to the receiver, or as asked the speaker")
    func receiver() throws {
        let stage = SimulatedStage()
        let voice = StagedSession("Voice", on: stage)
        try voice.session.setCategory(.playAndRecord)
        try voice.session.setActive(true)
        #expect(voice.session.currentRoute.outputs.map(\.portType) == [.builtInReceiver])
        #expect(voice.session.currentRoute.inputs.map(\.portType) == [.builtInMic])
        let option = AVAudioSession.CategoryOptions.defaultToSpeaker
        #expect(option.rawValue == 0x8)
        try voice.session.setCategory(.playAndRecord, options: option)
        #expect(voice.session.currentRoute.outputs.map(\.portType) == [.builtInSpeaker])
    }

    @Test(
        "33: an override is lost when a headset comes and goes; the option is not",
        arguments: [false, true])
    func override(byOption: Bool) throws {
        let stage = SimulatedStage()
        let voice = StagedSession("Voice", on: stage)
        try voice.session.setCategory(.playAndRecord, options: byOption ? .defaultToSpeaker : [])
        try voice.session.setActive(true)
        if !byOption { try voice.session.overrideOutputAudioPort(.speaker) }
        #expect(voice.session.currentRoute.outputs.map(\.portType) == [.builtInSpeaker])
        // When a headset of either kind is plugged in, then it is used.
        stage.server.send(.portPlugged(.headset))
        #expect(voice.session.currentRoute.outputs.map(\.portType) == [.headphones])
        // When it is unplugged.
        stage.server.send(.portUnplugged(.headset))
        #expect(
            voice.session.currentRoute.outputs.map(\.portType)
                == [byOption ? .builtInSpeaker : .builtInReceiver])
    }

    @Test("47: the slider in an app moves the media volume, and leaves the ringer's")
    func slider() throws {
        let stage = SimulatedStage.atFullVolume()
        let music = StagedSession("Music", on: stage)
        try music.session.setCategory(.playback)
        try music.play()
        try music.app.sound.request(.setMediaVolume(0.5))
        stage.settle()
        #expect(music.session.outputVolume == 0.5 && music.observedVolumes == [0.5])
        #expect(music.level == 0.5)
        #expect(stage.server.inspect { $0.currentVolume(.ringer) } == 1)
    }

    @Test("48: each output has its own volume, and comes back with it")
    func volumeOfEachRoute() throws {
        // Given headphones that were at 0.3 once, and a speaker at 0.8.
        let stage = SimulatedStage()
        let music = StagedSession("Music", on: stage)
        try music.session.setCategory(.playback)
        try music.session.setActive(true)
        stage.server.send(.portPlugged(.headphones))
        stage.server.send(.volumeSet(.media, 0.3))
        stage.server.send(.portUnplugged(.headphones))
        stage.settle()
        #expect(music.session.outputVolume == 0.8)
        let before = music.observedVolumes.count
        // When they are plugged in and unplugged.
        stage.server.send(.portPlugged(.headphones))
        stage.settle()
        #expect(music.session.outputVolume == 0.3)
        stage.server.send(.portUnplugged(.headphones))
        stage.settle()
        #expect(music.session.outputVolume == 0.8)
        // Then each change of the volume was observed.
        #expect(music.observedVolumes.dropFirst(before) == [0.3, 0.8])
    }

    private func routeChanges(of session: StagedSession) -> [AppNotification] {
        session.app.notifications.filter {
            if case .routeChanged(let reason, _) = $0 { reason != .categoryChange } else { false }
        }
    }
}
