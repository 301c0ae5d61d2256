import AudioCodecs
import AudioFormats
import AudioModel
import ChannelLayouts
import Foundation
import TestSupport
import Testing

@Suite("The layout in the magic cookie of Apple Lossless")
struct LosslessLayoutTests {
    /// 4,096 frames a packet, 16 bits, 48,000 Hz.
    private static func configuration(channels: UInt8) -> [UInt8] {
        [
            0, 0, 16, 0, 0, 16, 40, 10, 14, channels, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xBB,
            0x80,
        ]
    }

    private static func layout(_ tag: UInt32) -> [UInt8] {
        [0, 0, 0, 24] + "chan".utf8 + [0, 0, 0, 0]
            + withUnsafeBytes(of: tag.bigEndian) { Array($0) } + [0, 0, 0, 0, 0, 0, 0, 0]
    }

    @Test(
        "follows the configuration of more than two channels",
        arguments: [
            // MPEG 3.0 B, 4.0 B, 5.0 D, 5.1 D, AAC 6.1, MPEG 7.1 B.
            (3, 114), (4, 116), (5, 120), (6, 124), (7, 142), (8, 127),
        ] as [(UInt8, UInt32)])
    func added(channels: UInt8, number: UInt32) throws {
        let bytes = Self.configuration(channels: channels)
        let tag = number << 16 | UInt32(channels)
        let configuration = try #require(ALACConfiguration(bytes))
        #expect(configuration.layoutTag == nil)
        #expect(configuration.cookie == bytes + Self.layout(tag))
        #expect(ALACConfiguration(configuration.cookie)?.layoutTag == tag)
        // Mono and stereo need none.
        let stereo = Self.configuration(channels: 2)
        #expect(ALACConfiguration(stereo)?.cookie == stereo)
    }

    @Test("is read behind old boxes, and ignored where it is cut or of other channels")
    func read() throws {
        let bytes = Self.configuration(channels: 6)
        let tag: UInt32 = 124 << 16 | 6
        let old =
            [0, 0, 0, 12] + "frmaalac".utf8 + [0, 0, 0, 36] + "alac".utf8 + [0, 0, 0, 0] + bytes
        #expect(ALACConfiguration(old + Self.layout(tag))?.layoutTag == tag)
        #expect(ALACConfiguration(old)?.layoutTag == nil)
        for count in 0..<24 {
            #expect(ALACConfiguration(bytes + Self.layout(tag).prefix(count))?.layoutTag == nil)
        }
        #expect(ALACConfiguration(bytes + Self.layout(127 << 16 | 8))?.layoutTag == nil)
    }

    @Test(
        "is written to MPEG-4 and CAF, and read there",
        arguments: [(ContainerKind.m4a, "a.m4a"), (.caf, "a.caf")])
    func written(kind: ContainerKind, name: String) throws {
        let folder = try TemporaryFolder()
        let bytes = Self.configuration(channels: 6)
        // A layout that is not the usual one tells that it is read.
        let cookie = bytes + Self.layout(147 << 16 | 6)
        let format = try #require(ALACConfiguration(bytes)).format
        for (given, wanted) in [(bytes, 124), (cookie, 147)] as [([UInt8], UInt32)] {
            let writer = try AudioFileWriter(path: folder.file(name), kind: kind, format: format)
            writer.properties.magicCookie = given
            try writer.close()
            let reader = try AudioFileReader(path: folder.file(name))
            #expect(reader.magicCookie == given)
            #expect(reader.channelLayout?.tag == wanted << 16 | 6)
            // A copy has the layout, whether or not its source has it.
            #expect(reader.cookieForCopy == bytes + Self.layout(wanted << 16 | 6))
            let file = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
            #expect(file.range(of: Data(given)) != nil)
        }
    }

    @Test(
        "does not keep FFmpeg from decoding",
        .enabled(if: BuildTraits.hasFFmpeg, "built without FFmpeg"),
        .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
        arguments: [(ContainerKind.m4a, "a.m4a"), (.caf, "a.caf")])
    func others(kind: ContainerKind, name: String) throws {
        let folder = try TemporaryFolder()
        let wanted = StreamFormat(
            sampleRate: 48_000, id: .appleLossless, flags: FormatFlags(rawValue: 1),
            bytesPerPacket: 0, framesPerPacket: 0, bytesPerFrame: 0, channelCount: 6,
            bitsPerChannel: 0)
        let encoder = try makePacketEncoder(wanted)
        #expect(encoder.magicCookie?.count == 48)
        // Given the value of its place in each channel: centre, left, right, behind, low.
        let samples = (0..<4096 * 6).map { Float($0 % 6 + 1) / 8 }
        let packets =
            try samples.withUnsafeBufferPointer {
                try encoder.encode($0.baseAddress!, frameCount: 4096)
            } + encoder.finish()
        let writer = try AudioFileWriter(
            path: folder.file(name), kind: kind, format: encoder.format)
        writer.properties.magicCookie = encoder.magicCookie
        for packet in packets {
            let description = [PacketDescription(startOffset: 0, byteCount: UInt32(packet.count))]
            try packet.withUnsafeBytes { bytes in
                try description.withUnsafeBufferPointer {
                    try writer.writePackets(
                        startingAt: writer.packetCount, count: 1, from: bytes, descriptions: $0)
                }
            }
        }
        try writer.close()
        let told = try ExternalProgram.ffprobe.run([
            "-v", "error", "-show_entries", "stream=channel_layout", "-of", "csv=p=0",
            folder.file(name),
        ])
        #expect(String(decoding: told, as: UTF8.self).hasPrefix("5.1"))
        let theirs = try ExternalProgram.decodeWithFFmpeg(folder.file(name))
        #expect(theirs.prefix(6).map { $0 * 8 } == [2, 3, 1, 6, 4, 5])
        let reader = try AudioFileReader(path: folder.file(name))
        #expect(try decodeFrames(reader).prefix(6).map { $0 * 8 } == [1, 2, 3, 4, 5, 6])
    }
}
