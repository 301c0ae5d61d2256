import AudioCodecs
import MediaSources
import Testing

@Suite(.enabled(if: HLSSound.hasAAC)) struct HLSMetadataTests {
    private static func title(_ text: String) -> [UInt8] {
        HLSSound.frame("TIT2", [3] + Array(text.utf8))
    }

    @Test func `tags of packed segments apply from their beginning`() throws {
        let sound = try HLSSound.aac.get()
        let played = HLSPlayed()
        let parts = sound.parts(seconds: 4)
        let owner = Array("owner".utf8) + [0, 1, 2]
        for (index, part) in parts.enumerated() {
            var frames: [UInt8] = []
            if index == 1 { frames = Self.title("Björk – Jóga") + HLSSound.frame("PRIV", owner) }
            if index == 3 { frames = HLSSound.frame("TXXX", [0] + Array("key\0value".utf8)) }
            played.server.serve("s\(index)", sound.packed(part, frames: frames))
        }
        played.open(
            HLSPlayed.playlist(
                parts.enumerated().map { ("s\($0.offset)", sound.seconds($0.element)) }))
        _ = try played.read(try played.media.makeReader())
        let metadata = played.metadata
        #expect(
            metadata.map(\.values) == [
                [
                    MediaMetadata(keySpace: "org.id3", key: "TIT2", value: .text("Björk – Jóga")),
                    MediaMetadata(keySpace: "org.id3", key: "PRIV", value: .bytes(owner)),
                ],
                [MediaMetadata(keySpace: "org.id3", key: "TXXX", value: .text("value"))],
            ])
        let starts = [1, 3].map { sound.seconds(0..<parts[$0].lowerBound) }
        for (found, expected) in zip(metadata.map(\.time), starts) {
            #expect(abs(found - expected) < 1e-6)
        }
    }

    @Test func `tags of transport streams apply at their time`() throws {
        let sound = try HLSSound.aac.get()
        let played = HLSPlayed()
        let segment = sound.transportStream(
            0..<172, start: (1 << 33) - 100,
            tags: [(40, Self.title("one")), (120, Self.title("two"))])
        played.server.serve("s0", segment)
        played.open(HLSPlayed.playlist([("s0", sound.seconds(0..<172))]))
        let titles = played.metadata.flatMap { $0.values.map(\.value) }
        #expect(titles == [.text("one"), .text("two")])
        for (found, packet) in zip(played.metadata.map(\.time), [40, 120]) {
            #expect(abs(found - sound.seconds(0..<packet)) < 1e-4)
        }
    }

    @Test func `dates are those of the playlist, between segments too`() throws {
        let sound = try HLSSound.aac.get()
        let played = HLSPlayed()
        let parts = sound.parts(seconds: 4)
        for (index, part) in parts.enumerated() {
            played.server.serve("s\(index)", sound.packed(part))
        }
        let entries = parts.enumerated().map { ("s\($0.offset)", sound.seconds($0.element)) }
        played.open(
            HLSPlayed.playlist(entries, head: "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z"))
        _ = try played.media.makeReader()
        let newYear = 1_767_225_600.0
        for seconds in [0.0, 1.5, 9] {
            let date = try #require(played.media.date(at: seconds))
            #expect(abs(date - newYear - seconds) < 1e-5)
            let place = try #require(played.media.seconds(at: newYear + seconds))
            #expect(abs(place - seconds) < 1e-5)
        }
        let other = HLSPlayed()
        other.server.serve("s0", sound.packed(parts[0]))
        other.open(HLSPlayed.playlist([("s0", sound.seconds(parts[0]))]))
        #expect(other.media.date(at: 0) == nil && other.media.seconds(at: newYear) == nil)
    }

    @Test func `date ranges apply at their date, once`() throws {
        let sound = try HLSSound.aac.get()
        let played = HLSPlayed()
        for index in 0..<2 {
            let first = index * 172
            played.server.serve("s\(index)", sound.packed(first..<first + 172))
        }
        let head = """
            #EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:00.000Z
            #EXT-X-DATERANGE:ID="ad",CLASS="break",START-DATE="2026-03-01T12:00:05.5Z",X-COM-X="y"
            #EXT-X-DATERANGE:ID="past",START-DATE="2026-03-01T11:00:00Z",DURATION=5
            """
        let seconds = sound.seconds(0..<172)
        let text = HLSPlayed.playlist(
            [("s0", seconds), ("s1", seconds)], head: head, isEnded: false)
        played.server.serve("list.m3u8", text: text)
        played.open(text)
        played.media.setPlaying(true)
        played.clock.run(30)
        #expect(played.server.requestCount("list.m3u8") > 3)
        #expect(played.metadata.map(\.time) == [5.5])
        let values = played.metadata.first?.values ?? []
        #expect(values.map(\.key) == ["ID", "CLASS", "START-DATE", "X-COM-X"])
        #expect(values.allSatisfy { $0.keySpace == "lsdr" })
        #expect(values.last?.value == .text("y"))
    }
}
