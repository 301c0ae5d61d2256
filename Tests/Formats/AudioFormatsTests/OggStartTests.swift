#if FFmpeg
    import AudioCodecs
    import AudioFormats
    import AudioModel
    import Testing

    @Suite("An Ogg file that is cut off")
    struct OggStartTests {
        @Test(
            "in its headers ends before its first sound",
            .enabled(if: TagPairsTests.files.contains { $0.kind == .ogg }, "no encoder of Opus"))
        func headers() throws {
            // Given headers of two pages, and pages of sound.
            let ogg = try #require(TagPairsTests.files.first { $0.kind == .ogg })
            var tags = FileTags()
            tags.texts = [("title", "Tide")]
            let bytes = try ogg.bytes(tags)
            let pages = bytes.indices.filter { bytes[$0...].starts(with: "OggS".utf8) }
            try #require(pages.count >= 3)
            #expect(throws: Never.self) { try open(bytes) }
            // Then each part of the headers says so, with the place.
            for count in 4...pages[2] {
                let reason = FormatError.Reason.endsEarly("first pages, before its first sound")
                #expect(throws: FormatError(reason, offset: Int64(count)), "\(count)") {
                    try open(Array(bytes[..<count]))
                }
            }
        }

        @Test("or whole, and has no sound, says that")
        func others() throws {
            // A page of a bitstream that is no sound, and the last one.
            var page = Array("OggS".utf8) + [0, 6] + [UInt8](repeating: 0, count: 8)
            page += [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 10] + Array("\u{1}something".utf8)
            #expect(throws: FormatError(.missing("sound track"))) { try open(page) }
        }
    }
#endif
