import AudioCodecs
import MediaSources
import Testing

/// Acceptance case 40.
@Suite(.enabled(if: HLSSound.hasAAC)) struct HLSEncryptionTests {
    private static let key = (0..<16).map { UInt8($0 * 7 + 1) }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<16).map { $0 < 8 ? 0 : UInt8(value >> (8 * (15 - $0)) & 0xFF) }
    }

    /// The example of the standard, which the encryption of these tests has to repeat.
    @Test func `the encryption is that of the standard`() {
        func bytes(_ text: String) -> [UInt8] {
            stride(from: 0, to: text.count, by: 2).map { index in
                let start = text.index(text.startIndex, offsetBy: index)
                return UInt8(text[start..<text.index(start, offsetBy: 2)], radix: 16) ?? 0
            }
        }
        // NIST SP 800-38A, F.2.1.
        let cipher = AESEncryption.encrypted(
            bytes("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"),
            key: bytes("2b7e151628aed2a6abf7158809cf4f3c"),
            vector: bytes("000102030405060708090a0b0c0d0e0f"))
        #expect(
            cipher.prefix(32)
                == bytes("7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2")[...])
    }

    @Test(arguments: [0, 41, 70_000])
    func `without a vector it is the segment's number`(sequence: Int) throws {
        let sound = try HLSSound.aac.get()
        let parts = sound.parts(seconds: 1).prefix(3)
        let played = HLSPlayed()
        played.server.serve("key", Self.key)
        for (index, part) in parts.enumerated() {
            // The vector counts for the first sixteen bytes: those of the first frame.
            let segment = AESEncryption.encrypted(
                sound.packed(part, start: nil), key: Self.key, vector: Self.number(sequence + index)
            )
            played.server.serve("s\(index)", segment)
        }
        played.open(
            HLSPlayed.playlist(
                parts.enumerated().map { ("s\($0.offset)", sound.seconds($0.element)) },
                sequence: sequence, head: "#EXT-X-KEY:METHOD=AES-128,URI=\"key\""))
        let (samples, end) = try played.read(try played.media.makeReader())
        #expect(end == .ended)
        let expected = try sound.decoded()
        #expect(samples.count == (parts.last?.upperBound ?? 0) * 1024)
        #expect(samples == Array(expected[..<samples.count]))
        #expect(played.server.requestCount("key") == 1)
    }

    @Test func `keys change, and an initialisation section has its own`() throws {
        let sound = try HLSSound.aac.get()
        let parts = Array(sound.parts(seconds: 1).prefix(5))
        let (initialisation, segments) = try sound.fragments(parts)
        let other = Self.key.map { $0 ^ 0xFF }
        let vector = Self.number(123_456)
        let played = HLSPlayed()
        played.server.serve("k1", Self.key)
        played.server.serve("k2", other)
        played.server.serve(
            "init", AESEncryption.encrypted(initialisation, key: Self.key, vector: vector))
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        text += "#EXT-X-KEY:METHOD=AES-128,URI=\"k1\",IV=0x1E240\n#EXT-X-MAP:URI=\"init\"\n"
        for (index, segment) in segments.enumerated() {
            if index == 2 { text += "#EXT-X-KEY:METHOD=AES-128,URI=\"k2\"\n" }
            if index == 4 { text += "#EXT-X-KEY:METHOD=NONE\n" }
            text += "#EXTINF:\(sound.seconds(parts[index])),\ns\(index)\n"
            let body: [UInt8] =
                switch index {
                case 0, 1: AESEncryption.encrypted(segment, key: Self.key, vector: vector)
                case 2, 3: AESEncryption.encrypted(segment, key: other, vector: Self.number(index))
                default: segment
                }
            played.server.serve("s\(index)", body)
        }
        played.open(text + "#EXT-X-ENDLIST\n")
        let (samples, _) = try played.read(try played.media.makeReader())
        let expected = try sound.decoded()
        #expect(samples.count == (parts.last?.upperBound ?? 0) * 1024)
        #expect(samples == Array(expected[..<samples.count]))
        #expect(played.server.requestCount("init") == 1)
    }

    @Test(arguments: [
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"key\"",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"skd://x\",KEYFORMAT=\"com.apple.streamingkeydelivery\"",
    ])
    func `other encryption is protected content`(tag: String) throws {
        let played = HLSPlayed()
        played.open(HLSPlayed.playlist([("s0", 4)], head: tag))
        #expect(played.failure?.domain == "AVFoundationErrorDomain")
        #expect(played.failure?.code == -11_831)
        #expect(played.server.requests.isEmpty)
    }

    @Test func `a wrong key is a failure with silence`() throws {
        let sound = try HLSSound.aac.get()
        let played = HLSPlayed()
        let short = [UInt8](repeating: 1, count: 15)
        played.server.serve("key", short)
        played.server.serve("s0", sound.packed(0..<100))
        played.server.serve("s1", sound.packed(100..<200))
        played.open(
            "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:2.32200,\ns0\n"
                + "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n#EXTINF:2.32200,\ns1\n#EXT-X-ENDLIST\n")
        let (samples, end) = try played.read(try played.media.makeReader())
        #expect(end == .ended)
        #expect(samples.count == 102_400 + 102_400)
        #expect(samples[102_400...].allSatisfy { $0 == 0 })
        #expect(played.media.transferLog.failures.count == 1)
    }
}
