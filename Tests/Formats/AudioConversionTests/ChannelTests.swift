import AudioConversion
import AudioFormats
import AudioModel
import ChannelLayouts
import Testing

@Suite("A conversion to other channels")
struct ChannelTests {
    /// One frame in, one frame out.
    private func frame(
        _ samples: [Float], to count: UInt32, _ change: (inout ConversionOptions) -> Void = { _ in }
    ) throws -> [Float] {
        var options = ConversionOptions()
        change(&options)
        return try converted(
            Packets(floats: samples, channels: samples.count),
            from: .pcm(48000, channels: UInt32(samples.count)), to: .pcm(48000, channels: count),
            options
        ).floats
    }

    @Test("puts one channel on both sides, and both sides into one at half the level")
    func monoAndStereo() throws {
        #expect(try frame([0.5], to: 2) == [0.5, 0.5])
        #expect(try frame([0.5, 0.25], to: 1) == [0.375])
    }

    @Test("downmixes surround to stereo by channel label")
    func surround() throws {
        // Left, right, centre, LFE, left and right rear, in the order of WAVE.
        let half = Float(0.5).squareRoot()
        let scale = 1 / (1 + half + half)
        func folded(_ channel: Int) throws -> [Float] {
            try frame((0..<6).map { $0 == channel ? 1 : 0 }, to: 2)
        }
        func near(_ left: [Float], _ right: [Float]) -> Bool {
            zip(left, right).allSatisfy { abs($0 - $1) < 1e-6 }
        }
        #expect(near(try folded(0), [scale, 0]))
        #expect(near(try folded(1), [0, scale]))
        #expect(near(try folded(2), [half * scale, half * scale]))
        #expect(try folded(3) == [0, 0])
        #expect(near(try folded(4), [half * scale, 0]))
        #expect(near(try folded(5), [0, half * scale]))
    }

    @Test("reorders channels when only their order differs")
    func reorders() throws {
        // Centre, left, right, rear, LFE: the order of AAC.
        let result = try frame([1, 2, 3, 4, 5, 6], to: 6) {
            $0.inputLayout = ChannelLayout(tag: 124 << 16 | 6)
            $0.outputLayout = ChannelLayout(tag: 121 << 16 | 6)
        }
        #expect(result == [2, 3, 1, 6, 4, 5])
        let bitmap = try frame([1, 2, 3], to: 3) {
            $0.inputLayout = ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: 0b111)
            $0.outputLayout = ChannelLayout(
                tag: ChannelLayout.useDescriptions,
                descriptions: [.init(label: 3), .init(label: 2), .init(label: 1)])
        }
        #expect(bitmap == [3, 2, 1])
    }

    @Test("takes the places beside and behind for what they are in WAVE")
    func waveSides() throws {
        // Given left, right, centre, LFE, and two side channels, by their bits.
        let sides = ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: 0x60F)
        let folded = try frame([0, 0, 0, 0, 1, 0], to: 2) { $0.inputLayout = sides }
        #expect(folded[0] > 0.2 && folded[1] == 0)
        // And two rear channels as well: they map to the rear ones.
        let all = try frame([1, 2, 3, 4, 5, 6, 7, 8], to: 8) {
            $0.inputLayout = ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: 0x63F)
            $0.outputLayout = ChannelLayout(tag: 128 << 16 | 8)
        }
        #expect(all == [1, 2, 3, 4, 7, 8, 5, 6])
    }

    @Test("brings the two behind to the one that is there")
    func behind() throws {
        let result = try frame([1, 2, 4, 8], to: 4) {
            $0.inputLayout = ChannelLayout(tag: 108 << 16 | 4)
            $0.outputLayout = ChannelLayout(tag: 115 << 16 | 4)
        }
        let half = Float(0.5).squareRoot()
        let scale = 1 / (2 * half)
        #expect(zip(result, [scale, 2 * scale, 0, 6]).allSatisfy { abs($0 - $1) < 1e-5 })
    }

    @Test("leaves as many channels alone of which only one side's are named, and are others")
    func unnamed() throws {
        let result = try frame([1, 2, 3, 4], to: 4) {
            $0.inputLayout = ChannelLayout(tag: 115 << 16 | 4)
        }
        #expect(result == [1, 2, 3, 4])
    }

    #if FFmpeg
        @Test(
            "gives a coding the order it is coded in, whatever order names its channels",
            arguments: [121, 124])
        func coders(named: UInt32) throws {
            // Given centre, left, right, rear, LFE.
            let samples = (0..<4096).flatMap { frame in
                (0..<6).map { Float(frame % 100 * ($0 + 1)) / 1024 }
            }
            var options = ConversionOptions()
            options.inputLayout = ChannelLayout(tag: 124 << 16 | 6)
            options.outputLayout = ChannelLayout(tag: named << 16 | 6)
            let linear = StreamFormat.pcm(44100, channels: 6)
            let encoder = try FormatConverter(
                from: linear, to: .coded(.appleLossless, 44100, channels: 6, flags: 1),
                options: options)
            let packets = encoder.all(Feeder(Packets(floats: samples, channels: 6), linear)).packets
            // When it is decoded, then the order is the packets', with layouts and without.
            options = ConversionOptions()
            options.inputMagicCookie = encoder.magicCookie
            let plain = try converted(packets, from: encoder.outputFormat, to: linear, options)
            #expect(Array(plain.floats[6..<12]) == [1, 2, 3, 4, 5, 6].map { Float($0) / 1024 })
            // And two channels are left and right, which WAVE has first.
            options.channelMapping = .firstChannels
            let pair = try converted(
                packets, from: encoder.outputFormat, to: .pcm(44100, channels: 2), options)
            #expect(Array(pair.floats[2..<4]) == [2, 3].map { Float($0) / 1024 })
            options.channelMapping = .mixed
            options.inputLayout = ChannelLayout(tag: named << 16 | 6)
            options.outputLayout = ChannelLayout(tag: 124 << 16 | 6)
            let back = try converted(packets, from: encoder.outputFormat, to: linear, options)
            #expect(Array(back.floats.prefix(600)) == Array(samples.prefix(600)))
        }
    #endif

    @Test("follows a map, with silence where it says so")
    func maps() throws {
        #expect(try frame([1, 2], to: 3) { $0.channelMapping = .map([1, -1, 0]) } == [2, 0, 1])
        #expect(try frame([1, 2, 3], to: 1) { $0.channelMapping = .map([2]) } == [3])
        #expect(try frame([1, 2], to: 2) { $0.channelMapping = .map([0, 1]) } == [1, 2])
    }

    @Test("follows a matrix")
    func matrices() throws {
        let result = try frame([1, 0.5], to: 2) { $0.channelMapping = .matrix([0.5, 0.5, 1, -1]) }
        #expect(result == [0.75, 0.5])
    }

    @Test("keeps the first channels when asked to")
    func firstChannels() throws {
        #expect(try frame([1, 2, 3], to: 2) { $0.channelMapping = .firstChannels } == [1, 2])
        #expect(try frame([1, 2], to: 3) { $0.channelMapping = .firstChannels } == [1, 2, 0])
        #expect(try frame([1], to: 2) { $0.channelMapping = .firstChannels } == [1, 1])
        #expect(try frame([1, 2, 3], to: 2) { $0.channelMapping = .byIndex } == [1, 2])
        #expect(try frame([1], to: 2) { $0.channelMapping = .byIndex } == [1, 0])
    }

    @Test("refuses maps that do not fit", arguments: [[], [0], [0, 2], [0, -2], [0, 1, 0]])
    func refused(map: [Int]) {
        #expect(throws: ConversionError.channelMapping) {
            try frame([1, 2], to: 2) { $0.channelMapping = .map(map) }
        }
        #expect(throws: ConversionError.channelMapping) {
            try frame([1, 2], to: 2) { $0.channelMapping = .matrix(map.map { Float($0) }) }
        }
    }

    @Test("maps before and after the rate is converted to the same effect")
    func withRates() throws {
        let left = sine(440, rate: 44100, frameCount: 500)
        let stereo = left.flatMap { [$0, -$0 / 2] }
        let one = try converted(Packets(floats: left), from: .pcm(44100), to: .pcm(48000)).floats
        var options = ConversionOptions()
        options.channelMapping = .map([-1, 0, 1])
        let three = try converted(
            Packets(floats: stereo, channels: 2), from: .pcm(44100, channels: 2),
            to: .pcm(48000, channels: 3), options
        ).floats
        #expect(three == one.flatMap { [0, $0, -$0 / 2] })
    }
}
