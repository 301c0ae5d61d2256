#if PipeWire
    import AudioFormats
    import AudioModel
    import Foundation
    import TestSupport
    import Testing

    @Suite(
        "A recording from PipeWire", .serialized,
        .enabled(
            if: ProcessInfo.processInfo.environment["SORI_TEST_PIPEWIRE"] == "1",
            "needs sound servers: run scripts/test-pipewire"))
    struct PipeWireRecordingTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        @Test(
            "is what the microphone heard",
            arguments: [
                #""$RECORDER" heard.aiff 3"#, #""$SORI" record heard.aiff --seconds 3"#,
                #""$SORI" record heard.aiff --seconds 3 --input mic"#,
            ])
        func fidelity(command: String) throws {
            // Given a sweep of a second and a half.
            try writeSweep()
            // When three seconds are recorded, and the sweep is played into the microphone.
            try runOnServer(
                """
                \(command) >said.txt &
                recorder=$!
                sleep 0.7
                speak sweep.wav mic
                wait "$recorder"
                """)
            // Then the file is three seconds long, to within a buffer, and has the sweep in it.
            let heard = try left("heard.aiff")
            #expect(abs(heard.count - 3 * 44_100) <= 10_000)
            let start = try #require(heard.firstIndex { abs($0) > 0.001 })
            let part = Array(heard[start...].prefix(44_100))
            #expect(part.count == 44_100)
            #expect(bestCorrelation(part) >= 0.999)
        }

        @Test("by the recorder, is whole when that is killed, but for the last second")
        func killed() throws {
            try runOnServer(
                """
                "$RECORDER" heard.aiff >said.txt &
                recorder=$!
                sleep 2.5
                kill -KILL "$recorder"
                wait "$recorder" || true
                """)
            let heard = try left("heard.aiff")
            #expect(heard.count >= 44_100 && heard.count % 10_000 == 0)
        }

        @Test(
            "that is killed can be read, but for the last second",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
            arguments: [
                "heard.m4a", "heard.m4a --format alac", "heard.caf", "heard.aiff", "heard.wav",
                "heard.aifc --format ima4", "heard.aac",
            ])
        func killedProgram(words: String) throws {
            // Given a recording that is killed after three seconds of sound.
            try writeSweep()
            try runOnServer(
                """
                "$SORI" record \(words) >said.txt &
                recorder=$!
                sleep 1
                speak sweep.wav mic
                sleep 2
                kill -KILL "$recorder"
                wait "$recorder" || true
                """)
            // Then nearly all of it is in the file, with the sweep, and another program can read
            // it.
            let name = String(words.prefix { $0 != " " })
            let heard = try left(name)
            #expect(heard.count >= 2 * 44_100)
            let start = try #require(heard.firstIndex { abs($0) > 0.05 })
            #expect(heard.count - start >= 44_100 / 2)
            try runOnServer(
                """
                seconds=$(ffprobe -v error -show_entries stream=duration -of csv=p=0 \(name))
                [[ $seconds == N/A || ${seconds%.*} -ge 2 ]]
                ffmpeg -v fatal -i \(name) -f null -
                """)
        }

        @Test("does not take the place of a file, but with --force")
        func replacing() throws {
            try runOnServer(
                """
                echo words >heard.wav
                code=0
                "$SORI" record heard.wav --seconds 0.2 2>said.txt || code=$?
                [[ $code == 2 && $(<heard.wav) == words ]]
                "$SORI" record heard.wav --seconds 0.2 --force >said.txt
                """)
            #expect(try left("heard.wav").count == 8_820)
        }

        @Test(
            "has the frames that were asked for, to the last one, for other programs too",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: [
                "heard.m4a", "heard.m4a --format alac", "heard.caf --format aac",
                "heard.caf --format alac", "heard.caf --format ima4", "heard.caf", "heard.wav",
            ])
        func exactLength(words: String) throws {
            let name = String(words.prefix { $0 != " " })
            try runOnServer(
                """
                "$SORI" record \(words) --seconds 0.7 >said.txt
                ffmpeg -v error -i \(name) -f f32le -ac 1 decoded.raw
                """)
            // Then 0.7 seconds are 30870 frames, whatever the length of a packet.
            let file = try AudioFileReader(path: folder.path + "/" + name)
            #expect(file.frameCount == 30_870)
            #expect(try left(name).count == 30_870)
            #expect(file.duration == 0.7)
            #expect(try folder.text("said.txt").hasSuffix("finished \(name) at 0:00.7\n"))
            // FFmpeg 5.1 takes notice of priming in MPEG-4, and never of what fills the last packet.
            guard name != "heard.caf" else { return }
            let decoded = try Data(contentsOf: URL(filePath: folder.path + "/decoded.raw"))
            let rest = decoded.count / 4 - 30_870
            #expect((0..<Int(file.format.framesPerPacket)).contains(rest))
        }

        @Test(
            "tells the priming of its encoder when it is killed",
            arguments: ["heard.m4a", "heard.caf"])
        func killedPriming(name: String) throws {
            try runOnServer(
                """
                "$SORI" record \(name) --format aac >said.txt &
                recorder=$!
                sleep 2.5
                kill -KILL "$recorder"
                wait "$recorder" || true
                """)
            #expect(try AudioFileReader(path: folder.path + "/" + name).primingFrames == 1024)
        }

        @Test("says what failed, and when, and ends with 4, when the file cannot be written")
        func fullDisk() throws {
            // Given room for 64 blocks of 1024 bytes: a third of a second.
            try runOnServer(
                """
                code=0
                (ulimit -f 64; exec "$SORI" record heard.wav >said.txt 2>errors.txt) || code=$?
                [[ $code == 4 ]]
                """)
            #expect(try !folder.text("said.txt").contains("finished"))
            let errors = try folder.text("errors.txt")
            #expect(errors.hasPrefix("sori: the file cannot be written, after 0:00."), "\(errors)")
            #expect(errors.hasSuffix("heard.wav, make room or write elsewhere\n"), "\(errors)")
            // What was written before is there.
            #expect(try left("heard.wav").count > 4_410)
        }

        @Test("by the recorder, does not start without its category")
        func category() throws {
            try runOnServer(#"! "$RECORDER" heard.aiff 1 --no-category 2>said.txt"#)
            #expect(
                try folder.text("said.txt")
                    == "QueueRecorder: AudioQueueStart failed with 561145187\n")
        }

        @Test(
            "ends cleanly when a signal asks for it, with all that was heard, and says how much",
            arguments: [
                ("INT", 130, "heard.wav"), ("TERM", 143, "heard.m4a"), ("HUP", 129, "heard.caf"),
            ])
        func interrupt(signal: String, code: Int, name: String) throws {
            try runOnServer(
                """
                env --default-signal=\(signal) "$SORI" record \(name) >said.txt &
                recorder=$!
                sleep 1.5
                kill -\(signal) "$recorder"
                code=0
                wait "$recorder" || code=$?
                [[ $code == \(code) ]]
                """)
            let heard = try left(name)
            #expect(heard.count > 22_050)
            let said = try folder.text("said.txt")
            #expect(said.hasPrefix("recording \(name) from Virtual microphone\n"))
            // To a tenth of a second, the program and the file agree.
            let tenths = heard.count / 4_410
            #expect(
                said.hasSuffix("stopped \(name) at 0:0\(tenths / 10).\(tenths % 10)\n"),
                "\(heard.count) frames: \(said)")
        }

        @Test("goes on as silence when the server dies, and hears again when one returns")
        func serverDies() throws {
            try writeSweep()
            try runOnServer(
                """
                "$SORI" record heard.wav --seconds 6 >said.txt 2>&1 &
                recorder=$!
                sleep 1
                kill -KILL "$SORI_PIPEWIRE_PID"
                sleep 0.5
                pipewire >/dev/null 2>&1 & recorders+=($!)
                sleep 0.3
                wireplumber >/dev/null 2>&1 & recorders+=($!)
                sleep 2.7
                speak sweep.wav mic
                wait "$recorder"
                """)
            let heard = try left("heard.wav")
            #expect(heard.count == 6 * 44_100)
            let start = try #require(heard.firstIndex { abs($0) > 0.001 })
            #expect(start > 2 * 44_100)
            #expect(try folder.text("said.txt").contains("from silence"))
        }

        // MARK: Shared by the tests

        private static let sweepSeconds = 1.5

        /// A sweep from 200 Hz to 2 kHz.
        private static func sweep(_ seconds: Double) -> Double {
            guard seconds >= 0, seconds < sweepSeconds else { return 0 }
            let rise = 1_800 / sweepSeconds
            return 0.5 * sin(2 * .pi * (200 * seconds + rise / 2 * seconds * seconds) + 0.5)
        }

        private func writeSweep() throws {
            let frameCount = Int((Self.sweepSeconds + 0.3) * 48_000)
            let samples = (0..<frameCount).flatMap { frame in
                let sample = Float(Self.sweep(Double(frame) / 48_000))
                return [sample, sample]
            }
            let writer = try WAVFileWriter(
                path: folder.path + "/sweep.wav", sampleRate: 48_000, channelCount: 2,
                sampleFormat: .int16)
            try writer.write(samples, frameCount: frameCount)
            try writer.close()
        }

        /// The left channel of the recording.
        private func left(_ name: String) throws -> [Double] {
            let file = try AudioFileReader(path: folder.path + "/" + name)
            let reader = try FrameReader(file)
            var samples = [Float](repeating: 0, count: 2 * Int(file.frameCount))
            let read = try samples.withUnsafeMutableBufferPointer {
                try reader.read(into: $0.baseAddress!, frameCount: Int(file.frameCount))
            }
            return (0..<read).map { Double(samples[2 * $0]) }
        }

        /// The best correlation with the sweep over some frames of offset.
        private func bestCorrelation(_ part: [Double]) -> Double {
            stride(from: -60.0, through: 20, by: 0.1).map { offset in
                var product = 0.0
                var partPower = 0.0
                var sweepPower = 0.0
                // Every third frame is enough.
                for index in stride(from: 0, to: part.count, by: 3) {
                    let expected = Self.sweep((Double(index) - offset) / 44_100)
                    product += part[index] * expected
                    partPower += part[index] * part[index]
                    sweepPower += expected * expected
                }
                return product / (partPower * sweepPower).squareRoot()
            }.max() ?? 0
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
            let recorder = BuiltProgram.url.deletingLastPathComponent()
                .appending(path: "QueueRecorder")
            process.environment = ProcessInfo.processInfo.environment.merging([
                "SORI": BuiltProgram.url.path, "RECORDER": recorder.path,
            ]) { $1 }
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }

        private static let functions = """
            recorders=()
            trap 'kill "${recorders[@]}" 2>/dev/null || true' EXIT

            # Plays a file into a microphone, from its first frame on.
            speak() {
                pw-play -P '{ node.autoconnect=false node.name=speech }' "$1" >/dev/null 2>&1 &
                recorders+=($!)
                local side tries
                for side in FL FR; do
                    for ((tries = 0; tries < 250; tries++)); do
                        pw-link "speech:output_$side" "$2:input_$side" 2>/dev/null && break
                        sleep 0.02
                    done
                done
            }

            """
    }
#endif
