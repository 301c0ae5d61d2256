import AudioModel
import SoundMixer
import Testing

@Suite("Mixers that are resampled together")
struct SharedResamplingTests {
    /// Three mixers of an app each, their sounds one block after the other.
    private struct Apps {
        let mixers = (0..<3).map { _ in Mixer(outputRate: 48_000) }
        let sampleRates: [Double]

        /// Renders `blocks` blocks, in each of which an app may start its sound.
        ///
        /// - Parameter blockFrames: The sizes of blocks in turn.
        func render(
            _ blocks: Int, blockFrames: [Int],
            _ renderBlock: (UnsafeMutablePointer<Float>, Int) -> Void
        ) -> [Float] {
            var output: [Float] = []
            for block in 0..<blocks {
                let blockFrames = blockFrames[block % blockFrames.count]
                if block < mixers.count {
                    let sound = SoundBuffer(
                        left: noise(8_000, seed: UInt64(block)),
                        right: noise(8_000, seed: UInt64(block + 9)),
                        sampleRate: sampleRates[block])
                    _ = mixers[block].play(sound)
                }
                var samples = [Float](repeating: 0, count: 2 * blockFrames)
                samples.withUnsafeMutableBufferPointer { renderBlock($0.baseAddress!, blockFrames) }
                output += samples
            }
            return output
        }
    }

    // 480 frames are a whole number of the filter's phases: the sounds are at one position. 333 are
    // not: none of the three is where another is. A high rate needs little memory in a short block,
    // and much in the next one.
    @Test(
        "sound as they do each alone, but for rounding",
        arguments: [[480], [333], [480, 100, 380, 1, 512]],
        [
            [44_100.0, 44_100, 44_100], [44_100, 48_000, 44_100], [44_100, 22_050, 96_000],
            [32_000.5, 32_000.5, 44_101], [96_000, 96_000, 96_000], [105_600, 105_600, 105_600],
            [192_000, 192_000, 192_000],
        ])
    func sameSound(blockFrames: [Int], sampleRates: [Double]) {
        // Given each app's sound by itself.
        var part = [Float](repeating: 0, count: 2 * SharedResampling.blockFramesMax)
        let alone = Apps(sampleRates: sampleRates)
        let expected = alone.render(40, blockFrames: blockFrames) { output, frameCount in
            for mixer in alone.mixers {
                part.withUnsafeMutableBufferPointer {
                    mixer.renderer.render(into: $0.baseAddress!, frameCount: frameCount)
                }
                for index in 0..<2 * frameCount { output[index] += part[index] }
            }
        }

        // When they are resampled together.
        var shared = SharedResampling()
        defer { shared.deallocate() }
        let apps = Apps(sampleRates: sampleRates)
        let together = apps.render(40, blockFrames: blockFrames) { output, frameCount in
            for mixer in apps.mixers {
                mixer.renderer.render(into: output, frameCount: frameCount, sharing: &shared)
            }
            shared.finish(into: output, frameCount: frameCount)
        }

        // Then nothing is lost or delayed.
        #expect(expected.contains { abs($0) > 0.5 })
        #expect(zip(expected, together).allSatisfy { abs($0 - $1) < 1e-5 })
    }

    @Test("filter by themselves where there are too many rates")
    func manyRates() {
        func rendered(_ share: Bool) -> [Float] {
            let mixer = Mixer(outputRate: 48_000)
            for index in 0..<40 {
                let sound = SoundBuffer(
                    mono: noise(2_000, seed: UInt64(index), peak: 0.02),
                    sampleRate: 30_000 + 100 * Double(index))
                _ = mixer.play(sound)
            }
            var shared = SharedResampling()
            defer { shared.deallocate() }
            var output = [Float](repeating: 0, count: 2 * 512)
            output.withUnsafeMutableBufferPointer {
                let start = $0.baseAddress!
                if share {
                    mixer.renderer.render(into: start, frameCount: 512, sharing: &shared)
                } else {
                    mixer.renderer.render(into: start, frameCount: 512)
                }
                shared.finish(into: $0.baseAddress!, frameCount: 512)
            }
            return output
        }
        #expect(zip(rendered(true), rendered(false)).allSatisfy { abs($0 - $1) < 1e-5 })
    }
}
