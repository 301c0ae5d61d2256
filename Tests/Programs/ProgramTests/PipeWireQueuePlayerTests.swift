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
            try folder.runOnPrivateServer(
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
            let heard = try folder.leftChannel("heard.wav")
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
            try folder.writeStereo(frameCount: Self.frameCount, rate: 44_100, as: "sweep.wav") {
                Self.sweep(Double($0) / 44_100)
            }
        }

        /// The offset in frames at 48 kHz between the sweep's start and the part's.
        private func bestOffset(of part: ArraySlice<Double>) -> Double {
            // A period further the sweep correlates by 0.99, a quarter of a frame beside the best
            // offset by 0.999.
            let coarse = bestOffset(of: part, among: stride(from: -80, through: 80, by: 0.25))
            return bestOffset(
                of: part, among: stride(from: coarse - 0.25, through: coarse + 0.25, by: 0.05))
        }

        private func bestOffset(
            of part: ArraySlice<Double>, among offsets: StrideThrough<Double>
        ) -> Double {
            offsets.map { (offset: $0, value: correlation(part, offset: $0)) }
                .max { $0.value < $1.value }?.offset ?? 0
        }

        private func correlation(_ part: ArraySlice<Double>, offset: Double) -> Double {
            correlationCoefficient(
                part.indices.lazy.map { (part[$0], Self.sweep((Double($0) + offset) / 48_000)) })
        }
    }
#endif
