#if FFmpeg
    import AudioFormats
    import AudioModel
    import Testing

    /// Frames that are more than a text.
    @Suite("A frame of an ID3 tag")
    struct ID3FrameTests {
        private static func file(_ frames: [(id: String, content: [UInt8])]) -> [UInt8] {
            var body: [UInt8] = []
            for (id, content) in frames {
                body += Array(id.utf8) + bigEndian(UInt32(content.count)) + [0, 0] + content
            }
            var file: [UInt8] = Array("ID3".utf8) + [3, 0, 0]
            file += [21, 14, 7, 0].map { UInt8(body.count >> $0 & 0x7F) }
            return file + body + (1...4).flatMap { mp3Frame($0) }
        }

        private static func text(_ text: String) -> [UInt8] { [0] + Array(text.utf8) }

        private static let frames: [(id: String, content: [UInt8])] = [
            ("TYER", text("2004")), ("TDAT", text("3011")), ("TIME", text("1130")),
            ("MVIN", text("2/4")), ("TDLY", text("500")), ("TRDA", text("May")),
            ("PCST", [0, 0, 0, 1]),
            ("POPM", Array("Me@x".utf8) + [0, 196, 0, 0, 0, 5]), ("PCNT", [0, 0, 1, 0]),
        ]

        private static func words(_ tags: FileTags) -> [String] {
            tags.texts.map { "\($0.key)=\($0.value)" }
        }

        private static func bytes(_ tags: FileTags, _ kind: ContainerKind) throws -> [UInt8] {
            try #require(TagPairsTests.files.first { $0.kind == kind }).bytes(tags)
        }

        @Test("of version 2.3 has the time of the date, a pair, a counter, a rating and its user")
        func texts() throws {
            let tags = try open(Self.file(Self.frames)).fileTags()
            #expect(
                Self.words(tags) == [
                    "year=2004-11-30T11:30", "movement number=2/4", "playlist delay=500",
                    "TRDA=May", "podcast=1", "rating:Me@x=196", "play count=5", "play count=256",
                ])
        }

        @Test("of a time or a day without a year is a text of its own")
        func undated() throws {
            let tags = try open(Self.file(Array(Self.frames[1...2]))).fileTags()
            #expect(Self.words(tags) == ["TDAT=3011", "TIME=1130"])
            let copy = try open(Self.bytes(tags, .flac)).fileTags()
            #expect(Self.words(copy).map { $0.uppercased() } == ["TDAT=3011", "TIME=1130"])
        }

        @Test(
            "is lost in no conversion",
            arguments: TagPairsTests.files.map(\.kind).filter { $0 != .au })
        func conversion(kind: ContainerKind) throws {
            let tags = try open(Self.file(Self.frames)).fileTags()
            #expect(kind.lostTags(tags) == [])
            let copy = try open(Self.bytes(tags, kind)).fileTags()
            var expected = Set(Self.words(tags))
            if copy.texts.contains(where: { $0.key == "movement count" }) {
                expected.remove("movement number=2/4")
                expected.formUnion(["movement number=2", "movement count=4"])
            }
            let found = Self.words(copy).map { text in
                let name = [
                    "trda=May": "TRDA=May",
                    "recorded date=2004-11-30T11:30": "year=2004-11-30T11:30",
                ]
                return name[text] ?? text
            }
            #expect(Set(found) == expected)
        }

        @Test("that is kept has its bytes")
        func kept() throws {
            let tags = try open(Self.file(Self.frames)).fileTags()
            let file = try Self.bytes(tags, .wav)
            for (id, content) in Self.frames where ["PCST", "POPM", "PCNT"].contains(id) {
                let frame = Array(id.utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
                let count = file.indices.count { file[$0...].starts(with: frame) }
                #expect(count == 1, "\(id)")
            }
        }

        @Test("of a rating is a share of one in Vorbis comments, as other programs have it")
        func rating() throws {
            let tags = try open(Self.file(Self.frames)).fileTags()
            let file = try Self.bytes(tags, .flac)
            let comment = Array("RATING:Me@x=0.7686".utf8)
            #expect(file.indices.contains { file[$0...].starts(with: comment) })
            // And is a frame of its kind again.
            let again = try Self.bytes(open(file).fileTags(), .mp3)
            let frame = Array("POPM".utf8) + [0, 0, 0, 6, 0, 0] + Array("Me@x".utf8) + [0, 196]
            #expect(again.indices.contains { again[$0...].starts(with: frame) })
        }

        @Test("of a movement is two numbers in MPEG-4")
        func movement() throws {
            let tags = try open(Self.file(Self.frames)).fileTags()
            let file = try Self.bytes(tags, .m4a)
            for (id, number) in [("mvi", 2), ("mvc", 4)] as [(String, UInt8)] {
                let item = [0xA9] + Array(id.utf8) + [0, 0, 0, 18] + Array("data".utf8)
                let value = item + [0, 0, 0, 21, 0, 0, 0, 0, 0, number]
                #expect(file.indices.contains { file[$0...].starts(with: value) }, "\(id)")
            }
        }
    }
#endif
