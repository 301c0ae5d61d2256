import MediaPlaylists
import Testing

@Suite struct HLSPlaylistTests {
    private static let url = "https://a.example/dir/list.m3u8?token=T"

    private static func media(_ text: String) throws -> HLSMediaPlaylist {
        guard case .media(let list) = try HLSPlaylist(parsing: Array(text.utf8), at: url) else {
            throw MediaPlaylistError.notAPlaylist
        }
        return list
    }

    private static func master(_ text: String) throws -> HLSMasterPlaylist {
        guard case .master(let list) = try HLSPlaylist(parsing: Array(text.utf8), at: url) else {
            throw MediaPlaylistError.notAPlaylist
        }
        return list
    }

    private static let everything = """
        #EXTM3U
        #EXT-X-VERSION:8
        #EXT-X-TARGETDURATION:4
        #EXT-X-MEDIA-SEQUENCE:7
        #EXT-X-DISCONTINUITY-SEQUENCE:2
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-START:TIME-OFFSET=-8.5,PRECISE=YES
        #EXT-X-DEFINE:NAME="cdn",VALUE="https://b.example"
        #EXT-X-DEFINE:QUERYPARAM="token"
        #EXT-X-MAP:URI="init.mp4",BYTERANGE="720@100"
        #EXT-X-KEY:METHOD=AES-128,URI="key?x={$token}",IV=0x1f
        #EXT-X-PROGRAM-DATE-TIME:2010-02-19T14:54:23.031+08:00
        #EXTINF:3.5,a title
        one.m4s
        # a comment
        #EXT-X-UNKNOWN:1
        #EXT-X-BYTERANGE:100@50
        #EXTINF:4,
        {$cdn}/two.m4s
        #EXT-X-BYTERANGE:10
        #EXTINF:4
        {$cdn}/two.m4s
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-DISCONTINUITY
        #EXT-X-GAP
        #EXTINF:2.25,
        four.m4s
        #EXT-X-DATERANGE:ID="ad",START-DATE="2010-02-19T06:54:30Z",DURATION=5,X-COM-X="y, z"
        #EXT-X-ENDLIST
        """

    @Test func `every tag of a media playlist is read`() throws {
        let list = try Self.media(Self.everything)
        #expect(list.targetDuration == 4)
        #expect(list.mediaSequence == 7)
        #expect(list.discontinuitySequence == 2)
        #expect(list.kind == .vod)
        #expect(list.startOffset == -8.5)
        #expect(list.hasEnded)
        #expect(list.duration == 13.75)
        #expect(list.maps == [HLSMap(uri: "init.mp4", bytes: 100..<820)])
        let vector = [UInt8](repeating: 0, count: 15) + [0x1F]
        #expect(list.keys == [HLSKey(method: .aes128, uri: "key?x=T", vector: vector)])
        let date = 1_266_562_463.031
        #expect(
            list.segments == [
                HLSSegment(
                    uri: "one.m4s", duration: 3.5, discontinuity: 2, map: 0, key: 0, date: date),
                HLSSegment(
                    uri: "https://b.example/two.m4s", duration: 4, bytes: 50..<150,
                    discontinuity: 2, map: 0, key: 0, date: date + 3.5),
                HLSSegment(
                    uri: "https://b.example/two.m4s", duration: 4, bytes: 150..<160,
                    discontinuity: 2, map: 0, key: 0, date: date + 3.5 + 4),
                HLSSegment(
                    uri: "four.m4s", duration: 2.25, discontinuity: 3, map: 0, isGap: true),
            ])
        #expect(list.dateRanges.map(\.id) == ["ad"])
        #expect(list.dateRanges.first?.start == 1_266_562_470)
        #expect(list.dateRanges.first?.duration == 5)
        #expect(list.dateRanges.first?.attributes.last == .init(name: "X-COM-X", value: "y, z"))
        #expect(list.address(of: "one.m4s") == "https://a.example/dir/one.m4s")
    }

    @Test func `other encryption is told by its name, and identity is preferred`() throws {
        let list = try Self.media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXTINF:4,
            a.ts
            #EXT-X-KEY:METHOD=AES-128,URI="k"
            #EXTINF:4,
            b.ts
            """)
        let methods = list.segments.map { $0.key.map { list.keys[$0].method } }
        #expect(methods == [.other("SAMPLE-AES of com.apple.streamingkeydelivery"), .aes128])
        #expect(!list.hasEnded)
    }

    @Test func `a master playlist has variants and renditions`() throws {
        let list = try Self.master(
            """
            #EXTM3U
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,URI="de.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="x",URI="s.m3u8"
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="iframe.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.5"
            low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.4d401e, mp4a.40.2",RESOLUTION=640x360,AUDIO="g"
            film.m3u8
            """)
        #expect(
            list.variants == [
                HLSVariant(uri: "low.m3u8", bandwidth: 64_000, codecs: ["mp4a.40.5"]),
                HLSVariant(
                    uri: "film.m3u8", bandwidth: 800_000, codecs: ["avc1.4d401e", "mp4a.40.2"],
                    hasResolution: true, audioGroup: "g"),
            ])
        #expect(list.renditions.map(\.uri) == ["en.m3u8", "de.m3u8"])
        #expect(list.renditions.map(\.isDefault) == [true, false])
    }

    @Test func `variables of the master playlist are imported`() throws {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-DEFINE:IMPORT=\"v\"\n#EXTINF:1,\n{$v}{$w}"
        let list = try HLSPlaylist(parsing: Array(text.utf8), at: Self.url, variables: ["v": "V"])
        guard case .media(let media) = list else {
            Issue.record("no media playlist")
            return
        }
        #expect(media.segments.map(\.uri) == ["V{$w}"])
        #expect(throws: MediaPlaylistError.badTag("EXT-X-DEFINE")) { try Self.media(text) }
    }

    @Test(arguments: [
        ("", MediaPlaylistError.notAPlaylist),
        ("#EXTINF:1,\na", .notAPlaylist),
        ("#EXTM3U\na", .notAPlaylist),
        ("#EXTM3U\n#EXTINF:1,\na", .badTag("EXT-X-TARGETDURATION")),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:x\n", .badTag("EXT-X-TARGETDURATION")),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-STREAM-INF:BANDWIDTH=1\na", .notAPlaylist),
        ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n", .badTag("EXT-X-STREAM-INF")),
        ("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:99999999999999999999\n", .badTag("EXT-X-MEDIA-SEQUENCE")),
        ("#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,IV=0xZZ\n", .badTag("EXT-X-KEY")),
        ("#EXTM3U\n#EXT-X-MAP:BYTERANGE=1\n", .badTag("EXT-X-MAP")),
    ])
    func `what contradicts itself is refused`(text: String, error: MediaPlaylistError) {
        #expect(throws: error) { try HLSPlaylist(parsing: Array(text.utf8), at: Self.url) }
    }

    @Test func `durations are bounded`() throws {
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        for (text, seconds) in [
            ("1e9", 0), ("-4", 0), ("99999", 3600), ("nan", 0), ("4.", 4), ("", 0),
        ] as [(String, Double)] {
            #expect(try Self.media(head + "#EXTINF:\(text),\na").segments[0].duration == seconds)
        }
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0.0), ("2000-02-29T12:00:00.5Z", 951_825_600.5),
        ("2024-12-31T23:59:60Z", 1_735_689_600), ("1969-12-31T23:59:59-00:00", -1),
        ("2026-03-01T00:00:00+0530", 1_772_303_400), ("2026-03-01T00:00", 1_772_323_200),
    ])
    func `dates are read`(text: String, seconds: Double) {
        #expect(HLSDate.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00X", "x", "0000-01-01T00:00Z",
    ])
    func `what is no date is none`(text: String) {
        #expect(HLSDate.seconds(text) == nil)
    }

    // MARK: Bounds

    @Test func `a million lines take little time`() throws {
        let head = Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n".utf8)
        let lines = head + [UInt8](repeating: 0x0A, count: 1_000_000)
        let clock = ContinuousClock()
        let time = try clock.measure {
            _ = try HLSPlaylist(parsing: lines, at: Self.url)
        }
        #expect(time < .seconds(2))
        #expect(throws: MediaPlaylistError.tooLarge) {
            try HLSPlaylist(
                parsing: head + [UInt8](repeating: 0x0A, count: PlaylistLimits.bytesMax),
                at: Self.url)
        }
    }

    @Test func `as many short lines as fit take little time`() throws {
        for line in ["#\n", "#EXTINF:\na\n", "{$", "#EXT-X-KEY:METHOD=A\n", "#EXTINF:1\n{$a}\n"] {
            let head =
                "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-DEFINE:NAME=a,VALUE=\(String(repeating: "b", count: 500))\n#EXTINF:1\n"
            let count = (PlaylistLimits.bytesMax - head.utf8.count) / line.utf8.count
            let bytes = Array((head + String(repeating: line, count: count)).utf8)
            let time = ContinuousClock().measure {
                _ = try? HLSPlaylist(parsing: bytes, at: Self.url)
            }
            #expect(time < .seconds(2), "\(line)")
        }
    }

    @Test func `no changed byte and no cut makes it trap`() throws {
        let bytes = Array(Self.everything.utf8)
        for count in 0...bytes.count {
            _ = try? HLSPlaylist(parsing: Array(bytes.prefix(count)), at: Self.url)
        }
        for index in bytes.indices {
            for byte in [0, 0x0A, 0x22, 0x2C, 0x2D, 0x39, 0x3A, 0x7B, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = byte
                guard case .media(let list) = try? HLSPlaylist(parsing: changed, at: Self.url)
                else { continue }
                for segment in list.segments {
                    #expect(PlaylistLimits.segmentSeconds.contains(segment.duration))
                    #expect(segment.map.map { list.maps.indices.contains($0) } ?? true)
                    #expect(segment.key.map { list.keys.indices.contains($0) } ?? true)
                }
            }
        }
    }
}
