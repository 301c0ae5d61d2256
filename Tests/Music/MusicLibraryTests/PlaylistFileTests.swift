import Foundation
import MusicLibrary
import TestSupport
import Testing

@Suite("A playlist's file")
struct PlaylistFileTests {
    private func entries(
        _ text: String, _ format: PlaylistFile.Format
    ) throws -> [PlaylistFile.Entry] {
        try PlaylistFile(Array(text.utf8), format: format).entries
    }

    @Test("of M3U has paths, durations and names")
    func m3u() throws {
        let list = try PlaylistFile(
            Array(
                """
                \u{FEFF}#EXTM3U\r
                #PLAYLIST: Road \r
                #EXTINF:123,The Band - A Song - Live\r
                a/b c.mp3\r
                # a comment\r
                \r
                #EXTINF:-1 tvg-id="x,y" ,Only a title\r
                C:\\Music\\d.mp3\r
                #EXTINF:12.5\r
                file:///m/%C3%A9.mp3
                """.utf8), format: .m3u8)
        #expect(list.title == "Road")
        #expect(
            list.entries == [
                .init(
                    location: "a/b c.mp3", title: "A Song - Live", artist: "The Band",
                    seconds: 123),
                .init(location: "C:\\Music\\d.mp3", title: "Only a title"),
                .init(location: "file:///m/%C3%A9.mp3", seconds: 12.5),
            ])
    }

    @Test("of M3U in Latin-1 or in UTF-16 is read too")
    func encodings() throws {
        let latin = Array("#EXTINF:5,Bj".utf8) + [0xF6] + Array("rk\nBj".utf8) + [0xF6, 0x2E, 0x6D]
        #expect(
            try PlaylistFile(latin, format: .m3u).entries == [
                .init(location: "Bjö.m", title: "Björk", seconds: 5)
            ])
        let wide: [UInt8] =
            [0xFF, 0xFE] + "é.mp3\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try PlaylistFile(wide, format: .m3u).entries == [.init(location: "é.mp3")])
    }

    @Test("that lists the segments of a stream is refused")
    func stream() {
        #expect(throws: PlaylistFileError.stream) {
            try entries("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\na.ts\n", .m3u8)
        }
    }

    @Test("of PLS has its entries by number, in any order and with gaps")
    func pls() throws {
        let text = """
            ; a comment
            [Playlist]
            NumberOfEntries=99
            Title7=Band - Seventh
            file7=7.mp3
            FILE2 = 2.mp3
            Length7=70
            length2=-1
            File2=again.mp3
            File=none.mp3
            Version=2
            """
        #expect(
            try entries(text, .pls) == [
                .init(location: "2.mp3"),
                .init(location: "7.mp3", title: "Seventh", artist: "Band", seconds: 70),
            ])
        #expect(throws: PlaylistFileError.notAPlaylist(format: "PLS")) {
            try entries("File1=a.mp3\n", .pls)
        }
    }

    @Test("of XSPF has titles, alternatives and a base")
    func xspf() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- made by hand -->
            <playlist version="1" xmlns="http://xspf.org/ns/0/" xml:base="file:///m/">
              <title>A &amp; B</title><creator>Ann</creator><annotation>x&#x41;&#66;</annotation>
              <trackList>
                <track>
                  <location>a%20b.mp3</location><location>http://host/a.mp3</location>
                  <title><![CDATA[<One>]]></title><creator>Band</creator><album>Al</album>
                  <duration>1500</duration><trackNum>3</trackNum><image>x.png</image>
                </track>
                <track xml:base="/other/"><location>c.mp3</location></track>
                <track><title>Without a place</title></track>
              </trackList>
            </playlist>
            """
        let list = try PlaylistFile(Array(text.utf8), format: .xspf)
        #expect((list.title, list.author, list.description) == ("A & B", "Ann", "xAB"))
        #expect(
            list.entries == [
                .init(
                    location: "file:///m/a%20b.mp3", alternatives: ["http://host/a.mp3"],
                    title: "<One>", artist: "Band", album: "Al", seconds: 1.5),
                .init(location: "file:///other/c.mp3"),
            ])
        let empty = "<x:playlist xmlns:x='http://xspf.org/ns/0/'><x:trackList/></x:playlist>"
        #expect(try entries(empty, .xspf) == [])
    }

    @Test(
        "of XSPF with a document type, or that is not well-formed, is refused",
        arguments: [
            "<!DOCTYPE x [<!ENTITY a \"aaaa\">]><playlist>&a;</playlist>",
            "<playlist>&a;</playlist>", "<playlist><a></playlist>", "<playlist>",
            "<playlist a='1' a='2'/>", "<playlist a=1/>", "<playlist/><playlist/>",
            "text<playlist/>", "<playlist>\u{1}</playlist>", "<playlist>&#0;</playlist>",
            "<playlist>&#xD800;</playlist>", "", "<html/>", "<playlist>&amp</playlist>",
            String(repeating: "<playlist>", count: 1000),
        ])
    func badXML(text: String) {
        #expect(throws: PlaylistFileError.self) { try entries(text, .xspf) }
    }

    /// Entries with everything that is difficult in a line, a key or an element.
    private static let difficult = PlaylistFile(
        title: "A & <list>", author: nil, description: nil,
        entries: [
            .init(location: "plain.mp3", title: "Title", artist: "Artist", seconds: 61),
            .init(location: "#hash.mp3"), .init(location: " blank .mp3 "),
            .init(location: "/abs/new\nline.mp3"), .init(location: "a:b/100%25.mp3"),
            .init(location: "/ä/日本語.flac", title: "日本 & <x>"),
            .init(location: "http://host/radio?x=1&y=2", seconds: 7),
        ])

    @Test(
        "has the same entries when it was written and is read again",
        arguments: PlaylistFile.Format.allCases)
    func roundTrip(format: PlaylistFile.Format) throws {
        let first = try PlaylistFile(Self.difficult.bytes(as: format), format: format)
        #expect(first.entries.count == Self.difficult.entries.count)
        #expect(first.entries.map(\.title) == Self.difficult.entries.map(\.title))
        #expect(first.entries.map(\.seconds) == Self.difficult.entries.map(\.seconds))
        #expect(try PlaylistFile(first.bytes(as: format), format: format) == first)
    }

    @Test(
        "is read in bounded time and memory whatever it holds",
        arguments: PlaylistFile.Format.allCases)
    func limits(format: PlaylistFile.Format) throws {
        var list = PlaylistFile()
        list.entries = Array(
            repeating: .init(location: "a.mp3", title: "T"),
            count: PlaylistFile.Limits.entriesMax + 5)
        let read = try PlaylistFile(list.bytes(as: format), format: format)
        #expect((read.entries.count, read.isCut) == (PlaylistFile.Limits.entriesMax, true))
        let long = String(repeating: "x", count: PlaylistFile.Limits.locationByteCountMax + 1)
        list.entries = [.init(location: long), .init(location: "a.mp3", title: long)]
        let cut = try PlaylistFile(list.bytes(as: format), format: format)
        try #require(cut.entries.map(\.location.utf8.count) == [5])
        #expect(cut.entries[0].title?.utf8.count == PlaylistFile.Limits.textByteCountMax)
        let large = [UInt8](repeating: 0x41, count: PlaylistFile.Limits.byteCountMax + 1)
        #expect(throws: PlaylistFileError.tooLarge) { try PlaylistFile(large, format: format) }
    }

    @Test(
        "of any bytes is read or refused, and what was read is written and read again",
        arguments: PlaylistFile.Format.allCases)
    func damage(format: PlaylistFile.Format) throws {
        let whole = Self.difficult.bytes(as: format)
        for index in whole.indices {
            for byte: UInt8 in [0, 0x0A, 0x3C, 0x26, 0x25, 0xFF] {
                var bytes = whole
                bytes[index] = byte
                for input in [bytes, Array(bytes.prefix(index))] {
                    guard let list = try? PlaylistFile(input, format: format) else { continue }
                    let again = try PlaylistFile(list.bytes(as: format), format: format)
                    #expect(again.entries.count == list.entries.count)
                }
            }
        }
    }
}

@Suite("Playlists that fuzzing has found")
struct FoundPlaylistTests {
    @Test(
        "keep their entries",
        arguments: [
            "ASMWAAAAAAAAACNQTEFZTklTVDpQQSAtIDoxMixBKC0gDQphL2IlMjFjLm1wMw1tQzoKZC9lCkIKLi5hL2Il"
                + "MTBjLm1wMw1tQzoKZCZcZg1sZTovLy9lCoWFCnAzaXJlOi8v1JoD"
        ])
    func found(base64: String) throws {
        let bytes = Array(try #require(Data(base64Encoded: base64)))
        #expect(keepsPlaylistFile(bytes))
    }
}
