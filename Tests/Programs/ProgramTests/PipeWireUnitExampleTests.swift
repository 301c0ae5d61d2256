#if PipeWire
    import Foundation
    import TestSupport
    import Testing

    @Suite(
        "The examples of audio units through PipeWire", .serialized,
        .enabled(
            if: ProcessInfo.processInfo.environment["SORI_TEST_PIPEWIRE"] == "1",
            "needs sound servers: run scripts/test-pipewire"))
    struct PipeWireUnitExampleTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// Runs a program while the speaker is recorded.
        ///
        /// - Returns: The left channel at 48 kHz.
        private func heard(_ command: String) throws -> [Double] {
            try folder.runOnPrivateServer(
                """
                record speaker
                \(command) >said.txt
                stop_recording
                """)
            return try folder.leftChannel("speaker.wav")
        }

        @Test("the metronome clicks every 24,000 frames")
        func metronome() throws {
            // Given six seconds of 120 beats a minute,
            let samples = try heard(#""$METRONOME" 120 6"#)
            // then each click begins 24,000 frames behind the one before.
            var (clicks, quiet) = ([Int](), 2000)
            for (frame, sample) in samples.enumerated() {
                let isLoud = abs(sample) > 0.5
                if isLoud, quiet >= 2000 { clicks.append(frame) }
                quiet = isLoud ? 0 : quiet + 1
            }
            #expect((11...12).contains(clicks.count))
            let distances = zip(clicks, clicks.dropFirst()).map { $1 - $0 }
            #expect(distances.allSatisfy { $0 == 24_000 })
        }

        @Test(
            "the synthesizer plays a scale in time, and adds its reverb without a break",
            .enabled(if: BuildTraits.hasMIDI))
        func synthesizer() throws {
            let samples = try heard(#""$SYNTHESIZER" --scale"#)
            // In hundredths of a second.
            let levels = stride(from: 0, to: samples.count - 480, by: 480).map { start in
                samples[start..<start + 480].reduce(0) { max($0, abs($1)) }
            }
            let onsets = levels.indices.dropFirst().filter {
                levels[$0] > 0.1 && levels[$0] > 2 * levels[$0 - 1]
            }
            try #require(onsets.count == 8)
            let distances = zip(onsets, onsets.dropFirst()).map { $1 - $0 }
            #expect(distances.allSatisfy { (49...51).contains($0) })
            // The reverb sounds on after a note of a quarter of a second, and the string does not.
            let (dry, wet) = (levels[onsets[1] + 40], levels[onsets[6] + 40])
            #expect(wet > 0.005 && wet > 3 * dry)
        }
    }
#endif
