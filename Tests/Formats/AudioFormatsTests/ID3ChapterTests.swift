#if FFmpeg
    import AudioFormats
    import AudioModel
    import Testing

    @Suite("A chapter of an ID3 tag")
    struct ID3ChapterTests {
        /// Too large for a text.
        private static let picture = [0xFF, 0xD8] + [UInt8](repeating: 7, count: 200_000)

        private static func frame(_ id: String, _ content: [UInt8], _ version: UInt8) -> [UInt8] {
            let bits = version == 4 ? 7 : 8
            let size = (0..<4).map { UInt8(content.count >> (bits * (3 - $0)) & (1 << bits - 1)) }
            return Array(id.utf8) + size + [0, 0] + content
        }

        private static func text(_ id: String, _ text: String, _ version: UInt8) -> [UInt8] {
            frame(id, [0] + Array(text.utf8), version)
        }

        /// A file with a table that has a title, and two chapters.
        private static func file(_ version: UInt8) -> [UInt8] {
            func times(_ start: UInt32, _ end: UInt32) -> [UInt8] {
                // Offsets in the file, which are not those of other files.
                bigEndian(start) + bigEndian(end) + bigEndian(UInt32(2000))
                    + bigEndian(UInt32(3000))
            }
            let title = String(repeating: "E", count: 200)
            var first = Array("one\0".utf8) + times(0, 50) + text("TIT2", title, version)
            first += frame("APIC", Array("\0image/jpeg\0\u{3}\0".utf8) + picture, version)
            first += text("TIT3", "Under", version) + text("TPE1", "Her", version)
            first += text("WXXX", "chapter url\0http://a/1", version)
            let second = Array("two\0".utf8) + times(50, 90) + text("TIT2", "Flow", version)
            var table = Array("toc\0".utf8) + [3, 2] + Array("one\0two\0".utf8)
            table += text("TIT2", "Tides", version)
            let body =
                frame("CTOC", table, version) + frame("CHAP", first, version)
                + frame("CHAP", second, version) + [UInt8](repeating: 0, count: 32)
            let size = [21, 14, 7, 0].map { UInt8(body.count >> $0 & 0x7F) }
            return Array("ID3".utf8) + [version, 0, 0] + size + body
                + (1...4).flatMap { mp3Frame($0) }
        }

        @Test("has a title, a subtitle, a link and a picture of any size", arguments: [3, 4])
        func chapter(version: UInt8) throws {
            let tags = try open(Self.file(version)).fileTags()
            #expect(tags.chapters.map(\.start) == [0, 0.05])
            #expect(
                tags.chapters.map(\.title) == [String(repeating: "E", count: 200), "Flow"])
            #expect(tags.chapters.map(\.subtitle) == ["Under", ""])
            #expect(tags.chapters.map(\.link) == ["http://a/1", ""])
            #expect(tags.chapters.map(\.pictureCount) == [1, 0])
            #expect(tags.others.map(\.name) == ["CTOC:Tides"])
            #expect(tags.unread == [])
        }

        @Test(
            "keeps all in another ID3 tag, and else what has no place is named", arguments: [3, 4])
        func conversion(version: UInt8) throws {
            let tags = try open(Self.file(version)).fileTags()
            let left = [
                "the subtitles of the chapters", "the pictures of the chapters", "CHAP:TPE1",
            ]
            let links = "the links of the chapters"
            for file in TagPairsTests.files {
                let found = try open(file.bytes(tags)).fileTags()
                let lost = file.kind.lostTags(tags)
                switch file.kind {
                case .au: #expect(lost == ["CTOC:Tides", "the chapters"])
                case .wav, .aiff, .adts, .mp3:
                    #expect(found.chapters == tags.chapters, "\(file)")
                    #expect(found.others.map(\.name) == ["CTOC:Tides"], "\(file)")
                    #expect(lost == [], "\(file)")
                case .flac, .ogg:
                    #expect(found.chapters.map(\.title) == tags.chapters.map(\.title), "\(file)")
                    #expect(found.chapters.map(\.link) == tags.chapters.map(\.link), "\(file)")
                    #expect(lost == ["CTOC:Tides"] + left, "\(file)")
                default:
                    #expect(found.chapters.map(\.title) == tags.chapters.map(\.title), "\(file)")
                    #expect(lost == ["CTOC:Tides", links] + left, "\(file)")
                }
            }
        }

        @Test("has its link from Vorbis comments")
        func link() throws {
            var tags = FileTags()
            tags.chapters = [AudioChapter(start: 0.01, title: "Ebb", link: "http://a/2")]
            for file in TagPairsTests.files where [.mp3, .flac].contains(file.kind) {
                let found = try open(file.bytes(tags)).fileTags().chapters
                #expect(found.map(\.link) == ["http://a/2"], "\(file)")
            }
        }

        @Test("is a point of WAVE with the number that FFmpeg gives it")
        func points() throws {
            let tags = try open(Self.file(4)).fileTags()
            let file = try #require(TagPairsTests.files.first { $0.kind == .wav })
            #expect(try open(file.bytes(tags)).markers()?.markers.map(\.id) == [0, 1])
        }

        /// A file with one chapter of a name.
        private static func file(named name: String, _ frames: [UInt8]) -> [UInt8] {
            let times = bigEndian(UInt32(0)) + bigEndian(UInt32(50)) + bigEndian(UInt32.max)
            let content = Array(name.utf8) + [0] + times + bigEndian(UInt32.max) + frames
            let body = frame("CHAP", content, 4) + [UInt8](repeating: 0, count: 32)
            let size = [21, 14, 7, 0].map { UInt8(body.count >> $0 & 0x7F) }
            return Array("ID3".utf8) + [4, 0, 0] + size + body + (1...4).flatMap { mp3Frame($0) }
        }

        @Test("has its title behind a long name", arguments: [1, 494, 495, 500, 511])
        func longName(length: Int) throws {
            let name = String(repeating: "n", count: length)
            let bytes = Self.file(named: name, Self.text("TIT2", "Ebb", 4))
            #expect(try open(bytes).fileTags().chapters.map(\.title) == ["Ebb"])
        }

        @Test("has no more pictures than a file may, whatever is in it")
        func bounds() throws {
            let empty = Self.frame("APIC", [0], 4)
            let bytes = Self.file(
                named: "one",
                Self.text("TIT2", "Ebb", 4) + [UInt8]((0..<50_000).flatMap { _ in empty }))
            let tags = try open(bytes).fileTags()
            #expect(tags.chapters.map(\.title) == ["Ebb"])
            #expect(tags.chapters.map(\.pictureCount) == [64])
            #expect(tags.unread == ["CHAP:APIC", "CHAP"])
        }

        @Test("may be damaged anywhere")
        func damaged() throws {
            let whole = Self.file(4)
            for index in Array(0..<350) + Array(200_300..<200_600) {
                for value: UInt8 in [0, 0x7F, 0xFF] {
                    var bytes = whole
                    bytes[index] = value
                    guard let file = try? open(bytes) else { continue }
                    #expect(try file.fileTags().chapters.count <= 2)
                }
            }
        }
    }
#endif
