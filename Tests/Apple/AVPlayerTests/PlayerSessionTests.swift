import AVFAudio
import AVFoundation
import Foundation
import Simulation
import TestSupport
import Testing

@MainActor
@Suite("A player's session")
struct PlayerSessionTests {
    /// A player that plays, of an app with a category for it.
    private func playing(_ stage: MediaStage) throws -> AVPlayer {
        let player = stage.player(try stage.sine(seconds: 20))
        try stage.app.run {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            player.play()
        }
        stage.pass(1000)
        #expect(player.timeControlStatus == .playing && stage.app.isSessionActive)
        #expect(peak(stage.heard(stage.now - 0.5, stage.now)) > 0.4)
        return player
    }

    private func noteRates(_ stage: MediaStage, _ player: AVPlayer) {
        stage.note(AVPlayer.rateDidChangeNotification, of: player, as: "") { note in
            (note.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason)?
                .rawValue ?? "-"
        }
    }

    @Test("half the volume is half the level, and muted is silent (19)")
    func volume() throws {
        let stage = try MediaStage()
        let player = try playing(stage)
        let full = peak(stage.heard(stage.now - 0.5, stage.now))
        stage.app.run { player.volume = 0.5 }
        stage.pass(500)
        let half = peak(stage.heard(stage.now - 0.2, stage.now))
        #expect(abs(half / full - 0.5) < 0.005)
        stage.app.run { player.isMuted = true }
        stage.pass(500)
        #expect(peak(stage.heard(stage.now - 0.2, stage.now)) == 0)
        #expect(player.volume == 0.5 && player.timeControlStatus == .playing)
        stage.app.run {
            player.isMuted = false
            player.volume = 3
        }
        stage.pass(500)
        #expect(player.volume == 1)
        #expect(abs(peak(stage.heard(stage.now - 0.2, stage.now)) / full - 1) < 0.005)
    }

    @Test("that a call interrupts pauses the player and keeps its time (20)")
    func call() throws {
        let stage = try MediaStage()
        let player = try playing(stage)
        noteRates(stage, player)
        stage.phone.receiveCall()
        stage.pass(200)
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
        #expect(stage.log.lines == ["AVPlayerRateDidChangeReasonAudioSessionInterrupted"])
        let time = player.currentTime().seconds
        #expect(abs(time - 1) < 0.1)
        stage.pass(1000)
        #expect(player.currentTime().seconds == time)
        #expect(peak(stage.heard(stage.now - 0.5, stage.now)) == 0)
        stage.phone.declineCall()
        stage.pass(500)
        #expect(player.rate == 0)
        stage.app.run { player.play() }
        stage.pass(1000)
        #expect(abs(player.currentTime().seconds - time - 1) < 0.1)
        #expect(peak(stage.heard(stage.now - 0.5, stage.now)) > 0.4)
    }

    @Test("that may not play refuses it: the rate is 0 again")
    func refused() throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine(seconds: 20))
        noteRates(stage, player)
        stage.phone.receiveCall()
        stage.phone.answerCall()
        stage.pass(100)
        stage.app.run { player.play() }
        stage.pass(500)
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
        #expect(stage.log.lines.last == "AVPlayerRateDidChangeReasonSetRateFailed")
    }

    @Test("whose headphones are unplugged pauses the player (21)")
    func unplugged() throws {
        let stage = try MediaStage()
        stage.phone.plug(.headphones)
        let player = try playing(stage)
        stage.phone.unplug(.headphones)
        stage.pass(500)
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
        #expect(peak(stage.heard(stage.now - 0.3, stage.now)) == 0)
        stage.app.run { player.play() }
        stage.pass(500)
        #expect(peak(stage.heard(stage.now - 0.2, stage.now)) > 0.4)
    }

    @Test(
        "of an app in the background sounds with the audio mode only (22)",
        arguments: [[], ["audio"]])
    func background(modes: [String]) throws {
        let stage = try MediaStage(backgroundModes: modes)
        let player = try playing(stage)
        stage.phone.home()
        stage.pass(2000)
        let level = peak(stage.heard(stage.now - 0.5, stage.now))
        #expect(modes.isEmpty ? level == 0 : level > 0.4)
        withExtendedLifetime(player) {}
    }

    @Test("that is reset fails player and item, for good (23)")
    func reset() throws {
        let stage = try MediaStage()
        let player = try playing(stage)
        stage.keep(
            player.observe(\.status, options: .new) { [log = stage.log] _, change in
                log.add(change.newValue?.word ?? "-")
            })
        stage.phone.resetMediaServices()
        stage.pass(200)
        #expect(player.status == .failed && player.currentItem?.status == .failed)
        #expect((player.error as? AVError)?.code == .mediaServicesWereReset)
        #expect((player.currentItem?.error as NSError?)?.code == -11_819)
        #expect(stage.log.lines == ["failed"])
        stage.app.run { player.play() }
        stage.pass(500)
        #expect(peak(stage.heard(stage.now - 0.3, stage.now)) == 0)
        let other = stage.player(try stage.sine())
        stage.app.run { other.play() }
        stage.pass(500)
        #expect(peak(stage.heard(stage.now - 0.3, stage.now)) > 0.4)
    }
}
