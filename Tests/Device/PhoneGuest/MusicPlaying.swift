import AVFAudio
import Foundation
import MediaPlayer
import UIKit

/// An app that plays two tones by a player of Apple's, and says what becomes of them.
///
/// - Parameter manner: `music` for a music player; `music-handled` for one in an app that takes the
///   toggle itself; `audio-player` for an `AVAudioPlayer` with remote commands.
func playsMusic(_ manner: String) {
    MainActor.assumeIsolated {
        switch manner {
        case "music": MusicApp.main()
        case "music-handled": HandledMusicApp.main()
        default: AudioPlayerApp.main()
        }
    }
}

private class MusicApp: UIResponder, UIApplicationDelegate {
    let player: MPMusicPlayerController = MPMusicPlayerController.systemMusicPlayer
    private var tokens: [any NSObjectProtocol] = []

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        for name in [
            Notification.Name.MPMusicPlayerControllerPlaybackStateDidChange,
            .MPMusicPlayerControllerNowPlayingItemDidChange,
        ] {
            let token = NotificationCenter.default.addObserver(
                forName: name, object: player, queue: .main
            ) { [weak self] _ in
                MainActor.assumeIsolated { self?.tell() }
            }
            tokens.append(token)
        }
        player.beginGeneratingPlaybackNotifications()
        let path = tone(seconds: 20).path
        player.setQueue(
            with: MPMediaItemCollection(items: [ToneItem(1, path), ToneItem(2, path)]))
        player.play()
        return true
    }

    private func tell() {
        say("\(player.playbackState) \(player.nowPlayingItem?.persistentID ?? 0)")
    }
}

private final class HandledMusicApp: MusicApp {
    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        MPRemoteCommandCenter.shared().togglePlayPauseCommand.addTarget { [player] _ in
            say("toggles")
            if player.playbackState == .playing { player.pause() } else { player.play() }
            return .success
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
}

private final class AudioPlayerApp: UIResponder, UIApplicationDelegate {
    private var player: AVAudioPlayer?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        try? AVAudioSession.sharedInstance().setCategory(.playback)
        player = try? AVAudioPlayer(contentsOf: tone(seconds: 20))
        let center = MPRemoteCommandCenter.shared()
        center.pauseCommand.addTarget { [weak self] _ in
            self?.player?.pause()
            say("paused")
            return .success
        }
        center.playCommand.addTarget { [weak self] _ in
            say(self?.player?.play() == true ? "plays" : "does not play")
            return .success
        }
        say(player?.play() == true ? "plays" : "does not play")
        return true
    }
}

/// An item of no library.
///
/// Ownership: immutable.
private final class ToneItem: MPMediaItem, @unchecked Sendable {
    private let id: UInt64
    private let path: String

    init(_ id: UInt64, _ path: String) {
        self.id = id
        self.path = path
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override var persistentID: MPMediaEntityPersistentID { id }
    override var assetURL: URL? { URL(fileURLWithPath: path) }
}
