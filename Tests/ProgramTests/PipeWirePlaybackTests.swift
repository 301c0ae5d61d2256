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
            try runOnServer(
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
            try runOnServer(
                """
                record speaker
                record hdmi
                "$SORI" play played.wav >said.txt &
                player=$!
                sleep 1.5
                pw-cli destroy "$(sink_number speaker)" >/dev/null
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
            #expect(correlation(rest, played[goesOn...]) >= 0.99)
            // And the gap between the two is shorter than 60 ms.
            let lostFrames = (goesOn - (end - start)) / 2
            #expect(lostFrames <= 48 * 60)
            #expect(try folder.text("said.txt").contains("on Virtual HDMI\n"))
        }

        @Test("says what to do when no server answers, with 4")
        func noServer() throws {
            _ = try writeNoise(frameCount: 480)
            let result = try BuiltProgram.run(
                ["play", "--output", "pipewire", folder.path + "/played.wav"],
                environment: ["PIPEWIRE_REMOTE": folder.path + "/none"])
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
            let writer = try WAVFileWriter(
                path: folder.path + "/played.wav", sampleRate: 48_000, channelCount: 2,
                sampleFormat: .int16)
            try writer.write(samples.map { Float($0) / 32768 }, frameCount: frameCount)
            try writer.close()
            return samples
        }

        /// Runs a script in the test's folder, beside a private server.
        private func runOnServer(_ script: String) throws {
            let process = Process()
            process.executableURL = URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "scripts/with-pipewire")
            // The test counts frames, not time: no cycle may be late on a busy machine.
            process.arguments = [
                "--blocks", "2048", "--nice", "-15", "bash", "-euc", Self.functions + script,
            ]
            process.currentDirectoryURL = URL(filePath: folder.path)
            process.environment = ProcessInfo.processInfo.environment.merging([
                "SORI": BuiltProgram.url.path
            ]) { $1 }
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }

        private static let functions = """
            recorders=()
            trap 'kill "${recorders[@]}" 2>/dev/null || true' EXIT

            # Records what a sink plays; returns when the recorder runs.
            record() {
                pw-record --target "$1" \
                    -P '{ stream.capture.sink=true node.dont-reconnect=true }' \
                    --rate 48000 --channels 2 --format s16 "$1.wav" 2>/dev/null &
                recorders+=($!)
                local tries
                for ((tries = 0; tries < 250; tries++)); do
                    [[ ! -f $1.wav ]] || (($(stat -c %s "$1.wav") < 4096)) || return 0
                    sleep 0.02
                done
                return 1
            }

            # Lets what has just been played reach the files, and ends them.
            stop_recording() {
                sleep 0.3
                kill -INT "${recorders[@]}" 2>/dev/null || true
                wait "${recorders[@]}" || true
                recorders=()
            }

            sink_number() {
                pw-cli ls Node | awk -v name="\\"$1\\"" \
                    '/id [0-9]+,/ { id = $2 + 0 } /node.name = / && $3 == name { print id }'
            }

            """

        private func samples(_ sink: String) throws -> [Int16] {
            let sound = try decodeSound(AudioFileReader(path: folder.path + "/\(sink).wav"))
            return (0..<2 * sound.frameCount).map { Int16(sound.samples[$0] * 32768) }
        }

        /// The position of a part of `sound`.
        private func place(of part: ArraySlice<Int16>, in sound: [Int16]) -> Int? {
            let start = part.prefix(32)
            return stride(from: 0, to: sound.count - 32, by: 2).first { index in
                zip(sound[index...], start).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
            }
        }

        private func correlation(_ left: ArraySlice<Int16>, _ right: ArraySlice<Int16>) -> Double {
            var product = 0.0
            var leftPower = 0.0
            var rightPower = 0.0
            for (left, right) in zip(left, right) {
                product += Double(left) * Double(right)
                leftPower += Double(left) * Double(left)
                rightPower += Double(right) * Double(right)
            }
            return product / (leftPower * rightPower).squareRoot()
        }
    }
#endif
