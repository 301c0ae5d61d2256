import AudioEffects
import AudioGraph
import AudioModel
import Testing

@Suite("Random graphs") struct RandomGraphTests {
    /// The same graph as plain arithmetic on whole arrays.
    private indirect enum Expression {
        /// Noise that is a function of the seed.
        case source(seed: UInt64)
        case delay(Expression, frameCount: Int)
        case mixer([(Expression, volume: Float, pan: Float)], volume: Float)

        func samples(_ frameCount: Int) -> [[Float]] {
            switch self {
            case .source(let seed):
                return (0..<2).map { channel in
                    (0..<frameCount).map { noise(seed, channel, $0) }
                }
            case .delay(let inner, let delay):
                return inner.samples(frameCount).map {
                    Array((Array(repeating: 0, count: delay) + $0).prefix(frameCount))
                }
            case .mixer(let inputs, let volume):
                var sum = [[Float]](repeating: Array(repeating: 0, count: frameCount), count: 2)
                for input in inputs {
                    let samples = input.0.samples(frameCount)
                    let gains = [
                        input.volume * min(1, 1 - input.pan), input.volume * min(1, 1 + input.pan),
                    ]
                    for channel in 0..<2 {
                        for frame in 0..<frameCount {
                            sum[channel][frame] += samples[channel][frame] * gains[channel]
                        }
                    }
                }
                return sum.map { $0.map { $0 * volume } }
            }
        }
    }

    @Test("equal plain arithmetic to the last bit", arguments: 1...60 as ClosedRange<UInt64>)
    func equalArithmetic(seed: UInt64) {
        // Given a random tree of mixers, delays and sources.
        var random = SeededGenerator(seed: seed)
        let fixture = GraphFixture(maximumFrameCount: 128)
        let expression = addMixer(fixture.mixer, depth: 0, fixture, &random)
        fixture.publish()
        // When it is rendered in random blocks.
        let frameCount = 600
        var samples: [[Float]] = [[], []]
        while samples[0].count < frameCount {
            let left = frameCount - samples[0].count
            let block = fixture.render(min(Int.random(in: 1...300, using: &random), left))
            for channel in 0..<2 { samples[channel] += block[channel] }
        }
        // Then every bit is that of the arithmetic.
        let expected = expression.samples(frameCount)
        for channel in 0..<2 {
            #expect(
                samples[channel].map(\.bitPattern) == expected[channel].map(\.bitPattern),
                "seed \(seed)")
        }
    }

    private func addMixer(
        _ mixer: GraphNode, depth: Int, _ fixture: GraphFixture,
        _ random: inout SeededGenerator
    ) -> Expression {
        mixer.outputVolume.value = gain(&random)
        var inputs: [(Expression, volume: Float, pan: Float)] = []
        for bus in 0..<Int.random(in: 1...4, using: &random) {
            let (volume, pan) = (gain(&random), Float.random(in: -1...1, using: &random))
            let expression = addInput(
                of: mixer, bus: bus, [.volume: volume, .pan: pan], depth: depth, fixture, &random)
            inputs.append((expression, volume, pan))
        }
        return .mixer(inputs, volume: mixer.outputVolume.value)
    }

    private func addInput(
        of node: GraphNode, bus: Int, _ values: [MixerInput.Parameter: Float], depth: Int,
        _ fixture: GraphFixture, _ random: inout SeededGenerator
    ) -> Expression {
        switch Int.random(in: 0..<(depth < 4 ? 4 : 1), using: &random) {
        case 1:
            let delay = Int.random(in: 0...200, using: &random)
            let effect = fixture.add(
                .effect(FrameDelay(frameCount: delay)), to: node, bus: bus, values: values)
            return .delay(
                addInput(of: effect, bus: 0, [:], depth: depth + 1, fixture, &random),
                frameCount: delay)
        case 2, 3:
            let mixer = fixture.add(.mixer, to: node, bus: bus, values: values)
            return addMixer(mixer, depth: depth + 1, fixture, &random)
        default:
            let seed = random.next()
            fixture.add(
                .source(FunctionSource { noise(seed, $0, $1) }), to: node, bus: bus,
                values: values)
            return .source(seed: seed)
        }
    }

    private func gain(_ random: inout SeededGenerator) -> Float {
        Bool.random(using: &random) ? 1 : Float.random(in: 0...2, using: &random)
    }
}

/// A sample of noise as a function of its place.
private func noise(_ seed: UInt64, _ channel: Int, _ frame: Int) -> Float {
    var random = SeededGenerator(
        seed: seed &+ UInt64(channel) &* 0x9E37_79B9 &+ UInt64(frame) &* 0x85EB_CA6B_0001)
    return Float.random(in: -1...1, using: &random)
}
