#if PipeWire
    import AudioFormats
    import AudioModel
    import Foundation
    import TestSupport
    import Testing

    /// `$RECORDER` is the example app QueueRecorder, `$SORI` the command-line tool; `speak` plays a
    /// file into a virtual microphone.
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
            "contains the microphone's signal",
            arguments: [
                #""$RECORDER" recording.aiff 3"#, #""$SORI" record recording.aiff --seconds 3"#,
                #""$SORI" record recording.aiff --seconds 3 --input mic"#,
            ])
        func fidelity(command: String) throws {
            // Given a sweep of a second and a half.
            try writeSweep()
            // When three seconds are recorded, and the sweep is played into the microphone.
            try folder.runOnPrivateServer(
                """
                \(command) >output.txt &
                recorder=$!
                sleep 0.7
                speak sweep.wav mic
                wait "$recorder"
                """)
            // Then the file is three seconds long, to within a buffer, and has the sweep in it.
            let recorded = try folder.leftChannel("recording.aiff")
            #expect(abs(recorded.count - 3 * 44_100) <= 10_000)
            let start = try #require(recorded.firstIndex { abs($0) > 0.001 })
            let part = Array(recorded[start...].prefix(44_100))
            #expect(part.count == 44_100)
            #expect(bestCorrelation(part) >= 0.999)
        }

        @Test(
            "contains what an output plays",
            arguments: ["speaker.monitor", "monitor"])
        func monitor(name: String) throws {
            try writeSweep()
            try folder.runOnPrivateServer(
                """
                "$SORI" record recording.aiff --seconds 3 --input \(name) >output.txt &
                recorder=$!
                sleep 0.7
                "$SORI" play sweep.wav --output speaker >/dev/null
                wait "$recorder"
                """)
            let recorded = try folder.leftChannel("recording.aiff")
            #expect(abs(recorded.count - 3 * 44_100) <= 10_000)
            let start = try #require(recorded.firstIndex { abs($0) > 0.001 })
            #expect(bestCorrelation(Array(recorded[start...].prefix(44_100))) >= 0.999)
        }

        @Test("by QueueRecorder is complete up to the last second when that is killed")
        func killed() throws {
            try folder.runOnPrivateServer(
                """
                "$RECORDER" recording.aiff >output.txt &
                recorder=$!
                sleep 2.5
                kill -KILL "$recorder"
                wait "$recorder" || true
                """)
            let recorded = try folder.leftChannel("recording.aiff")
            #expect(recorded.count >= 44_100 && recorded.count % 10_000 == 0)
        }

        @Test(
            "that is killed is readable up to the last second",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
            arguments: [
                [
                    ("aac.m4a", ""), ("alac.m4a", "--format alac"), ("pcm.caf", ""),
                    ("pcm.aiff", ""),
                ],
                [("pcm.wav", ""), ("ima4.aifc", "--format ima4"), ("packets.aac", "")],
                [("flac.flac", ""), ("flac.caf", "--format flac"), ("mp3.mp3", "")],
                [("opus.opus", ""), ("opus.caf", "--format opus")],
            ])
        func killedProgram(recordings: [(String, String)]) throws {
            // Given recordings in all formats that are killed two seconds after a sweep.
            try writeSweep()
            let starts = recordings.map { #""$SORI" record \#($0.0) \#($0.1) >>output.txt &"# }
            try folder.runOnPrivateServer(
                """
                \(starts.joined(separator: "\nrecorders+=($!)\n"))
                recorders+=($!)
                sleep 1
                speak sweep.wav mic
                sleep 2
                kill -KILL "${recorders[@]}"
                wait "${recorders[@]}" || true
                """)
            // Then at least two seconds are in each file, half a second of them from the sweep's
            // start, and another program can read it.
            for (name, _) in recordings {
                let recorded = try folder.leftChannel(name)
                #expect(recorded.count >= 2 * 44_100, "\(name)")
                let start = try #require(recorded.firstIndex { abs($0) > 0.05 }, "\(name)")
                #expect(recorded.count - start >= 44_100 / 2, "\(name)")
                let duration = try ExternalProgram.ffprobe.run(
                    ["-v", "error", "-show_entries", "stream=duration", "-of", "csv=p=0", name],
                    in: folder.url)
                // FFmpeg does not know the duration of every format.
                let text = String(decoding: duration, as: UTF8.self).prefix { $0 != "\n" }
                #expect(text == "N/A" || Double(text).map { $0 >= 2 } == true, "\(name): \(text)")
                try ExternalProgram.ffmpeg.run(
                    ["-v", "fatal", "-i", name, "-f", "null", "-"], in: folder.url)
            }
        }

        @Test("replaces an existing file only with --force")
        func replacing() throws {
            try folder.runOnPrivateServer(
                """
                echo words >recording.wav
                code=0
                "$SORI" record recording.wav --seconds 0.2 2>output.txt || code=$?
                [[ $code == 2 && $(<recording.wav) == words ]]
                "$SORI" record recording.wav --seconds 0.2 --force >output.txt
                """)
            #expect(try folder.leftChannel("recording.wav").count == 8_820)
        }

        @Test(
            "has exactly the requested number of frames, also for FFmpeg",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: [
                "recording.m4a", "recording.m4a --format alac", "recording.caf --format aac",
                "recording.caf --format alac", "recording.caf --format ima4", "recording.caf",
                "recording.wav", "recording.flac", "recording.caf --format flac", "recording.mp3",
                "recording.mp3 --rate 22050", "recording.opus", "recording.caf --format opus",
            ])
        func exactLength(words: String) throws {
            let name = String(words.prefix { $0 != " " })
            try folder.runOnPrivateServer(
                """
                "$SORI" record \(words) --seconds 0.7 >output.txt
                ffmpeg -v error -i \(name) -f f32le -ac 1 decoded.raw
                """)
            // Then 0.7 seconds are 30870 frames at 44.1 kHz, whatever the length of a packet.
            let file = try AudioFileReader(path: folder.file("") + name)
            let frameCount = Int64((0.7 * file.format.sampleRate).rounded())
            #expect(frameCount == 30_870 || file.format.sampleRate != 44_100)
            #expect(try file.frameCount() == frameCount)
            #expect(try folder.leftChannel(name).count == frameCount)
            #expect(try file.duration() == 0.7)
            #expect(try folder.text("output.txt").hasSuffix("finished \(name) at 0:00.7\n"))
            // FFmpeg 5.1 skips priming in MPEG-4, and never trims remainder frames.
            guard name != "recording.caf" else { return }
            let decoded = try Data(contentsOf: URL(filePath: folder.file("decoded.raw")))
            let rest = decoded.count / 4 - Int(frameCount)
            let isTrimmed = [.flac, .mp3, .ogg].contains(file.containerKind)
            #expect((0..<(isTrimmed ? 1 : Int(file.format.framesPerPacket))).contains(rest))
        }

        @Test(
            "has the encoder's priming frames in its header when it is killed",
            arguments: ["recording.m4a", "recording.caf"])
        func killedPriming(name: String) throws {
            try folder.runOnPrivateServer(
                """
                "$SORI" record \(name) --format aac >output.txt &
                recorder=$!
                sleep 2.5
                kill -KILL "$recorder"
                wait "$recorder" || true
                """)
            #expect(try AudioFileReader(path: folder.file("") + name).primingFrames == 1024)
        }

        @Test("reports a write error with its time, and exits with 4")
        func fullDisk() throws {
            // Given room for 64 blocks of 1024 bytes: 0.37 s of 16-bit stereo.
            try folder.runOnPrivateServer(
                """
                code=0
                (ulimit -f 64; exec "$SORI" record recording.wav >output.txt 2>errors.txt) || code=$?
                [[ $code == 4 ]]
                """)
            #expect(try !folder.text("output.txt").contains("finished"))
            let errors = try folder.text("errors.txt")
            #expect(
                errors.hasPrefix("sori: recording.wav: cannot write the file, after 0:00."),
                "\(errors)")
            #expect(errors.hasSuffix("; make room or write elsewhere\n"), "\(errors)")
            // What was written before is there.
            #expect(try folder.leftChannel("recording.wav").count > 4_410)
        }

        @Test("by QueueRecorder does not start without its category")
        func category() throws {
            try folder.runOnPrivateServer(
                #"! "$RECORDER" recording.aiff 1 --no-category 2>output.txt"#)
            // The status is '!rec', `cannotStartRecording`.
            #expect(
                try folder.text("output.txt")
                    == "QueueRecorder: AudioQueueStart failed with 561145187\n")
        }

        @Test(
            "ends cleanly on SIGINT, SIGTERM and SIGHUP, and prints its duration",
            arguments: [
                ("INT", 130, "recording.wav"), ("TERM", 143, "recording.m4a"),
                ("HUP", 129, "recording.caf"),
            ])
        func interrupt(signal: String, code: Int, name: String) throws {
            try folder.runOnPrivateServer(
                """
                env --default-signal=\(signal) "$SORI" record \(name) >output.txt &
                recorder=$!
                sleep 1.5
                kill -\(signal) "$recorder"
                code=0
                wait "$recorder" || code=$?
                [[ $code == \(code) ]]
                """)
            let recorded = try folder.leftChannel(name)
            #expect(recorded.count > 22_050)
            let output = try folder.text("output.txt")
            #expect(output.hasPrefix("recording \(name) from Virtual microphone\n"))
            // To a tenth of a second, the program and the file agree.
            let tenths = recorded.count / 4_410
            #expect(
                output.hasSuffix("stopped \(name) at 0:0\(tenths / 10).\(tenths % 10)\n"),
                "\(recorded.count) frames: \(output)")
        }

        @Test("continues with silence while the server is gone, and resumes with the next one")
        func serverDies() throws {
            try writeSweep()
            try folder.runOnPrivateServer(
                """
                "$SORI" record recording.wav --seconds 6 >output.txt 2>&1 &
                recorder=$!
                sleep 1
                kill -KILL "$SORI_PIPEWIRE_PID"
                sleep 0.5
                # Ended with the other clients.
                pipewire >/dev/null 2>&1 & clients+=($!)
                sleep 0.3
                wireplumber >/dev/null 2>&1 & clients+=($!)
                sleep 2.7
                speak sweep.wav mic
                wait "$recorder"
                """)
            let recorded = try folder.leftChannel("recording.wav")
            #expect(recorded.count == 6 * 44_100)
            let start = try #require(recorded.firstIndex { abs($0) > 0.001 })
            #expect(start > 2 * 44_100)
            #expect(try folder.text("output.txt").contains("from silence"))
        }

        // MARK: Shared by the tests

        private static let sweepSeconds = 1.5

        /// A sweep from 200 Hz to 2 kHz.
        private static func sweep(_ seconds: Double) -> Double {
            guard seconds >= 0, seconds < sweepSeconds else { return 0 }
            let hertzPerSecond = 1_800 / sweepSeconds
            return 0.5
                * sin(2 * .pi * (200 * seconds + hertzPerSecond / 2 * seconds * seconds) + 0.5)
        }

        private func writeSweep() throws {
            let frameCount = Int((Self.sweepSeconds + 0.3) * 48_000)
            try folder.writeStereo(frameCount: frameCount, rate: 48_000, as: "sweep.wav") {
                Self.sweep(Double($0) / 48_000)
            }
        }

        /// The best normalised correlation with the sweep at offsets of −60…20 frames.
        private func bestCorrelation(_ part: [Double]) -> Double {
            stride(from: -60.0, through: 20, by: 0.1).map { offset in
                // Every ninth frame is enough.
                correlationCoefficient(
                    stride(from: 0, to: part.count, by: 9).lazy.map { index in
                        (part[index], Self.sweep((Double(index) - offset) / 44_100))
                    })
            }.max() ?? 0
        }
    }
#endif
