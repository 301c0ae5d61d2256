import MediaPlaylists
import Testing

@Suite struct HLSVariantTests {
    private static func choices(_ bandwidths: [Double]) throws -> HLSAudioChoices {
        var master = HLSMasterPlaylist(url: "http://a/b")
        master.variants = bandwidths.enumerated().map {
            HLSVariant(uri: "\($0.offset).m3u8", bandwidth: $0.element)
        }
        return try #require(HLSAudioChoices(master))
    }

    @Test func `variants without pictures and with known sound are chosen`() throws {
        var master = HLSMasterPlaylist(url: "http://a/b")
        master.variants = [
            HLSVariant(uri: "film", bandwidth: 9e5, codecs: ["avc1.4d401e", "mp4a.40.2"]),
            HLSVariant(uri: "odd", bandwidth: 1e5, codecs: ["mhm1.0x0D"]),
            HLSVariant(uri: "sound", bandwidth: 6e4, codecs: ["mp4a.40.5"]),
            HLSVariant(uri: "again", bandwidth: 2e5, codecs: []),
        ]
        #expect(HLSAudioChoices(master)?.choices.map(\.uri) == ["sound", "again"])
        master.variants = [master.variants[0]]
        #expect(HLSAudioChoices(master)?.choices.map(\.uri) == ["film"])
        master.variants[0].codecs = ["avc1.4d401e"]
        #expect(HLSAudioChoices(master) == nil)
    }

    @Test func `the rendition is the default one, or that of a preferred language`() throws {
        var master = HLSMasterPlaylist(url: "http://a/b")
        master.variants = [
            HLSVariant(uri: "high", bandwidth: 2e6, audioGroup: "g"),
            HLSVariant(uri: "low", bandwidth: 1e6, audioGroup: "g"),
        ]
        master.renditions = [
            HLSRendition(
                group: "h", name: "other", isDefault: true, isAutoselected: true, uri: "h"),
            HLSRendition(
                group: "g", name: "de", language: "de-AT", isAutoselected: true, uri: "de"),
            HLSRendition(
                group: "g", name: "en", language: "en", isDefault: true, isAutoselected: true,
                uri: "en"),
            HLSRendition(group: "g", name: "director", language: "fr", uri: "fr"),
        ]
        #expect(HLSAudioChoices(master)?.choices == [.init(uri: "en", bandwidth: 1e6)])
        #expect(HLSAudioChoices(master, languages: ["fr", "de"])?.choices.map(\.uri) == ["de"])
        master.renditions[2].uri = nil
        #expect(HLSAudioChoices(master)?.choices.map(\.uri) == ["high", "low"])
    }

    @Test func `it goes up after three good segments and down at once`() throws {
        var selection = HLSVariantSelection(try Self.choices([64_000, 256_000, 1_000_000]))
        #expect(selection.current == 0)
        var seen: [Int] = []
        // 400 kbit/s: 280 of them may be used.
        for _ in 0..<4 {
            selection.segmentArrived(byteCount: 50_000, seconds: 1)
            seen.append(selection.current)
        }
        #expect(seen == [0, 0, 1, 1])
        selection.segmentArrived(byteCount: 10_000, seconds: 1)
        #expect(selection.current == 0)
        #expect(selection.measured == 80_000)
    }

    @Test func `a bad segment between good ones starts the count again`() throws {
        var selection = HLSVariantSelection(try Self.choices([64_000, 256_000]))
        for bytes in [50_000, 50_000, 20_000, 100_000, 100_000] as [Int64] {
            selection.segmentArrived(byteCount: bytes, seconds: 1)
        }
        #expect(selection.current == 0)
        selection.segmentArrived(byteCount: 100_000, seconds: 1)
        #expect(selection.current == 1)
    }

    @Test func `the first choice is the start, whatever its bandwidth`() throws {
        #expect(HLSVariantSelection(try Self.choices([256_000, 64_000])).current == 0)
    }

    @Test func `the peak bit rate bounds the choice`() throws {
        var selection = HLSVariantSelection(try Self.choices([256_000, 64_000, 128_000]))
        selection.peakBitRate = 130_000
        #expect(selection.current == 2)
        for _ in 0..<5 { selection.segmentArrived(byteCount: 1 << 30, seconds: 0) }
        #expect(selection.current == 2)
        selection.peakBitRate = 1
        #expect(selection.current == 1)
        selection.peakBitRate = 0
        for _ in 0..<3 { selection.segmentArrived(byteCount: 1 << 30, seconds: 1) }
        #expect(selection.current == 0)
    }

    @Test func `a failed segment leads to the lowest variant`() throws {
        var selection = HLSVariantSelection(try Self.choices([256_000, 64_000]))
        selection.segmentFailed()
        #expect(selection.current == 1)
    }
}
