/// What a query's items are grouped by.
///
/// Source: Apple MediaPlayer, `MPMediaGrouping`; the raw values are Apple's.
package enum LibraryGrouping: Int, CaseIterable, Sendable {
    case title
    case album
    case artist
    case albumArtist
    case composer
    case genre
    case playlist
    case podcastTitle
}

/// Kinds of names in the database. Artists of songs and of albums are the same.
enum GroupingKind: Int64 {
    case artist = 1
    case album
    case composer
    case genre
    case podcast
}

extension LibraryGrouping {
    /// The kind of name; nil for items and for playlists, which have tables of their own.
    var kind: GroupingKind? {
        switch self {
        case .title, .playlist: nil
        case .album: .album
        case .artist, .albumArtist: .artist
        case .composer: .composer
        case .genre: .genre
        case .podcastTitle: .podcast
        }
    }

    /// The column of `item` with the grouping's identifier; of no use for playlists.
    var column: String {
        switch self {
        case .title, .playlist: "id"
        case .album: "album"
        case .artist: "artist"
        case .albumArtist: "albumArtist"
        case .composer: "composer"
        case .genre: "genre"
        case .podcastTitle: "podcast"
        }
    }
}
