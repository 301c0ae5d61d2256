import MediaPlaylists
import Testing

@Suite struct ICYSplitterTests {
    /// A stream with the blocks behind each interval of sound.
    private static func stream(_ interval: Int, _ blocks: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, block) in blocks.enumerated() {
            bytes += [UInt8](repeating: UInt8(index + 1), count: interval)
            let units = (block.count + 15) / 16
            bytes.append(UInt8(units))
            bytes += block + [UInt8](repeating: 0, count: units * 16 - block.count)
        }
        return bytes + [99]
    }

    /// The sound, and the metadata with the number of sound bytes before each.
    private static func split(
        _ bytes: [UInt8], interval: Int?, pieces: Int
    ) -> (sound: [UInt8], metadata: [(Int, ICYMetadata)]) {
        var splitter = ICYSplitter(interval: interval)
        var sound: [UInt8] = []
        var metadata: [(Int, ICYMetadata)] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            for part in splitter.split(Array(rest.prefix(pieces))) {
                switch part {
                case .sound(let bytes): sound += bytes
                case .metadata(let found): metadata.append((sound.count, found))
                }
            }
            rest = rest.dropFirst(pieces)
        }
        return (sound, metadata)
    }

    @Test(arguments: [1, 2, 3, 7, 16, 17, 1000])
    func `blocks are cut out of sound in pieces of any size`(pieces: Int) {
        let bytes = Self.stream(
            20, [Array("StreamTitle='One';".utf8), [], Array("StreamTitle='Two';".utf8)])
        let (sound, metadata) = Self.split(bytes, interval: 20, pieces: pieces)
        #expect(
            sound
                == [UInt8](repeating: 1, count: 20) + [UInt8](repeating: 2, count: 20)
                + [UInt8](repeating: 3, count: 20) + [99])
        #expect(metadata.map(\.0) == [20, 60])
        #expect(metadata.map(\.1.title) == ["One", "Two"])
    }

    @Test func `without an interval everything is sound`() {
        for interval in [nil, 0, -1, Int.max] as [Int?] {
            let (sound, metadata) = Self.split(Array(0...255), interval: interval, pieces: 100)
            #expect(sound == Array(0...255))
            #expect(metadata.isEmpty)
        }
    }

    @Test func `the longest block is 4080 bytes`() {
        let title = String(repeating: "x", count: 4080 - 15)
        let block = Array("StreamTitle='\(title)';".utf8)
        #expect(block.count == 4080)
        let (sound, metadata) = Self.split(Self.stream(5, [block]), interval: 5, pieces: 11)
        #expect(sound.count == 6)
        #expect(metadata.map(\.1.title) == [title])
    }

    @Test(arguments: [
        ("StreamTitle='It's me';StreamUrl='http://a';", "It's me"),
        ("StreamTitle='Rock 'n' Roll';", "Rock 'n' Roll"),
        ("StreamTitle='a';b';StreamUrl='';", "a';b"),
        ("StreamTitle='';", ""),
        ("StreamTitle='cut off", "cut off"),
        ("StreamTitle='no semicolon'", "no semicolon"),
        ("StreamTitle=''quoted'';", "'quoted'"),
        ("StreamUrl='u';StreamTitle='second';", "second"),
        ("  StreamTitle='blanks'; StreamUrl='x';", "blanks"),
    ])
    func `a title ends where nothing or another key follows`(block: String, title: String) {
        #expect(ICYMetadata(block: Array(block.utf8)).title == title)
    }

    @Test func `both fields are read`() {
        let block = Array("StreamTitle='A - B';StreamUrl='http://x/;y';\0\0\0".utf8)
        #expect(
            ICYMetadata(block: block).fields == [
                .init("StreamTitle", "A - B"), .init("StreamUrl", "http://x/;y"),
            ])
    }

    @Test func `text is UTF-8, or else Latin-1`() {
        let utf8 = Array("StreamTitle='Björk – Jóga';".utf8)
        #expect(ICYMetadata(block: utf8).title == "Björk – Jóga")
        let latin1 = Array("StreamTitle='Bj".utf8) + [0xF6] + Array("rk';".utf8)
        #expect(ICYMetadata(block: latin1).title == "Björk")
    }

    @Test(arguments: ["", "nonsense", "=", "='';", "StreamTitle=", "StreamTitle", "\0\0"])
    func `what is no field is left out`(block: String) {
        #expect(ICYMetadata(block: Array(block.utf8)).fields.isEmpty)
    }
}
