package import Playback
package import Terminal

/// The state of the music player's terminal. A value: keys change it and give actions for others
/// to carry out.
package struct MusicScreen: Equatable, Sendable {
    package enum View: Int, CaseIterable, Sendable {
        case artists = 1
        case albums, songs, playlists, queue, search, playing

        package var name: String {
            switch self {
            case .artists: "Artists"
            case .albums: "Albums"
            case .songs: "Songs"
            case .playlists: "Playlists"
            case .queue: "Queue"
            case .search: "Search"
            case .playing: "Playing"
            }
        }

        /// The list at the view's beginning; `nil` for the view of what is playing.
        package var list: MusicList? {
            switch self {
            case .artists: .artists
            case .albums: .albums
            case .songs: .songs
            case .playlists: .playlists
            case .queue: .queue
            case .search: .search("")
            case .playing: nil
            }
        }
    }

    /// A list, and where it is looked at.
    package struct Level: Equatable, Sendable {
        package var list: MusicList
        package var entries: MusicEntries
        package var selected = 0
        /// The first entry that is shown.
        package var top = 0

        package init(_ list: MusicList, _ entries: MusicEntries) {
            self.list = list
            self.entries = entries
        }

        package var selectedEntry: MusicEntry? {
            selected < entries.count ? entries[selected] : nil
        }

        /// Selects an entry, and scrolls so that it is among `rows`.
        package mutating func select(_ index: Int, rows: Int) {
            selected = min(max(index, 0), max(entries.count - 1, 0))
            let rows = max(rows, 1)
            top = min(max(top, selected - rows + 1), selected)
            top = max(min(top, entries.count - rows), 0)
        }
    }

    package var width = 80
    package var height = 24
    package var view = View.artists
    /// The lists that were opened in each view, the innermost last.
    package var levels: [View: [Level]] = [:]
    package var nowPlaying = NowPlaying()
    package var isHelpShown = false
    /// The text that is being typed; `nil` when keys are commands.
    package var typed: String?
    /// A notice in the last line, until the next key.
    package var message: String?
    /// Where notices about the player stay: it plays in this process, for example.
    package var notice: String?
    /// Rows by which the lyrics are scrolled away from where they follow.
    package var lyricsShift = 0
    package var isLibraryEmpty = false

    package init() {}

    /// The innermost list of the view.
    package var level: Level? {
        get { levels[view]?.last }
        set {
            guard let newValue, let count = levels[view]?.count, count > 0 else { return }
            levels[view]?[count - 1] = newValue
        }
    }

    /// Rows of a list that are shown.
    package var listRows: Int { max(height - 5, 1) }

    /// Selects an entry of the present list.
    package mutating func select(_ index: Int) {
        let rows = listRows
        level?.select(index, rows: rows)
    }

    /// Opens a list in the present view.
    package mutating func open(_ list: MusicList, _ entries: MusicEntries) {
        guard levels[view, default: []].count < Self.levelsMax else { return }
        levels[view, default: []].append(Level(list, entries))
    }

    private static let levelsMax = 16

    /// Replaces the entries of a list that has changed; the same entry stays selected.
    package mutating func replace(_ view: View, at index: Int, with entries: MusicEntries) {
        guard var level = levels[view]?[index], level.entries != entries else { return }
        let selected = level.selectedEntry
        level.entries = entries
        let found = selected.flatMap { entries.index(of: $0) }
        level.select(found ?? level.selected, rows: listRows)
        levels[view]?[index] = level
    }

    /// The terminal has another size.
    package mutating func resize(width: Int, height: Int) {
        guard (width, height) != (self.width, self.height) else { return }
        self.width = width
        self.height = height
        for view in View.allCases {
            for index in levels[view, default: []].indices {
                guard var level = levels[view]?[index] else { continue }
                level.select(level.selected, rows: listRows)
                levels[view]?[index] = level
            }
        }
    }
}

/// What the player does, and what is known of the present item.
package struct NowPlaying: Equatable, Sendable {
    package var snapshot = MusicPlayerSnapshot()
    package var title = ""
    package var artist = ""
    package var album = ""
    /// Seconds; `nil` when it is unknown.
    package var duration: Double?
    package var lyrics: Lyrics?
    /// What else is known, as pairs of a name and a value.
    package var details: [[String]] = []
    /// The hash of the picture; `nil` without one.
    package var picture: UInt64?
    /// From 0 to 1; `nil` when the player's volume is the machine's.
    package var volume: Double?

    package init() {}
}

/// What the music player's terminal asks for.
package enum MusicAction: Equatable, Sendable {
    case playPause, play, pause, stop, next, previous
    /// Seconds from the present position.
    case seek(Double)
    /// A step of the volume.
    case volume(Double)
    case cycleShuffle, cycleRepeat
    case open(MusicList)
    /// Replaces the queue by a list, and plays from one of its entries.
    case playFrom(Int)
    /// Replaces the queue by an entry's songs.
    case playEntry(MusicEntry)
    /// Adds an entry's songs to the queue: at its end, or behind the present one.
    case enqueue(MusicEntry, isNext: Bool)
    case moveInQueue(to: Int)
    case removeFromQueue(Int)
    case search(String)
    case find(String, isForward: Bool)
    /// Shows the artist or the album of what is playing.
    case showPlaying
    case scan
    case redraw
    case suspend
    case quit
    /// Ctrl-C.
    case interrupt
    case terminalAnswer(TerminalKey)

    /// Whether the player must be there for it.
    var isForPlayer: Bool {
        switch self {
        case .playPause, .play, .next, .previous, .playFrom, .playEntry, .enqueue, .moveInQueue:
            true
        default: false
        }
    }
}
