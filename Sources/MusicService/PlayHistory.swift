package import MusicLibrary
package import MusicPlayback

extension MediaLibrary {
    /// Keeps what a player has played: how often and when, what was skipped, and where an audio book
    /// or a podcast goes on.
    ///
    /// - Parameter date: The time of the event, in seconds since 1970; `nil` for now.
    package func record(
        _ event: MusicPlayerEvent, at date: Double? = nil
    ) throws(LibraryError) {
        switch event {
        case .finished(let item): try countPlay(of: item.id, at: date)
        case .skipped(let item, _): try countSkip(of: item.id)
        case .bookmarked(let item, let seconds):
            guard let known = try self.item(item.id), known.mediaType.hasBookmark else { return }
            try setBookmark(seconds, of: item.id)
        case .stateChanged, .itemChanged, .queueChanged, .preparedChanged, .failed: break
        }
    }
}

extension MediaType {
    /// Whether an item of this type goes on where it was.
    var hasBookmark: Bool { !isDisjoint(with: [.podcast, .audioBook, .audioITunesU]) }
}

extension LibraryItem {
    /// Where playback of the item begins, in seconds: at its bookmark, if it has one.
    package var startSeconds: Double {
        mediaType.hasBookmark && bookmark < duration ? bookmark : 0
    }
}
