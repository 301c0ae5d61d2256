#if PipeWire
    import AudioFormats
    import AudioModel
    import Foundation
    import TestSupport
    import Testing

    @Suite(
        "sori play through PipeWire", .serialized,
        .enabled(
            if: ProcessInfo.processInfo.environment["SORI_TEST_PIPEWIRE"] == "1",
            "needs sound servers: run scripts/test-pipewire"))
    struct PipeWirePlaybackTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        @Test("delivers every sample of a file at the machine's rate, to the last")
        func exactness() throws {
            // Given two seconds of noise in 16 bits at 48 kHz.
            let played = try writeNoise(frameCount: 96_000)
            // When it is played while the speaker is recorded.
            try folder.runOnPrivateServer(
                """
                record speaker
                "$SORI" play played.wav >said.txt
                stop_recording
                """)
            // Then every sample reached the speaker, within one 16-bit step.
            let heard = try samples("speaker")
            let start = try #require(heard.firstIndex { $0 != 0 }) / 2 * 2
            let part = heard[start...].prefix(played.count)
            #expect(part.count == played.count)
            #expect(zip(part, played).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
            // And nothing follows it.
            #expect(heard[start...].dropFirst(played.count).allSatisfy { $0 == 0 })
            #expect(
                try folder.text("said.txt") == """
                    playing played.wav (0:02.0) on Virtual speaker
                    finished played.wav at 0:02.0

                    """)
        }

        @Test("goes on at another sink when its own is removed")
        func sinkRemoved() throws {
            // Given three seconds of noise.
            let played = try writeNoise(frameCount: 144_000)
            // When the speaker is removed while it plays.
            try folder.runOnPrivateServer(
                """
                record speaker
                record hdmi
                "$SORI" play played.wav >said.txt &
                player=$!
                sleep 1.5
                pw-cli destroy "$(node_id speaker)" >/dev/null
                wait "$player"
                stop_recording
                """)
            // Then playback goes on at the other sink, to its end.
            let before = try samples("speaker")
            let after = try samples("hdmi")
            let start = try #require(before.firstIndex { $0 != 0 }) / 2 * 2
            let end = try #require(before.lastIndex { $0 != 0 }) / 2 * 2 + 2
            let move = try #require(after.firstIndex { $0 != 0 }) / 2 * 2
            let goesOn = try #require(place(of: after[move...], in: played))
            let rest = after[move...].prefix(played.count - goesOn)
            #expect(rest.count == played.count - goesOn)
            #expect(
                correlationCoefficient(
                    zip(rest, played[goesOn...]).map { (Double($0), Double($1)) }) >= 0.99)
            // And the gap between the two is shorter than 60 ms.
            let lostFrames = (goesOn - (end - start)) / 2
            #expect(lostFrames <= 48 * 60)
            #expect(try folder.text("said.txt").contains("on Virtual HDMI\n"))
        }

        @Test("says what to do when no server answers, with 4")
        func noServer() throws {
            _ = try writeNoise(frameCount: 480)
            let result = try BuiltProgram.sori.run(
                ["play", "--output", "pipewire", folder.file("played.wav")],
                environment: ["PIPEWIRE_REMOTE": folder.file("none")])
            #expect(result.code == 4)
            #expect(result.errors.hasSuffix("start PipeWire or use --output file:PATH\n"))
            #expect(result.output.isEmpty)
        }

        // MARK: Shared by the tests

        /// Writes `played.wav`: noise without repetition and without zeros.
        private func writeNoise(frameCount: Int) throws -> [Int16] {
            var state = UInt64(0x9E37_79B9_7F4A_7C15)
            let samples = (0..<2 * frameCount).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let value = Int16(truncatingIfNeeded: Int64(bitPattern: state) >> 49)
                return value == 0 ? Int16(1) : value
            }
            try folder.writeWAV(
                samples.map { Float($0) / 32768 }, rate: 48_000, channelCount: 2, as: "played.wav")
            return samples
        }

        private func samples(_ sink: String) throws -> [Int16] {
            let sound = try decodeSound(AudioFileReader(path: folder.file("\(sink).wav")))
            return (0..<2 * sound.frameCount).map { Int16(sound.samples[$0] * 32768) }
        }

        /// The position of a part of `sound`.
        private func place(of part: ArraySlice<Int16>, in sound: [Int16]) -> Int? {
            let start = part.prefix(32)
            return stride(from: 0, to: sound.count - 32, by: 2).first { index in
                zip(sound[index...], start).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
            }
        }
    }
#endif
