import AudioModel

/// What a later part of a chained Ogg file says: each part has comments of its own.
public struct LaterPart: Sendable {
    /// The number of the part; that of the file's first part is 1.
    public var number: Int
    /// Where the part begins, in seconds.
    public var start: Double
    /// Texts by metadata key, in the order of the part; keys can repeat.
    public var texts: [(key: String, value: String)] = []
    /// Number of pictures that the file's first part does not have.
    public var pictureCount = 0
    /// The chapters, by their start within the part.
    public var chapters: [AudioChapter] = []
    /// Names of comments that are too large to be read.
    public var unread: [String] = []

    /// Creates a part that says nothing.
    public init(number: Int, start: Double) {
        self.number = number
        self.start = start
    }

    /// Limit on the number of parts that are read.
    static let countMax = 1024
}

extension FileTags {
    /// Makes the titles of the parts chapters, in a file without chapters.
    public mutating func makePartsChapters() {
        guard chapters.isEmpty, !laterParts.isEmpty else { return }
        func title(_ texts: [(key: String, value: String)]) -> String {
            texts.first { $0.key == "title" }?.value ?? ""
        }
        chapters = [AudioChapter(start: 0, title: title(texts))]
        chapters += laterParts.prefix(AudioChapter.countMax - 1).map {
            AudioChapter(start: $0.start, title: title($0.texts))
        }
    }

    /// Names of what later parts say otherwise than the first, and the chapters do not.
    public var lostOfParts: [String] {
        laterParts.flatMap { part in
            var names: [String] = []
            for (key, value) in part.texts where !names.contains(key) {
                let isKept =
                    texts.contains { $0 == (key, value) }
                    || key == "title"
                        && chapters.contains { $0.start == part.start && $0.title == value }
                if !isKept { names.append(key) }
            }
            if part.pictureCount > 0 {
                names.append(part.pictureCount == 1 ? "the picture" : "the pictures")
            }
            if !part.chapters.isEmpty { names.append("the chapters") }
            return (names + part.unread).map { "\($0) of part \(part.number)" }
        }
    }
}

extension AudioFileReader {
    /// Reads what the later parts of a chained Ogg file say. Scans the packets of Ogg files.
    ///
    /// - Parameter tags: What the first part says; parts that are not read are noted there.
    func readLaterParts(into tags: inout FileTags) throws(FormatError) {
        #if FFmpeg
            guard containerKind == .ogg, !source.isStillArriving,
                let packets = contents.packets.source as? DemuxedPackets
            else { return }
            _ = try packetTotals()
            let links = packets.links
            for (index, link) in links.prefix(LaterPart.countMax).enumerated() {
                let comments = try FormatError.unlessDefective { () throws(FormatError) in
                    try OggComments.read(BytesOfPart(source, link.start..<source.byteCount))
                }
                let start = Double(max(link.frame - primingFrames, 0)) / format.sampleRate
                var part = LaterPart(number: index + 2, start: start)
                if let (block, source) = comments ?? nil {
                    (part.texts, part.chapters) = (block.texts, block.chapters)
                    part.unread = block.unread
                    var collector = PictureCollector()
                    for range in block.encodedPictures {
                        try collector.takeEncoded(range, of: source)
                    }
                    let others = collector.pictures.filter { !tags.pictures.contains($0) }
                    part.pictureCount = others.count + collector.leftCount
                }
                tags.laterParts.append(part)
            }
            if links.count > LaterPart.countMax {
                let name = "the tags of the parts after number \(LaterPart.countMax + 1)"
                tags.others.append(.init(name: name, form: .unread))
            }
        #endif
    }
}
