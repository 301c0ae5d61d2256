public import Foundation

/// What a music player is doing.
public enum MPMusicPlaybackState: Int, Sendable {
    /// Nothing is played.
    case stopped = 0
    case playing = 1
    case paused = 2
    /// A call or another app's sound has interrupted playback.
    case interrupted = 3
    /// The player winds forward.
    case seekingForward = 4
    /// The player winds back.
    case seekingBackward = 5
}

/// What a music player does at the end of an item and of its queue.
public enum MPMusicRepeatMode: Int, Sendable {
    /// The user's preference: the repeat mode of the music app.
    case `default` = 0
    /// The queue is played once.
    case none = 1
    /// The present item is played again and again.
    case one = 2
    /// The queue is played again and again.
    case all = 3
}

/// The order in which a music player plays its queue.
public enum MPMusicShuffleMode: Int, Sendable {
    /// The user's preference: the shuffle mode of the music app.
    case `default` = 0
    /// The items in their order.
    case off = 1
    /// The items in a random order.
    case songs = 2
    /// The albums in a random order, each album's items in theirs.
    case albums = 3
}

extension Notification.Name {
    /// The playback state of a music player has changed. Posted on the main thread with the player
    /// as object, between `beginGeneratingPlaybackNotifications` and
    /// `endGeneratingPlaybackNotifications`; so are the other notifications of a music player.
    public static let MPMusicPlayerControllerPlaybackStateDidChange = Notification.Name(
        "MPMusicPlayerControllerPlaybackStateDidChangeNotification")
    /// Another item is the now-playing item of a music player, or none is. The handler already finds
    /// it in the player's `nowPlayingItem`.
    public static let MPMusicPlayerControllerNowPlayingItemDidChange = Notification.Name(
        "MPMusicPlayerControllerNowPlayingItemDidChangeNotification")
    /// The media volume of the device has changed.
    public static let MPMusicPlayerControllerVolumeDidChange = Notification.Name(
        "MPMusicPlayerControllerVolumeDidChangeNotification")
    /// Items were added to the queue of a music player or removed from it, or their order has
    /// changed.
    public static let MPMusicPlayerControllerQueueDidChange = Notification.Name(
        "MPMusicPlayerControllerQueueDidChangeNotification")
}

/// The error of a music player that cannot play.
///
/// Source: the specification of players, 5.2, for code 1; developers' reports for code 6
/// (`docs/facts.md`).
enum MusicPlayerError: Int {
    /// There is no queue, or it is empty.
    case noQueue = 1
    /// None of the items can be played.
    case cannotPrepare = 6

    static let domain = "MPMusicPlayerControllerErrorDomain"

    var description: String {
        switch self {
        case .noQueue: "prepareToPlay without a queue"
        case .cannotPrepare: "Failed to prepare to play"
        }
    }

    var nsError: NSError {
        NSError(
            domain: Self.domain, code: rawValue,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "The operation could not be completed. (\(Self.domain) error \(rawValue).)",
                "NSDebugDescription": description,
            ])
    }
}
