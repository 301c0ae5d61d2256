import AVFAudio
import Simulation
import SongPlayer
import Testing

/// What a user does to a phone while a song plays: ten things that apps get wrong.
@MainActor
@Suite("The song player")
struct SongPlayerTests {
    private let phone = SimulatedPhone()

    init() {
        phone.onFinding = { Issue.record($0) }
    }

    /// An app that plays a song from its launch on.
    private func launchPlayer(
        _ name: String = "Player", hertz: Int = 440, backgroundModes: [String] = ["audio"],
        category: AVAudioSession.Category = .playback,
        options: AVAudioSession.CategoryOptions = []
    ) throws -> (app: SimulatedPhone.App, player: SongPlayer) {
        var player: SongPlayer?
        let app = try phone.launch(name, backgroundModes: backgroundModes) {
            player = try SongPlayer(.tone(hertz: hertz), category: category, options: options)
            try player?.play()
            return player
        }
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).contains(hertz: Double(hertz)))
        return (app, try #require(player))
    }

    @Test("is heard in silent mode, which a game's music is not")
    func ringSwitch() throws {
        let (music, _) = try launchPlayer("Music", hertz: 440)
        // A game with music that mixes with the other's.
        let (game, _) = try launchPlayer("Game", hertz: 1000, category: .ambient)
        #expect(!phone.heard(from: music).isSilent)
        phone.flipSwitch(.silent)
        phone.advance(by: .seconds(1))
        #expect(!phone.heard(from: music).isSilent)
        #expect(phone.heard(from: game).isSilent)
        #expect(phone.why(game).reasons == [.ringSwitch])
    }

    @Test("goes on after a call that is declined")
    func callDeclined() throws {
        let (app, player) = try launchPlayer()
        phone.receiveCall()
        #expect(player.state == .interrupted)
        phone.advance(by: .seconds(3))
        #expect(phone.heard(from: app).isSilent)
        phone.declineCall()
        phone.advance(by: .seconds(1))
        #expect(player.state == .playing)
        #expect(phone.heard(from: app).contains(hertz: 440))
    }

    @Test("is silent during a call that is answered, and goes on after it")
    func callAnswered() throws {
        let (app, player) = try launchPlayer()
        phone.receiveCall()
        phone.advance(by: .seconds(3))
        phone.answerCall()
        phone.advance(by: .seconds(10))
        #expect(phone.heard(from: app).isSilent && player.state == .interrupted)
        phone.endCall()
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).contains(hertz: 440) && player.state == .playing)
    }

    @Test("pauses when the headphones are pulled out, and is not heard from the speaker")
    func unplug() throws {
        phone.plug(.headphones)
        let (app, player) = try launchPlayer()
        #expect(phone.outputs == [.headphones])
        phone.unplug(.headphones)
        #expect(player.state == .paused)
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).isSilent)
        // Plugged in again, it waits for its user.
        phone.plug(.headphones)
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).isSilent && player.state == .paused)
    }

    @Test("gives way to an alarm, and goes on when that is dismissed")
    func alarm() throws {
        let (app, player) = try launchPlayer()
        phone.fireAlarm()
        phone.advance(by: .seconds(10))
        #expect(phone.heard(from: app).isSilent && !phone.heard.isSilent)
        phone.dismissAlarm()
        phone.advance(by: .seconds(1))
        #expect(player.state == .playing && !phone.heard(from: app).isSilent)
    }

    @Test("is lowered by a navigation prompt, and as loud as before after it")
    func ducking() throws {
        let (music, _) = try launchPlayer("Music", hertz: 440)
        let levelBefore = phone.heard(from: music).level
        let (navigation, prompt) = try launchPlayer(
            "Navigation", hertz: 1000,
            options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers])
        // Both are heard, and the music is at least 6 dB lower.
        #expect(phone.heard.contains(hertz: 1000))
        #expect(phone.heard(from: music).level < levelBefore - 6)
        #expect(!phone.heard(from: music).isSilent)
        navigation.run { prompt.stop() }
        phone.advance(by: .seconds(1))
        #expect(abs(phone.heard(from: music).level - levelBefore) < 0.1)
    }

    @Test("is silent in the background without the audio mode, and heard with it")
    func background() throws {
        let (app, _) = try launchPlayer(backgroundModes: [])
        phone.home()
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).isSilent)
        #expect(phone.why(app).reasons.contains(.background))
        let (other, _) = try launchPlayer("Radio", hertz: 1000)
        phone.home()
        phone.advance(by: .seconds(10))
        #expect(phone.heard(from: other).contains(hertz: 1000) && other.state == .background)
    }

    @Test("plays on when the phone is locked")
    func lock() throws {
        let (app, player) = try launchPlayer()
        phone.lock()
        phone.advance(by: .seconds(10))
        #expect(phone.heard(from: app).contains(hertz: 440) && app.state == .background)
        phone.unlock()
        phone.advance(by: .seconds(1))
        #expect(player.state == .playing && app.state == .active)
    }

    @Test("makes its queue anew when the media services were reset")
    func mediaReset() throws {
        let (app, player) = try launchPlayer()
        phone.resetMediaServices()
        phone.advance(by: .seconds(1))
        #expect(
            app.notifications.contains(.mediaServicesLost)
                && app.notifications.contains(.mediaServicesReset))
        #expect(player.state == .playing && phone.heard(from: app).contains(hertz: 440))
    }

    @Test("goes on when the app that has interrupted it is killed")
    func killedRival() throws {
        let (app, player) = try launchPlayer()
        let (rival, _) = try launchPlayer("Rival", hertz: 1000)
        #expect(phone.heard(from: app).isSilent && player.state == .interrupted)
        phone.kill(rival)
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: rival).isSilent)
        #expect(player.state == .playing && phone.heard(from: app).contains(hertz: 440))
    }
}
