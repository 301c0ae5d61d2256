import AVFoundation
import AudioCodecs
import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

/// A folder of short files with tags.
struct AssetFolder {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    func file(_ bytes: [UInt8], _ name: String) throws -> URL {
        let url = URL(fileURLWithPath: folder.file(name))
        try Data(bytes).write(to: url)
        return url
    }

    /// A WAVE file of silence at 8 kHz.
    func wave(frameCount: Int, name: String = "sound.wav") throws -> URL {
        try file(wavFile([Int16](repeating: 0, count: frameCount), rate: 8_000), name)
    }

    /// A file of linear PCM, FLAC or AAC with tags: 4800 frames of silence at 48 kHz in stereo.
    func tagged(
        _ kind: ContainerKind, _ id: FormatID = .linearPCM, _ tags: FileTags, name: String
    ) throws -> URL {
        let path = folder.file(name)
        let isPCM = id == .linearPCM
        let format =
            isPCM
            ? StreamFormat(
                linearPCM: 48_000, channelCount: 2, bits: 16, bytesPerSample: 2, isFloat: false,
                isBigEndian: kind == .aiff)
            : StreamFormat(
                sampleRate: 48_000, id: id, flags: FormatFlags(rawValue: id == .flac ? 1 : 0),
                bytesPerPacket: 0, framesPerPacket: 0, bytesPerFrame: 0, channelCount: 2,
                bitsPerChannel: 0)
        if isPCM {
            let writer = try AudioFileWriter(path: path, kind: kind, format: format)
            writer.properties.setTags(tags)
            try [UInt8](repeating: 0, count: 4 * 4_800).withUnsafeBytes {
                try writer.writePackets(startingAt: 0, count: 4_800, from: $0)
            }
            try writer.close()
        } else {
            try encoded(format, kind, tags, path)
        }
        return URL(fileURLWithPath: path)
    }

    private func encoded(
        _ format: StreamFormat, _ kind: ContainerKind, _ tags: FileTags, _ path: String
    ) throws {
        let encoder = try makePacketEncoder(format)
        var packets = try [Float](repeating: 0, count: 2 * 4_800).withUnsafeBufferPointer {
            try encoder.encode($0.baseAddress!, frameCount: 4_800)
        }
        packets += try encoder.finish()
        let writer = try AudioFileWriter(path: path, kind: kind, format: encoder.format)
        writer.properties.setTags(tags)
        writer.properties.magicCookie = encoder.magicCookie
        writer.properties.primingFrames = Int64(encoder.primingFrames)
        let decoded = Int64(packets.count) * Int64(encoder.format.framesPerPacket)
        writer.properties.remainderFrames = max(
            decoded - 4_800 - Int64(encoder.primingFrames), 0)
        for packet in packets {
            let description = [PacketDescription(byteCount: UInt32(packet.count))]
            try packet.withUnsafeBytes { bytes in
                try description.withUnsafeBufferPointer {
                    try writer.writePackets(
                        startingAt: writer.packetCount, count: 1, from: bytes, descriptions: $0)
                }
            }
        }
        try writer.close()
    }

    /// An MP3 file of silence: frames of 1152 samples at 44.1 kHz behind a tag.
    func mp3(tag: [UInt8] = [], frameCount: Int = 40, behind: [UInt8] = [], name: String = "a.mp3")
        throws -> URL
    {
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0xC4] + [UInt8](repeating: 0, count: 413)
        let frames = (0..<frameCount).flatMap { _ in frame }
        return try file(tag + frames + behind, name)
    }
}

/// The bytes of a picture, as far as its kind is known by them.
let smallPicture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + ascii("a picture") + [0xFF, 0xD9]

/// A tag of ID3.
func id3Tag(version: UInt8, _ frames: [(id: String, content: [UInt8])]) -> [UInt8] {
    var body: [UInt8] = []
    for (id, content) in frames {
        let count = content.count
        switch version {
        case 2: body += ascii(id) + [16, 8, 0].map { UInt8(count >> $0 & 0xFF) } + content
        case 3: body += ascii(id) + bigEndian(UInt32(count)) + [0, 0] + content
        default:
            body +=
                ascii(id) + [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) } + [0, 0] + content
        }
    }
    return ascii("ID3") + [version, 0, 0] + [21, 14, 7, 0].map { UInt8(body.count >> $0 & 0x7F) }
        + body
}

/// The content of a frame with a text.
func text(_ text: String) -> [UInt8] { [3] + ascii(text) }

/// A box of MPEG-4.
func box(_ id: String, _ content: [UInt8]...) -> [UInt8] {
    let content = content.flatMap { $0 }
    let code = id.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return bigEndian(UInt32(content.count + 8)) + code + content
}

func fullBox(_ id: String, _ content: [UInt8]...) -> [UInt8] {
    box(id, [0, 0, 0, 0], content.flatMap { $0 })
}

func words(_ numbers: UInt32...) -> [UInt8] { numbers.flatMap { bigEndian($0) } }

/// A QuickTime movie with sound of 16 bits at 8 kHz, and what else a test wants.
struct Movie {
    var frameCount: UInt32 = 8_000
    var hasSound = true
    var edits: [UInt8] = []
    var isEnabled = true
    /// Three letters, packed.
    var language: UInt16 = 0x15C7
    /// Boxes within the sound track, and within the movie.
    var inTrack: [UInt8] = []
    var inMovie: [UInt8] = []

    var bytes: [UInt8] {
        let head = box("ftyp", ascii("qt  "), words(0))
        let samples = [UInt8](repeating: 0, count: Int(frameCount) * 2)
        func movie(_ start: Int) -> [UInt8] {
            box(
                "moov", fullBox("mvhd", words(0, 0, 1000, frameCount / 8)),
                hasSound ? sound(UInt32(start)) : [], inMovie)
        }
        let start = head.count + movie(0).count + 8
        return head + movie(start) + box("mdat", samples)
    }

    private func sound(_ start: UInt32) -> [UInt8] {
        let entry = box(
            "sowt", [0, 0, 0, 0, 0, 0, 0, 1], words(0, 0), [0, 1, 0, 16], words(0),
            words(8_000 << 16))
        let table = box(
            "stbl", fullBox("stsd", words(1), entry), fullBox("stts", words(1, frameCount, 1)),
            fullBox("stsc", words(1, 1, frameCount, 1)), fullBox("stsz", words(2, frameCount)),
            fullBox("stco", words(1, start)))
        return Self.track(
            1, "soun", scale: 8_000, duration: frameCount, isEnabled: isEnabled,
            language: language, edits: edits, table: table, others: inTrack)
    }

    static func track(
        _ id: UInt32, _ handler: String, scale: UInt32, duration: UInt32, isEnabled: Bool = true,
        language: UInt16 = 0x55C4, edits: [UInt8] = [], table: [UInt8], others: [UInt8] = []
    ) -> [UInt8] {
        let header = box(
            "tkhd", [0, 0, 0, isEnabled ? 1 : 0], words(0, 0, id, 0, duration))
        let media = box(
            "mdia", fullBox("mdhd", words(0, 0, scale, duration), bigEndian(language), [0, 0]),
            fullBox("hdlr", words(0), ascii(handler), words(0, 0, 0)), box("minf", table))
        return box("trak", header, edits, media, others)
    }

    /// A track of pictures, of which there are no bytes.
    static var video: [UInt8] {
        let entry = box(
            "avc1", [0, 0, 0, 0, 0, 0, 0, 1], words(0, 0, 0, 0), [2, 128, 1, 104],
            [UInt8](repeating: 0, count: 50))
        return track(
            2, "vide", scale: 600, duration: 600, isEnabled: false,
            table: box(
                "stbl", fullBox("stsd", words(1), entry), fullBox("stsz", words(0, 3, 10, 20, 30))))
    }

    /// A track of texts in German.
    static var texts: [UInt8] {
        track(
            3, "text", scale: 1000, duration: 1000, language: 0x10B5,
            table: box("stbl", fullBox("stsd", words(1), box("text", [0, 0, 0, 0]))))
    }
}
