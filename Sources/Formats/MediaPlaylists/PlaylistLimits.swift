/// Limits of what playlists and stream titles may hold.
package enum PlaylistLimits {
    /// Bytes of a playlist.
    package static let bytesMax = 1 << 20
    /// Segments or entries of a playlist.
    package static let entriesMax = 100_000
    /// Variants and renditions of a master playlist, each.
    package static let variantsMax = 1000
    /// Initialisation sections, keys, date ranges and variables of a playlist, each.
    package static let detailsMax = 10_000
    /// Bytes that variables may add to a playlist.
    package static let substitutedBytesMax = 4 << 20
    /// Seconds of a segment.
    package static let segmentSeconds = 0.0...3600.0
    /// Bytes of an address after it was resolved.
    package static let addressBytesMax = 16 << 10
    /// Bytes of sound between two blocks of ICY metadata.
    package static let icyInterval = 1...(16 << 20)
}

/// Why a playlist cannot be read.
package enum MediaPlaylistError: Error, Hashable, Sendable {
    /// It is none of the kinds that are read.
    case notAPlaylist
    /// More bytes, or more segments, than `PlaylistLimits` allow.
    case tooLarge
    /// A tag has a value that it cannot have, or stands where it cannot.
    case badTag(String)
}

extension MediaPlaylistError {
    /// What is wrong, for messages.
    package var words: String {
        switch self {
        case .notAPlaylist: "it is none"
        case .tooLarge: "it is too large"
        case .badTag(let tag): "the tag \(tag) is wrong or missing"
        }
    }
}
