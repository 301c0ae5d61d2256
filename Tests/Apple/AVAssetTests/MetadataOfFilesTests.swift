import AVFoundation
import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

@Suite("Metadata")
struct MetadataOfFilesTests {
    let folder: AssetFolder

    init() throws {
        folder = try AssetFolder()
    }

    private func items(_ url: URL) async throws -> [AVMetadataItem] {
        try await AVURLAsset(url: url).load(.metadata)
    }

    private func lines(_ items: [AVMetadataItem]) -> [String] {
        items.map { item in
            let value = item.stringValue ?? item.dataValue.map { "\($0.count) bytes" } ?? "nothing"
            return "\(item.identifier?.rawValue ?? "-") = \(value)"
        }
    }

    // MARK: ID3

    @Test("of ID3 has all frames by their names, with descriptions and languages")
    func id3() async throws {
        let frames: [(id: String, content: [UInt8])] = [
            ("TIT2", text("A title")), ("TRCK", text("3/12")), ("TCON", text("(17)")),
            ("COMM", [3] + ascii("deu") + ascii("short\0a comment")),
            ("USLT", [3] + ascii("eng") + ascii("\0the words")),
            ("TXXX", text("key\0a value")), ("WXXX", text("page\0http://a.example/")),
            ("PRIV", ascii("owner") + [0, 1, 2, 3]), ("UFID", ascii("base") + [0, 9]),
            ("MCDI", [1, 2]),
            (
                "APIC",
                [3] + ascii("image/jpeg") + [0, 4] + ascii("back") + [0] + smallPicture
            ),
        ]
        let found = try await items(folder.mp3(tag: id3Tag(version: 3, frames)))
        #expect(
            lines(found) == [
                "id3/TIT2 = A title", "id3/TRCK = 3/12", "id3/TCON = (17)",
                "id3/COMM = a comment", "id3/USLT = the words", "id3/TXXX = a value",
                "id3/WXXX = http://a.example/", "id3/PRIV = 3 bytes", "id3/UFID = 1 bytes",
                "id3/MCDI = 2 bytes", "id3/APIC = \(smallPicture.count) bytes",
            ])
        #expect(found[3].extraAttributes?[.info] as? String == "short")
        #expect(found[3].extendedLanguageTag == "de")
        #expect(found[4].locale?.identifier == "en")
        #expect(found[5].extraAttributes?[.info] as? String == "key")
        #expect(found[7].extraAttributes?[.info] as? String == "owner")
        #expect(found[10].dataType == "com.apple.metadata.datatype.JPEG")
        #expect((found[0].key as? NSString) == "TIT2")
        #expect((found[0].value as? NSString) == "A title")
        let asset = AVURLAsset(url: try folder.mp3(tag: id3Tag(version: 3, frames)))
        #expect(try await asset.load(.lyrics) == "the words")
        #expect(try await asset.load(.creationDate) == nil)
    }

    @Test("of version 2.2 has names of three characters behind a zero")
    func id3OfVersion2() async throws {
        let frames: [(id: String, content: [UInt8])] = [
            ("TT2", [0] + ascii("A title")), ("TP1", [0] + ascii("An artist")),
            ("PIC", [0] + ascii("JPG") + [3, 0] + smallPicture),
        ]
        let found = try await items(folder.mp3(tag: id3Tag(version: 2, frames)))
        #expect(
            lines(found) == [
                "id3/%00TT2 = A title", "id3/%00TP1 = An artist",
                "id3/%00PIC = \(smallPicture.count) bytes",
            ])
        #expect(
            found.map(\.commonKey) == [.commonKeyTitle, .commonKeyArtist, .commonKeyArtwork])
    }

    @Test("of an ID3v1 tag is given where there is no other")
    func id3v1() async throws {
        var tag = ascii("TAG") + ascii("A title") + [UInt8](repeating: 0, count: 23)
        tag += ascii("An artist") + [UInt8](repeating: 0, count: 21)
        tag += [UInt8](repeating: 0, count: 30) + ascii("2004")
        tag += [UInt8](repeating: 0, count: 28) + [0, 7, 255]
        #expect(tag.count == 128)
        let found = try await items(folder.mp3(behind: tag))
        #expect(
            lines(found) == [
                "id3/TIT2 = A title", "id3/TPE1 = An artist", "id3/TYER = 2004", "id3/TRCK = 7",
            ])
    }

    // MARK: MPEG-4 and QuickTime

    private static func item(_ id: String, _ kind: UInt32, _ content: [UInt8]) -> [UInt8] {
        box(id, box("data", words(kind, 0), content))
    }

    private static func iTunes(_ items: [UInt8]...) -> [UInt8] {
        let handler = fullBox("hdlr", words(0), ascii("mdir"), words(0, 0, 0))
        return box("udta", fullBox("meta", handler, box("ilst", items.flatMap { $0 })))
    }

    @Test("of iTunes has its codes, with the bytes of pairs and pictures")
    func iTunes() async throws {
        let named = box(
            "----", fullBox("mean", ascii("com.apple.iTunes")), fullBox("name", ascii("MOOD")),
            box("data", words(1, 0), ascii("calm")))
        var movie = Movie()
        movie.inMovie = Self.iTunes(
            Self.item("©nam", 1, ascii("A title")), Self.item("aART", 1, ascii("A band")),
            Self.item("trkn", 0, [0, 0, 0, 3, 0, 12, 0, 0]),
            Self.item("disk", 0, [0, 0, 0, 1, 0, 2, 0, 0]), Self.item("tmpo", 21, [0, 120]),
            Self.item("cpil", 21, [1]), Self.item("covr", 13, smallPicture),
            Self.item("©day", 1, ascii("2004-05-06T07:08:09Z")), named)
        let found = try await items(folder.file(movie.bytes, "a.m4a"))
        #expect(
            lines(found) == [
                "itsk/%A9nam = A title", "itsk/aART = A band", "itsk/trkn = 8 bytes",
                "itsk/disk = 8 bytes", "itsk/tmpo = 120", "itsk/cpil = 1",
                "itsk/covr = \(smallPicture.count) bytes", "itsk/%A9day = 2004-05-06T07:08:09Z",
                "itlk/com.apple.iTunes.MOOD = calm",
            ])
        #expect((found[0].key as? NSString) == "@nam")
        #expect(found[2].dataValue == Data([0, 0, 0, 3, 0, 12, 0, 0]))
        #expect(found[4].numberValue == 120)
        #expect(found[7].dateValue == Date(timeIntervalSince1970: 1_083_827_289))
        let asset = AVURLAsset(url: URL(fileURLWithPath: folder.folder.file("a.m4a")))
        #expect(try await asset.load(.availableMetadataFormats) == [.iTunesMetadata])
        #expect(try await asset.load(.creationDate)?.identifier == .iTunesMetadataReleaseDate)
    }

    @Test("of QuickTime has names, texts of user data with their languages, and those of a track")
    func quickTime() async throws {
        let names = ["com.apple.quicktime.title", "com.apple.quicktime.make", "org.example.x"]
        let keys = fullBox(
            "keys", words(3),
            names.flatMap {
                bigEndian(UInt32(8 + $0.utf8.count)) + ascii("mdta") + ascii($0)
            })
        let values = (1...3).flatMap { index in
            bigEndian(UInt32(8 + 16 + 5)) + words(UInt32(index))
                + box("data", words(1, 0), ascii("name\(index)"))
        }
        let list = box(
            "meta", fullBox("hdlr", words(0), ascii("mdta"), words(0, 0, 0)), keys,
            box("ilst", values))
        func userText(_ id: String, _ text: String, _ language: UInt16) -> [UInt8] {
            box(id, bigEndian(UInt16(text.utf8.count)), bigEndian(language), ascii(text))
        }
        let german: UInt16 = 0x10B5
        let texts = box(
            "udta", userText("©nam", "Ein Titel", german), userText("©cmt", "A comment", 0),
            fullBox("titl", bigEndian(german), ascii("Titel\0")))
        var movie = Movie()
        movie.inMovie = list + texts
        movie.inTrack = box("udta", userText("©nam", "Ton", 0))
        let asset = AVURLAsset(url: try folder.file(movie.bytes, "a.mov"))
        let found = try await asset.load(.metadata)
        #expect(
            lines(found) == [
                "mdta/com.apple.quicktime.title = name1", "mdta/com.apple.quicktime.make = name2",
                "mdta/org.example.x = name3", "udta/%A9nam = Ein Titel", "udta/%A9cmt = A comment",
                "uiso/titl = Titel",
            ])
        #expect(found.map(\.extendedLanguageTag) == [nil, nil, nil, "de", nil, "de"])
        #expect(
            found.map(\.commonKey) == [
                .commonKeyTitle, .commonKeyMake, nil, .commonKeyTitle, nil, .commonKeyTitle,
            ])
        #expect(
            try await asset.load(.availableMetadataFormats) == [
                .quickTimeMetadata, .quickTimeUserData, .isoUserData,
            ])
        let track = try #require(try await asset.load(.tracks).first)
        #expect(lines(try await track.load(.metadata)) == ["udta/%A9nam = Ton"])
        #expect(track.commonMetadata.map(\.stringValue) == ["Ton"])
    }

    // MARK: Others

    #if FFmpeg
        @Test("of FLAC has the comments and the picture")
        func vorbis() async throws {
            var tags = FileTags()
            tags.texts = [("title", "A title"), ("recorded date", "2004"), ("mine", "x")]
            tags.pictures = [AttachedPicture(bytes: smallPicture)]
            let found = try await items(
                folder.tagged(.flac, .flac, tags, name: "a.flac"))
            #expect(
                lines(found).map { $0.lowercased() } == [
                    "vorb/title = a title", "vorb/date = 2004", "vorb/mine = x",
                    "vorb/metadata_block_picture = \(smallPicture.count) bytes",
                ])
            #expect(
                found.map(\.commonKey) == [
                    .commonKeyTitle, .commonKeyCreationDate, nil, .commonKeyArtwork,
                ])
        }
    #endif

    @Test("of WAVE and CAF has the keys of Audio File Services", arguments: ["wav", "caf"])
    func information(ending: String) async throws {
        var tags = FileTags()
        tags.texts = [("title", "A title"), ("artist", "An artist")]
        let kind = try #require(ContainerKind(rawValue: ending))
        let found = try await items(folder.tagged(kind, .linearPCM, tags, name: "a.\(ending)"))
        #expect(lines(found) == ["caaf/title = A title", "caaf/artist = An artist"])
        #expect(found.map(\.keySpace) == [.audioFile, .audioFile])
        #expect(found.map(\.commonKey) == [.commonKeyTitle, .commonKeyArtist])
    }

    // MARK: Chapters

    @Test("has chapters as groups of a title and a picture")
    func chapters() async throws {
        func chapter(_ name: String, _ start: UInt32, _ end: UInt32, _ title: String) -> [UInt8] {
            let title = text(title)
            return ascii(name) + [0] + words(start, end, .max, .max) + ascii("TIT2")
                + bigEndian(UInt32(title.count)) + [0, 0] + title
        }
        let picture =
            [0] + ascii("image/jpeg") + [0, 3, 0] + smallPicture
        let frames: [(id: String, content: [UInt8])] = [
            (
                "CHAP",
                chapter("b", 500, 1000, "Second") + ascii("APIC")
                    + bigEndian(UInt32(picture.count)) + [0, 0] + picture
            ),
            ("CHAP", chapter("a", 0, 500, "First")),
        ]
        let asset = AVURLAsset(url: try folder.mp3(tag: id3Tag(version: 3, frames)))
        let groups = try await asset.loadChapterMetadataGroups(
            bestMatchingPreferredLanguages: ["en"])
        #expect(groups.map(\.items.first?.stringValue) == ["First", "Second"])
        #expect(groups.map(\.timeRange.start.seconds) == [0, 0.5])
        #expect(groups.map(\.timeRange.end.seconds) == [0.5, 1])
        #expect(groups[0].items[0].commonKey == .commonKeyTitle)
        #expect(groups[1].items.last?.commonKey == .commonKeyArtwork)
        #expect(groups[1].items.last?.dataValue == Data(smallPicture))
        let locales = try await asset.load(.availableChapterLocales)
        #expect(locales.count == 1)
        #expect(
            asset.chapterMetadataGroups(withTitleLocale: locales[0]).count == 2)
        #expect(try await asset.load(.metadata) == [])
        let none = AVURLAsset(url: try folder.wave(frameCount: 80))
        #expect(try await none.loadChapterMetadataGroups(withTitleLocale: locales[0]) == [])
        #expect(none.availableChapterLocales == [])
    }
}
