import MediaPlayer
import Simulation
import Testing

/// The code that `docs/testing-your-app.md` shows of the user's music; `GuideTests` compares it.
@MainActor
@Suite("The guide's code for the user's music")
struct GuideCodeTests {
    @Test("fills the library, and plays it on when the app is gone")
    func code() throws {
        let phone = SimulatedPhone()
        phone.onFinding = { Issue.record($0) }
        phone.library.add(
            .init("One", artist: "Anna", album: "First", track: 1, sound: .tone(hertz: 440)),
            .init("Two", artist: "Anna", album: "First", track: 2))
        phone.library.addPlaylist("Drive", titles: ["Two", "One"])
        let app = phone.launch("Player", info: ["NSAppleMusicUsageDescription": "Plays songs."])
        app.run {
            let player = MPMusicPlayerController.systemMusicPlayer
            player.setQueue(with: MPMediaQuery.songs())
            player.play()
        }
        phone.advance(by: .seconds(2))
        let music = try #require(phone.apps.last { $0.name == "Music" })
        #expect(phone.heard(from: music).contains(hertz: 440))
        phone.kill(app)
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: music).contains(hertz: 440))
    }
}
