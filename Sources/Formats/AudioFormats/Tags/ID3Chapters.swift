/// The chapters of an ID3v2 tag, and their tables of contents.
///
/// Source: ID3v2 Chapter Frame Addendum 1.0.
enum ID3Chapters {
    static let tableID = "CTOC"
    private static let titleID = "TIT2"

    // MARK: Reading

    /// Decodes a chapter: start and end in milliseconds precede two offsets; frames follow.
    static func chapter(_ content: ArraySlice<UInt8>, version: UInt8) -> AudioChapter? {
        let times = content.drop { $0 != 0 }.dropFirst()
        guard times.count >= 16 else { return nil }
        func seconds(_ offset: Int) -> Double {
            let bytes = times.dropFirst(offset).prefix(4)
            return Double(bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) / 1000
        }
        let (start, end) = (seconds(0), seconds(4))
        var chapter = AudioChapter(start: start, end: end > start ? end : nil, title: "")
        chapter.id3Name = Array(content.prefix { $0 != 0 })
        var hasTitle = false
        for frame in frames(times.dropFirst(16), version: version) {
            if frame.id == titleID, !hasTitle {
                chapter.title = frame.text
                hasTitle = true
            } else {
                chapter.frames.append(frame)
            }
        }
        chapter.link = chapter.frames.lazy.compactMap(\.address).first ?? ""
        return chapter
    }

    /// A table of contents.
    struct Table {
        let title: String
        /// The frames of the table.
        let frames: [ID3Frame]
        /// The content of the table's frame, as version 2.4 has it.
        let content: [UInt8]

        /// Decodes a table: flags and a count precede the names of its entries; frames follow.
        init?(_ content: ArraySlice<UInt8>, version: UInt8) {
            var rest = content.drop { $0 != 0 }.dropFirst()
            guard rest.popFirst() != nil, let count = rest.popFirst() else { return nil }
            for _ in 0..<count { rest = rest.drop { $0 != 0 }.dropFirst() }
            frames = ID3Chapters.frames(rest, version: version)
            title = frames.first { $0.id == titleID }?.text ?? ""
            self.content =
                Array(content[..<rest.startIndex])
                + frames.flatMap { ID3Writer.frame($0.id, $0.content) }
        }
    }

    /// The frames in a frame, without flags that change their content.
    static func frames(_ content: ArraySlice<UInt8>, version: UInt8) -> [ID3Frame] {
        var frames: [ID3Frame] = []
        var rest = content
        while let head = FrameHead(rest, version: version), frames.count < ContainerLimits.tagsMax {
            let content = rest.dropFirst(FrameHead.byteCount).prefix(head.contentByteCount)
            rest = rest.dropFirst(FrameHead.byteCount + head.contentByteCount)
            guard head.flags.isPlain else { continue }
            let inner = content.dropFirst(head.flags.prefixByteCount)
            frames.append(
                ID3Frame(
                    id: head.id,
                    content: head.flags.isUnsynchronised
                        ? ID3Tag.synchronised(inner) : Array(inner)))
        }
        return frames
    }

    /// The head of a frame in a frame.
    struct FrameHead {
        static let byteCount = 10

        let id: String
        let contentByteCount: Int
        let flags: ID3FrameFlags

        /// - Parameter bytes: The rest of the outer frame, which the content must not exceed.
        init?(_ bytes: ArraySlice<UInt8>, version: UInt8) {
            guard bytes.count > Self.byteCount, ID3FrameIndex.isFrameID(bytes.prefix(4)) else {
                return nil
            }
            id = String(decoding: bytes.prefix(4), as: UTF8.self)
            let size = bytes.dropFirst(4).prefix(4)
            func number(bits: Int) -> Int { size.reduce(0) { $0 << bits | Int($1) } }
            func endsFrame(_ byteCount: Int) -> Bool {
                let next = bytes.dropFirst(Self.byteCount + byteCount).prefix(4)
                return next.isEmpty || next.count == 4 && ID3FrameIndex.isFrameID(next)
            }
            // Some programs write eight bits a byte in version 2.4, too.
            let hasEightBits =
                version < 4 || !size.allSatisfy { $0 < 0x80 }
                || !endsFrame(number(bits: 7)) && endsFrame(number(bits: 8))
            contentByteCount = number(bits: hasEightBits ? 8 : 7)
            flags = ID3FrameFlags(bytes[bytes.startIndex + 9], version: version)
            guard contentByteCount <= bytes.count - Self.byteCount else { return nil }
        }
    }

    // MARK: Writing

    /// Encodes the chapters.
    ///
    /// - Parameter tables: Tables of contents that are kept with the names of the chapters.
    static func frames(_ chapters: [AudioChapter], tables: [ID3Frame]) -> [UInt8] {
        let names = chapters.compactMap(\.id3Name)
        let hasNames = names.count == chapters.count && Set(names).count == names.count
        var content: [UInt8] = []
        var entries: [UInt8] = []
        for (index, chapter) in chapters.enumerated() {
            let own = hasNames ? chapter.id3Name : nil
            let name = (own ?? Array("ch\(index)".utf8)) + [0]
            entries += name
            let next = index + 1 < chapters.count ? chapters[index + 1].start : chapter.start
            var head = name
            head.appendBigEndian(milliseconds(chapter.start))
            head.appendBigEndian(milliseconds(max(chapter.end ?? next, chapter.start)))
            // The offsets in the file are not stated.
            head += [UInt8](repeating: 0xFF, count: 8)
            content += ID3Writer.frame("CHAP", head + frames(of: chapter))
        }
        if hasNames, !tables.isEmpty {
            return tables.flatMap { ID3Writer.frame(tableID, $0.content) } + content
        }
        // A table of contents of the top level, in order; its count has one byte.
        guard !chapters.isEmpty, chapters.count <= UInt8.max else { return content }
        let head = Array("toc".utf8) + [0, 3, UInt8(chapters.count)]
        return ID3Writer.frame(tableID, head + entries) + content
    }

    private static func frames(of chapter: AudioChapter) -> [UInt8] {
        let title = ID3Writer.frame(titleID, [ID3Writer.utf8] + chapter.title.utf8)
        var link: [UInt8] = []
        if !chapter.link.isEmpty, !chapter.frames.contains(where: { $0.address == chapter.link }) {
            link = ID3Writer.frame("WXXX", [ID3Writer.utf8, 0] + chapter.link.utf8)
        }
        return title + chapter.frames.flatMap { ID3Writer.frame($0.id, $0.content) } + link
    }

    private static func milliseconds(_ seconds: Double) -> UInt32 {
        UInt32(min(max(seconds * 1000, 0), Double(UInt32.max - 1)).rounded())
    }
}

extension ID3Frame {
    /// The first text of a text frame.
    fileprivate var text: String {
        ID3Tag.parts(content.dropFirst(), content.first ?? 0).first ?? ""
    }

    /// The address in a frame of a link; nil for others.
    fileprivate var address: String? {
        guard id.hasPrefix("W") else { return nil }
        guard id == "WXXX", let encoding = content.first else {
            return AudioFormats.text(of: content)
        }
        return AudioFormats.text(of: ID3Content.descriptionAndRest(content.dropFirst(), encoding).1)
    }
}

extension AudioChapter {
    /// The subtitle; empty when there is none.
    public var subtitle: String { frames.first { $0.id == "TIT3" }?.text ?? "" }

    /// Number of pictures of the chapter.
    public var pictureCount: Int { frames.count { $0.id == "APIC" } }

    /// The pictures of the chapter.
    public var pictures: [AttachedPicture] {
        var collector = PictureCollector()
        for frame in frames where frame.id == "APIC" {
            let source = MemoryBytes(frame.content)
            let picture = try? ID3Picture(
                in: ByteReader(source), byteCount: source.byteCount, version: 4, flags: 0)
            if let picture { try? collector.take(picture, of: source) }
        }
        return collector.pictures
    }

    /// Number of links of the chapter.
    var linkCount: Int {
        let stored = frames.count { $0.address != nil }
        return stored == 0 && !link.isEmpty ? 1 : stored
    }

    /// Names of the other frames of the chapter.
    var otherFrameNames: [String] {
        frames.filter { $0.id != "TIT3" && $0.id != "APIC" && $0.address == nil }
            .map { "CHAP:" + $0.id }
    }
}
