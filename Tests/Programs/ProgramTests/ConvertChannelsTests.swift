import AudioCodecs
import AudioFormats
import AudioModel
import ChannelLayouts
import Foundation
import Simulation
import TestSupport
import Testing

@Suite("sori convert, of many channels")
struct ConvertChannelsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Makes a file in which each channel has a constant value, from one on.
    private func make(_ name: String, _ kind: ContainerKind, _ layout: ChannelLayout) throws {
        let count = UInt32(try layout.labels().count)
        let samples = (0..<100 * Int(count)).map { Int16(1000 * ($0 % Int(count) + 1)) }
        try folder.makeAudioFile(name, kind, channels: count, samples: samples) {
            $0.properties.channelLayout = layout
        }
    }

    /// The first frame, as the channels' values.
    private func frame(_ name: String) throws -> [Int] {
        let file = try folder.audioFile(name)
        let reader = try FrameReader(file)
        var samples = [Float](repeating: 0, count: reader.channelCount)
        #expect(try reader.read(into: &samples, frameCount: 1) == 1)
        return samples.map { Int(($0 * 32768 / 1000).rounded()) }
    }

    private func layout(_ name: String) throws -> ChannelLayout? {
        try folder.audioFile(name).channelLayout
    }

    private let waveSurround = ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: 0x3F)

    @Test("keeps 5.1 from CAF to WAVE, in either order", arguments: [121, 124])
    func surround(number: UInt32) throws {
        try make("in.caf", .caf, ChannelLayout(tag: number << 16 | 6))
        #expect(try folder.convert("in.caf", "out.wav") == "")
        #expect(try layout("out.wav") == waveSurround)
        #expect(try frame("out.wav") == (number == 121 ? [1, 2, 3, 4, 5, 6] : [2, 3, 1, 6, 4, 5]))
    }

    /// `AVAudioConverter` would give silence here, as Apple's does.
    @Test(
        "has sound in mono, whatever the layout",
        arguments: [(102, 2), (103, 2), (104, 2), (105, 2), (106, 2), (147, 2), (147, 6)]
            as [(UInt32, UInt32)])
    func mono(number: UInt32, channelCount: UInt32) throws {
        try make("in.caf", .caf, ChannelLayout(tag: number << 16 | channelCount))
        _ = try folder.convert("in.caf", "out.caf", "--channels", "1")
        #expect(try frame("out.caf")[0] > 0)
    }

    @Test("says when a file has no word for the channels")
    func unsaid() throws {
        // Two height channels, for which WAVE has no bits.
        let heights = ChannelLayout(
            tag: ChannelLayout.useDescriptions,
            descriptions: [1, 2, 35, 36].map { .init(label: $0) })
        try make("in.caf", .caf, heights)
        #expect(
            try folder.convert("in.caf", "out.wav")
                == "\(folder.file("out.wav")): WAVE cannot store these channels: "
                + "left, right, left wide, right wide\n")
        #expect(try layout("out.wav") == nil)
        #expect(try frame("out.wav") == [1, 2, 3, 4])
        #expect(try folder.convert("in.caf", "same.caf") == "")
        #expect(try layout("same.caf") == heights)
    }

    #if FFmpeg
        @Test("keeps 5.1 through a coding", arguments: ["aac", "alac"])
        func coded(format: String) throws {
            try make("in.caf", .caf, ChannelLayout(tag: 124 << 16 | 6))
            #expect(try folder.convert("in.caf", "a.m4a", "--format", format) == "")
            #expect(try folder.convert("a.m4a", "b.caf") == "")
            #expect(try folder.convert("b.caf", "out.wav", "--format", "i16") == "")
            #expect(try layout("out.wav") == waveSurround)
            if format == "alac" { #expect(try frame("out.wav") == [2, 3, 1, 6, 4, 5]) }
            // CAF stores the order of the channels beside the packets.
            #expect(try folder.audioFile("b.caf").channelLayoutForCopy?.tag == 124 << 16 | 6)
        }

        @Test(
            "keeps the order of channels that have no names through a coding",
            arguments: 3...8 as ClosedRange<Int>, ["a.m4a", "a.caf"])
        func unnamed(channelCount: Int, name: String) throws {
            let samples = (0..<100 * channelCount).map { Int16(1000 * ($0 % channelCount + 1)) }
            try folder.makeAudioFile(
                "in.wav", .wav, channels: UInt32(channelCount), samples: samples)
            #expect(try folder.convert("in.wav", name, "--format", "alac") == "")
            #expect(try folder.convert(name, "out.wav") == "")
            #expect(try frame("out.wav") == Array(1...channelCount))
        }

        @Test(
            "keeps the order of the channels of Opus",
            .enabled(if: ConvertFormatsTests.canEncode(.opus), "FFmpeg was built without libopus"),
            arguments: [3, 4, 5, 7, 8])
        func opus(channelCount: Int) throws {
            // The tone of each channel is louder than that of the one before it.
            let samples = (0..<48_000 * channelCount).map {
                let (frame, channel) = $0.quotientAndRemainder(dividingBy: channelCount)
                return Int16(3000 * Double(channel + 1) * sin(Double(frame) * 0.01))
            }
            try folder.makeAudioFile(
                "in.wav", .wav, channels: UInt32(channelCount), samples: samples,
                sampleRate: 48_000)
            #expect(try folder.convert("in.wav", "a.opus") == "")
            #expect(try folder.convert("a.opus", "out.wav") == "")
            let reader = try FrameReader(folder.audioFile("out.wav"))
            var out = [Float](repeating: 0, count: 24_000 * channelCount)
            #expect(try reader.read(into: &out, frameCount: 24_000) == 24_000)
            let levels = (0..<channelCount).map { channel in
                stride(from: channel, to: out.count, by: channelCount).reduce(0) {
                    $0 + out[$1] * out[$1]
                }
            }
            #expect(levels == levels.sorted(), "\(levels)")
        }

        @Test("mixes quadraphonic sound for a coding that has no such, and says so")
        func quad() throws {
            try make("in.wav", .wav, ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: 0x33))
            #expect(
                try folder.convert("in.wav", "out.m4a", "--format", "alac")
                    == "\(folder.file("out.m4a")): Apple Lossless of 4 channels has centre, left, right, "
                    + "centre surround: mixed from left, right, left surround, right surround\n")
            // All channels are attenuated equally, and the rear pair is mixed into the centre.
            #expect(try frame("out.m4a") == [0, 1, 1, 4])
            #expect(try folder.convert("out.m4a", "back.wav") == "")
            #expect(try layout("back.wav")?.bitmap == 0x107)
        }
    #endif
}
