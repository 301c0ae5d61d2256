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
    /// The user went on to another item.
    case skipped(MusicItem, atSecond: Double)
    /// An item cannot be played; the player goes on with the next.
    case failed(MusicItem, AudioFileError)
}
