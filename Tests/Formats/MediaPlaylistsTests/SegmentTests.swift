import MediaPlaylists
import TestSupport
import Testing

@Suite struct SegmentTests {
    private static let sound = (0..<3000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    private static let tag =
        Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 15] + Array("TIT2".utf8)
        + [0, 0, 0, 5, 0, 0, 3] + Array("Jóga".utf8.prefix(4))

    private static func stream(time: Int64 = 0x1_2345_6789) -> [UInt8] {
        var writer = TransportStreamWriter(soundType: 0x0F, hasTags: true)
        writer.writeSound(Array(sound[..<1000]), time: time)
        writer.writeTag(tag, time: time + 500)
        writer.writeSound(Array(sound[1000...]), time: time + 1000)
        return writer.bytes
    }

    @Test func `a transport stream has its sound, its time and its tags`() {
        let bytes = Self.stream()
        #expect(bytes.count % 188 == 0)
        #expect(TransportStream.matches(bytes))
        let stream = TransportStream(parsing: bytes)
        #expect(stream.coding == .adts)
        #expect(stream.sound == Self.sound)
        #expect(stream.firstTime == 0x1_2345_6789)
        #expect(stream.tags.map(\.bytes) == [Self.tag])
        #expect(stream.tags.map(\.time) == [0x1_2345_6789 + 500])
    }

    @Test func `packets are found behind other bytes, and broken ones are skipped`() {
        let bytes = Self.stream()
        #expect(TransportStream(parsing: [1, 2, 3] + bytes).sound == Self.sound)
        var broken = bytes
        // The packet of the second piece of sound says that it has an error.
        let packet = 3 * 188
        broken[packet + 1] |= 0x80
        let stream = TransportStream(parsing: broken)
        #expect(stream.sound.count < Self.sound.count)
        #expect(stream.sound.count > Self.sound.count - 188)
    }

    @Test(
        arguments: [
            (0x03, TransportStream.Coding.mpegAudio), (0x04, .mpegAudio), (0x0F, .adts),
            (0x81, .ac3), (0x87, .enhancedAC3), (0xCF, .protected), (0x1B, nil),
        ] as [(UInt8, TransportStream.Coding?)])
    func `the coding is told by the type of the stream`(
        type: UInt8, coding: TransportStream.Coding?
    ) {
        var writer = TransportStreamWriter(soundType: type)
        writer.writeSound(Self.sound, time: 0)
        let stream = TransportStream(parsing: writer.bytes)
        #expect(stream.coding == coding)
        #expect(stream.sound == (coding == nil ? [] : Self.sound))
    }

    @Test func `other bytes are no transport stream`() {
        #expect(!TransportStream.matches([]))
        #expect(!TransportStream.matches(Array("ID3".utf8)))
        #expect(!TransportStream.matches([UInt8](repeating: 0xFF, count: 1000)))
        #expect(TransportStream(parsing: [0x47]).coding == nil)
    }

    // MARK: Tags

    private static func frame(_ id: String, _ content: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        Array(id.utf8) + [0, 0, 0, UInt8(content.count), 0, flags] + content
    }

    private static func tag(_ frames: [UInt8], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags, 0, 0, UInt8(frames.count >> 7)]
            + [UInt8(frames.count & 0x7F)] + frames
    }

    @Test func `a tag has a timestamp and other frames`() {
        let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
        let time: [UInt8] = [0xFF, 0, 0, 1, 2, 3, 4, 5]
        let bytes = Self.tag(
            Self.frame("PRIV", owner + time) + Self.frame("TIT2", [3] + Array("Jóga".utf8)))
        let tag = TimedID3(parsing: bytes[...])
        #expect(TimedID3.byteCount(at: bytes[...]) == bytes.count)
        #expect(tag.transportTimestamp == 0x1_0203_0405)
        #expect(tag.contents.map(\.id) == ["TIT2"])
        #expect(tag.contents.first?.text == "Jóga")
    }

    @Test(
        arguments: [
            ([0] + Array("A".utf8) + [0xE9, 0], "Aé"), ([3] + Array("é".utf8), "é"),
            ([1, 0xFF, 0xFE, 0xE9, 0x00, 0x00, 0x00], "é"), ([2, 0x00, 0xE9], "é"), ([3], ""),
            ([0, 65], "A"),
        ] as [([UInt8], String?)])
    func `texts have four encodings`(content: [UInt8], text: String?) {
        let tag = TimedID3(parsing: Self.tag(Self.frame("TPE1", content))[...])
        #expect(tag.frames.first?.text == text)
    }

    @Test func `frames that are compressed or encrypted are left out`() {
        let bytes = Self.tag(
            Self.frame("TIT2", [3, 65], flags: 0x08) + Self.frame("TPE1", [3, 66])
                + Self.frame("TALB", [0, 0, 0, 2, 3, 67], flags: 0x01)
                + Self.frame("TCON", [3, 0xFF, 0, 0x41], flags: 0x02))
        let frames = TimedID3(parsing: bytes[...]).frames
        #expect(frames.map(\.id) == ["TPE1", "TALB", "TCON"])
        #expect(frames.map(\.content) == [[3, 66], [3, 67], [3, 0xFF, 0x41]])
    }

    // MARK: Fragments

    private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let count = content.count + 8
        return [24, 16, 8, 0].map { UInt8(count >> $0 & 0xFF) } + Array(kind.utf8) + content
    }

    private static func numbers(_ values: UInt32...) -> [UInt8] {
        values.flatMap { value in [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }
    }

    private static func track(_ id: UInt32, _ handler: String, timescale: UInt32) -> [UInt8] {
        let media =
            box("mdhd", numbers(0, 0, 0, timescale, 0))
            + box("hdlr", numbers(0, 0) + Array(handler.utf8) + numbers(0, 0, 0))
        return box("trak", box("tkhd", numbers(0, 0, 0, id)) + box("mdia", media))
    }

    private static let initialisation =
        box("ftyp", Array("iso5".utf8))
        + box("moov", track(1, "vide", timescale: 90_000) + track(2, "soun", timescale: 44_100))

    private static func fragment(_ id: UInt32, time: UInt64) -> [UInt8] {
        let times = numbers(0x0100_0000, UInt32(time >> 32), UInt32(time & 0xFFFF_FFFF))
        return box("traf", box("tfhd", numbers(0, id)) + box("tfdt", times))
    }

    @Test func `the time of a fragment is that of the sound's track`() throws {
        let track = try #require(FragmentTimes.Track(initialisation: Self.initialisation))
        #expect(track.id == 2 && track.timescale == 44_100)
        let event = Self.box(
            "emsg",
            Self.numbers(0x0100_0000, 1000, 0, 2500, 0, 1)
                + Array("https://aomedia.org/emsg/ID3\0\0".utf8) + Self.tag)
        let segment =
            Self.box("styp", []) + event
            + Self.box(
                "moof", Self.fragment(1, time: 7) + Self.fragment(2, time: 0x1_0000_0001))
            + Self.box("moof", Self.fragment(2, time: 9))
        let times = FragmentTimes(segment: segment, of: track)
        #expect(times.firstTime == 0x1_0000_0001)
        #expect(times.events.map(\.time) == [2.5])
        #expect(times.events.map(\.message) == [Self.tag])
    }

    // MARK: Damage

    @Test func `no changed byte and no cut makes a segment trap`() throws {
        let track = try #require(FragmentTimes.Track(initialisation: Self.initialisation))
        let segment = Self.box("moof", Self.fragment(2, time: 5))
        for bytes in [Array(Self.stream().prefix(1500)), Self.tag, Self.initialisation, segment] {
            for count in 0...bytes.count { Self.read(Array(bytes.prefix(count)), track) }
            for index in bytes.indices {
                for byte in [0, 1, 0x47, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var changed = bytes
                    changed[index] = byte
                    Self.read(changed, track)
                }
            }
        }
    }

    private static func read(_ bytes: [UInt8], _ track: FragmentTimes.Track) {
        let stream = TransportStream(parsing: bytes)
        #expect(stream.sound.count <= bytes.count)
        let tag = TimedID3(parsing: bytes[...])
        #expect(tag.frames.reduce(0) { $0 + $1.content.count } <= bytes.count)
        _ = tag.frames.map(\.text)
        _ = FragmentTimes.Track(initialisation: bytes)
        _ = FragmentTimes(segment: bytes, of: track)
    }
}
