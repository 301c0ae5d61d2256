internal import AudioFormats

/// What a song's tags say, in the types of the library.
struct SongTags: Equatable {
    var title = ""
    var sortTitle: String?
    var artist: String?
    var sortArtist: String?
    var album: String?
    var sortAlbum: String?
    var albumArtist: String?
    var sortAlbumArtist: String?
    var composer: String?
    var sortComposer: String?
    var genre: String?
    var comments: String?
    var lyrics: String?
    var userGrouping: String?
    var discNumber: Int?
    var discCount: Int?
    var trackNumber: Int?
    var trackCount: Int?
    var year: Int?
    /// Seconds since 1970.
    var releaseDate: Double?
    var beatsPerMinute: Int?
    /// Stars, 0 to 5.
    var rating: Int?
    var isCompilation = false
    var isExplicit = false
    var mediaType = MediaType.music

    /// Longest text that is kept, in bytes; lyrics and comments may be longer.
    private static let textByteCountMax = 1024
    private static let longTextByteCountMax = 1 << 16

    /// - Parameters:
    ///   - tags: Key–value pairs; the first of a key counts.
    ///   - fileName: Gives the title when no tag does.
    ///   - numbers: The numbers with which the names of the files of its folder begin.
    init(
        _ tags: [(key: String, value: String)], fileName: String, among numbers: Set<Int> = []
    ) {
        var values: [String: String] = [:]
        for (key, value) in tags {
            // A rating can name its user.
            let key = key.hasPrefix("rating:") ? "rating" : key
            if values[key] == nil { values[key] = value }
        }
        func text(_ key: String, _ limit: Int = Self.textByteCountMax) -> String? {
            values[key].flatMap { Self.trimmed($0, byteCountMax: limit) }
        }
        func number(_ key: String, _ range: ClosedRange<Int> = 1...9999) -> Int? {
            values[key].flatMap { Self.number($0[...]) }.flatMap { range.contains($0) ? $0 : nil }
        }
        artist = text("artist")
        sortArtist = text("sort artist")
        album = text("album")
        sortAlbum = text("sort album")
        albumArtist = text("album artist")
        sortAlbumArtist = text("sort album artist")
        composer = text("composer")
        sortComposer = text("sort composer")
        sortTitle = text("sort title")
        genre = text("genre").flatMap(GenreName.plain)
        comments = text("comments", Self.longTextByteCountMax)
        lyrics = text("lyrics", Self.longTextByteCountMax)
        userGrouping = text("grouping")
        (trackNumber, trackCount) = Self.pair(values["track number"])
        (discNumber, discCount) = Self.pair(values["disc number"])
        trackCount = trackCount ?? number("track count")
        discCount = discCount ?? number("disc count")
        let date = text("release date") ?? text("recorded date") ?? text("year")
        year = date.flatMap(TagDate.year) ?? text("year").flatMap(TagDate.year)
        releaseDate = date.flatMap(TagDate.seconds)
        beatsPerMinute = number("tempo", 1...999)
        rating = Self.stars(values)
        isCompilation = Self.isSet(values["compilation"])
        // iTunes: 1 and 4 are explicit, 2 is clean.
        isExplicit = ["1", "4"].contains(values["content rating"])
        if let stated = text("title") {
            title = stated
        } else {
            let (name, track) = NumberedName.titleAndTrack(ofFile: fileName, in: numbers)
            title =
                Self.trimmed(name, byteCountMax: Self.textByteCountMax)
                ?? (fileName.isEmpty ? "Unknown" : fileName)
            trackNumber = trackNumber ?? track
        }
        mediaType = MediaType(tags: values, genre: genre, fileName: fileName)
    }

    // MARK: Texts

    /// A text without blanks at its ends, and without control characters; nil when nothing is left.
    private static func trimmed(_ text: String, byteCountMax: Int) -> String? {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isWhitespace || scalar.value < 0x20 || scalar == "\u{FEFF}"
        }
        var scalars = text.unicodeScalars.drop(while: isBlank)
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        guard scalars.contains(where: { $0 != "\u{FFFD}" }) else { return nil }
        if scalars.contains(where: { $0.value < 0x20 && $0 != "\n" && $0 != "\r" && $0 != "\t" }) {
            scalars = String.UnicodeScalarView(scalars.filter { $0.value >= 0x20 })[...]
        }
        var result = String(scalars)
        guard result.utf8.count > byteCountMax else { return result }
        result = String(decoding: result.utf8.prefix(byteCountMax), as: UTF8.self)
        while result.last == "\u{FFFD}" { result.removeLast() }
        return result
    }

    // MARK: Numbers

    private static func number(_ text: Substring) -> Int? {
        let digits = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
        return digits.isEmpty ? nil : Int(digits.prefix(9))
    }

    /// Parses `3/12`; zero means that the number is not known.
    private static func pair(_ text: String?) -> (Int?, Int?) {
        let parts = (text ?? "").split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts.map { part in
            number(part).flatMap { (1...9999).contains($0) ? $0 : nil }
        }
        return (numbers.first ?? nil, numbers.count > 1 ? numbers[1] : nil)
    }

    private static func isSet(_ text: String?) -> Bool {
        ["1", "true", "yes"].contains(text?.lowercased())
    }

    /// Stars from the scales in use: 0 to 255 in ID3, 0 to 100, 0 to 5, and 0 to 1.
    private static func stars(_ values: [String: String]) -> Int? {
        if let share = values["fmps_rating"].flatMap(Double.init), (0...1).contains(share) {
            return Int((share * 5).rounded())
        }
        guard let value = values["rating"].flatMap(Double.init), value > 0 else { return nil }
        switch value {
        case ...1 where values["rating"]?.contains(".") == true: return Int((value * 5).rounded())
        // Windows writes 1, 64, 128, 196 and 255.
        case 1: return 1
        case ...5: return Int(value.rounded())
        case ...63: return 1
        case 64: return 2
        case ...100: return Int((value / 20).rounded())
        case ...127: return 2
        case ...195: return 3
        case ...254: return 4
        case ...255: return 5
        default: return nil
        }
    }
}

/// Names of genres.
enum GenreName {
    /// The name meant by `Rock`, `(17)`, `17` or `(17)Rock`; nil when there is none.
    static func plain(_ text: String) -> String? {
        if let number = Int(text) { return ID3Genres.name(number) }
        guard text.hasPrefix("("), !text.hasPrefix("(("), let end = text.firstIndex(of: ")") else {
            return text
        }
        let inner = text[text.index(after: text.startIndex)..<end]
        let rest = text[text.index(after: end)...].drop { $0 == " " }
        let known: String? =
            switch inner {
            case "RX": "Remix"
            case "CR": "Cover"
            default: Int(inner).flatMap(ID3Genres.name)
            }
        guard Int(inner) != nil || known != nil else { return text }
        return rest.isEmpty || rest.hasPrefix("(") ? known : String(rest)
    }
}

/// Dates as tags have them.
enum TagDate {
    static func year(_ text: String) -> Int? {
        let years = 1000...9999
        // "2004-03-01", "2004", and "01.03.2004".
        let numbers = text.split { !($0.isASCII && $0.isNumber) }
        return numbers.first { $0.count == 4 }.flatMap { Int($0) }.flatMap {
            years.contains($0) ? $0 : nil
        } ?? (text.count == 8 ? Int(text.prefix(4)).flatMap { years.contains($0) ? $0 : nil } : nil)
    }

    /// Seconds since 1970 of a date that begins like `2004-03-01` or `2004-03-01T12:00:00`.
    static func seconds(_ text: String) -> Double? {
        guard let year = year(text) else { return nil }
        let parts = text.split { !($0.isASCII && $0.isNumber) }.map { Int($0.prefix(4)) ?? 0 }
        let isOrdered = parts.first == year
        func part(_ index: Int, _ range: ClosedRange<Int>, _ usual: Int) -> Int {
            guard isOrdered, parts.indices.contains(index), range.contains(parts[index]) else {
                return usual
            }
            return parts[index]
        }
        let days = daysSince1970(year, month: part(1, 1...12, 1), day: part(2, 1...31, 1))
        return Double(days) * 86_400 + Double(part(3, 0...23, 0)) * 3600
            + Double(part(4, 0...59, 0)) * 60 + Double(part(5, 0...59, 0))
    }

    /// The Gregorian calendar, with years that begin in March.
    private static func daysSince1970(_ year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
