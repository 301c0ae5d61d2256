import Foundation
import MediaPlayer
import MusicBrowser
import Simulation
import Testing

@MainActor
@Suite("The music browser")
struct MusicBrowserTests {
    private let phone = SimulatedPhone()
    private let app: SimulatedPhone.App
    private let screen: MusicViewController

    init() throws {
        let phone = phone
        phone.onFinding = { Issue.record($0) }
        var songs = (1...3).map {
            SimulatedPhone.Song(
                "Anna \($0)", artist: "Anna", album: "First", track: $0, seconds: 20,
                sound: .tone(hertz: 300 * Double($0)))
        }
        songs[0].lyrics = "La la la"
        songs[0].artwork = Data(redSquare)
        phone.library.add(songs)
        phone.library.add(.init("Ben 1", artist: "Ben", seconds: 20, sound: .tone(hertz: 500)))
        var launched: MusicViewController?
        app = phone.launch(
            "Browser", info: ["NSAppleMusicUsageDescription": "Plays the songs you pick."]
        ) {
            let screen = MusicViewController()
            screen.loadViewIfNeeded()
            launched = screen
            return screen
        }
        screen = try #require(launched)
    }

    private func tap(_ button: (MusicViewController) -> () -> Void) {
        app.run { button(screen)() }
        phone.advance(by: .seconds(1))
    }

    @Test("lists and plays what is picked, with its lyrics and its picture")
    func picks() throws {
        app.run { screen.pickSongs() }
        phone.pick("Anna 1", "Ben 1", in: app)
        #expect(screen.lines == ["Anna 1 - Anna", "Ben 1 - Ben"])
        #expect(screen.presentedViewController == nil)
        #expect(screen.playButton.title == "Play")
        tap(MusicViewController.tapPlay)
        #expect(phone.heard.contains(hertz: 300))
        #expect(screen.playButton.title == "stop" && screen.nowPlayingTitle == "Anna 1")
        #expect(screen.lyrics == "La la la")
        #expect(screen.artwork?.size == CGSize(width: 2, height: 2))
        tap(MusicViewController.tapPlay)
        #expect(phone.heard.isSilent && screen.playButton.title == "Play")
    }

    @Test("queues the songs of one artist, and disables the buttons at the ends of the queue")
    func artist() {
        app.run { screen.queueSongs(byArtist: "Anna") }
        #expect(screen.lines == ["Anna 1 - Anna", "Anna 2 - Anna", "Anna 3 - Anna"])
        tap(MusicViewController.tapPlay)
        #expect(!screen.previousButton.isEnabled && screen.nextButton.isEnabled)
        tap(MusicViewController.tapNext)
        #expect(screen.nowPlayingTitle == "Anna 2" && phone.heard.contains(hertz: 600))
        #expect(screen.previousButton.isEnabled && screen.nextButton.isEnabled)
        tap(MusicViewController.tapNext)
        #expect(screen.previousButton.isEnabled && !screen.nextButton.isEnabled)
        tap(MusicViewController.tapPrevious)
        tap(MusicViewController.tapPrevious)
        #expect(screen.nowPlayingTitle == "Anna 1" && !screen.previousButton.isEnabled)
    }

    @Test("says so when an artist has no songs, and when there is no queue")
    func nothingToPlay() {
        app.run { screen.queueSongs(byArtist: "Nobody") }
        #expect(screen.message == "no songs by Nobody" && screen.lines.isEmpty)
        tap(MusicViewController.tapPlay)
        #expect(screen.message == "cannot play: MPMusicPlayerControllerErrorDomain 1")
        #expect(phone.heard.isSilent)
    }

    @Test("counts the player's notifications")
    func notifications() {
        app.run { screen.queueSongs(byArtist: "Ben") }
        tap(MusicViewController.tapPlay)
        tap(MusicViewController.tapPlay)
        let counts = screen.notificationCounts
        #expect(counts[.MPMusicPlayerControllerNowPlayingItemDidChange] == 1)
        #expect(counts[.MPMusicPlayerControllerPlaybackStateDidChange] == 2)
    }

    @Test("follows a call, and headphones that are pulled out")
    func interruptions() {
        phone.plug(.headphones)
        app.run { screen.queueSongs(byArtist: "Anna") }
        tap(MusicViewController.tapPlay)
        phone.receiveCall()
        phone.answerCall()
        phone.advance(by: .seconds(2))
        #expect(screen.playButton.title == "Play")
        phone.endCall()
        phone.advance(by: .seconds(2))
        #expect(screen.playButton.title == "stop" && phone.heard.contains(hertz: 300))
        phone.unplug(.headphones)
        phone.advance(by: .seconds(1))
        #expect(screen.playButton.title == "Play" && phone.heard.isSilent)
    }

    @Test("leaves the music on when it is quit")
    func quit() {
        app.run { screen.queueSongs(byArtist: "Anna") }
        tap(MusicViewController.tapPlay)
        phone.quit(app)
        phone.advance(by: .seconds(1))
        #expect(phone.heard.contains(hertz: 300))
    }
}

/// A PNG file of 2 × 2 red pixels.
private let redSquare: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x02, 0x00, 0x00, 0x00, 0xFD, 0xD4, 0x9A,
    0x73, 0x00, 0x00, 0x00, 0x10, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xF8, 0xCF, 0xC0, 0x00,
    0x44, 0x0C, 0x10, 0x0A, 0x00, 0x1F, 0xEE, 0x03, 0xFD, 0x63, 0x5E, 0xBB, 0x5B, 0x00, 0x00, 0x00,
    0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
]
