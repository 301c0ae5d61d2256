import AudioFormats
import AudioModel
import ChannelLayouts
import Foundation
import TestSupport
import Testing

@Suite("The layout of a file of many channels")
struct CodedLayoutTests {
    /// FFmpeg's speaker names, each with a pitch and Apple's label: "back" and "side" are the same
    /// surrounds unless both are present.
    private static let speakers: [(name: String, hertz: Double, label: UInt32)] = [
        ("FL", 301, 1), ("FR", 401, 2), ("FC", 503, 3), ("LFE", 61, 4), ("BL", 701, 5),
        ("BR", 809, 6), ("SL", 907, 5), ("SR", 1009, 6), ("BC", 1103, 9), ("FLC", 1201, 7),
        ("FRC", 1301, 8),
    ]

    private static func labels(_ names: [String]) -> [ChannelLabel] {
        names.map { name in
            let label = speakers.first { $0.name == name }?.label ?? 0
            let isRear = names.contains("SL") && name.hasPrefix("B") && name != "BC"
            return ChannelLabel(rawValue: isRear ? label + 28 : label)
        }
    }

    /// Relative level of a pitch.
    private func level(_ samples: [Float], _ hertz: Double) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            let angle = 2 * Double.pi * hertz / 44_100 * Double(index)
            real += Double(sample) * cos(angle)
            imaginary += Double(sample) * sin(angle)
        }
        return (real * real + imaginary * imaginary).squareRoot()
    }

    @Test(
        "is that of the channels as they are decoded",
        .enabled(if: BuildTraits.hasFFmpeg, "built without FFmpeg"),
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
        arguments: [
            // The order of AAC and Apple Lossless is that of their packets.
            ("aac", "m4a", "3.0", "FC FL FR"), ("aac", "m4a", "4.0", "FC FL FR BC"),
            ("aac", "m4a", "5.0", "FC FL FR BL BR"), ("aac", "m4a", "5.1", "FC FL FR BL BR LFE"),
            ("aac", "adts", "5.1", "FC FL FR BL BR LFE"),
            ("aac", "mka", "5.1", "FC FL FR BL BR LFE"),
            ("alac", "m4a", "3.0", "FC FL FR"), ("alac", "caf", "4.0", "FC FL FR BC"),
            ("alac", "m4a", "5.0", "FC FL FR BL BR"), ("alac", "m4a", "5.1", "FC FL FR BL BR LFE"),
            ("alac", "m4a", "6.1(back)", "FC FL FR BL BR BC LFE"),
            ("alac", "m4a", "7.1(wide)", "FC FLC FRC FL FR BL BR LFE"),
            ("flac", "flac", "3.0", "FL FR FC"), ("flac", "flac", "quad", "FL FR BL BR"),
            ("flac", "flac", "5.0", "FL FR FC BL BR"),
            ("flac", "flac", "5.1", "FL FR FC LFE BL BR"),
            ("flac", "flac", "6.1", "FL FR FC LFE BC SL SR"),
            ("flac", "flac", "7.1", "FL FR FC LFE BL BR SL SR"),
            ("flac", "flac", "7.1(wide)", "FL FR FC LFE BL BR FLC FRC"),
        ])
    func decoded(encoder: String, muxer: String, layout: String, channels: String) throws {
        // Given a different pitch in each channel.
        let file = try TemporaryFolder()
        let path = file.path + "/sound"
        let names = channels.split(separator: " ").map { String($0) }
        let speakers = names.compactMap { name in
            Self.speakers.first { $0.name == name }
        }
        // FFmpeg's own order is that of the speakers' bits.
        let given = Self.bitOrder.compactMap { name in speakers.first { $0.name == name } }
        let sines = given.map { "0.4*sin(2*PI*\($0.hertz)*t)" }.joined(separator: "|")
        try ExternalProgram.ffmpeg.run([
            "-v", "error", "-f", "lavfi", "-i",
            "aevalsrc=\(sines):s=44100:d=0.3:c=\(layout)",
            "-c:a", encoder, "-f", ["m4a": "ipod", "mka": "matroska"][muxer] ?? muxer, path,
        ])
        // When it is decoded, then each pitch is in the channel that the layout states.
        let reader = try AudioFileReader(path: path)
        let samples = try decodeFrames(reader)
        let found = names.indices.map { channel in
            let own = stride(
                from: channel + names.count * 4000, to: samples.count, by: names.count
            ).map { samples[$0] }
            let loudest = speakers.max { level(own, $0.hertz) < level(own, $1.hertz) }
            return loudest?.name ?? ""
        }
        #expect(found == names)
        let labels = try #require(try reader.channelLayout?.labels())
        #expect(labels == Self.labels(found))
    }

    private static let bitOrder = [
        "FL", "FR", "FC", "LFE", "BL", "BR", "FLC", "FRC", "BC", "SL", "SR",
    ]

    @Test(
        "of AAC with eight channels is what the configuration says",
        .enabled(if: BuildTraits.hasFFmpeg, "built without FFmpeg"),
        arguments: [
            // Channel configurations 7 and 12 of a sound at 48,000 Hz.
            ([0x11, 0xB8], 127), ([0x11, 0xE0], 183), ([0x11, 0xD8], 142),
        ] as [([UInt8], UInt32)])
    func eight(configuration: [UInt8], number: UInt32) {
        let count: UInt32 = number == 142 ? 7 : 8
        #expect(
            StandardLayout.decoded(
                .mpeg4AAC, channelCount: count, configuration: configuration)
                == number << 16 | count)
    }

    @Test(
        "is written to WAVE where there are bits for its channels, in their order",
        arguments: [
            // MPEG 5.1 A, quadraphonic, MPEG 4.0 A, MPEG 6.1 A, MPEG 7.1 A.
            (121, 6, 0x3F), (108, 4, 0x33), (115, 4, 0x107), (125, 7, 0x13F), (126, 8, 0xFF),
            // WAVE 5.1 B, 6.1 and 7.1, with side and back surrounds.
            (187, 6, 0x3F), (188, 7, 0x70F), (189, 8, 0x63F), (101, 2, 3), (100, 1, 4),
            // MPEG 5.1 D, MPEG 7.1 C, discrete, unknown.
            (124, 6, nil), (128, 8, nil), (147, 6, nil), (0xFFFF, 6, nil),
        ] as [(UInt32, UInt32, UInt32?)])
    func wave(number: UInt32, count: UInt32, mask: UInt32?) throws {
        let layout = ChannelLayout(tag: number << 16 | count)
        #expect(layout.waveMask == mask)
        let path = try TemporaryFolder()
        let format = StreamFormat(
            sampleRate: 44_100, id: .linearPCM, flags: [.signedInteger, .packed],
            bytesPerPacket: 2 * count, framesPerPacket: 1, bytesPerFrame: 2 * count,
            channelCount: count, bitsPerChannel: 16)
        let writer = try AudioFileWriter(path: path.path + "/a.wav", kind: .wav, format: format)
        writer.properties.channelLayout = layout
        try writer.close()
        #expect(
            try AudioFileReader(path: path.path + "/a.wav").channelLayout
                == mask.map { ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: $0) })
    }
}
