/// A song, a podcast's episode or a part of an audio book, as the database has it.
package struct LibraryItem: Equatable, Sendable {
    /// Never changes while the library has the item, whatever its file's name and tags.
    package var id: UInt64
    package var mediaType: MediaType
    package var title: String
    /// Names as the tags have them; nil where they say nothing.
    package var artist: String?
    package var albumTitle: String?
    package var albumArtist: String?
    package var composer: String?
    package var genre: String?
    package var podcastTitle: String?
    package var artistID: UInt64?
    package var albumID: UInt64?
    package var albumArtistID: UInt64?
    package var composerID: UInt64?
    package var genreID: UInt64?
    package var podcastID: UInt64?
    package var discNumber: Int?
    package var discCount: Int?
    package var trackNumber: Int?
    package var trackCount: Int?
    package var isCompilation: Bool
    package var isExplicit: Bool
    package var year: Int?
    /// Seconds since 1970, like all dates here.
    package var releaseDate: Double?
    package var dateAdded: Double
    package var lastPlayed: Double?
    /// Seconds.
    package var duration: Double
    package var bookmark: Double
    package var beatsPerMinute: Int?
    package var playCount: Int
    package var skipCount: Int
    /// Stars, 0 to 5: the user's, or else the file's.
    package var rating: Int
    package var comments: String?
    package var userGrouping: String?
    /// Hash of the picture; see `MediaLibrary.picture(_:)`.
    package var picture: UInt64?
    /// The file's path; nil when its file is gone.
    package var path: String?
    package var container: String
    package var codec: String
    package var sampleRate: Double
    package var channelCount: Int
    /// Bits per second.
    package var bitRate: Double?
}

extension LibraryItem {
    /// The name for display.
    package var shownArtist: String { artist ?? "Unknown Artist" }
    package var shownAlbum: String { albumTitle ?? "Unknown Album" }
}

extension LibraryItem {
    static let columns = """
        item.id, item.mediaType, item.title, artist.name, artist.key, album.name, album.key,
        albumArtist.name, albumArtist.key, composer.name, genre.name, podcast.name, item.artist,
        item.album, item.albumArtist, item.composer, item.genre, item.podcast, item.discNumber,
        item.discCount, item.trackNumber, item.trackCount, item.compilation, item.explicit,
        item.year, item.releaseDate, item.added, item.lastPlayed, item.duration, item.bookmark,
        item.bpm, item.playCount, item.skipCount, coalesce(item.rating, item.fileRating, 0),
        item.comments, item.userGrouping, item.picture, folder.path, item.name, item.present,
        item.container, item.codec, item.sampleRate, item.channels, item.bitRate
        """

    static let tables = """
        item LEFT JOIN grouping AS artist ON artist.id = item.artist
        LEFT JOIN grouping AS album ON album.id = item.album
        LEFT JOIN grouping AS albumArtist ON albumArtist.id = item.albumArtist
        LEFT JOIN grouping AS composer ON composer.id = item.composer
        LEFT JOIN grouping AS genre ON genre.id = item.genre
        LEFT JOIN grouping AS podcast ON podcast.id = item.podcast
        LEFT JOIN folder ON folder.id = item.folder
        """

    init(_ row: Statement) {
        /// A name without a key stands for an unknown one; an album's key ends with its artist.
        func name(_ column: Int) -> String? {
            let key = row.text(column + 1)
            return key.isEmpty || key.hasPrefix("\u{1F}") ? nil : row.optionalText(column)
        }
        let folder = row.optionalText(37)
        self.init(
            id: row.id(0), mediaType: MediaType(rawValue: UInt(truncatingIfNeeded: row.integer(1))),
            title: row.text(2), artist: name(3), albumTitle: name(5), albumArtist: name(7),
            composer: row.optionalText(9), genre: row.optionalText(10),
            podcastTitle: row.optionalText(11), artistID: row.optionalID(12),
            albumID: row.optionalID(13), albumArtistID: row.optionalID(14),
            composerID: row.optionalID(15), genreID: row.optionalID(16),
            podcastID: row.optionalID(17), discNumber: row.optionalInt(18),
            discCount: row.optionalInt(19), trackNumber: row.optionalInt(20),
            trackCount: row.optionalInt(21), isCompilation: row.flag(22),
            isExplicit: row.flag(23), year: row.optionalInt(24),
            releaseDate: row.optionalReal(25), dateAdded: row.real(26),
            lastPlayed: row.optionalReal(27), duration: row.real(28), bookmark: row.real(29),
            beatsPerMinute: row.optionalInt(30), playCount: row.optionalInt(31) ?? 0,
            skipCount: row.optionalInt(32) ?? 0, rating: row.optionalInt(33) ?? 0,
            comments: row.optionalText(34), userGrouping: row.optionalText(35),
            picture: row.optionalID(36),
            path: row.flag(39)
                ? folder.flatMap { folder in row.optionalText(38).map { folder + "/" + $0 } } : nil,
            container: row.text(40), codec: row.text(41), sampleRate: row.real(42),
            channelCount: row.optionalInt(43) ?? 0, bitRate: row.optionalReal(44))
    }
}
