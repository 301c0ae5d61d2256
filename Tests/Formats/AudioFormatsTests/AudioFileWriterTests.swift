import AudioCodecs
import AudioFormats
import AudioModel
import ChannelLayouts
import Foundation
import TestSupport
import Testing

/// A packed linear PCM format.
func linear(
    _ bits: UInt32, isFloat: Bool = false, isBigEndian: Bool = false, isSigned: Bool = true,
    channels: UInt32 = 2, rate: Double = 44100
) -> StreamFormat {
    var flags: FormatFlags = [.packed]
    if isFloat { flags.insert(.float) }
    if isBigEndian { flags.insert(.bigEndian) }
    if isSigned && !isFloat { flags.insert(.signedInteger) }
    return StreamFormat(
        sampleRate: rate, id: .linearPCM, flags: flags, bytesPerPacket: bits / 8 * channels,
        framesPerPacket: 1, bytesPerFrame: bits / 8 * channels, channelCount: channels,
        bitsPerChannel: bits)
}

private let laws = [FormatID.uLaw, .aLaw].map {
    StreamFormat(
        sampleRate: 8000, id: $0, bytesPerPacket: 1, framesPerPacket: 1, bytesPerFrame: 1,
        channelCount: 1, bitsPerChannel: 8)
}
private let ima4 = StreamFormat(
    sampleRate: 44100, id: .appleIMA4, bytesPerPacket: 68, framesPerPacket: 64, bytesPerFrame: 0,
    channelCount: 2, bitsPerChannel: 0)

@Suite("A file written packet by packet")
struct AudioFileWriterTests {
    struct Pair: CustomTestStringConvertible {
        var kind: ContainerKind
        var format: StreamFormat
        var testDescription: String { "\(kind.name), \(format.codingName)" }
    }

    static let pairs: [Pair] = {
        let big = [8, 16, 24, 32].map { linear($0, isBigEndian: true) }
        let little = [16, 24, 32].map { linear($0) }
        let floats = [32, 64].map { linear($0, isFloat: true) }
        let bigFloats = [32, 64].map { linear($0, isFloat: true, isBigEndian: true) }
        func pairs(_ kind: ContainerKind, _ formats: [StreamFormat]) -> [Pair] {
            formats.map { Pair(kind: kind, format: $0) }
        }
        let bytes = [linear(8, isSigned: false)]
        return pairs(.caf, big + little + floats) + pairs(.caf, bigFloats + laws + [ima4])
            + pairs(.aiff, big) + pairs(.aifc, big + [linear(16)] + bigFloats)
            + pairs(.aifc, laws + [ima4]) + pairs(.wav, bytes + little + floats + laws)
    }()

    @Test(
        "keeps the number of the track and the date, by whichever name",
        arguments: [
            ContainerKind.wav, .m4a,
        ])
    func trackAndDate(kind: ContainerKind) throws {
        for (key, value) in [("year", "1979"), ("recorded date", "1980-02-03")] {
            let sink = MemorySink()
            var format = linear(16)
            if kind == .m4a {
                format = StreamFormat(
                    sampleRate: 44_100, id: .mpeg4AAC, bytesPerPacket: 0, framesPerPacket: 1024,
                    bytesPerFrame: 0, channelCount: 2, bitsPerChannel: 0)
            }
            let writer = try AudioFileWriter(sink, kind: kind, format: format)
            writer.properties.tags = [(key, value), ("track number", "3/12"), ("title", "x")]
            if kind == .m4a {
                writer.properties.magicCookie = [0x03, 0x80]
            }
            try writer.close()
            let tags = try open(sink.bytes).tags()
            #expect(tags.map(\.value) == [value, "3/12", "x"])
            #expect(tags.first?.key == (kind == .m4a ? "year" : "recorded date"))
            #expect(tags.map(\.key).contains("track number"))
        }
    }

    private static let roundTripPacketCount = 33

    /// Writes 33 packets and a title.
    ///
    /// - Returns: The packets' bytes.
    private func writePackets(_ pair: Pair, to path: String) throws -> [UInt8] {
        let packetCount = Self.roundTripPacketCount
        let isFloat = pair.format.flags.contains(.float)
        let byteCount = packetCount * Int(pair.format.bytesPerPacket)
        let isIMA4 = pair.format.id == .appleIMA4
        // Valid step indexes, because FFmpeg drops packets with others.
        // Floats of ordinary size: the exponents are not random.
        let bytes: [UInt8] = (0..<byteCount).map { (index: Int) -> UInt8 in
            if isIMA4 { return UInt8(truncatingIfNeeded: index * 37) & 0x3F }
            if isFloat { return index % 4 == 0 ? 0x3C : 0x3D }
            return UInt8(truncatingIfNeeded: index * 37)
        }
        let writer = try AudioFileWriter(path: path, kind: pair.kind, format: pair.format)
        writer.properties.tags = [("title", "a name")]
        // In two pieces; the second overwrites the end of the first.
        try write(bytes, to: writer, from: 0, count: 20)
        try write(bytes, to: writer, from: 15, count: packetCount - 15)
        try writer.close()
        return bytes
    }

    @Test("is read back as it was written", arguments: pairs)
    func roundTrip(_ pair: Pair) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("written.\(pair.kind.extensions[0])")
        let bytes = try writePackets(pair, to: path)
        let file = try AudioFileReader(path: path)
        #expect(file.containerKind == pair.kind)
        var expected = pair.format
        // Byte order does not apply to single bytes.
        if expected.bitsPerChannel == 8 {
            expected.flags.insert(file.format.flags.intersection(.bigEndian))
        }
        if file.format.bitsPerChannel == 8 {
            expected.flags.formIntersection(file.format.flags.union([.packed, .signedInteger]))
        }
        #expect(file.format == expected)
        #expect(try file.packetCount() == Int64(Self.roundTripPacketCount))
        #expect(file.dataOffset % 4096 == 0)
        #expect(try file.tags().map(\.value) == ["a name"])
        let read = try readPackets(file, from: 0, count: 99, capacity: bytes.count + 9)
        #expect(read.bytes == bytes)
    }

    @Test(
        "is decoded by FFmpeg as here",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
        arguments: pairs)
    func ffmpeg(_ pair: Pair) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("written.\(pair.kind.extensions[0])")
        _ = try writePackets(pair, to: path)
        let file = try AudioFileReader(path: path)
        let theirs = try ExternalProgram.decodeWithFFmpeg(path)
        #expect(Difference.between(try decodeFrames(file), theirs) == nil)
    }

    private func write(
        _ bytes: [UInt8], to writer: AudioFileWriter, from index: Int64, count: Int
    ) throws {
        let packetByteCount = Int(writer.format.bytesPerPacket)
        try bytes.withUnsafeBytes {
            try writer.writePackets(
                startingAt: index, count: count,
                from: .init(rebasing: $0[(Int(index) * packetByteCount)...]))
        }
    }

    @Test("can be read before it is closed, and goes on after an update")
    func unfinished() throws {
        for kind in [ContainerKind.caf, .aifc, .wav] {
            let sink = MemorySink()
            let format =
                kind == .wav ? linear(16, channels: 1) : linear(16, isBigEndian: true, channels: 1)
            let writer = try AudioFileWriter(sink, kind: kind, format: format)
            writer.properties.tags = [("title", "a long name that goes away")]
            try write([1, 2, 3, 4], to: writer, from: 0, count: 2)
            #expect(try open(sink.bytes).packetCount() == 2, "\(kind)")
            try writer.update()
            #expect(try open(sink.bytes).packetCount() == 2)
            #expect(try open(sink.bytes).tags().count == 1)
            writer.properties.tags = []
            try write([1, 2, 3, 4, 5, 6], to: writer, from: 2, count: 1)
            try writer.close()
            let file = try open(sink.bytes)
            #expect(
                try readPackets(file, from: 0, count: 9, capacity: 99).bytes == [1, 2, 3, 4, 5, 6])
            #expect(try file.tags().isEmpty)
            #expect(throws: FormatError.self) { try write([1, 2], to: writer, from: 0, count: 1) }
        }
    }

    @Test("without a packet is a file without sound")
    func empty() throws {
        for pair in Self.pairs {
            let sink = MemorySink()
            try AudioFileWriter(sink, kind: pair.kind, format: pair.format).close()
            let file = try open(sink.bytes)
            #expect(try file.packetCount() == 0)
            #expect(file.format.id == pair.format.id)
        }
    }

    @Test("has the layout, the chunks and the trimming it was given")
    func properties() throws {
        let sink = MemorySink()
        let writer = try AudioFileWriter(sink, kind: .caf, format: ima4)
        let layout = ChannelLayout(tag: 0, descriptions: [.init(label: 1), .init(label: 2)])
        writer.properties.channelLayout = layout
        writer.properties.chunks = [("note", [1, 2, 3])]
        writer.properties.remainderFrames = 28
        writer.properties.isPageAligned = false
        try write(Array(repeating: 0, count: 136), to: writer, from: 0, count: 2)
        try writer.close()
        let file = try open(sink.bytes)
        #expect(file.channelLayout == layout)
        #expect(file.chunkByteCount(of: "note", at: 0) == 3)
        #expect(try file.frameCount() == 100)
        #expect(file.dataOffset < 200)
    }

    @Test("of a format its container has no room for is refused")
    func refused() throws {
        for (kind, format) in [
            (.aiff, linear(16)), (.aiff, laws[0]), (.aifc, linear(24)), (.wav, ima4),
            (.wav, linear(16, isBigEndian: true)), (.wav, linear(8, isSigned: true)),
            (.caf, linear(16, isSigned: false)), (.adts, linear(16)), (.m4a, linear(16)),
            (.flac, linear(16)),
        ] as [(ContainerKind, StreamFormat)] {
            #expect(throws: FormatError.self, "\(kind)") {
                try AudioFileWriter(MemorySink(), kind: kind, format: format)
            }
        }
        let writer = try AudioFileWriter(MemorySink(), kind: .caf, format: linear(16))
        #expect(throws: FormatError(.badField("packet index"))) {
            try write([1, 2, 3, 4, 5, 6, 7, 8], to: writer, from: 1, count: 1)
        }
        #expect(throws: FormatError(.badField("number of packets"))) {
            try write([1, 2, 3], to: writer, from: 0, count: 1)
        }
    }

    @Test("does not replace another when told so")
    func replacing() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("there.caf")
        try AudioFileWriter(path: path, kind: .caf, format: linear(16)).close()
        #expect(throws: FormatError(.cannotOpen(errno: 17))) {
            try AudioFileWriter(path: path, kind: .caf, format: linear(16), mayReplace: false)
        }
    }

    @Test(
        "of packets that differ in size holds them, and FFmpeg finds them",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
        .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
        arguments: [
            (ContainerKind.caf, "aac"), (.m4a, "aac"), (.adts, "aac"), (.caf, "alac"),
            (.m4a, "alac"),
        ])
    func variable(kind: ContainerKind, encoder: String) throws {
        let folder = try TemporaryFolder()
        let source = folder.file("source.m4a")
        try ExternalProgram.ffmpeg.run([
            "-v", "error", "-f", "lavfi", "-i", "sine=r=44100:d=1:f=440", "-ac", "2", "-c:a",
            encoder, source,
        ])
        let original = try AudioFileReader(path: source)
        let path = folder.file("copy.\(kind.extensions[0])")
        let writer = try AudioFileWriter(path: path, kind: kind, format: original.format)
        writer.properties.magicCookie = original.magicCookie
        writer.properties.primingFrames = original.primingFrames
        writer.properties.remainderFrames = try original.remainderFrames()
        writer.properties.tags = [("title", "a name")]
        let packets = try readPackets(original, from: 0, count: 999, capacity: 1 << 20)
        try packets.bytes.withUnsafeBytes { bytes in
            try packets.descriptions.withUnsafeBufferPointer {
                try writer.writePackets(
                    startingAt: 0, count: $0.count, from: bytes, descriptions: $0)
            }
        }
        try writer.close()

        let copy = try AudioFileReader(path: path)
        #expect(copy.format == original.format)
        let again = try readPackets(copy, from: 0, count: 999, capacity: 1 << 20)
        #expect(again == packets)
        #expect(try packetDifference(copy, path) == nil)
        if kind == .adts { return }
        #expect(copy.magicCookie == original.magicCookie)
        #expect(try copy.packetTable() == original.packetTable())
        #expect(try copy.frameCount() == 44100)
        #expect(try copy.tags().map(\.value) == ["a name"])
        #expect(try ExternalProgram.decodeWithFFmpeg(path).count >= 44100 * 2)
    }
}

@Suite("µ-law and A-law")
struct G711Tests {
    @Test("decode and encode bit for bit")
    func roundTrip() throws {
        for law in laws {
            let bytes = (0..<256).map { UInt8($0) }
            let sink = MemorySink()
            let writer = try AudioFileWriter(sink, kind: .caf, format: law)
            try bytes.withUnsafeBytes {
                try writer.writePackets(startingAt: 0, count: 256, from: $0)
            }
            try writer.close()
            let samples = try decodeFrames(sink.bytes)
            #expect(Set(samples).count >= 255)
            let coded = samples.map { G711Encoder(law.id)?.byte(for: $0) }
            for (byte, again) in zip(bytes, coded) {
                // Silence has two µ-law codes, but is encoded as one of them.
                if law.id == .uLaw && byte == 0x7F { continue }
                #expect(again == byte)
            }
        }
    }
}
