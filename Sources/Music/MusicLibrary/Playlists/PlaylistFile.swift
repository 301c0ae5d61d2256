/// A playlist as a file has it: M3U, PLS or XSPF.
///
/// Paths are kept as the file has them; `PlaylistLocation` finds the files that they mean.
package struct PlaylistFile: Equatable, Sendable {
    package enum Format: String, CaseIterable, Sendable {
        case m3u
        case m3u8
        case pls
        case xspf

        /// The format of files with this extension, in any case; nil for others.
        package init?(fileName: String) {
            self.init(rawValue: nameExtension(fileName))
        }
    }

    /// One line of the list.
    package struct Entry: Equatable, Sendable {
        /// A path, absolute or relative to the list's folder, or a URI with its scheme.
        package var location: String
        /// Other places of the same sound, in the order in which they are tried.
        package var alternatives: [String]
        package var title: String?
        package var artist: String?
        package var album: String?
        /// Duration; nil when it is not known.
        package var seconds: Double?

        package init(
            location: String, alternatives: [String] = [], title: String? = nil,
            artist: String? = nil, album: String? = nil, seconds: Double? = nil
        ) {
            self.location = location
            self.alternatives = alternatives
            self.title = title
            self.artist = artist
            self.album = album
            self.seconds = seconds
        }
    }

    package var title: String?
    package var author: String?
    package var description: String?
    package var entries: [Entry]
    /// Whether the file has more entries than are read.
    package var isCut = false

    package init(
        title: String? = nil, author: String? = nil, description: String? = nil,
        entries: [Entry] = []
    ) {
        self.title = title
        self.author = author
        self.description = description
        self.entries = entries
    }

    /// Reads a playlist.
    ///
    /// - Throws: The first defect; for `m3u`, a list of the segments of a stream is one.
    package init(_ bytes: [UInt8], format: Format) throws(PlaylistFileError) {
        guard bytes.count <= Limits.byteCountMax else { throw .tooLarge }
        switch format {
        case .m3u, .m3u8: try self.init(m3u: PlaylistText.decoded(bytes))
        case .pls: try self.init(pls: PlaylistText.decoded(bytes))
        case .xspf: try self.init(xspf: bytes)
        }
    }

    /// The contents of a file of this format.
    package func bytes(as format: Format) -> [UInt8] {
        switch format {
        case .m3u, .m3u8: Array(m3uText.utf8)
        case .pls: Array(plsText.utf8)
        case .xspf: Array(xspfText.utf8)
        }
    }

    package enum Limits {
        package static let byteCountMax = 1 << 24
        package static let entriesMax = MediaLibrary.playlistItemsMax
        /// Longest title or name, in bytes; a longer one is cut.
        package static let textByteCountMax = 4096
        /// Longest location, in bytes; a longer one is left out. Paths have at most 4096, and three times
        /// as many when they are encoded.
        package static let locationByteCountMax = 1 << 14
        static let alternativesMax = 8
    }

    /// Adds an entry unless the limit is reached.
    mutating func append(_ entry: Entry) {
        guard entries.count < Limits.entriesMax else {
            isCut = true
            return
        }
        guard !entry.location.isEmpty, entry.location.utf8.count <= Limits.locationByteCountMax
        else {
            return
        }
        entries.append(entry)
    }
}

/// A defect of a playlist's file.
package enum PlaylistFileError: Error, Equatable {
    /// The file cannot be read now.
    case unreadable
    /// The file is larger than any list of names.
    case tooLarge
    /// A playlist of HTTP Live Streaming: segments of one stream, not songs.
    case stream
    /// The file does not begin like its format.
    case notAPlaylist(format: String)
    /// The file is not well-formed XML, or has a document type, which is refused.
    case badXML(line: Int, reason: String)
}

extension PlaylistFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable: "cannot be read"
        case .tooLarge: "is larger than \(PlaylistFile.Limits.byteCountMax >> 20) MB"
        case .stream: "lists the segments of a stream (#EXT-X-), not songs"
        case .notAPlaylist(let format): "is no \(format) playlist"
        case .badXML(let line, let reason): "line \(line): \(reason)"
        }
    }
}

/// Texts of playlists.
enum PlaylistText {
    /// The text of a file: UTF-8 or UTF-16 by its byte order mark, else UTF-8, else Latin-1.
    static func decoded(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return String(decoding: bytes.dropFirst(3), as: UTF8.self)
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let isBig = bytes[0] == 0xFE
            let units: [UInt16] = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return isBig ? first << 8 | second : second << 8 | first
            }
            return String(decoding: units, as: UTF16.self)
        }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return latin1(bytes)
    }

    static func latin1(_ bytes: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
        return String(scalars)
    }

    /// The lines, without their ends: LF, CRLF or CR.
    static func lines(_ text: String) -> [Substring.UTF8View] {
        // Unicode counts CRLF as one character, so that the bytes are split.
        text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    }

    /// A text of a list, without blanks at its ends and control characters; nil when it is empty.
    static func field(_ text: some StringProtocol) -> String? {
        var scalars = Array(text.unicodeScalars.lazy.filter { $0.value >= 0x20 })[...]
        while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
        while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        guard !scalars.isEmpty else { return nil }
        var result = String(String.UnicodeScalarView(scalars))
        guard result.utf8.count > PlaylistFile.Limits.textByteCountMax else { return result }
        result = String(
            decoding: result.utf8.prefix(PlaylistFile.Limits.textByteCountMax), as: UTF8.self)
        while result.last == "\u{FFFD}" { result.removeLast() }
        return result
    }

    /// Splits `Artist - Title`; a text without the hyphen is a title.
    static func artistAndTitle(_ text: String) -> (artist: String?, title: String?) {
        guard let hyphen = text.firstRange(of: " - ") else { return (nil, field(text)) }
        let artist = field(text[..<hyphen.lowerBound])
        guard let title = field(text[hyphen.upperBound...]) else { return (nil, field(text)) }
        return (artist, title)
    }

    /// A number of seconds; nil for a negative one, which stands for an unknown one.
    static func seconds(_ text: some StringProtocol) -> Double? {
        guard let number = Double(text), number.isFinite, number > 0, number < 1e9 else {
            return nil
        }
        return number
    }

    /// `Artist - Title` on one line; nil without a title.
    static func shown(_ entry: PlaylistFile.Entry) -> String? {
        guard let title = entry.title.flatMap({ field($0) }) else { return nil }
        return entry.artist.flatMap { field($0) }.map { $0 + " - " + title } ?? title
    }

    /// A number without needless decimals.
    static func number(_ value: Double, places: Int) -> String {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let rounded = (value * scale).rounded() / scale
        return rounded == rounded.rounded() ? String(Int64(rounded)) : String(rounded)
    }
}
