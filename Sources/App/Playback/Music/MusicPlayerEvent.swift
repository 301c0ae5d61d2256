package import AudioFiles

/// What a music player reports, in the order in which it happens.
package enum MusicPlayerEvent: Sendable {
    case stateChanged(MusicPlayerState)
    /// Another item is the present one; `nil` at the end of the queue.
    case itemChanged(MusicItem?)
    /// Items were added or removed, or their order has changed.
    case queueChanged
    /// An item was played to its end.
    case finished(MusicItem)
    /// The user went on to another item: forward, or back and to one that was chosen.
    case skipped(MusicItem, atSecond: Double, isForward: Bool)
    /// Playback of an item has paused, stopped or moved to another item, before the item's end: the
    /// position at which the item goes on, if it has a bookmark.
    case bookmarked(MusicItem, atSecond: Double)
    /// Whether the next `play` starts without opening a file has changed.
    case preparedChanged
    /// An item cannot be played; the player goes on with the next.
    case failed(MusicItem, AudioFileError)
}
