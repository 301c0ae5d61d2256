import AudioCodecs
import AudioFormats
import AudioModel
import Foundation
import Synchronization
import TestSupport
import Testing

/// The self-framed containers.
enum SyncedKind: String, CaseIterable, Sendable {
    case mp3, adts

    func frame(_ filling: Int) -> [UInt8] {
        let byte = UInt8(filling % 0xF0)
        return self == .mp3 ? mp3Frame(byte) : adtsFrame([byte, 1, 2, 3, byte])
    }

    func frames(_ fillings: Range<Int>) -> [UInt8] {
        repeated(fillings.count) { frame(fillings.lowerBound + $0) }
    }

    /// Consecutive headers, none of which has another at the end of its frame.
    func falseHeaders(byteCount: Int) -> [UInt8] {
        let header: [UInt8] =
            self == .mp3 ? [0xFF, 0xF3, 0x44, 0xC0, 0] : adtsFrame([1, 2, 3]).dropLast()
        return repeated(byteCount / header.count) { _ in header }
    }

    /// Alternating such headers of frames of 24 and 480 bytes, or of 7 and 8,191.
    func falseFarHeaders(count: Int) -> [UInt8] {
        let headers: [[UInt8]] =
            self == .mp3
            ? [[0xFF, 0xF3, 0x14, 0xC0, 0, 0, 0], [0xFF, 0xF3, 0xE4, 0xC0, 0, 0, 0]]
            : [[0x40, 0, 0xFF, 0xFC, 0], [0x43, 0xFF, 0xFF, 0xFC, 0]].map {
                adtsFrame([]).prefix(3) + $0
            }
        return repeated(count) { headers[$0 % 2] }
    }
}

private func repeated(_ count: Int, _ piece: (Int) -> [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<count { bytes += piece(index) }
    return bytes
}

@Suite("A stream of frames with gaps")
struct SyncedGapTests {
    @Test("goes on behind any number of them", arguments: SyncedKind.allCases)
    func manyGaps(kind: SyncedKind) throws {
        // Given many gaps.
        let bytes = repeated(1200) { kind.frames(2 * $0..<2 * $0 + 2) + [0, 0xFF, 7] }
        let file = try filePackets(bytes)
        #expect(file.packets.count == 2400)
        // Then a stream has the same packets, in any pieces.
        for pieces in [Pieces.of(1 << 20), .of(1000), .random(3)] {
            let isSame = stream(bytes, in: pieces) == file
            #expect(isSame)
        }
    }

    @Test(
        "goes on behind a large one, whatever is in it", arguments: SyncedKind.allCases,
        ["zeros", "headers"])
    func hole(kind: SyncedKind, filling: String) throws {
        let hole =
            filling == "zeros"
            ? [UInt8](repeating: 0, count: 300_000) : [0] + kind.falseHeaders(byteCount: 100_000)
        let bytes = kind.frames(0..<3) + hole + kind.frames(3..<7)
        let file = try filePackets(bytes)
        #expect(file.packets.count == 7)
        for pieces in [Pieces.of(1 << 20), .of(999)] {
            let isSame = stream(bytes, in: pieces) == file
            #expect(isSame)
        }
    }

    @Test("ends before one of more than 16 MiB", arguments: SyncedKind.allCases)
    func tooLarge(kind: SyncedKind) throws {
        for (hole, count) in [((1 << 24) - 10, 6), ((1 << 24) + 1, 3)] {
            let bytes = kind.frames(0..<3) + [UInt8](repeating: 0, count: hole) + kind.frames(3..<6)
            #expect(try open(bytes).packetCount() == Int64(count))
            #expect(stream(bytes, in: .of(1 << 20)).packets.count == count)
        }
    }

    @Test("keeps nothing of one that comes", arguments: SyncedKind.allCases)
    func memory(kind: SyncedKind) throws {
        let parser = AudioStreamParser()
        try append(kind.frames(0..<5)[...], to: parser)
        while try parser.nextEvent() != nil {}
        var heldByteCount = 0
        for _ in 0..<60 {
            try append([UInt8](repeating: 0, count: 10_000)[...], to: parser)
            while try parser.nextEvent() != nil {}
            heldByteCount = max(heldByteCount, parser.heldByteCount)
        }
        #expect(heldByteCount < 100)
        try append(kind.frames(5..<8)[...], to: parser)
        var result = StreamResult(packets: Array(repeating: [], count: 5))
        while let event = try parser.nextEvent() { result.take(event) }
        #expect(result.packets.count == 8)
    }

    @Test(
        "is read about once, whatever stands in them", arguments: SyncedKind.allCases,
        ["headers", "gaps", "far headers"])
    func work(kind: SyncedKind, filling: String) throws {
        // Given the worst cases: false headers with alternating short and long frames, or a gap at
        // every frame.
        let middle: [UInt8] =
            switch filling {
            case "headers": kind.falseHeaders(byteCount: 150_000)
            case "gaps": repeated(1500) { kind.frame($0) + kind.frame($0) + [0] }
            default: kind.falseFarHeaders(count: 12_000)
            }
        let source = CountingBytes(kind.frames(0..<3) + middle + kind.frames(3..<6))
        let file = try AudioFileReader(source)
        #expect(try file.packetCount() >= 6)
        // Then the bytes are read a few times only, not hundreds of times.
        #expect(source.readByteCount < 5 * source.byteCount + 200_000)
    }

    @Test("is not asked again for packets behind its end")
    func end() throws {
        let source = CountingBytes(
            mp3Frame(1) + mp3Frame(2) + [UInt8](repeating: 0, count: 200_000))
        let file = try AudioFileReader(source)
        #expect(try readPackets(file, from: 0, count: 5, capacity: 500).descriptions.count == 2)
        let before = source.readByteCount
        for _ in 0..<10 {
            #expect(try readPackets(file, from: 2, count: 5, capacity: 500).descriptions.isEmpty)
        }
        #expect(source.readByteCount == before)
    }

    @Test(
        "over whose file another was written is an error where it would end",
        arguments: SyncedKind.allCases, ["zeros", "other frames"])
    func replaced(kind: SyncedKind, filling: String) throws {
        let bytes = kind.frames(0..<1000)
        let source = ReplaceableBytes(bytes)
        let file = try AudioFileReader(source)
        #expect(try readPackets(file, from: 0, count: 2, capacity: 500).descriptions.count == 2)
        // When the file is overwritten: without audio, or with frames of other sizes.
        var others = [UInt8](repeating: 0, count: bytes.count)
        if filling != "zeros" {
            others = [UInt8](repeating: 1, count: 3) + kind.frames(7..<1000) + others
            others.removeLast(others.count - bytes.count)
        }
        source.replace(with: others)
        // Then the reader says so.
        var count = 2
        let error = #expect(throws: FormatError.self) {
            while true {
                let read = try readPackets(file, from: Int64(count), count: 50, capacity: 9000)
                guard !read.descriptions.isEmpty else { return }
                count += read.descriptions.count
            }
        }
        #expect(error?.reason == .replaced)
        #expect(count < 900)
    }
}

@Suite("An MP3 file with a table")
struct XingHeaderTests {
    private func frames(_ count: Int) -> [UInt8] { SyncedKind.mp3.frames(0..<count) }

    private static let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 3, 1, 2, 3]

    @Test("is counted when another file follows", arguments: ["", "ID3", "TAG"])
    func joined(tag: String) throws {
        let tags = ["ID3": Self.tag, "TAG": Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)]
        let part = mp3Table(packets: 20, bytes: 21 * 96) + frames(20)
        let file = try open(part + (tags[tag] ?? []) + part)
        // Then the second Xing header counts as a packet, and the padding in the middle is not
        // trimmed.
        #expect(try file.packetCount() == 41)
        #expect(try allPackets(file).count == 41)
        #expect(
            try file.packetTable()
                == PacketTable(
                    validFrames: 41 * 576 - 1105, primingFrames: 1105, remainderFrames: 0))
        #expect(try !file.isTruncated())
    }

    @Test(
        "is believed when what follows is no other file",
        arguments: ["nothing", "tag", "zeros", "one frame", "frames, and no bytes stated"])
    func believed(name: String) throws {
        let tails: [String: [UInt8]] = [
            "tag": Self.tag, "zeros": [UInt8](repeating: 0, count: 5000), "one frame": frames(1),
            "frames, and no bytes stated": frames(9),
        ]
        let stated: UInt32 = name == "frames, and no bytes stated" ? 0 : 21 * 96
        let file = try open(mp3Table(packets: 20, bytes: stated) + frames(20) + (tails[name] ?? []))
        #expect(try file.packetCount() == 20)
        #expect(try file.packetTable()?.remainderFrames == 71)
        // And no packet beyond the count is read.
        #expect(try allPackets(file).count == 20)
        #expect(try readPackets(file, from: 20, count: 1, capacity: 500).descriptions.isEmpty)
        #expect(try !file.isTruncated())
    }

    @Test(
        "is cut short when more is missing than tables are wrong by",
        arguments: [
            (23, 20, 24 * 96, true), (22, 20, 21 * 96, false), (19, 20, 21 * 96, false),
            (20, 20, 23 * 96 - 1, false), (20, 20, 24 * 96, true), (23, 20, 21 * 96, true),
            (23, 20, 0, true),
        ] as [(UInt32, Int, UInt32, Bool)])
    func cutShort(stated: UInt32, held: Int, byteCount: UInt32, isTruncated: Bool) throws {
        let file = try open(mp3Table(packets: stated, bytes: byteCount) + frames(held))
        #expect(try file.isTruncated() == isTruncated)
    }
}

@Suite("A file that does not start with a frame")
struct SyncedHintTests {
    @Test("is searched for one when a hint says what it is", arguments: SyncedKind.allCases)
    func hint(kind: SyncedKind) throws {
        let hint: ContainerKind = kind == .mp3 ? .mp3 : .adts
        for start in [[UInt8](repeating: 0, count: 3000), Array(kind.frame(9).dropFirst(5))] {
            let bytes = start + kind.frames(0..<20)
            let file = try AudioFileReader(MemoryBytes(bytes), hint: hint)
            #expect(file.containerKind == hint)
            // Then it has the packets that a stream with the hint has.
            let parser = AudioStreamParser(hint: hint)
            try append(bytes[...], to: parser)
            parser.finish()
            var result = StreamResult()
            while let event = try parser.nextEvent() { result.take(event) }
            #expect(try allPackets(file) == result.packets)
            #expect(result.packets.count == 20)
            // And without it is none.
            #expect(throws: FormatError(.unknownContainer)) { try open(bytes) }
            #expect(throws: FormatError(.unknownContainer)) {
                try AudioFileReader(MemoryBytes(bytes), hint: .wav)
            }
        }
    }

    @Test("is of no known kind when there is none near, whatever the hint says")
    func noFrame() {
        for bytes in [
            Array("no audio at all".utf8), [UInt8](repeating: 0, count: 70_000) + mp3Frame(1),
        ] {
            for hint in [ContainerKind.mp3, .adts] {
                #expect(throws: FormatError(.unknownContainer)) {
                    try AudioFileReader(MemoryBytes(bytes), hint: hint)
                }
            }
        }
    }

    @Test(
        "is inspected with its name for a hint",
        arguments: [
            ("a.mp3", "mp3", "mp3"), ("a.AAC", "adts", "adts"), ("a.adts", "adts", "adts"),
            ("mp3", "mp3", nil), ("a.wav", "mp3", nil), ("b.c/a", "adts", nil),
        ] as [(String, SyncedKind.RawValue, String?)])
    func name(name: String, kind: String, type: String?) throws {
        let folder = try TemporaryFolder()
        let frames = try #require(SyncedKind(rawValue: kind)).frames(0..<20)
        let path = folder.file(name.split(separator: "/").joined(separator: "-"))
        try Data([1, 2, 3] + frames).write(to: URL(fileURLWithPath: path))
        let found = try? FileInspection(path: path)
        #expect(found?.type == type)
        #expect(ContainerKind.hint(fromName: folder.file(name))?.rawValue == type)
    }
}

/// Counts the bytes read.
private final class CountingBytes: ByteSource {
    private let bytes: MemoryBytes
    private let count = Mutex<Int64>(0)

    init(_ bytes: [UInt8]) { self.bytes = MemoryBytes(bytes) }

    var byteCount: Int64 { bytes.byteCount }
    var readByteCount: Int64 { count.withLock { $0 } }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        let read = try bytes.read(into: buffer, at: offset)
        count.withLock { $0 += Int64(read) }
        return read
    }
}

/// A file that can be overwritten.
private final class ReplaceableBytes: ByteSource {
    private let bytes: Mutex<MemoryBytes>
    let byteCount: Int64

    init(_ bytes: [UInt8]) {
        byteCount = Int64(bytes.count)
        self.bytes = Mutex(MemoryBytes(bytes))
    }

    func replace(with other: [UInt8]) { bytes.withLock { $0 = MemoryBytes(other) } }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        let bytes = bytes.withLock { $0 }
        return try bytes.read(into: buffer, at: offset)
    }
}
