/// An item of a music player's queue: what the player needs to know of a library's track.
package struct MusicItem: Hashable, Sendable {
    /// The track's persistent identifier.
    package var id: UInt64
    /// The persistent identifier of the track's album, by which `ShuffleMode.albums` keeps tracks
    /// together.
    package var albumID: UInt64
    /// The path of the sound file; `nil` for a track without one, which the player passes over.
    package var path: String?
    /// Where playback of the item begins, in seconds.
    package var startSeconds = 0.0
    /// Where playback of the item ends, in seconds; `nil` for the end of its file.
    package var endSeconds: Double?

    package init(id: UInt64, albumID: UInt64 = 0, path: String?) {
        self.id = id
        self.albumID = albumID
        self.path = path
    }
}

/// What a player does at the end of its queue, or of an item.
///
/// Raw values are those of `MPMusicRepeatMode`.
package enum RepeatMode: Int, Hashable, Sendable {
    case none = 1
    /// The present item is played again and again.
    case one
    /// The queue is played again and again.
    case all
}

/// The order in which a player plays its queue.
///
/// Raw values are those of `MPMusicShuffleMode`.
package enum ShuffleMode: Int, Hashable, Sendable {
    case off = 1
    /// The items in a random order.
    case songs
    /// The albums in a random order, each album's items in theirs.
    case albums
}

/// The state of a music player.
///
/// Raw values are those of `MPMusicPlaybackState`.
package enum MusicPlayerState: Int, Hashable, Sendable {
    case stopped
    case playing
    case paused
    /// Another app's session or a call has interrupted the player.
    case interrupted
    case seekingForward
    case seekingBackward

    /// Whether the player sounds, or will by itself once an interruption is over.
    package var isUnderWay: Bool { self != .stopped && self != .paused }
}

extension MusicItem {
    /// The passage of the item's file that is played, from a position on.
    func passage(of file: SoundFile, fromSecond seconds: Double) -> PlaybackRange {
        PlaybackRange(
            start: frame(at: seconds, in: file),
            end: endSeconds.map { frame(at: $0, in: file) } ?? file.frameCount,
            fileEnd: file.frameCount, passCount: 1, fadeFrames: 0)
    }

    private func frame(at seconds: Double, in file: SoundFile) -> Int64 {
        guard seconds > 0 else { return 0 }
        return Int64(min(seconds * file.sampleRate, Double(file.frameCount)))
    }
}
