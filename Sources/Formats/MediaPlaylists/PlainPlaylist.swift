/// A list of addresses: M3U or PLS, as radio stations publish them.
package struct PlainPlaylist: Hashable, Sendable {
    /// One address of the list.
    package struct Entry: Hashable, Sendable {
        /// The address as it is written; `MediaAddress` resolves a relative one.
        package var location: String
        package var title: String?
        /// Seconds; `nil` while unknown, as for radio.
        package var duration: Double?

        package init(location: String, title: String? = nil, duration: Double? = nil) {
            self.location = location
            self.title = title
            self.duration = duration
        }
    }

    package var entries: [Entry] = []

    /// Reads a playlist. The entries past `PlaylistLimits.entriesMax` are left out.
    ///
    /// - Throws: An error when it has too many bytes, or is neither.
    package init(parsing bytes: [UInt8], kind: MediaPlaylistKind) throws(MediaPlaylistError) {
        guard bytes.count <= PlaylistLimits.bytesMax else { throw .tooLarge }
        switch kind {
        case .m3u: try readM3U(bytes)
        case .pls: try readPLS(bytes)
        case .hls: throw .notAPlaylist
        }
    }

    /// A location on each line; `#EXTINF:SECONDS,TITLE` before it.
    ///
    /// Source: the format has no specification; Winamp's extensions as players write and read them.
    private mutating func readM3U(_ bytes: [UInt8]) throws(MediaPlaylistError) {
        var next = Entry(location: "")
        try MediaText.forEachLine(of: bytes) { (line) throws(MediaPlaylistError) in
            if line.first == UInt8(ascii: "#") {
                guard let rest = MediaText.line(line, behind: "#EXTINF:") else { return }
                (next.duration, next.title) = Self.information(rest)
                return
            }
            // A file of zeros or of anything else is no list.
            guard !line.contains(0) else { throw .notAPlaylist }
            next.location = MediaText.decoded(line)
            append(next)
            next = Entry(location: "")
        }
    }

    private static func information(_ text: ArraySlice<UInt8>) -> (Double?, String?) {
        let comma = text.firstIndex(of: UInt8(ascii: ",")) ?? text.endIndex
        let number = MediaText.trimmed(text[..<comma].prefix { $0 != 0x20 })
        let title = MediaText.decoded(MediaText.trimmed(text[comma...].dropFirst()))
        return (PlaylistNumber.seconds(number), title.isEmpty ? nil : title)
    }

    /// Numbered keys below `[playlist]`: `File1`, `Title1`, `Length1`.
    ///
    /// Source: the format has no specification; Winamp's files, version 2.
    private mutating func readPLS(_ bytes: [UInt8]) throws(MediaPlaylistError) {
        var numbered: [Int: Entry] = [:]
        var isInside = false
        try MediaText.forEachLine(of: bytes) { (line) throws(MediaPlaylistError) in
            if line.first == UInt8(ascii: "[") {
                isInside = MediaText.line(line, behind: "[playlist]") != nil
                return
            }
            guard isInside, let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return }
            let key = MediaText.trimmed(line[..<equals])
            let value = MediaText.decoded(MediaText.trimmed(line[(equals + 1)...]))
            Self.set(key, value, in: &numbered)
        }
        guard isInside || !numbered.isEmpty else { throw .notAPlaylist }
        for number in numbered.keys.sorted() {
            if let entry = numbered[number] { append(entry) }
        }
    }

    private static func set(
        _ key: ArraySlice<UInt8>, _ value: String, in entries: inout [Int: Entry]
    ) {
        let digits = key.suffix(9).reversed().prefix { (0x30...0x39).contains($0) }.count
        guard digits > 0, let number = Int(MediaText.decoded(key.suffix(digits))),
            entries.count < PlaylistLimits.entriesMax || entries[number] != nil
        else { return }
        let name = MediaText.decoded(key.dropLast(digits)).lowercased()
        var entry = entries[number] ?? Entry(location: "")
        switch name {
        case "file": entry.location = entry.location.isEmpty ? value : entry.location
        case "title": entry.title = value.isEmpty ? entry.title : value
        case "length": entry.duration = PlaylistNumber.seconds(Array(value.utf8)[...])
        default: return
        }
        entries[number] = entry
    }

    private mutating func append(_ entry: Entry) {
        guard !entry.location.isEmpty, entries.count < PlaylistLimits.entriesMax else { return }
        entries.append(entry)
    }
}
