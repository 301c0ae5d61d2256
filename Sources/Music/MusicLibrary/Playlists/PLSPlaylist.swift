/// PLS: numbered keys below `[playlist]`.
///
/// Source: the format has no specification; Winamp's files, version 2, as players write and read
/// them.
extension PlaylistFile {
    init(pls text: String) throws(PlaylistFileError) {
        self.init()
        var numbered: [Int: Entry] = [:]
        var isInside = false
        for line in PlaylistText.lines(text) {
            let line = Substring(line).drop { $0.isWhitespace }
            if line.hasPrefix("[") {
                isInside = line.prefix(10).lowercased() == "[playlist]"
                guard isInside || !numbered.isEmpty else {
                    throw PlaylistFileError.notAPlaylist(format: "PLS")
                }
                continue
            }
            guard line.first.map({ $0 != ";" && $0 != "#" }) == true else { continue }
            guard isInside else { throw PlaylistFileError.notAPlaylist(format: "PLS") }
            guard let equals = line.firstIndex(of: "=") else { continue }
            let key = line[..<equals].lowercased()
            let value = line[line.index(after: equals)...]
            guard let (name, number) = Self.key(key) else { continue }
            guard numbered.count < Limits.entriesMax || numbered[number] != nil else {
                isCut = true
                continue
            }
            Self.set(name, value, of: &numbered[number, default: Entry(location: "")])
        }
        guard isInside || !numbered.isEmpty else {
            throw PlaylistFileError.notAPlaylist(format: "PLS")
        }
        for number in numbered.keys.sorted() { append(numbered[number] ?? Entry(location: "")) }
    }

    /// Splits `file12`; nil for other keys.
    private static func key(_ key: String) -> (Substring, Int)? {
        let name = key.prefix { !($0.isASCII && $0.isNumber) }
        let digits = key.dropFirst(name.count).prefix { $0 != " " }
        guard digits.utf8.count <= 9, let number = Int(digits), number >= 0 else { return nil }
        return (name, number)
    }

    private static func set(_ name: Substring, _ value: Substring, of entry: inout Entry) {
        switch name {
        case "file" where entry.location.isEmpty:
            entry.location = String(value.drop { $0 == " " })
        case "title" where entry.title == nil:
            (entry.artist, entry.title) = PlaylistText.artistAndTitle(String(value))
        case "length": entry.seconds = PlaylistText.seconds(PlaylistText.field(value) ?? "")
        default: break
        }
    }

    var plsText: String {
        var lines = ["[playlist]"]
        for (index, entry) in entries.enumerated() {
            let number = index + 1
            lines.append("File\(number)=" + PlaylistLocation.onOneLine(entry.location))
            if let shown = PlaylistText.shown(entry) { lines.append("Title\(number)=" + shown) }
            let seconds = entry.seconds.map { PlaylistText.number($0.rounded(), places: 0) }
            lines.append("Length\(number)=\(seconds ?? "-1")")
        }
        lines += ["NumberOfEntries=\(entries.count)", "Version=2"]
        return lines.joined(separator: "\n") + "\n"
    }
}
