import AudioEffects
import AudioGraph
import Testing

@Suite("A graph's mixer") struct MixingTests {
    @Test("adds its inputs as plain floats, without clipping")
    func plainSum() {
        // Given sources beyond full scale, in two mixers.
        let fixture = GraphFixture()
        let inner = fixture.add(.mixer, to: fixture.mixer)
        fixture.add(.source(FunctionSource.constant(42)), to: inner)
        fixture.add(.source(FunctionSource.constant(0.6)), to: fixture.mixer, bus: 1)
        fixture.add(.source(FunctionSource.constant(0.7)), to: fixture.mixer, bus: 2)
        fixture.publish()
        // When rendered, then the sum is that of `Float`.
        let sum: Float = 42 + 0.6 + 0.7
        #expect(
            fixture.render(700) == Array(repeating: Array(repeating: sum, count: 700), count: 2))
    }

    @Test("copies its only input to the bit, negative zeros too, and adds several to zero")
    func negativeZeros() {
        func bits(inputs: Int, _ format: GraphFormat) -> [[UInt32]] {
            let fixture = GraphFixture()
            let inner = fixture.add(.mixer, to: fixture.mixer)
            for bus in 0..<inputs {
                fixture.add(
                    .source(FunctionSource { _, frame in frame % 2 == 0 ? -0.0 : 0.25 }), format,
                    to: inner, bus: bus)
            }
            fixture.publish()
            return fixture.render(4).map { $0.map(\.bitPattern) }
        }
        let (negative, positive) = (Float(-0.0).bitPattern, Float(0).bitPattern)
        let (one, two) = (Float(0.25).bitPattern, Float(0.5).bitPattern)
        for format in [GraphFixture.stereo, GraphFixture.mono] {
            let copied = [negative, one, negative, one]
            #expect(bits(inputs: 1, format) == [copied, copied])
            let added = [positive, two, positive, two]
            #expect(bits(inputs: 2, format) == [added, added])
        }
    }

    @Test("applies volume and output volume from the first frame on")
    func volumes() {
        let fixture = GraphFixture()
        fixture.add(
            .source(FunctionSource.constant(0.5)), to: fixture.mixer, values: [.volume: 0.5])
        fixture.mixer.outputVolume.value = 0.5
        #expect(fixture.left(100) == Array(repeating: 0.125, count: 100))
    }

    @Test("moves a changed volume within one block, without a step")
    func volumeRamp() throws {
        // Given a source that plays.
        let fixture = GraphFixture()
        let source = fixture.add(.source(FunctionSource.constant(1)), to: fixture.mixer)
        _ = fixture.left(64)
        // When its volume is set to zero.
        let input = try #require(fixture.graph.connections(from: source).first?.input)
        input[.volume] = 0
        let block = fixture.render(100)[0]
        // Then the next block falls in equal steps, and reaches zero with its last frame.
        #expect(block.last == 0)
        let steps = zip([1] + block, block).map { $0 - $1 }
        #expect(steps.allSatisfy { abs($0 - 0.01) < 1e-5 })
        #expect(fixture.render(10)[0].allSatisfy { $0 == 0 })
    }

    @Test(
        "pans by the law of balance",
        arguments: [
            (-1, 1, 0), (0, 1, 1), (0.5, 0.5, 1), (1, 0, 1), (-3, 1, 0), (3, 0, 1),
        ] as [(Float, Float, Float)])
    func balance(pan: Float, left: Float, right: Float) {
        for format in [GraphFixture.stereo, GraphFixture.mono] {
            let fixture = GraphFixture()
            fixture.add(
                .source(FunctionSource.constant(1)), format, to: fixture.mixer,
                values: [.pan: pan])
            fixture.publish()
            #expect(fixture.render(1) == [[left], [right]])
        }
    }

    @Test("pans mono with constant power by the other law, and stereo as before")
    func constantPower() {
        let fixture = GraphFixture()
        fixture.graph.panLaw = .constantPower
        fixture.add(.source(FunctionSource.constant(1)), GraphFixture.mono, to: fixture.mixer)
        fixture.publish()
        let block = fixture.render(1)
        #expect(block.allSatisfy { abs($0[0] - 0.70710678) < 1e-6 })
        let stereo = GraphFixture()
        stereo.graph.panLaw = .constantPower
        stereo.add(.source(FunctionSource.constant(1)), to: stereo.mixer)
        stereo.publish()
        #expect(stereo.render(1) == [[1], [1]])
    }

    @Test("copies mono to both channels, and halves the sum of stereo for mono")
    func channelConversion() {
        let fixture = GraphFixture(GraphFixture.mono)
        fixture.add(
            .source(FunctionSource { channel, _ in channel == 0 ? 0.25 : 0.5 }),
            to: fixture.mixer)
        #expect(fixture.left(3) == [0.375, 0.375, 0.375])
        let stereo = GraphFixture()
        stereo.add(
            .source(FunctionSource.constant(0.25)), GraphFixture.mono, to: stereo.mixer)
        stereo.publish()
        #expect(stereo.render(2) == [[0.25, 0.25], [0.25, 0.25]])
    }

    @Test("treats a volume that is negative or not a number as zero")
    func oddVolumes() {
        for volume in [-1, .nan, -.infinity, .infinity] as [Float] {
            let fixture = GraphFixture()
            fixture.add(
                .source(FunctionSource.constant(1)), to: fixture.mixer, values: [.volume: volume])
            #expect(fixture.left(4) == [0, 0, 0, 0])
        }
    }

    @Test("converts the sample rate of an input, without drift or delay")
    func rateConversion() {
        // Given a sine at 44,100 Hz, in a graph of 48,000 Hz.
        let fixture = GraphFixture()
        let format = GraphFormat(sampleRate: 44_100, channelCount: 2)
        fixture.add(
            .source(FunctionSource { _, frame in sine(Double(frame) / 44_100) }), format,
            to: fixture.mixer)
        // When a second is rendered in odd blocks.
        let samples = fixture.left(48_000, block: 391)
        // Then it is the same sine. The first frames have the filter's silence before them.
        let errors = samples.indices.dropFirst(64).map {
            abs(samples[$0] - sine(Double($0) / 48_000))
        }
        #expect(errors.max() ?? 1 < 1e-4)
    }

    @Test("gives the same samples whatever the size of the blocks")
    func blockSizes() {
        func samples(block: Int) -> [Float] {
            let fixture = GraphFixture()
            fixture.add(
                .source(FunctionSource { _, frame in sine(Double(frame) / 32_000) }),
                GraphFormat(sampleRate: 32_000, channelCount: 1), to: fixture.mixer,
                values: [.pan: 0.25, .volume: 0.7])
            return fixture.left(3000, block: block)
        }
        #expect(samples(block: 512) == samples(block: 1))
        #expect(samples(block: 512) == samples(block: 2999))
    }
}

/// A sine of 440 Hz.
private func sine(_ seconds: Double) -> Float {
    // A series of the reduced angle: no mathematics library is needed.
    var phase = (seconds * 440).truncatingRemainder(dividingBy: 1) * 2 * .pi
    if phase > .pi { phase -= 2 * .pi }
    var (term, sum, order) = (phase, phase, 1.0)
    while order < 30 {
        term *= -phase * phase / ((order + 1) * (order + 2))
        sum += term
        order += 2
    }
    return Float(sum)
}
