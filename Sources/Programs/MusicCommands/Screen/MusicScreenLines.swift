import Playback
import Terminal

/// A picture beside the lyrics.
package struct ArtworkPlace: Equatable, Sendable {
    /// Columns and rows of the terminal, from 0.
    package var column: Int
    package var row: Int
    package var columns: Int
    package var rows: Int
}

extension MusicScreen {
    /// Smallest size in columns and rows at which everything fits.
    package static let widthMin = 20
    package static let heightMin = 6

    /// Returns exactly `height` lines of at most `width` columns.
    ///
    /// - Parameters:
    ///   - rows: What is shown of some entries of the present list.
    ///   - artwork: The lines of a picture of characters; empty where the terminal shows pictures,
    ///     `nil` for none.
    package func lines(
        rows: (MusicEntries, Range<Int>) -> [MusicRow], artwork: [StyledLine]? = nil
    ) -> [StyledLine] {
        guard width >= Self.widthMin, height >= Self.heightMin else {
            return padded([StyledLine("make the window larger; q ends")], to: height)
        }
        let room = height - 4
        var middle: [StyledLine]
        if isHelpShown {
            middle = helpLines(room)
        } else if view == .playing {
            middle = playingLines(room, artwork)
        } else if isLibraryEmpty, view != .queue {
            middle = emptyLibraryLines
        } else {
            middle = listLines(room, rows)
        }
        middle = padded(middle, to: room)
        return [tabs] + middle + [nowPlayingLine, progressLine, lastLine]
    }

    private func padded(_ lines: [StyledLine], to count: Int) -> [StyledLine] {
        let cut = lines.prefix(count).map { $0.cut(toColumns: width) }
        return cut + Array(repeating: StyledLine(), count: max(count - cut.count, 0))
    }

    // MARK: Lists

    private var tabs: StyledLine {
        let all = View.allCases.map { "\($0.rawValue) \($0.name)" }.joined(separator: "  ")
        let isShort = all.columnCount + 3 > width
        var line = StyledLine()
        for each in View.allCases {
            let isPresent = each == view
            let name = isShort && !isPresent ? "\(each.rawValue)" : "\(each.rawValue) \(each.name)"
            line.append(isPresent ? "[\(name)]" : " \(name) ", isPresent ? .bold : .reversed)
        }
        line = line.cut(toColumns: width)
        line.append(String(repeating: " ", count: max(width - line.columnCount, 0)), .reversed)
        return line
    }

    private func listLines(
        _ room: Int, _ rows: (MusicEntries, Range<Int>) -> [MusicRow]
    ) -> [StyledLine] {
        guard let level else { return [] }
        let path = levels[view, default: []].map(\.list.title).joined(separator: " › ")
        let count = level.entries.count
        let number = count == 0 ? "" : "\(level.selected + 1) of \(count)"
        let titleWidth = max(width - number.columnCount - 1, 0)
        var lines = [
            StyledLine(path.fitted(toColumns: titleWidth) + " " + number, .faint)
        ]
        guard count > 0 else { return lines + [StyledLine(emptyListWords)] }
        let range = level.top..<min(level.top + room - 1, count)
        for (index, row) in zip(range, rows(level.entries, range)) {
            let isSelected = index == level.selected
            let style: StyledLine.Style = isSelected ? .reversed : .plain
            let sign = isSelected ? ">" : " "
            let note = isPlaying(level.entries[index], at: index) ? "♪" : " "
            lines.append(StyledLine(sign + note + columns(of: row, width: width - 2), style))
        }
        return lines
    }

    private var emptyListWords: String {
        switch view {
        case .queue: "  the queue is empty: press Enter on a song, or a to add it"
        case .search: searchText.isEmpty ? "  type what to search for" : "  nothing found"
        case .playlists:
            "  no playlists: files .m3u, .m3u8, .pls, .xspf in the music folders are read"
        default: "  nothing here"
        }
    }

    private func isPlaying(_ entry: MusicEntry, at index: Int) -> Bool {
        guard let item = nowPlaying.snapshot.item, case .song(let id) = entry else { return false }
        return view == .queue ? nowPlaying.snapshot.place == index : id == item.id
    }

    /// A row's parts in columns: fewer of them in a narrow window.
    private func columns(of row: MusicRow, width: Int) -> String {
        let end = row.end.fitted(toColumns: max(row.end.columnCount, 6), alignsRight: true)
        var rest = width - end.columnCount - 1
        guard rest > 8 else { return row.title.fitted(toColumns: width) }
        var others: [(String, Int)] = []
        if rest >= 60, !row.album.isEmpty {
            others = [(row.artist, rest * 3 / 10), (row.album, rest * 3 / 10)]
        } else if rest >= 36, !row.artist.isEmpty || !row.album.isEmpty {
            others = [(row.artist.isEmpty ? row.album : row.artist, rest * 2 / 5)]
        }
        rest -= others.reduce(0) { $0 + $1.1 + 1 }
        let parts = [(row.title, rest)] + others
        return parts.map { $0.0.fitted(toColumns: $0.1) }.joined(separator: " ") + " " + end
    }

    private var emptyLibraryLines: [StyledLine] {
        [
            StyledLine(), StyledLine("  The library has no music yet.", .bold), StyledLine(),
            StyledLine("  Press S to scan your music folder, or run"),
            StyledLine("  sori library scan FOLDER"),
        ]
    }

    private func helpLines(_ room: Int) -> [StyledLine] {
        let keys = Self.keyWords
        let columnCount = max(min(width / 28, (keys.count + room - 1) / max(room, 1)), 1)
        let rows = (keys.count + columnCount - 1) / columnCount
        return (0..<rows).map { row in
            let cells = (0..<columnCount).compactMap { column -> String? in
                let index = column * rows + row
                guard keys.indices.contains(index) else { return nil }
                let cell = keys[index].keys.fitted(toColumns: 11) + keys[index].words
                return cell.fitted(toColumns: width / columnCount)
            }
            return StyledLine(cells.joined())
        }
    }

    // MARK: What is playing

    private var nowPlayingLine: StyledLine {
        guard nowPlaying.snapshot.item != nil else {
            return StyledLine("■ nothing plays", .faint).cut(toColumns: width)
        }
        var line = StyledLine(stateSign + " ")
        line.append(nowPlaying.title, .bold)
        if !nowPlaying.artist.isEmpty { line.append("  " + nowPlaying.artist) }
        if !nowPlaying.album.isEmpty { line.append("  " + nowPlaying.album, .faint) }
        return line.cut(toColumns: width)
    }

    private var stateSign: String {
        switch nowPlaying.snapshot.state {
        case .stopped: "■"
        case .playing: "▶"
        case .paused, .interrupted: "‖"
        case .seekingForward: "»"
        case .seekingBackward: "«"
        }
    }

    private var progressLine: StyledLine {
        let snapshot = nowPlaying.snapshot
        var words: [String] = []
        if let volume = nowPlaying.volume { words.append("vol \(Int((volume * 100).rounded())) %") }
        if snapshot.shuffleMode != .off {
            words.append(snapshot.shuffleMode == .albums ? "shuffle albums" : "shuffle")
        }
        if snapshot.repeatMode != .none {
            words.append(snapshot.repeatMode == .one ? "repeat one" : "repeat")
        }
        if snapshot.state == .interrupted { words.append("interrupted") }
        var end = words.map { "  " + $0 }.joined()
        let start = snapshot.item == nil ? "-:--" : MusicRow.clock(snapshot.seconds)
        let whole = nowPlaying.duration.map { MusicRow.clock($0) } ?? "-:--"
        if start.columnCount + whole.columnCount + end.columnCount + 12 > width { end = "" }
        let barWidth = width - start.columnCount - whole.columnCount - end.columnCount - 2
        var share = 0.0
        if let duration = nowPlaying.duration, duration > 0, snapshot.item != nil {
            share = min(max(snapshot.seconds / duration, 0), 1)
        }
        let filled = Int((share * Double(max(barWidth, 0))).rounded(.down))
        var line = StyledLine(start + " ")
        line.append(String(repeating: "━", count: filled), .bold)
        line.append(String(repeating: "─", count: max(barWidth - filled, 0)), .faint)
        line.append(" " + whole + end)
        return line.cut(toColumns: width)
    }

    private var lastLine: StyledLine {
        if let typed { return StyledLine(("/" + typed + "▏").cut(toColumns: width)) }
        if let message { return StyledLine(message).cut(toColumns: width) }
        let hints = [
            "Enter play  Space pause  / search  a add  b next  s shuffle  ? help  q quit",
            "Space pause  / search  ? help  q quit", "? help  q quit",
        ]
        let ends = notice.map { notice in hints.map { $0 + "  (" + notice + ")" } }
        let all = ends.map { $0 + [$0[2]] } ?? hints
        let text = all.first { $0.columnCount <= width } ?? all.last ?? ""
        return StyledLine(text, .faint).cut(toColumns: width)
    }
}
