import CommandLineTool
import MusicLibrary
import Playback

extension MusicSession {
    /// Most songs that a list puts into the queue: those from the chosen one on.
    package static let queueItemsMax = 1000

    /// Carries out what a key asks for.
    package mutating func perform(_ action: MusicAction) {
        guard !action.isForPlayer || hasPlayer() else { return }
        switch action {
        case .playPause:
            if control.snapshot.state == .playing { control.pause() } else { control.play() }
        case .play: control.play()
        case .pause: control.pause()
        case .stop:
            control.pause()
            control.seek(to: 0)
        case .next: control.skipToNext()
        case .previous: skipBack()
        case .seek(let seconds): seek(by: seconds)
        case .volume(let step): changeVolume(by: step)
        case .cycleShuffle, .cycleRepeat: changeMode(action)
        case .moveInQueue(let place):
            control.move(toPlace: place)
            control.play()
        case .removeFromQueue(let place):
            if place == control.snapshot.place {
                screen.message = "what plays stays in the queue; b goes on to the next song"
            }
            control.remove(atPlaces: [place])
        case .playFrom(let index):
            guard let entries = screen.level?.entries else { return }
            play(entries.songIDs, from: index - entries.songStart)
        case .playEntry(let entry): play(catalog.songs(of: entry), from: 0)
        case .enqueue(let entry, let isNext): enqueue(entry, isNext: isNext)
        case .scan: startScan()
        case .open, .search, .find, .showPlaying: browse(action)
        case .redraw, .suspend, .quit, .interrupt, .terminalAnswer: break
        }
    }

    /// Whether the player is there; starts its process again when that has ended.
    private mutating func hasPlayer() -> Bool {
        guard let player = control as? any RemoteMusicControl, !player.isConnected, let restart
        else { return true }
        do throws(ProgramError) {
            try restart()
            return true
        } catch {
            screen.message = "the music service has ended: \(error.message(of: "sori"))"
            return false
        }
    }

    /// Starts the item again when it has played for some seconds, as players do.
    private func skipBack() {
        if control.snapshot.seconds > 3 { control.seek(to: 0) } else { control.skipToPrevious() }
    }

    private mutating func seek(by seconds: Double) {
        guard control.snapshot.item != nil else { return }
        let goal = max(control.snapshot.seconds + seconds, 0)
        guard let duration = screen.nowPlaying.duration, goal >= duration else {
            control.seek(to: goal)
            return
        }
        control.skipToNext()
    }

    private mutating func changeVolume(by step: Double) {
        guard let player = control as? any RemoteMusicControl else {
            screen.message = "the volume is the machine's: change it there"
            return
        }
        player.setVolume(min(max(player.volume + step, 0), 1))
    }

    private mutating func changeMode(_ action: MusicAction) {
        let snapshot = control.snapshot
        if action == .cycleShuffle {
            let mode: ShuffleMode =
                switch snapshot.shuffleMode {
                case .off: .songs
                case .songs: .albums
                case .albums: .off
                }
            control.setShuffleMode(mode)
            screen.message =
                mode == .off ? "shuffle is off" : "shuffles \(mode == .songs ? "songs" : "albums")"
        } else {
            let mode: RepeatMode =
                switch snapshot.repeatMode {
                case .none: .all
                case .all: .one
                case .one: .none
                }
            control.setRepeatMode(mode)
            screen.message =
                switch mode {
                case .none: "repeat is off"
                case .all: "repeats the queue"
                case .one: "repeats the song"
                }
        }
    }

    // MARK: The queue

    private func items(_ ids: some Sequence<UInt64>) -> [MusicItem] {
        let found = (try? catalog.library.items(Array(ids))) ?? []
        return found.map { MusicItem(id: $0.id, albumID: $0.albumID ?? 0, path: $0.path) }
    }

    private mutating func play(_ ids: [UInt64], from index: Int) {
        guard ids.indices.contains(index) else { return }
        let start = ids.count > Self.queueItemsMax ? index : 0
        let chosen = items(ids[start...].prefix(Self.queueItemsMax))
        guard !chosen.isEmpty else {
            screen.message = "the songs are no longer in the library"
            return
        }
        // A queue that plays would go on until the next song.
        control.pause()
        control.setQueue(chosen)
        control.move(toItem: ids[index])
        control.play()
        if ids.count > Self.queueItemsMax {
            screen.message = "the queue has \(chosen.count) songs of \(ids.count)"
        }
    }

    private mutating func enqueue(_ entry: MusicEntry, isNext: Bool) {
        let ids = catalog.songs(of: entry)
        let room = max(Self.queueItemsMax * 10 - control.snapshot.itemCount, 0)
        let chosen = items(ids.prefix(min(Self.queueItemsMax, room)))
        if isNext { control.prepend(chosen) } else { control.append(chosen) }
        let songs = chosen.count == 1 ? "1 song" : "\(chosen.count) songs"
        screen.message = isNext ? "\(songs) will play next" : "\(songs) added to the queue"
    }

    // MARK: Lists

    private mutating func browse(_ action: MusicAction) {
        switch action {
        case .open(let list): screen.open(list, catalog.entries(of: list))
        case .search(let text):
            screen.levels[.search] = [
                MusicScreen.Level(.search(text), catalog.entries(of: .search(text)))
            ]
        case .find(let text, let isForward): find(text, isForward: isForward)
        case .showPlaying:
            guard let id = control.snapshot.item?.id,
                let item = try? catalog.library.item(id), let album = item.albumID
            else { return }
            let list = MusicList.album(album, name: item.shownAlbum)
            screen.view = .albums
            screen.levels[.albums] = [MusicScreen.Level(.albums, catalog.entries(of: .albums))]
            screen.open(list, catalog.entries(of: list))
            if let index = screen.level?.entries.index(of: .song(id)) {
                screen.select(index)
            }
        default: break
        }
    }

    private mutating func find(_ text: String, isForward: Bool) {
        guard !text.isEmpty else {
            screen.message = "search first, with /"
            return
        }
        guard let level = screen.level, !level.entries.isEmpty else { return }
        let count = level.entries.count
        let matches = screen.view == .search ? nil : catalog.matches(text)
        for step in 1...count {
            let index = (level.selected + (isForward ? step : count - step)) % count
            let entry = level.entries[index]
            let isMatch =
                if case .song(let id) = entry { matches?.songs.contains(id) } else {
                    matches?.collections.contains(entry.id)
                }
            guard isMatch ?? true else { continue }
            screen.select(index)
            return
        }
        screen.message = "not here: \(text)"
    }

    // MARK: Following

    mutating func reloadQueue() {
        let ids = control.items.map(\.id)
        guard let index = screen.levels[.queue]?.indices.first else { return }
        screen.replace(.queue, at: index, with: MusicEntries(songs: ids))
    }

    /// Reads the lists again when the library has changed.
    mutating func checkLibrary() {
        guard let count = try? catalog.library.changeCount(), count != changeCount else { return }
        changeCount = count
        screen.isLibraryEmpty = catalog.isEmpty
        catalog.forget()
        for view in MusicScreen.View.allCases where view != .queue {
            for index in screen.levels[view, default: []].indices {
                guard let list = screen.levels[view]?[index].list else { continue }
                screen.replace(view, at: index, with: catalog.entries(of: list))
            }
        }
    }

    /// Takes over what the player does, and reads about its item when it is another one.
    mutating func followPlayer() {
        let snapshot = control.snapshot
        let isOther = snapshot.item?.id != screen.nowPlaying.snapshot.item?.id
        if isOther {
            screen.nowPlaying = NowPlaying()
            screen.lyricsShift = 0
            if let item = snapshot.item { read(item) }
        }
        screen.nowPlaying.snapshot = snapshot
        guard let player = control as? any RemoteMusicControl else { return }
        screen.nowPlaying.volume = player.volume
        screen.notice =
            player.isConnected ? nil : "the music service has ended; Space starts it again"
    }

    private mutating func read(_ item: MusicItem) {
        guard let found = try? catalog.library.item(item.id) else {
            screen.nowPlaying.title = item.path.map { fileName($0) } ?? "unknown song"
            return
        }
        screen.nowPlaying.title = found.title
        screen.nowPlaying.artist = found.shownArtist
        screen.nowPlaying.album = found.shownAlbum
        screen.nowPlaying.duration = found.duration > 0 ? found.duration : nil
        screen.nowPlaying.picture = found.picture
        screen.nowPlaying.lyrics = (try? catalog.library.lyrics(of: item.id))
            .flatMap { $0.map { Lyrics($0) } }
        screen.nowPlaying.details = Self.details(of: found)
    }

    private func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private static func details(of item: LibraryItem) -> [[String]] {
        let track = item.trackNumber.map { number in
            "\(number)" + (item.trackCount.map { " of \($0)" } ?? "")
        }
        let all: [(String, String?)] = [
            ("title", item.title), ("artist", item.shownArtist), ("album", item.shownAlbum),
            ("track", track), ("year", item.year.map { "\($0)" }), ("genre", item.genre),
            ("composer", item.composer), ("codec", item.codec.isEmpty ? nil : item.codec),
            ("played", item.playCount > 0 ? "\(item.playCount) times" : nil),
            ("rating", item.rating > 0 ? String(repeating: "★", count: item.rating) : nil),
            ("lyrics", "none"),
        ]
        return all.compactMap { name, value in value.map { [name, $0] } }
    }
}
