import Foundation
import MediaPlayer

/// The lock screen: what it shows, and its buttons.
@MainActor
final class LockScreen {
    /// Lets the buttons act on a player.
    func use(_ player: EpisodePlayer) {
        let center = MPRemoteCommandCenter.shared()
        add(center.playCommand, of: player) { $0.resume() }
        add(center.pauseCommand, of: player) { $0.pause() }
        add(center.togglePlayPauseCommand, of: player) { $0.toggle() }
        center.skipForwardCommand.preferredIntervals = [30]
        center.skipBackwardCommand.preferredIntervals = [15]
        add(center.skipForwardCommand, of: player) { $0.skip(by: 30) }
        add(center.skipBackwardCommand, of: player) { $0.skip(by: -15) }
        center.changePlaybackPositionCommand.addTarget { [weak player] event in
            guard let event = event as? MPChangePlaybackPositionCommandEvent else {
                return .commandFailed
            }
            let seconds = event.positionTime
            MainActor.assumeIsolated { player?.seek(to: seconds) }
            return .success
        }
    }

    private func add(
        _ command: MPRemoteCommand, of player: EpisodePlayer,
        _ act: @escaping @Sendable @MainActor (EpisodePlayer) -> Void
    ) {
        command.addTarget { [weak player] _ in
            let isDone = MainActor.assumeIsolated {
                guard let player, player.episode != nil else { return false }
                act(player)
                return true
            }
            return isDone ? .success : .noSuchContent
        }
    }

    /// Shows what a player plays; an `AVPlayer` itself shows nothing.
    func show(_ player: EpisodePlayer) {
        guard let episode = player.episode else { return }
        var info: [String: Any] = [
            MPMediaItemPropertyTitle: episode.title, MPMediaItemPropertyArtist: episode.show,
            MPNowPlayingInfoPropertyElapsedPlaybackTime: player.position,
            MPNowPlayingInfoPropertyPlaybackRate: player.state == .playing ? 1.0 : 0.0,
        ]
        info[MPMediaItemPropertyPlaybackDuration] = player.duration
        MPNowPlayingInfoCenter.default().nowPlayingInfo = info
    }
}
