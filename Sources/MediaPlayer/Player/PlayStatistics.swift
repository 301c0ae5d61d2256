import AudioModel
import Foundation
import MusicLibrary
import MusicPlayback

/// Keeps in the library what a player has played: how often and when, what was skipped, and where an
/// audio book or a podcast goes on.
struct PlayStatistics: Sendable {
    /// The library of the app that asked for the player first. It is never made for a count.
    let source: LibrarySource

    /// Takes an event of a player. A library that cannot be written changes nothing of playback.
    func take(_ event: MusicPlayerEvent, of player: any MusicControl) {
        switch event {
        case .finished(let item):
            let now = Date().timeIntervalSince1970
            change { library throws(LibraryError) in
                try library.countPlay(of: item.id, at: now)
            }
        case .skipped(let item, let seconds):
            change { library throws(LibraryError) in
                try library.countSkip(of: item.id)
            }
            setBookmark(seconds, of: item)
        case .stateChanged(.paused), .stateChanged(.interrupted):
            let snapshot = player.snapshot
            if let item = snapshot.item { setBookmark(snapshot.seconds, of: item) }
        case .stateChanged, .itemChanged, .queueChanged, .failed: break
        }
    }

    /// Keeps the position in an item that goes on where it was.
    private func setBookmark(_ seconds: Double, of item: MusicItem) {
        change { library throws(LibraryError) in
            guard let known = try library.item(item.id), known.mediaType.hasBookmark else { return }
            try library.setBookmark(seconds, of: item.id)
        }
    }

    private func change(_ body: (MediaLibrary) throws(LibraryError) -> Void) {
        _ = source.readGranted("MPMusicPlayerController", body)
    }
}

extension MediaType {
    /// Whether an item of this type goes on where it was.
    var hasBookmark: Bool { !isDisjoint(with: [.podcast, .audioBook, .audioITunesU]) }
}

extension LibraryItem {
    /// Where playback of the item begins, in seconds: at its bookmark, if it has one.
    var startSeconds: Double { mediaType.hasBookmark && bookmark < duration ? bookmark : 0 }
}
