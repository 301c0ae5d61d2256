/// What a file says besides its audio.
public struct FileTags: Sendable {
    /// Texts by metadata key, in the order of the file; keys can repeat.
    public var texts: [(key: String, value: String)] = []
    /// The pictures, the front cover first.
    public var pictures: [AttachedPicture] = []
    /// The chapters, by their start.
    public var chapters: [AudioChapter] = []
    /// What the later parts of a chained Ogg file say.
    public var laterParts: [LaterPart] = []
    /// The parts that have no place in a tag of another kind, or are too large to be read.
    public var others: [OtherPart] = []
    /// Frames of an ID3v2 tag that only such a tag can hold.
    var id3Frames: [ID3Frame] = []
    /// Items of an MPEG-4 metadata list that only such a list can hold, as boxes.
    var mp4Items: [[UInt8]] = []

    /// Creates empty tags.
    public init() {}
}

extension FileTags {
    /// A part of a file that has no metadata key.
    public struct OtherPart: Hashable, Sendable {
        /// The name of the part in its file: of a frame, an item or a chunk.
        public let name: String
        /// What the part belongs to.
        let form: Form
    }

    /// What a part without a metadata key belongs to.
    enum Form: Hashable, Sendable {
        case id3
        case mp4
        case chunk
        /// A part that is not read, for example because it is too large.
        case unread
    }
}

/// A picture in a tag.
public struct AttachedPicture: Hashable, Sendable {
    /// The kind of picture as ID3 and FLAC number them: 3 is the front cover.
    public var kind: UInt8
    /// The MIME type.
    public var mimeType: String
    /// A description; may be empty.
    public var description: String
    /// The file of the picture.
    public var bytes: [UInt8]

    /// Creates a picture.
    ///
    /// - Parameter mimeType: nil for the type that the bytes begin like.
    public init(
        kind: UInt8 = Self.frontCover, mimeType: String? = nil, description: String = "",
        bytes: [UInt8]
    ) {
        self.kind = kind
        self.mimeType = mimeType ?? bytes.pictureType.mimeType
        self.description = description
        self.bytes = bytes
    }

    /// The kind of a front cover.
    public static let frontCover: UInt8 = 3
    /// Limit on the number of pictures in a file.
    static let countMax = 64
    /// Limit on the bytes of all pictures of a file.
    static let byteCountMax: Int64 = 1 << 26

    /// What the picture shows, in plain words.
    ///
    /// Source: ID3 tag version 2.4.0, 4.14, "Attached picture"; RFC 9639, table 13.
    public var kindName: String {
        Self.kindNames.indices.contains(Int(kind)) ? Self.kindNames[Int(kind)] : "kind \(kind)"
    }

    private static let kindNames = [
        "other", "file icon", "other file icon", "front cover", "back cover", "leaflet page",
        "media", "lead artist", "artist", "conductor", "band", "composer", "lyricist",
        "recording location", "during recording", "during performance", "screen capture",
        "bright coloured fish", "illustration", "band logotype", "publisher logotype",
    ]
}

extension [AttachedPicture] {
    /// The pictures with front covers first, otherwise in their order.
    var coversFirst: [AttachedPicture] {
        filter { $0.kind == AttachedPicture.frontCover }
            + filter { $0.kind != AttachedPicture.frontCover }
    }
}

/// A chapter of a file.
public struct AudioChapter: Hashable, Sendable {
    /// Start in seconds.
    public var start: Double
    /// End in seconds; nil when it is the start of the next chapter or the end of the file.
    public var end: Double?
    /// The title; may be empty.
    public var title: String
    /// The address of a page about the chapter; may be empty.
    public var link: String
    /// The identifier of the chapter in an ID3v2 tag; nil for chapters of other tags.
    var id3Name: [UInt8]?
    /// The frames of the chapter in an ID3v2 tag, but for its title.
    var frames: [ID3Frame] = []

    /// Creates a chapter.
    public init(start: Double, end: Double? = nil, title: String, link: String = "") {
        self.start = start
        self.end = end
        self.title = title
        self.link = link
    }

    /// Limit on the number of chapters of a file.
    static let countMax = 1024
}

/// A frame of an ID3v2 tag as it is stored, without flags that change its content.
struct ID3Frame: Hashable, Sendable {
    var id: String
    var content: [UInt8]
}

extension [(key: String, value: String)] {
    /// The keys of numbers with the keys of their totals.
    private static var pairs: [(number: String, count: String)] {
        [
            ("track number", "track count"), ("disc number", "disc count"),
            ("movement number", "movement count"),
        ]
    }

    /// The texts with one entry for a number and its total, like `3/12`.
    ///
    /// - Parameter separate: Keys of numbers that have entries of their own all the same.
    func withPairs(but separate: Set<String> = []) -> [(key: String, value: String)] {
        var texts = withoutPairs(of: separate)
        for (number, count) in Self.pairs where !separate.contains(number) {
            guard let index = texts.firstIndex(where: { $0.key == number }),
                let total = texts.first(where: { $0.key == count })?.value,
                !texts[index].value.contains("/")
            else { continue }
            texts[index].value += "/" + total
            texts.removeAll { $0.key == count }
        }
        return texts
    }

    /// The texts with entries of their own for numbers and their totals.
    var withoutPairs: [(key: String, value: String)] {
        withoutPairs(of: Set(Self.pairs.map(\.number)))
    }

    private func withoutPairs(of keys: Set<String>) -> [(key: String, value: String)] {
        flatMap { key, value -> [(key: String, value: String)] in
            guard keys.contains(key),
                let count = Self.pairs.first(where: { $0.number == key })?.count,
                !contains(where: { $0.key == count })
            else { return [(key, value)] }
            let parts = value.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ Int($0) != nil }) else {
                return [(key, value)]
            }
            return [(key, String(parts[0])), (count, String(parts[1]))]
        }
    }
}
