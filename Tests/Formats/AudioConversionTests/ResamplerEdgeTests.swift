import AudioConversion
import Foundation
import SoundMixer
import Testing

@Suite("A resampler of sound that other sound precedes and follows")
struct ResamplerEdgeTests {
    private static let frequency = 211.0

    private func resampled(
        _ samples: [Float], _ ratio: RateRatio, _ edges: StreamResampler.Edges
    ) -> [Float] {
        let resampler = StreamResampler(
            ratio, channelCount: 1, quality: RateConversionQuality(), method: .normal, edges: edges)
        var output: [Float] = []
        var rest = samples[...]
        func take() {
            while resampler.readyCount > 0 {
                let count = min(resampler.readyCount, StreamResampler.blockFrames)
                var block = [Float](repeating: 0, count: count)
                resampler.read(into: &block, count: count)
                output += block
            }
        }
        while !rest.isEmpty {
            let piece = Array(rest.prefix(min(resampler.room, 100)))
            resampler.append(piece, count: piece.count)
            rest = rest.dropFirst(piece.count)
            take()
        }
        resampler.end()
        take()
        return output
    }

    @Test(
        "neither rings nor falls off at its ends, however short it is",
        arguments: [(44_100, 48_000), (22_050, 48_000), (96_000, 48_000), (8_000, 44_100)]
            as [(Double, Double)])
    func edges(input: Double, output: Double) {
        for frameCount in [1, 2, 7, 100, 4_001] {
            // Given a tone that begins and ends at any height.
            let samples = (0..<frameCount).map { frame in
                Float(0.5 * cos(2 * .pi * Self.frequency * (Double(frame) / input) + 0.4))
            }
            let ratio = RateRatio(from: input, to: output)
            // When it is resampled, then its length is as usual.
            let plain = resampled(samples, ratio, .silence)
            let reflected = resampled(samples, ratio, .reflected)
            #expect(reflected.count == plain.count)
            #expect(reflected.count == Int((Double(frameCount) * output / input).rounded(.up)))
            // And each frame is the tone's, where silence around it would bend it.
            func largestError(_ samples: [Float]) -> Double {
                let errors = samples.indices.map { frame in
                    let phase = 2 * .pi * Self.frequency * (Double(frame) / output) + 0.4
                    return abs(Double(samples[frame]) - 0.5 * cos(phase))
                }
                return errors.max() ?? 1
            }
            let bound = frameCount < 100 ? 0.08 : 0.02
            #expect(largestError(reflected) < bound, "\(frameCount) frames")
            if frameCount >= 100 {
                #expect(largestError(reflected) < largestError(plain), "\(frameCount) frames")
            }
        }
    }
}
