import AVFoundation
import Foundation
import MediaPlayer
import PodcastPlayer
import Simulation
import Testing

@MainActor
@Suite struct EpisodePlayerTests {
    private let phone = SimulatedPhone()
    private let url = "https://example.com/episode.wav"
    /// What the screen has shown.
    private let screen = Screen()

    @MainActor
    private final class Screen {
        var states: [EpisodePlayer.State] = []
    }

    /// 16-bit sound at 48 kHz: 96,000 bytes a second.
    private func episode(seconds: Int) -> Data {
        var data = Data()
        func add(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        let count = seconds * 48_000
        data.append(contentsOf: "RIFF".utf8)
        add(UInt32(36 + 2 * count))
        data.append(contentsOf: "WAVEfmt ".utf8)
        add(UInt32(16))
        add(UInt16(1))
        add(UInt16(1))
        add(UInt32(48_000))
        add(UInt32(96_000))
        add(UInt16(2))
        add(UInt16(16))
        data.append(contentsOf: "data".utf8)
        add(UInt32(2 * count))
        for frame in 0..<count { add(Int16(8000 * sin(Double(frame) * 440 * 2 * .pi / 48_000))) }
        return data
    }

    private func launch() throws -> (SimulatedPhone.App, EpisodePlayer) {
        let app = phone.launch("Podcasts", backgroundModes: ["audio"])
        let player = try app.run { try EpisodePlayer() }
        player.changed = { [screen, weak player] in
            guard let player, player.state != screen.states.last else { return }
            screen.states.append(player.state)
        }
        return (app, player)
    }

    private func play(_ player: EpisodePlayer, by app: SimulatedPhone.App) {
        app.run {
            player.play(
                EpisodePlayer.Episode(URL(string: url)!, title: "Episode 1", show: "The show"))
        }
    }

    @Test func `an episode is loaded and played to its end`() throws {
        phone.network.serve(url, episode(seconds: 5))
        let (app, player) = try launch()
        play(player, by: app)
        #expect(player.state == .loading)
        phone.advance(by: .seconds(2))
        #expect(player.state == .playing)
        #expect(!phone.heard(from: app).isSilent)
        #expect(player.duration == 5 && player.loaded == 5)
        #expect(abs(player.position - 1.9) < 0.2)
        phone.advance(by: .seconds(4))
        #expect(player.state == .ended)
        #expect(screen.states == [.loading, .playing, .ended])
    }

    @Test func `a stall is shown and ends by itself`() throws {
        phone.network.serve(
            url, episode(seconds: 20), .stall(afterBytes: 4 * 96_000, for: .seconds(10)))
        let (app, player) = try launch()
        play(player, by: app)
        phone.advance(by: .seconds(6))
        #expect(player.state == .stalled)
        #expect(phone.heard(from: app).isSilent)
        #expect(abs(player.position - 4) < 0.1)
        phone.advance(by: .seconds(6))
        #expect(player.state == .playing)
        #expect(!phone.heard(from: app).isSilent)
        #expect(screen.states == [.loading, .playing, .stalled, .playing])
    }

    @Test func `without a network it says so and plays when asked again`() throws {
        phone.network.serve(url, episode(seconds: 5))
        phone.network.isReachable = false
        let (app, player) = try launch()
        play(player, by: app)
        phone.advance(by: .seconds(1))
        #expect(player.state == .failed("there is no network"))
        phone.network.isReachable = true
        app.run { player.resume() }
        phone.advance(by: .seconds(1))
        #expect(player.state == .playing)
    }

    @Test func `what a server does not have is said`() throws {
        phone.network.serve("https://example.com/other", Data())
        let (app, player) = try launch()
        play(player, by: app)
        phone.advance(by: .seconds(1))
        #expect(player.state == .failed("the server has no such episode"))
    }

    @Test func `the buttons of the lock screen act`() throws {
        phone.network.serve(url, episode(seconds: 60))
        let (app, player) = try launch()
        play(player, by: app)
        phone.advance(by: .seconds(5))
        #expect(phone.nowPlayingApp === app)
        let info = app.run { MPNowPlayingInfoCenter.default().nowPlayingInfo ?? [:] }
        #expect(info[MPMediaItemPropertyTitle] as? String == "Episode 1")
        #expect(info[MPMediaItemPropertyPlaybackDuration] as? Double == 60)
        phone.press(.pause)
        phone.advance(by: .seconds(1))
        #expect(player.state == .paused)
        #expect(phone.heard(from: app).isSilent)
        let position = player.position
        phone.press(.skipForward(30))
        phone.press(.play)
        phone.advance(by: .seconds(1))
        #expect(player.state == .playing)
        #expect(abs(player.position - position - 31) < 0.3)
        phone.press(.changePosition(10))
        phone.advance(by: .seconds(1))
        #expect(abs(player.position - 11) < 0.3)
    }

    @Test func `a call pauses and its end plays on`() throws {
        phone.network.serve(url, episode(seconds: 60))
        let (app, player) = try launch()
        play(player, by: app)
        phone.advance(by: .seconds(5))
        phone.receiveCall()
        phone.advance(by: .seconds(3))
        #expect(player.state == .paused)
        let position = player.position
        phone.declineCall()
        phone.advance(by: .seconds(2))
        #expect(player.state == .playing)
        #expect(abs(player.position - position - 2) < 0.3)
    }

    @Test func `the background goes on and an unplug pauses`() throws {
        phone.network.serve(url, episode(seconds: 60))
        phone.plug(.headphones)
        let (app, player) = try launch()
        play(player, by: app)
        phone.advance(by: .seconds(2))
        phone.home()
        phone.advance(by: .seconds(2))
        #expect(!phone.heard(from: app).isSilent)
        phone.unplug(.headphones)
        phone.advance(by: .seconds(1))
        #expect(player.state == .paused)
        #expect(phone.heard(from: app).isSilent)
    }
}
