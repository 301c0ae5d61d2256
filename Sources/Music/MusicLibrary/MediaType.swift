/// What an item is, as bits.
///
/// Source: Apple MediaPlayer, `MPMediaType`.
package struct MediaType: OptionSet, Hashable, Sendable {
    package let rawValue: UInt

    package init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    package static let music = MediaType(rawValue: 1)
    package static let podcast = MediaType(rawValue: 2)
    package static let audioBook = MediaType(rawValue: 4)
    package static let audioITunesU = MediaType(rawValue: 8)
    package static let anyAudio = MediaType(rawValue: 0xFF)
    package static let musicVideo = MediaType(rawValue: 0x800)
    package static let movie = MediaType(rawValue: 0x100)
    package static let tvShow = MediaType(rawValue: 0x200)
    package static let any = MediaType(rawValue: .max)
}

extension MediaType {
    /// Source: Apple's media kinds in `stik`, as iTunes is seen to write them; the extensions and
    /// genres are those that other players go by.
    init(tags: [String: String], genre: String?, fileName: String) {
        switch tags["media kind"] {
        case "2": self = .audioBook
        case "6": self = .musicVideo
        case "9": self = .movie
        case "10": self = .tvShow
        case "21": self = .podcast
        case "23": self = .audioITunesU
        default: self = Self.guessed(tags: tags, genre: genre, fileName: fileName)
        }
    }

    private static func guessed(
        tags: [String: String], genre: String?, fileName: String
    ) -> MediaType {
        let ending = fileName.split(separator: ".").last?.lowercased()
        let genre = genre?.lowercased() ?? ""
        if tags["podcast"] == "1" || genre == "podcast" || genre == "podcasts" { return .podcast }
        let books = [
            "audiobook", "audiobooks", "audio book", "audio books", "hörbuch", "livre audio",
        ]
        if ending == "m4b" || ending == "aax" || books.contains(genre) { return .audioBook }
        return .music
    }
}
