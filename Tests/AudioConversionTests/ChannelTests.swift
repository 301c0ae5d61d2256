import AudioConversion
import AudioFormats
import AudioModel
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

    @Test("folds surround to stereo by what each channel is for")
    func surround() throws {
        // Left, right, centre, low-frequency, left and right behind, in the order of WAVE.
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
        // Centre, left, right, behind, low: the order of AAC.
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

    @Test("takes the first channels when told to")
    func firstChannels() throws {
        #expect(try frame([1, 2, 3], to: 2) { $0.channelMapping = .firstChannels } == [1, 2])
        #expect(try frame([1, 2], to: 3) { $0.channelMapping = .firstChannels } == [1, 2, 0])
        #expect(try frame([1], to: 2) { $0.channelMapping = .firstChannels } == [1, 1])
    }

    @Test(
        "refuses maps that do not fit",
        arguments: [[], [0], [0, 2], [0, -2], [0, 1, 0]])
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
