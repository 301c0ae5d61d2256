import AudioCodecs
import AudioModel
import MediaSources
import Testing

@Suite(.enabled(if: HLSSound.hasAAC)) struct HLSVariantMediaTests {
    /// Three variants of the same sound; which one a segment is of tells its address.
    private static func played(
        seconds: Double = 60, first: [Int] = [0, 1, 2], broken: Set<Int> = [],
        preferences: MediaPreferences? = nil, bytesPerSecond: Double = 1e6
    ) throws -> (HLSPlayed, HLSSound) {
        let sound = try HLSSound(.mpeg4AAC, seconds: seconds)
        let parts = sound.parts(seconds: 4)
        let played = HLSPlayed()
        played.server.setBytesPerSecond(bytesPerSecond)
        let bandwidths = [64_000, 200_000, 1_000_000]
        var master = "#EXTM3U\n"
        for variant in first {
            master += "#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidths[variant]),CODECS=\"mp4a.40.2\"\n"
            master += "v\(variant)/list.m3u8\n"
        }
        for variant in 0..<3 where !broken.contains(variant) {
            let list = HLSPlayed.playlist(
                parts.enumerated().map { ("s\($0.offset)", sound.seconds($0.element)) })
            played.server.serve("v\(variant)/list.m3u8", text: list)
            for (index, part) in parts.enumerated() {
                played.server.serve("v\(variant)/s\(index)", sound.packed(part))
            }
        }
        played.open(master, name: "master.m3u8", preferences: preferences)
        return (played, sound)
    }

    /// The variant of each segment that was asked for, in order.
    private static func variants(_ played: HLSPlayed) -> [String] {
        played.server.requests.filter { !$0.url.hasSuffix("m3u8") }.map {
            String($0.url.dropFirst(HLSServer.base.count).prefix(2))
        }
    }

    @Test func `it goes up after three segments, without a seam`() throws {
        let (played, sound) = try Self.played()
        let (samples, end) = try played.read(try played.media.makeReader())
        #expect(end == .ended)
        let variants = Self.variants(played)
        #expect(variants.prefix(3) == ["v0", "v0", "v0"])
        #expect(variants.dropFirst(3).allSatisfy { $0 == "v2" })
        let expected = try sound.decoded()
        #expect(samples == expected)
        let records = played.media.transferLog.records
        #expect(records.map(\.url) == ["v0", "v2"].map { HLSServer.base + $0 + "/list.m3u8" })
        #expect(records.map(\.indicatedBitRate) == [64_000, 1_000_000])
        #expect(records.map(\.playbackType) == ["VOD", "VOD"])
        #expect(records.allSatisfy { $0.byteCount > 10_000 && $0.observedBitRate > 1e6 })
    }

    @Test func `the peak bit rate bounds it`() throws {
        var preferences = MediaPreferences()
        preferences.peakBitRate = 300_000
        let (played, _) = try Self.played(first: [2, 1, 0], preferences: preferences)
        _ = try played.read(try played.media.makeReader())
        #expect(Self.variants(played).allSatisfy { $0 == "v1" })
    }

    @Test func `it goes down at once when the network is slow`() throws {
        let (played, sound) = try Self.played()
        let reader = try played.media.makeReader()
        _ = try played.read(reader, frameCount: 16 * 44_100)
        // 16 kB/s are 128 kbit/s.
        played.server.setBytesPerSecond(16_000)
        let before = Self.variants(played).count
        let (_, end) = try played.read(reader)
        #expect(end == .ended)
        let after = Self.variants(played).dropFirst(before)
        #expect(after.first == "v2")
        #expect(after.dropFirst(1).allSatisfy { $0 == "v0" })
        #expect(sound.packets.count > 0)
    }

    @Test func `a variant that is not there is left out`() throws {
        let (played, sound) = try Self.played(seconds: 20, broken: [0])
        let (samples, end) = try played.read(try played.media.makeReader())
        #expect(end == .ended)
        let expected = try sound.decoded()
        #expect(samples == expected)
        #expect(Self.variants(played).allSatisfy { $0 != "v0" })
        #expect(played.media.transferLog.failures.count == 1)
    }

    @Test func `without any variant it fails`() throws {
        let (played, _) = try Self.played(seconds: 4, broken: [0, 1, 2])
        #expect(played.failure?.code == -1100)
        #expect(played.server.requests.count == 3)
    }

    @Test func `variants with other boundaries are joined by time`() throws {
        let sound = try HLSSound.aac.get()
        let played = HLSPlayed()
        for (name, seconds) in [("a", 2.0), ("b", 5.0)] {
            let parts = sound.parts(seconds: seconds)
            played.server.serve(
                name + ".m3u8",
                text: HLSPlayed.playlist(
                    parts.enumerated().map {
                        ("\(name)\($0.offset)", sound.seconds($0.element))
                    }, target: Int(seconds)))
            for (index, part) in parts.enumerated() {
                played.server.serve("\(name)\(index)", sound.packed(part))
            }
        }
        played.open(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=64000\na.m3u8\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=128000\nb.m3u8\n", name: "master.m3u8")
        let reader = try played.media.makeReader()
        let (samples, end) = try played.read(reader)
        #expect(end == .ended)
        let expected = try sound.decoded()
        #expect(samples.count == expected.count)
        #expect(played.server.requestCount("b1") == 1)
        #expect(phaseJump(Array(samples.dropFirst(22_050))) < 0.02)
        // Segments of the former variant are not taken for those of the present one.
        for frame in [200_000, 0, 500_000] {
            #expect(reader.seek(toFrame: Int64(frame), exactly: true) == Int64(frame))
            let again = try played.read(reader, frameCount: 50_000).samples
            #expect(again == Array(expected[frame..<frame + 50_000]), "frame \(frame)")
        }
    }
}
