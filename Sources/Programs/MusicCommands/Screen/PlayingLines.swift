import Playback
import Terminal

extension MusicScreen {
    /// Where a picture is shown; `nil` when there is no room or no picture.
    package var artworkPlace: ArtworkPlace? {
        guard view == .playing, !isHelpShown, nowPlaying.picture != nil, width >= 44, height >= 12
        else { return nil }
        // Character cells are about twice as high as wide.
        let columns = min(width * 2 / 5, (height - 6) * 2)
        return ArtworkPlace(column: 1, row: 2, columns: columns, rows: columns / 2)
    }

    /// The lines of the view of what is playing.
    func playingLines(_ room: Int, _ artwork: [StyledLine]?) -> [StyledLine] {
        let place = artwork == nil ? nil : artworkPlace
        let left = place.map { $0.columns + $0.column + 2 } ?? 2
        let texts = wordsLines(width: max(width - left - 1, 1), room: max(room - 1, 1))
        return [StyledLine()]
            + (0..<max(room - 1, 0)).map { index in
                var line = StyledLine()
                // The first of these lines is the screen's third.
                if let place, let artwork, index < place.rows {
                    line.append(" ")
                    if artwork.indices.contains(index) {
                        let row = artwork[index]
                        line.spans += row.spans
                        let missing = place.columns - row.columnCount
                        line.append(String(repeating: " ", count: max(missing, 0) + 2))
                    } else {
                        line.appendGap(place.columns)
                        line.append("  ")
                    }
                } else {
                    line.append(String(repeating: " ", count: left))
                }
                if texts.indices.contains(index) { line.spans += texts[index].spans }
                return line
            }
    }

    /// The lyrics, or what else is known of the item.
    private func wordsLines(width: Int, room: Int) -> [StyledLine] {
        guard nowPlaying.snapshot.item != nil else {
            return [StyledLine("nothing plays: choose a song and press Enter", .faint)]
        }
        guard let lyrics = nowPlaying.lyrics, !lyrics.lines.isEmpty else {
            return nowPlaying.details.map { pair in
                var line = StyledLine(pair[0].fitted(toColumns: 10), .faint)
                line.append(pair[1])
                return line.cut(toColumns: width)
            }
        }
        return lyricsLines(lyrics, width: width, room: room)
    }

    private func lyricsLines(_ lyrics: Lyrics, width: Int, room: Int) -> [StyledLine] {
        let seconds = nowPlaying.snapshot.seconds
        let sung = lyrics.lineIndex(at: seconds)
        let first = lyrics.firstLine(at: seconds, of: nowPlaying.duration ?? 0, rows: room)
        let start = min(max(first + lyricsShift, 0), max(lyrics.lines.count - 1, 0))
        var lines: [StyledLine] = []
        var sungRow: Int?
        for index in start..<lyrics.lines.count where lines.count < room * 2 {
            let isSung = index == sung
            if isSung { sungRow = lines.count }
            let style: StyledLine.Style =
                isSung ? .bold : lyrics.isTimed && index > sung ?? -1 ? .faint : .plain
            // Without colours a sign marks the line.
            let sign = lyrics.isTimed ? (isSung ? "▸ " : "  ") : ""
            for (row, text) in wrappedColumns(lyrics.lines[index].text, width - sign.count)
                .enumerated()
            {
                lines.append(StyledLine((row == 0 ? sign : sign.isEmpty ? "" : "  ") + text, style))
            }
        }
        // Long lines above must not push the one that is sung out of view.
        if lyricsShift == 0, let sungRow, sungRow > room / 2 {
            lines.removeFirst(min(sungRow - room / 2, max(lines.count - room, 0)))
        }
        return Array(lines.prefix(room))
    }
}

/// The text in lines of at most a number of columns, broken at spaces where it can be.
package func wrappedColumns(_ text: String, _ width: Int) -> [String] {
    guard width > 1, text.columnCount > width else { return [text] }
    var lines: [String] = []
    var line = ""
    var columns = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
        let count = word.columnCount
        if columns > 0, columns + 1 + count > width {
            lines.append(line)
            (line, columns) = ("", 0)
        }
        if columns > 0 {
            line += " "
            columns += 1
        }
        if count <= width {
            line += word
            columns += count
            continue
        }
        for character in word {
            let count = String(character).columnCount
            if columns + count > width {
                lines.append(line)
                (line, columns) = ("", 0)
            }
            line.append(character)
            columns += count
        }
    }
    lines.append(line)
    return lines
}
