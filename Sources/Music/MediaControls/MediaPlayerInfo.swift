/// Everything that a media player shows on the message bus. A change makes another value.
package struct MediaPlayerInfo: Hashable, Sendable {
    package enum Status: String, CaseIterable, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    /// What follows the end of a track.
    package enum Loop: String, CaseIterable, Sendable {
        case none = "None"
        case track = "Track"
        case playlist = "Playlist"
    }

    /// What the player can do at the moment. Without `control` it can do nothing.
    package struct Capabilities: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let control = Capabilities(rawValue: 1)
        package static let play = Capabilities(rawValue: 2)
        package static let pause = Capabilities(rawValue: 4)
        package static let next = Capabilities(rawValue: 8)
        package static let previous = Capabilities(rawValue: 16)
        package static let seek = Capabilities(rawValue: 32)
        /// The player has a window to show.
        package static let raise = Capabilities(rawValue: 64)
        package static let quit = Capabilities(rawValue: 128)
        package static let all: Capabilities = [.control, .play, .pause, .next, .previous, .seek]
    }

    /// The player's name for the user.
    package var identity: String
    /// The name of the player's desktop file without `.desktop`; `nil` without one.
    package var desktopEntry: String?
    /// The schemes that `openURI` takes, like `file`.
    package var uriSchemes: [String] = []
    package var mimeTypes: [String] = []

    package var status = Status.stopped
    /// The present track; `nil` without one.
    package var track: MediaTrack?
    /// The playback position in seconds, when this value is handed over. It advances by itself at
    /// `rate` while the player plays.
    package var position = 0.0
    package var rate = 1.0
    package var minimumRate = 1.0
    package var maximumRate = 1.0
    /// From 0 to 1.
    package var volume = 1.0
    /// `nil` for a player without the property.
    package var loop: Loop?
    /// `nil` for a player without the property.
    package var shuffle: Bool?
    /// The identifiers of the present track and those around it, in the order of playing; `nil` for
    /// a player without a track list. Each is there once.
    package var trackIDs: [String]?
    package var capabilities: Capabilities = .all

    package init(identity: String) {
        self.identity = identity
    }
}

/// A track that a media player shows. What is empty or `nil` is left out.
package struct MediaTrack: Hashable, Sendable {
    /// Identifies the track among those that the player plays. Any text.
    package var id: String
    package var title: String?
    package var artists: [String] = []
    package var album: String?
    package var albumArtists: [String] = []
    package var genres: [String] = []
    package var composers: [String] = []
    package var comments: [String] = []
    package var lyrics: String?
    /// Duration in seconds; `nil` when it is unknown.
    package var duration: Double?
    package var trackNumber: Int?
    package var discNumber: Int?
    package var beatsPerMinute: Int?
    package var playCount: Int?
    /// From 0 to 1.
    package var rating: Double?
    /// A date in the form of ISO 8601; a year is enough.
    package var created: String?
    /// Seconds since 1970.
    package var lastPlayed: Double?
    /// The address of the sound.
    package var url: String?
    package var artwork: MediaArtwork?

    package init(id: String) {
        self.id = id
    }
}

/// A track's picture.
package enum MediaArtwork: Hashable, Sendable {
    /// The path of a picture's file, which stays the caller's.
    case file(String)
    /// The bytes of a picture's file, which are kept in a file while they are shown.
    case bytes([UInt8])
    case url(String)
}

/// What a desktop or a media key asks of a player. Times are in seconds.
package enum MediaControlCommand: Hashable, Sendable {
    case play
    case pause
    case playPause
    case stop
    case next
    case previous
    /// Moves forward, or back by a negative number; the position stays within the track.
    case seek(by: Double)
    case setPosition(Double)
    /// A rate between the player's lowest and highest.
    case setRate(Double)
    /// From 0 to 1.
    case setVolume(Double)
    case setLoop(MediaPlayerInfo.Loop)
    case setShuffle(Bool)
    /// Makes a track of the track list the present one.
    case goTo(track: String)
    /// An address with one of the player's schemes.
    case openURI(String)
    case raise
    case quit
}
