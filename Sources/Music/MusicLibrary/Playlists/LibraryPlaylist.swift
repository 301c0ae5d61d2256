/// How a playlist came to be, as bits.
///
/// Source: Apple MediaPlayer, `MPMediaPlaylistAttribute`.
package struct PlaylistAttributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let onTheGo = PlaylistAttributes(rawValue: 1)
    package static let smart = PlaylistAttributes(rawValue: 2)
    package static let genius = PlaylistAttributes(rawValue: 4)
}

/// A playlist of the user, or one that is read from a file in the library's folders.
package struct LibraryPlaylist: Equatable, Sendable {
    /// Given when it was made; for a file it follows from the file's path.
    package var id: UInt64
    package var name: String
    package var attributes: PlaylistAttributes
    package var description: String?
    package var author: String?
    /// Seconds since 1970.
    package var created: Double
    package var modified: Double
    /// The path of its file; nil for a playlist of the user, which alone can be changed here.
    package var path: String?
    /// Index title.
    package var section: String
    /// Number of items that are there, duplicates included.
    package var count: Int
    /// Number of entries without an item: their files are gone, or are none of the library's.
    package var missingCount: Int
}

extension LibraryPlaylist {
    static let columns = """
        playlist.id, playlist.name, playlist.attributes, playlist.description, playlist.author,
        playlist.created, playlist.modified, folder.path, playlist.file, playlist.section,
        (SELECT count(*) FROM playlistEntry JOIN item ON item.id = playlistEntry.item
            WHERE playlistEntry.playlist = playlist.id AND item.present = 1),
        (SELECT count(*) FROM playlistEntry WHERE playlistEntry.playlist = playlist.id)
        """

    static let tables = "playlist LEFT JOIN folder ON folder.id = playlist.folder"

    init(_ row: Statement) {
        let count = row.optionalInt(10) ?? 0
        self.init(
            id: row.id(0), name: row.text(1),
            attributes: PlaylistAttributes(rawValue: UInt32(truncatingIfNeeded: row.integer(2))),
            description: row.optionalText(3), author: row.optionalText(4), created: row.real(5),
            modified: row.real(6),
            path: row.optionalText(7).flatMap { folder in
                row.optionalText(8).map { folder + "/" + $0 }
            },
            section: row.text(9), count: count,
            missingCount: max((row.optionalInt(11) ?? 0) - count, 0))
    }
}
