import AudioModel
import AudioToolbox
import Foundation
import MediaPlayer
import SoundClient
import SoundRuntime
import UIKit

/// A player that shows what it plays, and takes the commands of the command centre.
func showsNowPlaying() {
    MainActor.assumeIsolated { NowPlayingApp.main() }
}

private final class NowPlayingApp: UIResponder, UIApplicationDelegate {
    private let silence = SilentQueue()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let centre = MPRemoteCommandCenter.shared()
        centre.skipForwardCommand.preferredIntervals = [15]
        centre.skipForwardCommand.addTarget { event in
            say("skip \((event as? MPSkipIntervalCommandEvent)?.interval ?? 0)")
            return .commandFailed
        }
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [
            MPMediaItemPropertyTitle: "Song", MPNowPlayingInfoPropertyElapsedPlaybackTime: 7,
        ]
        // A picture of several messages.
        var info = NowPlayingInfo()
        info.title = "Song with a picture"
        info.artwork = NowPlayingArtwork((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        currentApp().showNowPlaying(info)
        info.title = "The same picture"
        currentApp().showNowPlaying(info)
        say("started: \(silence.start())")
        return true
    }
}
