#if FFmpeg
    import AudioFormats
    import AudioModel
    import Foundation
    import TestSupport
    import Testing

    /// Every tag of the table is taken from every kind of file to every other: it arrives, or it is
    /// named among those that are left out.
    @Suite("A tag between two kinds of files", .serialized)
    struct TagPairsTests {
        /// Kinds, with the coding in them; `nil` is linear PCM.
        static let files: [TaggedFile] = [
            TaggedFile(kind: .wav), TaggedFile(kind: .aiff), TaggedFile(kind: .caf),
            TaggedFile(kind: .au), TaggedFile(kind: .m4a, id: .appleLossless),
            TaggedFile(kind: .adts, id: .mpeg4AAC), TaggedFile(kind: .flac, id: .flac),
            TaggedFile(kind: .ogg, id: .opus), TaggedFile(kind: .mp3, id: .mpegLayer3),
        ].filter(\.isEncodable)

        static let pairs = files.flatMap { from in files.map { TagPair(from: from, to: $0) } }

        /// A value of the kind that a key has.
        static func value(_ key: String) -> String {
            switch key {
            case "track number", "disc number": "3/12"
            case "movement number": "2/4"
            case "compilation", "podcast", "show movement", "gapless playback": "1"
            case "tempo", "episode", "season", "media kind", "content rating", "play count":
                "7"
            case "year", "recorded date": "2004-03-01"
            case "genre": "Rock"
            case _ where key.hasSuffix(" date"): "1999-12-31"
            case "license", "podcast address": "http://a/\(key.count)"
            case _ where key.hasSuffix("web page"): "http://b/\(key.count)"
            default: "≈ \(key)"
            }
        }

        /// A text for each key, several values, keys without a row, pictures and chapters.
        static var tags: FileTags {
            var tags = FileTags()
            let parts = ["recorded date", "track count", "disc count", "movement count"]
            tags.texts = TagTable.keys.filter { !parts.contains($0) }.map { ($0, value($0)) }
            tags.texts += [("artist", "A second"), ("genre", "Calm"), ("Own Name", "mine")]
            tags.texts += [("comments:Note", "another"), ("performer:guitar", "Her")]
            tags.texts += [("rating:Her", "196")]
            tags.pictures = [
                AttachedPicture(description: "In front", bytes: Self.png),
                AttachedPicture(
                    kind: 4, bytes: [0xFF, 0xD8] + [UInt8](repeating: 7, count: 70_000)),
            ]
            tags.chapters = [
                AudioChapter(start: 0, title: "Ebb"), AudioChapter(start: 0.0625, title: "Flow"),
            ]
            return tags
        }

        /// A picture of one pixel.
        static let png: [UInt8] = Array(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
                    + "awAAAABJRU5ErkJggg==") ?? Data())

        @Test("arrives or is named", arguments: pairs)
        func pair(_ pair: TagPair) throws {
            // Given what the first kind holds of all tags.
            let source = try open(pair.from.bytes(Self.tags)).fileTags()
            // When a file of the second kind gets it.
            let copy = try open(pair.to.bytes(source)).fileTags()
            // Then it has each tag, but for those that are named.
            let lost = Set(pair.to.kind.lostTags(source))
            let arrived = Set(copy.comparable)
            let counts = [
                "track count=12": "track number", "disc count=12": "disc number",
                "movement count=4": "movement number",
            ]
            for text in source.comparable where !arrived.contains(text) {
                // A number is named together with its total.
                if let number = counts[text], lost.contains(number) { continue }
                let key = String(text.prefix { $0 != "=" })
                #expect(lost.contains { Self.plain($0) == key }, "\(text)")
            }
            for key in lost where !key.hasPrefix("the ") {
                #expect(
                    !copy.comparable.contains { $0.hasPrefix(key.lowercased() + "=") }, "\(key)")
            }
            if !lost.contains("the pictures") {
                #expect(copy.pictures.map(\.bytes) == source.pictures.map(\.bytes))
                let kinds = lost.contains { $0.hasPrefix("the kinds") }
                if !kinds { #expect(copy.pictures == source.pictures) }
            }
            if !lost.contains("the chapters") {
                #expect(copy.chapters.map(\.title) == source.chapters.map(\.title))
                for (found, expected) in zip(copy.chapters, source.chapters) {
                    #expect(abs(found.start - expected.start) < 0.001)
                }
            }
        }

        /// The key of a tag that is left out as `comparable` has it.
        private static func plain(_ key: String) -> String {
            key == "recorded date" ? "year" : key.lowercased()
        }

        @Test("of a kind with free names is never lost", arguments: files.filter { $0.kind != .au })
        func nothing(_ file: TaggedFile) throws {
            let lost = file.kind.lostTags(Self.tags)
            #expect(lost.allSatisfy { $0.hasPrefix("the ") && $0.hasSuffix("pictures") })
        }

        // MARK: Other programs

        /// What FFmpeg calls the tags that it knows in every kind of file.
        private static let names = [
            "title": "title", "artist": "artist", "album": "album", "comments": "comment",
            "genre": "genre", "copyright": "copyright",
        ]

        @Test(
            "is read by FFmpeg",
            .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
            arguments: files.filter { $0.kind != .au })
        func ffprobe(_ file: TaggedFile) throws {
            let folder = try TemporaryFolder()
            let path = folder.file("tagged.\(file.kind.extensions[0])")
            var tags = Self.tags
            // FFmpeg joins several values in its own way.
            tags.texts.removeAll { ["A second", "Calm"].contains($0.value) }
            // It takes a description in Vorbis comments for a comment.
            tags.texts.removeAll { $0.key == "description" }
            try Data(file.bytes(tags)).write(to: URL(fileURLWithPath: path))
            let output = try ExternalProgram.ffprobe.run([
                "-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "default", path,
            ])
            let lines = String(decoding: output, as: UTF8.self).lowercased()
                .split(whereSeparator: \.isNewline).map(String.init)
            for (key, name) in Self.names {
                // Core Audio's own key is the name in a Core Audio file.
                let name = file.kind == .caf ? key : name
                let line = "tag:\(name)=\(Self.value(key).lowercased())"
                #expect(lines.contains(line), "\(line)")
            }
        }

        @Test(
            "as a chapter is read once by FFmpeg",
            .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
            arguments: files.filter { ![.au, .caf, .adts].contains($0.kind) })
        func ffprobeChapters(_ file: TaggedFile) throws {
            let folder = try TemporaryFolder()
            let path = folder.file("tagged.\(file.kind.extensions[0])")
            try Data(file.bytes(Self.tags)).write(to: URL(fileURLWithPath: path))
            let output = try ExternalProgram.ffprobe.run([
                "-v", "error", "-show_entries", "chapter_tags=title", "-of", "csv=p=0", path,
            ])
            let titles = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
            #expect(titles == ["Ebb", "Flow"])
        }

        @Test(
            "is read by mutagen",
            .enabled(if: Mutagen.isInstalled, "python3-mutagen is not installed"),
            arguments: files.filter { ![.au, .caf, .adts].contains($0.kind) })
        func mutagen(_ file: TaggedFile) throws {
            let folder = try TemporaryFolder()
            let path = folder.file("tagged.\(file.kind.extensions[0])")
            try Data(file.bytes(Self.tags)).write(to: URL(fileURLWithPath: path))
            let found = try Mutagen.values(path)
            for (key, value) in Self.tags.texts where !Mutagen.isOwnForm(key) {
                let parts = value.split(separator: "/").map(String.init)
                let isThere =
                    found.contains(value) || found.contains { $0.contains(value) }
                    || parts.allSatisfy { part in found.contains { $0.contains(part) } }
                #expect(isThere, "\(key)")
            }
        }
    }

    extension FileTags {
        /// The texts in one form: dates under one key, keys in lower case, numbers without totals.
        fileprivate var comparable: [String] {
            texts.flatMap { key, value -> [String] in
                let key = key == "recorded date" ? "year" : key.lowercased()
                let counts = [
                    "track number": "track count", "disc number": "disc count",
                    "movement number": "movement count",
                ]
                let parts = value.split(separator: "/")
                if let count = counts[key], parts.count == 2 {
                    return ["\(key)=\(parts[0])", "\(count)=\(parts[1])"]
                }
                return ["\(key)=\(value)"]
            }
        }
    }
#endif
