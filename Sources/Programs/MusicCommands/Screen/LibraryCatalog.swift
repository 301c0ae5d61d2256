package import MusicLibrary

/// The lists of a library, read page by page.
package struct LibraryCatalog: MusicCatalog {
    package let library: MediaLibrary
    /// Rows that were read, by the song.
    private var rows: [UInt64: MusicRow] = [:]
    /// What went wrong, for display.
    package private(set) var failure: String?

    /// Most rows that are kept, unless more are shown.
    private let rowsMax: Int
    /// Most results of a search, of each kind.
    private static let resultsMax = 200

    package init(_ library: MediaLibrary, rowsMax: Int = 1024) {
        self.library = library
        self.rowsMax = rowsMax
    }

    /// Forgets what was read.
    package mutating func forget() { rows = [:] }

    package mutating func entries(of list: MusicList) -> MusicEntries {
        do throws(LibraryError) {
            return try read(list)
        } catch {
            failure = "\(error)"
            return MusicEntries()
        }
    }

    private func read(_ list: MusicList) throws(LibraryError) -> MusicEntries {
        switch list {
        case .artists:
            return MusicEntries(
                try library.collections(LibraryQuery(groupedBy: .artist)).map(Self.artist))
        case .albums:
            return MusicEntries(
                try library.collections(LibraryQuery(groupedBy: .album)).map(Self.album))
        case .songs: return MusicEntries(songs: try library.itemIDs())
        case .playlists:
            return MusicEntries(
                try library.playlists().map {
                    .playlist($0.id, name: $0.name, count: $0.count)
                })
        case .queue: return MusicEntries()
        case .search(let text):
            let found = try library.search(text, limit: Self.resultsMax)
            let collections =
                found.artists.map(Self.artist) + found.albums.map(Self.album)
                + found.playlists.map {
                    .playlist($0.id, name: $0.name, count: $0.count)
                }
            return MusicEntries(collections, songs: found.items)
        case .artist(let id, _):
            return MusicEntries(
                songs: try library.itemIDs(
                    ofCollection: id, of: LibraryQuery(groupedBy: .artist)))
        case .album(let id, _):
            return MusicEntries(
                songs: try library.itemIDs(ofCollection: id, of: LibraryQuery(groupedBy: .album)))
        case .playlist(let id, _): return MusicEntries(songs: try library.items(ofPlaylist: id))
        }
    }

    private static func artist(_ found: LibraryCollection) -> MusicEntry {
        .artist(found.id, name: found.name, count: found.count)
    }

    private static func album(_ found: LibraryCollection) -> MusicEntry {
        .album(found.id, name: found.name, artist: found.artist, count: found.count)
    }

    package mutating func rows(_ entries: MusicEntries, _ range: Range<Int>) -> [MusicRow] {
        let entries = range.map { entries[$0] }
        let missing = entries.compactMap { entry -> UInt64? in
            guard case .song(let id) = entry, rows[id] == nil else { return nil }
            return id
        }
        if rows.count + missing.count > rowsMax {
            let shown = Set(entries.map(\.id))
            rows = rows.filter { shown.contains($0.key) }
        }
        read(missing)
        return entries.map { row(of: $0) }
    }

    private mutating func read(_ ids: [UInt64]) {
        guard !ids.isEmpty else { return }
        do throws(LibraryError) {
            for item in try library.items(ids) {
                rows[item.id] = MusicRow(
                    title: item.title, artist: item.shownArtist, album: item.shownAlbum,
                    end: MusicRow.clock(item.duration))
            }
        } catch {
            failure = "\(error)"
        }
    }

    private func row(of entry: MusicEntry) -> MusicRow {
        switch entry {
        case .song(let id): rows[id] ?? MusicRow(title: "(no longer in the library)")
        case .artist(_, let name, let count), .playlist(_, let name, let count):
            MusicRow(title: name, end: count > 0 ? "\(count)" : "")
        case .album(_, let name, let artist, let count):
            MusicRow(title: name, artist: artist ?? "", end: count > 0 ? "\(count)" : "")
        }
    }

    // MARK: Songs for the queue

    /// The songs of an entry.
    package mutating func songs(of entry: MusicEntry) -> [UInt64] {
        entry.list.map { entries(of: $0).songIDs } ?? [entry.id]
    }

    /// Whether the library has nothing.
    package var isEmpty: Bool {
        ((try? library.itemCount()) ?? 0) == 0 && ((try? library.playlists().isEmpty) ?? true)
    }

    /// The library's songs that match a search; for jumping from one to the next.
    package func matches(_ text: String) -> (collections: Set<UInt64>, songs: Set<UInt64>) {
        guard let found = try? library.search(text, limit: 10_000) else { return ([], []) }
        return (
            Set((found.artists + found.albums + found.playlists).map(\.id)), Set(found.items)
        )
    }
}
