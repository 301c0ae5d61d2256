/// Decodes the content of ID3v2 frames to texts by metadata key.
///
/// Source: ID3 tag versions 2.2.0, 2.3.0 and 2.4.0, "Declared ID3v2 frames"; ID3v2 Chapter Frame
/// Addendum 1.0.
struct ID3Content: Sendable {
    private(set) var texts: [(key: String, value: String)] = []
    private(set) var chapters: [AudioChapter] = []
    /// The frames that have no key, or say more than their texts.
    private(set) var frames: [ID3Frame] = []
    /// The frames without a key, by their identifiers and owners.
    private(set) var others: [FileTags.OtherPart] = []
    /// Frames of version 2.3 that complete the year: day and month, hour and minute.
    private var dayAndMonth: String?
    private var hourAndMinute: String?
    /// Texts of user-defined frames, which come behind all others.
    private var userTexts: [(key: String, value: String)] = []

    /// Decodes one frame.
    ///
    /// - Parameters:
    ///   - id: The identifier, of three characters in version 2.2.
    ///   - content: The content, neither compressed nor unsynchronised.
    ///   - version: The tag's version, which frames in a frame depend on.
    mutating func take(_ id: String, _ content: ArraySlice<UInt8>, version: UInt8) {
        guard !Self.technical.contains(id), let encoding = content.first else { return }
        let rest = content.dropFirst()
        switch id {
        case "COMM", "COM", "USLT", "ULT":
            takeDescribed(id, rest.dropFirst(3), encoding, content)
        case "TXXX", "TXX":
            let parts = ID3Tag.parts(rest, encoding)
            guard parts.count > 1 else { return }
            let key = TagTable.key(ofUserText: parts[0])
            for value in parts.dropFirst() where !value.isEmpty {
                guard userTexts.count < ContainerLimits.tagsMax else { return }
                userTexts.append((key, value))
            }
        case "WXXX", "WXX":
            let (description, address) = Self.descriptionAndRest(rest, encoding)
            append(description.isEmpty ? "web page" : "web page:" + description, text(of: address))
        case "UFID", "UFI":
            let owner = text(of: content)
            let identifier = content.drop { $0 != 0 }.dropFirst()
            guard let key = TagTable.key(ofFrame: "UFID", owner) else {
                return keep(id, content, named: "UFID:" + owner)
            }
            append(key, text(of: identifier))
        case "TIPL", "TMCL", "IPLS", "IPL": takePeople(ID3Tag.parts(rest, encoding))
        case "TCON", "TCO":
            for value in ID3Tag.parts(rest, encoding) {
                for genre in ID3Genres.names(value) { append("genre", genre) }
            }
        case "TDAT", "TDA": dayAndMonth = ID3Tag.parts(rest, encoding).first
        case "TIME", "TIM": hourAndMinute = ID3Tag.parts(rest, encoding).first
        case "PCST", "PCS":
            // iTunes marks podcasts with a frame of four zeros; others write a number.
            append("podcast", "1")
            keepBeside(id, content)
        case "PCNT", "CNT": takePlayCount(content)
        case "POPM", "POP": takePopularity(id, content)
        case "CHAP":
            guard chapters.count < AudioChapter.countMax,
                let chapter = ID3Chapters.chapter(content, version: version)
            else { return }
            chapters.append(chapter)
        case ID3Chapters.tableID: takeTable(content, version: version)
        default: takeOther(id, content, encoding)
        }
    }

    /// Frames about the audio's coding, or about the tag itself.
    private static let technical: Set<String> = [
        "TLEN", "TLE", "TSIZ", "TSI", "TFLT", "TFT", "MLLT", "MLL", "ASPI", "SEEK", "RBUF",
        "BUF", "POSS", "ENCR", "CRM", "CRA", "GRID",
    ]

    /// Frames that are kept beside their texts.
    static let textFrames: Set<String> = ["COMM", "USLT", "POPM", "PCST"]

    private mutating func takeOther(_ id: String, _ content: ArraySlice<UInt8>, _ encoding: UInt8) {
        guard let key = TagTable.key(ofFrame: id) else {
            if id.hasPrefix("T"), id != "TIPL" {
                let key = TagTable.key(ofUserText: id)
                for value in ID3Tag.parts(content.dropFirst(), encoding) { append(key, value) }
                return
            }
            let owner = id == "PRIV" ? ":" + text(of: content.prefix(64)) : ""
            return keep(id, content, named: id + owner)
        }
        // An address has no text encoding, but in a podcast's frame it has.
        if id.hasPrefix("W") {
            append(key, text(of: id == "WFED" && encoding < 4 ? content.dropFirst() : content))
        } else {
            for value in ID3Tag.parts(content.dropFirst(), encoding) { append(key, value) }
        }
    }

    private mutating func append(_ key: String, _ value: String) {
        guard !value.isEmpty, texts.count < ContainerLimits.tagsMax,
            !texts.contains(where: { $0.key == key && $0.value == value })
        else { return }
        texts.append((key, value))
    }

    private mutating func takeDescribed(
        _ id: String, _ content: ArraySlice<UInt8>, _ encoding: UInt8, _ whole: ArraySlice<UInt8>
    ) {
        let parts = ID3Tag.parts(content, encoding)
        guard parts.count > 1 else { return }
        // What iTunes says of the gaps is true of the former coding only.
        guard parts[0] != "iTunSMPB" else { return }
        let key = id.hasPrefix("C") ? "comments" : "lyrics"
        if parts[0].isEmpty {
            append(key, parts[1])
        } else {
            append(TagTable.key(ofFrame: "COMM", parts[0]) ?? key + ":" + parts[0], parts[1])
        }
        // Other tags have no language.
        keepBeside(id, whole)
    }

    private mutating func takePeople(_ parts: [String]) {
        for index in stride(from: 0, to: parts.count - 1, by: 2) {
            let key =
                TagTable.key(ofFrame: "TIPL", parts[index]) ?? "performer:" + parts[index]
            append(key, parts[index + 1])
        }
    }

    /// Keeps a frame that has no key.
    private mutating func keep(_ id: String, _ content: ArraySlice<UInt8>, named name: String) {
        let part = FileTags.OtherPart(name: name, form: id.utf8.count == 4 ? .id3 : .unread)
        if !others.contains(part) { others.append(part) }
        keepBeside(id, content)
    }

    /// Keeps a frame for a tag of the same kind; those of version 2.2 have other identifiers.
    private mutating func keepBeside(_ id: String, _ content: ArraySlice<UInt8>) {
        guard id.utf8.count == 4, frames.count < ContainerLimits.tagsMax else { return }
        frames.append(ID3Frame(id: id, content: Array(content)))
    }

    /// The zero-terminated address of a user precedes the rating, which a counter can follow.
    private mutating func takePopularity(_ id: String, _ content: ArraySlice<UInt8>) {
        let user = text(of: content)
        var rest = content.drop { $0 != 0 }.dropFirst()
        if let rating = rest.popFirst() {
            append(user.isEmpty ? "rating" : TagTable.ratingPrefix + user, "\(rating)")
        }
        takePlayCount(rest)
        keepBeside(id, content)
    }

    /// A counter has four bytes or more; zero says nothing.
    private mutating func takePlayCount(_ content: ArraySlice<UInt8>) {
        let digits = content.drop { $0 == 0 }
        guard !digits.isEmpty, digits.count <= 7 else { return }
        append("play count", "\(digits.reduce(Int64(0)) { $0 << 8 | Int64($1) })")
    }

    /// Reads the pictures of the chapters.
    ///
    /// - Returns: Whether all of them are read: there is a limit on their bytes.
    mutating func takePictures(
        _ index: ID3FrameIndex, in source: any ByteSource
    ) throws(FormatError) -> Bool {
        var bytesLeft = AttachedPicture.byteCountMax
        var hasAll = true
        for (name, range) in index.chapterPictures {
            let byteCount = range.upperBound - range.lowerBound
            guard range.upperBound <= source.byteCount, byteCount <= bytesLeft,
                let chapter = chapters.firstIndex(where: { $0.id3Name == name })
            else {
                hasAll = false
                continue
            }
            bytesLeft -= byteCount
            let bytes = try source.bytes(range.count, at: range.lowerBound)
            chapters[chapter].frames.append(ID3Frame(id: "APIC", content: bytes))
        }
        return hasAll
    }

    /// Keeps a table of contents that says more than the order of the chapters.
    private mutating func takeTable(_ content: ArraySlice<UInt8>, version: UInt8) {
        guard let table = ID3Chapters.Table(content, version: version), !table.frames.isEmpty
        else { return }
        keep(
            ID3Chapters.tableID, table.content[...],
            named: ID3Chapters.tableID + (table.title.isEmpty ? "" : ":" + table.title))
    }

    /// The description that precedes an address, and the address.
    static func descriptionAndRest(
        _ content: ArraySlice<UInt8>, _ encoding: UInt8
    ) -> (String, ArraySlice<UInt8>) {
        guard encoding == 1 || encoding == 2 else {
            return (text(of: content), content.drop { $0 != 0 }.dropFirst())
        }
        var end = content.startIndex
        while end + 1 < content.endIndex, content[end] != 0 || content[end + 1] != 0 { end += 2 }
        let description = ID3Tag.parts(content[..<end], encoding).first ?? ""
        return (description, content[end...].dropFirst(2))
    }

    /// Joins what version 2.3 has in frames of their own, and sorts the chapters.
    mutating func finish() {
        completeYear()
        // A standard frame takes precedence over a user-defined one with the same key.
        let keys = Set(texts.map(\.key))
        for text in userTexts where !keys.contains(text.key) { append(text.key, text.value) }
        chapters.sort { $0.start < $1.start }
    }

    /// Joins day, month and time to the year; without one they are texts of their own.
    private mutating func completeYear() {
        let year = texts.firstIndex { $0.key == "year" && $0.value.utf8.count == 4 }
        func isPair(_ text: String) -> Bool { text.utf8.count == 4 && UInt16(text) != nil }
        var isDated = false
        if let day = dayAndMonth {
            if let year, isPair(day) {
                texts[year].value += "-" + day.suffix(2) + "-" + day.prefix(2)
                isDated = true
            } else {
                append("TDAT", day)
            }
        }
        guard let time = hourAndMinute else { return }
        if let year, isDated, isPair(time) {
            texts[year].value += "T" + time.prefix(2) + ":" + time.suffix(2)
        } else {
            append("TIME", time)
        }
    }
}
