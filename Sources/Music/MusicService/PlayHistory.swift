package import MusicLibrary
package import Playback

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
        case .skipped(let item, let second, let isForward):
            try countDeparture(from: item.id, atSecond: second, isForward: isForward, at: date)
        case .bookmarked(let item, let seconds):
            guard let known = try self.item(item.id), known.mediaType.hasBookmark else { return }
            try setBookmark(seconds, of: item.id)
        case .stateChanged, .itemChanged, .queueChanged, .preparedChanged, .failed: break
        }
    }

    /// Counts an item that the user has left: as played within its last 10 s, as skipped where it
    /// was left forward after 2 to 20 s.
    ///
    /// Source: iTunes, as drlightx.com (2009) and michael-mccracken.net (2006) have tried it; that
    /// the first 2 s of a short item count as nothing is ours (`docs/facts.md`).
    private func countDeparture(
        from id: UInt64, atSecond second: Double, isForward: Bool, at date: Double?
    ) throws(LibraryError) {
        guard second >= 2, let item = try item(id) else { return }
        // An item of unknown length has no last 10 s.
        if item.duration > 0, second >= item.duration - 10 {
            try countPlay(of: id, at: date)
        } else if isForward, second <= 20 {
            try countSkip(of: id)
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
