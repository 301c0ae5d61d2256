import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

@Suite("The list of iTunes in an MPEG-4 file")
struct MP4TagTests {
    /// A metadata item with type code and content.
    private func item(_ id: String, _ kind: UInt32, _ content: [UInt8]) -> [UInt8] {
        box(id, box("data", words(kind, 0), content))
    }

    private func tags(_ items: [UInt8]...) throws -> [String] {
        let list = box(
            "udta",
            fullBox(
                "meta", fullBox("hdlr", words(0), Array("mdir".utf8), words(0, 0, 0)),
                box("ilst", items.flatMap { $0 })))
        return try open(SmallMP4(userData: list).bytes).tags().map { "\($0.key)=\($0.value)" }
    }

    @Test("says numbers of tracks and discs, tempo, and whether it is a compilation")
    func numbers() throws {
        #expect(
            try tags(
                item("trkn", 0, [0, 0, 0, 3, 0, 12, 0, 0]), item("disk", 0, [0, 0, 0, 2, 0, 4]),
                item("tmpo", 21, [0, 120]), item("cpil", 21, [1]), item("©nam", 1, [0x61]))
                == [
                    "track number=3/12", "disc number=2/4", "tempo=120", "compilation=1", "title=a",
                ])
        #expect(
            try tags(item("disk", 0, [0, 0, 0, 2]), item("disk", 0, [0, 0, 1, 0, 0, 0, 0, 0]))
                == ["disc number=2", "disc number=256"])
        // Empty and invalid values are omitted.
        #expect(
            try tags(
                item("disk", 0, [0, 0, 0, 0, 0, 1]), item("disk", 0, [0, 0, 1]),
                item("tmpo", 21, [0, 0]), item("tmpo", 21, []), item("cpil", 21, [1, 1]),
                item("©nam", 0, [0x61]), box("disk"), box("disk", box("data", [0, 0])),
                item("tmpo", 21, [1, 2, 3, 4, 5])) == [])
    }

    /// A QuickTime list with named keys.
    private func namedList(_ items: [(name: String, kind: UInt32, value: String)]) -> [UInt8] {
        let names = items.flatMap { item in
            words(UInt32(8 + item.name.utf8.count)) + Array("mdta".utf8) + Array(item.name.utf8)
        }
        let values = items.enumerated().flatMap { index, item in
            box(
                String(UnicodeScalar(0)) + "\0\0" + String(UnicodeScalar(UInt8(index + 1))),
                box("data", words(item.kind, 0), Array(item.value.utf8)))
        }
        return fullBox(
            "meta", fullBox("hdlr", words(0), Array("mdta".utf8), words(0, 0, 0)),
            fullBox("keys", words(UInt32(items.count)), names), box("ilst", values))
    }

    @Test(
        "has the names of QuickTime's keys, in the user data or beside it",
        arguments: [true, false])
    func names(isInUserData: Bool) throws {
        let list = namedList([
            ("com.apple.quicktime.title", 1, "a"), ("artist", 1, "b"), ("track", 1, "3/9"),
            ("com.apple.quicktime.location.ISO6709", 1, "+37"), ("album", 21, "c"),
        ])
        let bytes = SmallMP4(userData: isInUserData ? box("udta", list) : list).bytes
        #expect(
            try open(bytes).tags().map { "\($0.key)=\($0.value)" }
                == ["title=a", "artist=b", "track number=3/9", "location.ISO6709=+37"])
    }

    @Test("is joined by the texts of QuickTime's user data")
    func userData() throws {
        func text(_ id: String, _ value: String, byteCount: UInt16? = nil) -> [UInt8] {
            box(
                id, bigEndian(byteCount ?? UInt16(value.utf8.count)), [0x55, 0xC4],
                Array(value.utf8))
        }
        let bytes = SmallMP4(
            userData: box(
                "udta", text("©nam", "a"), text("©ART", "b"), text("©swr", "c"),
                text("©alb", "d", byteCount: 9), text("©xyz", "+37"), box("©day", [0]))
        ).bytes
        #expect(
            try open(bytes).tags().map { "\($0.key)=\($0.value)" }
                == ["title=a", "artist=b", "encoding application=c"])
    }

    @Test(
        "has the names that FFmpeg writes to QuickTime, by keys and by user data",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
        arguments: [("sound.m4a", ["-movflags", "use_metadata_tags"]), ("sound.mov", [])])
    func ffmpegNames(name: String, options: [String]) throws {
        let folder = try TemporaryFolder()
        let path = folder.file(name)
        try ExternalProgram.ffmpeg.run(
            [
                "-v", "error", "-f", "lavfi", "-i", "sine=440:d=0.1", "-c:a", "aac", "-metadata",
                "title=A", "-metadata", "artist=B", "-metadata", "album=C",
            ] + options + [path])
        let tags = try AudioFileReader(path: path).tags().filter { $0.key.count < 7 }
        #expect(tags.map(\.key).sorted() == ["album", "artist", "title"])
        #expect(tags.map(\.value).sorted() == ["A", "B", "C"])
    }

    @Test("is written as it is read")
    func roundTrip() throws {
        let tags = [
            ("title", "a"), ("track number", "3"), ("disc number", "2/4"), ("tempo", "120"),
            ("compilation", "1"),
        ]
        let bytes = try written(tags)
        let read = try open(bytes).tags()
        #expect(read.map(\.key) == tags.map(\.0))
        #expect(read.map(\.value) == tags.map(\.1))
        #expect(bytes.firstRange(of: item("disk", 0, [0, 0, 0, 2, 0, 4])) != nil)
        #expect(bytes.firstRange(of: item("trkn", 0, [0, 0, 0, 3, 0, 0, 0, 0])) != nil)
        #expect(bytes.firstRange(of: item("cpil", 21, [1])) != nil)
        // Texts that should be numbers are omitted; fractions are rounded.
        let others = [
            ("disc number", "B"), ("disc number", "1/2/3"), ("disc number", "70000"),
            ("tempo", "fast"), ("tempo", "1e300"), ("tempo", "65536"), ("compilation", "yes"),
            ("tempo", "99.6"),
        ]
        #expect(try open(written(others)).tags().map(\.value) == ["100"])
    }

    @Test(
        "is read and written as FFmpeg does",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
        .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"))
    func ffmpeg() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("sound.m4a")
        try ExternalProgram.ffmpeg.run([
            "-v", "error", "-f", "lavfi", "-i", "sine=440:d=0.1", "-c:a", "aac", "-metadata",
            "disc=2/5", "-metadata", "track=7/9", "-metadata", "compilation=1", path,
        ])
        let file = try AudioFileReader(path: path)
        let tags = try file.tags().filter { $0.key != "encoding application" }
        #expect(tags.map(\.key).sorted() == ["compilation", "disc number", "track number"])
        #expect(tags.map(\.value).sorted() == ["1", "2/5", "7/9"])
        let ours = folder.file("ours.m4a")
        try Data(written(file.tags(), file)).write(to: URL(fileURLWithPath: ours))
        let output = try ExternalProgram.ffprobe.run([
            "-v", "error", "-show_entries", "format_tags", "-of", "default", ours,
        ])
        let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
        for line in ["TAG:disc=2/5", "TAG:track=7/9", "TAG:compilation=1"] {
            #expect(lines.contains { $0 == line }, "\(lines)")
        }
    }

    private func written(
        _ tags: [(String, String)], _ file: AudioFileReader? = nil
    ) throws -> [UInt8] {
        let sink = MemorySink()
        let format = StreamFormat(
            sampleRate: 44_100, id: .mpeg4AAC, bytesPerPacket: 0, framesPerPacket: 1024,
            bytesPerFrame: 0, channelCount: 1, bitsPerChannel: 0)
        let writer = try AudioFileWriter(sink, kind: .m4a, format: file?.format ?? format)
        writer.properties.tags = tags.map { (key: $0.0, value: $0.1) }
        writer.properties.magicCookie = file?.magicCookie ?? [0x03, 0x80]
        try writer.close()
        return sink.bytes
    }
}
