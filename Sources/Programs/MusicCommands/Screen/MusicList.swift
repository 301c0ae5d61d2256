/// A list of the music player's terminal.
package enum MusicList: Hashable, Sendable {
    case artists
    case albums
    case songs
    case playlists
    case queue
    case search(String)
    case artist(UInt64, name: String)
    case album(UInt64, name: String)
    case playlist(UInt64, name: String)

    /// The name for display.
    package var title: String {
        switch self {
        case .artists: "Artists"
        case .albums: "Albums"
        case .songs: "Songs"
        case .playlists: "Playlists"
        case .queue: "Queue"
        case .search(let text): text.isEmpty ? "Search" : "Search: \(text)"
        case .artist(_, let name), .album(_, let name), .playlist(_, let name): name
        }
    }
}

/// An entry of a list.
package enum MusicEntry: Hashable, Sendable {
    case artist(UInt64, name: String, count: Int)
    case album(UInt64, name: String, artist: String?, count: Int)
    case playlist(UInt64, name: String, count: Int)
    case song(UInt64)

    /// The identifier in the library.
    package var id: UInt64 {
        switch self {
        case .artist(let id, _, _), .album(let id, _, _, _), .playlist(let id, _, _),
            .song(let id):
            id
        }
    }

    /// The list that the entry opens; `nil` for a song, which is played.
    package var list: MusicList? {
        switch self {
        case .artist(let id, let name, _): .artist(id, name: name)
        case .album(let id, let name, _, _): .album(id, name: name)
        case .playlist(let id, let name, _): .playlist(id, name: name)
        case .song: nil
        }
    }
}

/// The entries of a list. Long lists are songs by their identifiers alone: what is shown of them is
/// read from the library when it comes into view.
package struct MusicEntries: Equatable, Sendable {
    private var collections: [MusicEntry]
    private var songs: [UInt64]

    /// Collections, and songs behind them.
    package init(_ collections: [MusicEntry] = [], songs: [UInt64] = []) {
        self.collections = collections
        self.songs = songs
    }

    package var count: Int { collections.count + songs.count }
    package var isEmpty: Bool { count == 0 }
    /// The songs among the entries.
    package var songIDs: [UInt64] { songs }
    /// The index of the first song.
    package var songStart: Int { collections.count }

    package subscript(index: Int) -> MusicEntry {
        index < collections.count
            ? collections[index] : .song(songs[index - collections.count])
    }

    /// The index of an entry; `nil` when it is not in the list.
    package func index(of entry: MusicEntry) -> Int? {
        if case .song(let id) = entry {
            return songs.firstIndex(of: id).map { $0 + collections.count }
        }
        return collections.firstIndex { $0.list == entry.list }
    }
}

/// What is shown of an entry.
package struct MusicRow: Hashable, Sendable {
    package var title: String
    /// The artist of a song or an album.
    package var artist: String
    package var album: String
    /// The duration of a song, or the number of songs.
    package var end: String

    package init(title: String, artist: String = "", album: String = "", end: String = "") {
        self.title = title
        self.artist = artist
        self.album = album
        self.end = end
    }

    /// Minutes and seconds, with hours when there are any: `4:05`, `1:02:03`.
    package static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 360_000 else { return "-:--" }
        let whole = Int(seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return whole < 3600
            ? "\(whole / 60):\(two(whole % 60))"
            : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }
}

/// Where the music player's terminal has its lists from.
package protocol MusicCatalog {
    /// The entries of a list, but for the queue's.
    mutating func entries(of list: MusicList) -> MusicEntries
    /// What is shown of some entries.
    mutating func rows(_ entries: MusicEntries, _ range: Range<Int>) -> [MusicRow]
}
