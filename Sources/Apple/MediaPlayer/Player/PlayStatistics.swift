import Foundation
import MusicLibrary
import MusicService
import Playback

/// Keeps in the library what a player has played: how often and when, what was skipped, and where an
/// audio book or a podcast goes on.
struct PlayStatistics: Sendable {
    /// The library of the app that asked for the player first. It is never made for a count.
    let source: LibrarySource

    /// Takes an event of a player. A library that cannot be written changes nothing of playback.
    func take(_ event: MusicPlayerEvent) {
        switch event {
        case .finished, .skipped, .bookmarked: break
        case .stateChanged, .itemChanged, .queueChanged, .preparedChanged, .failed: return
        }
        let now = Date().timeIntervalSince1970
        _ = source.readGranted("MPMusicPlayerController") { library throws(LibraryError) in
            try library.record(event, at: now)
        }
    }
}
