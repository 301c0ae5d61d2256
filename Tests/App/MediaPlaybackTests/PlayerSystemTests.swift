import AudioModel
import MediaPlayback
import MediaSources
import Simulation
import SoundClient
import Testing

/// Tests what the phone does to players.
@MainActor
@Suite("A player of media and its phone")
struct PlayerSystemTests {
    private let log = EventLog()

    private func playing(
        _ studio: Studio, category: SessionCategory = .playback
    ) throws -> MediaItemPlayer {
        let player = studio.player(log)
        try studio.app.run {
            try studio.sound.request(.setCategory(category, .default, [], .default))
            player.replaceCurrentItem(with: studio.item(seconds: 60, log))
            player.play()
        }
        studio.advance(1)
        #expect(!studio.heard().isSilent)
        return player
    }

    @Test("is paused by a call, and plays on when the app wants it")
    func call() throws {
        let studio = try Studio()
        let player = try playing(studio)
        studio.phone.receiveCall()
        studio.advance(1)
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
        #expect(log.count("changed sessionInterrupted") == 1)
        let time = player.currentTime.seconds
        #expect(abs(time - 1) < 0.1)
        studio.app.run { player.play() }
        #expect(player.rate == 0)
        studio.advance(0.2)
        #expect(log.count("changed setRateFailed") == 1)
        studio.phone.declineCall()
        studio.advance(2)
        #expect(player.currentTime.seconds == time && studio.heard().isSilent)
        studio.app.run { player.play() }
        studio.advance(1)
        #expect(!studio.heard().isSilent)
        #expect(abs(player.currentTime.seconds - time - 1) < 0.05)
    }

    @Test("is paused when its headphones are unplugged")
    func unplugged() throws {
        let studio = try Studio()
        studio.phone.plug(.headphones)
        let player = try playing(studio)
        studio.phone.unplug(.headphones)
        studio.advance(0.5)
        #expect(player.rate == 0 && studio.heard().isSilent)
    }

    @Test("sounds in the background where its app may", arguments: [true, false])
    func background(mayPlay: Bool) throws {
        let studio = try Studio(backgroundModes: mayPlay ? ["audio"] : [])
        let player = try playing(studio)
        studio.phone.home()
        studio.advance(5)
        #expect(studio.heard().isSilent != mayPlay)
        if mayPlay { #expect(player.timeControlStatus == .playing) }
    }

    @Test("fails with its items when the media services are reset")
    func reset() throws {
        let studio = try Studio()
        let player = try playing(studio)
        studio.phone.resetMediaServices()
        studio.advance(0.5)
        #expect(player.status == .failed && player.failure?.code == -11_819)
        #expect(player.currentItem?.failure?.code == -11_819)
        #expect(player.rate == 0 && studio.heard().isSilent)
        #expect(log.count("player failed") == 1 && log.count("item failed") == 1)
        studio.app.run { player.play() }
        studio.advance(0.5)
        #expect(studio.heard().isSilent && player.timeControlStatus == .paused)
    }

    @Test("is one stream of its app, which plays while it is muted")
    func oneStream() throws {
        let studio = try Studio()
        let player = try playing(studio)
        #expect(studio.sound.streamNumbers == [player.streamNumber].compactMap { $0 })
        studio.app.run { player.isMuted = true }
        studio.advance(0.5)
        #expect(studio.heard().isSilent)
        #expect(studio.sound.transport(ofStream: player.streamNumber ?? 0) == .running)
    }
}
