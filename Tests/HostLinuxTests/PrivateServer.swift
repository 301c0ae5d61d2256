#if PipeWire
    import Foundation
    import Testing

    /// A PipeWire server of one test's own, and a shell in its surroundings. Ends when released.
    final class PrivateServer {
        /// Its socket, for `PipeWireOutput.Options.server`.
        private(set) var socket = ""

        private let process = Process()
        private let commands = Pipe()
        private let answers = Pipe()

        /// What `swift test` prints in place of these tests.
        static let isWanted = ProcessInfo.processInfo.environment["SORI_TEST_PIPEWIRE"] == "1"
        static let reason: Comment = "needs sound servers: run scripts/test-pipewire"

        private struct ShellEnded: Error {}

        init(_ options: String...) throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            process.executableURL = root.appending(path: "scripts/with-pipewire")
            process.arguments = options + ["bash"]
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
        func run(_ commands: String) throws -> String {
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
        func record(_ sink: String) throws -> Recording {
            let recording = Recording(sink: sink)
            try run(
                """
                pw-record --target \(sink) -P '{ stream.capture.sink=true node.dont-reconnect=true }' \
                --rate 48000 --channels 2 --format s16 \(recording.path) >/dev/null 2>&1 &
                """)
            try recording.await(frameCount: 1)
            return recording
        }

        func destroySink(_ name: String) throws {
            try run(
                """
                pw-cli destroy $(pw-cli ls Node | awk \
                '/id [0-9]+,/{id=$2} /node.name = "\(name)"/{print id}' | tr -d ,)
                """)
        }
    }

    /// What a sink has played since the recording began.
    final class Recording {
        let path: String

        private static let headerByteCountMax = 44
        private struct Short: Error {
            var path: String
            var frameCount: Int
        }

        init(sink: String) {
            path = NSTemporaryDirectory() + "sori-\(sink)-\(UUID().uuidString).wav"
        }

        deinit {
            unlink(path)
        }

        /// Waits until so many frames have been written.
        func await(frameCount: Int) throws {
            let deadline = ContinuousClock.now + .seconds(10)
            while try frames().count < 2 * frameCount {
                guard ContinuousClock.now < deadline else {
                    throw Short(path: path, frameCount: try frames().count / 2)
                }
                usleep(20_000)
            }
        }

        /// All samples so far, interleaved.
        func frames() throws -> [Int16] {
            guard let file = FileManager.default.contents(atPath: path) else { return [] }
            let samples = file.dropFirst(Self.headerByteCountMax)
            return samples.withUnsafeBytes { bytes in
                (0..<bytes.count / 4 * 2).map {
                    Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))
                }
            }
        }

        /// The frame at which something is heard for the first time, if it is.
        func firstHeardFrame() throws -> Int? {
            try frames().firstIndex { $0 != 0 }.map { $0 / 2 }
        }
    }
#endif
