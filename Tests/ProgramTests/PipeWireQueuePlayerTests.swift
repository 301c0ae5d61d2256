#if PipeWire
    import AudioFormats
    import AudioModel
    import Foundation
    import TestSupport
    import Testing

    @Suite(
        "The example player through PipeWire", .serialized,
        .enabled(
            if: ProcessInfo.processInfo.environment["SORI_TEST_PIPEWIRE"] == "1",
            "needs sound servers: run scripts/test-pipewire"))
    struct PipeWireQueuePlayerTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        @Test(
            "plays six seconds without a frame lost or doubled, and says the phone's numbers",
            arguments: [(22_050, ""), (10_000, "--fixed-packets")])
        func sixSeconds(packetsPerRead: Int, option: String) throws {
            // Given six seconds of a sweep at 44.1 kHz, 16-bit, stereo, in a CAF file.
            try writeSweep()
            // When it is played while the speaker is recorded.
            try runOnServer(
                """
                "$SORI" convert sweep.wav six.caf >/dev/null
                pw-record --target speaker \
                    -P '{ stream.capture.sink=true node.dont-reconnect=true }' \
                    --rate 48000 --channels 2 --format s16 heard.wav 2>/dev/null &
                recorder=$!
                trap 'kill "$recorder" 2>/dev/null || true' EXIT
                for ((tries = 0; tries < 250; tries++)); do
                    [[ ! -f heard.wav ]] || (($(stat -c %s heard.wav) < 4096)) || break
                    sleep 0.02
                done
                "$PLAYER" six.caf \(option) >said.txt
                sleep 0.5
                kill -INT "$recorder"
                wait "$recorder" || true
                """)
            // Then it read the file in pieces,
            let reads = try folder.text("said.txt").split(separator: "\n").filter {
                $0.hasPrefix("read ")
            }
            let expected =
                stride(from: 0, to: Self.frameCount, by: packetsPerRead).map { start in
                    let count = min(packetsPerRead, Self.frameCount - start)
                    return "read \(count) packets, \(4 * count) bytes, from \(start): 0"
                }
                + [String](repeating: "read 0 packets, 0 bytes, from 264600: 0", count: 3)
            #expect(reads.map(String.init) == expected)
            // and the recording is the sweep, aligned at every seam.
            let heard = try left("heard.wav")
            let start = try #require(heard.firstIndex { $0 != 0 })
            let end = try #require(heard.lastIndex { $0 != 0 }) + 1
            #expect(abs(Double(end - start) / 48_000 - 6) < 0.005)
            let part = Array(heard[start..<end])
            let offset = bestOffset(of: part.prefix(12_000))
            for first in stride(from: 0, to: part.count - 4800, by: 4800) {
                let piece = part[first..<first + 4800]
                try #require(correlation(piece, offset: offset) >= 0.999, "at frame \(first)")
            }
        }

        // MARK: The test sound

        private static let frameCount = 264_600

        /// A sweep from 2 kHz to 6 kHz in six seconds: with a frame too many, a tenth of a second
        /// correlates by 0.96 at most.
        private static func sweep(_ seconds: Double) -> Double {
            guard seconds >= 0, seconds < 6 else { return 0 }
            return 0.5 * sin(2 * .pi * (2000 * seconds + 4000 / 6 / 2 * seconds * seconds) + 0.5)
        }

        private func writeSweep() throws {
            let samples = (0..<Self.frameCount).flatMap { frame in
                let sample = Float(Self.sweep(Double(frame) / 44_100))
                return [sample, sample]
            }
            let writer = try WAVFileWriter(
                path: folder.path + "/sweep.wav", sampleRate: 44_100, channelCount: 2,
                sampleFormat: .int16)
            try writer.write(samples, frameCount: Self.frameCount)
            try writer.close()
        }

        private func left(_ name: String) throws -> [Double] {
            let file = try AudioFileReader(path: folder.path + "/" + name)
            let reader = try FrameReader(file)
            var samples = [Float](repeating: 0, count: 2 * Int(file.frameCount))
            let read = try samples.withUnsafeMutableBufferPointer {
                try reader.read(into: $0.baseAddress!, frameCount: Int(file.frameCount))
            }
            return (0..<read).map { Double(samples[2 * $0]) }
        }

        /// The offset in frames at 48 kHz between the sweep's start and the part's.
        private func bestOffset(of part: ArraySlice<Double>) -> Double {
            let offsets = stride(from: -80.0, through: 80, by: 0.05)
            return offsets.max {
                correlation(part, offset: $0) < correlation(part, offset: $1)
            } ?? 0
        }

        private func correlation(_ part: ArraySlice<Double>, offset: Double) -> Double {
            var product = 0.0
            var partPower = 0.0
            var sweepPower = 0.0
            for index in part.indices {
                let expected = Self.sweep((Double(index) + offset) / 48_000)
                product += part[index] * expected
                partPower += part[index] * part[index]
                sweepPower += expected * expected
            }
            return product / max((partPower * sweepPower).squareRoot(), 1e-12)
        }

        /// Runs a script in the test's folder, beside a private server.
        private func runOnServer(_ script: String) throws {
            let process = Process()
            process.executableURL = URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "scripts/with-pipewire")
            // The test counts frames, not time: no cycle may be late on a busy machine.
            process.arguments = ["--blocks", "2048", "--nice", "-15", "bash", "-euc", script]
            process.currentDirectoryURL = URL(filePath: folder.path)
            let player = BuiltProgram.url.deletingLastPathComponent()
                .appending(path: "QueuePlayer")
            process.environment = ProcessInfo.processInfo.environment.merging([
                "SORI": BuiltProgram.url.path, "PLAYER": player.path,
            ]) { $1 }
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }
    }
#endif
