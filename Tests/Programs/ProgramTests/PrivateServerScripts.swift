#if PipeWire
    import AudioFormats
    import Foundation
    import TestSupport
    import Testing

    extension TemporaryFolder {
        /// Runs a script in the folder, beside a private server. The environment variables `SORI`,
        /// `PLAYER`, `RECORDER`, `METRONOME` and `SYNTHESIZER` hold the programs' paths.
        func runOnPrivateServer(_ script: String) throws {
            let process = TestProcess()
            process.executableURL = repositoryFolder.appending(path: "scripts/with-pipewire")
            // The tests count frames, not time: no cycle may be late on a busy machine.
            process.arguments = [
                "--blocks", "2048", "--nice", "-15", "bash", "-euc", shellFunctions + script,
            ]
            process.currentDirectoryURL = url
            process.environment = ProcessInfo.processInfo.environment.merging([
                "SORI": BuiltProgram.sori.url.path,
                "PLAYER": BuiltProgram(name: "QueuePlayer").url.path,
                "RECORDER": BuiltProgram(name: "QueueRecorder").url.path,
                "METRONOME": BuiltProgram(name: "PlayMetronome").url.path,
                "SYNTHESIZER": BuiltProgram(name: "PlaySynthesizer").url.path,
            ]) { $1 }
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }

        /// The left channel of a stereo file in the folder.
        func leftChannel(_ name: String) throws -> [Double] {
            let file = try AudioFileReader(path: self.file(name))
            let reader = try FrameReader(file)
            var samples = try [Float](repeating: 0, count: 2 * Int(file.frameCount()))
            let read = try samples.withUnsafeMutableBufferPointer {
                try reader.read(into: $0.baseAddress!, frameCount: Int(file.frameCount()))
            }
            return (0..<read).map { Double(samples[2 * $0]) }
        }

        /// Writes a stereo file with the same sample on both sides of each frame.
        func writeStereo(
            frameCount: Int, rate: Double, as name: String, _ sample: (Int) -> Double
        ) throws {
            let samples = (0..<frameCount).flatMap { frame in
                repeatElement(Float(sample(frame)), count: 2)
            }
            try writeWAV(samples, rate: rate, channelCount: 2, as: name)
        }
    }

    /// The correlation coefficient of pairs of samples.
    func correlationCoefficient(_ pairs: some Sequence<(Double, Double)>) -> Double {
        var (product, leftPower, rightPower) = (0.0, 0.0, 0.0)
        for (left, right) in pairs {
            product += left * right
            leftPower += left * left
            rightPower += right * right
        }
        return product / max((leftPower * rightPower).squareRoot(), 1e-12)
    }

    private let shellFunctions = """
        clients=()
        trap 'kill "${clients[@]}" 2>/dev/null || true' EXIT

        # Records what a sink plays; returns once the recorder has written
        # audio.
        record() {
            pw-record --target "$1" \
                -P '{ stream.capture.sink=true node.dont-reconnect=true }' \
                --rate 48000 --channels 2 --format s16 "$1.wav" 2>/dev/null &
            clients+=($!)
            local tries
            for ((tries = 0; tries < 250; tries++)); do
                if [[ -f $1.wav ]] && (($(stat -c %s "$1.wav") >= 4096)); then return 0; fi
                sleep 0.02
            done
            return 1
        }

        # Waits for buffered audio to be written, then stops all recorders and players.
        stop_recording() {
            sleep 0.3
            kill -INT "${clients[@]}" 2>/dev/null || true
            wait "${clients[@]}" || true
            clients=()
        }

        # Prints the ID of the node with this name.
        node_id() {
            pw-cli ls Node | awk -v name="\\"$1\\"" \
                '/id [0-9]+,/ { id = $2 + 0 } /node.name = / && $3 == name { print id }'
        }

        # Plays a file into a virtual source. pw-play waits unlinked, so that no frame is lost
        # before both links exist.
        speak() {
            pw-play -P '{ node.autoconnect=false node.name=speech }' "$1" >/dev/null 2>&1 &
            clients+=($!)
            local side tries
            for side in FL FR; do
                for ((tries = 0; tries < 250; tries++)); do
                    pw-link "speech:output_$side" "$2:input_$side" 2>/dev/null && break
                    sleep 0.02
                done
            done
        }

        """
#endif
