/// M3U: a path or a URI on each line, with the comments of Winamp.
///
/// Source: the format has no specification; Winamp's extensions as players write and read them,
/// and RFC 8216, 4.1, for the tags of streams.
extension PlaylistFile {
    init(m3u text: String) throws(PlaylistFileError) {
        self.init()
        var seconds: Double?
        var named: String?
        var album: String?
        var artist: String?
        for line in PlaylistText.lines(text) {
            let line = String(Substring(line))
            guard !line.hasPrefix("#") else {
                if line.hasPrefix("#EXT-X-") { throw PlaylistFileError.stream }
                if let rest = Self.value(line, "#EXTINF:") {
                    (seconds, named) = Self.information(rest)
                } else if let rest = Self.value(line, "#PLAYLIST:") {
                    title = title ?? PlaylistText.field(rest)
                } else if let rest = Self.value(line, "#EXTALB:") {
                    album = PlaylistText.field(rest)
                } else if let rest = Self.value(line, "#EXTART:") {
                    artist = PlaylistText.field(rest)
                }
                continue
            }
            // A file of zeros or of anything else is no list.
            guard !line.utf8.contains(0) else {
                throw PlaylistFileError.notAPlaylist(format: "M3U")
            }
            guard line.contains(where: { !$0.isWhitespace }) else { continue }
            let parts = PlaylistText.artistAndTitle(named ?? "")
            append(
                Entry(
                    location: line, title: parts.title, artist: artist ?? parts.artist,
                    album: album, seconds: seconds))
            // Albums stand before several songs in some files, but only ever the next is meant.
            (seconds, named, album, artist) = (nil, nil, nil, nil)
        }
    }

    private static func value(_ line: String, _ tag: String) -> Substring? {
        // Tags are matched in any case, as players write them so.
        guard line.utf8.count >= tag.utf8.count, line.prefix(tag.count).uppercased() == tag else {
            return nil
        }
        return line.dropFirst(tag.count)
    }

    /// Parses `SECONDS,Artist - Title`, where attributes like `key="value"` may follow the seconds.
    private static func information(_ text: Substring) -> (Double?, String?) {
        var isQuoted = false
        var comma: Substring.Index?
        for index in text.indices {
            if text[index] == "\"" {
                isQuoted.toggle()
            } else if text[index] == ",", !isQuoted {
                comma = index
                break
            }
        }
        // A quotation mark without a second one.
        guard let end = comma ?? text.firstIndex(of: ",") else {
            return (PlaylistText.seconds(text.prefix { $0 != " " }), nil)
        }
        let number = text[..<end].drop { $0 == " " }.prefix { $0 != " " }
        return (
            PlaylistText.seconds(number),
            PlaylistText.field(text[text.index(after: end)...])
        )
    }

    var m3uText: String {
        var lines = ["#EXTM3U"]
        if let title = title.flatMap({ PlaylistText.field($0) }) {
            lines.append("#PLAYLIST:" + title)
        }
        for entry in entries {
            let shown = PlaylistText.shown(entry)
            if shown != nil || entry.seconds != nil {
                let seconds = entry.seconds.map { PlaylistText.number($0.rounded(), places: 0) }
                lines.append("#EXTINF:\(seconds ?? "-1"),\(shown ?? "")")
            }
            lines.append(PlaylistLocation.onOneLine(entry.location))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
