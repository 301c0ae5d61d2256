import AudioModel
import Foundation
import MediaPlayer
import Simulation
import Testing

@MainActor
@Suite("The now-playing information of an app")
struct NowPlayingInfoTests {
    private let phone = SimulatedPhone()

    private func show(_ info: [String: Any]?, in app: SimulatedPhone.App) {
        app.run { MPNowPlayingInfoCenter.default().nowPlayingInfo = info }
    }

    @Test("is shown by the phone, with the position extrapolated by the rate")
    func shown() throws {
        let (app, _) = try phone.launchMusic { [$0.playCommand, $0.skipForwardCommand] }
        #expect(phone.nowPlayingApp === app && phone.nowPlaying == nil)
        app.run { MPRemoteCommandCenter.shared().skipForwardCommand.preferredIntervals = [15, 30] }
        show(
            [
                "title": "Gymnopédie 1", "artist": "Satie", "albumTitle": "Piano",
                "playbackDuration": 181.5, MPNowPlayingInfoPropertyElapsedPlaybackTime: 30.0,
                MPNowPlayingInfoPropertyPlaybackRate: 2.0,
            ], in: app)
        phone.advance(by: .seconds(10))
        let playing = try #require(phone.nowPlaying)
        #expect(playing.app === app)
        #expect(playing.title == "Gymnopédie 1" && playing.artist == "Satie")
        #expect(playing.album == "Piano" && playing.duration == 181.5 && playing.rate == 2)
        #expect(playing.elapsed == 50)
        #expect(playing.commands == [.play, .skipForward])
        #expect(playing.skipIntervals.forward == [15, 30])
        // The position ends with the item.
        phone.advance(by: .seconds(100))
        #expect(phone.nowPlaying?.elapsed == 181.5)
        show(["title": "x", MPNowPlayingInfoPropertyPlaybackRate: 0], in: app)
        #expect(phone.nowPlaying?.elapsed == nil && phone.nowPlaying?.rate == 0)
        show(nil, in: app)
        #expect(phone.nowPlaying == nil)
    }

    @Test("goes with its app")
    func ends() throws {
        let (app, _) = try phone.launchMusic { [$0.playCommand] }
        show(["title": "Song"], in: app)
        #expect(phone.nowPlaying?.title == "Song")
        phone.kill(app)
        #expect(phone.nowPlaying == nil)
    }

    @Test("keeps its position over a change of the playback state")
    func playbackState() throws {
        let (app, _) = try phone.launchMusic { [$0.playCommand] }
        show(["title": "Song", MPNowPlayingInfoPropertyElapsedPlaybackTime: 5], in: app)
        phone.advance(by: .seconds(3))
        app.run {
            MPNowPlayingInfoCenter.default().playbackState = .playing
            #expect(MPNowPlayingInfoCenter.default().playbackState == .playing)
        }
        #expect(phone.nowPlaying?.elapsed == 8)
        #expect(phone.nowPlaying?.info.playbackState == .playing)
    }

    @Test("ignores each value of a wrong type, and keeps the others")
    func wrongTypes() throws {
        let (app, _) = try phone.launchMusic { [$0.playCommand] }
        show(
            [
                "title": 7, "artist": "Satie", "albumTitle": [1, 2], "playbackDuration": "long",
                "albumTrackNumber": Date(), "discNumber": 2, "persistentID": UInt64.max,
                "artwork": "a picture", "genre": NSNull(),
                MPNowPlayingInfoPropertyElapsedPlaybackTime: Double.nan,
                MPNowPlayingInfoPropertyPlaybackRate: Float(1.5),
                MPNowPlayingInfoPropertyPlaybackQueueIndex: NSNumber(value: 3),
                MPNowPlayingInfoPropertyIsLiveStream: true,
                MPNowPlayingInfoPropertyMediaType: MPNowPlayingInfoMediaType.audio.rawValue,
                MPNowPlayingInfoPropertyAssetURL: "no URL",
                MPNowPlayingInfoPropertyAvailableLanguageOptions: 5,
                "no key of Apple's": self,
            ], in: app)
        let info = try #require(phone.nowPlaying?.info)
        var expected = NowPlayingInfo()
        expected.artist = "Satie"
        expected.discNumber = 2
        expected.persistentID = .max
        expected.rate = 1.5
        expected.queueIndex = 3
        expected.isLiveStream = true
        expected.mediaType = .audio
        expected.elapsedSetAt = info.elapsedSetAt
        #expect(info == expected)
        app.run {
            let kept = MPNowPlayingInfoCenter.default().nowPlayingInfo
            #expect(kept?.count == 17 && kept?["title"] as? Int == 7)
        }
    }

    @Test("has values within limits, whatever the app sets")
    func bounded() throws {
        let (app, _) = try phone.launchMusic { [$0.playCommand] }
        let long = String(repeating: "ü", count: 100_000)
        show(
            [
                "title": long, "playbackDuration": -5.0, "albumTrackNumber": Int.max,
                "discNumber": -1e300, "discCount": Double.infinity,
                "assetURL": URL(string: "file:///" + String(repeating: "a", count: 10_000))!,
                MPNowPlayingInfoPropertyElapsedPlaybackTime: 1e300,
                MPNowPlayingInfoPropertyPlaybackRate: -1e300,
                MPNowPlayingInfoPropertyDefaultPlaybackRate: Double.nan,
                MPNowPlayingInfoPropertyPlaybackProgress: 7,
                MPNowPlayingInfoPropertyMediaType: 99,
            ], in: app)
        let info = try #require(phone.nowPlaying?.info)
        #expect(info.title?.utf8.count == NowPlayingInfo.textBytesMax)
        #expect(info.duration == 0 && info.elapsedTime == RemoteCommand.secondsMax)
        #expect(info.trackNumber == NowPlayingInfo.countMax && info.discNumber == 0)
        #expect(info.discCount == nil && info.assetURL == nil)
        #expect(info.rate == -RemoteCommand.rateMax && info.defaultRate == 1)
        #expect(info.progress == 1 && info.mediaType == .none)
        phone.advance(by: .seconds(1))
        #expect(phone.nowPlaying?.elapsed == 0)
    }

    @Test("has the strings of Apple's constants")
    func constants() {
        #expect(
            MPNowPlayingInfoPropertyElapsedPlaybackTime
                == "MPNowPlayingInfoPropertyElapsedPlaybackTime")
        #expect(MPNowPlayingInfoCollectionIdentifier == "MPNowPlayingInfoCollectionIdentifier")
        #expect(MPLanguageOptionCharacteristicEasyToRead == "public.easy-to-read")
        #expect(MPRemoteCommandHandlerStatus.deviceNotFound.rawValue == 120)
        #expect(MPChangeLanguageOptionSetting.permanent.rawValue == 2)
        #expect(MPNowPlayingPlaybackState.interrupted.rawValue == 4)
    }

    @Test("with a picture of more than the limit has none")
    func artworkLimit() {
        #expect(NowPlayingArtwork([UInt8](repeating: 1, count: NowPlayingArtwork.bytesMax)) != nil)
        #expect(
            NowPlayingArtwork([UInt8](repeating: 1, count: NowPlayingArtwork.bytesMax + 1)) == nil)
        #expect(NowPlayingArtwork([]) == nil)
    }
}
