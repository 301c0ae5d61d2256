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

        @Test(
            "stops when its sink is removed, and is not heard from another",
            arguments: ["", "--output speaker", "--json"])
        func sinkRemoved(options: String) throws {
            // Given noise that plays on the speaker, with a file behind it.
            _ = try writeNoise(frameCount: 144_000)
            // When the speaker is removed.
            try folder.runOnPrivateServer(
                """
                record speaker
                record hdmi
                code=0
                "$SORI" play played.wav played.wav \(options) >said.txt 2>errors.txt &
                player=$!
                sleep 1.5
                pw-cli destroy "$(node_id speaker)" >/dev/null
                wait "$player" || code=$?
                echo "$code" >code.txt
                stop_recording
                """)
            // Then it ends, says so, and the other sink has not got a sample.
            #expect(try folder.text("code.txt") == "4\n")
            #expect(try samples("speaker").contains { $0 != 0 })
            #expect(try samples("hdmi").allSatisfy { $0 == 0 })
            let errors = try folder.text("errors.txt")
            #expect(errors.hasPrefix("sori: Virtual speaker: the output was removed, at 0:0"))
            let said = try folder.text("said.txt")
            #expect(said.contains(options == "--json" ? "\"stopped\"" : "stopped played.wav at "))
        }

        @Test("is paused on a terminal when its sink is removed, and goes on when told to")
        func sinkRemovedOnTerminal() throws {
            _ = try writeNoise(frameCount: 144_000)
            try folder.runOnPrivateServer(
                """
                record hdmi
                mkfifo keys
                script -qefc "$SORI play --output speaker played.wav" typescript \\
                    <keys >/dev/null &
                player=$!
                exec 3>keys
                sleep 1.5
                pw-cli destroy "$(node_id speaker)" >/dev/null
                for ((tries = 0; tries < 250; tries++)); do
                    grep -q 'was removed' typescript && break
                    sleep 0.02
                done
                sleep 0.5
                cp hdmi.wav before.wav
                printf ' ' >&3
                wait "$player"
                stop_recording
                """)
            let before = try Data(contentsOf: URL(filePath: folder.file("before.wav")))
            #expect(before.count > 44 && before.dropFirst(44).allSatisfy { $0 == 0 })
            #expect(try samples("hdmi").contains { $0 != 0 })
            let text = try folder.text("typescript")
            #expect(text.contains("Virtual speaker was removed; space goes on"))
            #expect(text.contains("Virtual HDMI"))
        }

        @Test("plays files of any length and rate without a gap and without a click")
        func gapless() throws {
            // Given a tone that goes on through files of odd lengths, at the rates of its pieces.
            let frequency = 211.0
            let amplitude = 0.5
            let pieces: [(rate: Double, frameCount: Int)] = [
                (48_000, 24_001), (48_000, 12_345), (44_100, 22_051), (44_100, 9_999),
                (22_050, 11_027), (48_000, 30_011), (96_000, 50_001), (44_100, 777), (8_000, 4_001),
            ]
            var time = 0.0
            var boundaries: [Double] = []
            for (index, piece) in pieces.enumerated() {
                try folder.writeStereo(
                    frameCount: piece.frameCount, rate: piece.rate, as: "\(index).wav"
                ) { frame in
                    amplitude * cos(2 * .pi * frequency * (time + Double(frame) / piece.rate))
                }
                time += Double(piece.frameCount) / piece.rate
                boundaries.append(time * 48_000)
            }
            let names = pieces.indices.map { "\($0).wav" }.joined(separator: " ")
            // When they are played as a list.
            try folder.runOnPrivateServer(
                """
                record speaker
                "$SORI" play \(names) >said.txt
                stop_recording
                """)
            // Then all of it arrives, each piece rounded up to a whole frame, and nothing between.
            let heard = try folder.leftChannel("speaker.wav")
            let start = try #require(heard.firstIndex { $0 != 0 })
            let end = try #require(heard.lastIndex { $0 != 0 }) + 1
            let missing = Double(end - start) - time * 48_000
            #expect((-2...Double(pieces.count)).contains(missing))
            // And no step is larger than those of the tone, with some room for 16 bits.
            let sound = heard[start..<end]
            let steps = zip(sound, sound.dropFirst()).map { abs($0 - $1) }
            let inside = amplitude * 2 * .pi * frequency / 48_000 * 1.02 + 2.0 / 32_768
            for boundary in boundaries.dropLast() {
                let frames = Int(boundary) - 64..<Int(boundary) + 64
                let largest = steps[frames].max() ?? 0
                #expect(largest <= inside, "at \(boundary): \(largest)")
            }
            #expect((steps.dropLast(64).max() ?? 1) <= inside)
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
