import MediaPlaylists
import Testing

@Suite struct PlainPlaylistTests {
    @Test func `M3U gives its locations in order, with titles and durations`() throws {
        let text = """
            \u{FEFF}#EXTM3U\r
            #EXTINF:-1,Radio One\r
            http://one.example/stream\r
            # a comment
              relative/two.mp3\t

            #EXTINF:123.5,Artist - Title, with a comma
            three.mp3
            """
        let list = try PlainPlaylist(parsing: Array(text.utf8), kind: .m3u)
        #expect(
            list.entries == [
                .init(location: "http://one.example/stream", title: "Radio One"),
                .init(location: "relative/two.mp3"),
                .init(
                    location: "three.mp3", title: "Artist - Title, with a comma", duration: 123.5),
            ])
    }

    @Test func `PLS gives its files by number`() throws {
        let text = """
            [Playlist]
            NumberOfEntries=2
            File2=http://two
            Title2=Two
            Length2=-1
            file1 = http://one
            Length1=61
            Version=2
            """
        let list = try PlainPlaylist(parsing: Array(text.utf8), kind: .pls)
        #expect(
            list.entries == [
                .init(location: "http://one", duration: 61),
                .init(location: "http://two", title: "Two"),
            ])
    }

    @Test func `Latin-1 names are read`() throws {
        let bytes = Array("caf".utf8) + [0xE9] + Array(".mp3\n".utf8)
        #expect(
            try PlainPlaylist(parsing: bytes, kind: .m3u).entries.map(\.location) == ["café.mp3"])
    }

    @Test func `what is no list is refused`() {
        #expect(throws: MediaPlaylistError.notAPlaylist) {
            try PlainPlaylist(parsing: [0x41, 0, 0x42], kind: .m3u)
        }
        #expect(throws: MediaPlaylistError.notAPlaylist) {
            try PlainPlaylist(parsing: Array("File1=a\n".utf8), kind: .pls)
        }
        #expect(throws: MediaPlaylistError.tooLarge) {
            try PlainPlaylist(
                parsing: [UInt8](repeating: 0x0A, count: PlaylistLimits.bytesMax + 1), kind: .m3u)
        }
    }

    @Test func `entries past the limit are left out`() throws {
        let lines = [UInt8]((0..<PlaylistLimits.bytesMax).map { $0 % 2 == 0 ? 0x61 : 0x0A })
        let list = try PlainPlaylist(parsing: lines, kind: .m3u)
        #expect(list.entries.count == PlaylistLimits.entriesMax)
    }

    @Test(
        arguments: [
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n", nil, "http://a/b", MediaPlaylistKind.hls),
            ("\n  #EXTM3U  \n#EXTINF:4,\nseg\n#EXT-X-ENDLIST", nil, "http://a/b", .hls),
            (
                "#EXTM3U\n#EXTINF:-1,x\nhttp://b", "application/vnd.apple.mpegurl", "http://a/b",
                .m3u
            ),
            ("[playlist]\nFile1=x", "text/plain", "http://a/b", .pls),
            ("http://b/c", "audio/x-mpegurl; charset=utf-8", "http://a/b", .m3u),
            ("http://b/c", nil, "http://a/b.m3u?x=.mp3", .m3u),
            ("File1=", "audio/x-scpls", "http://a/b", .pls),
            ("words", nil, "http://a/b.mp3", nil),
            ("ID3\u{3}\u{0}", "audio/x-mpegurl", "http://a/b.m3u", nil),
            ("", "audio/x-mpegurl", "http://a/b.m3u", nil),
        ] as [(String, String?, String, MediaPlaylistKind?)])
    func `the kind is told by content, then type, then extension`(
        content: String, type: String?, url: String, kind: MediaPlaylistKind?
    ) {
        #expect(MediaPlaylistKind(head: Array(content.utf8), mimeType: type, url: url) == kind)
    }
}
