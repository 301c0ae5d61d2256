import AVFAudio
import AudioModel
import Foundation
import MediaPlayer
import Simulation
import Testing

/// Tests the music players as apps of the phone: what sounds, what goes on, and what is reported.
@MainActor
@Suite("A music player's app")
struct PlayerAppsTests {
    let bench: PlayerBench

    init() throws { bench = try PlayerBench() }

    private func play(_ player: MPMusicPlayerController, seconds: Double = 25) throws {
        player.setQueue(
            with: MPMediaItemCollection(items: [
                try bench.item(1, hertz: 400, seconds: seconds),
                try bench.item(2, hertz: 600, seconds: seconds),
            ]))
        player.play()
    }

    private var system: MPMusicPlayerController {
        bench.app.run { MPMusicPlayerController.systemMusicPlayer }
    }

    private var own: MPMusicPlayerController {
        bench.app.run { MPMusicPlayerController.applicationMusicPlayer }
    }

    private func state(_ player: MPMusicPlayerController) -> MPMusicPlaybackState {
        bench.app.run { player.playbackState }
    }

    @Test("sounds by its own name, without session code of the app")
    func names() throws {
        try bench.app.run { try play(own) }
        bench.advance(0.5)
        let player = try #require(bench.player("Jukebox player"))
        #expect(!bench.phone.heard(from: player).isSilent)
        #expect(bench.phone.heard(from: bench.app).isSilent)
        #expect(!bench.app.isSessionActive && player.isSessionActive)
        #expect(player.category == .playback)
        // The system's player starts, and interrupts the app's own.
        try bench.app.run { try play(system) }
        bench.advance(0.5)
        let music = try #require(bench.player("Music"))
        #expect(!bench.phone.heard(from: music).isSilent)
        #expect(bench.phone.heard(from: player).isSilent)
        #expect(state(own) == .interrupted && state(system) == .playing)
        #expect(bench.phone.findings.isEmpty)
    }

    @Test("of the app stops in the background; the system's goes on")
    func background() throws {
        try bench.app.run { try play(own) }
        bench.advance(0.5)
        bench.phone.home()
        bench.advance(0.5)
        #expect(bench.phone.heard.isSilent)
        bench.phone.open(bench.app)
        bench.advance(0.1)
        #expect(state(own) == .stopped)
        // What it played is still there.
        bench.app.run { own.play() }
        bench.advance(0.3)
        #expect(bench.pitch == 400)
        bench.app.run { own.stop() }

        try bench.app.run { try play(system) }
        bench.advance(0.5)
        bench.phone.home()
        bench.advance(20)
        #expect(bench.pitch == 400)
    }

    @Test("of the app ends with it; the system's goes on, and another app takes it over")
    func death() throws {
        try bench.app.run { try play(own) }
        bench.advance(0.5)
        bench.phone.kill(bench.app)
        bench.advance(0.5)
        #expect(bench.phone.heard.isSilent)
        #expect(bench.player("Jukebox player")?.state == .notRunning)

        let first = bench.phone.launch("First")
        try first.run { try play(MPMusicPlayerController.systemMusicPlayer) }
        bench.advance(0.5)
        bench.phone.kill(first)
        bench.advance(5)
        #expect(bench.pitch == 400)
        let second = bench.phone.launch("Second")
        second.run {
            let player = MPMusicPlayerController.systemMusicPlayer
            #expect(player.playbackState == .playing)
            #expect(player.nowPlayingItem?.persistentID == 1)
            #expect(abs(player.currentPlaybackTime - 5.5) < 0.1)
            player.skipToNextItem()
        }
        bench.advance(0.3)
        #expect(bench.pitch == 600)
        #expect(bench.phone.apps.filter { $0.name == "Music" }.count == 1)
        #expect(bench.phone.findings.isEmpty)
    }

    @Test("may begin over the app in front, whose session is interrupted")
    func interruptsFront() throws {
        // Given an app with sound that does not mix.
        let game = bench.phone.launch("Game")
        game.run {
            // The default session, active.
            try? AVAudioSession.sharedInstance().setActive(true)
        }
        bench.advance(10)
        try game.run { try play(MPMusicPlayerController.systemMusicPlayer) }
        bench.advance(0.3)
        #expect(bench.pitch == 400)
        #expect(
            game.notifications.contains { $0 == .interruptionBegan(reason: .default) })
        // Paused for long, the player sleeps; and wakes when the app plays.
        game.run { MPMusicPlayerController.systemMusicPlayer.pause() }
        bench.advance(60)
        #expect(bench.player("Music")?.state == .suspended)
        game.run { MPMusicPlayerController.systemMusicPlayer.play() }
        bench.advance(0.3)
        #expect(bench.pitch == 400)
    }

    @Test("pauses when headphones are unplugged, and says so")
    func unplug() throws {
        bench.phone.plug(.headphones)
        bench.app.run {
            bench.observe(system)
            system.beginGeneratingPlaybackNotifications()
        }
        try bench.app.run { try play(system) }
        bench.advance(1)
        bench.clearLog()
        bench.phone.unplug(.headphones)
        bench.advance(0.3)
        #expect(state(system) == .paused)
        #expect(bench.phone.heard.isSilent)
        #expect(bench.log == ["paused"])
        bench.app.run { system.play() }
        bench.advance(0.3)
        #expect(bench.pitch == 400)
    }

    @Test("is interrupted by a call, and resumes after it")
    func call() throws {
        bench.app.run {
            bench.observe(system)
            system.beginGeneratingPlaybackNotifications()
        }
        try bench.app.run { try play(system) }
        bench.advance(1)
        bench.clearLog()
        bench.phone.receiveCall()
        bench.advance(1)
        #expect(state(system) == .interrupted)
        bench.phone.declineCall()
        bench.advance(1)
        #expect(state(system) == .playing)
        #expect(bench.log == ["interrupted", "playing"])
        #expect(bench.app.run { system.currentPlaybackTime } < 2.2)
    }

    @Test("that is paused by a command while the assistant listens stays paused")
    func assistant() throws {
        try bench.app.run { try play(system) }
        bench.advance(1)
        bench.phone.summonAssistant()
        bench.advance(0.5)
        #expect(state(system) == .interrupted)
        bench.phone.press(.pause)
        bench.advance(0.5)
        #expect(state(system) == .paused)
        bench.phone.dismissAssistant()
        bench.advance(1)
        #expect(state(system) == .paused)
        #expect(bench.phone.heard.isSilent)
    }

    @Test("follows the headset's button while its app's client is gone")
    func headset() throws {
        bench.phone.plug(.headset)
        try bench.app.run { try play(system) }
        bench.advance(0.5)
        bench.phone.kill(bench.app)
        bench.advance(0.5)
        bench.phone.pressHeadset()
        bench.advance(0.5)
        #expect(bench.phone.heard.isSilent)
        bench.phone.pressHeadset()
        bench.advance(0.3)
        #expect(bench.pitch == 400)
        bench.phone.pressHeadset(times: 2)
        bench.advance(0.3)
        #expect(bench.pitch == 600)
    }

    @Test("posts nothing before notifications begin; then what changes, with the new item")
    func notifications() throws {
        bench.app.run { bench.observe(own) }
        try bench.app.run { try play(own, seconds: 1) }
        bench.advance(0.5)
        #expect(bench.log.isEmpty)
        bench.app.run {
            own.stop()
            own.beginGeneratingPlaybackNotifications()
            own.beginGeneratingPlaybackNotifications()
        }
        bench.advance(0.1)
        bench.clearLog()
        try bench.app.run { try play(own, seconds: 1) }
        bench.advance(1.5)
        #expect(bench.log == ["queue", "item 1", "playing", "item 2"])
        bench.clearLog()
        bench.app.run { own.endGeneratingPlaybackNotifications() }
        bench.app.run { own.pause() }
        bench.advance(0.1)
        #expect(bench.log == ["paused"])
        bench.clearLog()
        bench.app.run { own.endGeneratingPlaybackNotifications() }
        bench.app.run { own.play() }
        bench.advance(1)
        #expect(bench.log.isEmpty)
    }

    @Test("comes to the front when an app opens it to play, and plays on behind the next one")
    func openToPlay() throws {
        let songs = MPMediaItemCollection(items: [
            try bench.item(1, hertz: 400, seconds: 25), try bench.item(2, hertz: 600, seconds: 25),
        ])
        bench.app.run {
            // A session of the app's own, which the music interrupts.
            try? AVAudioSession.sharedInstance().setActive(true)
            let queue = MPMusicPlayerMediaItemQueueDescriptor(itemCollection: songs)
            queue.startItem = songs.items[1]
            MPMusicPlayerController.systemMusicPlayer.openToPlay(queue)
        }
        bench.advance(0.5)
        #expect(bench.pitch == 600)
        #expect(bench.player("Music")?.state == .active && bench.app.state == .background)
        // The user returns.
        bench.phone.open(bench.app)
        bench.advance(0.5)
        #expect(bench.app.state == .active && bench.player("Music")?.state == .background)
        #expect(bench.pitch == 600 && state(system) == .playing)
        #expect(bench.phone.findings.isEmpty)
    }

    @Test("stays behind when an app in the background opens it to play")
    func openToPlayInBackground() throws {
        let songs = MPMediaItemCollection(items: [try bench.item(1, hertz: 400, seconds: 25)])
        let game = bench.phone.launch("Game")
        bench.app.run {
            MPMusicPlayerController.systemMusicPlayer.openToPlay(
                MPMusicPlayerMediaItemQueueDescriptor(itemCollection: songs))
        }
        bench.advance(0.5)
        #expect(game.state == .active && bench.app.state == .background)
        #expect(bench.player("Music")?.state != .active)
    }

    @Test("posts that it is prepared, and that it no longer is")
    func prepared() throws {
        var found: [Bool] = []
        let token = NotificationCenter.default.addObserver(
            forName: .MPMediaPlaybackIsPreparedToPlayDidChange, object: own, queue: .main
        ) { notification in
            nonisolated(unsafe) let player = notification.object as? MPMusicPlayerController
            MainActor.assumeIsolated { found.append(player?.isPreparedToPlay == true) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let song = MPMediaItemCollection(items: [try bench.item(1, hertz: 400)])
        bench.app.run {
            own.setQueue(with: song)
            own.prepareToPlay()
        }
        bench.advance(0.1)
        // Not before the app has asked for notifications.
        #expect(found == [] && bench.app.run { own.isPreparedToPlay })
        bench.app.run {
            own.stop()
            own.beginGeneratingPlaybackNotifications()
        }
        bench.advance(0.1)
        found = []
        bench.app.run {
            own.setQueue(with: song)
            own.prepareToPlay()
        }
        bench.advance(0.1)
        #expect(found == [true])
        // The song plays to its end.
        bench.app.run { own.play() }
        bench.advance(2)
        #expect(found == [true, false])
    }

    @Test("reports the volume of the phone")
    func volume() throws {
        bench.app.run {
            bench.observe(system)
            system.beginGeneratingPlaybackNotifications()
        }
        try bench.app.run { try play(system) }
        bench.advance(0.5)
        bench.clearLog()
        bench.phone.press(VolumeButton.down, times: 1)
        bench.advance(0.1)
        #expect(bench.log == ["volume"])
    }
}
