#if PipeWire
    package import Foundation

    /// A PipeWire server of one test's own, and a shell in its surroundings. Ends when released.
    package final class PrivateServer {
        /// Its socket, for `PipeWireOptions.server`.
        package private(set) var socket = ""

        private let process = TestProcess()
        private let commands = Pipe()
        private let answers = Pipe()

        package static let isWanted =
            ProcessInfo.processInfo.environment["SORI_TEST_PIPEWIRE"] == "1"

        private struct ShellEnded: Error {}

        package convenience init(_ options: String...) throws {
            try self.init(arguments: options)
        }

        /// - Parameter options: Options of `scripts/with-pipewire`.
        package init(arguments options: [String]) throws {
            process.executableURL = repositoryFolder.appending(path: "scripts/with-pipewire")
            // It is frames that count here, not time: nothing is to be late on a busy machine.
            process.arguments = ["--nice", "-15"] + options + ["bash"]
            // What the shell's programs print is read in English.
            process.environment = ProcessInfo.processInfo.environment
                .merging(["LC_ALL": "C.UTF-8"]) { $1 }
            process.standardInput = commands
            process.standardOutput = answers
            // Whatever happens to this process, the end of the pipe ends the shell, and with it
            // the servers; what the shell itself has started ends here.
            try process.run()
            try run("trap 'kill $(jobs -p) 2>/dev/null' EXIT")
            socket = try run("echo $XDG_RUNTIME_DIR/pipewire-0")
        }

        deinit {
            try? commands.fileHandleForWriting.close()
            process.waitUntilExit()
        }

        /// Runs shell commands, and returns what they print.
        @discardableResult
        package func run(_ commands: String) throws -> String {
            let end = "\u{4}"
            try self.commands.fileHandleForWriting.write(
                contentsOf: Data("\(commands)\nprintf '\(end)'\n".utf8))
            var output = Data()
            while output.last != end.utf8.first {
                guard let byte = try answers.fileHandleForReading.read(upToCount: 1), !byte.isEmpty
                else { throw ShellEnded() }
                output += byte
            }
            return String(decoding: output.dropLast(), as: UTF8.self)
                .trimmingCharacters(in: .newlines)
        }

        /// Starts recording what a sink plays, as 16-bit stereo; returns when the recorder runs.
        package func record(_ sink: String) throws -> Recording {
            let recording = Recording(sink: sink)
            try run(
                """
                pw-record --target \(sink) -P '{ stream.capture.sink=true node.dont-reconnect=true }' \
                --rate 48000 --channels 2 --format s16 \(recording.path) >/dev/null 2>&1 &
                """)
            try recording.await(frameCount: 1)
            return recording
        }

        /// Plays interleaved 16-bit stereo of 48 kHz into a microphone, from its first sample on.
        package func speak(_ samples: [Int16], into source: String) throws {
            // Where the server's own files are, and go with it.
            let path = socket + "-\(UUID().uuidString).wav"
            // The player starts when the first side is joined and does not wait for the second,
            // which can take a busy machine a while; and it leaves out the end of its file.
            let lead = [Int16](repeating: 0, count: 96_000)
            let tail = [Int16](repeating: 0, count: 9_600)
            try WaveBytes.make(lead + samples + tail).write(to: URL(filePath: path))
            let player = "speech-\(UUID().uuidString)"
            // Joined by hand: on its own it would play to the speaker. It waits until it is joined.
            try run(
                """
                pw-play -P '{ node.autoconnect=false node.name=\(player) }' \(path) >/dev/null 2>&1 &
                for side in FL FR; do
                    for attempt in $(seq 250); do
                        pw-link \(player):output_$side \(source):input_$side 2>/dev/null && break
                        sleep 0.02
                    done
                done
                """)
        }

        /// Adds a microphone that is the default one when there is no other.
        package func createSource(_ name: String) throws {
            try createNode(name, "Audio/Source/Virtual")
        }

        /// Adds a sink that is the default one.
        package func createSink(_ name: String) throws {
            try createNode(name, "Audio/Sink")
        }

        private func createNode(_ name: String, _ mediaClass: String) throws {
            try run(
                """
                pw-cli create-node adapter '{ factory.name=support.null-audio-sink node.name=\(name) \
                node.description=\(name) media.class=\(mediaClass) object.linger=true \
                audio.position=[FL FR] audio.rate=48000 priority.session=1500 }' >/dev/null
                """)
        }

        /// Removes a sink or a source.
        package func destroySink(_ name: String) throws {
            try run(
                """
                pw-cli destroy $(pw-cli ls Node | awk \
                '/id [0-9]+,/{id=$2} /node.name = "\(name)"/{print id}' | tr -d ,)
                """)
        }
    }

    package enum WaveBytes {
        /// A WAV file of 48 kHz 16-bit stereo.
        package static func make(_ samples: [Int16]) -> Data {
            var bytes = Data()
            func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
            func put(_ value: some FixedWidthInteger) {
                withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
            }
            let byteCount = UInt32(2 * samples.count)
            put("RIFF")
            put(36 + byteCount)
            put("WAVEfmt ")
            put(UInt32(16))
            put(UInt16(1))
            put(UInt16(2))
            put(UInt32(48_000))
            put(UInt32(192_000))
            put(UInt16(4))
            put(UInt16(16))
            put("data")
            put(byteCount)
            for sample in samples { put(sample) }
            return bytes
        }
    }

    /// What a sink has played since the recording began.
    package final class Recording {
        package let path: String

        private static let headerByteCountMax = 44
        private struct Short: Error {
            var path: String
            var frameCount: Int
        }

        /// What a recorder writes to a file, which is removed with this object.
        package init(path: String) {
            self.path = path
        }

        fileprivate convenience init(sink: String) {
            self.init(path: NSTemporaryDirectory() + "sori-\(sink)-\(UUID().uuidString).wav")
        }

        deinit {
            unlink(path)
        }

        /// Waits until `frameCount` frames have been written.
        package func await(frameCount: Int) throws {
            let deadline = ContinuousClock.now + .seconds(10)
            while try frames().count < 2 * frameCount {
                guard ContinuousClock.now < deadline else {
                    throw Short(path: path, frameCount: try frames().count / 2)
                }
                usleep(20_000)
            }
        }

        /// All samples so far, interleaved.
        package func frames() throws -> [Int16] {
            guard let file = FileManager.default.contents(atPath: path) else { return [] }
            let samples = file.dropFirst(Self.headerByteCountMax)
            return samples.withUnsafeBytes { bytes in
                (0..<bytes.count / 4 * 2).map {
                    Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))
                }
            }
        }

        /// Whole frames so far.
        package var frameCount: Int {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            let byteCount = (attributes?[.size] as? NSNumber)?.intValue ?? 0
            return max(byteCount - Self.headerByteCountMax, 0) / 4
        }

        /// The samples from a frame on, interleaved; unlike `frames` without reading what is before.
        package func samples(from frame: Int) throws -> [Int16] {
            guard let file = FileHandle(forReadingAtPath: path) else { return [] }
            try file.seek(toOffset: UInt64(Self.headerByteCountMax + 4 * frame))
            let bytes = try file.readToEnd() ?? Data()
            return bytes.withUnsafeBytes {
                Array($0.prefix(bytes.count / 4 * 4).bindMemory(to: Int16.self))
            }
        }

        /// The frame at which something is heard for the first time, if it is.
        package func firstHeardFrame() throws -> Int? {
            try frames().firstIndex { $0 != 0 }.map { $0 / 2 }
        }
    }
#endif
